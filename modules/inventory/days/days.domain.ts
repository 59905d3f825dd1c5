import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'

const permission = 'open_counter_day'

/** What is known of a day beside its row when it is opened. */
export interface DayFacts {
  /** This is the second count of a day that was begun. */
  isSecond?: boolean
  /** The drawer was handed to somebody, who has not taken it over. */
  isHandedOver?: boolean
  /** It opens as the drawer is taken over by them. */
  isTakenOver?: boolean
}
interface Judged extends DayFacts {
  state: string | null
  /** Whose drawer it was when it was counted first. */
  takenFromId?: string | null
  /** What is not done yet. */
  pending?: FieldFault[]
}

/**
 * A drawer that was handed over is opened by who takes it over. Sent twice, a first count is not its own second one; and whose drawer
 * it was does not count away what the next teller has found.
 */
function openBar(day: Judged, actor: Pick<Actor, 'selves'>) {
  const { state, isSecond = true, isHandedOver, isTakenOver, takenFromId } = day
  if (isHandedOver) return 'HANDOVER_WAITING'
  if (state !== 'opening') return undefined
  if (!isSecond) return new Refusal('DAY_OPENING', {}, { kind: 'conflict' })
  const code = 'MAKER_IS_CHECKER'
  return takenFromId && !isTakenOver && isAmong([takenFromId], actor)
    ? new Refusal(code, {}, { fields: [{ field: 'counterId', code }] })
    : undefined
}

/**
 * The day of a counter: deals are made while it is open, none before it and none after. It goes back to `opening` while what lies in
 * the drawer has to be counted once more.
 */
export const dayWorkflow = workflow({
  initial: 'opening',
  states: { opening: {}, open: {}, closed: { final: true } },
  actions: {
    open: {
      from: [null, 'opening'],
      to: 'open',
      permission,
      at: 'counter',
      illegal: 'DAY_OPEN',
      guard: openBar,
    },
    askRecount: { from: ['open'], to: 'opening', permission, implied: true },
    close: {
      from: ['open'],
      to: 'closed',
      permission,
      at: 'counter',
      // What lies in the drawer may have to be counted once more first.
      mayStay: true,
      guard: ({ pending = [] }: Judged) =>
        pending.length > 0 ? new Refusal('DAY_NOT_DONE', {}, { fields: pending }) : undefined,
    },
  },
})
