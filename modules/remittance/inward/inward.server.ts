import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { travelRulesOf } from '#modules/compliance/public.server.ts'
import { enabledModes, localMoney, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { partOfMode } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import { dealingDay } from '#modules/inventory/public.server.ts'
import { post } from '#modules/ledger/public.server.ts'
import {
  branchRows,
  businessDate,
  counterRows,
  currentCompany,
  exponentOf,
  mayActAt,
  refuseDecimals,
  requireVisible,
  todayOf,
} from '#modules/organisation/public.server.ts'
import { endWhereUpheld } from '#modules/screening/public.server.ts'
import { isOtherName } from '../funds/incoming-funds.domain.ts'
import { dueOf } from '../order-rows/orders.domain.ts'
import { assessRemittance, isScreeningOpen, rbaGate } from '../orders/due-diligence.server.ts'
import { senderOf } from '../orders/pricing.server.ts'
import { findPrefund } from '../prefunds/places.server.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import { freeWaiting, sayIfLow } from '../queue/queue.server.ts'
import { gapsOf, keptGapsOf, type Notice } from './details.domain.ts'
import { type InwardDetails, type InwardDraft, type InwardPayment, inwards } from './inward.contract.ts'
import {
  type Handed,
  inwardEvent,
  inwardLines,
  type InwardState,
  inwardWorkflow,
  isInwardPart,
} from './inward.domain.ts'
import * as queries from './inward.queries.ts'
import { handNotes } from './notes.server.ts'

type Row = queries.InwardRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const inwardDocuments = documents({
  type: 'inwardRemittance',
  home: '/remittance/inward',
  workflow: inwardWorkflow,
  table: queries.rows,
  find: queries.find,
  // It is seen by the whole company, since it is paid wherever the recipient comes.
  places: () => ({ company: { branchId: null, counterId: null } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId, askedById, completedById }: Row) =>
    [authorId, askedById, completedById].filter((id) => id !== null),
  gates: { rba: rbaGate(({ amount }: Row) => amount) },
  present,
})
export const inwardAnswers = [
  ...inwardDocuments.answers,
  endWhereUpheld({ waiting: queries.waitingFor, end: inwardDocuments.perform('refuse') }),
]

export const inwardsRouter = serve(inwards, {
  ...inwardDocuments.lists(queries.list, 'remittance:inwards', {
    number: 'text',
    recipientName: 'text',
    senderName: 'text',
    isIncomplete: 'value',
    country: 'text',
    amount: 'number',
    state: 'value',
    expiresOn: 'text',
    provider: 'text',
    branch: 'text',
    customer: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: inwardDocuments.getById,
  create: inwardDocuments.make('create', prepare),
  complete: inwardDocuments.act<Ctx<InwardDetails>>('complete', complete),
  pay: inwardDocuments.act<Ctx<InwardPayment>, Judged>('pay', pay, judge),
  clear: inwardDocuments.act('clear', refuseUndecided),
  refuse: inwardDocuments.act('refuse'),
  giveBack: inwardDocuments.act('giveBack'),
})

async function present({ db, now }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  const today = await todayOf({ db, now })
  return rows.map(({ code, ...row }) => ({
    ...row,
    senderKind: row.senderKind as InwardDraft['senderKind'],
    missing: keptGapsOf(row.travelRules ?? [], { ...row, code }),
    state: row.state as InwardState,
    amount: money(row.amount),
    settles: new Exact(row.settles).toFixed(exponentOf(row.settlementCurrency)),
    isExpired: ['noticed', 'cleared'].includes(row.state) && row.expiresOn < today,
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

async function prepare(ctx: Ctx<InwardDraft>) {
  const { db, input, actor, now } = ctx
  const provider = await providerRows.find(db, input.providerId)
  if (!provider) throw refuseField('providerId', 'PROVIDER_UNKNOWN')
  if (!(await findPrefund(db, provider.id))) throw refuseField('providerId', 'PREFUND_MISSING')
  const branch = requireVisible(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
  const today = await businessDate(db, branch.id, now)
  if (input.expiresOn < today) throw refuseField('expiresOn', 'INWARD_EXPIRED')
  if (new Exact(input.amount).isZero()) throw refuseField('amount', 'REQUIRED')
  if (new Exact(input.settles).isZero()) throw refuseField('settles', 'REQUIRED')
  await refuseDecimals(db, { settles: input.settles }, provider.settlementCurrency)
  await refuseDecimals(db, { amount: input.amount }, (await currentCompany(db)).localCurrency)
  if ((input.senderBirthDate ?? '') > today) throw refuseField('senderBirthDate', 'DATE_AHEAD')
  if (await queries.isCodeUsed(db, provider.id, input.code)) throw refuseField('code', 'INWARD_CODE_USED')
  return {
    row: {
      ...input,
      ...(await lookAt(db, input, today)),
      id: randomUUIDv7(),
      number: await queries.numberOf(db, branch.id, branch.code, Number(today.slice(0, 4))),
      createdAt: now.toISOString(),
      authorId: actor.userId,
      author: actor.name,
    },
  }
}

/** What the laws want to come with it by the rules and mids of now, and whether the partner said it all. */
async function lookAt(db: Db, notice: Notice, on: string) {
  const { rules: laws, rateOf } = await travelRulesOf(db, on)
  const { rules, missing } = gapsOf(laws, notice, rateOf)
  return { travelRules: [...rules], isIncomplete: missing.length > 0 }
}

/** What was reached when it was noticed is wanted still; of what came before this was kept it is found out now. */
async function look(db: Db, row: Row, on: string) {
  const { travelRules } = row
  if (travelRules === null) return lookAt(db, row, on)
  return { travelRules, isIncomplete: keptGapsOf(travelRules, row).length > 0 }
}

/** Takes down what the partner said when it was asked: whoever does is a maker, and clears nothing of it. */
async function complete({ db, input, actor, now }: Ctx<InwardDetails>, row: Row) {
  const { id: _id, version: _version, ...said } = input
  const today = await todayOf({ db, now })
  if ((said.senderBirthDate ?? '') > today) throw refuseField('senderBirthDate', 'DATE_AHEAD')
  const looked = await look(db, { ...row, ...said }, today)
  return { ...said, ...looked, completedById: actor.userId }
}

/** Whoever sends it is screened by name, and whom it was sent to where that is not the customer, who is screened with all that is known. */
const partiesOf = ({ id, senderName, recipientName }: Row, { name }: { name: string }) => ({
  id,
  senderName,
  recipientName: isOtherName(recipientName, name) ? recipientName : '',
})

/**
 * Who is paid, where and by what, and whether compliance is asked before: who knows the code and is on file is screened, and asked by
 * the rules as a sender is; a name that is not the one of the notice, which is said why, and what the partner left out are accepted by
 * compliance, or it goes back. What was cleared is so for one recipient, and asked about again only where screening has found something since.
 */
async function judge(ctx: Ctx<InwardPayment>, row: Row) {
  const { db, input, actor, now } = ctx
  if (input.code.trim() !== row.code) throw refuseField('code', 'INWARD_CODE_WRONG')
  if (row.expiresOn < (await todayOf({ db, now }))) throw new Refusal('INWARD_EXPIRED')
  const counter = await counterRows.find(db, input.counterId)
  const place = counter && { branchId: counter.branchId, counterId: counter.id }
  if (!place || !mayActAt(actor, place)) throw refuseField('counterId', 'OUT_OF_SCOPE')
  if (row.state === 'cleared' && input.customerId !== row.customerId)
    throw refuseField('customerId', 'INWARD_OTHER_CUSTOMER')
  const { businessDate: day } = await dealingDay(db, place.branchId, place.counterId, now)
  const recipient = await senderOf(db, input.customerId)
  const isOther = isOtherName(row.recipientName, recipient.name)
  if (isOther && row.state === 'noticed' && !input.note) throw refuseField('note', 'INWARD_OTHER_NAME')
  const handed = await handedBy(ctx, row, { branchId: place.branchId, customer: recipient })
  const worth = handed.part === 'stock' ? handed.worth : new Exact(row.amount).toFixed()
  const cash = handed.part === 'bank' ? '0' : worth
  const asked = { id: row.id, customerId: recipient.id, sends: worth, direction: 'buy' as const }
  const { isAsked, approveRole } = await assessRemittance(db, asked, recipient, {
    businessDate: day,
    cash,
    now,
  })
  const isOpen = await isScreeningOpen(
    db,
    partiesOf(row, recipient),
    recipient,
    { by: actor, now },
    'changed',
  )
  const looked = await look(db, row, day)
  const asks = isAsked || isOther || looked.isIncomplete
  const isGated = isOpen || (asks && row.state === 'noticed')
  return { isGated, approveRole, looked, place, day, recipient, handed }
}
type Judged = Awaited<ReturnType<typeof judge>>

/** What screening has found is decided before compliance lets it through. */
async function refuseUndecided({ db, actor, now }: Reading, row: Row): Promise<object> {
  const customer = await senderOf(db, row.customerId ?? '')
  if (await isScreeningOpen(db, partiesOf(row, customer), customer, { by: actor, now }, 'stale'))
    throw new Refusal('SCREENING_OPEN')
  return {}
}

/** Paid once: the row is locked, so that two counters at once pay one of them. What waits for compliance moves nothing. */
async function pay(ctx: Ctx<InwardPayment>, row: Judged & Row, toState: string): Promise<object> {
  const { db, input, actor, now } = ctx
  const { recipient, place, day, handed } = row
  const asked = {
    ...row.looked,
    customerId: recipient.id,
    customer: recipient.name,
    askedById: actor.userId,
  }
  if (toState !== 'paid') return asked
  const prefund = await findPrefund(db, row.providerId)
  if (!prefund) throw notFound()
  await post(ctx, {
    event: inwardEvent,
    source: { type: 'inwardRemittance', id: row.id },
    businessDate: day,
    branchId: place.branchId,
    lines: inwardLines(
      prefund,
      { ...place, settles: new Exact(row.settles).toFixed(), amount: new Exact(row.amount).toFixed() },
      handed,
    ),
  })
  await freeWaiting(ctx, row.providerId)
  await sayIfLow(ctx, row.providerId)
  const { counterId } = place
  return { ...asked, counterId, modeId: input.modeId, businessDate: day, paidAt: now.toISOString() }
}

/** Local money by a mode, or notes of another currency and what is left in local cash: one of them. */
async function handedBy(
  ctx: Ctx<InwardPayment>,
  row: Row,
  to: { branchId: string; customer: { id: string; customerType: number } },
): Promise<Handed> {
  const { db, input } = ctx
  const { modeId, itemId, quantity, usualRate } = input
  if (itemId !== null) {
    if (quantity === null || new Exact(quantity).isZero()) throw refuseField('quantity', 'REQUIRED')
    const amount = new Exact(row.amount).toFixed()
    return handNotes(ctx, { ...to, amount }, { itemId, quantity, usualRate })
  }
  const local = (await readTradedCurrencies(db)).find(({ isLocal }) => isLocal)
  const mode = (await enabledModes(db)).find(({ id, side }) => id === modeId && side === 'delivery')
  const part = mode ? partOfMode(mode.kind, { side: 'delivery', isLocal: true }) : null
  if (!mode || !local || !isInwardPart(part)) throw refuseField('modeId', 'MODE_NOT_TAKEN')
  const { due, rounding } = dueOf(row.amount, {
    isCash: part === 'cash',
    cashUnit: local.cashUnit ?? '0.01',
    decimals: local.exponent,
  })
  return { part, modeId: mode.id, localItemId: local.id, due, rounding }
}
