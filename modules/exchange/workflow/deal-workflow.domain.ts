// Long because every act of a deal, and what rules it out, stands in one table.
import { decide } from '#kit/domain/document.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import { type GateKind, gateKinds, gateRight } from '../gates/gates.domain.ts'

/** What a deal is called where documents of any kind are held by type and id. */
export const subjectType = 'deal'

export interface Judged {
  state: string | null
  /** Who made or changed it: none of them checks it. */
  makerIds: ReadonlySet<string>
  /** Who asked last that it be reversed, and who put it on hold last. */
  askerId: string | null
  holderId: string
  isOnHold: boolean
  openGates: readonly GateKind[]
  isReversible: boolean
  /** It was settled with goods, through what is owed to the customer. */
  isInBasket?: boolean
  isNumbered?: boolean
  /** Its quote holds no more. */
  isExpired?: boolean
  /** Some of its money, or that of which somebody says so, comes another way than over the counter and can go on. */
  isAwaited?: boolean
  /** Why a reversal is above what is left of the limit of this person, and nobody let it through. */
  above?: Refusal | string | undefined
  /** Why nothing comes back at its counter now. */
  dayBar?: string | null
  /** The drawer out of which it is settled, and into which it is taken back, is another's than this person's. */
  isOthersDrawer?: boolean
  /** What is left of it goes over at its rate without asking. */
  restHolds?: boolean
}
type Person = Pick<Actor, 'selves'>
type Acting = Pick<Actor, 'permissions' | 'selves' | 'userId'>

const illegal = ({ state }: Judged, action: string) =>
  new Refusal('ILLEGAL_TRANSITION', { state, action }, { kind: 'conflict' })
const running = ({ isOnHold }: Judged) => (isOnHold ? 'ON_HOLD' : undefined)
/** Money leaves a drawer, and comes back to it, by the teller who sits there. */
const pays = (deal: Judged) => running(deal) ?? (deal.isOthersDrawer ? othersDrawer : undefined)
const othersDrawer = new Refusal(
  'DRAWER_OF_OTHERS',
  {},
  { fields: [{ field: 'counterId', code: 'DRAWER_OF_OTHERS' }] },
)
/** The maker of a deal, or the requester of its reversal, does not decide on that. */
export const hasPart = ({ makerIds, askerId }: Judged, kind: GateKind, person: Person) =>
  isAmong([...makerIds, kind === 'reversal' ? askerId : null], person)
const rejects = (kind: GateKind) => (deal: Judged, actor: Person) =>
  (deal.openGates.includes(kind) ? undefined : 'GATE_NOT_OPEN') ??
  (hasPart(deal, kind, actor) ? 'MAKER_IS_CHECKER' : undefined)
const reversible: readonly ['settled', 'partiallySettled'] = ['settled', 'partiallySettled']
/** What was settled is taken back by another person than its maker. */
const reverses = (deal: Judged, actor: Person) =>
  (deal.isReversible ? undefined : 'NOT_REVERSIBLE') ??
  (deal.isInBasket ? 'SETTLED_IN_BASKET' : undefined) ??
  (isAmong(deal.makerIds, actor) ? 'MAKER_IS_CHECKER' : undefined)
/** Who wants to hand over a rest at its old rate asks once. */
const asksRest = (deal: Judged) =>
  running(deal) ??
  (deal.openGates.includes('rest') ? 'REST_ASKED' : undefined) ??
  (deal.restHolds ? new Refusal('REST_RATE_HOLDS', {}, { kind: 'conflict' }) : undefined)
/** A maker's hold is a pause, which another may turn into a stop; a stop is one already. */
const stops = (deal: Judged, actor: Person) =>
  !deal.isOnHold || (deal.makerIds.has(deal.holderId) && !isAmong(deal.makerIds, actor))
    ? undefined
    : illegal(deal, 'hold')
/**
 * What is on hold is let go, or ended, by whoever held it, by a maker where a maker held it, and of the others by those who may decide
 * at a gate.
 */
