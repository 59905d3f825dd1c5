import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import type { StockKind } from '../items/items.domain.ts'
import { differenceWithin } from '../differences/differences.domain.ts'

/** A count of goods is that of a store; all others are of money. */
export const countKinds = ['opening', 'intraday', 'closing', 'vault', 'store'] as const
export type CountKind = (typeof countKinds)[number]
export const kindsOf = (holds: StockKind): CountKind[] =>
  countKinds.filter((kind) => (kind === 'store') === (holds === 'goods'))
export const countStates = [
  'draft',
  'confirming',
  'recount',
  'submitted',
  'processed',
  'superseded',
  'cancelled',
] as const

type State = (typeof countStates)[number]

interface Judged {
  state: string | null
  kind: (typeof countKinds)[number]
  /** Who counted, in the order in which they did, before this act. */
  takers: readonly string[]
  /** Who took the counts that this one supersedes, and whose drawer was taken over with it or with them. */
  earlierTakers: readonly string[]
  /** The largest difference on which is decided with it, and the largest of any take, in local currency. */
  decided: string
  largest: string
  /** What the person has accepted at the branch within a day. */
  accepted?: string | undefined
  /** Somebody in whose stead the person decides may accept it. */
  isCoveredInStead?: boolean
  /** A drawer is counted while its day is open, and it is not. */
  isClosed?: boolean
  /** A count of this place is begun and not handed in. */
  isGoingOn?: boolean
  /** A difference was posted at the place since it was counted: it would be posted twice. */
  isStale?: boolean
  /** What the last take has made of it. */
  outcome?: Outcome
}
type Outcome = 'confirming' | 'processed' | 'recount' | 'submitted'
type Acting = Pick<Actor, 'limits' | 'selves'>

const settled: readonly (string | null)[] = ['submitted', 'processed', 'superseded', 'cancelled']
/** A vault is counted by two, each blind to the other: until it is settled nobody learns what was expected, whatever else they may. */
export const isBlind = ({ kind, state }: Pick<Judged, 'kind' | 'state'>): boolean =>
  kind === 'vault' && !settled.includes(state)

/** Who counted, this time or before, or had the drawer, neither accepts nor throws away what may differ: a second person does. */
const notOwn = ({ state, takers, earlierTakers }: Judged, actor: Acting) =>
  state !== 'draft' && isAmong([...takers, ...earlierTakers], actor) ? 'MAKER_IS_CHECKER' : undefined

/**
 * What somebody may not accept they may not discard either. Of a vault that is still counted that would tell whether the first found
 * more than their limit: there only who has none may.
 */
function notDiscarded(count: Judged, actor: Acting) {
  const { state, largest } = count
  const own = notOwn(count, actor)
  if (own || state === 'draft') return own
  if (!isBlind(count)) return differenceWithin(actor, largest)
  if (actor.limits.get('count_variance') === 'unlimited') return undefined
  return new Refusal('ILLEGAL_TRANSITION', { state, action: 'cancel' }, { kind: 'conflict' })
}

const inDay = ({ isClosed = false }: Judged) => (isClosed ? 'COUNTER_CLOSED' : undefined)

/** The second person at a vault is another than the first; a count of the day is made again where the day is opened or closed. */
const another = (count: Judged, actor: Acting) => {
  if (count.state === 'confirming')
    return isAmong(count.takers.slice(-1), actor) ? 'SAME_COUNTER' : inDay(count)
  return count.kind === 'opening' || count.kind === 'closing' ? 'COUNT_AT_DAY' : inDay(count)
}

/** The right to count, and to decide on what others have counted. */
export const rightToCount = 'perform_counts'
const at = 'place'
const handsIn = {
  to: ['confirming', 'recount', 'submitted', 'processed'],
  becomes: ({ outcome = 'submitted' }: Judged): State => outcome,
  permission: rightToCount,
  at,
} as const

/**
 * Each time a place is counted, that is compared with what should lie there at that moment. A vault is counted by two, the second
 * blind to the first. What differs by more than the tolerance is counted once more. Then a difference within the limit of
 * whoever counted last is posted at once; a larger one is submitted to a person who did not count. A later count of the same items
 * supersedes one that is submitted, and is decided in its place. It is never forced to what was expected; domain 14.2.
 */
