import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { clearCharged, insertCharged } from '#modules/charges/public.server.ts'
import { enabledModes, localMoney, traded } from '#modules/currencies/public.server.ts'
import { dealingCustomer } from '#modules/customers/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { dealingDay } from '#modules/inventory/public.server.ts'
import { partOfMode } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import { post, reverse } from '#modules/ledger/public.server.ts'
import { branchRows, exponentOf, seeOnly } from '#modules/organisation/public.server.ts'
import type { FixedSide } from '../quotes/quotes.domain.ts'
import { type Offer, offersFor } from '../quotes/offers.server.ts'
import { checkedRecipient } from '../recipients/checked.server.ts'
import type { FieldKey, Method } from '../recipients/fields.domain.ts'
import { isAssessmentGated, isScreeningOpen } from './due-diligence.server.ts'
import type { OrderState } from './order-workflow.domain.ts'
import { orderWorkflow } from './order-workflow.domain.ts'
import {
  type Amend,
  type Compare,
  type OrderDetail,
  type OrderDraft,
  orders,
  type Pay,
} from './orders.contract.ts'
import { dueOf, isPaidPart, quoteMinutes, takenEvent, takenLines } from './orders.domain.ts'
import * as queries from './orders.queries.ts'

type Row = queries.OrderRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Noted<T> = Ctx<T & { note?: string | undefined }>
type Recipient = Partial<Record<FieldKey, string>>

/** What an order is called where documents of any kind are held. */
export const subjectType = 'remittanceOrder'

const orderDocuments = documents({
  type: subjectType,
  home: '/remittance',
  workflow: orderWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId, counterId }: Row) => ({ counter: { branchId, counterId } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  gates: { rba: { limit: 'rba_clearance', value: ({ sends }: Row) => sends } },
  present,
})
type Detail = Awaited<ReturnType<typeof orderDocuments.getById>>

export const ordersRouter = serve(orders, {
  list: orderDocuments.list(queries.list),
  getById: whole(orderDocuments.getById),
  historySummary,
  compare,
  create: async (ctx) => {
    // The same order again is the one that it has become.
    const [before] = await queries.find(ctx.db, [ctx.input.id])
    return withRecipient(
      ctx,
      before
        ? await orderDocuments.detail(ctx, before.id)
        : await orderDocuments.make('create', prepare)(ctx),
    )
  },
  quote: whole(orderDocuments.act('quote', priceAgain)),
  agree: whole(orderDocuments.act('agree', refuseExpired)),
  amend: whole(orderDocuments.act<Noted<Amend>>('amend', amend)),
  pay: whole(orderDocuments.act<Noted<Pay>>('pay', pay, judged)),
  clear: whole(orderDocuments.act('clear', refuseUndecided)),
  refuse: whole(orderDocuments.act('refuse')),
  cancel: whole(orderDocuments.act('cancel')),
  cancelPaid: whole(orderDocuments.act('cancelPaid')),
  refund: whole(orderDocuments.act('refund', refund)),
  hold: whole(orderDocuments.act('hold', () => Promise.resolve({ isHeld: true }))),
  release: whole(orderDocuments.act('release', () => Promise.resolve({ isHeld: false }))),
})
export const orderAnswers = orderDocuments.answers