function notHeld(deal: Judged, actor: Acting) {
  const { isOnHold, holderId, makerIds } = deal
  if (!isOnHold || actor.userId === holderId) return undefined
  const decides = gateKinds.some((kind) => kind !== 'reversal' && actor.permissions.has(gateRight(kind)))
  return (isAmong(makerIds, actor) ? makerIds.has(holderId) : decides) ? undefined : 'HELD_BY_OTHERS'
}
/** Of several gates the last that is passed lets the deal go on. */
const passes = (kind: GateKind) => ({
  from: ['waiting'] as const,
  permission: gateRight(kind),
  to: ['waiting', 'pending'] as const,
  becomes: ({ openGates }: Judged) => (openGates.some((one) => one !== kind) ? 'waiting' : 'pending'),
  guard: checks(kind),
})
/** What is on hold can be ended at its gate, and not let through. */
const checks = (kind: GateKind) => (deal: Judged, actor: Person) =>
  running(deal) ?? rejects(kind)(deal, actor)

/** The states in which a deal waits for its money. */
export const awaitingMoney = ['waiting', 'pending', 'partiallySettled'] as const
/** The states in which a deal can be held. */
export const open = ['draft', 'quote', ...awaitingMoney] as const
/** The states that have a paper: of what changed hands, or of what is void. */
export const printed = ['partiallySettled', 'settled', 'reversed', 'cancelled', 'rejected'] as const
const printing = ['create_transactions', 'export_transactions'] as const

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
    create: { from: [null], to: 'draft', permission: 'create_transactions' },
    quote: { from: ['draft', 'quote'], to: 'quote', permission: 'create_transactions', guard: running },
    edit: {
      from: ['draft', 'quote', 'waiting', 'pending'],
      to: 'draft',
      permission: 'create_transactions',
      guard: running,
    },
    submit: {
      from: ['draft', 'quote'],
      to: ['waiting', 'pending'],
      becomes: ({ openGates }: Judged) => (openGates.length > 0 ? 'waiting' : 'pending'),
      permission: 'create_transactions',
      guard: (deal: Judged) =>
        running(deal) ??
        (deal.isExpired ? new Refusal('QUOTE_EXPIRED', {}, { kind: 'conflict' }) : undefined),
    },
    approveAuthorization: {
      ...passes('authorization'),
      permission: 'authorise_transactions',
      note: 'optional',
    },
    rejectAuthorization: {
      from: ['waiting'],
      to: 'rejected',
      permission: 'authorise_transactions',
      note: 'required',
      final: true,
      guard: rejects('authorization'),
    },
    approveLimit: { ...passes('limit'), note: 'optional' },
    rejectLimit: {
      from: ['waiting'],
      to: 'rejected',
      permission: 'approve_transaction_limits',
      note: 'required',
      final: true,
      guard: rejects('limit'),
    },
    clearRba: { ...passes('rba'), note: 'required' },
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
      guard: pays,
    },
    settle: {
      from: ['pending', 'partiallySettled'],
      to: 'settled',
      permission: 'settle_transactions',
      guard: pays,
    },
    cancel: {
      from: ['draft', 'quote', 'waiting', 'pending'],
      to: 'cancelled',
      permission: 'cancel_transactions',
      note: 'optional',
      final: true,
      guard: notHeld,
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
      guard: (deal: Judged, actor: Person) =>
        reverses(deal, actor) ??
        (deal.openGates.includes('reversal') ? 'REVERSAL_ASKED' : undefined) ??
        (deal.above ? undefined : illegal(deal, 'askReversal')),
    },
    approveReversal: {
      from: reversible,
      permission: 'reverse_transactions',
      note: 'optional',
      guard: rejects('reversal'),
    },
    rejectReversal: {
      from: reversible,
      permission: 'reverse_transactions',
      note: 'required',
      guard: rejects('reversal'),
    },
    reverse: {
      from: reversible,
      to: 'reversed',
      permission: 'reverse_transactions',
      note: 'required',
      final: true,
      guard: (deal: Judged, actor: Acting) =>
        reverses(deal, actor) ??
        notHeld(deal, actor) ??
        deal.above ??
        deal.dayBar ??
        (deal.isOthersDrawer ? othersDrawer : undefined),
    },
    clearPayment: {
      from: awaitingMoney,
      permission: 'authorise_transactions',
      note: 'optional',
      guard: (deal: Judged, actor: Person) =>
        deal.isAwaited
          ? isAmong(deal.makerIds, actor)
            ? new Refusal('MAKER_IS_CHECKER', {}, { kind: 'forbidden' })
            : undefined
          : illegal(deal, 'clearPayment'),
    },
    hold: { from: open, permission: 'hold_transactions', note: 'optional', guard: stops },
    releaseHold: {
      from: open,
      permission: 'hold_transactions',
      note: 'optional',
      guard: (deal: Judged, actor: Acting) =>
        deal.isOnHold ? notHeld(deal, actor) : illegal(deal, 'releaseHold'),
    },
    delete: {
      from: ['draft', 'quote'],
      permission: 'create_transactions',
      final: true,
      guard: (deal: Judged, actor: Acting) =>
        deal.isNumbered ? illegal(deal, 'delete') : notHeld(deal, actor),
    },
    print: {
      from: printed,
      permission: printing,
      illegal: 'NOT_SETTLED',
      guard: ({ isNumbered }: Judged) => (isNumbered ? undefined : 'NOT_SETTLED'),
    },
    printQuote: { from: ['quote'], permission: printing, illegal: 'NOT_A_QUOTE' },
  },
})

