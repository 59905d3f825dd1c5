import { createHash } from 'node:crypto'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import { balancesOfPartners, release, reserve } from '#modules/ledger/public.server.ts'
import { notify, withdrawAbout } from '#modules/notifications/public.server.ts'
import { currentCompany, exponentOf } from '#modules/organisation/public.server.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import {
  find,
  listWaiting,
  lockOrder,
  oldestWaiting,
  type OrderRow,
  setWaiting,
} from '../order-rows/orders.queries.ts'
import { type SentOrder, sentText } from './sent.domain.ts'
import { get as findRate } from '../payout-rates/payout-rates.queries.ts'
import { prefundEvents, settlesFor } from '../prefunds/prefunds.domain.ts'
import { findPrefund } from '../prefunds/places.server.ts'
import { markLow } from '../prefunds/prefunds.queries.ts'
import { isLow } from '../prefunds/prefunds.server.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import { type Acting, takeImplied } from './implied.server.ts'

/** The job that sends one order to a partner that is called. */
export const sendName = 'remittance.send'
/** The job that asks a partner what became of one order, or to call it back. */
export const askName = 'remittance.ask'

/** What stands for what is sent of an order. */
export const hashOf = (row: OrderRow, reference: string): string =>
  createHash('sha256')
    .update(sentText(sentOrder(row, reference)))
    .digest('hex')

/** An order as it is sent. */
export function sentOrder(row: OrderRow, reference: string): SentOrder {
  const { values } = row.recipient as unknown as { values: Record<string, string> }
  const gets = new Exact(row.gets)
  return {
    reference,
    amount: gets.isInteger() ? gets.toFixed(0) : gets.toFixed(exponentOf(row.currency)),
    currency: row.currency,
    country: row.country,
    method: row.method,
    recipientName: row.recipientLatin,
    recipient: values,
  }
}

/**
 * Promises an approved order what the partner takes for it and lines it up; where the balance does not reach, or an older order waits
 * for it, it waits by name. Two at once see each other: the balance is locked while it is promised.
 */
export async function queueOrder(ctx: Acting, row: OrderRow): Promise<boolean> {
  const { db } = ctx
  if (row.state !== 'approved' || row.isHeld) return false
  const provider = await providerRows.get(db, row.providerId)
  const prefund = await findPrefund(db, row.providerId)
  const settles = await settlesOf(db, row, provider.settlementCurrency)
  const wait = (waitsFor: 'prefund' | 'rate') => setWaiting(db, row.id, waitsFor).then(() => false)
  if (settles === undefined) return wait('rate')
  const older = await oldestWaiting(db, row.providerId)
  if (!prefund || (older && older !== row.id)) return wait('prefund')
  const partnerFee = new Exact(provider.fee).toFixed()
  const quantity = new Exact(settles).plus(partnerFee).toFixed()
  try {
    await reserve(db, { sourceId: row.id, event: prefundEvents.accepted, expiresAt: null }, [
      {
        part: 'prefund',
        branchId: prefund.branchId,
        counterId: null,
        itemId: prefund.currencyId,
        holderId: row.providerId,
        quantity,
      },
    ])
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INSUFFICIENT_STOCK') throw error
    return wait('prefund')
  }
  const reference = row.reference || row.number
  await takeImplied(ctx, row, 'queue', { values: { settles, partnerFee, reference, waitsFor: '' } })
  await sayIfLow(ctx, row.providerId)
  if (isCalled(provider)) await enqueue(db, sendName, { orderId: row.id })
  return true
}

/** Whether a partner is called for each order; others take files. */
export const isCalled = ({ channel, endpoint }: { channel: string; endpoint: string }): boolean =>
  channel === 'api' && endpoint !== ''

async function settlesOf(db: Db, row: OrderRow, settlementCurrency: string): Promise<string | undefined> {
  const { localCurrency } = await currentCompany(db)
  const rate = await findRate(db, row.rateId)
  return settlesFor(row, {
    settlementCurrency,
    localCurrency,
    settlementRate: rate?.settlementRate ?? null,
    decimals: exponentOf(settlementCurrency),
  })
}

/** Lines up what waits for a balance, the oldest first, as far as it reaches. */
export async function freeWaiting(ctx: Acting, providerId: string): Promise<void> {
  for (const id of await listWaiting(ctx.db, providerId)) {
    if (!(await lockOrder(ctx.db, id))) return
    const [row] = await find(ctx.db, [id])
    if (!row || !(await queueOrder(ctx, row))) return
  }
}

/** Lines up an order that waited for its rate to say what the partner takes. */
export async function freeRated(ctx: Acting, id: string): Promise<void> {
  const [row] = (await lockOrder(ctx.db, id)) ? await find(ctx.db, [id]) : []
  if (row?.waitsFor === 'rate') await queueOrder(ctx, row)
}

/** Gives back what was promised to an order that is not sent. */
export async function releaseOrder(ctx: Acting, row: OrderRow): Promise<void> {
  await release(ctx.db, row.id)
  if (row.waitsFor !== '') await setWaiting(ctx.db, row.id, '')
  await freeWaiting(ctx, row.providerId)
}

/** Says once that a balance is low, and takes it back once it is not. */
export async function sayIfLow({ db }: Acting, providerId: string): Promise<void> {
  const prefund = await findPrefund(db, providerId)
  if (!prefund) return
  const held = (await balancesOfPartners(db, [providerId])).get(providerId)
  const low = isLow(prefund, held ?? { quantity: '0', value: '0', reserved: '0' })
  if (low === prefund.isLow) return
  await markLow(db, prefund.id, low)
  const data = { page: `/remittance/providers-balance/${prefund.id}` }
  if (!low) return withdrawAbout(db, ['prefund.low'], data)
  const { provider, currency, lowLimit } = prefund
  const users = (await holdersOf(db, ['manage_provider_balances'])).map(({ userId }) => userId)
  const limit = new Exact(lowLimit ?? 0).toFixed(exponentOf(currency))
  const values = { provider, amount: `${limit} ${currency}` }
  if (users.length > 0)
    await notify(db, { to: { users }, type: 'WARNING', text: 'prefund.low', values, data })
}
