import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, barOfMaker } from '#modules/actor.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'

export const orderStates = [
  'draft',
  'quoted',
  'awaitingFunds',
  'funded',
  'approved',
  'queued',
  'batched',
  'sent',
  'unknown',
  'accepted',
  'readyForPickup',
  'paid',
  'rejected',
  'returned',
  'cancelRequested',
  'refundPending',
  'refunded',
  'cancelled',
  'expired',
] as const
export type OrderState = (typeof orderStates)[number]

/** What is sent is owed to the customer: it is paid, and neither taken by the partner for good nor given back. */
export const owedStates = [
  'funded',
  'approved',
  'queued',
  'batched',
  'sent',
  'unknown',
  'rejected',
  'returned',
  'cancelRequested',
  'refundPending',
] as const satisfies readonly OrderState[]

/** What the guards look at. */
interface Held {
  /** It is on hold: whatever its state, nothing but the release is done. */
  isHeld: boolean
}
interface Unknown {
  /** Why it is not sent again under its reference, if anything. */
  repeatBar?: string | undefined
  /** A paper says what became of it. */
  hasPaper?: boolean
}
interface Paying extends Held {
  /** Something found in due diligence or screening asks for compliance; known when it is paid or sent again. */
  isGated?: boolean
}

const gated = ({ isGated }: Paying) => (isGated ? 'funded' : 'approved')
const free = ({ isHeld }: Held) => (isHeld ? 'ORDER_ON_HOLD' : undefined)
const unmade = ({ isHeld, makerIds }: Held & Known, actor: Pick<Actor, 'selves'>) =>
  isHeld ? 'ORDER_ON_HOLD' : barOfMaker(makerIds, actor)

/** Who took a payment does not say that its money is there. */
const awaiting = (
  { waitsFor, ...record }: { waitsFor?: string } & Held & Known,
  actor: Pick<Actor, 'selves'>,
) => (waitsFor === 'clearing' ? unmade(record, actor) : 'NOTHING_AWAITED')

const mayRepeat = ({ repeatBar }: Unknown) => repeatBar
/** A person says what became of an order only with a paper, and another than who made it. */
const proven = ({ hasPaper, makerIds }: Unknown & Known, actor: Pick<Actor, 'selves'>) =>
  hasPaper ? barOfMaker(makerIds, actor) : 'PAPER_ASKED'

const create = 'create_remittance_orders'
const manage = 'manage_remittance_orders'
const process = 'process_remittance_orders'

/**
 * The states of domain 11.2 as one table. `unknown` is a state of its own: no refund, no cancellation and no second sending leave it,
 * only what the partner says. What the partner does is implied: adapters take these acts, no person is offered them.
 */