async function present({ db }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  return rows.map((row) => ({
    ...row,
    state: row.state as OrderState,
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
  const [row] = await queries.find(db, [one.id])
  if (!row) throw notFound()
  const { doubts = [], values } = row.recipient as unknown as {
    doubts?: { field: string; code: string }[]
    values: Recipient
  }
  const { providerReason, recipientLatin } = row
  return {
    ...one,
    providerReason,
    recipientLatin,
    recipient: values,
    doubts,
    purpose: row.purpose as OrderDetail['purpose'],
    sourceOfFunds: row.sourceOfFunds as OrderDetail['sourceOfFunds'],
    relationship: row.relationship as OrderDetail['relationship'],
  }
}

/** A handler whose answer is the order with its recipient. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withRecipient(ctx, await act(ctx))
}

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
  seeOnly(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
  const offers = await offersFor(db, { ...input, customerType: 0 }, now)
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

const refusalAt = (field: string, code: string) => new Refusal(code, {}, { fields: [{ field, code }] })

/** The sender, who is on file and may deal. */
async function senderOf(db: Db, id: string) {
  const customer = await dealingCustomer(db, id)
  if (!customer) throw notFound()
  if (customer.isBlocked || !customer.isActive) throw refusalAt('customerId', 'CUSTOMER_CANNOT_DEAL')
  return customer
}

/** What a partner offers now; another than the best is chosen with a reason. */
async function offerOf(
  db: Db,
  ask: Parameters<typeof offersFor>[1] & { providerId: string; providerReason: string },
  now: Date,
): Promise<Offer> {
  const offers = await offersFor(db, ask, now)
  const offer = offers.find(({ providerId }) => providerId === ask.providerId)
  if (!offer) throw refusalAt('providerId', 'NO_PAYOUT_OFFER')
  if (offer !== offers[0] && ask.providerReason === '') throw refusalAt('providerReason', 'PROVIDER_NOT_BEST')
  return offer
}

const pricedBy = (offer: Offer, now: Date) => ({
  rateId: offer.rateId,
  rateVersion: offer.rateVersion,
  rate: offer.rate,
  costRate: offer.costRate,
  sends: offer.sends,
  gets: offer.gets,
  fee: offer.fee,
  tax: offer.tax,
  total: offer.total,
  margin: offer.margin,
  arrivesOn: offer.arrivesOn,
  quotedUntil: new Date(now.getTime() + quoteMinutes * 60_000).toISOString(),
})

async function keepFees(db: Db, id: string, offer: Offer): Promise<void> {
  await clearCharged({ type: subjectType, id }).execute(db)
  if (offer.fees.length > 0) await insertCharged({ type: subjectType, id }, offer.fees).execute(db)
}

async function prepare({ db, input, actor, now }: Ctx<OrderDraft>) {
  const { amount: _amount, recipient: _recipient, ...draft } = input
  const customer = await senderOf(db, input.customerId)
  const { recipientLatin, values, doubts } = checkedRecipient(input)
  const offer = await offerOf(db, { ...input, customerType: customer.customerType }, now)
  const { code } = await branchRows.get(db, input.branchId)
  const row = {
    ...draft,
    ...pricedBy(offer, now),
    customer: customer.name,
    recipientLatin,
    recipient: JSON.stringify({ values, doubts }),
    number: await queries.numberOf(db, input.branchId, code, now.getUTCFullYear()),
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return { row, write: () => keepFees(db, row.id, offer) }
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
  return pricedBy(offer, now)
}

/** A quote holds to the second before its end, by the server's clock. */
function refuseExpired({ now }: Reading, row: Row) {
  if (now.getTime() >= new Date(row.quotedUntil).getTime()) throw new Refusal('QUOTE_EXPIRED')
  return Promise.resolve({})
}

function amend({ input: { recipientName, recipient } }: Noted<Amend>, row: Row) {
  const { recipientLatin, values, doubts } = checkedRecipient({
    ...row,
    method: row.method as Method,
    recipientName,
    recipient,
  })
  return Promise.resolve({ recipientName, recipientLatin, recipient: JSON.stringify({ values, doubts }) })
}

async function modeOf(db: Db, id: string) {
  const mode = (await enabledModes(db)).find((one) => one.id === id && one.side === 'payment')
  const part = mode ? partOfMode(mode.kind, { side: 'payment', isLocal: true }) : null
  if (!isPaidPart(part)) throw refusalAt('modeId', 'ORDER_MODE_NOT_TAKEN')
  return part
}

/** Whether compliance is asked, found out before money is taken. */
async function judged(ctx: Noted<Pay>, row: Row) {
  const { db, now, actor, input } = ctx
  await refuseExpired(ctx, row)
  const sender = await senderOf(db, row.customerId)
  const { businessDate } = await dealingDay(db, row.branchId, row.counterId, now)
  const isCash = (await modeOf(db, input.modeId)) === 'cash'
  const isAsked = await isAssessmentGated(db, row, sender, {
    businessDate,
    cash: isCash ? row.sends : '0',
    now,
  })
  const isOpen = await isScreeningOpen(db, row, sender, { by: actor, now }, 'changed')
  return { isGated: isAsked || isOpen }
}

async function pay(ctx: Noted<Pay>, row: Row) {
  const { db, input, now } = ctx
  const { branchId, counterId, customerId, sends, fee, tax } = row
  const part = await modeOf(db, input.modeId)
  const local = (await traded(db)).find(({ isLocal }) => isLocal)
  const { businessDate } = await dealingDay(db, branchId, counterId, now)
  const { due, rounding } = dueOf(row.total, {
    isCash: part === 'cash',
    cashUnit: local?.cashUnit ?? '0.01',
    decimals: local?.exponent ?? 2,
  })
  await post(ctx, {
    event: takenEvent,
    source: { type: subjectType, id: row.id },
    businessDate,
    branchId,
    lines: takenLines({
      branchId,
      counterId,
      customerId,
      localItemId: local?.id ?? '',
      modeId: input.modeId,
      part,
      due,
      sends,
      fee,
      tax,
      rounding,
    }),
  })
  return { businessDate, rounding, modeId: input.modeId, paidAt: now.toISOString() }
}

async function refuseUndecided({ db, actor, now }: Reading, row: Row) {
  const sender = await senderOf(db, row.customerId)
  if (await isScreeningOpen(db, row, sender, { by: actor, now }, 'stale')) throw new Refusal('SCREENING_OPEN')
}

/** What was paid goes back the way it came, fee and tax too, by the mirror of its posting in the drawer of today. */
async function refund(ctx: Ctx<{ id: string; version: number; note?: string | undefined }>, row: Row) {
  const { businessDate } = await dealingDay(ctx.db, row.branchId, row.counterId, ctx.now)
  await reverse(ctx, {
    source: { type: subjectType, id: row.id },
    event: takenEvent,
    businessDate,
    note: ctx.input.note ?? '',
  })
}
