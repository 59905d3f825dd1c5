import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import type { GateDraft as AnyGate } from '#modules/approvals/gates/gates.domain.ts'

/** What a deal is called where documents of any kind are held by type and id. */
export const subjectType = 'deal'

/**
 * What stands between a deal and its settlement, several at once, and all must be cleared; the last two stand between a settled deal
 * and its reversal, and between what is left of one and its old rate.
 */
export const gateKinds = ['authorization', 'limit', 'rba', 'reversal', 'rest'] as const
export type GateKind = (typeof gateKinds)[number]

/** Why a gate opened. The value is a fraction for a rate, else local currency. */
export const gateReasons = [
  'rateDeviation',
  'belowCost',
  'feeWaiver',
  'thirdPartyPayer',
  'uncleared',
  'requested',
  'dealAmount',
  'dailyAmount',
  'customerAmount',
  'dueDiligence',
  'screening',
  'refund',
  'restRate',
] as const
export type GateReason = (typeof gateReasons)[number]

export type GateDraft = AnyGate<GateKind, GateReason>

interface Made {
  /** Who made or changed it: none of them checks it. */
  makerIds: ReadonlySet<string>
  /** Who asked last that it be reversed. */
  askerId: string | null
  isOnHold: boolean
  openGates: readonly GateKind[]
  isReversible: boolean
}
type Person = Pick<Actor, 'selves'>

const running = ({ isOnHold }: Made) => (isOnHold ? 'ON_HOLD' : undefined)
/** The checker of a gate is never the maker of the deal. */
const rejects = (kind: GateKind) => (deal: Made, actor: Person) =>
  (deal.openGates.includes(kind) ? undefined : 'GATE_NOT_OPEN') ??
  (isAmong(deal.makerIds, actor) ? 'MAKER_IS_CHECKER' : undefined)
const reversible: readonly ['settled', 'partiallySettled'] = ['settled', 'partiallySettled']
/** What was settled is taken back by somebody who has not made it. */
const reverses = (deal: Made, actor: Person) =>
  (deal.isReversible ? undefined : 'NOT_REVERSIBLE') ??
  (isAmong(deal.makerIds, actor) ? 'MAKER_IS_CHECKER' : undefined)
/** Who decides on a reversal has neither made the deal nor asked for it. */
const decidesReversal = (deal: Made, actor: Person) =>
  rejects('reversal')(deal, actor) ?? (isAmong([deal.askerId], actor) ? 'MAKER_IS_CHECKER' : undefined)
/** Who wants to hand over a rest at its old rate asks once. */
const asksRest = (deal: Made) => running(deal) ?? (deal.openGates.includes('rest') ? 'REST_ASKED' : undefined)
/** What is on hold can be ended at its gate, and not let through. */
const checks = (kind: GateKind) => (deal: Made, actor: Person) => running(deal) ?? rejects(kind)(deal, actor)

/**
 * A deal from quote to settlement, domain 5.1. `waiting` is the state of a deal with open gates: which ones is in their own
 * rows. Settling in parts goes through `partiallySettled`; what was settled is reversed, never cancelled.
 */
