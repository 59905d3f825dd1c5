import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'

interface Asked {
  askedById: string
}

/** Days of a locked period are opened for some hours by two people, and close by themselves; domain 12.3. */
export const unlockWorkflow = workflow({
  initial: 'asked',
  states: { asked: {}, open: {}, ended: { final: true } },
  actions: {
    agree: {
      from: ['asked'],
      to: 'open',
      permission: 'manage_period_lock',
      guard: ({ askedById }: Asked, actor: Pick<Actor, 'selves'>) =>
        isAmong([askedById], actor) ? 'MAKER_IS_CHECKER' : undefined,
    },
    end: { from: ['asked', 'open'], to: 'ended', permission: 'manage_period_lock', final: true },
  },
})
