import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, barOfMaker } from '#modules/actor.domain.ts'

interface Asked {
  /** Who says that the two are different people. */
  askedById: string | null
  /** Who registered one of the two. */
  registrarIds: readonly (string | null)[]
}

const byMaker = ({ askedById, registrarIds }: Asked, actor: Pick<Actor, 'selves'>) =>
  barOfMaker([askedById, ...registrarIds], actor)

// Asked by the maker or editor of a customer, and answered by a merge.
const implied = { permission: [], implied: true } as const

/** Two customers of equal name and date of birth, whom one person says to be different: another decides, who registered neither. */
export const reviewWorkflow = workflow({
  initial: 'open',
  states: { open: {}, different: { final: true }, same: {} },
  actions: {
    confirm: {
      from: ['open'],
      to: 'different',
      permission: 'merge_customers',
      note: 'optional',
      guard: byMaker,
    },
    reject: { from: ['open'], to: 'same', permission: 'merge_customers', note: 'required', guard: byMaker },
    ask: { from: [null, 'same'], to: 'open', ...implied },
    merge: { from: ['open'], to: 'same', ...implied },
  },
})
export const reviewStates = Object.keys(reviewWorkflow.states) as (keyof typeof reviewWorkflow.states)[]
export type ReviewState = (typeof reviewStates)[number]
