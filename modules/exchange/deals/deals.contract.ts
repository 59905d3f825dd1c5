// Long because a deal is written, priced and shown in one shape by one screen.
import * as z from 'zod'
import { actionsOf } from '#kit/contract/crud.contract.ts'
import { type Contract, read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import {
  ById,
  DateOnly,
  Done,
  Id,
  Instant,
  line,
  Explained,
  lines,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { approvers } from '#modules/approvals/gates/gates.domain.ts'
import { identityTypes } from '#modules/customers/profiles/profiles.domain.ts'
import { ruleKinds } from '#modules/rates/effective/effective.domain.ts'
import { ThirdParty } from '../third-parties/third-parties.contract.ts'
import { sides } from './basket.domain.ts'
import {
  type DealAction,
  dealStates,
  dealWorkflow,
  gateKinds,
  gateReasons,
  gateRight,
  paymentStates,
} from './deal-workflow.domain.ts'

/** Above zero, with at most so many digits that sums of a basket stay exact. */
const Positive = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,8})?$/)
  .refine((value) => /[1-9]/.test(value), { params: { code: 'NOT_POSITIVE' } })
const Amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/)

const Piece = z.strictObject({
  kind: z.enum(['note', 'coin']),
  faceValue: Positive,
  count: z.int().min(1).max(1_000_000),
})

const LineDraft = z.strictObject({
  side: z.enum(sides),
  currencyId: Id,
  subCurrencyId: Id.nullable().default(null),
  quantity: Positive,
  /** Local currency per quote unit. Without it the usual rate holds. */
  rate: Positive.nullable().default(null),
  /** The usual rate that the teller saw: a deal at another one is refused, unless it was quoted. */
  usualRate: Positive.nullable().default(null),
  reason: line(200).default(''),
  /** Which notes and coins go over the counter, if somebody says; they add up to the quantity. */
  pieces: z.array(Piece).max(60).default([]),
})

const PaymentDraft = z.strictObject({
  /** In: the customer pays us. Out: we pay the customer. */
  direction: z.enum(['in', 'out']),
  modeId: Id,
  /** In local currency. */
  amount: Positive,
  /** What the customer handed over, where the change goes back. */
  tendered: Amount.nullable().default(null),
  reference: line(80).default(''),
  /** Who pays or is paid, where it is not the customer. */
  thirdParty: ThirdParty.nullable().default(null),
})

const draft = {
  customerId: Id.nullable().default(null),
  /** Who stands at the counter, where no customer is on file. */
  walkIn: z
    .strictObject({
      name: line(200).default(''),
      idType: z.enum(['', ...identityTypes]).default(''),
      idNumber: line(40).default(''),
      idIssuingCountry: line(2).default(''),
    })
    .nullable()
    .default(null),
  /** Who came for the customer, where no payment names them. */
  thirdParty: ThirdParty.nullable().default(null),
  purpose: line(200).default(''),
  sourceOfFunds: line(200).default(''),
  remarks: lines(1000).default(''),
  lines: z.array(LineDraft).min(1).max(20),
  /** Without any the whole is paid or received in cash. */
  payments: z.array(PaymentDraft).max(10).default([]),
  /** Notes and coins of the cash that is paid out; kept as long as they add up to it. */
  payout: z.array(Piece).max(60).default([]),
  /** Fees that are waived, by rule, with the reason. */
  waivedFees: z
    .array(z.strictObject({ ruleId: Id, reason: line(200).min(1) }))
    .max(20)
    .default([]),
  /** A second person shall look at it, whatever the rules say. */
  askAuthorization: z.boolean().default(false),
}

/** A deal as the counter enters it. */
export const DealDraft = z.strictObject(draft)
export type DealDraft = z.output<typeof DealDraft>

const Gate = z.strictObject({
  id: Id,
  kind: z.enum(gateKinds),
  reason: z.enum(gateReasons),
  rule: z.string(),
  ruleVersion: z.int(),
  /** The text that the rule stands in. */
  source: z.string(),
  value: z.string(),
  limit: z.string().nullable(),
  line: z.int().nullable(),
  /** Who must agree, or somebody above them. */
  approveRole: z.enum(approvers).nullable(),
  state: z.enum(['open', 'approved', 'rejected', 'lapsed']),
  /** Until when a reversal that was approved may be made. */
  lapsesAt: Instant.nullable(),
  decidedBy: z.string().nullable(),
  /** In whose stead. */
  decidedFor: z.string().nullable(),
  decidedAt: Instant.nullable(),
  note: z.string(),
})

