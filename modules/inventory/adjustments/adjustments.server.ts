import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { allowedActions, decide } from '#kit/domain/document.domain.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { pendingDocuments } from '#modules/approvals/public.server.ts'
import { type Actor, covers } from '#modules/actor.domain.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { post, type PostingLine } from '#modules/ledger/public.server.ts'
import {
  actOnly,
  branchRows,
  businessDate,
  counterRows,
  mayActAt,
  seeOnly,
} from '#modules/organisation/public.server.ts'
import { hasOpened } from '../business-days/business-days.queries.ts'
import { moveDate } from '../business-days/open-day.server.ts'
import { checkedItems, items } from '../items/items.server.ts'
import type { Piece, StockItem } from '../items/items.domain.ts'
import { limitValue as limitValueOf, openingLimitValue } from '../worth/worth.server.ts'
import {
  type Adjustment,
  type AdjustmentDetail,
  adjustments,
  type FloatDraft,
  type OpeningDraft,
} from './adjustments.contract.ts'
import {
  adjustmentEvents,
  type AdjustmentKind,
  adjustmentWorkflow,
  floatLines,
  limitOf,
  type OpeningPart,
  openingLines,
  permissionFor,
} from './adjustments.domain.ts'
import { aboveOpening, aboveOwn } from './adjustment-limits.server.ts'
import { isElsewhere, othersPlace } from './own-places.server.ts'
import { approve, reject, reverse, tellDeciders, withdraw } from './opening-requests.server.ts'
import * as queries from './adjustments.queries.ts'
import type * as z from 'zod'

export const adjustmentsRouter = serve(adjustments, {
  list: async ({ db, input, actor }) => {
    const { items: found, pagination } = await queries.list(db, actor.scope, input)
    const money = await localMoney(db)
    return { items: found.map((row) => shown({ ...row, value: money(row.value) }, actor)), pagination }
  },
  getById: ({ db, input, actor }) => detail(db, input.id, actor),
  createOpening,
  createFloat,
  approve: decided(approve),
  reject: decided(reject),
  withdraw: decided(withdraw),
  reverse: decided(reverse),
})

type Decided = Ctx<{ id: string; version: number; note?: string | undefined }>

