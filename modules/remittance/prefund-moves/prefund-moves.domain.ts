import { workflow } from '#kit/domain/workflow.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'

export const moveKinds = ['topUp', 'withdrawal', 'charge'] as const
export type MoveKind = (typeof moveKinds)[number]
export const moveStates = ['pending', 'posted', 'rejected', 'cancelled', 'reversed'] as const
export type MoveState = (typeof moveStates)[number]

const manage = 'manage_provider_balances'
/** Who decides on money for a partner above the limit of its maker. */
export const rightToFund = 'authorise_provider_balances'

const within = ({ above }: Known) => (above.includes('limit') ? 'ABOVE_OWN_LIMIT' : undefined)

/** Money goes to a partner at once within the limit `payment_amount` of who sends it; above it another person approves first. */
export const moveWorkflow = workflow({
  initial: 'pending',
  states: {
    pending: {},
    posted: {},
    rejected: { final: true },
    cancelled: { final: true },
    reversed: { final: true },
  },
  actions: {
    create: {
      from: [null],
      to: ['pending', 'posted'],
      becomes: ({ above }: Known) => (above.includes('limit') ? 'pending' : 'posted'),
      permission: manage,
      at: 'place',
    },
    approve: {
      from: ['pending'],
      to: 'posted',
      permission: rightToFund,
      at: 'place',
      clears: 'limit',
      final: true,
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      permission: rightToFund,
      at: 'place',
      stops: 'limit',
      note: 'required',
      isRefusal: true,
    },
    cancel: {
      from: ['pending'],
      to: 'cancelled',
      permission: manage,
      at: 'place',
      final: true,
      isRefusal: true,
    },
    reverse: {
      from: ['posted'],
      to: 'reversed',
      permission: manage,
      at: 'place',
      note: 'required',
      guard: within,
      final: true,
      isRefusal: true,
    },
  },
})