const Money = z.string()
const Totals = z.strictObject({
  buy: Money,
  sell: Money,
  fee: Money,
  tax: Money,
  net: Money,
  /** Added so that the cash part can be paid with the coins there are. */
  rounding: Money,
})
const Fee = z.strictObject({
  ruleId: Id,
  name: z.string(),
  fee: Money,
  /** The tax in it by name and rate, a fraction; no rate where there is none. */
  tax: Money,
  taxName: z.string(),
  taxRate: z.string().nullable(),
  isWaived: z.boolean(),
  isWaivable: z.boolean(),
  reason: z.string(),
})
/** Null for whoever may not know. */
const Earned = z.strictObject({ dealing: Money, holding: Money, realised: Money }).nullable()

const Line = z.strictObject({
  position: z.int(),
  side: z.enum(sides),
  currencyId: Id,
  subCurrencyId: Id.nullable(),
  currencyCode: z.string(),
  subCurrencyCode: z.string().nullable(),
  quoteUnit: z.int(),
  quantity: z.string(),
  rate: z.string(),
  usualRate: z.string(),
  mid: z.string(),
  rateRule: z.strictObject({ kind: z.enum(ruleKinds), id: Id.nullable() }),
  reason: z.string(),
  amount: Money,
  pieces: z.array(Piece),
  isSettled: z.boolean(),
  gain: Earned,
})

const Payment = z.strictObject({
  id: Id,
  direction: z.enum(['in', 'out']),
  modeId: Id,
  modeName: z.string(),
  modeKind: z.string(),
  amount: Money,
  tendered: Money.nullable(),
  pieces: z.array(Piece),
  reference: z.string(),
  thirdParty: ThirdParty.nullable(),
  /** `expected` until it is there; what needs clearing is `received` first. */
  state: z.enum(paymentStates),
  needsClearing: z.boolean(),
  isSettled: z.boolean(),
})

/** Something without which a deal cannot go on, at the field that it concerns. */
const Missing = z.strictObject({
  field: z.string(),
  code: z.string(),
  message: z.string(),
  rule: z.string(),
  source: z.string(),
})

/** What the house says of a basket before it is a deal. */
export const Priced = z.strictObject({
  lines: z.array(
    Line.omit({ isSettled: true }).extend({
      /** In the drawer and not promised, in units of the currency; of what is sold. */
      available: z.string().nullable(),
      /** Notes and coins that would be handed over, out of the drawer; null where it cannot make the quantity. */
      suggested: z.array(Piece).nullable(),
    }),
  ),
  /** Notes and coins in which the cash would be paid out, likewise. */
  payout: z.array(Piece).nullable(),
  fees: z.array(Fee),
  totals: Totals,
  gates: z.array(
    Gate.pick({
      kind: true,
      reason: true,
      rule: true,
      source: true,
      value: true,
      limit: true,
      line: true,
      approveRole: true,
    }),
  ),
  missing: z.array(Missing),
  tier: z.enum(['none', 'SDD', 'CDD', 'EDD']),
  gain: Earned,
})
export type Priced = z.output<typeof Priced>

const Head = {
  id: Id,
  version: Version,
  /** Null until it is submitted. */
  number: z.string().nullable(),
  state: z.enum(dealStates),
  isOnHold: z.boolean(),
  openGates: z.array(z.enum(gateKinds)),
  branchId: Id,
  branchName: z.string(),
  counterId: Id,
  counterName: z.string(),
  customerId: Id.nullable(),
  customerName: z.string(),
  businessDate: DateOnly,
  /** Of one line or of several, such as `USD` or `USD, EUR`. */
  currencies: z.string(),
  buy: Money,
  sell: Money,
  fee: Money,
  net: Money,
  /** The larger of what was bought and sold. */
  amount: Money,
  maker: z.string(),
  createdAt: Instant,
  settledAt: Instant.nullable(),
}
export const DealRow = z.strictObject({
  ...Head,
  /** Since when it has waited, or did; null before that. */
  submittedAt: Instant.nullable(),
  /** The open gates that wait for the decision of the person who asks. */
  decides: z.array(
    Gate.pick({
      kind: true,
      reason: true,
      rule: true,
      ruleVersion: true,
      source: true,
      value: true,
      limit: true,
      line: true,
      approveRole: true,
    }).extend({
      /** Where it is only in the stead of somebody absent that they may. */
      inStead: z.string().nullable(),
    }),
  ),
  /** Where these gates are on their way up, by kind: at which roles since when, and whether the person who asks was told. */
  routes: z.array(
    z.strictObject({
      kind: z.enum(gateKinds),
      roles: z.array(z.string()),
      since: Instant,
      isTold: z.boolean(),
    }),
  ),
})
export type DealRow = z.output<typeof DealRow>

