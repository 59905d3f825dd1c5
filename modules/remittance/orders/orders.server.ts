import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { pinSettings } from '#kit/server/remembered.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { branchRows, businessDate, exponentOf, requireVisible } from '#modules/organisation/public.server.ts'
import { endWhereUpheld } from '#modules/screening/public.server.ts'
import { newSeal, sealedCode } from '#modules/exchange/public.server.ts'
import type { FixedSide } from '../quotes/quotes.domain.ts'
import { offersFor } from '../quotes/offers.server.ts'
import { purposeCodeOf } from '../purposes/mapping.server.ts'
import { ruleFor } from '../recipient-rules/rules.server.ts'
import { requireValidRecipient } from '../recipients/checked.server.ts'
import type { FieldKey, Method } from '../recipients/fields.domain.ts'
import { type OrderState, orderWorkflow } from '../order-rows/order-workflow.domain.ts'
import { refuseIncomplete } from '../travel/travel.server.ts'
import { rbaGate } from './due-diligence.server.ts'
import { refuseLike } from './likeness.server.ts'
import {
  type Amend,
  type Compare,
  type OrderDetail,
  type OrderDraft,
  orders,
  type Pay,
} from './orders.contract.ts'
import { subjectType, type Waits } from '../order-rows/orders.domain.ts'
import type { ReportKind, ReportSource } from '../partners/reports.domain.ts'
import { reportsOf } from '../partners/reports.queries.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import { isCalled } from '../queue/queue.server.ts'
import {
  judgeAgain,
  judgeOrder,
  fundTurns,
  judgePaid,
  keepFee,
  owe,
  pay,
  refund,
  refuseExpired,
  refuseUndecided,
  renew,
  repeatSending,
  takePayment,
} from './payments.server.ts'
import { askPartner, askToCancel, followOrder, settleByPerson, unknownFacts } from './partner-acts.server.ts'
import { addFees, keepFees, offerOf, pricedBy, senderOf } from './pricing.server.ts'
import { sheetColumns } from './order-sheet.domain.ts'
import * as queries from '../order-rows/orders.queries.ts'

type Row = queries.OrderRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Noted<T> = Ctx<T & { note?: string | undefined }>
type Recipient = Partial<Record<FieldKey, string>>

const orderDocuments = documents({
  type: subjectType,
  home: '/remittance',
  workflow: orderWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId, counterId }: Row) => ({ counter: { branchId, counterId } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  makerActs: ['amend', 'pay'],
  gates: { rba: rbaGate(({ sends }: Row) => sends) },
  turns: fundTurns,
  facts: unknownFacts,
  follow: followOrder,
  present,
})
type Detail = Awaited<ReturnType<typeof orderDocuments.getById>>

export const ordersRouter = serve(orders, {
  ...orderDocuments.lists(queries.list, 'remittance:orders', sheetColumns),
  getById: whole(orderDocuments.getById),
  historySummary,
  compare,
  create: whole(async (ctx) => {
    // The same order again is the one that it has become.
    const [before] = await queries.find(ctx.db, [ctx.input.id])
    return before ? orderDocuments.detail(ctx, before.id) : orderDocuments.make('create', prepare)(ctx)
  }),
  quote: whole(orderDocuments.act('quote', priceAgain)),
  agree: whole(orderDocuments.act('agree', refuseExpired)),
  amend: whole(orderDocuments.act<Noted<Amend>>('amend', amend)),
  pay: whole(orderDocuments.act<Noted<Pay>>('pay', pay, judgeOrder)),
  confirmFunds: whole(orderDocuments.act('confirmFunds', () => Promise.resolve({ waitsFor: '' }))),
  clear: whole(orderDocuments.act('clear', refuseUndecided)),
  refuse: whole(orderDocuments.act('refuse')),
  cancel: whole(orderDocuments.act('cancel')),
  cancelPaid: whole(orderDocuments.act('cancelPaid', keepFee)),
  recall: whole(orderDocuments.act('recall', askToCancel)),
  sendAgain: whole(orderDocuments.act('sendAgain', renew, judgeAgain)),
  repeat: whole(orderDocuments.act('repeat', repeatSending)),
  confirmPaid: whole(orderDocuments.act('confirmPaid', settleByPerson('paid'))),
  confirmRejected: whole(orderDocuments.act('confirmRejected', settleByPerson('rejected'))),
  oweBack: whole(orderDocuments.act('oweBack', owe)),
  refund: whole(orderDocuments.act('refund', refund)),
  hold: whole(orderDocuments.act('hold', () => Promise.resolve({ isHeld: true }))),
  release: whole(orderDocuments.act('release', () => Promise.resolve({ isHeld: false }))),
  ask: whole(async (ctx) => {
    await askPartner(ctx)
    return orderDocuments.detail(ctx, ctx.input.id)
  }),
  ...orderDocuments.files,
})
export const orderAnswers = [
  ...orderDocuments.answers,
  endWhereUpheld({ waiting: queries.waitingFor, end: orderDocuments.perform('refuse') }),
]

