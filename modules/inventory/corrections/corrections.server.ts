import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { post, reverse } from '#modules/ledger/public.server.ts'
import { branchRows } from '#modules/organisation/public.server.ts'
import { moveDate } from '../business-days/open-day.server.ts'
import { faultsOf } from '../items/items.domain.ts'
import { items } from '../items/items.server.ts'
import { checkPlace, refusalAt } from '../loads/loads.server.ts'
import { adjustedOf, exchangedOf, valueOf } from './correction-lines.server.ts'
import { type CorrectionDraft, corrections } from './corrections.contract.ts'
import {
  type Adjusted,
  adjustedLines,
  correctionEvent,
  type CorrectionState,
  correctionWorkflow,
  type Reason,
  repeatedAt,
  waysOf,
} from './corrections.domain.ts'
import * as queries from './corrections.queries.ts'

type Row = queries.CorrectionRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Changed = Ctx<CorrectionDraft & { id: string; version: number; note?: string | undefined }>

const correctionDocuments = documents({
  type: 'correction',
  home: '/inventory/adjustments',
  workflow: correctionWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId, counterId }: Row) => ({ place: { branchId, counterId } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  gates: {
    limit: {
      limit: 'adjustment_value',
      value: ({ limitValue: value }: Row) => value,
      alone: { acts: ['createAndProcess', 'process', 'reverse'], states: ['processed', 'reversed'] },
    },
  },
  present: async ({ db }, rows) => {
    const money = await localMoney(db)
    return rows.map((row) => ({
      ...row,
      reason: row.reason as Reason,
      state: row.state as CorrectionState,
      value: money(row.value),
      createdAt: new Date(row.createdAt).toISOString(),
    }))
  },
})

