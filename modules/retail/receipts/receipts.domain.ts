import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, covers } from '#modules/actor.domain.ts'
import type { Part, PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'

interface Judged {
  value: string
}

/** Goods that a supplier has delivered lie in the store of the branch as soon as they are written down. */
export const receiptWorkflow = workflow({
  initial: 'posted',
  states: { posted: { final: true } },
  actions: {
    create: {
      from: [null],
      to: 'posted',
      permission: 'manage_retail_stock',
      at: 'branch',
      guard: ({ value }: Judged, { limits }: Pick<Actor, 'limits'>) =>
        covers(limits.get('adjustment_value'), value) ? undefined : 'RECEIPT_ABOVE_LIMIT',
    },
  },
})

export const receiptParts = [
  { code: 'supplierPayable', classes: ['liability'], keeps: null },
] as const satisfies readonly Part[]

export const receiptEvent = {
  code: 'retailReceipt',
  parts: ['retailStock', 'supplierPayable'],
} as const satisfies PostingEvent

export interface Delivered {
  itemId: string
  quantity: string
  /** Of all of it, without tax, in local currency. */
  cost: string
}

export const valueOf = (lines: readonly Delivered[]): string =>
  lines.reduce((sum, { cost }) => sum.plus(cost), new Exact(0)).toFixed()

/** Into stock at what it cost, and owed to the supplier. */
export const receiptLines = (
  branchId: string,
  lines: readonly Delivered[],
): PostingLine<(typeof receiptEvent.parts)[number]>[] => [
  ...lines.map(({ itemId, quantity, cost }) => ({
    part: 'retailStock' as const,
    branchId,
    itemId,
    quantity,
    amount: cost,
  })),
  { part: 'supplierPayable', branchId, amount: new Exact(valueOf(lines)).negated().toFixed() },
]
