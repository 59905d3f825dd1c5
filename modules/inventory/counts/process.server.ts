import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { holdOpen } from '../business-days/business-days.queries.ts'
import { freeze } from '#modules/ledger/public.server.ts'
import { countTolerance } from '#modules/settings/public.server.ts'
import { tellCounters } from '../telling/telling.server.ts'
import { checkSubmitted, type StockItem, stockOf } from '../items/items.domain.ts'
import { type CountedLine, countedLines, heldOf, itemsOf, refuseEmpty } from '../items/items.server.ts'
import { countSwapped, noUnits, unitsOf } from '../units/units.domain.ts'
import { moveUnits } from '../units/units.server.ts'
import { worthOf } from '../worth/worth.server.ts'
import {
  countTypes,
  compare,
  isPostedAtOnce,
  listSupersededBy,
  valueOf,
} from '../differences/differences.domain.ts'
import { haveMoved, sumPostedAlone } from '../differences/differences.queries.ts'
import { postVariance } from '../differences/differences.server.ts'
import { endedBy, isWhole, nextOf } from './counts.domain.ts'
import { type CountDocuments, countDocuments } from './count-documents.server.ts'
import type { CountedLines, CountLines } from './counts.contract.ts'
import * as queries from './counts.queries.ts'

interface Acting {
  db: Db
  actor: Actor
  now: Date
}

type Row = queries.CountRow
type Counted = Pick<Row, 'branchId' | 'categoryIds' | 'counterId' | 'id' | 'isFull' | 'kind'>

/**
 * Writes down what was counted, beside what lies there at this moment, while nothing moves: what is dealt later changes neither.
 * What is blank is kept as that, and so is what should have been counted and is missing. Throws COUNT_PENDING and NO_COST.
 */
export async function recordTake(
  { db, actor, now }: Acting,
  row: Counted,
  lines: readonly CountedLine[],
): Promise<void> {
  await freeze(db, row)
  const of = stockOf(row)
  const known = await itemsOf(db, of)
  const counted = new Map(
    lines.flatMap(({ itemId, quantity }) => (quantity === null ? [] : [[itemId, quantity] as const])),
  )
  const held = new Map((await heldOf(db, of, row)).map(({ itemId, onHand }) => [itemId, onHand]))
  await supersededAt(db, row, counted.keys(), known)
  const { compared, missing } = compare(counted, held, known)
  const [before] = await queries.takesOf(db, row.id)
  const blank = new Set([
    ...lines.filter(({ quantity }) => quantity === null).map(({ itemId }) => itemId),
    ...(isWhole(row) ? missing.map(({ id }) => id) : []),
    ...(before?.lines ?? []).map(({ itemId }) => itemId),
  ])
  const worth = await worthOf(db, row.branchId, known.values(), of)
  const values = compared.map((one) => {
    const { item, counted: quantity, expected } = one
    const value = valueOf(one, worth.costs.get(item.id), worth.units.get(item.currencyId), worth.exponent)
    if (value === undefined) throw new Refusal('NO_COST', { code: item.code })
    const pieces = lines.find(({ itemId }) => itemId === item.id)?.pieces ?? []
    return [item.id, { itemId: item.id, counted: quantity, pieces, expected, value, ...bare }] as const
  })
  const units = await unitsAt({ db, actor, now }, row, lines)
  const byItem = new Map(values)
  const taken = [...new Set([...lines.map(({ itemId }) => itemId), ...blank])].map((itemId) => ({
    ...(byItem.get(itemId) ?? {
      itemId,
      counted: null,
      pieces: [],
      expected: held.get(itemId) ?? '0',
      value: '0',
      ...bare,
    }),
    ...units.get(itemId),
  }))
  // One unit for another is no difference in value, and yet two.
  const swapped = taken.reduce((sum, { itemId, units: found, expectedUnits }) => {
    const { quantity = '0', value = '0' } = worth.costs.get(itemId) ?? {}
    const pairs = countSwapped(expectedUnits, found)
    return new Exact(quantity).isZero() ? sum : sum.plus(new Exact(value).div(quantity).times(2 * pairs))
  }, new Exact(0))
  const variance = taken
    .reduce((sum, { value }) => sum.plus(new Exact(value).abs()), swapped)
    .toFixed(worth.exponent)
  const take = (before?.take ?? 0) + 1
  const who = { authorId: actor.userId, author: actor.name, takenAt: now.toISOString() }
  await queries.insertTake(db, { countId: row.id, take, ...who, variance }, taken)
}

