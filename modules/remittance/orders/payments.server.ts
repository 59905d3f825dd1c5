import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { enabledModes, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { dealingDay } from '#modules/inventory/public.server.ts'
import { partOfMode } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import { post, reverse } from '#modules/ledger/public.server.ts'
import { freeCancelMinutes } from '#modules/settings/public.server.ts'
import { isAssessmentGated, isScreeningOpen } from './due-diligence.server.ts'
import type { Pay } from './orders.contract.ts'
import {
  dueOf,
  isFreeToCancel,
  isPaidPart,
  keptEvent,
  subjectType,
  takenEvent,
  takenLines,
} from './orders.domain.ts'
import type { OrderRow as Row } from './orders.queries.ts'
import { senderOf } from './pricing.server.ts'

type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Noted<T> = Ctx<T & { note?: string | undefined }>

/** A quote holds to the second before its end, by the server's clock. */
export function refuseExpired({ now }: Reading, row: Row) {
  if (now.getTime() >= new Date(row.quotedUntil).getTime()) throw new Refusal('QUOTE_EXPIRED')
  return Promise.resolve({})
}

async function modeOf(db: Db, id: string) {
  const mode = (await enabledModes(db)).find((one) => one.id === id && one.side === 'payment')
  const part = mode ? partOfMode(mode.kind, { side: 'payment', isLocal: true }) : null
  if (!isPaidPart(part)) throw refuseField('modeId', 'ORDER_MODE_NOT_TAKEN')
  return part
}

/** Whether compliance is asked, found out before money is taken. */
export async function judgeOrder(ctx: Noted<Pay>, row: Row) {
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

export async function pay(ctx: Noted<Pay>, row: Row) {
  const { db, input, now } = ctx
  const { branchId, counterId, customerId, sends, fee, tax } = row
  const part = await modeOf(db, input.modeId)
  const local = (await readTradedCurrencies(db)).find(({ isLocal }) => isLocal)
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
 * What was paid goes back the way it came, by the mirror of its posting in the drawer of today. Where the fee is kept, it is taken
 * anew on the same day, tax and all.
 */
export async function refund(ctx: Ctx<{ id: string; version: number; note?: string | undefined }>, row: Row) {
  const { db, input, now } = ctx
  const { branchId, counterId, customerId, fee, tax, modeId } = row
  const { businessDate } = await dealingDay(db, branchId, counterId, now)
  const source = { type: subjectType, id: row.id }
  await reverse(ctx, { source, event: takenEvent, businessDate, note: input.note ?? '' })
  if (!row.isFeeKept || modeId === null || new Exact(fee).isZero()) return
  const part = await modeOf(db, modeId)
  const local = (await readTradedCurrencies(db)).find(({ isLocal }) => isLocal)
  const { due, rounding } = dueOf(fee, {
    isCash: part === 'cash',
    cashUnit: local?.cashUnit ?? '0.01',
    decimals: local?.exponent ?? 2,
  })
  const localItemId = local?.id ?? ''
  await post(ctx, {
    event: keptEvent,
    source,
    businessDate,
    branchId,
    lines: takenLines({
      branchId,
      counterId,
      customerId,
      localItemId,
      modeId,
      part,
      due,
      sends: '0',
      fee,
      tax,
      rounding,
    }),
  })
}
