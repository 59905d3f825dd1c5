import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'

/** The right to ask for locked days, to agree and to close them. */
export const rightToUnlock = 'manage_period_lock'

interface Asked {
  askedById: string
}

/** Days of a locked period are opened for some hours by two people, and close by themselves; domain 12.3. */
export const unlockWorkflow = workflow({
  initial: 'asked',
  states: { asked: {}, open: {}, ended: { final: true } },
  actions: {
    ask: { from: [null], to: 'asked', permission: rightToUnlock, at: 'place' },
    agree: {
      from: ['asked'],
      to: 'open',
      permission: rightToUnlock,
      at: 'place',
      clears: 'unlock',
      guard: ({ askedById }: Asked, actor: Pick<Actor, 'selves'>) =>
        isAmong([askedById], actor) ? 'MAKER_IS_CHECKER' : undefined,
    },
    end: { from: ['asked', 'open'], to: 'ended', permission: rightToUnlock, at: 'place', final: true },
  },
})
