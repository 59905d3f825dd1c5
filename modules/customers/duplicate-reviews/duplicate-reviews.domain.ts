import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'

interface Asked {
  /** Who says that the two are different people. */
  askedById: string | null
  /** Who registered one of the two. */
  registrarIds: readonly (string | null)[]
}

const isMaker = ({ askedById, registrarIds }: Asked, actor: Pick<Actor, 'selves'>) =>
  isAmong([askedById, ...registrarIds], actor) ? 'MAKER_IS_CHECKER' : undefined

/** Two customers of equal name and date of birth, whom one person says to be different: another decides, who registered neither. */
export const reviewWorkflow = workflow({
  initial: 'open',
  states: { open: {}, different: { final: true }, same: { final: true } },
  actions: {
    confirm: {
      from: ['open'],
      to: 'different',
      permission: 'merge_customers',
      note: 'optional',
      guard: isMaker,
    },
    reject: { from: ['open'], to: 'same', permission: 'merge_customers', note: 'required', guard: isMaker },
  },
})
export const reviewStates = Object.keys(reviewWorkflow.states) as (keyof typeof reviewWorkflow.states)[]
export type ReviewState = (typeof reviewStates)[number]