export const orderWorkflow = workflow({
  initial: 'draft',
  states: {
    draft: {},
    quoted: {},
    awaitingFunds: {},
    funded: {},
    approved: {},
    queued: {},
    batched: {},
    sent: {},
    unknown: {},
    accepted: {},
    readyForPickup: {},
    paid: {},
    rejected: {},
    returned: {},
    cancelRequested: {},
    refundPending: {},
    refunded: { final: true },
    cancelled: { final: true },
    expired: { final: true },
  },
  actions: {
    save: { from: [null], to: 'draft', permission: create, at: 'counter' },
    create: { from: [null], to: 'quoted', permission: create, at: 'counter' },
    agree: { from: ['quoted'], to: 'awaitingFunds', permission: create, at: 'counter', guard: free },
    pay: {
      from: ['awaitingFunds'],
      to: ['approved', 'funded'],
      becomes: gated,
      permission: create,
      at: 'counter',
      guard: free,
    },
    payByFund: {
      from: ['awaitingFunds'],
      to: ['approved', 'funded'],
      becomes: gated,
      permission: 'manage_incoming_funds',
      implied: true,
      guard: free,
    },
    confirmFunds: {
      from: ['funded', 'approved'],
      permission: manage,
      at: 'counter',
      note: 'required',
      guard: awaiting,
    },
    clear: {
      from: ['funded'],
      to: 'approved',
      permission: 'clear_transaction_rba',
      at: 'counter',
      clears: 'rba',
      note: 'required',
      guard: unmade,
    },
    refuse: {
      from: ['funded'],
      to: 'refundPending',
      permission: 'clear_transaction_rba',
      at: 'counter',
      stops: 'rba',
      note: 'required',
      isRefusal: true,
      guard: unmade,
    },
    quote: { from: ['draft', 'quoted'], to: 'quoted', permission: create, at: 'counter', guard: free },
    sendAgain: {
      from: ['rejected'],
      to: ['approved', 'funded'],
      becomes: gated,
      permission: manage,
      at: 'counter',
      guard: free,
    },
    amend: {
      from: ['draft', 'quoted', 'awaitingFunds', 'rejected'],
      permission: create,
      at: 'counter',
      guard: free,
    },
    queue: { from: ['approved'], to: 'queued', permission: process, implied: true, guard: free },
    batch: { from: ['queued'], to: 'batched', permission: process, implied: true, guard: free },
    unbatch: { from: ['batched'], to: 'queued', permission: process, implied: true },
    send: { from: ['queued', 'batched'], to: 'sent', permission: process, implied: true, guard: free },
    lose: { from: ['sent'], to: 'unknown', permission: process, implied: true },
    accept: { from: ['sent', 'unknown'], to: 'accepted', permission: process, implied: true },
    makeReady: {
      from: ['sent', 'unknown', 'accepted'],
      to: 'readyForPickup',
      permission: process,
      implied: true,
    },
    payOut: {
      from: ['sent', 'unknown', 'accepted', 'readyForPickup', 'cancelRequested'],
      to: 'paid',
      permission: process,
      implied: true,
    },
    reject: {
      from: ['sent', 'unknown', 'accepted', 'cancelRequested'],
      to: 'rejected',
      permission: process,
      implied: true,
    },
    giveBack: {
      from: ['sent', 'unknown', 'accepted', 'readyForPickup', 'paid', 'cancelRequested'],
      to: 'returned',
      permission: process,
      implied: true,
    },
    oweBack: {
      from: ['rejected', 'returned'],
      to: 'refundPending',
      permission: manage,
      at: 'counter',
      guard: free,
    },
    repeat: { from: ['unknown'], to: 'sent', permission: manage, at: 'counter', guard: mayRepeat },
    confirmPaid: {
      from: ['unknown'],
      to: 'paid',
      permission: manage,
      at: 'counter',
      note: 'required',
      final: true,
      guard: proven,
    },
    confirmRejected: {
      from: ['unknown'],
      to: 'rejected',
      permission: manage,
      at: 'counter',
      note: 'required',
      isRefusal: true,
      guard: proven,
    },
    cancel: {
      from: ['draft', 'quoted', 'awaitingFunds'],
      to: 'cancelled',
      permission: create,
      at: 'counter',
      final: true,
      isRefusal: true,
      guard: free,
    },
    cancelPaid: {
      from: ['funded', 'approved', 'queued'],
      to: 'refundPending',
      permission: manage,
      at: 'counter',
      note: 'required',
      final: true,
      isRefusal: true,
      guard: free,
    },
    recall: {
      from: ['sent', 'accepted', 'readyForPickup'],
      to: 'cancelRequested',
      permission: manage,
      at: 'counter',
      note: 'required',
      isRefusal: true,
      guard: free,
    },
    recalled: { from: ['cancelRequested'], to: 'refundPending', permission: process, implied: true },
    refuseRecall: { from: ['cancelRequested'], to: 'accepted', permission: process, implied: true },
    refund: {
      from: ['refundPending'],
      to: 'refunded',
      permission: manage,
      at: 'counter',
      final: true,
      guard: free,
    },
    expire: { from: ['quoted', 'awaitingFunds'], to: 'expired', permission: process, implied: true },
    hold: {
      from: ['draft', 'quoted', 'awaitingFunds', 'funded', 'approved', 'queued', 'refundPending'],
      permission: manage,
      note: 'required',
      isRefusal: true,
      guard: free,
    },
    release: {
      from: ['draft', 'quoted', 'awaitingFunds', 'funded', 'approved', 'queued', 'refundPending'],
      permission: manage,
      note: 'required',
      guard: ({ isHeld }: Held) => (isHeld ? undefined : 'ORDER_NOT_ON_HOLD'),
    },
  },
})
