import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import { allowedActions, nextState } from '#kit/domain/workflow.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { type Actor, covers } from '#modules/actor.domain.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { post, type PostingLine, reverse as reverseEntry } from '#modules/ledger/public.server.ts'
import { fits } from '#modules/currencies/company-currencies/company-currencies.domain.ts'
import {
  actOnly,
  branchRows,
  businessDate,
  counterRows,
  mayActAt,
  seeOnly,
} from '#modules/organisation/public.server.ts'
import { hasOpened } from '../days/days.queries.ts'
import { openDay } from '../days/open-day.server.ts'
import { checkedItems, items } from '../items/items.server.ts'
import type { Piece, StockItem } from '../items/items.domain.ts'
import { limitValue, openingLimitValue } from '../worth/worth.server.ts'
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
} from './adjustments.domain.ts'
import { checkLimit, checkOpening, withOpened } from './adjustment-limits.server.ts'
import { approve, reject, requestOpening, withdraw } from './opening-requests.server.ts'
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
  reverse,
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
  const can = mayActAt(actor, { branchId: row.branchId })
    ? allowedActions(adjustmentWorkflow, row, actor)
    : []
  const mayApprove = covers(actor.limits.get(limitOf[row.kind]), row.limitValue)
  return { ...row, can: can.filter((act) => act !== 'approve' || mayApprove) }
}

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

async function createOpening({ db, input, actor, now }: Ctx<z.output<typeof OpeningDraft>>) {
  const { branchId } = input
  await ownBranch(db, actor, branchId)
  const today = await businessDate(db, branchId, now)
  const date = input.businessDate ?? today
  if (date > today) throw at('businessDate', 'DATE_AHEAD')
  const known = await checkedItems(
    db,
    input.lines.map((line) => ({ ...line, pieces: [] })),
  )
  const local = [...known.values()].find(({ isLocal }) => isLocal)
  const lines = input.lines.map(({ itemId, quantity, cost }, index) => {
    const item = itemOf(known, itemId)
    if (item.isLocal && cost !== undefined && !new Exact(cost).equals(quantity))
      throw at(`lines.${index}.cost`, 'COST_OF_LOCAL')
    if (!item.isLocal && cost === undefined) throw at(`lines.${index}.cost`, 'REQUIRED')
    if (!fits(cost ?? quantity, local?.exponent ?? 0)) throw at(`lines.${index}.cost`, 'TOO_MANY_DECIMALS')
    return { item, quantity, cost: cost ?? quantity, pieces: [] }
  })
  // Where days were opened already it is no beginning: it is said why.
  if (input.note.trim() === '' && (await hasOpened(db, branchId))) throw at('note', 'OPENING_LATE')
  const valued = lines.map((line) => ({ ...line, value: line.cost }))
  const limited = await openingLimitValue(db, valued)
  const draft = { kind: 'opening' as const, branchId, businessDate: date, note: input.note }
  const amountFor = await withOpened({ db, actor, now }, branchId, limited)
  if (input.askApproval && !covers(actor.limits.get(limitOf.opening), amountFor(actor.userId)))
    return detail(db, await requestOpening({ db, actor, now }, draft, valued, limited), actor)
  await checkLimit({ db, actor }, draft, amountFor)
  return settle(
    { db, actor, now },
    { ...draft, fromCounterId: null, toCounterId: null },
    lines,
    openingLines(branchId, lines),
  )
}

