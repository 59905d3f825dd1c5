import { randomUUIDv7 } from 'node:crypto'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { exponentOf, localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { allAccounts, post, reverse } from '#modules/ledger/public.server.ts'
import {
  branchRows,
  businessDate,
  currentCompany,
  refuseDecimals,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { rows as payeeRows } from '../payees/payees.queries.ts'
import { spendable } from '../payees/payees.server.ts'
import { numberOf } from '../series/series.queries.ts'
import { type ExpenseDraft, payeeExpenses } from './expenses.contract.ts'
import {
  expenseEvent,
  expenseLines,
  type ExpenseState,
  expenseWorkflow,
  paymentOf,
  taxOf,
  totalsOf,
} from './expenses.domain.ts'
import * as queries from './expenses.queries.ts'

type Row = queries.ExpenseRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Changed = Ctx<ExpenseDraft & { id: string; version: number; note?: string | undefined }>

const expenseDocuments = documents({
  type: 'payeeExpense',
  home: '/accounting/payee-expense',
  workflow: expenseWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ branch: { branchId, counterId: null } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId, editorId }: Row) => [authorId, editorId],
  makerActs: ['update'],
  gates: { limit: { limit: 'payment_amount', value: ({ total }: Row) => total } },
  present,
})
export const expenseAnswers = expenseDocuments.answers

export const payeeExpensesRouter = serve(payeeExpenses, {
  ...expenseDocuments.lists(queries.list, 'bank:expenses', {
    number: 'text',
    payee: 'text',
    invoice: 'text',
    businessDate: 'text',
    dueDate: 'text',
    net: 'number',
    tax: 'number',
    total: 'number',
    open: 'number',
    payment: 'value',
    state: 'value',
    branch: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: async (ctx) => withLines(ctx, await expenseDocuments.getById(ctx)),
  listOpen: async ({ db, actor, input }) => {
    const money = await localMoney(db)
    return (await queries.open(db, actor.scope, input.payeeId)).map(
      ({ id, number, invoice, dueDate, total, paid }) => ({
        id,
        number,
        invoice,
        dueDate,
        open: money(new Exact(total).minus(paid).toFixed()),
      }),
    )
  },
  create: whole(expenseDocuments.make('create', prepare)),
  update: whole(expenseDocuments.act<Changed>('update', change)),
  submit: whole(
    expenseDocuments.act('submit', async (ctx, row, state) => {
      if (state === 'posted') await book(ctx, row)
      return { editorId: ctx.actor.userId }
    }),
  ),
  approve: whole(expenseDocuments.act('approve', book)),
  reject: whole(expenseDocuments.act('reject')),
  reverse: whole(expenseDocuments.act('reverse', postReversal)),
  cancel: whole(expenseDocuments.act('cancel')),
  attachments: expenseDocuments.files.attachments,
  attach: expenseDocuments.files.attach,
  attachment: expenseDocuments.files.attachment,
})

async function present({ db, now }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  const today = now.toISOString().slice(0, 10)
  return rows.map((row) => {
    const isOwed = row.state === 'posted'
    const open = isOwed ? new Exact(row.total).minus(row.paid).toFixed() : '0'
    return {
      ...row,
      state: row.state as ExpenseState,
      net: money(row.net),
      tax: money(row.tax),
      total: money(row.total),
      paid: money(row.paid),
      open: money(open),
      payment: paymentOf(row),
      isOverdue: row.dueDate < today && !new Exact(open).isZero(),
      createdAt: new Date(row.createdAt).toISOString(),
    }
  })
}

type Detail = Awaited<ReturnType<typeof expenseDocuments.getById>>

async function withLines({ db, language }: Pick<Ctx, 'db' | 'language'>, one: Detail) {
  const money = await localMoney(db)
  const ledgers = new Map(
    (await allAccounts(db, language)).map(({ id, code, name }) => [id, `${code} ${name}`]),
  )
  const lines = (await queries.linesOf(db, one.id)).map((line) => ({
    ...line,
    ledger: ledgers.get(line.ledgerId) ?? '',
    amount: money(line.amount),
    taxRate: new Exact(line.taxRate).toFixed(),
    net: money(line.net),
    tax: money(line.tax),
  }))
  return { ...one, lines }
}

/** A handler whose answer is the expense with its lines. */
function whole<C extends Reading & Pick<Ctx, 'language'>>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

async function prepare(ctx: Ctx<ExpenseDraft>) {
  const { db, input, actor, now } = ctx
  const { lines: _lines, ...draft } = input
  const branch = requireVisible(actor.scope, 'branchIds', await branchRows.get(db, draft.branchId))
  const { lines, ...totals } = await checked(ctx)
  const row = {
    ...draft,
    ...totals,
    id: randomUUIDv7(),
    number: await numberOf(db, 'payeeExpense', branch, Number(draft.businessDate.slice(0, 4))),
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
    editorId: actor.userId,
  }
  return { row, write: async () => void (await queries.addLines(db, row.id, lines)) }
}

async function change(ctx: Changed, row: Row) {
  const { id, version: _version, lines: _lines, ...draft } = ctx.input
  if (draft.branchId !== row.branchId) throw refuseField('branchId', 'BRANCH_STAYS')
  const { lines, ...totals } = await checked(ctx)
  await queries.removeLines(ctx.db, id)
  await queries.addLines(ctx.db, id, lines)
  return { ...draft, ...totals, editorId: ctx.actor.userId }
}

/** The lines as they are kept, each with its tax, and what they come to, after everything was found to be in order. */
async function checked({ db, input, now }: Pick<Ctx<ExpenseDraft>, 'db' | 'input' | 'now'>) {
  const { localCurrency } = await currentCompany(db)
  if (input.businessDate > (await businessDate(db, input.branchId, now)))
    throw refuseField('businessDate', 'DATE_AHEAD')
  await payeeOf(db, input.payeeId)
  const amounts = input.lines.map(({ amount }, at) => [`lines.${at}.amount`, amount] as const)
  await refuseDecimals(db, Object.fromEntries(amounts))
  const ledgers = new Set((await spendable(db)).map(({ id }) => id))
  const lines = input.lines.map((line, at) => {
    if (!ledgers.has(line.ledgerId)) throw refuseField(`lines.${at}.ledgerId`, 'LEDGER_NOT_SPENT')
    if (new Exact(line.amount).isZero()) throw refuseField(`lines.${at}.amount`, 'LINE_ZERO')
    return { ...line, ...taxOf(line, input.isIncluded, exponentOf(localCurrency)) }
  })
  return { lines, ...totalsOf(lines) }
}

async function payeeOf(db: Db, id: string): Promise<void> {
  if (!(await payeeRows.find(db, id))?.isEnabled) throw refuseField('payeeId', 'PAYEE_UNKNOWN')
}

const sourceOf = ({ id }: Row) => ({ type: 'payeeExpense', id })

async function book(ctx: Reading, row: Row): Promise<void> {
  await post(ctx, {
    event: expenseEvent,
    source: sourceOf(row),
    businessDate: row.businessDate,
    branchId: row.branchId,
    note: row.invoice,
    lines: expenseLines(row, await queries.linesOf(ctx.db, row.id)),
  })
}

async function postReversal(ctx: Ctx<{ note?: string | undefined }>, row: Row): Promise<object> {
  const { businessDate: reversedOn } = await reverse(ctx, {
    source: sourceOf(row),
    event: expenseEvent,
    businessDate: await businessDate(ctx.db, row.branchId, ctx.now),
    note: ctx.input.note ?? '',
  })
  return { reversedOn }
}
