import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { workbook } from '#kit/server/tables/table.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { businessDate, currentCompany } from '#modules/organisation/public.server.ts'
import { post } from '../posting/posting.server.ts'
import { reverse } from '../posting/reversal.server.ts'
import { type RevaluationDraft, revaluations } from './revaluations.contract.ts'
import {
  differenceOf,
  type Holding,
  holdingKey,
  type Method,
  nextPeriod,
  postedLines,
  type RateKind,
  returnedLines,
  returnEvent,
  revaluationEvent,
  type RevaluationState,
  revaluationWorkflow,
  totalsOf,
} from './revaluations.domain.ts'
import { holdPosting } from '../accounts/hold.queries.ts'
import * as queries from './revaluations.queries.ts'
import { postReturn, replacePrevious } from './returns.server.ts'
import {
  accountsOf,
  draftRevaluation,
  listHeldAt,
  ratesOf,
  readLines,
  listReachedBranches,
} from './simulation.server.ts'

type Row = queries.RevaluationRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Saying = Reading & Pick<Ctx, 'language'>

const type = 'revaluation'
const runs = documents({
  type,
  home: '/accounting/fx-revaluation-entry',
  workflow: revaluationWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ branch: { branchId, counterId: null } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  present,
})
export const revaluationAnswers = runs.answers