export const correctionsRouter = serve(corrections, {
  ...correctionDocuments.lists(queries.list, 'inventory:corrections', {
    number: 'text',
    reason: 'value',
    branchName: 'text',
    counterName: 'text',
    businessDate: 'text',
    value: 'number',
    state: 'value',
    note: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: async (ctx) => withLines(ctx, await correctionDocuments.getById(ctx)),
  create: whole(correctionDocuments.make('create', prepare)),
  createAndProcess: whole(correctionDocuments.make('createAndProcess', prepare)),
  update: whole(correctionDocuments.act<Changed>('update', change)),
  process: whole(correctionDocuments.act('process', bookIfProcessed)),
  approve: whole(correctionDocuments.act('approve', (ctx, row) => booked(ctx, row))),
  reject: whole(correctionDocuments.act('reject')),
  cancel: whole(correctionDocuments.act('cancel')),
  reverse: whole(correctionDocuments.act('reverse', postReversal)),
  attachments: correctionDocuments.files.attachments,
  attach: correctionDocuments.files.attach,
  attachment: correctionDocuments.files.attachment,
})
export const correctionAnswers = correctionDocuments.answers

type Detail = Awaited<ReturnType<typeof correctionDocuments.getById>>

async function withLines({ db }: Reading, one: Detail) {
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const lines = (await queries.linesOf(db, one.id)).flatMap(({ quantity, ...line }) => {
    const item = known.get(line.itemId)
    if (!item) return []
    const { code, flagCode, exponent } = item
    const isOut = quantity.startsWith('-')
    const way = isOut ? ('out' as const) : ('in' as const)
    return [{ ...line, code, flagCode, exponent, way, quantity: isOut ? quantity.slice(1) : quantity }]
  })
  return { ...one, lines }
}

/** A handler whose answer is the document with its lines. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

async function prepare(ctx: Ctx<CorrectionDraft>) {
  const { db, input, actor, now } = ctx
  const { lines: _lines, ...draft } = input
  const { lines, ...worth } = await checked(db, input)
  const { code } = await branchRows.get(db, draft.branchId)
  const row = {
    ...draft,
    ...worth,
    id: randomUUIDv7(),
    number: await queries.numberOf(db, draft.branchId, code, now.getUTCFullYear()),
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return {
    row,
    write: async (state: string) => {
      await queries.addLines(db, { correctionId: row.id, revision: 1 }, lines)
      if (state !== 'processed') return
      const [made] = await queries.find(db, [row.id])
      if (made) await queries.rows.update(db, made, await booked(ctx, made))
    },
  }
}

async function change(ctx: Changed, row: Row) {
  const { lines: _lines, id, version: _version, ...draft } = ctx.input
  const { lines, ...worth } = await checked(ctx.db, ctx.input)
  const revision = row.revision + 1
  await queries.addLines(ctx.db, { correctionId: id, revision }, lines)
  return { ...draft, ...worth, revision }
}

/** The lines of a draft as they are kept, and what they are worth, after everything was found to be in order. */
async function checked(db: Db, draft: CorrectionDraft) {
  await checkPlace(db, draft.branchId, draft.counterId)
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const fields = draft.lines.flatMap((line, index) =>
    faultsOf([line], known).map((one) => ({
      ...one,
      field: one.field.replace(/^lines\.0/, `lines.${index}`),
    })),
  )
  if (fields[0]) throw new Refusal(fields[0].code, fields[0].data, { fields })
  refuseRepeated(draft.reason, draft.lines)
  const local = [...known.values()].find(({ isLocal }) => isLocal)
  const decimals = local?.exponent ?? 0
  for (const [index, { way, cost, itemId }] of draft.lines.entries()) {
    if (!(waysOf[draft.reason] as readonly string[]).includes(way))
      throw refusalAt(`lines.${index}.way`, 'ONLY_OUT')
    const needsCost = draft.reason === 'correction' && way === 'in' && known.get(itemId)?.isLocal === false
    if (needsCost && cost === null) throw refusalAt(`lines.${index}.cost`, 'REQUIRED')
    if (!needsCost && cost !== null) throw refusalAt(`lines.${index}.cost`, 'COST_BY_BOOKS')
    if (cost !== null && !hasAtMost(cost, decimals))
      throw refusalAt(`lines.${index}.cost`, 'TOO_MANY_DECIMALS', { exponent: decimals })
  }
  const lines = draft.lines.map(({ way, quantity, ...line }) => ({
    ...line,
    quantity: way === 'out' ? `-${quantity}` : quantity,
  }))
  const adjusted = await adjustedOf(db, draft.branchId, lines)
  // An exchange of notes is worth as much after as before: there is nothing to approve.
  if (draft.reason === 'exchange') {
    checkExchange(adjusted)
    return { lines, value: '0', limitValue: '0' }
  }
  return { lines, ...(await valueOf(db, draft.branchId, adjusted)) }
}

/** Throws at the first line of an item that another has; only notes are exchanged within one item. */
function refuseRepeated(reason: string, lines: readonly { itemId: string }[]): void {
  const repeated = reason === 'exchange' ? -1 : repeatedAt(lines)
  if (repeated >= 0) throw refusalAt(`lines.${repeated}.itemId`, 'ITEM_TWICE')
}

/** Notes are exchanged within one currency, as many units in as out. */
function checkExchange(lines: readonly Adjusted[]): void {
  const other = lines.findIndex(({ item }) => item.currencyId !== lines[0]?.item.currencyId)
  if (other > 0) throw refusalAt(`lines.${other}.itemId`, 'EXCHANGE_OTHER_CURRENCY')
  const sum = lines.reduce((total, { quantity }) => total.plus(quantity), new Exact(0))
  if (!sum.isZero())
    throw refusalAt(`lines.${lines.length - 1}.quantity`, 'EXCHANGE_UNEVEN', {
      difference: sum.abs().toFixed(),
    })
}

/** Within the limit of its maker it is booked at once. */
async function bookIfProcessed(ctx: Reading, row: Row, state: string) {
  return state === 'processed' ? booked(ctx, row) : {}
}

/** Posts an adjustment; what each line is worth is what the books say. */
async function booked({ db, actor, now }: Reading, row: Row) {
  const { id, branchId, counterId, note } = row
  const businessDate = await moveDate(db, { branchId, counterIds: [counterId] }, now)
  const kept = await queries.linesOf(db, id)
  refuseRepeated(row.reason, kept)
  const lines = await adjustedOf(db, branchId, kept)
  const at = { branchId, counterId, employeeId: row.authorId }
  const posted =
    row.reason === 'exchange'
      ? await exchangedOf(db, at, lines)
      : adjustedLines(row.reason as Exclude<Reason, 'exchange'>, at, lines)
  if (posted.length === 0) return { businessDate, value: '0' }
  const entry = await post(
    { db, actor, now },
    {
      event: correctionEvent,
      source: { type: 'correction', id },
      businessDate,
      branchId,
      note,
      lines: posted,
    },
  )
  const value = entry.moved
    .filter((_, index) => row.reason !== 'exchange' && index % 2 === 0)
    .reduce((sum, amount) => sum.plus(new Exact(amount).abs()), new Exact(0))
  return { businessDate, value: value.toFixed() }
}

async function postReversal({ db, actor, now, input }: Ctx<{ note?: string | undefined }>, row: Row) {
  const { id, branchId, counterId, businessDate } = row
  await reverse(
    { db, actor, now },
    {
      source: { type: 'correction', id },
      event: correctionEvent,
      businessDate: await moveDate(
        db,
        { branchId, counterIds: [counterId], undone: businessDate ?? '' },
        now,
      ),
      note: input.note ?? '',
    },
  )
}