export const countWorkflow = workflow({
  initial: 'draft',
  states: {
    draft: {},
    confirming: {},
    recount: {},
    submitted: {},
    processed: { final: true },
    superseded: { final: true },
    cancelled: { final: true },
  },
  actions: {
    create: {
      from: [null],
      to: 'draft',
      permission: rightToCount,
      at,
      guard: ({ isGoingOn = false }: Judged) => (isGoingOn ? 'COUNT_GOING_ON' : undefined),
    },
    update: { from: ['draft'], permission: rightToCount, at, implied: true },
    countAgain: { from: ['confirming', 'recount'], ...handsIn, guard: another },
    process: {
      from: ['draft'],
      ...handsIn,
      final: true,
      guard: (count: Judged) => inDay(count) ?? (count.isStale ? 'COUNT_STALE' : undefined),
    },
    /** The day is opened or closed with a count once more. */
    countAtDay: { from: ['recount'], ...handsIn, implied: true },
    /** Something was moved since the day was counted: that count is of no use. */
    discard: { from: ['recount'], to: 'cancelled', permission: rightToCount, at, implied: true },
    accept: {
      from: ['submitted'],
      to: 'processed',
      permission: rightToCount,
      at,
      clears: 'difference',
      note: 'required',
      final: true,
      guard: (count: Judged, actor: Acting) =>
        notOwn(count, actor) ??
        (count.isCoveredInStead ? undefined : differenceWithin(actor, count.decided, count.accepted)),
    },
    supersede: { from: ['submitted'], to: 'superseded', permission: rightToCount, at, implied: true },
    cancel: {
      isRefusal: true,
      from: ['draft', 'confirming', 'recount', 'submitted'],
      to: 'cancelled',
      permission: rightToCount,
      at,
      note: 'required',
      guard: notDiscarded,
    },
  },
})

/** Whether everything at the place is counted; else some chosen currencies of a drawer. */
export const isWhole = ({ kind, isFull }: Pick<Judged, 'kind'> & { isFull: boolean }): boolean =>
  kind !== 'intraday' || isFull

interface Ending {
  actor: { userId: string; name: string }
  now: Date
}
/** Who ended a count, when and why. */
export const endedBy = ({ actor, now }: Ending, note = '') => ({
  endedAt: now.toISOString(),
  endedById: actor.userId,
  endedBy: actor.name,
  reason: note,
})

/** What was counted at one time. */
export interface Take {
  /** In local currency, every difference taken as positive. */
  variance: string
  lines: readonly { itemId: string; difference: string }[]
}

/** Both found the same beside what should lie there; what one did not count was not expected there either. */
function agree(one: Pick<Take, 'lines'>, other: Pick<Take, 'lines'>): boolean {
  const found = new Map(other.lines.map(({ itemId, difference }) => [itemId, difference]))
  const own = new Set(one.lines.map(({ itemId }) => itemId))
  return (
    one.lines.every(({ itemId, difference }) => new Exact(difference).equals(found.get(itemId) ?? 0)) &&
    other.lines.every(({ itemId, difference }) => own.has(itemId) || new Exact(difference).isZero())
  )
}

/**
 * What comes after a count was taken once more: it is handed to the second person at a vault, asked for again, or settled by
 * its last take. Two who differ count again until they agree; what differs from the books by more than the tolerance is counted
 * again once, unless it is what the counts that it supersedes found: these were the first time.
 */
export function nextOf(
  kind: (typeof countKinds)[number],
  takes: readonly Take[],
  tolerance: string,
  superseded: Pick<Take, 'lines'> = { lines: [] },
): 'confirming' | 'recount' | 'settle' {
  const [last, before] = takes.toReversed()
  if (!last) throw new Error('A count has at least one take')
  const each = kind === 'vault' ? 2 : 1
  if (takes.length % each !== 0) return 'confirming'
  if (kind === 'vault' && before && !agree(before, last)) return 'recount'
  const isFirst = takes.length === each
  const isKnown = superseded.lines.length > 0 && agree(last, superseded)
  return isFirst && !isKnown && new Exact(last.variance).greaterThan(tolerance) ? 'recount' : 'settle'
}
