import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { dayAfter } from '#modules/ledger/periods/days.domain.ts'
import { branchRows, businessDate, refuseDecimals } from '#modules/organisation/public.server.ts'
import { get as findAccount, rows as accountRows } from '../accounts/accounts.queries.ts'
import { openFrom, sumOf } from '../clearing/clearing.domain.ts'
import { checkReconciliation } from '../matching/invariants.domain.ts'
import { numberOf } from '../series/series.queries.ts'
import { anchorOf, lockAccount } from '../statements/statements.queries.ts'
import { figuresOf, openLines, reportItem, reportOf, standingOf } from './figures.server.ts'
import { Report, type ReconciliationDraft, bankReconciliations } from './reconciliations.contract.ts'
import { type ReconciliationState, reconciliationWorkflow } from './reconciliations.domain.ts'
import * as queries from './reconciliations.queries.ts'

type Row = queries.ReconciliationRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const kind = documents({
  type: 'bankReconciliation',
  home: '/accounting/bank-reconciliation',
  workflow: reconciliationWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ place: { branchId, counterId: null } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  present,
})
export const reconciliationAnswers = kind.answers

export const reconciliationsRouter = serve(bankReconciliations, {
  ...kind.lists(queries.list, 'bank:reconciliations', {
    number: 'text',
    account: 'text',
    currency: 'text',
    fromOn: 'text',
    toOn: 'text',
    opening: 'number',
    closing: 'number',
    state: 'value',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: async (ctx) => withFigures(ctx, await kind.getById(ctx)),
  report,
  initialize: whole(kind.make('initialize', prepare)),
  save: whole(kind.act<Ctx<{ id: string; version: number; closing: string; note: string }>>('save', save)),
  process: whole(kind.act('process', processIt)),
  delete: whole(kind.act('delete')),
})

async function decimalsOf(db: Db) {
  const currencies = new Map((await allCurrencies(db)).map((currency) => [currency.id, currency]))
  return (currencyId: string) => currencies.get(currencyId) ?? { code: '', exponent: 2 }
}

async function present({ db }: Reading, rows: readonly Row[]) {
  const currencyOf = await decimalsOf(db)
  const ids = [...new Set(rows.map(({ accountId }) => accountId))]
  const accounts = new Map(
    (await Promise.all(ids.map((id) => accountRows.get(db, id)))).map((a) => [a.id, a]),
  )
  return rows.map((row) => {
    const account = accounts.get(row.accountId)
    const { code, exponent } = currencyOf(account?.currencyId ?? '')
    return {
      ...row,
      state: row.state as ReconciliationState,
      account: account ? `${account.code} ${account.name}` : '',
      currency: code,
      opening: new Exact(row.opening).toFixed(exponent),
      closing: new Exact(row.closing).toFixed(exponent),
      processedAt: row.processedAt && new Date(row.processedAt).toISOString(),
      createdAt: new Date(row.createdAt).toISOString(),
    }
  })
}

type Detail = Awaited<ReturnType<typeof kind.getById>>

async function withFigures({ db }: Pick<Ctx, 'db'>, one: Detail) {
  const account = await accountRows.get(db, one.accountId)
  const { exponent } = (await decimalsOf(db))(account.currencyId)
  return { ...one, figures: await figuresOf(db, account, one, exponent) }
}

/** A handler whose answer is the reconciliation with its figures. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withFigures(ctx, await act(ctx))
}

async function prepare({ db, input, actor, now }: Ctx<ReconciliationDraft>) {
  const account = await findAccount(db, actor.scope, input.accountId)
  if (!account) throw refuseField('accountId', 'BANK_ACCOUNT_UNKNOWN')
  await lockAccount(db, account.id)
  const { code } = (await decimalsOf(db))(account.currencyId)
  if (input.closing !== null) await refuseDecimals(db, { closing: input.closing }, code)
  if (await queries.openOf(db, account.id)) throw new Refusal('RECONCILIATION_UNFINISHED')
  const before = await queries.lastOf(db, account.id)
  if (before && input.toOn <= before.toOn)
    throw refuseField('toOn', 'RECONCILIATION_ORDER', { on: before.toOn })
  if (input.toOn > (await businessDate(db, account.branchId, now))) throw refuseField('toOn', 'DATE_AHEAD')
  const opening = before?.closing ?? (await anchorOf(db, account.id))?.opening ?? account.openingAmount ?? '0'
  const lines = await queries.linesUntil(db, account.id, input.toOn)
  const stated = (await queries.closingOn(db, account.id, input.toOn))?.closing
  const counted = new Exact(opening).plus(sumOf(lines.map(({ amount }) => amount))).toFixed()
  const branch = await branchRows.get(db, account.branchId)
  return {
    row: {
      id: randomUUIDv7(),
      number: await numberOf(db, 'bankReconciliation', branch, Number(input.toOn.slice(0, 4))),
      accountId: account.id,
      branchId: account.branchId,
      fromOn: before ? dayAfter(before.toOn) : null,
      toOn: input.toOn,
      opening,
      closing: input.closing ?? stated ?? counted,
      note: input.note,
      createdAt: now.toISOString(),
      authorId: actor.userId,
      author: actor.name,
    },
  }
}

async function save({ db, input }: Ctx<{ closing: string; note: string }>, row: Row) {
  const account = await accountRows.get(db, row.accountId)
  await refuseDecimals(db, { closing: input.closing }, (await decimalsOf(db))(account.currencyId).code)
  return { closing: input.closing, note: input.note }
}

/** Holds what must hold, then keeps lines, matches and the report as they are. */
async function processIt({ db, now }: Reading, row: Row) {
  await lockAccount(db, row.accountId)
  const account = await accountRows.get(db, row.accountId)
  const { exponent } = (await decimalsOf(db))(account.currencyId)
  const standing = await standingOf(db, account, row)
  const { lines, clearing, outstanding, book } = standing
  const open = openLines(standing)
  if (open.length > 0)
    throw new Refusal('RECONCILIATION_LEFT', {
      count: open.length,
      sum: new Exact(sumOf(open.map(({ left }) => left))).toFixed(exponent),
    })
  checkReconciliation({
    opening: row.opening,
    closing: row.closing,
    lines,
    book,
    outstanding: outstanding.map(({ amount }) => amount ?? '0'),
    previousClosing: (await queries.lastOf(db, account.id))?.closing ?? null,
    processedLines: new Set(),
  })
  const own = new Set(lines.map(({ id }) => id))
  // A match with lines of a later day stays open until those are processed; what only has items belongs to this one.
  const matchIds = clearing.matches
    .filter(({ reconciliationId }) => reconciliationId === null)
    .filter(({ lines: all, items }) =>
      all.length > 0
        ? all.some(({ lineId }) => own.has(lineId))
        : items.every(({ entryId, position }) => {
            const on = clearing.cleared.get(`${entryId} ${position}`)
            return on !== undefined && on <= row.toOn
          }),
    )
    .map(({ id }) => id)
  await queries.keepProcessed(db, row, [...own], matchIds)
  return {
    report: JSON.stringify(reportOf(row, standing, exponent)),
    processedAt: now.toISOString(),
    openFrom: openFrom(outstanding, dayAfter(row.toOn)),
  }
}

async function report(ctx: Ctx<{ id: string }>) {
  const { db, input } = ctx
  const { history: _, ...reconciliation } = await kind.getById(ctx)
  const [row] = await queries.find(db, [input.id])
  if (!row) throw notFound()
  const account = await accountRows.get(db, row.accountId)
  const { exponent } = (await decimalsOf(db))(account.currencyId)
  const standing = await standingOf(db, account, row)
  const { processedAt } = reconciliation
  const later = standing.clearing.items.filter(
    ({ at, isPending }) => !isPending && processedAt !== null && new Date(at).toISOString() > processedAt,
  )
  return {
    reconciliation,
    frozen: row.report === null ? null : Report.parse(row.report),
    live: reportOf(row, standing, exponent),
    later: later.map(reportItem(exponent)),
    laterSum: new Exact(sumOf(later.map(({ amount }) => amount))).toFixed(exponent),
  }
}

/** For the end of a month: accounts of these branches with lines that are in no processed reconciliation. */
export async function listUnreconciledOfMonth(
  db: Db,
  { branchIds, to }: { branchIds: readonly string[]; to: string },
) {
  const found = branchIds.length > 0 ? await queries.listUnreconciled(db, branchIds, to) : []
  return [{ step: 'banks' as const, count: found.length, examples: found.map(({ name }) => name) }]
}
