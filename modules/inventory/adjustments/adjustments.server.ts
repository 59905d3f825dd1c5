import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { listPrincipals } from '#modules/approvals/public.server.ts'
import { type Actor, covers } from '#modules/actor.domain.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { post, type PostingLine } from '#modules/ledger/public.server.ts'
import {
  actOnly,
  branchRows,
  businessDate,
  counterRows,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { hasOpened } from '../business-days/business-days.queries.ts'
import { moveDate } from '../business-days/open-day.server.ts'
import { checkItems, items } from '../items/items.server.ts'
import type { Piece, StockItem } from '../items/items.domain.ts'
import { refuseAboveMaximum } from '../limits/limit-checks.server.ts'
import { limitValue as limitValueOf, openingLimitValue } from '../worth/worth.server.ts'
import { adjustments, type FloatDraft, type OpeningDraft } from './adjustments.contract.ts'
import {
  adjustmentEvents,
  type AdjustmentKind,
  adjustmentWorkflow,
  floatLines,
  limitOf,
  type OpeningPart,
  openingLines,
} from './adjustments.domain.ts'
import { aboveOpening, aboveOwn } from './adjustment-limits.server.ts'
import { isElsewhere, othersPlace } from './own-places.server.ts'
import { judgeApproval, postRequested, refuseUndecidable, signDecision } from './opening-requests.server.ts'
import { judgeReversal, postReversal } from './reversals.server.ts'
import * as queries from './adjustments.queries.ts'
import type * as z from 'zod'

type Row = queries.AdjustmentRow
type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>

const told = { waits: 'requested', escalated: 'requested', passed: 'approved', rejected: 'rejected' } as const

const adjustmentDocuments = documents({
  type: 'adjustment',
  home: '/inventory/openings',
  workflow: adjustmentWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ branch: { branchId, counterId: null } }),
  name: ({ branchName }: Row) => branchName,
  notice: ({ id, branchName: branch, author }, heard, by) => ({
    text: `adjustments.${told[heard]}`,
    values: { branch, name: by || author },
    data: { adjustmentId: id },
  }),
  makerIds: ({ authorId }: Row) => [authorId],
  gates: {
    limit: { limit: limitOf.opening, value: ({ limitValue: value }: Row) => value, tellsAll: true },
  },
  facts: async ({ db, actor, now }, rows) => {
    const isAsked = rows.some(({ state }) => state === 'requested')
    const steads = isAsked ? await listPrincipals(db, actor.userId, now) : []
    return (row) => {
      // What was requested may be let through in another's stead.
      const people = row.state === 'requested' ? [actor, ...steads] : [actor]
      const isWithin = people.some(({ limits }) => covers(limits.get(limitOf[row.kind]), row.limitValue))
      return {
        above: isWithin ? undefined : 'OVER_LIMIT',
        ofOthers: isElsewhere(row, actor) ? 'PLACE_OF_OTHERS' : undefined,
      }
    }
  },
  present: async ({ db }, rows) => {
    const money = await localMoney(db)
    return rows.map((row) => ({ ...row, value: money(row.value) }))
  },
})
export const adjustmentAnswers = adjustmentDocuments.answers

export const adjustmentsRouter = serve(adjustments, {
  ...adjustmentDocuments.lists(queries.list, 'inventory:adjustments', {
    kind: 'value',
    branchName: 'text',
    fromCounter: 'text',
    toCounter: 'text',
    businessDate: 'text',
    value: 'number',
    state: 'value',
    note: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: async (ctx) => withLines(ctx, await adjustmentDocuments.getById(ctx)),
  createOpening: whole(adjustmentDocuments.make('createOpening', prepareOpening)),
  createFloat: whole(adjustmentDocuments.make('createFloat', prepareFloat)),
  approve: whole(adjustmentDocuments.act('approve', postRequested, judgeApproval)),
  reject: whole(adjustmentDocuments.act('reject', signDecision)),
  withdraw: whole(adjustmentDocuments.act('withdraw', signDecision)),
  reverse: whole(adjustmentDocuments.act('reverse', postReversal, judgeReversal)),
})

type Detail = Awaited<ReturnType<typeof adjustmentDocuments.getById>>

async function withLines({ db }: Acting, one: Detail) {
  const money = await localMoney(db)
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const lines = (await queries.linesOf(db, one.id)).flatMap((line) => {
    const item = known.get(line.itemId)
    if (!item) return []
    const { code, flagCode, exponent } = item
    return [{ ...line, value: money(line.value), code, flagCode, exponent }]
  })
  return { ...one, lines }
}

/** A handler whose answer is the document with its lines. */
function whole<C extends Acting>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

/** The branch, if the person may act in all of it. */
async function ownBranch(db: Db, actor: Actor, branchId: string) {
  requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  actOnly(actor.assigned, 'branchIds', branchId, 'branchId')
}

async function prepareOpening(ctx: Ctx<z.output<typeof OpeningDraft>>) {
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
  const draft = { kind: 'opening' as const, branchId, ...vaultOnly, businessDate: date, note }
  const row = { ...made(ctx, draft, lines), limitValue }
  const write = async (state: string) => {
    if (state === 'requested') await refuseUndecidable(ctx, row)
    else await posted(ctx, row, lines, openingLines(branchId, lines))
    await queries.addLines(db, row.id, lines)
  }
  return { row, facts: { above, asksApproval }, write }
}

/** What was brought, of each item at its cost: local money costs what it is. */
async function openedLines(db: Db, asked: z.output<typeof OpeningDraft>['lines']) {
  const known = await checkItems(
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

async function prepareFloat(ctx: Ctx<z.output<typeof FloatDraft>>) {
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
  const known = await checkItems(db, input.lines)
  const lines = input.lines.map((line) => ({ ...line, item: itemOf(known, line.itemId) }))
  const ends = { fromBranchId: branchId, toBranchId: branchId, toCounterId }
  await refuseAboveMaximum(db, ends, lines, null)
  const draft = { kind: 'float' as const, branchId, fromCounterId, toCounterId, businessDate: date, note }
  const id = randomUUIDv7()
  const moved = floatLines(branchId, fromCounterId, toCounterId, lines)
  const valued = await posted(ctx, { ...draft, id }, lines, moved)
  // What it has cost, and with it whether it is within a limit, is known by what the books say: a refusal undoes them.
  const limitValue = await limitValueOf(db, valued)
  const above = await aboveOwn(ctx, draft, () => limitValue)
  return {
    row: { ...made(ctx, draft, valued), id, limitValue },
    facts: { above, ofOthers },
    write: async () => {
      await queries.addLines(db, id, valued)
    },
  }
}

/** A document that is worth what its lines are. */
function made({ actor, now }: Acting, draft: Omit<Draft, 'id'>, lines: readonly { value: string }[]) {
  const value = lines.reduce((sum, line) => sum.plus(line.value), new Exact(0)).toFixed()
  const by = { createdAt: now.toISOString(), authorId: actor.userId, author: actor.name }
  return { ...draft, ...by, value, id: randomUUIDv7() }
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
  { db, actor, now }: Acting,
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

const at = (field: string, code: string, data = {}) =>
  new Refusal(code, data, { fields: [{ field, code, data }] })

function itemOf(known: ReadonlyMap<string, StockItem>, id: string): StockItem {
  const item = known.get(id)
  if (!item) throw notFound()
  return item
}
