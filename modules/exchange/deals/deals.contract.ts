// Long because a deal is written, priced and shown in one shape by one screen.
import * as z from 'zod'
import { actionsOf } from '#kit/contract/crud.contract.ts'
import { type Contract, read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import {
  ById,
  Choice,
  DateOnly,
  Done,
  Id,
  Instant,
  Explained,
  lines,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { Gate, OpenGate } from '../gates/gates.contract.ts'
import {
  DealDraft,
  Earned,
  Fee,
  Line,
  LineDraft,
  Money,
  Piece,
  Priced,
  Totals,
} from '../pricing/pricing.contract.ts'
import { ThirdParty } from '../third-parties/third-parties.contract.ts'
import { type DealAction, dealStates, dealWorkflow, paymentStates } from '../workflow/deal-workflow.domain.ts'
import { gateKinds, gateRight } from '../gates/gates.domain.ts'
import { ApplicationType } from '#modules/applications.contract.ts'

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

/** What is bought by a bank is `expected` until a line of the bank, or a second person, says otherwise. */
const DealLine = Line.extend({
  transfer: Line.shape.transfer
    .unwrap()
    .extend({ id: Id, state: z.enum(paymentStates) })
    .nullable(),
})

const Head = {
  id: Id,
  applicationType: ApplicationType,
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
  /** 1 a person, 2 a company, 0 nobody on file. */
  customerType: z.int().min(0).max(2),
  businessDate: DateOnly,
  /** Of one line or of several, such as `USD` or `USD, EUR`. */
  currencies: z.string(),
  /** The accounts at banks by which foreign money comes or goes, by name; empty: all of it in notes. */
  accounts: z.string(),
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
  /** What changes hands, line by line; a sub-currency by its own code. */
  traded: z.array(
    z.strictObject({
      side: z.enum(['buy', 'sell']),
      code: z.string(),
      quantity: z.string(),
      quoteUnit: z.int(),
      rate: z.string(),
    }),
  ),
  /** How and why it was cancelled, rejected or reversed; the reason of compliance only for whoever may decide for it. */
  ended: z.strictObject({ act: z.string(), by: z.string(), note: z.string() }).nullable(),
  /** Since when it has waited, or did; null before that. */
  submittedAt: Instant.nullable(),
  /** The open gates that wait for the decision of the person who asks. */
  decides: z.array(
    OpenGate.extend({
      ruleVersion: Gate.shape.ruleVersion,
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
/** Every act on a deal that is there, in the order of its life. */
export const dealActions = Object.keys(dealWorkflow.actions).filter((act): act is Offered => act !== 'create')
export const Deal = z.strictObject({
  ...Head,
  ...DealDraft.omit({ lines: true, payments: true, payout: true, waivedFees: true }).shape,
  makerId: Id,
  localCurrency: z.string(),
  lines: z.array(DealLine),
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
  /** Why whoever may reverse it cannot now: the day of its counter is not open, or over. */
  reverseBar: z.enum(['COUNTER_CLOSED', 'DAY_IS_OVER']).nullable(),
  can: z.array(z.enum(dealActions)),
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
  /** The accounts at banks by which the counter of the working space may take in and give out foreign money. */
  accounts: read({
    path: `${path}/accounts`,
    permission: view,
    output: z.array(z.object({ ...Choice.shape, currencyId: Id })),
  }),
  /** A new deal at the counter of the working space, taken as far as `upTo` says; it stays where a gate opens. */
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'create_transactions',
    input: z.strictObject({
      ...DealDraft.shape,
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
    input: z.strictObject({ ...Versioned.shape, ...DealDraft.shape }),
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
