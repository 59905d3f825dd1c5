import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { moveDate } from '#modules/inventory/public.server.ts'
import { post, reverse } from '#modules/ledger/public.server.ts'
import { businessDate, currentCompany, refuseDecimals } from '#modules/organisation/public.server.ts'
import { currencyOf, endOf, legDate } from './ends.server.ts'
import type { Arrival } from './transfers.contract.ts'
import { arrivedLines, changedLines, type End, transferEvents, worthOf } from './transfers.domain.ts'
import type { TransferRow } from './transfers.queries.ts'

/** Posts what arrived: at cost in the same currency, at what it was worth in another. */
export async function arrive(ctx: Ctx<Arrival>, row: TransferRow) {
  const { db, input } = ctx
  const to = await endOf(db, row, 'to')
  const date = await legDate(ctx, to, input.businessDate)
  if (date < row.sentDate) throw new Refusal('RECEIVED_BEFORE_SENT', { date: row.sentDate })
  const [sent, arrived] = [await currencyOf(db, row.itemId), await currencyOf(db, currencyAt(to, row.itemId))]
  const onWay = {
    itemId: sent.id,
    isLocal: sent.isLocal,
    amount: new Exact(row.amount).toFixed(),
    branchId: row.branchId,
  }
  const isSame = sent.id === arrived.id
  const amount = input.amount ?? (isSame ? onWay.amount : null)
  if (amount === null || new Exact(amount).isZero()) throw refuseField('amount', 'BOTH_AMOUNTS')
  await refuseDecimals(db, { amount }, arrived.code)
  if (isSame && new Exact(amount).greaterThan(onWay.amount))
    throw refuseField('amount', 'BANK_MORE_THAN_SENT', { amount: onWay.amount })
  // Of cheques nothing is kept by a bank: one of them came back, or it is not this deposit.
  if (row.kind === 'cheques' && !new Exact(amount).eq(onWay.amount))
    throw refuseField('amount', 'CHEQUES_DIFFER', { amount: onWay.amount })
  const { localCurrency } = await currentCompany(db)
  const units = { unit: arrived.quoteUnit, exponent: exponentOf(localCurrency) }
  const lines =
    isSame || !('account' in to)
      ? arrivedLines(to, onWay, amount)
      : changedLines(to.account, onWay, {
          arrived: amount,
          value: valueOf(input, { row, sent, arrived, amount, units }),
        })
  const entry = await post(ctx, {
    event: transferEvents.arrived,
    source: { type: 'bankTransfer', id: row.id },
    businessDate: date,
    branchId: row.toBranchId ?? row.branchId,
    note: row.note,
    lines,
  })
  return {
    arrivedDate: date,
    arrivedAmount: amount,
    arrivedValue: new Exact(entry.moved[1] ?? 0).toFixed(),
    gain: new Exact(entry.gains[0] ?? 0).toFixed(),
    charge: new Exact(entry.moved[3] ?? 0).toFixed(),
  }
}

const currencyAt = (end: End, otherwise: string) => ('account' in end ? end.account.currencyId : otherwise)

interface Changed {
  row: TransferRow
  sent: { isLocal: boolean }
  arrived: { isLocal: boolean }
  amount: string
  units: { unit: number; exponent: number }
}

/** What arrived is worth: itself where it is local, what was sent where that was, and at the rate between two foreign currencies. */
function valueOf({ rate }: Arrival, { row, sent, arrived, amount, units }: Changed): string {
  if (arrived.isLocal) return new Exact(amount).toFixed()
  if (sent.isLocal) return new Exact(row.value).toFixed()
  if (rate === null || new Exact(rate).isZero()) throw refuseField('rate', 'RATE_ASKED')
  return worthOf(amount, rate, units)
}

/** Undoes what was posted, the last first. */
export async function undoPostings(ctx: Ctx<{ note?: string | undefined }>, row: TransferRow): Promise<void> {
  const { sent, arrived, charge, interest } = transferEvents
  const events =
    row.kind === 'charge'
      ? [charge]
      : row.kind === 'interest'
        ? [interest]
        : row.state === 'arrived'
          ? [arrived, sent]
          : [sent]
  for (const event of events)
    await reverse(ctx, {
      source: { type: 'bankTransfer', id: row.id },
      event,
      businessDate: await undoneOn(ctx, row, event === arrived),
      note: ctx.input.note ?? '',
    })
}

async function undoneOn({ db, now }: Pick<Ctx, 'db' | 'now'>, row: TransferRow, isArrival: boolean) {
  const counterId = isArrival ? row.toCounterId : row.fromCounterId
  const isCash = isArrival ? row.toAccountId === null : row.fromAccountId === null
  const branchId = (isArrival ? row.toBranchId : row.fromBranchId) ?? row.branchId
  if (!isCash || row.kind === 'interest') return businessDate(db, branchId, now)
  const undone = (isArrival ? row.arrivedDate : row.sentDate) ?? row.sentDate
  return moveDate(db, { branchId, counterIds: [counterId], undone }, now)
}
