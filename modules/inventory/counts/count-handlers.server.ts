import { randomUUIDv7 } from 'node:crypto'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import {
  actOnly,
  branchRows,
  businessDate,
  counterRows,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { rows as dayRows } from '../business-days/business-days.queries.ts'
import { openDay } from '../business-days/open-day.server.ts'
import { type StockKind, stockOf } from '../items/items.domain.ts'
import { countedLines, heldOf, itemsOf, refuseEmpty } from '../items/items.server.ts'
import { isStillBlind } from './blindness.queries.ts'
import { type CountDocuments, mayKnow } from './count-documents.server.ts'
import type { CountDetail, CountDraft, CountedLines, CountLines } from './counts.contract.ts'
import { type CountKind, endedBy } from './counts.domain.ts'
import * as queries from './counts.queries.ts'
import { type countActs, postDifferences, recordTake } from './process.server.ts'

/** The handlers of counts of a kind of stock. */
export function countHandlers(
  documents: CountDocuments,
  { process, processNew, countAgain }: ReturnType<typeof countActs>,
  holds: StockKind,
) {
  const begin = documents.make('create', prepare)
  const make = async (ctx: Drafted) => {
    const { db, actor, now } = ctx
    return begin({ db, actor, now, input: await draw(ctx, holds) })
  }
  return {
    ...documents.lists(queries.list(holds), 'inventory:counts', {
      kind: 'value',
      branchName: 'text',
      counterName: 'text',
      businessDate: 'text',
      state: 'value',
      short: 'number',
      over: 'number',
      createdAt: 'moment',
      author: 'text',
    }),
    getById: whole(documents.getById),
    itemsAt: async ({ db, input: { branchId, counterId = null, categoryIds = [] }, actor }: Ctx<ItemsAt>) => {
      await placed(db, actor.scope, { branchId, counterId })
      const of = { holds, categoryIds, isDrawer: counterId !== null }
      const held = await heldOf(db, of, { branchId, counterId })
      return held.map(({ itemId }) => itemId)
    },
    create: whole(make),
    update: whole(documents.perform('update', rewrite)),
    process: whole(process),
    accept: whole(documents.act('accept', accepted)),
    countAgain: whole(countAgain),
    cancel: whole(documents.act('cancel', (ctx) => Promise.resolve(endedBy(ctx, ctx.input.note)))),
    createAndProcess: async (ctx: Drafted) => {
      const { db, actor, now } = ctx
      const { id, version } = await make(ctx)
      return withTakes(ctx, await processNew({ db, actor, now, input: { id, version } }))
    },
  }
}
type ItemsAt = { branchId: string; counterId?: string | null | undefined; categoryIds?: string[] }

interface Place {
  branchId: string
  counterId: string | null
}
type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>
type Row = queries.CountRow
type Detail = Awaited<ReturnType<CountDocuments['getById']>>

/** A handler whose answer is the count with its takes. */
function whole<C extends Acting>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withTakes(ctx, await act(ctx))
}

async function withTakes({ db, actor }: Acting, one: Detail): Promise<CountDetail> {
  const { id, kind, state } = one
  const known = await itemsOf(db, stockOf(one))
  const money = await localMoney(db)
  const seesAll = mayKnow(one, actor)
  // A draft says to nobody by how much it differs.
  const seesDifference = seesAll && state !== 'draft'
  const isEnded = kind !== 'vault' && (state === 'processed' || state === 'cancelled')
  const isOver = isEnded && !(kind === 'closing' && (await isNextBlind(db, actor, one)))
  const hidden = { expected: null, expectedUnits: null, difference: null, value: null }
  const linesOf = (lines: Takes[number]['lines']) =>
    lines.flatMap((line) => {
      const item = known.get(line.itemId)
      if (!item) return []
      const { code, name, flagCode, exponent, tracking } = item
      const isHidden = !seesDifference || line.counted === null
      return [
        {
          ...line,
          value: money(line.value),
          ...(isHidden && hidden),
          code,
          ...(name !== undefined && { name }),
          ...(tracking && { tracking }),
          flagCode,
          exponent,
        },
      ]
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
  const supersedes = (await queries.listSuperseded(db, id)).map((other) => ({
    ...other,
    variance: mayKnow(other, actor) ? money(other.variance) : null,
  }))
  return { ...one, supersedes, takes }
}
type Takes = Awaited<ReturnType<typeof queries.takesOf>>

/** Whether a person may be the next to count the drawer of a day that ended with this count, and must not learn what lay there. */
const isNextBlind = async (db: Db, { userId }: Actor, { dayId }: { dayId: string | null }) =>
  dayId !== null && isStillBlind(db, await dayRows.get(db, dayId), userId)

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

/** Of goods, the categories that are counted. */
type Drawn = CountDraft & { categoryIds?: string[] }
type Drafted = Acting & { input: Drawn }

/** What is to be counted of a drawer whose day is open, of a vault or of a store. */
async function draw({ db, input, actor, now }: Drafted, holds: StockKind): Promise<NewCount> {
  const { branchId, counterId, isFull, note, lines, categoryIds = [] } = input
  await placed(db, actor.scope, input)
  actAt(actor, input)
  await refuseEmpty(db, input, input, { holds, categoryIds, isDrawer: counterId !== null })
  const day = counterId === null ? undefined : await openDay(db, counterId)
  return {
    lines,
    kind: holds === 'goods' ? 'store' : counterId === null ? 'vault' : 'intraday',
    categoryIds,
    branchId,
    counterId,
    isFull: isFull || holds === 'goods',
    note,
    dayId: day?.dayId ?? null,
    businessDate: day?.businessDate ?? (await businessDate(db, branchId, now)),
  }
}

interface NewCount extends Place {
  lines: CountLines
  kind: CountKind
  categoryIds?: string[]
  dayId: string | null
  businessDate: string
  isFull: boolean
  note: string
}

/** Writes down a count of a place with what was counted there. */
export async function prepare(ctx: Acting & { input: NewCount }) {
  const { db, actor, now } = ctx
  const { lines, ...count } = { categoryIds: [], ...ctx.input }
  const counted = await countedLines(db, lines, stockOf(count))
  await queries.holdBranch(db, count)
  // Two at once would each find the difference that the other has not posted yet.
  const isGoingOn = await queries.isGoingOn(db, count)
  const made = { createdAt: now.toISOString(), authorId: actor.userId, author: actor.name }
  const categoryIds = count.categoryIds.length > 0 ? count.categoryIds : null
  const row = { ...count, categoryIds, ...made, id: randomUUIDv7() }
  return {
    row,
    facts: { isGoingOn },
    write: () => recordTake(ctx, { ...row, categoryIds: count.categoryIds }, counted),
  }
}

type Rewritten = Acting & { input: CountedLines & { id: string; version: number; note: string } }

async function rewrite(ctx: Rewritten, row: Row) {
  const { db, input } = ctx
  const of = stockOf(row)
  await refuseEmpty(db, row, input, of)
  const counted = await countedLines(db, input.lines, of)
  await queries.clearTakes(db, row.id)
  await recordTake(ctx, row, counted)
  return { note: input.note }
}

/** A person who did not count accepts the differences that were found: they are posted as they were when the place was counted. */
async function accepted(
  ctx: Acting & { input: { id: string; version: number; note?: string | undefined } },
  row: Row,
) {
  const [last] = await queries.takesOf(ctx.db, row.id)
  if (last) await postDifferences(ctx, row, last)
  return endedBy(ctx, ctx.input.note)
}