function decided(act: (ctx: Decided) => Promise<void>) {
  return async (ctx: Decided) => {
    await act(ctx)
    return detail(ctx.db, ctx.input.id, ctx.actor)
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof queries.get>>>

const shown = (row: Row, actor: Actor): Adjustment => {
  const above = covers(actor.limits.get(limitOf[row.kind]), row.limitValue) ? undefined : 'OVER_LIMIT'
  const ofOthers = isElsewhere(row, actor) ? 'PLACE_OF_OTHERS' : undefined
  const can = allowedActions(adjustmentWorkflow, { ...row, above, ofOthers }, actor)
  return { ...row, can: mayActAt(actor, { branchId: row.branchId }) ? can : [] }
}

/** Stock and floats that another has requested, and this person may post. */
export const pendingAdjustments = answer(pendingDocuments, async (db, { actor }) =>
  (await queries.requested(db))
    .filter((row) => shown(row, actor).can.includes('approve'))
    .map((row) => ({
      subject: { type: 'adjustment', id: row.id },
      name: row.branchName,
      kind: 'limit',
      since: row.createdAt,
      permission: permissionFor[row.kind],
      roles: [],
      inStead: null,
      page: `/inventory/openings/${row.id}`,
      by: row.author,
      about: null,
      value: row.value,
    })),
)

async function detail(db: Db, id: string, actor: Actor): Promise<AdjustmentDetail> {
  const row = await queries.get(db, id)
  if (!row) throw notFound()
  seeOnly(actor.scope, 'branchIds', { id: row.branchId })
  const money = await localMoney(db)
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const lines = (await queries.linesOf(db, id)).flatMap((line) => {
    const item = known.get(line.itemId)
    if (!item) return []
    const { code, flagCode, exponent } = item
    return [{ ...line, value: money(line.value), code, flagCode, exponent }]
  })
  return { ...shown({ ...row, value: money(row.value) }, actor), lines }
}

/** The branch, if the person may act in all of it. */
async function ownBranch(db: Db, actor: Actor, branchId: string) {
  seeOnly(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  actOnly(actor.assigned, 'branchIds', branchId, 'branchId')
}

async function createOpening(ctx: Ctx<z.output<typeof OpeningDraft>>) {
  const { db, input, actor, now } = ctx
  const { branchId, note, askApproval: asksApproval } = input
  await ownBranch(db, actor, branchId)
  const today = await businessDate(db, branchId, now)
  const date = input.businessDate ?? today
  if (date > today) throw at('businessDate', 'DATE_AHEAD')
  const lines = await openedLines(db, input.lines)
  // Where days were opened already it is no beginning: it is said why.
  if (note.trim() === '' && (await hasOpened(db, branchId))) throw at('note', 'OPENING_LATE')
  const limitValue = await openingLimitValue(db, lines)
  const above = await aboveOpening(ctx, branchId, limitValue)
  const record = { state: null, kind: 'opening' as const, authorId: actor.userId, above, asksApproval }
  const { next } = decide(adjustmentWorkflow, record, { act: 'createOpening' }, { actor, now })
  const draft = { kind: 'opening' as const, branchId, ...vaultOnly, businessDate: date, note }
  const id = randomUUIDv7()
  if (next.state === 'requested') await tellDeciders(ctx, { id, branchId, limitValue })
  const valued =
    next.state === 'requested'
      ? lines
      : await posted(ctx, { ...draft, id }, lines, openingLines(branchId, lines))
  return write(ctx, { ...draft, ...next, id, limitValue }, valued)
}

/** What was brought, of each item at its cost: local money costs what it is. */
async function openedLines(db: Db, asked: z.output<typeof OpeningDraft>['lines']) {
  const known = await checkedItems(
    db,
    asked.map((line) => ({ ...line, pieces: [] })),
  )
  const local = [...known.values()].find(({ isLocal }) => isLocal)
  return asked.map(({ itemId, quantity, cost }, index) => {
    const item = itemOf(known, itemId)
    if (item.isLocal && cost !== undefined && !new Exact(cost).equals(quantity))
      throw at(`lines.${index}.cost`, 'COST_OF_LOCAL')
    if (!item.isLocal && cost === undefined) throw at(`lines.${index}.cost`, 'REQUIRED')
    const value = cost ?? quantity
    const exponent = local?.exponent ?? 0
    if (!hasAtMost(value, exponent)) throw at(`lines.${index}.cost`, 'TOO_MANY_DECIMALS', { exponent })
    return { item, quantity, cost: value, value, pieces: [] }
  })
}

async function createFloat(ctx: Ctx<z.output<typeof FloatDraft>>) {
  const { db, input, actor, now } = ctx
  const { branchId, fromCounterId, toCounterId, note } = input
  await ownBranch(db, actor, branchId)
  if (fromCounterId === toCounterId) throw at('toCounterId', 'SAME_PLACE')
  const counterIds = [fromCounterId, toCounterId]
  for (const counterId of counterIds)
    if (counterId !== null && (await counterRows.get(db, counterId)).branchId !== branchId)
      throw at(counterId === fromCounterId ? 'fromCounterId' : 'toCounterId', 'OTHER_BRANCH')
  const ofOthers = await othersPlace(ctx, input)
  const date = await moveDate(db, { branchId, counterIds }, now)
  const known = await checkedItems(db, input.lines)
  const lines = input.lines.map((line) => ({ ...line, item: itemOf(known, line.itemId) }))
  const draft = { kind: 'float' as const, branchId, fromCounterId, toCounterId, businessDate: date, note }
  const id = randomUUIDv7()
  const moved = floatLines(branchId, fromCounterId, toCounterId, lines)
  const valued = await posted(ctx, { ...draft, id }, lines, moved)
  // What it has cost, and with it whether it is within a limit, is known by what the books say: a refusal undoes them.
  const limitValue = await limitValueOf(db, valued)
  const above = await aboveOwn(ctx, draft, () => limitValue)
  const record = { state: null, kind: draft.kind, authorId: actor.userId, above, ofOthers }
  const { next } = decide(adjustmentWorkflow, record, { act: 'createFloat' }, { actor, now })
  return write(ctx, { ...draft, ...next, id, limitValue }, valued)
}

interface Draft {
  id: string
  kind: AdjustmentKind
  branchId: string
  fromCounterId: string | null
  toCounterId: string | null
  businessDate: string
  note: string
}
const vaultOnly = { fromCounterId: null, toCounterId: null }

interface Moved {
  item: StockItem
  quantity: string
  pieces: readonly Piece[]
}

/** Posts a document; what each line is worth is what the books say. */
async function posted<M extends Moved>(
  { db, actor, now }: Pick<Ctx, 'actor' | 'db' | 'now'>,
  { id, kind, businessDate: date, branchId, note }: Draft,
  moved: readonly M[],
  lines: readonly PostingLine<OpeningPart>[],
): Promise<(M & { value: string })[]> {
  const source = { type: 'adjustment', id }
  const event = adjustmentEvents[kind]
  const entry = await post({ db, actor, now }, { event, source, businessDate: date, branchId, note, lines })
  return moved.map((one) => {
    const amount = entry.lines.find(({ itemId }) => itemId === one.item.id)?.amount ?? 0
    return { ...one, value: new Exact(amount).abs().toFixed() }
  })
}

/** Writes the document with what its lines are worth. */
async function write(
  { db, actor, now }: Pick<Ctx, 'actor' | 'db' | 'now'>,
  draft: Draft & { state: Row['state']; limitValue: string | null },
  lines: readonly (Moved & { value: string })[],
): Promise<AdjustmentDetail> {
  const value = lines.reduce((sum, line) => sum.plus(line.value), new Exact(0)).toFixed()
  const made = { createdAt: now.toISOString(), authorId: actor.userId, author: actor.name }
  await queries.rows.insert(db, { ...draft, value, ...made })
  await queries.addLines(db, draft.id, lines)
  return detail(db, draft.id, actor)
}

const at = (field: string, code: string, data = {}) =>
  new Refusal(code, data, { fields: [{ field, code, data }] })

function itemOf(known: ReadonlyMap<string, StockItem>, id: string): StockItem {
  const item = known.get(id)
  if (!item) throw notFound()
  return item
}
