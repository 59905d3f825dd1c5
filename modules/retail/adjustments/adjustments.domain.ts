import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'
import type { Part, PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'

export const adjustmentStates = ['pending', 'posted', 'rejected', 'cancelled'] as const
export type AdjustmentState = (typeof adjustmentStates)[number]

/** Why goods come in or go out. */
export const reasons = ['receipt', 'opening', 'supplierReturn', 'damaged', 'expired', 'ownUse'] as const
export type Reason = (typeof reasons)[number]
/** Reasons for which goods come in, at a cost that is given; by all others they go out at what they have cost. */
export const incoming: readonly Reason[] = ['receipt', 'opening']
/** Reasons with a supplier on the other side. */
export const supplied: readonly Reason[] = ['receipt', 'supplierReturn']

const manage = { permission: 'manage_retail_stock', at: 'branch' } as const

/** Goods come in or go out at once; above the limit of its maker another person approves it first. */
export const adjustmentWorkflow = workflow({
  initial: 'posted',
  states: {
    pending: {},
    posted: { final: true },
    rejected: { final: true },
    cancelled: { final: true },
  },
  actions: {
    create: {
      ...manage,
      from: [null],
      to: ['posted', 'pending'],
      becomes: ({ above }: Known) => (above.includes('limit') ? 'pending' : 'posted'),
    },
    approve: { ...manage, from: ['pending'], to: 'posted', clears: 'limit', final: true },
    reject: {
      ...manage,
      from: ['pending'],
      to: 'rejected',
      stops: 'limit',
      note: 'required',
      isRefusal: true,
    },
    cancel: { ...manage, from: ['pending'], to: 'cancelled', final: true, isRefusal: true },
  },
})

export const adjustmentParts = [
  { code: 'supplierPayable', classes: ['liability'], keeps: null },
  { code: 'retailLoss', classes: ['expense'], keeps: null },
  { code: 'retailOwnUse', classes: ['expense'], keeps: null },
] as const satisfies readonly Part[]

const own = ['retailStock', 'supplierPayable', 'opening', 'retailLoss', 'retailOwnUse'] as const
type AdjustmentPart = (typeof own)[number]

/** What the journal calls it: a receipt, or any other reason. */
export const adjustmentEvents = {
  receipt: { code: 'retailReceipt', parts: own },
  other: { code: 'retailAdjustment', parts: own },
} as const satisfies Record<string, PostingEvent>

/** What stands on the other side of stock. */
const otherSide = {
  receipt: 'supplierPayable',
  opening: 'opening',
  supplierReturn: 'supplierPayable',
  damaged: 'retailLoss',
  expired: 'retailLoss',
  ownUse: 'retailOwnUse',
} as const satisfies Record<Reason, AdjustmentPart>

export interface Adjusted {
  itemId: string
  quantity: string
  /** Of all of it, without tax, in local currency; of what goes out nothing is given. */
  cost: string
}

const minus = (amount: string) => new Exact(amount).negated().toFixed()

/** What an adjustment is worth to the limits: what comes in at its cost, what goes out at the averages of the branch. */
export const valueOf = (
  reason: Reason,
  lines: readonly Adjusted[],
  { averages, decimals }: { averages: ReadonlyMap<string, string>; decimals: number },
): string =>
  lines
    .reduce(
      (sum, { itemId, quantity, cost }) =>
        incoming.includes(reason)
          ? sum.plus(cost)
          : sum.plus(new Exact(averages.get(itemId) ?? 0).times(quantity).toDecimalPlaces(decimals)),
      new Exact(0),
    )
    .toFixed()

/**
 * The posting of an adjustment in the store of a branch or at a counter of it: in at its cost, or out at average cost, against the side of
 * its reason.
 */
export function adjustmentLines(
  reason: Reason,
  place: { branchId: string; counterId: string | null },
  lines: readonly Adjusted[],
): PostingLine<AdjustmentPart>[] {
  const part = otherSide[reason]
  const { branchId, counterId } = place
  const here = { branchId, counterId }
  if (incoming.includes(reason)) {
    const value = lines.reduce((sum, { cost }) => sum.plus(cost), new Exact(0)).toFixed()
    return [
      ...lines.map(({ itemId, quantity, cost }) => ({
        part: 'retailStock' as const,
        ...here,
        itemId,
        quantity,
        amount: cost,
      })),
      { part, ...here, amount: minus(value) },
    ]
  }
  return [
    ...lines.map(({ itemId, quantity }) => ({
      part: 'retailStock' as const,
      ...here,
      itemId,
      quantity: minus(quantity),
      // Nothing is there where nothing ever came: it is refused as sold out.
      valueAt: '0',
    })),
    ...lines.map((_, mirrors) => ({ part, ...here, mirrors })),
  ]
}
