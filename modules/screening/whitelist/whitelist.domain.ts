import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, barOfMaker, covers } from '#modules/actor.domain.ts'

interface Judged {
  authorId: string | null
}

const byMaker = ({ authorId }: Judged, actor: Pick<Actor, 'selves'>) => barOfMaker([authorId], actor)

const permission = 'manage_screening'

/** A customer and an entry that are not the same: one person proposes the pair, another agrees; domain 9. */
export const pairWorkflow = workflow({
  initial: 'proposed',
  states: {
    proposed: {},
    approved: {},
    rejected: { final: true },
    reopened: { final: true },
    ended: { final: true },
  },
  actions: {
    approve: {
      from: ['proposed'],
      to: 'approved',
      permission,
      note: 'required',
      // A pair holds for every later deal, whatever its amount: only an unlimited limit goes as far.
      guard: (row: Judged, actor: Pick<Actor, 'limits' | 'selves'>) =>
        byMaker(row, actor) ?? (covers(actor.limits.get('whitelist'), null) ? undefined : 'WHITELIST_LIMIT'),
    },
    reject: { from: ['proposed'], to: 'rejected', permission, note: 'required', guard: byMaker },
    /** Takes the pair back before its day. */
    end: { from: ['proposed', 'approved'], to: 'ended', permission, note: 'required' },
    /** Its day has passed, or one of the two has changed: from now on somebody is asked. */
    reopen: { from: ['proposed', 'approved'], to: 'reopened', permission, implied: true },
  },
})
export const pairStates = Object.keys(pairWorkflow.states) as (keyof typeof pairWorkflow.states)[]
