import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { nextState } from '#kit/domain/workflow.domain.ts'
import { type Actor, covers } from '#modules/actor.domain.ts'
import { freeze, heldAt, isLocked, post } from '#modules/ledger/public.server.ts'
import { countTolerance } from '#modules/settings/public.server.ts'
import { businessDate } from '#modules/organisation/public.server.ts'
import { rows as dayRows } from '../days/days.queries.ts'
import { tellCounters } from '../telling/telling.server.ts'
import type { Line, StockItem } from '../items/items.domain.ts'
import { items } from '../items/items.server.ts'
import { midsOf, worthOf } from '../worth/worth.server.ts'
import {
  compare,
  countEvent,
  isPostedAtOnce,
  supersededBy,
  valueOf,
  varianceLines,
} from '../differences/differences.domain.ts'
import { acceptedBy, haveMoved, postedAlone } from '../differences/differences.queries.ts'
import { countWorkflow, nextOf } from './counts.domain.ts'
import * as queries from './counts.queries.ts'

interface Acting {
  db: Db
  actor: Actor
  now: Date
}

type Row = Awaited<ReturnType<typeof queries.rows.get>>

/**
 * Writes down what was counted, beside what lies there at this moment, while nothing moves: what is dealt later changes neither.
 * Whatever should lie there must have been counted, but in the middle of a day. Throws COUNT_INCOMPLETE, COUNT_PENDING and NO_COST.
 */
export async function takeDown({ db, actor, now }: Acting, row: Row, lines: readonly Line[]): Promise<void> {
  await freeze(db, row)
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const counted = new Map(lines.map((line) => [line.itemId, line.quantity]))
  const held = new Map((await heldAt(db, row)).map(({ itemId, onHand }) => [itemId, onHand]))
  await supersededAt(db, row, counted.keys(), known)
  const { compared, missing } = compare(counted, held, known)
  if (missing.length > 0 && row.kind !== 'intraday')
    throw new Refusal('COUNT_INCOMPLETE', { codes: missing.map(({ code }) => code).join(', ') })
  const worth = await worthOf(db, row.branchId, known.values())
  const taken = compared.map((one) => {
    const { item, counted: quantity, expected } = one
    const value = valueOf(one, worth.costs.get(item.id), worth.units.get(item.currencyId), worth.exponent)
    if (value === undefined) throw new Refusal('NO_COST', { code: item.code })
    const pieces = lines.find(({ itemId }) => itemId === item.id)?.pieces ?? []
    return { itemId: item.id, counted: quantity, pieces, expected, value }
  })
  const variance = taken.reduce((sum, { value }) => sum.plus(new Exact(value).abs()), new Exact(0)).toFixed()
  const take = ((await queries.takesOf(db, row.id))[0]?.take ?? 0) + 1
  const who = { authorId: actor.userId, author: actor.name, takenAt: now.toISOString() }
  await queries.insertTake(db, { countId: row.id, take, ...who, variance }, taken)
}

/**
 * Goes on with a count that was just handed in: to the second person, to be made again, or posted where the person may accept the
 * difference; else a person who did not count decides. Answers what it has become.
 */
export async function settle({ db, actor, now }: Acting, row: Row): Promise<Row['state']> {
  const takes = await queries.takesOf(db, row.id)
  const [last] = takes
  if (!last) throw new Error('A count has at least one take')
  const counted = last.lines.map(({ itemId }) => itemId)
  const superseded = await supersededAt(db, row, counted)
  const found = { lines: superseded.flatMap(({ lines }) => lines) }
  const next = nextOf(row.kind, takes.toReversed(), await countTolerance(db), found)
  const asked = { ...row, takers: takes.map(({ authorId }) => authorId), earlierTakers: [] }
  const open = nextState(countWorkflow, asked, next === 'settle' ? 'submit' : next, actor)
  const by = [last.authorId, actor.userId]
  const alone = await postedAlone(db, { ...row, userId: actor.userId })
  const differ = last.lines.filter(({ difference }) => !new Exact(difference).isZero())
  const hasMoved = await haveMoved(db, { ...row, itemIds: differ.map(({ itemId }) => itemId), by })
  const isPosted = isPostedAtOnce(
    { variance: last.variance, alone, hasMoved, superseded },
    { by, limit: actor.limits.get('count_variance') },
  )
  const state = next === 'settle' && isPosted ? 'processed' : open
  const ended = state === 'processed' ? endedNow({ actor, now }) : {}
  if (state === 'processed') await postVariance({ db, actor, now }, row, last.lines)
  // What the first of two found at a vault is no result yet.
  const compared = state === 'confirming' ? {} : { variance: last.variance, comparedAt: last.takenAt }
  await queries.rows.update(db, row, { state, ...compared, ...ended })
  if (next === 'settle') await supersede({ db, actor, now }, row, superseded)
  const counters = new Set([...asked.takers, ...superseded.flatMap((one) => one.takers)])
  const largest = Exact.max(last.variance, ...superseded.map((one) => one.variance)).toFixed()
  // Whoever hands in what another counted may be the second.
  const taker = { userId: last.authorId, name: last.author }
  if (state === 'confirming') await tellCounters(db, row, taker, 'second', () => true)
  else if (state === 'recount' && row.kind === 'vault')
    await tellCounters(db, row, taker, 'again', ({ userId }) => asked.takers.includes(userId))
  else if (state === 'submitted')
    await tellCounters(
      db,
      row,
      taker,
      'decide',
      (one) => !counters.has(one.userId) && mayAccept(one, largest),
    )
  return state
}

