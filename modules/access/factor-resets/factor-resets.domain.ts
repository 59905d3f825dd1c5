import { workflow } from '#kit/domain/workflow.domain.ts'

interface Reset {
  userId: string
  askedById: string
}
interface Acting {
  userId: string
}

// Two people, neither of them the one whose second factor goes: one alone could take over any account.
const bySecond = ({ userId, askedById }: Reset, actor: Acting) =>
  userId === actor.userId ? 'NOT_YOURSELF' : askedById === actor.userId ? 'RESET_IS_YOURS' : undefined

/** A request to take a user's second factor away. Whoever asked may withdraw it by rejecting it. */
export const resetWorkflow = workflow({
  initial: 'pending',
  states: { pending: {}, approved: { final: true }, rejected: { final: true } },
  actions: {
    approve: {
      from: ['pending'],
      to: 'approved',
      permission: 'reset_second_factors',
      final: true,
      guard: bySecond,
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      permission: 'reset_second_factors',
      note: 'required',
      final: true,
    },
  },
})