const bare = { units: noUnits, expectedUnits: noUnits }

/** Of goods the units that were counted, and those that the books have now. Throws at the line whose units are wrong. */
async function unitsAt(ctx: Acting, row: Counted, lines: readonly CountedLine[]) {
  if (stockOf(row).holds === 'money') return new Map<string, typeof bare>()
  const told = lines.map((line) => ({ ...line, quantity: line.quantity ?? '0', units: unitsOf(line) }))
  const document = { id: row.id, number: '', branchId: row.branchId }
  const expected = await moveUnits(ctx, { act: 'look', document, lines: told })
  return new Map(
    told.map(({ itemId, units }, index) => [itemId, { units, expectedUnits: expected[index] ?? noUnits }]),
  )
}

/** What a count that is handed in comes to. Throws COUNT_INCOMPLETE. */
async function judge({ db, actor }: Acting, row: Row) {
  const found = await queries.takesOf(db, row.id)
  const [written, earlier] = found
  if (!written) throw new Error('A count has at least one take')
  const codes = await itemsOf(db, stockOf(row))
  const codeOf = (id: string) => codes.get(id)?.code ?? ''
  const last = {
    ...written,
    lines: checkSubmitted(written.lines, isWhole(row), earlier?.lines ?? [], codeOf),
  }
  await queries.forgetBlanks(db, row.id)
  const takes = [last, ...found.slice(1)]
  const counted = last.lines.map(({ itemId }) => itemId)
  const superseded = await supersededAt(db, row, counted)
  const known = { lines: superseded.flatMap(({ lines }) => lines) }
  const comes = nextOf(row.kind, takes.toReversed(), await countTolerance(db), known)
  const by = [last.authorId, ...actor.selves]
  const alone = await sumPostedAlone(db, { ...row, by: [...actor.selves] })
  const differ = last.lines.filter(
    (line) => !new Exact(line.difference).isZero() || countSwapped(line.expectedUnits, line.units) > 0,
  )
  const hasMoved = await haveMoved(db, { ...row, itemIds: differ.map(({ itemId }) => itemId), by })
  const isPosted = isPostedAtOnce(
    { variance: last.variance, alone, hasMoved, superseded },
    { by, limit: actor.limits.get('count_variance') },
  )
  const outcome = comes !== 'settle' ? comes : isPosted ? ('processed' as const) : ('submitted' as const)
  return { outcome, last, counters: takes.map(({ authorId }) => authorId), superseded }
}

/**
 * Goes on with a count that was just handed in: to the second person, to be made again, or posted where the person may accept the
 * difference; else a person who did not count decides.
 */
async function settle(ctx: HandingIn, row: Judged) {
  const { db } = ctx
  const { outcome, last, counters } = row
  // Whoever hands in what another counted may be the second.
  const taker = { userId: last.authorId, name: last.author }
  if (outcome === 'confirming') {
    await tellCounters(db, row, taker, 'second', () => true)
    // What the first of two found at a vault is no result yet.
    return
  }
  if (outcome === 'recount' && row.kind === 'vault')
    await tellCounters(db, row, taker, 'again', ({ userId }) => counters.includes(userId))
  if (outcome === 'processed') await postDifferences(ctx, row, last)
  const compared = { variance: last.variance, comparedAt: last.takenAt }
  return { ...compared, ...(outcome === 'processed' && endedBy(ctx)) }
}

type Judged = Row & Awaited<ReturnType<typeof judge>>
type Key = { id: string; version: number }
type HandingIn = Acting & { input: Key & { lines?: CountLines; isZeroConfirmed?: boolean } }

