import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { pinSettings } from '#kit/server/remembered.server.ts'
import { nameBasket, type SetOffDeal as SetOff } from '#modules/exchange/public.server.ts'
import { dealingDay } from '#modules/inventory/public.server.ts'
import { post } from '#modules/ledger/public.server.ts'
import { businessDate, namesOf } from '#modules/organisation/public.server.ts'
import { standingOf } from '#modules/screening/public.server.ts'
import { refuseOff } from '../policy/policy.server.ts'
import { refuseAtSoldOutLine } from '../stock/sold-out.server.ts'
import { takeAtCounter } from '../stock/stock.server.ts'
import type { NamedBatch } from '../batches/batches.domain.ts'
import { pickBatches, removeBatches } from '../batches/batches.server.ts'
import { sellSerials } from '../serials/serials.server.ts'
import { type Asked, pricedBasket } from '../pricing/basket.server.ts'
import { settleDeal } from './deals.server.ts'
import { buyerOf, dueDiligence } from '../buyers/due-diligence.server.ts'
import { localTerms, paymentsFor } from './paid.server.ts'
import { excessOf } from './priced.server.ts'
import type { Settle } from './sales.contract.ts'
import { costsOf, gatesOfSale, saleEvent, saleLines } from './sales.domain.ts'
import * as queries from './sales.queries.ts'

type Row = queries.SaleRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
/** Of the context as much as settling needs: what comes back settles a sale too. */
export type Settling = Pick<
  Ctx<Settle & { note?: string | undefined }>,
  'actor' | 'db' | 'input' | 'language' | 'now'
>

/** What a basket comes to, as its sale keeps it. */
export const sumsOf = ({
  totals,
  taxBy,
}: Pick<Awaited<ReturnType<typeof pricedBasket>>, 'taxBy' | 'totals'>) => ({
  taxBy,
  discount: totals.discount,
  net: totals.net,
  tax: totals.tax,
  total: totals.total,
})

/** How far a sale reaches above the limits of its seller. */
export const askFor = (discountPercent: string, belowCost: string) => ({ discountPercent, belowCost })

/** The basket as it is sold now: priced and taxed by the open day of the counter. */
async function soldNow({ db, input, now }: Settling, row: Row) {
  const { branchId } = row
  const { businessDate: day } = await dealingDay(db, branchId, row.counterId, now)
  const lines: Asked[] = (await queries.linesOf(db, row.id)).map((line) => ({
    itemId: line.itemId,
    quantity: new Exact(line.quantity).toFixed(),
    price: new Exact(line.price).toFixed(),
    serials: line.serials,
    batches: line.batches as NamedBatch[],
  }))
  const { acceptsPrices } = input
  const basket = { lines, discount: row.discount, customerId: row.customerId }
  return { day, ...(await pricedBasket(db, basket, { branchId, day, acceptsPrices })) }
}

/** Takes the batches of a basket out of the store: expired is what may not be sold on this day of the branch. */
async function soldBatches(
  { db, now }: Settling,
  { branchId }: Row,
  { lines, isBatch }: Awaited<ReturnType<typeof soldNow>>,
) {
  if (!isBatch.includes(true)) return []
  const today = await businessDate(db, branchId, now)
  const picked = await pickBatches(
    db,
    { branchId, today },
    lines.map((line, at) => ({ ...line, isBatch: isBatch[at] ?? false })),
  )
  await removeBatches(
    db,
    branchId,
    lines.map(({ itemId }, at) => ({ itemId, batches: picked[at] ?? [] })),
  )
  return picked
}

