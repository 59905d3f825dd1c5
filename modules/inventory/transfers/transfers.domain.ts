import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'
import type { PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { type StockItem, stockPartAt } from '../items/items.domain.ts'

export const transferStates = [
  'created',
  'pending',
  'approved',
  'inTransit',
  'differing',
  'completed',
  'rejected',
  'cancelled',
  'rejectedReceipt',
  'returned',
] as const
export type TransferState = (typeof transferStates)[number]

/** What a transfer is called in the books, at gates and in its series of numbers, by what it carries. */
export const documentTypes = { money: 'transfer', goods: 'goodsTransfer' } as const

/** From where to where; specification 001, 4. */
export const transferKinds = [
  'branchToBranch',
  'branchToCounter',
  'counterToBranch',
  'counterToCounter',
] as const
export const kindOf = (row: { fromCounterId: string | null; toCounterId: string | null }) =>
  `${row.fromCounterId === null ? 'branch' : 'counter'}To${row.toCounterId === null ? 'Branch' : 'Counter'}` as const

/** What the journal calls it when a transfer leaves, arrives, comes back, is handed over at once, or did not arrive whole. */
const held = ['cash', 'vault', 'stock', 'retailStock'] as const
const onTheWay = ['cashInTransit', 'stockInTransit', 'goodsInTransit'] as const
export const transferEvents = {
  sent: { code: 'transferSent', parts: [...held, ...onTheWay] },
  received: {
    code: 'transferReceived',
    parts: [...held, ...onTheWay],
    isAcrossBranches: true,
  },
  found: {
    code: 'transferFound',
    parts: [...held, ...onTheWay],
    isAcrossBranches: true,
  },
  returned: {
    code: 'transferReturned',
    parts: [...held, ...onTheWay],
  },
  surplus: { code: 'transferSurplus', parts: [...held, 'shortOver'] },
  handedOver: { code: 'transferHandedOver', parts: held },
  lost: { code: 'transferLost', parts: [...onTheWay, 'transitLoss', 'carrierClaim'] },
} as const satisfies Record<string, PostingEvent>
type Part = (typeof transferEvents)[keyof typeof transferEvents]['parts'][number]

/** What is lost on the way, and what a carrier owes for it; domain 4. */
export const transferParts = [
  { code: 'transitLoss', classes: ['expense'], keeps: null, says: 'item' },
  { code: 'carrierClaim', classes: ['asset'], keeps: null },
  { code: 'goodsInTransit', classes: ['asset'], keeps: 'transit' },
] as const

interface Judged extends Known {
  /** Who sent it on its way; nobody receives what they sent. */
  senderId: string | null
  /** Within one branch the receiver takes it from the sender's hand, by a setting. */
  isDirect: boolean
  /** The day at whose end the drawer goes to the vault: the second person is the one who counts it there. */
  dayId?: string | null
  /** Whether what was counted differs from what was sent; undefined before it is. */
  differs?: boolean
}
type Acting = Pick<Actor, 'selves'>

const manage = 'manage_transfers'
/** Who keeps a vault decides on what is above the limit of others, and on what did not arrive. */
export const rightToDecide = 'transfer_counter_stock'
/** What was sent is taken by another person than made or sent it. */
const bySecond = ({ makerIds, senderId }: Judged, actor: Acting) =>
  isAmong([...makerIds, senderId], actor) ? 'MAKER_IS_CHECKER' : undefined
const onItsWay = ({ isDirect }: Judged) => (isDirect ? 'HANDED_OVER_AT_ONCE' : undefined)
const atOnce = (judged: Judged, actor: Acting) =>
  judged.isDirect
    ? bySecond(judged, actor)
    : new Refusal('ILLEGAL_TRANSITION', { state: 'created', action: 'takeOver' }, { kind: 'conflict' })

/** What a drawer brought at the end of its day is counted, and does not go back to a counter whose day is closed. */
const counted = ({ dayId }: Judged) =>
  dayId
    ? new Refusal('ILLEGAL_TRANSITION', { state: 'inTransit', action: 'rejectReceipt' }, { kind: 'conflict' })
    : undefined

const open = ['created', 'pending', 'approved'] as const
const ready = ['created', 'approved'] as const

/** Domain 14.1. Stock is reserved from when it may be sent until it is. */
export const transferWorkflow = workflow({
  initial: 'created',
  states: {
    created: {},
    pending: {},
    approved: {},
    inTransit: {},
    differing: {},
    completed: { final: true },
    rejected: { final: true },
    cancelled: { final: true },
    rejectedReceipt: {},
    returned: { final: true },
  },
  actions: {
    create: {
      from: [null],
      to: ['created', 'pending'],
      becomes: ({ above, dayId }: Judged) => (above.includes('limit') && !dayId ? 'pending' : 'created'),
      permission: manage,
      at: 'sender',
    },
    approve: { from: ['pending'], to: 'approved', permission: rightToDecide, at: 'sender', clears: 'limit' },
    sendToTransit: { from: ready, to: 'inTransit', permission: manage, at: 'sender', guard: onItsWay },
    takeOver: { from: ready, to: 'completed', permission: manage, at: 'receiver', guard: atOnce },
    complete: {
      from: ['inTransit'],
      to: ['completed', 'differing'],
      becomes: ({ differs }: Judged) => (differs ? 'differing' : 'completed'),
      permission: manage,
      at: 'receiver',
      guard: bySecond,
    },
    recount: {
      from: ['differing'],
      to: ['completed', 'differing'],
      becomes: ({ differs }: Judged) => (differs ? 'differing' : 'completed'),
      permission: manage,
      at: 'receiver',
      guard: bySecond,
    },
    writeOff: {
      from: ['differing'],
      to: 'completed',
      permission: rightToDecide,
      clears: 'difference',
      note: 'required',
      final: true,
    },
    claim: {
      from: ['differing'],
      to: 'completed',
      permission: rightToDecide,
      clears: 'difference',
      note: 'required',
      final: true,
    },
    rejectReceipt: {
      isRefusal: true,
      from: ['inTransit'],
      to: 'rejectedReceipt',
      permission: manage,
      at: 'receiver',
      note: 'required',
      guard: counted,
    },
    returnToSender: { from: ['rejectedReceipt'], to: 'returned', permission: manage, at: 'sender' },
    reject: {
      isRefusal: true,
      from: open,
      to: 'rejected',
      permission: manage,
      at: 'receiver',
      note: 'required',
      final: true,
    },
    cancel: { isRefusal: true, from: open, to: 'cancelled', permission: manage, at: 'sender', final: true },
  },
})

interface Ends {
  fromBranchId: string
  fromCounterId: string | null
  toBranchId: string
  toCounterId: string | null
}
interface Moved {
  item: StockItem
  quantity: string
}

const inTransit = ({ isLocal, name }: StockItem) =>
  name !== undefined
    ? ('goodsInTransit' as const)
    : isLocal
      ? ('cashInTransit' as const)
      : ('stockInTransit' as const)
const minus = (value: string) => new Exact(value).negated().toFixed()

/** Each line out of one place, and its value into another; local cash is worth its quantity. */
const pairs = <O extends Part, I extends Part>(
  lines: readonly Moved[],
  out: (item: StockItem) => PostingLine<O>,
  into: (item: StockItem) => PostingLine<I>,
): PostingLine<I | O>[] =>
  lines.flatMap(({ item, quantity }, index) => {
    const left = out(item)
    const isCash = left.part === 'cash' || left.part === 'vault'
    return [
      { ...left, itemId: item.id, quantity: minus(quantity), ...(isCash && { amount: minus(quantity) }) },
      { ...into(item), itemId: item.id, quantity, mirrors: 2 * index },
    ]
  })

const sender = (row: Ends) => (item: StockItem) => ({
  part: stockPartAt(item, row.fromCounterId),
  branchId: row.fromBranchId,
  counterId: row.fromCounterId,
})
const receiver = (row: Ends) => (item: StockItem) => ({
  part: stockPartAt(item, row.toCounterId),
  branchId: row.toBranchId,
  counterId: row.toCounterId,
})
/** What is on its way lies in the sender's branch, held by the transfer itself. */
const way = (row: Ends) => (item: StockItem) => ({ part: inTransit(item), branchId: row.fromBranchId })

export const sentLines = (row: Ends, lines: readonly Moved[]) => pairs(lines, sender(row), way(row))
export const receivedLines = (row: Ends, lines: readonly Moved[]) => pairs(lines, way(row), receiver(row))
export const returnedLines = (row: Ends, lines: readonly Moved[]) => pairs(lines, way(row), sender(row))
export const handedOverLines = (row: Ends, lines: readonly Moved[]) =>
  pairs(lines, sender(row), receiver(row))

/** What arrived beyond what was sent is taken in at the cost of what was, against cash short and over of the receiver. */
export const surplusLines = (row: Ends, lines: readonly (Moved & { valueAt: string })[]) =>
  lines.flatMap(({ item, quantity, valueAt }, index) => [
    {
      ...receiver(row)(item),
      itemId: item.id,
      quantity,
      ...(item.isLocal ? { amount: quantity } : { valueAt }),
    },
    { part: 'shortOver' as const, branchId: row.toBranchId, itemId: item.id, mirrors: 2 * index },
  ])

/** What did not arrive leaves the way at its cost: a loss, or a claim on the carrier. */
export const lostLines = (row: Ends, lines: readonly Moved[], to: 'carrierClaim' | 'transitLoss') =>
  lines.flatMap(({ item, quantity }, index) => [
    { ...way(row)(item), itemId: item.id, quantity: minus(quantity) },
    { part: to, branchId: row.fromBranchId, mirrors: 2 * index },
  ])
