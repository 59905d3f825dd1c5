import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import { allowedActions, nextState } from '#kit/domain/workflow.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { freeze, hasMoved, heldAt } from '#modules/ledger/public.server.ts'
import {
  actOnly,
  branchRows,
  businessDate,
  counterRows,
  reaches,
  seeOnly,
} from '#modules/organisation/public.server.ts'
import { openDay } from '../days/open-day.server.ts'
import { countedLines, items } from '../items/items.server.ts'
import { type Count, type CountDetail, type CountDraft, type CountLines, counts } from './counts.contract.ts'
import { countWorkflow } from './counts.domain.ts'
import * as queries from './counts.queries.ts'
import { accept, acceptable, acceptedToday, endedNow, mayAccept, settle, takeDown } from './process.server.ts'

const { rows } = queries

export const countsRouter = serve(counts, {
  list: async (ctx) => {
    const { db, input, actor } = ctx
    const { items: found, pagination } = await queries.list(db, actor.scope, input)
    const money = await localMoney(db)
    const accepted = await acceptedToday(ctx)
    const withMoney = (row: Named) => ({
      ...row,
      variance: row.variance && money(row.variance),
    })
    return { items: found.map((row) => shown(withMoney(row), actor, accepted)), pagination }
  },
  getById: (ctx) => detail(ctx, ctx.input.id),
  itemsAt: async ({ db, input: { branchId, counterId = null }, actor }) => {
    await placed(db, actor.scope, { branchId, counterId })
    return (await heldAt(db, { branchId, counterId })).map(({ itemId }) => itemId)
  },
  create: async (ctx) => detail(ctx, (await draw(ctx)).id),
  update,
  process,
  accept: acceptDifference,
  countAgain,
  cancel,
  createAndProcess: async (ctx) => {
    const row = await draw(ctx)
    await settle(ctx, row)
    return detail(ctx, row.id)
  },
})

interface Place {
  branchId: string
  counterId: string | null
}
type Named = NonNullable<Awaited<ReturnType<typeof queries.get>>>

const settled: readonly string[] = ['submitted', 'processed', 'superseded', 'cancelled']
/** A vault is counted by two, each blind to the other: until it is settled nobody learns what was expected, whatever else they may. */
const isBlind = ({ kind, state }: Pick<Named, 'kind' | 'state'>) =>
  kind === 'vault' && !settled.includes(state)

/** Whether this person may see what was expected. */
const mayKnow = (row: Pick<Named, 'kind' | 'state'>, actor: Actor) =>
  actor.permissions.has('view_expected_count') && !isBlind(row)

/**
 * Whether this person may throw a count away: what somebody may not accept they may not discard either. Of a vault that is still
 * counted that would tell whether the first found more than their limit: there only who has none may.
 */
function mayDiscard(row: Pick<Named, 'kind' | 'state'>, largest: string, actor: Actor): boolean {
  if (row.state === 'draft') return true
  return isBlind(row) ? actor.limits.get('count_variance') === 'unlimited' : mayAccept(actor, largest)
}

/** A count as this person may see it: blind, unless they may know what was expected. */
function shown(row: Named, actor: Actor, accepted: ReadonlyMap<string, string>): Count {
  const can = reaches(actor.assigned, row) ? allowedActions(countWorkflow, row, actor) : []
  return {
    ...row,
    variance: mayKnow(row, actor) ? row.variance : null,
    can: shownActs.filter(
      (act) =>
        can.includes(act) &&
        (act !== 'accept' || mayAccept(actor, row.decided, accepted.get(row.branchId))) &&
        (act !== 'cancel' || mayDiscard(row, row.largest, actor)),
    ),
  }
}
const shownActs = ['countAgain', 'process', 'accept', 'cancel'] as const

