import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'

export const countKinds = ['opening', 'intraday', 'closing', 'vault'] as const
export const countStates = [
  'draft',
  'confirming',
  'recount',
  'submitted',
  'processed',
  'superseded',
  'cancelled',
] as const

interface Acted {
  state: string
  kind: string
  /** Who counted, in the order in which they did. */
  takers: readonly string[]
  /** Who took the counts that this one supersedes. */
  earlierTakers: readonly string[]
}
interface Acting {
  userId: string
}

/** Who counted, this time or before, neither accepts nor throws away what may differ: a second person does. */
const notOwn = ({ state, takers, earlierTakers }: Acted, { userId }: Acting) =>
  state !== 'draft' && (takers.includes(userId) || earlierTakers.includes(userId))
    ? 'MAKER_IS_CHECKER'
    : undefined

/** The second person at a vault is another than the first; a count of the day is made again where the day is opened or closed. */
const another = ({ state, kind, takers }: Acted, { userId }: Acting) => {
  if (state === 'confirming') return takers.at(-1) === userId ? 'SAME_COUNTER' : undefined
  return kind === 'opening' || kind === 'closing' ? 'COUNT_AT_DAY' : undefined
}

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
    handOver: { from: ['draft', 'recount'], to: 'confirming', permission: 'perform_counts' },
    askAgain: { from: ['draft', 'confirming'], to: 'recount', permission: 'perform_counts' },
    submit: { from: ['draft', 'confirming', 'recount'], to: 'submitted', permission: 'perform_counts' },
    countAgain: {
      from: ['confirming', 'recount'],
      to: 'processed',
      permission: 'perform_counts',
      guard: another,
    },
    process: { from: ['draft'], to: 'processed', permission: 'perform_counts', final: true },
    accept: {
      from: ['submitted'],
      to: 'processed',
      permission: 'perform_counts',
      note: 'required',
      final: true,
      guard: notOwn,
    },
    supersede: { from: ['submitted'], to: 'superseded', permission: 'perform_counts' },
    cancel: {
      from: ['draft', 'confirming', 'recount', 'submitted'],
      to: 'cancelled',
      permission: 'perform_counts',
      note: 'required',
      guard: notOwn,
    },
  },
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
): 'askAgain' | 'handOver' | 'settle' {
  const [last, before] = takes.toReversed()
  if (!last) throw new Error('A count has at least one take')
  const each = kind === 'vault' ? 2 : 1
  if (takes.length % each !== 0) return 'handOver'
  if (kind === 'vault' && before && !agree(before, last)) return 'askAgain'
  const isFirst = takes.length === each
  const isKnown = superseded.lines.length > 0 && agree(last, superseded)
  return isFirst && !isKnown && new Exact(last.variance).greaterThan(tolerance) ? 'askAgain' : 'settle'
}