/** An order is paid by money that came in at a bank for it. */
export const payByFund = orderDocuments.perform<
  Reading & { input: { id: string; version: number; fundId: string; isThirdParty: boolean; note?: string } },
  { isGated: boolean }
>(
  'payByFund',
  (ctx, row) => takePayment(ctx, { ...row, fundId: ctx.input.fundId }),
  (ctx, row) => judgePaid(ctx, row, 'fund', ctx.input.isThirdParty),
)

async function present({ db }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  return rows.map((row) => ({
    ...row,
    state: row.state as OrderState,
    waitsFor: row.waitsFor as Waits,
    method: row.method as Method,
    fixed: row.fixed as FixedSide,
    rate: new Exact(row.rate).toFixed(),
    gets: shownGets(row),
    sends: money(row.sends),
    fee: money(row.fee),
    tax: money(row.tax),
    total: money(row.total),
    rounding: money(row.rounding),
    quotedUntil: new Date(row.quotedUntil).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

/** What is paid out, without decimals where it has none: partners pay in fewer than a currency has. */
const shownGets = ({ gets, currency }: Pick<Row, 'currency' | 'gets'>) =>
  new Exact(gets).isInteger() ? new Exact(gets).toFixed(0) : new Exact(gets).toFixed(exponentOf(currency))

async function withRecipient({ db }: Reading, one: Detail): Promise<OrderDetail> {
  const { doubts = [], values } = one.recipient as unknown as {
    doubts?: { field: string; code: string }[]
    values: Recipient
  }
  const { providerReason, recipientLatin, purposeCode, duplicateReason, isFeeKept } = one
  const size = (amount: string) => new Exact(amount).toFixed(exponentOf(one.settlementCurrency))
  // Nothing is told of what no partner has heard of.
  const told = one.reference === '' ? [] : await reportsOf(db, one.id)
  return {
    ...one,
    providerReason,
    recipientLatin,
    purposeCode,
    duplicateReason,
    isFeeKept,
    reference: one.reference,
    sentAt: instantOf(one.sentAt),
    settles: one.settles === null ? '' : size(one.settles),
    kept: new Exact(one.kept).isZero() ? '' : size(one.kept),
    told: told.map((report) => ({
      ...report,
      kind: report.kind as ReportKind,
      source: report.source as ReportSource,
      amount: report.amount && size(report.amount),
      occurredAt: instantOf(report.occurredAt),
      cameAt: new Date(report.cameAt).toISOString(),
    })),
    isAskable: isCalled(one) && (one.state === 'sent' || one.state === 'unknown'),
    trackingCode: sealedCode(one),
    recipient: values,
    doubts,
    purpose: one.purpose as OrderDetail['purpose'],
    sourceOfFunds: one.sourceOfFunds as OrderDetail['sourceOfFunds'],
    relationship: one.relationship as OrderDetail['relationship'],
  }
}

/** A handler whose answer is the order with its recipient. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => {
    pinSettings(ctx.db)
    return withRecipient(ctx, await act(ctx))
  }
}

const instantOf = (at: string | null) => at && new Date(at).toISOString()

async function historySummary({ db, actor, input }: Ctx<{ from: string; to: string }>) {
  const money = await localMoney(db)
  const found = await queries.summary(db, actor.scope, input)
  const sum = (key: 'fees' | 'sends') =>
    money(found.reduce((all, one) => all.plus(one[key] ?? 0), new Exact(0)).toFixed())
  return {
    count: found.reduce((all, { count }) => all + Number(count), 0),
    sends: sum('sends'),
    fees: sum('fees'),
    corridors: found.map(({ country, currency, count, sends, gets }) => ({
      country,
      currency,
      count: Number(count),
      sends: money(sends ?? '0'),
      gets: shownGets({ currency, gets: gets ?? '0' }),
    })),
  }
}

async function compare({ db, input, now, actor }: Ctx<Compare>) {
  const branch = await branchRows.get(db, input.branchId)
  // A teller sees a counter, and works for its branch.
  if (actor.workspace.branchId !== branch.id) requireVisible(actor.scope, 'branchIds', branch)
  const customerType = input.customerId ? (await senderOf(db, input.customerId)).customerType : 0
  const offers = await offersFor(db, { ...input, customerType }, now)
  return offers.map(({ providerId, provider, rate, sends, gets, fee, tax, total, arrivesOn }) => ({
    providerId,
    provider,
    rate,
    sends,
    gets,
    fee,
    tax,
    total,
    arrivesOn,
  }))
}

async function prepare({ db, input, actor, now }: Ctx<OrderDraft>) {
  const { amount: _amount, recipient: _recipient, ...draft } = input
  const customer = await senderOf(db, input.customerId)
  const { recipientLatin, values, doubts } = requireValidRecipient(input, await ruleFor(db, input))
  await refuseLike(db, input, recipientLatin, now)
  const offer = await offerOf(db, { ...input, customerType: customer.customerType }, now)
  const purposeCode = await purposeCodeOf(db, input)
  const { code } = await branchRows.get(db, input.branchId)
  const number = await queries.numberOf(db, input.branchId, code, now.getUTCFullYear())
  const { sends } = offer
  await refuseIncomplete(
    db,
    { ...draft, sends, number, reference: '', recipientLatin, values },
    await businessDate(db, input.branchId, now),
  )
  const row = {
    ...draft,
    ...pricedBy(offer, now),
    customer: customer.name,
    recipientLatin,
    purposeCode,
    seal: newSeal(),
    recipient: JSON.stringify({ values, doubts }),
    isReturnCharged: (await providerRows.get(db, input.providerId)).isReturnCharged,
    number,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return { row, write: () => addFees(db, row.id, offer) }
}

/** Priced anew from the side that was fixed; what was disclosed before stays in the audit. */
async function priceAgain({ db, now }: Reading, row: Row) {
  const customer = await senderOf(db, row.customerId)
  const fixed = row.fixed as FixedSide
  const offer = await offerOf(
    db,
    {
      ...row,
      fixed,
      method: row.method as Method,
      customerType: customer.customerType,
      amount: new Exact(fixed === 'sends' ? row.sends : row.gets).toFixed(),
    },
    now,
  )
  await keepFees(db, row.id, offer)
  return {
    ...pricedBy(offer, now),
    purposeCode: await purposeCodeOf(db, row),
  }
}

async function amend({ db, input, now }: Noted<Amend>, row: Row) {
  const rule = await ruleFor(db, { ...row, method: row.method as Method })
  const { recipientLatin, values, doubts } = requireValidRecipient(input, rule)
  // What the sender's file lacks is said where money is taken.
  await refuseIncomplete(
    db,
    { ...row, recipientLatin, values },
    await businessDate(db, row.branchId, now),
    ({ field }) => field.startsWith('recipient'),
  )
  return { recipientName: input.recipientName, recipientLatin, recipient: JSON.stringify({ values, doubts }) }
}
