import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'
import type { ModePart } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import type { PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { Party, PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { agencyLines, rightToApprove } from '../sales/sales.domain.ts'

export const refundStates = ['pending', 'approved', 'settled', 'rejected', 'cancelled'] as const
export type RefundState = (typeof refundStates)[number]

/** States in which the units of a return are not to be returned again. */
export const standing = ['pending', 'approved', 'settled'] as const satisfies readonly RefundState[]

const decided = ({ above }: Known): 'approved' | 'pending' =>
  above.includes('limit') ? 'pending' : 'approved'
const refund = { permission: 'refund_retail_sales', at: 'counter' } as const
const decides = { permission: rightToApprove, at: 'counter' } as const

/** Above the limit of its maker another person approves a return; then it is paid back at the counter. */
export const refundWorkflow = workflow({
  initial: 'approved',
  states: {
    pending: {},
    approved: {},
    settled: { final: true },
    rejected: { final: true },
    cancelled: { final: true },
  },
  actions: {
    create: { ...refund, from: [null], to: ['approved', 'pending'], becomes: decided },
    approve: { ...decides, from: ['pending'], to: 'approved', clears: 'limit' },
    reject: {
      ...decides,
      from: ['pending'],
      to: 'rejected',
      stops: 'limit',
      note: 'required',
      isRefusal: true,
    },
    settle: { ...refund, from: ['approved'], to: 'settled', final: true },
    // Together with a sale, which it pays.
    exchange: { ...refund, from: ['approved'], to: 'settled', final: true },
    cancel: { ...refund, from: ['pending', 'approved'], to: 'cancelled', final: true, isRefusal: true },
  },
})

export const refundEvent = {
  code: 'retailRefund',
  parts: [
    'retailStock',
    'retailSales',
    'retailCost',
    'retailCommission',
    'principalPayable',
    'outputTax',
    'rounding',
    'cash',
    'bank',
    'clearing',
    'cheques',
    'payable',
  ],
} as const satisfies PostingEvent
type RefundPart = (typeof refundEvent.parts)[number]

export interface Returned {
  itemId: string
  kind: string
  quantity: string
  net: string
  tax: string
  cost: string
  principalId: string | null
  owed: string
  /** Kept by serial or batch: its place is the store. */
  isTracked: boolean
}

interface PaidBack {
  part: Exclude<Extract<RefundPart, ModePart>, 'payable'>
  modeId: string
  amount: string
}

const minus = (amount: string) => new Exact(amount).negated().toFixed()
const isNothing = (amount: string | undefined) => amount !== undefined && new Exact(amount).isZero()

const takenBack = ({ principalId, net, owed }: Returned) => ({
  principalId,
  net: minus(net),
  owed: minus(owed),
})

/**
 * The posting of a return, the mirror of its share of the sale: goods at what they cost into the store, or to a counter that keeps
 * goods unless they are kept by serial or batch; money out by its mode.
 */
export function refundLines({
  branchId,
  counterId,
  keepsGoods,
  localItemId,
  lines,
  payments,
  rounding,
  setOff,
}: {
  branchId: string
  counterId: string
  /** Whether goods lie at the counter. */
  keepsGoods: boolean
  localItemId: string
  lines: readonly Returned[]
  payments: readonly PaidBack[]
  rounding: string
  /** What is owed for it and pays for other goods, instead of money. */
  setOff?: { party: Party; owed: string }
}): PostingLine<RefundPart>[] {
  const here = { branchId, counterId }
  const shelf = keepsGoods ? here : { branchId }
  const tax = lines.reduce((sum, line) => sum.plus(line.tax), new Exact(0)).toFixed()
  const posted: PostingLine<RefundPart>[] = [
    ...lines.flatMap(({ itemId, kind, quantity, net, cost, isTracked }): PostingLine<RefundPart>[] =>
      kind === 'goods'
        ? [
            { part: 'retailStock', ...(isTracked ? { branchId } : shelf), itemId, quantity, amount: cost },
            { part: 'retailCost', branchId, itemId, amount: minus(cost) },
            { part: 'retailSales', branchId, itemId, amount: net },
          ]
        : kind === 'service'
          ? [{ part: 'retailSales', ...here, amount: net }]
          : [],
    ),
    ...agencyLines(here, lines.map(takenBack)),
    ...payments.map(({ part, modeId, amount }): PostingLine<RefundPart> =>
      part === 'cash'
        ? { part, ...here, itemId: localItemId, quantity: minus(amount), amount: minus(amount) }
        : { part, ...here, modeId, amount: minus(amount) },
    ),
    ...(setOff
      ? [{ part: 'payable' as const, ...here, party: setOff.party, amount: minus(setOff.owed) }]
      : []),
    { part: 'outputTax', ...here, amount: tax },
    { part: 'rounding', ...here, amount: rounding },
  ]
  // What comes into stock for nothing comes in all the same.
  return posted.filter(({ part, amount }) => part === 'retailStock' || !isNothing(amount))
}

export interface LeftPayment {
  isCash: boolean
  /** What of it has not gone back yet. */
  left: string
}

/**
 * What goes back of each payment of a sale: by the mode it came by, other modes before cash, which alone is rounded to the smallest
 * coin. The last return takes all that is left, and the rounding with it.
 */
export function splitRefund(
  total: string,
  payments: readonly LeftPayment[],
  {
    isLast,
    roundingLeft,
    cashUnit,
    decimals,
  }: { isLast: boolean; roundingLeft: string; cashUnit: string; decimals: number },
): { amounts: string[]; rounding: string } {
  if (isLast) return { amounts: payments.map(({ left }) => left), rounding: roundingLeft }
  let due = new Exact(total)
  const taken = payments.map(() => new Exact(0))
  const take = (isCash: boolean) => {
    for (const [at, one] of payments.entries()) {
      if (one.isCash !== isCash) continue
      const part = due.lessThan(one.left) ? due : new Exact(one.left)
      taken[at] = part
      due = due.minus(part)
    }
  }
  take(false)
  const rest = due
  due = rest.dividedBy(cashUnit).toDecimalPlaces(0).times(cashUnit)
  take(true)
  const given = taken.reduce((sum, amount) => sum.plus(amount), new Exact(0))
  return {
    amounts: taken.map((amount) => amount.toFixed(decimals)),
    rounding: given.minus(total).toFixed(decimals),
  }
}