export const revaluationsRouter = serve(revaluations, {
  ...runs.lists(queries.list, 'ledger:revaluations', {
    number: 'text',
    businessDate: 'text',
    branchName: 'text',
    rateKind: 'value',
    currency: 'text',
    gain: 'number',
    loss: 'number',
    net: 'number',
    state: 'value',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: async (ctx) => withLines(ctx, await runs.getById(ctx)),
  rates: async ({ db, input }) =>
    (await ratesOf(db, input.businessDate)).map(({ id, code, quoteUnit, mid, buy }) => ({
      currencyId: id,
      currency: code,
      quoteUnit,
      mid,
      buy,
    })),
  create,
  post: whole(runs.act('post', postRun)),
  reverse: whole(runs.act('reverse', undo)),
  cancel: whole((ctx: Ctx<{ id: string; version: number }>) => discard(ctx)),
  download,
})

async function present({ db }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  const { localCurrency } = await currentCompany(db)
  return rows.map((row) => ({
    ...row,
    state: row.state as RevaluationState,
    rateKind: row.rateKind as RateKind,
    method: row.method as Method,
    currency: localCurrency,
    gain: money(row.gain),
    loss: money(row.loss),
    net: money(new Exact(row.gain).minus(row.loss).toFixed()),
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

type Detail = Awaited<ReturnType<typeof runs.getById>>
const withLines = async (ctx: Saying, one: Detail) => ({ ...one, lines: await readLines(ctx, one.id) })

/** A handler whose answer is the run with its lines. */
function whole<C extends Saying>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

const make = runs.make('create', prepare)
const discard = runs.act('cancel', async (ctx, row) => void (await reachAll(ctx, row)))

async function create(ctx: Ctx<RevaluationDraft>) {
  const { db } = ctx
  await queries.hold(db)
  const reached = await listReachedBranches(ctx, ctx.input.branchId)
  const day = { ...reached, businessDate: ctx.input.businessDate }
  await refusePosted(db, day)
  // A draft of the same day is of rates and balances that nobody has taken up.
  for (const { id, version } of await queries.ofDay(db, day, 'draft'))
    await discard(
      Object.assign(Object.create(ctx) as Ctx<{ id: string; version: number }>, { input: { id, version } }),
    )
  return withLines(ctx, await make(ctx))
}

async function refusePosted(db: Db, day: Parameters<typeof queries.ofDay>[1]): Promise<void> {
  const [posted] = await queries.ofDay(db, day, 'posted')
  if (posted) throw new Refusal('REVALUATION_POSTED', { number: posted.number })
}

async function prepare(ctx: Ctx<RevaluationDraft>) {
  const { db, input, actor, now } = ctx
  const { branchId, code, isWhole } = await listReachedBranches(ctx, input.branchId)
  const today = await businessDate(db, branchId, now)
  if (input.businessDate > today) throw refuseField('businessDate', 'DATE_AHEAD')
  const { lines, method } = await draftRevaluation(ctx, input)
  const row = {
    id: randomUUIDv7(),
    number: await queries.numberOf(db, branchId, code, now.getUTCFullYear()),
    branchId,
    isWhole,
    businessDate: input.businessDate,
    rateKind: input.rateKind,
    method,
    ...totalsOf(lines),
    returnsOn: null,
    isReturned: false,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  const write = async () => {
    if (lines.length > 0) await queries.addLines(db, row.id, lines)
  }
  return { row, write }
}

/** Posts what the draft says, as one entry, and at once what is to go back by now. */
async function postRun(ctx: Reading, row: Row) {
  const { db, now } = ctx
  await reachAll(ctx, row)
  await queries.hold(db)
  // What is looked at lies there until the entry is posted.
  await holdPosting(db)
  await refusePosted(db, row)
  const lines = await queries.linesOf(db, row.id)
  await refuseChanged(ctx, row, lines)
  const accountOf = await accountsOf(db)
  const posted = postedLines(lines, row.method as Method, accountOf)
  if (posted.length === 0) throw new Refusal('REVALUATION_NOTHING')
  const { businessDate: day, branchId } = row
  const source = { type, id: row.id }
  const next = await replacePrevious(ctx, row)
  await post(ctx, { event: revaluationEvent, source, businessDate: day, branchId, lines: posted })
  if (row.method === 'PERMANENT' || returnedLines(lines, accountOf).length === 0) return {}
  const returnsOn = next ?? nextPeriod(day)
  const isReturned = returnsOn <= (await businessDate(db, branchId, now))
  if (isReturned) await postReturn(ctx, { id: row.id, branchId, returnsOn }, lines)
  return { returnsOn, isReturned }
}

/** What lies there is what the draft was made of; a new value that stays is carried by what still lies there. */
async function refuseChanged(ctx: Reading, row: Row, lines: readonly Holding[]): Promise<void> {
  const key = (all: readonly Holding[]) =>
    all
      .map((one) => [holdingKey(one), new Exact(one.quantity), new Exact(one.value)].join(' '))
      .toSorted()
      .join('\n')
  const branchId = row.isWhole ? null : row.branchId
  const at = (date: string) => listHeldAt(ctx, { branchId, date })
  if (key(await at(row.businessDate)) !== key(lines)) throw new Refusal('REVALUATION_STALE')
  if (row.method === 'PERMANENT' && key(await at('9999-12-31')) !== key(lines))
    throw new Refusal('REVALUATION_MOVED')
}

/** A run of the whole company is acted on by who may act in all of it, though it stands at one branch. */
const reachAll = (ctx: Reading, { isWhole, branchId }: Row) =>
  listReachedBranches(ctx, isWhole ? null : branchId)

/** Each of its entries is undone on its own day. */
async function undo(ctx: Reading, row: Row) {
  await reachAll(ctx, row)
  const source = { type, id: row.id }
  if (row.isReturned && row.returnsOn)
    await reverse(ctx, { source, event: returnEvent, businessDate: row.returnsOn })
  await reverse(ctx, { source, event: revaluationEvent, businessDate: row.businessDate })
}

/** The numbers of runs, for what is read of the journal. */
export const numbersOfRuns = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((ids.length > 0 ? await queries.find(db, ids) : []).map(({ id, number }) => [id, number] as const))

/** A run as a workbook: its lines, and what they come to. */
async function download(ctx: Ctx<{ id: string }>) {
  const say = (key: string) => text(ctx.language, `messages.revaluation.${key}`)
  const run = await withLines(ctx, await runs.getById(ctx))
  const heads = [
    'branch',
    'ledger',
    'kind',
    'party',
    'currency',
    'quantity',
    'value',
    'rate',
    'unit',
    'worth',
  ]
  const cells = run.lines.map((line) => [
    line.branchName,
    line.account,
    say(`kinds.${line.kind}`),
    line.party ?? '',
    line.currency,
    Number(line.quantity),
    Number(line.value),
    line.rate === null ? null : Number(line.rate),
    line.quoteUnit,
    Number(line.worth),
    Number(differenceOf(line)),
  ])
  const blank = Array.from({ length: heads.length - 1 }, () => '')
  const totals = (['gain', 'loss', 'net'] as const).map((key) => [say(key), ...blank, Number(run[key])])
  return workbook(
    run.number,
    [...heads.map((key) => say(`columns.${key}`)), `${say('columns.difference')} (${run.currency})`],
    [...cells, ...totals],
  )
}