async function detail({ db, actor, now }: Acting, id: string): Promise<CountDetail> {
  const row = await queries.get(db, id)
  if (!row || !reaches(actor.scope, row)) throw notFound()
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const money = await localMoney(db)
  const accepted = await acceptedToday({ db, actor, now })
  const seen = shown({ ...row, variance: row.variance && money(row.variance) }, actor, accepted)
  const seesAll = mayKnow(row, actor)
  // A draft says to nobody by how much it differs.
  const seesDifference = seesAll && row.state !== 'draft'
  const isOver = row.kind !== 'vault' && (row.state === 'processed' || row.state === 'cancelled')
  const hidden = seesDifference ? {} : { expected: null, difference: null, value: null }
  const linesOf = (lines: Takes[number]['lines']) =>
    lines.flatMap((line) => {
      const item = known.get(line.itemId)
      if (!item) return []
      const { code, flagCode, exponent } = item
      return [{ ...line, value: money(line.value), ...hidden, code, flagCode, exponent }]
    })
  const takes = (await queries.takesOf(db, id)).map(
    ({ take, author, authorId, takenAt, variance, lines }) => ({
      take,
      author,
      takenAt,
      variance: seesDifference ? money(variance) : null,
      lines: seesAll || isOver || authorId === actor.userId ? linesOf(lines) : null,
    }),
  )
  const supersedes = (await queries.supersededOf(db, id)).map(({ state, ...one }) => ({
    ...one,
    variance: mayKnow({ ...one, state }, actor) ? money(one.variance) : null,
  }))
  return { ...seen, supersedes, takes }
}
type Takes = Awaited<ReturnType<typeof queries.takesOf>>
type Key = { id: string; version: number }

/** Throws NOT_FOUND unless there is such a place and the person may see it. */
async function placed(db: Db, scope: Actor['scope'], { branchId, counterId }: Place): Promise<void> {
  const branch = await branchRows.get(db, branchId)
  if (counterId === null) seeOnly(scope, 'branchIds', branch)
  else if (seeOnly(scope, 'counterIds', await counterRows.get(db, counterId)).branchId !== branchId)
    throw notFound()
}

const actAt = (actor: Actor, { branchId, counterId }: Place) =>
  counterId === null
    ? actOnly(actor.assigned, 'branchIds', branchId, 'branchId')
    : actOnly(actor.assigned, 'counterIds', counterId, 'counterId')

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>

/** A draft as somebody counted it, of a drawer whose day is open or of a vault. Throws COUNT_GOING_ON. */
async function draw({ db, input, actor, now }: Ctx<CountDraft>) {
  const { branchId, counterId, note } = input
  await placed(db, actor.scope, input)
  actAt(actor, input)
  const day = counterId === null ? undefined : await openDay(db, counterId)
  return insert({ db, actor, now }, input.lines, {
    kind: counterId === null ? 'vault' : 'intraday',
    branchId,
    counterId,
    note,
    dayId: day?.dayId ?? null,
    businessDate: day?.businessDate ?? (await businessDate(db, branchId, now)),
  })
}

interface NewCount extends Place {
  kind: 'closing' | 'intraday' | 'opening' | 'vault'
  dayId: string | null
  businessDate: string
  note: string
}

async function insert({ db, actor, now }: Acting, lines: CountLines, count: NewCount) {
  const counted = await countedLines(db, lines)
  await queries.holdBranch(db, count)
  // Two at once would each find the difference that the other has not posted yet.
  if (await queries.isGoingOn(db, count)) throw new Refusal('COUNT_GOING_ON')
  const row = await rows.insert(db, {
    ...count,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  })
  await takeDown({ db, actor, now }, row, counted)
  return row
}

async function update(ctx: Ctx<Key & { note: string; lines: CountLines }>) {
  const { db, input, actor } = ctx
  const { id, version, note, lines } = input
  const { row } = await own(db, actor, { id, version })
  if (row.state !== 'draft') throw new Refusal('ILLEGAL_TRANSITION', {}, { kind: 'conflict' })
  const counted = await countedLines(db, lines)
  await queries.forgetTakes(db, id)
  await takeDown(ctx, row, counted)
  await rows.update(db, { id, version }, { note })
  return detail(ctx, id)
}

/** A count that the person may work on, locked with its place; and as the workflow asks about it, with who has counted. */
async function own(db: Db, actor: Actor, key: Key) {
  const row = await rows.lock(db, key)
  if (!reaches(actor.scope, row)) throw notFound()
  actAt(actor, row)
  await queries.holdBranch(db, row)
  const asked = await queries.get(db, key.id)
  if (!asked) throw notFound()
  return { row, asked }
}

