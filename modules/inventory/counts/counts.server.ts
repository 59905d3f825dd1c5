import { allowedActions, decide } from '#kit/domain/document.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { listHeldAt } from '#modules/ledger/public.server.ts'
import {
  actOnly,
  branchRows,
  businessDate,
  counterRows,
  reaches,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { holdOpen } from '../business-days/business-days.queries.ts'
import { openDay } from '../business-days/open-day.server.ts'
import { sumAcceptedToday, postVariance } from '../differences/differences.server.ts'
import { countedLines, items, refuseEmpty } from '../items/items.server.ts'
import {
  type Count,
  type CountDetail,
  type CountDraft,
  type CountedLines,
  type CountLines,
  counts,
} from './counts.contract.ts'
import { countWorkflow, signEnd, isBlind, isWhole, uncounted } from './counts.domain.ts'
import * as queries from './counts.queries.ts'
import { decidersOf } from '../differences/deciders.server.ts'
import { settle, recordTake } from './process.server.ts'

const { rows } = queries

export const countsRouter = serve(counts, {
  list: async (ctx) => {
    const { db, input, actor } = ctx
    const { items: found, pagination } = await queries.list(db, actor.scope, input)
    const money = await localMoney(db)
    const accepted = await sumAcceptedToday(ctx)
    const decidersAt = await waitingFor(ctx, found)
    return { items: found.map((row) => shown(row, actor, { accepted, money, decidersAt })), pagination }
  },
  getById: (ctx) => detail(ctx, ctx.input.id),
  itemsAt: async ({ db, input: { branchId, counterId = null }, actor }) => {
    await placed(db, actor.scope, { branchId, counterId })
    return (await listHeldAt(db, { branchId, counterId })).map(({ itemId }) => itemId)
  },
  create: async (ctx) => detail(ctx, (await draw(ctx)).id),
  update,
  process,
  accept,
  countAgain,
  cancel,
  createAndProcess: async (ctx) => {
    const row = await draw(ctx)
    await settle(ctx, row, 'process', { ...row, ...uncounted })
    return detail(ctx, row.id)
  },
})

interface Place {
  branchId: string
  counterId: string | null
}
type Named = NonNullable<Awaited<ReturnType<typeof queries.get>>>

/** Whether this person may see what was expected. */
const mayKnow = (row: Pick<Named, 'kind' | 'state'>, actor: Actor) =>
  actor.permissions.has('view_expected_count') && !isBlind(row)

/** What is known of rows beside themselves. */
interface Beside {
  accepted: ReadonlyMap<string, string>
  money: (value: string) => string
  decidersAt: (row: Named) => string[]
}

/** A count as this person may see it: blind, unless they may know what was expected. */
function shown(row: Named, actor: Actor, { accepted, money, decidersAt }: Beside): Count {
  const knows = mayKnow(row, actor) && row.variance !== null
  return {
    ...row,
    isFull: isWhole(row),
    variance: knows ? money(row.variance ?? '0') : null,
    short: knows ? money(row.short) : null,
    over: knows ? money(row.over) : null,
    deciders: knows && row.state === 'submitted' ? decidersAt(row) : null,
    can: listPermittedActs(row, actor, accepted),
  }
}

/** What this person may do with a count. */
export const listPermittedActs = (
  row: Named,
  actor: Actor,
  accepted: ReadonlyMap<string, string>,
): Count['can'] =>
  reaches(actor.assigned, row)
    ? allowedActions(countWorkflow, { ...row, accepted: accepted.get(row.branchId) }, actor)
    : []

/** The names of those who may decide on each of these rows. */
async function waitingFor({ db, now }: Acting, found: readonly Named[]) {
  if (!found.some(({ state }) => state === 'submitted')) return () => []
  const decidersAt = await decidersOf(db, now)
  return (row: Named) => decidersAt(row).map(({ name }) => name)
}

async function detail({ db, actor, now }: Acting, id: string): Promise<CountDetail> {
  const row = await queries.get(db, id)
  if (!row || !reaches(actor.scope, row)) throw notFound()
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const money = await localMoney(db)
  const accepted = await sumAcceptedToday({ db, actor, now })
  const decidersAt = await waitingFor({ db, actor, now }, [row])
  const seen = shown(row, actor, { accepted, money, decidersAt })
  const seesAll = mayKnow(row, actor)
  // A draft says to nobody by how much it differs.
  const seesDifference = seesAll && row.state !== 'draft'
  const isOver = row.kind !== 'vault' && (row.state === 'processed' || row.state === 'cancelled')
  const hidden = { expected: null, difference: null, value: null }
  const linesOf = (lines: Takes[number]['lines']) =>
    lines.flatMap((line) => {
      const item = known.get(line.itemId)
      if (!item) return []
      const { code, flagCode, exponent } = item
      const isHidden = !seesDifference || line.counted === null
      return [{ ...line, value: money(line.value), ...(isHidden && hidden), code, flagCode, exponent }]
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
  const supersedes = (await queries.listSuperseded(db, id)).map(({ state, ...one }) => ({
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
  if (counterId === null) requireVisible(scope, 'branchIds', branch)
  else if (requireVisible(scope, 'counterIds', await counterRows.get(db, counterId)).branchId !== branchId)
    throw notFound()
}

const actAt = (actor: Actor, { branchId, counterId }: Place) =>
  counterId === null
    ? actOnly(actor.assigned, 'branchIds', branchId, 'branchId')
    : actOnly(actor.assigned, 'counterIds', counterId, 'counterId')

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>

/** A draft as a teller counted it, of a drawer whose day is open or of a vault. Throws COUNT_GOING_ON. */
async function draw({ db, input, actor, now }: Ctx<CountDraft>) {
  const { branchId, counterId, isFull, note } = input
  await placed(db, actor.scope, input)
  actAt(actor, input)
  await refuseEmpty(db, input, input)
  const day = counterId === null ? undefined : await openDay(db, counterId)
  return begin({ db, actor, now }, input.lines, {
    kind: counterId === null ? 'vault' : 'intraday',
    branchId,
    counterId,
    isFull,
    note,
    dayId: day?.dayId ?? null,
    businessDate: day?.businessDate ?? (await businessDate(db, branchId, now)),
  })
}

interface NewCount extends Place {
  kind: 'closing' | 'intraday' | 'opening' | 'vault'
  dayId: string | null
  businessDate: string
  isFull?: boolean
  note: string
}

/** Begins a count of a place with what was counted there. Throws COUNT_GOING_ON. */
export async function begin({ db, actor, now }: Acting, lines: CountLines, count: NewCount) {
  const counted = await countedLines(db, lines)
  await queries.holdBranch(db, count)
  // Two at once would each find the difference that the other has not posted yet.
  const record = { ...count, ...uncounted, state: null, isGoingOn: await queries.isGoingOn(db, count) }
  const { next } = decide(countWorkflow, record, { act: 'create' }, { actor, now })
  const made = { createdAt: now.toISOString(), authorId: actor.userId, author: actor.name }
  const row = await rows.insert(db, { ...count, ...next, ...made })
  await recordTake({ db, actor, now }, row, counted)
  return row
}

async function update(ctx: Ctx<Key & CountedLines & { note: string }>) {
  const { db, input, actor, now } = ctx
  const { id, version, note, lines } = input
  const { row, asked } = await own(db, actor, { id, version })
  decide(countWorkflow, asked, { act: 'update' }, { actor, now })
  await refuseEmpty(db, row, input)
  const counted = await countedLines(db, lines)
  await queries.clearTakes(db, id)
  await recordTake(ctx, row, counted)
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

/** Whether a drawer has no open day; else its day stays open until the caller's transaction ends. */
const isClosedAt = async (db: Db, { counterId }: Place) =>
  counterId !== null && (await holdOpen(db, counterId)) === undefined

async function process(ctx: Ctx<Key>) {
  const { db, input, actor } = ctx
  const { row, asked } = await own(db, actor, input)
  const [taken] = await queries.takesOf(db, row.id)
  const isStale = taken !== undefined && (await queries.wasPostedSince(db, row, taken.takenAt))
  await settle(ctx, row, 'process', { ...asked, isStale, isClosed: await isClosedAt(db, row) })
  return detail(ctx, row.id)
}

async function countAgain(ctx: Ctx<Key & CountedLines>) {
  const { db, input, actor } = ctx
  const { lines, isZeroConfirmed: _, ...key } = input
  const { row, asked } = await own(db, actor, key)
  await refuseEmpty(db, row, input)
  const isClosed = await isClosedAt(db, row)
  await recordTake(ctx, row, await countedLines(db, lines))
  await settle(ctx, row, 'countAgain', { ...asked, isClosed })
  return detail(ctx, row.id)
}

type Noted = Ctx<Key & { note?: string | undefined }>

/** A person who did not count accepts the differences that were found: they are posted as they were when the place was counted. */
async function accept(ctx: Noted) {
  const { db, input, actor, now } = ctx
  const { note, ...key } = input
  const { row, asked } = await own(db, actor, key)
  const accepted = (await sumAcceptedToday(ctx)).get(row.branchId)
  const { next, event } = decide(
    countWorkflow,
    { ...asked, accepted },
    { act: 'accept', note },
    { actor, now },
  )
  await postVariance(ctx, row, (await queries.takesOf(db, row.id))[0]?.lines ?? [])
  await rows.update(db, key, { ...next, ...signEnd(event) })
  return detail(ctx, row.id)
}

async function cancel({ db, input, actor, now }: Noted) {
  const { note, ...key } = input
  const { row, asked } = await own(db, actor, key)
  const { next, event } = decide(countWorkflow, asked, { act: 'cancel', note }, { actor, now })
  await rows.update(db, key, { ...next, ...signEnd(event) })
  return detail({ db, actor, now }, row.id)
}