/**
 * The pending counts that one of these items supersedes. Throws COUNT_PENDING where it counts some items of one and not all of them:
 * the same difference would be pending twice.
 */
async function supersededAt(
  db: Db,
  row: Row,
  itemIds: Iterable<string>,
  known: ReadonlyMap<string, StockItem> = new Map(),
) {
  const pending = await queries.pendingAt(db, row, row.id)
  const { superseded, partly } = supersededBy(row.kind !== 'intraday', new Set(itemIds), pending)
  if (partly.length > 0)
    throw new Refusal('COUNT_PENDING', { codes: partly.map((id) => known.get(id)?.code ?? '').join(', ') })
  return superseded
}

/** Ends pending counts in favour of a later one, with which they are decided from now on. */
async function supersede({ db, actor, now }: Acting, row: Row, superseded: readonly queries.PendingRow[]) {
  for (const { id, version } of superseded) {
    const state = nextState(countWorkflow, { state: 'submitted' }, 'supersede', actor)
    await queries.handOn(db, id, row.id)
    await queries.rows.update(
      db,
      { id, version },
      { state, supersededById: row.id, ...endedNow({ actor, now }) },
    )
  }
}

/** Who ended a count, and when. */
export const endedNow = ({ actor, now }: Pick<Acting, 'actor' | 'now'>) => ({
  endedAt: now.toISOString(),
  endedById: actor.userId,
  endedBy: actor.name,
})

/** A person who did not count accepts the differences that were found: they are posted as they were when the place was counted. */
export async function accept({ db, actor, now }: Acting, row: Row, reason: string): Promise<void> {
  const [last] = await queries.takesOf(db, row.id)
  await postVariance({ db, actor, now }, row, last?.lines ?? [])
  await queries.rows.update(db, row, { state: 'processed', ...endedNow({ actor, now }), reason })
}

/** What a person has accepted in the last 24 hours, by branch. */
export const acceptedToday = ({ db, actor, now }: Acting) =>
  acceptedBy(db, actor.userId, new Date(now.getTime() - 86_400_000).toISOString())

/** Whether a difference of so much, in local currency and with what was accepted before, is within the limit of this person; domain 14.2. */
export const mayAccept = (
  { limits }: Pick<Actor, 'limits'>,
  variance: string,
  before: string = '0',
): boolean => covers(limits.get('count_variance'), new Exact(variance).plus(before).toFixed())

/** Throws OVER_LIMIT where a difference is more than the person may accept, OVER_DAY_LIMIT where it is with what they accepted before. */
export function acceptable(actor: Actor, variance: string, before: string = '0'): void {
  const limit = actor.limits.get('count_variance') ?? '0'
  if (!mayAccept(actor, variance)) throw new Refusal('OVER_LIMIT', { limit })
  if (!mayAccept(actor, variance, before))
    throw new Refusal('OVER_DAY_LIMIT', { limit, accepted: new Exact(before).toFixed() })
}

/** Posts on the day of the count, or today where that day is locked by now. */
async function postVariance(
  { db, actor, now }: Acting,
  row: Row,
  found: readonly { itemId: string; difference: string }[],
): Promise<void> {
  const { branchId, counterId } = row
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const units = await midsOf(db, known.values())
  const differences = found.flatMap(({ itemId, difference }) => {
    const item = known.get(itemId)
    return item ? [{ item, difference, valueAt: units.get(item.currencyId) }] : []
  })
  // A drawer is with whoever opened its day; a vault is with nobody alone.
  const employeeId = row.dayId === null ? null : ((await dayRows.get(db, row.dayId)).openedById ?? null)
  const lines = varianceLines({ branchId, counterId }, differences, employeeId)
  if (lines.length === 0) return
  const isLate = await isLocked({ db, now }, branchId, row.businessDate)
  await post(
    { db, actor, now },
    {
      event: countEvent,
      source: { type: 'count', id: row.id },
      businessDate: isLate ? await businessDate(db, branchId, now) : row.businessDate,
      branchId,
      note: row.note,
      lines,
    },
  )
}