/** Whether a drawer has no open day; else its day stays open until the caller's transaction ends. */
const isClosedAt = async (db: Db, { counterId }: Row) =>
  counterId !== null && (await holdOpen(db, counterId)) === undefined

/** The acts of counts of a kind of stock by which something is counted or handed in. */
export function countActs(documents: CountDocuments) {
  const giveWay = documents.perform('supersede', async (ctx: GivingWay) => ({
    ...endedBy(ctx),
    supersededById: ctx.input.supersededById,
  }))
  const after = async (ctx: HandingIn, row: Judged) => {
    // First: under whose name a difference is posted depends on what is superseded.
    if (row.outcome !== 'recount' && row.outcome !== 'confirming') await supersede(ctx, row, giveWay)
    return settle(ctx, row)
  }
  return {
    /** A draft is handed in. */
    process: documents.perform('process', after, async (ctx: HandingIn, row) => {
      const [taken] = await queries.takesOf(ctx.db, row.id)
      const isStale = taken !== undefined && (await queries.wasPostedSince(ctx.db, row, taken.takenAt))
      return { isStale, isClosed: await isClosedAt(ctx.db, row), ...(await judge(ctx, row)) }
    }),
    /** What was counted just now is handed in. */
    processNew: documents.perform('process', after, judge),
    countAgain: documents.perform('countAgain', after, async (ctx: Recounting, row) => {
      const of = stockOf(row)
      await refuseEmpty(ctx.db, row, ctx.input, of)
      const isClosed = await isClosedAt(ctx.db, row)
      await recordTake(ctx, row, await countedLines(ctx.db, ctx.input.lines, of))
      return { isClosed, ...(await judge(ctx, row)) }
    }),
    /** The second count with which a day is opened or closed. */
    countAtDay: documents.perform('countAtDay', after, async (ctx: Recounting, row) => {
      await recordTake(ctx, row, await countedLines(ctx.db, ctx.input.lines, stockOf(row)))
      return judge(ctx, row)
    }),
  }
}
type Recounting = Acting & { input: CountedLines & Key }
type GivingWay = Acting & { input: Key & { supersededById: string } }

export const moneyActs = countActs(countDocuments)

type Takes = Awaited<ReturnType<typeof queries.takesOf>>

/** Posts what a take has found, under what it is called; of goods also which units are missing or were found. */
export async function postDifferences(
  ctx: Acting,
  row: Row,
  { takenAt, lines }: Pick<Takes[number], 'lines' | 'takenAt'>,
) {
  const of = stockOf(row)
  await postVariance(ctx, { ...row, of, type: countTypes[of.holds] }, lines)
  if (of.holds === 'money') return
  await moveUnits(ctx, {
    act: 'count',
    document: { id: row.id, number: '', branchId: row.branchId, takenAt },
    lines: lines.map((line) => ({ ...line, quantity: '', before: line.expectedUnits })),
  })
}

/**
 * The pending counts that one of these items supersedes. Throws COUNT_PENDING where it counts some items of one and not all of them:
 * the same difference would be pending twice.
 */
async function supersededAt(
  db: Db,
  row: Counted,
  itemIds: Iterable<string>,
  known: ReadonlyMap<string, StockItem> = new Map(),
) {
  const pending = await queries.pendingAt(db, row, row.id)
  const { superseded, partly } = listSupersededBy(
    isWhole(row) && row.categoryIds.length === 0,
    new Set(itemIds),
    pending,
  )
  if (partly.length > 0)
    throw new Refusal('COUNT_PENDING', { codes: partly.map((id) => known.get(id)?.code ?? '').join(', ') })
  return superseded
}

/** Ends pending counts in favour of a later one, with which they are decided from now on. */
async function supersede(
  { db, actor, now }: Acting,
  row: Judged,
  giveWay: (ctx: GivingWay) => Promise<unknown>,
) {
  for (const { id, version } of row.superseded) {
    await queries.reassignSuperseded(db, id, row.id)
    await giveWay({ db, actor, now, input: { id, version, supersededById: row.id } })
  }
}