export const dealWorkflow = workflow({
  initial: 'draft',
  states: {
    draft: {},
    quote: {},
    waiting: {},
    pending: {},
    partiallySettled: {},
    settled: {},
    rejected: { final: true },
    cancelled: { final: true },
    reversed: { final: true },
  },
  actions: {
    quote: { from: ['draft', 'quote'], to: 'quote', permission: 'create_transactions', guard: running },
    edit: {
      from: ['draft', 'quote', 'waiting', 'pending'],
      to: 'draft',
      permission: 'create_transactions',
      guard: running,
    },
    submit: { from: ['draft', 'quote'], to: 'waiting', permission: 'create_transactions', guard: running },
    approveAuthorization: {
      from: ['waiting'],
      to: 'pending',
      permission: 'authorise_transactions',
      note: 'optional',
      guard: checks('authorization'),
    },
    rejectAuthorization: {
      from: ['waiting'],
      to: 'rejected',
      permission: 'authorise_transactions',
      note: 'required',
      final: true,
      guard: rejects('authorization'),
    },
    approveLimit: {
      from: ['waiting'],
      to: 'pending',
      permission: 'approve_transaction_limits',
      note: 'optional',
      guard: checks('limit'),
    },
    rejectLimit: {
      from: ['waiting'],
      to: 'rejected',
      permission: 'approve_transaction_limits',
      note: 'required',
      final: true,
      guard: rejects('limit'),
    },
    clearRba: {
      from: ['waiting'],
      to: 'pending',
      permission: 'clear_transaction_rba',
      note: 'required',
      guard: checks('rba'),
    },
    rejectRba: {
      from: ['waiting'],
      to: 'rejected',
      permission: 'clear_transaction_rba',
      note: 'required',
      final: true,
      guard: rejects('rba'),
    },
    settlePart: {
      from: ['pending', 'partiallySettled'],
      to: 'partiallySettled',
      permission: 'settle_transactions',
      guard: running,
    },
    settle: {
      from: ['pending', 'partiallySettled'],
      to: 'settled',
      permission: 'settle_transactions',
      guard: running,
    },
    cancel: {
      from: ['draft', 'quote', 'waiting', 'pending'],
      to: 'cancelled',
      permission: 'cancel_transactions',
      note: 'optional',
      final: true,
    },
    askRest: {
      from: ['partiallySettled'],
      permission: 'settle_transactions',
      note: 'required',
      guard: asksRest,
    },
    approveRest: {
      from: ['partiallySettled'],
      permission: 'authorise_transactions',
      note: 'optional',
      guard: checks('rest'),
    },
    rejectRest: {
      from: ['partiallySettled'],
      permission: 'authorise_transactions',
      note: 'required',
      guard: rejects('rest'),
    },
    askReversal: {
      from: reversible,
      permission: 'reverse_transactions',
      note: 'required',
      guard: (deal: Made, actor: Person) =>
        reverses(deal, actor) ?? (deal.openGates.includes('reversal') ? 'REVERSAL_ASKED' : undefined),
    },
    approveReversal: {
      from: reversible,
      permission: 'reverse_transactions',
      note: 'optional',
      guard: decidesReversal,
    },
    rejectReversal: {
      from: reversible,
      permission: 'reverse_transactions',
      note: 'required',
      guard: decidesReversal,
    },
    reverse: {
      from: reversible,
      to: 'reversed',
      permission: 'reverse_transactions',
      note: 'required',
      final: true,
      guard: reverses,
    },
  },
})

export const dealStates = Object.keys(dealWorkflow.states) as (keyof typeof dealWorkflow.states)[]
export type DealState = (typeof dealStates)[number]
export type DealAction = keyof typeof dealWorkflow.actions

/** How a deal passes a gate, and how it ends there. */
export const gateActs = {
  authorization: ['approveAuthorization', 'rejectAuthorization'],
  limit: ['approveLimit', 'rejectLimit'],
  rba: ['clearRba', 'rejectRba'],
  reversal: ['approveReversal', 'rejectReversal'],
  rest: ['approveRest', 'rejectRest'],
} as const satisfies Record<GateKind, readonly [pass: DealAction, reject: DealAction]>

/** The right to decide on gates of a kind. */
export const gateRight = (kind: GateKind) => dealWorkflow.actions[gateActs[kind][0]].permission

/**
 * What becomes of money that comes another way than over the counter, domain 5.1: it is there, or it is good, or it came back.
 * What came back may be paid again.
 */
export const paymentSteps = {
  expected: ['received', 'cleared', 'bounced'],
  received: ['cleared', 'bounced'],
  cleared: ['bounced'],
  bounced: ['received', 'cleared'],
} as const
export const paymentStates = Object.keys(paymentSteps) as (keyof typeof paymentSteps)[]
export type PaymentState = (typeof paymentStates)[number]

/** The states in which a deal waits for its money. */
export const awaitingMoney: readonly DealState[] = ['waiting', 'pending', 'partiallySettled']

/** The states in which a gate waits for somebody's decision. */
export const atGate: readonly DealState[] = ['waiting', ...reversible]

/** The states that have a paper: of what changed hands, or of what is void. */
export const printed: readonly DealState[] = [
  'partiallySettled',
  'settled',
  'reversed',
  'cancelled',
  'rejected',
]
/** Of these the paper says that nothing holds any more. */
export const voided: readonly DealState[] = ['reversed', 'cancelled', 'rejected']

/** The states in which a deal can be held. */
export const open: readonly DealState[] = ['draft', 'quote', 'waiting', 'pending', 'partiallySettled']
/** What each list of deals shows; specification 001, 2.2. */
export const dealLists = {
  pending: ['waiting', 'pending', 'partiallySettled'],
  history: ['settled', 'partiallySettled', 'reversed'],
  cancelled: ['cancelled', 'rejected'],
} as const satisfies Record<string, readonly DealState[]>
