import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { post, reverse } from '#modules/ledger/public.server.ts'
import { branchRows, businessDate, requireVisible } from '#modules/organisation/public.server.ts'
import { get as findAccount } from '../accounts/accounts.queries.ts'
import { isPostDated, isStale } from '../cheques/cheques.domain.ts'
import * as chequeQueries from '../cheques/cheques.queries.ts'
import { depositCheque, moveCheque } from '../cheques/cheques.server.ts'
import { heldOf } from '../cheques/receipt.server.ts'
import { numberOf } from '../series/series.queries.ts'
import type { ChequeDeposit } from './transfers.contract.ts'
import { chequeLines, transferEvents } from './transfers.domain.ts'
import type * as queries from './transfers.queries.ts'

type Row = queries.TransferRow

/** The cheques of a deposit as its slip has them. */
export async function presentCheques(db: Db, transferId: string) {
  const money = await localMoney(db)
  return (await chequeQueries.listOfDeposit(db, transferId)).map((one) => ({
    id: one.id,
    number: one.number,
    bankName: one.bankName,
    drawer: one.drawer,
    datedOn: one.datedOn,
    amount: money(one.amount),
    state: one.state,
  }))
}

/** Who received the cheques of a deposit has made it too: another person says that they are good. */
export async function makersOfCheques({ db }: Pick<Ctx, 'db'>, rows: readonly Row[]) {
  const deposits = rows.filter(({ kind }) => kind === 'cheques').map(({ id }) => id)
  const authors = await chequeQueries.authorsOnDeposits(db, deposits)
  return ({ id, authorId }: Row) => ({ makerIds: [authorId, ...(authors.get(id) ?? [])] })
}

/** The cheques that are deposited, in the order of the slip; throws at the one that is not in hand, of another branch, or not of this day, or at the day. */
async function chosenOf(db: Db, { chequeIds, branchId }: ChequeDeposit, day: string) {
  if (new Set(chequeIds).size < chequeIds.length) throw refuseField('chequeIds', 'CHEQUE_NOT_IN_HAND')
  const found = new Map((await chequeQueries.find(db, chequeIds)).map((one) => [one.id, one]))
  return chequeIds.map((id, at) => {
    const field = `chequeIds.${at}`
    const cheque = found.get(id)
    if (!cheque || cheque.state !== 'inHand') throw refuseField(field, 'CHEQUE_NOT_IN_HAND')
    if (cheque.branchId !== branchId) throw refuseField(field, 'CHEQUE_OTHER_BRANCH')
    const { number, receivedOn } = cheque
    if (day < receivedOn)
      throw refuseField('businessDate', 'CHEQUE_BEFORE_RECEIVED', { number, date: receivedOn })
    if (isPostDated(cheque.datedOn, day))
      throw refuseField(field, 'CHEQUE_POST_DATED', { number: cheque.number, date: cheque.datedOn })
    if (isStale(cheque.datedOn, day)) throw refuseField(field, 'CHEQUE_STALE')
    return cheque
  })
}

const sumOf = (cheques: readonly { amount: string }[]) =>
  cheques.reduce((sum, { amount }) => sum.plus(amount), new Exact(0)).toFixed()

/** Several cheques of one branch go to an account together: each leaves hand, and their sum is on its way. */
export async function prepareDeposit(ctx: Ctx<ChequeDeposit>) {
  const { db, input, actor, now } = ctx
  const branch = requireVisible(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
  const account = await findAccount(db, actor.scope, input.toAccountId)
  if (!account?.isEnabled) throw refuseField('toAccountId', 'BANK_ACCOUNT_UNKNOWN')
  if (!account.isLocal) throw refuseField('toAccountId', 'CHEQUE_ACCOUNT_FOREIGN')
  const today = await businessDate(db, branch.id, now)
  const day = input.businessDate ?? today
  if (day > today) throw refuseField('businessDate', 'DATE_AHEAD')
  const cheques = await chosenOf(db, input, day)
  const total = sumOf(cheques)
  const row = {
    kind: 'cheques' as const,
    fromAccountId: null,
    fromBranchId: branch.id,
    fromCounterId: null,
    toAccountId: account.id,
    toBranchId: account.branchId,
    toCounterId: null,
    branchId: branch.id,
    itemId: account.currencyId,
    amount: total,
    value: total,
    slip: input.slip,
    note: input.note,
    id: randomUUIDv7(),
    number: await numberOf(db, 'bankTransfer', branch, Number(day.slice(0, 4))),
    sentDate: day,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  const write = async () => {
    const presented = cheques.map(({ id, version }) => ({ id: randomUUIDv7(), chequeId: id, version }))
    await chequeQueries.addPresentments(db, row.id, presented)
    for (const { id, chequeId, version } of presented)
      await depositCheque(ctx, { id: chequeId, version }, { presentmentId: id, accountId: account.id })
    await post(ctx, {
      event: transferEvents.sent,
      source: { type: 'bankTransfer', id: row.id },
      businessDate: day,
      branchId: branch.id,
      note: row.slip,
      lines: chequeLines(cheques.map(heldOf), onWayOf(row), 'way'),
    })
  }
  return { row, facts: { kind: row.kind }, write }
}

const onWayOf = ({ itemId, branchId, amount }: Pick<Row, 'amount' | 'branchId' | 'itemId'>) => ({
  itemId,
  branchId,
  isLocal: true,
  amount: new Exact(amount).toFixed(),
})

/** The cheques that are on a deposit are good with it; one that came back meanwhile is on it no more. */
export async function clearCheques(ctx: Ctx<{ note?: string | undefined }>, row: Row): Promise<void> {
  for (const { id, version, state } of await chequeQueries.listOfDeposit(ctx.db, row.id))
    if (state === 'deposited') await moveCheque(ctx, { id, version, note: ctx.input.note }, 'clear')
}

/** The cheques of a deposit are in hand again, without those that came back. Throws CHEQUE_BOUNCED where one did since it arrived. */
export async function undoDeposit(ctx: Ctx<{ note?: string | undefined }>, row: Row): Promise<void> {
  const { db, now, input } = ctx
  const { note = '' } = input
  const all = await chequeQueries.listOfDeposit(db, row.id)
  const left = all.filter(({ state }) => state === 'deposited' || state === 'cleared')
  const source = { type: 'bankTransfer', id: row.id }
  const day = await businessDate(db, row.branchId, now)
  if (row.state === 'arrived') {
    // One that came back on the way had left the deposit before it arrived.
    if (!new Exact(row.amount).eq(sumOf(left))) throw new Refusal('CHEQUE_BOUNCED')
    await reverse(ctx, { source, event: transferEvents.arrived, businessDate: day, note })
  }
  if (left.length === 0) throw notFound()
  for (const { id, version } of left) await moveCheque(ctx, { id, version, note }, 'takeBack')
  await post(ctx, {
    event: transferEvents.chequesTakenBack,
    source,
    businessDate: day,
    branchId: row.branchId,
    note,
    lines: chequeLines(left.map(heldOf), onWayOf(row), 'hand'),
  })
}