async function createFloat({ db, input, actor, now }: Ctx<z.output<typeof FloatDraft>>) {
  const { branchId, fromCounterId, toCounterId, note } = input
  await ownBranch(db, actor, branchId)
  if (fromCounterId === toCounterId) throw at('toCounterId', 'SAME_PLACE')
  const counterIds = [fromCounterId, toCounterId].filter((id) => id !== null).toSorted()
  for (const counterId of counterIds)
    if ((await counterRows.get(db, counterId)).branchId !== branchId)
      throw at(counterId === fromCounterId ? 'fromCounterId' : 'toCounterId', 'OTHER_BRANCH')
  // Both drawers must be open; where one was opened later, its date counts.
  const dates: string[] = []
  for (const counterId of counterIds) dates.push((await openDay(db, counterId)).businessDate)
  const known = await checkedItems(db, input.lines)
  const lines = input.lines.map((line) => ({ ...line, item: itemOf(known, line.itemId) }))
  const places = { branchId, fromCounterId, toCounterId }
  return settle(
    { db, actor, now },
    { kind: 'float', ...places, businessDate: latestOf(dates), note },
    lines,
    floatLines(branchId, fromCounterId, toCounterId, lines),
  )
}

interface Draft {
  kind: AdjustmentKind
  branchId: string
  fromCounterId: string | null
  toCounterId: string | null
  businessDate: string
  note: string
}

interface Moved {
  item: StockItem
  quantity: string
  pieces: readonly Piece[]
}

/** Writes the document and posts it; what each line is worth is what the books say. */
async function settle(
  { db, actor, now }: { db: Db; actor: Actor; now: Date },
  draft: Draft,
  lines: readonly Moved[],
  posting: readonly PostingLine<OpeningPart>[],
): Promise<AdjustmentDetail> {
  const { id } = await queries.rows.insert(db, {
    ...draft,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  })
  const posted = await post(
    { db, actor, now },
    {
      event: adjustmentEvents[draft.kind],
      source: { type: 'adjustment', id },
      businessDate: draft.businessDate,
      branchId: draft.branchId,
      note: draft.note,
      lines: posting,
    },
  )
  const worth = (itemId: string) =>
    new Exact(posted.lines.find((line) => line.itemId === itemId)?.amount ?? 0).abs().toFixed()
  const valued = lines.map((line) => ({ ...line, value: worth(line.item.id) }))
  const value = valued.reduce((sum, line) => sum.plus(line.value), new Exact(0)).toFixed()
  const limited = await (draft.kind === 'opening' ? openingLimitValue : limitValue)(db, valued)
  if (draft.kind === 'float') await checkLimit({ db, actor }, draft, () => limited)
  await queries.addLines(db, id, valued)
  await queries.rows.update(db, { id, version: 1 }, { value, limitValue: limited })
  return detail(db, id, actor)
}

async function reverse({
  db,
  input,
  actor,
  now,
}: Ctx<{ id: string; version: number; note?: string | undefined }>) {
  const { note = '', ...key } = input
  const row = await queries.rows.lock(db, key)
  seeOnly(actor.scope, 'branchIds', { id: row.branchId })
  actOnly(actor.assigned, 'branchIds', row.branchId, 'branchId')
  const state = nextState(adjustmentWorkflow, row, 'reverse', actor, note)
  if (row.kind === 'opening') await checkOpening({ db, actor, now }, row.branchId, row.limitValue)
  else await checkLimit({ db, actor }, row, () => row.limitValue)
  const counterIds = [row.fromCounterId, row.toCounterId].filter((id) => id !== null).toSorted()
  // The day of the vault is the one that it is in the branch.
  const dates = counterIds.length === 2 ? [] : [await businessDate(db, row.branchId, now)]
  for (const counterId of counterIds) dates.push((await openDay(db, counterId)).businessDate)
  await queries.rows.update(db, key, {
    state,
    reversedAt: now.toISOString(),
    reversedById: actor.userId,
    reversedBy: actor.name,
    reason: note,
  })
  await reverseEntry(
    { db, actor, now },
    {
      source: { type: 'adjustment', id: row.id },
      event: adjustmentEvents[row.kind],
      businessDate: latestOf(dates),
      note,
    },
  )
  return detail(db, row.id, actor)
}

const latestOf = (dates: readonly string[]) => dates.toSorted().at(-1) ?? ''

const at = (field: string, code: string) => new Refusal(code, {}, { fields: [{ field, code }] })

function itemOf(known: ReadonlyMap<string, StockItem>, id: string): StockItem {
  const item = known.get(id)
  if (!item) throw notFound()
  return item
}