/** The basket as it is sold now, at which gates it would wait, and with which figures. */
export async function judgeSale(ctx: Settling, row: Row) {
  pinSettings(ctx.db)
  const sold = await soldNow(ctx, row)
  const excess = await excessOf(ctx.db, row.branchId, sold)
  const allowed = { percent: row.allowedPercent, belowCost: row.allowedBelow }
  const gates = gatesOfSale(excess, ctx.actor, allowed)
  const diligence = await dueDiligence(ctx, { ...row, payments: ctx.input.payments }, sold)
  // What was cleared is asked about again only where screening has found something since.
  const isAsked = diligence.isOpen || (diligence.isAsked && !row.isCleared)
  return { asks: isAsked ? [...gates, 'rba' as const] : gates, sold, excess, diligence }
}
export type JudgedSale = Awaited<ReturnType<typeof judgeSale>>

/** What screening has found of the buyer is decided before compliance lets the sale through. */
export async function clear({ db, actor, now }: Reading, row: Row) {
  const buyer = await buyerOf(db, row.customerId)
  const by = { id: actor.userId, name: actor.name }
  const standing = buyer && (await standingOf(db, buyer, { by, now, isChange: true }))
  if (standing === 'open') throw new Refusal('SCREENING_OPEN')
  return { isCleared: true, asksClearance: false }
}

/** Sells the basket; above the limits of the seller, it is pending, with how far it reaches above them. */
export async function settle(ctx: Settling, row: JudgedSale & Row, toState: string, refund?: SetOff) {
  const { db, input, now } = ctx
  const { asks, sold, excess, diligence } = row
  await refuseOff(db)
  if (toState === 'waiting') {
    await queries.setLines(db, row.id, sold.lines)
    return {
      ...sumsOf(sold),
      ...askFor(
        asks.includes('discount') ? excess.percent : '0',
        asks.includes('belowCost') ? excess.belowCost : '0',
      ),
      asksClearance: asks.includes('rba'),
    }
  }
  const { localItemId } = await localTerms(db)
  const deal = refund ? null : await settleDeal(ctx, row)
  const setOff = refund ?? deal
  const { total } = sold.totals
  const { payments, rounding } = await paymentsFor(db, input.payments, { total, deal: setOff })
  const { branchId, counterId } = row
  await sellSerials(ctx, row, sold.lines)
  const batches = await soldBatches(ctx, row, sold)
  const fromCounter = await takeAtCounter(db, row, sold.lines)
  const lines = sold.lines.map((line, at) => ({
    ...line,
    mayGoBelow: sold.mayGoBelow.has(line.itemId),
    ...(fromCounter[at] && { fromCounter: fromCounter[at] }),
  }))
  const posting = () =>
    post(ctx, {
      event: saleEvent,
      source: { type: 'retailSale', id: row.id },
      businessDate: sold.day,
      branchId,
      lines: saleLines({
        branchId,
        counterId,
        localItemId,
        lines,
        payments,
        rounding,
        ...(setOff && { setOff }),
      }),
    })
  const entry = await refuseAtSoldOutLine(sold.lines, posting, fromCounter)
  const costs = costsOf(lines, entry.moved)
  const kept = sold.lines.map((line, at) => ({ ...line, batches: batches[at] ?? [] }))
  await queries.setLines(db, row.id, kept, { costs })
  await queries.addPayments(db, row.id, [
    ...payments.map(({ modeId, amount, tendered }) => ({ modeId, amount, tendered })),
    ...(setOff ? [{ modeId: null, amount: setOff.owed, tendered: setOff.owed }] : []),
  ])
  const { branchCode: code } = await namesOf(db, counterId)
  const number = await queries.numberOf(db, branchId, code, Number(sold.day.slice(0, 4)))
  if (deal) await nameBasket(db, deal.id, number)
  return {
    ...sumsOf(sold),
    ...(deal && { dealId: deal.id, dealNumber: deal.number, dealOwed: deal.owed }),
    ...(refund && { refundId: refund.id, refundNumber: refund.number, refundOwed: refund.owed }),
    rounding,
    precious: diligence.precious,
    preciousCash: diligence.preciousCash,
    businessDate: sold.day,
    settledAt: now.toISOString(),
    number,
  }
}
