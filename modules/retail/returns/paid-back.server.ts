import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { allModes, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { dealingDay } from '#modules/inventory/public.server.ts'
import { partOfMode } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import { listHeldAt, post } from '#modules/ledger/public.server.ts'
import type { BatchPart } from '../batches/batches.domain.ts'
import { receiveBatches } from '../batches/batches.server.ts'
import { isSalePart, saleParty } from '../sales/sales.domain.ts'
import { takeBackSerials } from '../serials/serials.server.ts'
import { isLastOf } from './portions.server.ts'
import { refundEvent, refundLines, splitRefund } from './returns.domain.ts'
import * as queries from './returns.queries.ts'

type Row = queries.RefundRow

/** Takes the goods of a return back and pays for them, by the modes they were paid by. */
export async function payBack(ctx: Ctx, row: Row) {
  const { rounding, businessDate, settledAt } = await receiveBack(ctx, row, { isSetOff: false })
  return { rounding, businessDate, settledAt }
}

/** As `payBack`; set off, what it comes to is owed to the customer, and the caller sets that off in the same transaction. */
export async function receiveBack(ctx: Ctx, row: Row, { isSetOff }: { isSetOff: boolean }) {
  const { db, now } = ctx
  const { id, saleId, branchId, counterId } = row
  const { businessDate: day } = await dealingDay(db, branchId, counterId, now)
  const { payments, rounding } = await paymentsFor(ctx, row, isSetOff)
  const owed = payments.reduce((sum, { amount }) => sum.plus(amount), new Exact(0)).toFixed()
  const setOff = { id, number: row.number, party: saleParty({ id: saleId, customerId: row.buyerId }), owed }
  const local = (await readTradedCurrencies(db)).find(({ isLocal }) => isLocal)
  const lines = await queries.linesOf(db, id)
  const held = await listHeldAt(db, row, ['retail'])
  await post(ctx, {
    event: refundEvent,
    source: { type: 'refund', id },
    businessDate: day,
    branchId,
    lines: refundLines({
      branchId,
      counterId,
      // A shop that keeps its goods in the store has none to count in a drawer.
      keepsGoods: held.some(({ onHand }) => new Exact(onHand).greaterThan(0)),
      localItemId: local?.id ?? '',
      lines: lines.map((line) => ({ ...line, isTracked: isTracked(line) })),
      payments: isSetOff ? [] : payments,
      rounding,
      ...(isSetOff && { setOff }),
    }),
  })
  await takeBackSerials(ctx, row, lines)
  await receiveBatches(
    db,
    branchId,
    lines.map(({ itemId, batches }) => ({ itemId, batches: batches as BatchPart[] })),
  )
  await queries.addPayments(
    db,
    { refundId: id, saleId },
    payments.map(({ position, amount }) => ({ salePosition: position, amount, isSetOff })),
  )
  return { ...setOff, rounding, businessDate: day, settledAt: now.toISOString() }
}

const isTracked = ({ serials, batches }: { serials: readonly string[]; batches: unknown }) =>
  serials.length > 0 || (batches as BatchPart[]).length > 0

/** What was set off with a deal paid the sale as the cash beside it did: both go back in cash, as one. */
function mergeSetOff<P extends { modeId: string | null; left: string }>(
  payments: readonly P[],
  kinds: ReadonlyMap<string, string>,
): (P & { modeId: string })[] {
  const setOff = payments.filter(({ modeId }) => modeId === null)
  const own = payments.flatMap((one) => (one.modeId === null ? [] : [{ ...one, modeId: one.modeId }]))
  if (setOff.length === 0) return own
  const isCash = ({ modeId }: { modeId: string }) => kinds.get(modeId) === 'cash'
  const all = [...setOff, ...own.filter(isCash)].reduce((sum, one) => sum.plus(one.left), new Exact(0))
  const first = own.findIndex(isCash)
  return own.map((one, at) => ({ ...one, left: at === first ? all.toFixed() : isCash(one) ? '0' : one.left }))
}

/** What goes back of each payment of the sale. Nobody else pays back anything of it meanwhile. */
async function paymentsFor({ db }: Pick<Ctx, 'db'>, { id, saleId, total }: Row, isSetOff: boolean) {
  const sale = await queries.lockSold(db, saleId)
  if (!sale) throw notFound()
  const kinds = new Map((await allModes(db)).map((mode) => [mode.id, mode.kind]))
  const left = mergeSetOff(await queries.paymentsLeft(db, saleId), kinds).map((payment) => {
    const kind = kinds.get(payment.modeId)
    const part = kind ? partOfMode(kind, { side: 'payment', isLocal: true }) : null
    if (!isSalePart(part)) throw new Error(`The mode ${payment.modeId} of a sale has no account`)
    return { ...payment, part, isCash: part === 'cash' }
  })
  // Money of a card goes back to the card.
  if (isSetOff && left.some(({ isCash, left: amount }) => !isCash && !new Exact(amount).isZero()))
    throw refuseField('saleId', 'EXCHANGE_NOT_CASH')
  const local = (await readTradedCurrencies(db)).find(({ isLocal }) => isLocal)
  const decimals = local?.exponent ?? 2
  const { amounts, rounding } = splitRefund(total, left, {
    isLast: await isLastOf(db, saleId, id),
    roundingLeft: new Exact(sale.rounding).minus(await queries.roundingGiven(db, saleId)).toFixed(),
    // Only what is left of both is paid in coins.
    cashUnit: isSetOff ? new Exact(10).pow(-decimals).toFixed() : (local?.cashUnit ?? '0.01'),
    decimals,
  })
  const payments = left
    .map(({ position, modeId, part }, at) => ({ position, modeId, part, amount: amounts[at] ?? '0' }))
    .filter(({ amount }) => !new Exact(amount).isZero())
  return { payments, rounding }
}
