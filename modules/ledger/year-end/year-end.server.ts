import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allCurrencies, localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import {
  actOnWhole,
  branchRegions,
  branchRows,
  currentCompany,
  todayOf,
} from '#modules/organisation/public.server.ts'
import { fiscalYearStart } from '#modules/settings/public.server.ts'
import { accountFor } from '../accounts/accounts.domain.ts'
import { all as allAccounts, mapping } from '../accounts/accounts.queries.ts'
import { holdPosting } from '../accounts/hold.queries.ts'
import { dayAfter } from '../periods/days.domain.ts'
import { post } from '../posting/posting.server.ts'
import { reverse } from '../posting/reversal.server.ts'
import { yearEnds } from './year-end.contract.ts'
import {
  carriedOf,
  closingLines,
  earnedBy,
  fiscalYear,
  type Result,
  yearEndEvent,
  type YearEndState,
  yearEndWorkflow,
} from './year-end.domain.ts'
import * as queries from './year-end.queries.ts'

type Row = queries.YearEndRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Saying = Reading & Pick<Ctx, 'language'>

const type = 'yearEnd'
const closings = documents({
  type,
  home: '/accounting/year-end',
  workflow: yearEndWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ branch: { branchId, counterId: null } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  present,
})
export const yearEndAnswers = closings.answers

