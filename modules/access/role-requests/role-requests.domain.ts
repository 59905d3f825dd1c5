import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'

interface Asked {
  /** Null where the role itself gains permissions. */
  userId: string | null
  askedById: string
}
type Acting = Pick<Actor, 'selves' | 'userId'>

// Two people, neither of them the one who gets the role: one alone could make an account that approves them.
const bySecond = ({ userId, askedById }: Asked, actor: Acting) =>
  userId === actor.userId ? 'NOT_YOURSELF' : isAmong([askedById], actor) ? 'MAKER_IS_CHECKER' : undefined

/** A role whose holder decides on what others have made is asked for, and given or widened once another agrees. Any of them takes it back until then. */
export const roleRequestWorkflow = workflow({
  initial: 'asked',
  states: { asked: {}, agreed: { final: true }, rejected: { final: true } },
  actions: {
    agree: { from: ['asked'], to: 'agreed', permission: 'manage_users', final: true, guard: bySecond },
    reject: { from: ['asked'], to: 'rejected', permission: 'manage_users', note: 'required', final: true },
  },
})