async function process(ctx: Ctx<Key>) {
  const { db, input, actor } = ctx
  const { row, asked } = await own(db, actor, input)
  nextState(countWorkflow, asked, 'process', actor)
  // A drawer is counted while its day is open.
  if (row.counterId !== null) await openDay(db, row.counterId)
  const [taken] = await queries.takesOf(db, row.id)
  // What was posted since then would be posted twice.
  if (taken && (await queries.wasPostedSince(db, row, taken.takenAt))) throw new Refusal('COUNT_STALE')
  await settle(ctx, row)
  return detail(ctx, row.id)
}

async function acceptDifference(ctx: Ctx<Key & { note?: string | undefined }>) {
  const { db, input, actor } = ctx
  const { note = '', ...key } = input
  const { row, asked } = await own(db, actor, key)
  nextState(countWorkflow, asked, 'accept', actor, note)
  acceptable(actor, asked.decided, (await acceptedToday(ctx)).get(row.branchId))
  await accept(ctx, row, note)
  return detail(ctx, row.id)
}

async function countAgain(ctx: Ctx<Key & { lines: CountLines }>) {
  const { db, input, actor } = ctx
  const { lines, ...key } = input
  const { row, asked } = await own(db, actor, key)
  nextState(countWorkflow, asked, 'countAgain', actor)
  if (row.counterId !== null) await openDay(db, row.counterId)
  await takeDown(ctx, row, await countedLines(db, lines))
  await settle(ctx, row)
  return detail(ctx, row.id)
}

async function cancel(ctx: Ctx<Key & { note?: string | undefined }>) {
  const { db, input, actor, now } = ctx
  const { note = '', ...key } = input
  const { row, asked } = await own(db, actor, key)
  const state = nextState(countWorkflow, asked, 'cancel', actor, note)
  if (isBlind(row) && !mayDiscard(row, asked.largest, actor))
    throw new Refusal('ILLEGAL_TRANSITION', { state: row.state, action: 'cancel' }, { kind: 'conflict' })
  if (row.state !== 'draft') acceptable(actor, asked.largest)
  await rows.update(db, key, { state, ...endedNow({ actor, now }), reason: note })
  return detail(ctx, row.id)
}

/**
 * The count with which a counter's day begins or ends: what should lie there must be among its lines. A drawer in which nothing
 * lies needs none. Answers false where it differs by so much that it has to be made once more; that one is taken as it is, unless
 * something was moved meanwhile: then it is a first one again.
 */
export async function countAtDay(
  acting: Acting,
  day: { id: string; branchId: string; counterId: string; businessDate: string },
  kind: 'closing' | 'opening',
  lines: CountLines,
): Promise<boolean> {
  const { db } = acting
  const { branchId, counterId, businessDate: date } = day
  const place = { branchId, counterId, dayId: day.id, businessDate: date }
  let row = await firstOf(acting, place, kind)
  if (row) await takeDown(acting, row, await countedLines(db, lines))
  else {
    if (lines.length === 0 && (await heldAt(db, day)).length === 0) return true
    row = await insert(acting, lines, { kind, note: '', ...place })
  }
  return (await settle(acting, row)) !== 'recount'
}

/** The count of a day's beginning or end that is made again now. One from before something was moved is of no use, and is cancelled. */
async function firstOf(
  { db, actor, now }: Acting,
  place: Place & { dayId: string; businessDate: string },
  kind: 'closing' | 'opening',
) {
  const begun = await queries.recountOf(db, place.dayId, kind)
  if (!begun) return undefined
  await queries.holdBranch(db, place)
  await freeze(db, place)
  const [first] = await queries.takesOf(db, begun.id)
  if (!first || !(await hasMoved(db, place, first.takenAt)))
    // A day that opens only with this second time carries the date of this time.
    return rows.update(db, begun, { businessDate: place.businessDate })
  await rows.update(db, begun, { state: 'cancelled', ...endedNow({ actor, now }) })
  return undefined
}
