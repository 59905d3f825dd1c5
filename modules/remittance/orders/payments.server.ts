import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { enabledModes, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { dealingDay } from '#modules/inventory/public.server.ts'
import { partOfMode } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import { post, reverse } from '#modules/ledger/public.server.ts'
import { cameAfter } from '#modules/documents/public.server.ts'
import { businessDate } from '#modules/organisation/public.server.ts'
import { freeCancelMinutes, keepsFeeOfReturned } from '#modules/settings/public.server.ts'
import { assessRemittance, isScreeningOpen } from './due-diligence.server.ts'
import type { Pay } from './orders.contract.ts'
import {
  dueOf,
  isFreeToCancel,
  isPaidPart,
  keptEvent,
  subjectType,
  takenEvent,
  takenLines,
} from '../order-rows/orders.domain.ts'
import type { OrderRow as Row } from '../order-rows/orders.queries.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { find as findFunds, keepOfFund } from '../funds/incoming-funds.queries.ts'
import { returnCharge } from '../prefunds/prefunds.domain.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import { hashOf, sendName } from '../queue/queue.server.ts'
import { readKept, refuseIncomplete } from '../travel/travel.server.ts'
import { senderOf } from './pricing.server.ts'

type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Noted<T> = Ctx<T & { note?: string | undefined }>

/** A quote holds to the second before its end, by the server's clock. */
export function refuseExpired({ now }: Reading, row: Row) {
  if (now.getTime() >= new Date(row.quotedUntil).getTime()) throw new Refusal('QUOTE_EXPIRED')
  return Promise.resolve({})
}

/** An order waits for who sees its money come, where its mode needs clearing. */
export const fundTurns = {
  table: 'remittance.payoutOrder',
  places: { branchIds: ['branchId'], counterIds: ['counterId'] },
  only: { waitsFor: 'clearing' },
  acts: { confirmFunds: { as: 'funds', isAwaited: true } },
} as const

/** Where the money of an order lies that was paid by a mode, or by a fund that came in. */
async function heldBy(db: Db, { modeId, fundId }: Pick<Row, 'fundId' | 'modeId'>) {
  if (fundId === null) return { ...(await modeOf(db, modeId ?? '')), fundBranchId: null }
  const [fund] = await findFunds(db, [fundId])
  return { part: 'suspense' as const, needsClearing: false, fundBranchId: fund?.branchId ?? null }
}

async function modeOf(db: Db, id: string) {
  const mode = (await enabledModes(db)).find((one) => one.id === id && one.side === 'payment')
  const part = mode ? partOfMode(mode.kind, { side: 'payment', isLocal: true }) : null
  if (!mode || !isPaidPart(part)) throw refuseField('modeId', 'ORDER_MODE_NOT_TAKEN')
  return { part, needsClearing: mode.needsClearing }
}

/** Whether compliance is asked, found out before money is taken. */
export async function judgeOrder(ctx: Noted<Pay>, row: Row) {
  return judgePaid(ctx, row, (await modeOf(ctx.db, ctx.input.modeId)).part)
}

/**
 * As `judgeOrder`, of money that lies somewhere already or by a mode; one that somebody else has paid asks for compliance whatever its
 * amount.
 */
export async function judgePaid(
  ctx: Reading,
  row: Row,
  by: Awaited<ReturnType<typeof modeOf>>['part'] | 'fund',
  isThirdParty = false,
) {
  const { db, now, actor } = ctx
  await refuseExpired(ctx, row)
  const sender = await senderOf(db, row.customerId)
  const day = await dayOf(ctx, row, by === 'fund')
  const { isAsked, approveRole } = await assessRemittance(db, row, sender, {
    businessDate: day,
    cash: by === 'cash' ? row.sends : '0',
    now,
  })
  // After due diligence: what that asks of the sender's file is not asked twice.
  const travelRules = [...(await refuseIncomplete(db, readKept(row), day))]
  const isOpen = await isScreeningOpen(db, row, sender, { by: actor, now }, 'changed')
  return { isGated: isAsked || isOpen || isThirdParty, approveRole, travelRules }
}

/** The day of a payment: of the open counter, or of the branch where no drawer takes part. */
async function dayOf({ db, now }: Reading, { branchId, counterId }: Row, isFund: boolean): Promise<string> {
  if (isFund) return businessDate(db, branchId, now)
  return (await dealingDay(db, branchId, counterId, now)).businessDate
}

export const pay = (ctx: Noted<Pay>, row: Row) =>
  takePayment(ctx, { ...row, modeId: ctx.input.modeId, fundId: null })

/** Takes what an order costs by its mode, or from the fund that came in for it. */
export async function takePayment(ctx: Reading, row: Row) {
  const { db, now } = ctx
  const { branchId, counterId, customerId, sends, fee, tax, modeId, fundId } = row
  const { part, needsClearing, fundBranchId } = await heldBy(db, row)
  const local = (await readTradedCurrencies(db)).find(({ isLocal }) => isLocal)
  const day = await dayOf(ctx, row, fundId !== null)
  const { due, rounding } = dueOf(row.total, {
    isCash: part === 'cash',
    cashUnit: local?.cashUnit ?? '0.01',
    decimals: local?.exponent ?? 2,
  })
  await post(ctx, {
    event: takenEvent,
    source: { type: subjectType, id: row.id },
    businessDate: day,
    branchId,
    lines: takenLines({
      branchId,
      counterId,
      customerId,
      localItemId: local?.id ?? '',
      modeId,
      part,
      fundBranchId,
      due,
      sends,
      fee,
      tax,
      rounding,
    }),
  })
  return {
    businessDate: day,
    rounding,
    modeId,
    fundId,
    paidAt: now.toISOString(),
    travelRules: row.travelRules,
    // Nothing is sent on money that may still come back.
    waitsFor: needsClearing ? ('clearing' as const) : ('' as const),
  }
}

export async function refuseUndecided({ db, actor, now }: Reading, row: Row) {
  const sender = await senderOf(db, row.customerId)
  if (await isScreeningOpen(db, row, sender, { by: actor, now }, 'stale')) throw new Refusal('SCREENING_OPEN')
}

/** A paid order is cancelled for nothing within the time that the company sets; after it fee and tax stay. */
export async function keepFee({ db, now }: Reading, row: Row) {
  const isFree = isFreeToCancel(row.paidAt, now, await freeCancelMinutes(db))
  return { isFeeKept: !isFree }
}

/**
 * What was paid goes back the way it came, by the mirror of its posting in the drawer of today. What stays is taken anew on the same
 * day: a fee with its tax, and what banks kept of a return where the disclosure said that it is the customer's.
 */
export async function refund(ctx: Ctx<{ id: string; version: number; note?: string | undefined }>, row: Row) {
  const { db, input } = ctx
  const { branchId, counterId, modeId, fundId } = row
  const day = await dayOf(ctx, row, fundId !== null)
  const source = { type: subjectType, id: row.id }
  await reverse(ctx, { source, event: takenEvent, businessDate: day, note: input.note ?? '' })
  const local = (await readTradedCurrencies(db)).find(({ isLocal }) => isLocal)
  const decimals = local?.exponent ?? 2
  const fee = row.isFeeKept ? row.fee : '0'
  const tax = row.isFeeKept ? row.tax : '0'
  const returned = returnTerms(row, decimals)
  const stays = new Exact(fee).plus(returned.charge)
  if (stays.isZero()) return
  if (fundId !== null) await keepOfFund(db, fundId, stays.toFixed())
  const { part, fundBranchId } = await heldBy(db, row)
  const { due, rounding } = dueOf(stays.toFixed(), {
    isCash: part === 'cash',
    cashUnit: local?.cashUnit ?? '0.01',
    decimals,
  })
  const taken = takenLines({
    branchId,
    counterId,
    customerId: row.customerId,
    localItemId: local?.id ?? '',
    modeId,
    part,
    fundBranchId,
    due,
    sends: '0',
    fee,
    tax,
    rounding,
  })
  await post(ctx, {
    event: keptEvent,
    source,
    businessDate: day,
    branchId,
    lines: [...taken, ...returned.lines(branchId)],
  })
}

/** What banks kept of a return, at the rate of the order, is the customer's; what it had cost the balance is no cost of ours then. */
function returnTerms(row: Row, decimals: number) {
  const settles = row.settles ?? '0'
  const none = !row.isReturnCharged || new Exact(row.kept).isZero() || new Exact(settles).isZero()
  if (none) return { charge: '0', lines: () => [] }
  const charge = returnCharge({ sends: row.sends, settles, kept: row.kept }, decimals)
  const back = new Exact(settles).minus(row.kept)
  const share = new Exact(row.cost ?? 0).times(back).div(settles).toDecimalPlaces(decimals)
  const cost = new Exact(row.cost ?? 0).minus(share)
  const line = (part: 'partnerCost' | 'remittanceMargin', amount: string, branchId: string) =>
    new Exact(amount).isZero() ? [] : [{ part, branchId, amount: new Exact(amount).negated().toFixed() }]
  return {
    charge,
    lines: (branchId: string) => [
      ...line('partnerCost', cost.toFixed(), branchId),
      ...line('remittanceMargin', new Exact(charge).minus(cost).toFixed(), branchId),
    ],
  }
}

/** An order that came back, or that its partner rejected, is owed to the sender; whether its fee stays is a setting. */
export const owe = async ({ db }: Reading) => ({ isFeeKept: await keepsFeeOfReturned(db) })

/** What a rejected order was mended to is looked at as it was before it was paid: nobody is sent money unseen. */
export async function judgeAgain(ctx: Reading, row: Row) {
  const { db, now, actor } = ctx
  const sender = await senderOf(db, row.customerId)
  const day = await businessDate(db, row.branchId, now)
  await refuseIncomplete(db, readKept(row), day)
  const isOpen = await isScreeningOpen(db, row, sender, { by: actor, now }, 'changed')
  // What compliance has let go was for another recipient.
  if (!(await cameAfter(db, { type: subjectType, id: row.id }, 'amend', 'clear'))) return { isGated: isOpen }
  const cash = '0'
  const { approveRole } = await assessRemittance(db, row, sender, { businessDate: day, cash, now })
  return { isGated: true, approveRole }
}

/** A rejected order goes once more, after its data was mended or confirmed, under a reference of its own. */
export const renew = (_ctx: Reading, row: Row) =>
  Promise.resolve({ reference: `${row.number}-${row.sendings + 1}`, sentHash: '', sentAt: null, askAt: null })

/** The same order under the same reference: the partner knows it again, or has never had it. */
export async function repeatSending({ db, now }: Reading, row: Row) {
  if (row.sentHash !== hashOf(row, row.reference)) throw new Refusal('REFERENCE_CHANGED')
  const provider = await providerRows.get(db, row.providerId)
  await enqueue(db, sendName, { orderId: row.id, isAgain: true })
  return { askAt: new Date(now.getTime() + provider.answersWithin * 1000).toISOString(), waitsFor: '' }
}
