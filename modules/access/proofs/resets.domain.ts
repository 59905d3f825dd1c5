import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, barOfParty } from '#modules/actor.domain.ts'

interface Reset {
  userId: string
  askedById: string
}
type Acting = Pick<Actor, 'selves' | 'userId'>

// Nobody is asked: the clock, the operator or an act on the user does it.
const implied = { permission: [], implied: true } as const
const open = ['pending', 'approved'] as const

/**
 * What becomes of a request to take a user's second factor away. Any administrator rejects it until it is done, also whoever asked;
 * it is cancelled where the user has shown the factor, or is changed.
 */
export const resetWorkflow = workflow({
  initial: 'pending',
  states: {
    pending: {},
    approved: {},
    done: { final: true },
    rejected: { final: true },
    expired: { final: true },
  },
  actions: {
    ask: {
      from: [null],
      to: 'pending',
      permission: 'reset_second_factors',
      guard: ({ userId }: Reset, actor: Acting) => (userId === actor.userId ? 'NOT_YOURSELF' : undefined),
    },
    approve: {
      from: ['pending'],
      to: 'approved',
      permission: 'reset_second_factors',
      final: true,
      // Two people, neither of them the one whose second factor goes: one alone could take over any account.
      guard: barOfParty,
    },
    reject: {
      from: open,
      to: 'rejected',
      permission: 'reset_second_factors',
      note: 'required',
      final: true,
    },
    takeEffect: { from: ['approved'], to: 'done', ...implied },
    expire: { from: ['pending'], to: 'expired', ...implied },
    cancel: { from: open, to: 'rejected', ...implied },
    override: { from: open, to: 'done', ...implied },
  },
})
