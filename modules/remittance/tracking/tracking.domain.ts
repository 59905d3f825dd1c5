import type { OrderState } from '../order-rows/order-workflow.domain.ts'

/** What is told of an order to whoever has its code: nothing of what is looked into, and by whom. */
export const trackedStates = ['unpaid', 'processing', 'ready', 'paid', 'returned', 'over'] as const
export type TrackedState = (typeof trackedStates)[number]

const told: Record<OrderState, TrackedState> = {
  draft: 'unpaid',
  quoted: 'unpaid',
  awaitingFunds: 'unpaid',
  funded: 'processing',
  approved: 'processing',
  queued: 'processing',
  batched: 'processing',
  sent: 'processing',
  unknown: 'processing',
  accepted: 'processing',
  cancelRequested: 'processing',
  readyForPickup: 'ready',
  paid: 'paid',
  rejected: 'returned',
  returned: 'returned',
  refundPending: 'returned',
  refunded: 'over',
  cancelled: 'over',
  expired: 'over',
}

/** The state of an order as it is told; review, holds and doubts are all *processing*. */
export const toPublicState = (state: OrderState): TrackedState => told[state]