export const dealStates = Object.keys(dealWorkflow.states) as (keyof typeof dealWorkflow.states)[]
export type DealState = (typeof dealStates)[number]
export type DealAction = keyof typeof dealWorkflow.actions

/** How far a new deal is taken. */
export type Goal = 'draft' | 'hold' | 'quote' | 'settle' | 'submit'

/** What becomes of a new deal: its state, and the acts that led there. Throws as `decide` does. */
export function makeDealUpTo(
  goal: Goal,
  { openGates, isAwaited }: { openGates: readonly GateKind[]; isAwaited: boolean },
  actor: Acting & Pick<Actor, 'name'>,
  now: Date,
): { state: DealState; acts: readonly DealAction[] } {
  // The acts that lead there; what stands at a gate, or waits for money, goes as far as it can.
  const ways = {
    draft: ['create'],
    quote: ['create', 'quote'],
    submit: ['create', 'submit'],
    hold: ['create', 'submit', 'hold'],
    settle: ['create', 'submit', 'settle'],
  } as const satisfies Record<Goal, readonly DealAction[]>
  const acts = goal === 'settle' && (isAwaited || openGates.length > 0) ? ways.submit : ways[goal]
  const isReversible = false
  const fresh = { makerIds: actor.selves, askerId: null, holderId: '', isOnHold: false, isReversible }
  const state = acts.reduce<DealState | null>(
    (before, act) =>
      decide(dealWorkflow, { ...fresh, openGates, state: before }, { act }, { actor, now }).next.state,
    null,
  )
  return { state: state ?? 'draft', acts }
}

/** How a deal passes a gate, and how it ends there. */
export const gateActs = {
  authorization: ['approveAuthorization', 'rejectAuthorization'],
  limit: ['approveLimit', 'rejectLimit'],
  rba: ['clearRba', 'rejectRba'],
  reversal: ['approveReversal', 'rejectReversal'],
  rest: ['approveRest', 'rejectRest'],
} as const satisfies Record<GateKind, readonly [pass: DealAction, reject: DealAction]>
export type GateAct = (typeof gateActs)[GateKind][number]

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

/** The states in which a gate is pending with an approver. */
export const atGate: readonly DealState[] = ['waiting', ...reversible]

/** Of these the paper says that nothing holds any more. */
export const voided: readonly DealState[] = ['reversed', 'cancelled', 'rejected']

/** What the sums of a list add up: nothing that is not a deal yet, or no deal any more. */
export const counted: readonly DealState[] = ['waiting', 'pending', 'partiallySettled', 'settled']

/** What each list of deals shows; specification 001, 2.2. */
export const dealLists = {
  pending: ['waiting', 'pending', 'partiallySettled'],
  history: ['settled', 'partiallySettled', 'reversed'],
  cancelled: ['cancelled', 'rejected'],
} as const satisfies Record<string, readonly DealState[]>
