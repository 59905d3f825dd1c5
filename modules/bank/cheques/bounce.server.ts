import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { post } from '#modules/ledger/public.server.ts'
import { businessDate, refuseDecimals } from '#modules/organisation/public.server.ts'
import { rows as accountRows } from '../accounts/accounts.queries.ts'
import { chequeSaid, handedOverBy } from '../clearing/deal-payments.server.ts'
import type { ChequeBounce } from './cheques.contract.ts'
import { type BouncedFrom, bouncedLines, chequeEvents } from './cheques.domain.ts'
import * as queries from './cheques.queries.ts'
import { heldOf } from './receipt.server.ts'

type Row = queries.ChequeRow
export type FromLine = { isOfLine: boolean }

/**
 * A cheque came back. It leaves the account, the deposit that is on its way, or the hand; it is owed by the customer where the deal was
 * handed over, and else no longer with us. What the bank charged is an expense.
 */
export async function bounce(ctx: Ctx<ChequeBounce>, row: Row) {
  const { db, input, actor, now, language } = ctx
  if (row.presentmentId === null || row.accountId === null) throw new Refusal('CHEQUE_NOT_PRESENTED')
  const account = await accountRows.get(db, row.accountId)
  const today = await businessDate(db, row.branchId, now)
  if (input.businessDate !== null && input.businessDate > today)
    throw refuseField('businessDate', 'DATE_AHEAD')
  // Off the account it comes only once it was credited to it.
  const from = (row.state === 'cleared' ? row.arrivedDate : row.sentDate) ?? row.receivedOn
  if ((input.businessDate ?? today) < from)
    throw refuseField('businessDate', 'CHEQUE_BEFORE_SENT', { number: row.number, date: from })
  await refuseDecimals(db, { charge: input.charge ?? '0' })
  const charge = input.charge !== null && !new Exact(input.charge).isZero() ? input.charge : null
  const owed = (await isHandedOver(ctx, row)) ? ('receivable' as const) : ('payable' as const)
  await post(ctx, {
    event: chequeEvents.bounced,
    source: { type: 'cheque', id: row.presentmentId },
    businessDate: input.businessDate ?? today,
    branchId: row.branchId,
    note: row.number,
    lines: bouncedLines(heldOf(row), {
      owed,
      from: await fromOf(ctx, row, account),
      charge: charge === null ? null : { amount: charge, account },
    }),
  })
  await queries.markPresentment(db, row.presentmentId, 'bounced')
  if (row.paymentId !== null) {
    const note = [row.bankName, row.number, input.note].filter(Boolean).join(' · ').slice(0, 1000)
    await chequeSaid.ask(db, { actor, now, language, paymentId: row.paymentId, state: 'bounced', note })
  }
  return { owedPart: owed }
}

/** Whether the notes of the deal that a cheque pays have gone, and have not come back; it stays so until the transaction ends. */
export async function isHandedOver(
  { db }: Pick<Ctx, 'db'>,
  { paymentId }: Pick<Row, 'paymentId'>,
): Promise<boolean> {
  if (paymentId === null) return false
  return (await handedOverBy.ask(db, { paymentIds: [paymentId], isLocking: true })).some((one) =>
    one.has(paymentId),
  )
}

async function fromOf(
  { db }: Pick<Ctx, 'db'>,
  row: Row,
  account: Awaited<ReturnType<typeof accountRows.get>>,
): Promise<BouncedFrom> {
  if (row.state === 'inHand') return 'hand'
  if (row.state === 'cleared') return { account }
  const local = (await allCurrencies(db)).find(({ isLocal }) => isLocal)
  if (!local || row.transferId === null || row.wayBranchId === null) throw notFound()
  if (!(await queries.lessenDeposit(db, row.transferId, row.amount)))
    throw new Refusal('CHEQUE_ALONE', { number: row.deposit ?? '' })
  return { depositId: row.transferId, wayBranchId: row.wayBranchId, localItemId: local.id }
}