type Offered = Exclude<DealAction, 'create'>
const actions = Object.keys(dealWorkflow.actions).filter((act): act is Offered => act !== 'create')
export const Deal = z.strictObject({
  ...Head,
  ...DealDraft.omit({ lines: true, payments: true, payout: true, waivedFees: true }).shape,
  makerId: Id,
  customerType: z.int().min(0).max(2),
  localCurrency: z.string(),
  lines: z.array(Line),
  payments: z.array(Payment),
  fees: z.array(Fee),
  gates: z.array(Gate),
  totals: Totals,
  /** Until when its rates hold, while it is a quote. */
  expiresAt: Instant.nullable(),
  reservedUntil: Instant.nullable(),
  gain: Earned,
  /** What happened to it, latest last. */
  events: z.array(
    z.strictObject({
      act: z.string(),
      by: z.string(),
      /** In whose stead; empty in one's own. */
      forName: z.string(),
      at: Instant,
      note: z.string(),
      from: z.string(),
      to: z.string(),
    }),
  ),
  /** Where the journal has it, for whoever may read that; the mirror that undid a handover. */
  postings: z.array(z.strictObject({ entryId: Id, businessDate: DateOnly, reversalId: Id.nullable() })),
  /** Those in whose stead the person who asks may decide on it. */
  inStead: z.array(z.string()),
  can: z.array(z.enum(actions)),
})
export type Deal = z.output<typeof Deal>

export const dealColumns = {
  number: 'String',
  state: 'select',
  branchId: 'Guid',
  counterId: 'Guid',
  customerId: 'Guid',
  customerName: 'String',
  businessDate: 'Date',
  createdAt: 'Date',
  settledAt: 'Date',
  currencies: 'String',
  amount: 'Number',
  makerId: 'Guid',
} as const satisfies Columns

const approvalColumns = { ...dealColumns, submittedAt: 'Date' } as const satisfies Columns

const path = '/postransaction/manage'
const view = ['view_transactions', 'create_transactions'] as const
/** Whoever sees deals may ask what waits for them: for most of them it is nothing. */
const deciding = [...view, ...gateKinds.map((kind) => gateRight(kind))]
const list = (name: string) =>
  read({
    path: `${path}/${name}`,
    method: 'POST',
    permission: view,
    input: listQuery(dealColumns),
    output: pageOf(DealRow),
    columns: dealColumns,
  })

const Sums = z.strictObject({
  deals: z.int(),
  buy: Money,
  sell: Money,
  fee: Money,
  realised: Money.nullable(),
  currencies: z.array(
    z.strictObject({
      currencyId: Id,
      code: z.string(),
      bought: z.string(),
      sold: z.string(),
      buy: Money,
      sell: Money,
    }),
  ),
})

const acts = actionsOf(dealWorkflow, {
  path,
  row: Deal,
  kinds: {
    approveAuthorization: 'APPROVE',
    approveLimit: 'APPROVE',
    approveReversal: 'APPROVE',
    rejectAuthorization: 'REJECT',
    rejectLimit: 'REJECT',
    rejectReversal: 'REJECT',
    rejectRba: 'REJECT',
    cancel: 'CANCEL',
  },
})

/** In the audit a deal is a deal: `manage` is the word of several groups of calls. */
export const namedDeals = <C extends Contract>(contract: C): C =>
  Object.fromEntries(
    Object.entries(contract).map(([name, entry]) => [
      name,
      { ...entry, act: entry.act.replace('manage.', 'deal.') },
    ]),
  ) as C

