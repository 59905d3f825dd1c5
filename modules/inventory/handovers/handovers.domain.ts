import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'

export const handoverStates = ['waiting', 'accepted', 'withdrawn', 'refused'] as const

interface Judged {
  authorId: string
  toId: string
  /** Whose drawer it was: who had opened the day, and who counted at its end. */
  tellerIds: readonly string[]
  /** The person it goes to may not take it over: may neither open a day nor count there. */
  isUnable?: boolean
  /** The day is not closed, or not the last one of its counter. */
  isPast?: boolean
  /** Who takes it over has counted it once, and it differed. */
  isCounted?: boolean
}
type Acting = Pick<Actor, 'permissions' | 'selves'>

const permission = 'open_counter_day'
const at = 'counter'

/** Whoever hands a drawer over had it; nobody hands one over to themselves. */
function own({ tellerIds, toId, isUnable, isPast }: Judged, actor: Acting) {
  if (isPast) return 'HANDOVER_PAST'
  if (!isAmong(tellerIds, actor)) return 'HANDOVER_NOT_YOURS'
  if (isAmong([toId], actor) || tellerIds.includes(toId)) return 'MAKER_IS_CHECKER'
  return isUnable ? 'HANDOVER_UNABLE' : undefined
}

function asNext({ authorId, tellerIds, toId }: Judged, actor: Acting) {
  if (isAmong([authorId, ...tellerIds], actor)) return 'MAKER_IS_CHECKER'
  return isAmong([toId], actor) ? undefined : 'HANDOVER_OF_ANOTHER'
}

const uncounted = ({ isCounted }: Judged) => (isCounted ? 'HANDOVER_COUNTED' : undefined)

/**
 * A drawer whose day is closed goes to the next teller, who counts it blind: with that the next day opens. Once they have counted a
 * difference nobody gives the handover up, except who may see what was expected and did not have the drawer: else it would be
 * counted away.
 */
export const handoverWorkflow = workflow({
  initial: 'waiting',
  states: { waiting: {}, accepted: { final: true }, withdrawn: { final: true }, refused: { final: true } },
  actions: {
    create: { from: [null], to: 'waiting', permission, at, guard: own },
    accept: {
      from: ['waiting'],
      to: 'accepted',
      permission,
      at,
      // What lies in the drawer may have to be counted once more first.
      mayStay: true,
      guard: asNext,
    },
    refuse: {
      isRefusal: true,
      from: ['waiting'],
      to: 'refused',
      permission,
      at,
      note: 'required',
      guard: (handover: Judged, actor: Acting) => asNext(handover, actor) ?? uncounted(handover),
    },
    withdraw: {
      isRefusal: true,
      from: ['waiting'],
      to: 'withdrawn',
      permission,
      at,
      // Who is away neither withdraws nor refuses: the counter would stay shut.
      guard: (handover: Judged, actor: Acting) => {
        const { authorId, tellerIds, toId } = handover
        const counted = isAmong([authorId, ...tellerIds], actor) ? uncounted(handover) : undefined
        if (counted) return counted
        const isFreed = actor.permissions.has('view_expected_count') && !isAmong([toId], actor)
        return isFreed || isAmong([authorId], actor) ? undefined : 'HANDOVER_NOT_YOURS'
      },
    },
  },
})
