import { randomUUIDv7 } from 'node:crypto'
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
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { openDay } from '../business-days/open-day.server.ts'
import { postVariance } from '../differences/differences.server.ts'
import { countedLines, items, refuseEmpty } from '../items/items.server.ts'
import { countDocuments, mayKnow } from './count-documents.server.ts'
import {
  type CountDetail,
  type CountDraft,
  type CountedLines,
  type CountLines,
  counts,
} from './counts.contract.ts'
import { endedBy } from './counts.domain.ts'
import * as queries from './counts.queries.ts'
import { countAgain, process, processNew, recordTake } from './process.server.ts'

export const countAnswers = countDocuments.answers

export const countsRouter = serve(counts, {
  list: countDocuments.list(queries.list),
  getById: async (ctx) => withTakes(ctx, await countDocuments.getById(ctx)),
  itemsAt: async ({ db, input: { branchId, counterId = null }, actor }) => {
    await placed(db, actor.scope, { branchId, counterId })
    return (await listHeldAt(db, { branchId, counterId })).map(({ itemId }) => itemId)
  },
  create: async (ctx) => withTakes(ctx, await begin(ctx, await draw(ctx))),
  update: whole(countDocuments.perform('update', rewrite)),
  process: whole(process),
  accept: whole(countDocuments.act('accept', accepted)),
  countAgain: whole(countAgain),
  cancel: whole(countDocuments.act('cancel', (ctx) => Promise.resolve(endedBy(ctx, ctx.input.note)))),
  createAndProcess: async (ctx) => {
    const { db, actor, now } = ctx
    const { id, version } = await begin(ctx, await draw(ctx))
    return withTakes(ctx, await processNew({ db, actor, now, input: { id, version } }))
  },
})

interface Place {
  branchId: string
  counterId: string | null
}
type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>
type Row = queries.CountRow
type Detail = Awaited<ReturnType<typeof countDocuments.getById>>

/** A handler whose answer is the count with its takes. */
function whole<C extends Acting>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withTakes(ctx, await act(ctx))
}

async function withTakes({ db, actor }: Acting, one: Detail): Promise<CountDetail> {
  const { id, kind, state } = one
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const money = await localMoney(db)
  const seesAll = mayKnow(one, actor)
  // A draft says to nobody by how much it differs.
  const seesDifference = seesAll && state !== 'draft'
  const isOver = kind !== 'vault' && (state === 'processed' || state === 'cancelled')
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
  const supersedes = (await queries.listSuperseded(db, id)).map((other) => ({
    ...other,
    variance: mayKnow(other, actor) ? money(other.variance) : null,
  }))
  return { ...one, supersedes, takes }
}
type Takes = Awaited<ReturnType<typeof queries.takesOf>>
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

/** What is to be counted of a drawer whose day is open, or of a vault. */
async function draw({ db, input, actor, now }: Ctx<CountDraft>): Promise<NewCount> {
  const { branchId, counterId, isFull, note, lines } = input
  await placed(db, actor.scope, input)
  actAt(actor, input)
  await refuseEmpty(db, input, input)
  const day = counterId === null ? undefined : await openDay(db, counterId)
  return {
    lines,
    kind: counterId === null ? 'vault' : 'intraday',
    branchId,
    counterId,
    isFull,
    note,
    dayId: day?.dayId ?? null,
    businessDate: day?.businessDate ?? (await businessDate(db, branchId, now)),
  }
}

interface NewCount extends Place {
  lines: CountLines
  kind: 'closing' | 'intraday' | 'opening' | 'vault'
  dayId: string | null
  businessDate: string
  isFull: boolean
  note: string
}

/** Begins a count of a place with what was counted there. Throws COUNT_GOING_ON. */
export const begin = ({ db, actor, now }: Acting, input: NewCount) => create({ db, actor, now, input })

const create = countDocuments.make('create', prepare)

async function prepare(ctx: Acting & { input: NewCount }) {
  const { db, actor, now } = ctx
  const { lines, ...count } = ctx.input
  const counted = await countedLines(db, lines)
  await queries.holdBranch(db, count)
  // Two at once would each find the difference that the other has not posted yet.
  const isGoingOn = await queries.isGoingOn(db, count)
  const made = { createdAt: now.toISOString(), authorId: actor.userId, author: actor.name }
  const row = { ...count, ...made, id: randomUUIDv7() }
  return { row, facts: { isGoingOn }, write: () => recordTake(ctx, row, counted) }
}

type Rewritten = Acting & { input: CountedLines & { id: string; version: number; note: string } }

async function rewrite(ctx: Rewritten, row: Row) {
  const { db, input } = ctx
  await refuseEmpty(db, row, input)
  const counted = await countedLines(db, input.lines)
  await queries.clearTakes(db, row.id)
  await recordTake(ctx, row, counted)
  return { note: input.note }
}

/** A person who did not count accepts the differences that were found: they are posted as they were when the place was counted. */
async function accepted(
  ctx: Acting & { input: { id: string; version: number; note?: string | undefined } },
  row: Row,
) {
  await postVariance(ctx, row, (await queries.takesOf(ctx.db, row.id))[0]?.lines ?? [])
  return endedBy(ctx, ctx.input.note)
}