/** Deals at the counter: every `postransaction/manage` act of specification 001, 7. */
export const deals = namedDeals({
  list: list('list'),
  /** Of every branch that may be seen, without the lists' states. */
  allList: list('all-list'),
  pending: list('pending'),
  history: list('history'),
  cancelled: list('cancelled'),
  /** What waits for the decision of the person who asks: by right, limit and place, and never what they made. */
  approvals: read({
    path: `${path}/approvals`,
    method: 'POST',
    permission: deciding,
    input: listQuery(approvalColumns),
    output: pageOf(DealRow),
    columns: approvalColumns,
  }),
  /** Sums of what a list shows, over all of its pages. */
  totals: read({
    path: `${path}/totals`,
    method: 'POST',
    permission: view,
    input: listQuery(dealColumns).pick({ filters: true }),
    output: Sums,
  }),
  /** By its own id, or by that of one of its handovers, which is what the journal names. */
  getById: read({ path: `${path}/getById`, permission: deciding, input: ById, output: Deal }),
  /** What the house would say to a basket: rates, amounts, fees, gates, what is missing and why. */
  price: read({
    path: `${path}/price`,
    method: 'POST',
    permission: view,
    input: DealDraft.extend({ dealId: Id.nullable().default(null), lines: z.array(LineDraft).max(20) }),
    output: Priced,
  }),
  /** A new deal at the counter of the working space, taken as far as `upTo` says; it stays where a gate opens. */
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'create_transactions',
    input: z.strictObject({
      ...draft,
      /** `hold` submits it and holds it at once, for whom the queue waits. */
      upTo: z.enum(['draft', 'quote', 'hold', 'submit', 'settle']).default('submit'),
    }),
    output: Deal,
    movesValue: true,
  }),
  /** Another content of a deal that is not settled: its gates open anew when it is submitted. */
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission: 'create_transactions',
    input: z.strictObject({ ...Versioned.shape, ...draft }),
    output: Deal,
  }),
  quote: acts.quote,
  submit: acts.submit,
  approveAuthorization: acts.approveAuthorization,
  rejectAuthorization: acts.rejectAuthorization,
  approveLimit: acts.approveLimit,
  rejectLimit: acts.rejectLimit,
  clearRba: acts.clearRba,
  rejectRba: acts.rejectRba,
  hold: acts.hold,
  releaseHold: acts.releaseHold,
  /** Hands over what is agreed: these lines, or all that are left; with these payments, or those that were agreed. */
  settle: write({
    path: `${path}/settle`,
    kind: 'UPDATE',
    permission: 'settle_transactions',
    input: z.strictObject({
      ...Versioned.shape,
      lines: z.array(z.int().min(0).max(19)).max(20).nullable().default(null),
      payments: z.array(Id).max(10).nullable().default(null),
    }),
    output: Deal,
    movesValue: true,
  }),
  /** Says that money which comes another way than over the counter is there, is good, or came back: never by the maker. */
  clearPayment: write({
    path: `${path}/clearPayment`,
    kind: 'APPROVE',
    permission: 'authorise_transactions',
    input: z.strictObject({
      ...Versioned.shape,
      payment: Id,
      state: z.enum(paymentStates).exclude(['expected']),
      note: lines(1000).optional(),
    }),
    output: Deal,
  }),
  cancel: acts.cancel,
  /** A rest whose rate has moved is pending until another person approves its old rate; then the maker can settle it on that day. */
  askRest: acts.askRest,
  approveRest: acts.approveRest,
  rejectRest: acts.rejectRest,
  /** A reversal above one's own limit is pending until a person whose limit covers it approves; then the deal can be reversed. */
  askReversal: acts.askReversal,
  approveReversal: acts.approveReversal,
  rejectReversal: acts.rejectReversal,
  reverse: write({
    path: `${path}/reverse`,
    kind: 'CANCEL',
    permission: 'reverse_transactions',
    input: Explained,
    output: Deal,
    movesValue: true,
  }),
  delete: write({
    path: `${path}/delete`,
    kind: 'DELETE',
    permission: 'create_transactions',
    input: Versioned,
    output: Done,
  }),
})

/** What a customer has dealt: counts and sums by window, for the screen of the deal and of the customer. */
export const statistics = {
  customer: read({
    path: '/postransaction/statistic/customer',
    permission: view,
    input: z.strictObject({ customerId: Id }),
    output: z.strictObject({
      deals: z.int(),
      first: DateOnly.nullable(),
      last: DateOnly.nullable(),
      total: Money,
      windows: z.array(z.strictObject({ days: z.int(), deals: z.int(), amount: Money })),
    }),
  }),
}