export const yearEndsRouter = serve(yearEnds, {
  ...closings.lists(queries.list, 'ledger:yearEnds', {
    number: 'text',
    fromDate: 'text',
    toDate: 'text',
    currency: 'text',
    result: 'number',
    state: 'value',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: async (ctx) => withLines(ctx, await closings.getById(ctx)),
  next,
  create: whole(closings.make('create', prepare)),
  reverse: whole(closings.act('reverse', undo)),
})

async function present({ db }: Reading, found: readonly Row[]) {
  const money = await localMoney(db)
  const { localCurrency } = await currentCompany(db)
  return found.map((row) => ({
    ...row,
    state: row.state as YearEndState,
    currency: localCurrency,
    result: money(row.result),
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

type Detail = Awaited<ReturnType<typeof closings.getById>>

/** A handler whose answer is the closing with its lines. */
function whole<C extends Saying>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

async function withLines({ db, language }: Saying, one: Detail) {
  const money = await localMoney(db)
  const accounts = new Map(
    (await allAccounts(db, language)).map(({ id, code, name }) => [id, `${code} ${name}`]),
  )
  const branches = new Map((await branchRegions(db)).map(({ id, name }) => [id, name]))
  const currencies = new Map((await allCurrencies(db)).map((currency) => [currency.id, currency]))
  const lines = (await queries.linesOf(db, one.id)).map(
    ({ accountId, branchId, itemId, quantity, amount }) => {
      const currency = itemId === null ? undefined : currencies.get(itemId)
      const isForeign = currency !== undefined && !currency.isLocal && !new Exact(quantity).isZero()
      const isCredit = amount.startsWith('-')
      return {
        branchId,
        branchName: branches.get(branchId) ?? '',
        account: accounts.get(accountId) ?? '',
        foreign: isForeign ? `${currency.code} ${new Exact(quantity).toFixed(currency.exponent)}` : null,
        debit: money(isCredit ? '0' : amount),
        credit: money(isCredit ? new Exact(amount).negated().toFixed() : '0'),
      }
    },
  )
  return { ...one, lines }
}

/** The fiscal year after the newest that is closed, or the first of the books. */
async function nextYear({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const start = await fiscalYearStart(db)
  const newest = await queries.newest(db)
  if (newest) {
    const { from } = fiscalYear(dayAfter(newest.toDate), start)
    // Where the fiscal year was changed meanwhile, the first of the new kind begins where the last one ended.
    const { to } = fiscalYear(from, start)
    return { from: dayAfter(newest.toDate), to }
  }
  const first = (await queries.firstDay(db)) ?? (await todayOf({ db, now }))
  return fiscalYear(first, start)
}

async function next({ db, now }: Ctx) {
  const { from, to } = await nextYear({ db, now })
  const money = await localMoney(db)
  const { localCurrency } = await currentCompany(db)
  const result = money(earnedBy(await queries.resultsAt(db, to)))
  return { fromDate: from, toDate: to, result, currency: localCurrency }
}

/** Years are closed one after another, each once it is over. */
async function checkYear(ctx: Pick<Ctx, 'db' | 'now'>, toDate: string): Promise<string> {
  const { db } = ctx
  const newest = await queries.newest(db)
  if (newest && toDate <= newest.toDate) throw refuseField('toDate', 'YEAR_CLOSED', { number: newest.number })
  const { from, to } = await nextYear(ctx)
  if (toDate !== to) throw refuseField('toDate', 'YEAR_OTHER', { date: to })
  if (to >= (await todayOf(ctx))) throw refuseField('toDate', 'YEAR_NOT_OVER', { date: to })
  return from
}

async function prepare(ctx: Ctx<{ toDate: string }>) {
  const { db, input, actor, now } = ctx
  actOnWhole(actor.assigned)
  await queries.hold(db)
  // Nothing is posted into the year between reading its results and carrying them.
  await holdPosting(db)
  const fromDate = await checkYear(ctx, input.toDate)
  const results = await queries.resultsAt(db, input.toDate)
  if (results.length === 0) throw new Refusal('YEAR_EMPTY')
  const [home] = await branchRegions(db)
  const branchId = home?.id ?? ''
  const { code } = await branchRows.get(db, branchId)
  const row = {
    id: randomUUIDv7(),
    number: await queries.numberOf(db, branchId, code, now.getUTCFullYear()),
    branchId,
    fromDate,
    toDate: input.toDate,
    result: earnedBy(results),
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return { row, write: () => carry(ctx, row, results) }
}

/** Posts the entry, and keeps its lines: statements of the year leave them out. */
async function carry(
  ctx: Reading,
  row: { id: string; branchId: string; toDate: string },
  results: readonly Result[],
): Promise<void> {
  const { db } = ctx
  const partyOf = new Map((await allAccounts(db)).map(({ id, party }) => [id, party]))
  const map = await mapping(db)
  const source = { type, id: row.id }
  const carried = carriedOf(results)
  const own = closingLines(results)
  await post(ctx, {
    event: yearEndEvent,
    source,
    businessDate: row.toDate,
    branchId: row.branchId,
    lines: [
      ...own.map(({ accountId, branchId, itemId, partyType, partyId, quantity, value }) => ({
        part: { id: accountId, keeps: null, party: partyOf.get(accountId) ?? null },
        branchId,
        itemId,
        amount: value,
        ...(!new Exact(quantity).isZero() && { quantity }),
        ...(partyType !== null && partyId !== null && { party: { type: partyType, id: partyId } }),
      })),
      ...carried.map(({ branchId, value }) => ({
        part: 'retainedEarnings' as const,
        branchId,
        amount: value,
      })),
    ],
  })
  const retained = (branchId: string) => {
    const ask = { part: 'retainedEarnings', event: type, branchId, itemId: null, modeId: null }
    const accountId = accountFor(map, ask)
    if (accountId === undefined) throw new Refusal('NO_ACCOUNT', { part: 'retainedEarnings' })
    return accountId
  }
  await queries.addLines(db, row.id, [
    ...own.map(({ accountId, branchId, itemId, quantity, value: amount }) => ({
      accountId,
      branchId,
      itemId,
      quantity,
      amount,
    })),
    ...carried.map(({ branchId, value: amount }) => ({
      accountId: retained(branchId),
      branchId,
      itemId: null,
      quantity: '0',
      amount,
    })),
  ])
}

/** The mirror of its entry; a year is opened again after those that follow it. */
async function undo(ctx: Reading, row: Row) {
  actOnWhole(ctx.actor.assigned)
  await queries.hold(ctx.db)
  const newest = await queries.newest(ctx.db)
  if (newest && newest.toDate > row.toDate) throw new Refusal('YEAR_AFTER_CLOSED', { number: newest.number })
  await reverse(ctx, { source: { type, id: row.id }, event: yearEndEvent, businessDate: row.toDate })
}

/** The numbers of closings, for what is read of the journal. */
export const numbersOfYearEnds = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((ids.length > 0 ? await queries.find(db, ids) : []).map(({ id, number }) => [id, number] as const))
