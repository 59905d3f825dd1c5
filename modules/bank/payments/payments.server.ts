import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { allCurrencies, localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { moveDate } from '#modules/inventory/public.server.ts'
import { post, reverse } from '#modules/ledger/public.server.ts'
import {
  branchRows,
  businessDate,
  counterRows,
  reaches,
  refuseDecimals,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { get as findAccount, rows as accountRows } from '../accounts/accounts.queries.ts'
import { mayActOn } from '../accounts/places.server.ts'
import { addPaid, lockAll } from '../expenses/expenses.queries.ts'
import { rows as payeeRows } from '../payees/payees.queries.ts'
import { numberOf } from '../series/series.queries.ts'
import { type PaymentDraft, payeePayments } from './payments.contract.ts'
import {
  type PaidFrom,
  paymentEvent,
  paymentLines,
  type PaymentState,
  paymentWorkflow,
} from './payments.domain.ts'
import { findJudged, type JudgedPayment, judgePayments, listJudged } from './payment-limits.server.ts'
import * as queries from './payments.queries.ts'

type Row = queries.PaymentRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const paymentDocuments = documents({
  type: 'payeePayment',
  home: '/accounting/payee-payment',
  workflow: paymentWorkflow,
  table: queries.rows,
  find: findJudged,
  places: ({ branchId, counterId }: Row) => ({ place: { branchId, counterId } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  gates: { limit: { limit: 'payment_amount', value: ({ limitValue }: JudgedPayment) => limitValue } },
  present,
})
export const paymentAnswers = paymentDocuments.answers

export const payeePaymentsRouter = serve(payeePayments, {
  ...paymentDocuments.lists(listJudged, 'bank:payments', {
    number: 'text',
    payee: 'text',
    businessDate: 'text',
    account: 'text',
    counter: 'text',
    total: 'number',
    reference: 'text',
    state: 'value',
    branch: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: async (ctx) => withLines(ctx, await paymentDocuments.getById(ctx)),
  create: whole(paymentDocuments.make('create', prepare)),
  approve: whole(paymentDocuments.act('approve', book)),
  reject: whole(paymentDocuments.act('reject')),
  cancel: whole(paymentDocuments.act('cancel')),
  reverse: whole(paymentDocuments.act('reverse', postReversal)),
  attachments: paymentDocuments.files.attachments,
  attach: paymentDocuments.files.attach,
  attachment: paymentDocuments.files.attachment,
})

async function present({ db }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  return rows.map((row) => ({
    ...row,
    state: row.state as PaymentState,
    total: money(row.total),
    accountAmount: row.accountAmount && new Exact(row.accountAmount).toFixed(),
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

type Detail = Awaited<ReturnType<typeof paymentDocuments.getById>>

async function withLines({ db }: Pick<Ctx, 'db'>, one: Detail) {
  const money = await localMoney(db)
  const lines = (await queries.linesOf(db, one.id)).map((line) => ({
    ...line,
    total: money(line.total),
    amount: money(line.amount),
  }))
  return { ...one, lines }
}

/** A handler whose answer is the payment with its lines. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

async function prepare(ctx: Ctx<PaymentDraft>) {
  const { db, input, actor, now } = ctx
  const { lines, accountAmount, ...draft } = input
  const branch = requireVisible(actor.scope, 'branchIds', await branchRows.get(db, draft.branchId))
  const payee = await payeeRows.find(db, draft.payeeId)
  if (!payee?.isEnabled) throw refuseField('payeeId', 'PAYEE_UNKNOWN')
  const total = await totalOf(ctx)
  const isBank = draft.accountId !== null
  await checkFrom(ctx, payee.number !== '')
  await openExpenses(db, draft.payeeId, lines, actor.scope)
  const date = await dateOf(ctx, input)
  const row = {
    ...draft,
    businessDate: date,
    accountAmount: isBank ? accountAmount : null,
    total,
    paidTo: isBank ? [payee.holder, payee.bankName, payee.number].filter(Boolean).join(' · ') : '',
    id: randomUUIDv7(),
    number: await numberOf(db, 'payeePayment', branch, Number(date.slice(0, 4))),
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  const [judged] = await judgePayments(db, [row])
  return {
    row,
    facts: { limitValue: judged?.limitValue ?? null },
    write: async (state: string) => {
      await queries.addLines(db, row.id, lines)
      if (state !== 'posted') return
      const [made] = await queries.find(db, [row.id])
      if (made) await book(ctx, made)
    },
  }
}

/** The day of a payment: cash leaves on the day that is open at its drawer. */
async function dateOf(
  { db, now }: Reading,
  {
    branchId,
    counterId,
    accountId,
    businessDate: asked,
  }: Pick<PaymentDraft, 'accountId' | 'branchId' | 'businessDate' | 'counterId'>,
): Promise<string> {
  if (accountId === null) return moveDate(db, { branchId, counterIds: [counterId] }, now)
  const today = await businessDate(db, branchId, now)
  if (asked !== null && asked > today) throw refuseField('businessDate', 'DATE_AHEAD')
  return asked ?? today
}

async function totalOf({ db, input: { lines } }: Ctx<PaymentDraft>): Promise<string> {
  await refuseDecimals(db, Object.fromEntries(lines.map(({ amount }, at) => [`lines.${at}.amount`, amount])))
  const empty = lines.findIndex(({ amount }) => new Exact(amount).isZero())
  if (empty >= 0) throw refuseField(`lines.${empty}.amount`, 'LINE_ZERO')
  const twice = lines.findIndex(
    ({ expenseId }, at) => lines.findIndex((one) => one.expenseId === expenseId) < at,
  )
  if (twice >= 0) throw refuseField(`lines.${twice}.expenseId`, 'EXPENSE_TWICE')
  return lines.reduce((sum, { amount }) => sum.plus(amount), new Exact(0)).toFixed()
}

/** Where it is paid from is there, open and in reach; a foreign account says both amounts, a payee of a bank has details. */
async function checkFrom({ db, actor, input }: Ctx<PaymentDraft>, hasDetails: boolean): Promise<void> {
  const { accountId, counterId, branchId, accountAmount } = input
  if (accountId === null) {
    if (counterId !== null && (await counterRows.find(db, counterId))?.branchId !== branchId)
      throw refuseField('counterId', 'PLACE_UNKNOWN')
    return
  }
  if (counterId !== null) throw refuseField('counterId', 'ONE_SOURCE')
  const account = await findAccount(db, actor.scope, accountId)
  if (!account?.isEnabled) throw refuseField('accountId', 'BANK_ACCOUNT_UNKNOWN')
  if (!mayActOn(actor, account)) throw refuseField('accountId', 'OUT_OF_SCOPE')
  if (!hasDetails) throw refuseField('payeeId', 'PAYEE_WITHOUT_DETAILS')
  if (account.isLocal) return
  if (accountAmount === null || new Exact(accountAmount).isZero())
    throw refuseField('accountAmount', 'BOTH_AMOUNTS')
  const currency = (await allCurrencies(db)).find(({ id }) => id === account.currencyId)
  await refuseDecimals(db, { accountAmount }, currency?.code)
}

/** The expenses that are paid, locked; throws at the line that is out of sight, not owed to the payee, or not so much. */
async function openExpenses(
  db: Db,
  payeeId: string,
  lines: readonly { expenseId: string; amount: string }[],
  scope: Scope = 'all',
) {
  const money = await localMoney(db)
  const found = await lockAll(
    db,
    lines.map(({ expenseId }) => expenseId),
  )
  return lines.map(({ expenseId, amount }, at) => {
    const expense = found.find(({ id }) => id === expenseId)
    if (expense?.state !== 'posted' || expense.payeeId !== payeeId || !reaches(scope, expense))
      throw refuseField(`lines.${at}.expenseId`, 'EXPENSE_NOT_OPEN')
    const open = new Exact(expense.total).minus(expense.paid)
    if (open.lessThan(amount))
      throw refuseField(`lines.${at}.amount`, 'MORE_THAN_OPEN', { open: money(open.toFixed()) })
    return { expenseId, branchId: expense.branchId, amount }
  })
}

const sourceOf = ({ id }: Row) => ({ type: 'payeePayment', id })

async function fromOf(db: Db, row: Row): Promise<PaidFrom> {
  if (row.accountId !== null) {
    const account = await accountRows.get(db, row.accountId)
    if (!account.isEnabled) throw new Refusal('BANK_ACCOUNT_UNKNOWN')
    return { account, amount: new Exact(row.accountAmount ?? 0).toFixed() }
  }
  const local = (await allCurrencies(db)).find(({ isLocal }) => isLocal)
  if (!local) throw notFound()
  return { branchId: row.branchId, counterId: row.counterId, itemId: local.id }
}

async function book(ctx: Reading, row: Row) {
  const { db } = ctx
  const settled = await openExpenses(db, row.payeeId, await queries.linesOf(db, row.id))
  // What waited for a decision leaves a drawer on the day on which it leaves it.
  const date = row.accountId === null ? await dateOf(ctx, row) : row.businessDate
  const from = await fromOf(db, row)
  for (const { expenseId, amount } of settled) await addPaid(db, expenseId, amount)
  await post(ctx, {
    event: paymentEvent,
    source: sourceOf(row),
    businessDate: date,
    branchId: row.branchId,
    note: row.reference,
    lines: paymentLines({ payeeId: row.payeeId, total: new Exact(row.total).toFixed() }, settled, from),
  })
  return { businessDate: date }
}

/** What was paid is owed again. */
async function postReversal(ctx: Ctx<{ note?: string | undefined }>, row: Row): Promise<object> {
  const { db, now, input } = ctx
  const lines = await queries.linesOf(db, row.id)
  await lockAll(
    db,
    lines.map(({ expenseId }) => expenseId),
  )
  for (const { expenseId, amount } of lines)
    await addPaid(db, expenseId, new Exact(amount).negated().toFixed())
  const { branchId, counterId, businessDate: undone } = row
  const { businessDate: reversedOn } = await reverse(ctx, {
    source: sourceOf(row),
    event: paymentEvent,
    businessDate:
      row.accountId === null
        ? await moveDate(db, { branchId, counterIds: [counterId], undone }, now)
        : await businessDate(db, branchId, now),
    note: input.note ?? '',
  })
  return { reversedOn }
}
