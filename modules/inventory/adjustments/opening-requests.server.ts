import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import { nextState } from '#kit/domain/workflow.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { covers } from '#modules/actor.domain.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import { post } from '#modules/ledger/public.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { actOnly, branchRows, mayActAt, seeOnly } from '#modules/organisation/public.server.ts'
import type { StockItem } from '../items/items.domain.ts'
import { items } from '../items/items.server.ts'
import { openingLimitValue } from '../worth/worth.server.ts'
import {
  adjustmentEvents,
  adjustmentWorkflow,
  limitOf,
  openingLines,
  permissionFor,
} from './adjustments.domain.ts'
import { checkOpening } from './adjustment-limits.server.ts'
import * as queries from './adjustments.queries.ts'

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>
type Decided = Ctx<{ id: string; version: number; note?: string | undefined }>

interface Draft {
  kind: 'opening'
  branchId: string
  businessDate: string
  note: string
}

/**
 * Writes opening stock down for another to approve, and tells those whose limit covers it; answers its id. Nothing is posted. Throws
 * OVER_LIMIT, or WORTH_UNKNOWN, where nobody else may approve so much. `limited`: what the limit is asked for.
 */
export async function requestOpening(
  { db, actor, now }: Acting,
  draft: Draft,
  lines: readonly { item: StockItem; quantity: string; value: string }[],
  limited: string | null,
): Promise<string> {
  const deciders = (await holdersOf(db, [permissionFor.opening])).filter(
    (one) =>
      one.userId !== actor.userId &&
      mayActAt(one, { branchId: draft.branchId }) &&
      covers(one.limits.get(limitOf.opening), limited),
  )
  if (deciders.length === 0)
    throw new Refusal(limited === null ? 'WORTH_UNKNOWN' : 'OVER_LIMIT', {
      limit: actor.limits.get(limitOf.opening) ?? '0',
    })
  const { id } = await queries.rows.insert(db, {
    ...draft,
    state: 'requested',
    value: lines.reduce((sum, { value }) => sum.plus(value), new Exact(0)).toFixed(),
    limitValue: limited,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  })
  await queries.addLines(
    db,
    id,
    lines.map((line) => ({ ...line, pieces: [] })),
  )
  await tell({ db }, { id, branchId: draft.branchId }, 'requested', {
    to: deciders.map(({ userId }) => userId),
    name: actor.name,
  })
  return id
}

/** Posts opening stock that another requested, within the limit of whoever approves: it counts as theirs. */
export async function approve(ctx: Decided): Promise<void> {
  const { db, actor, now } = ctx
  const { row, decided } = await decide(ctx, 'approve')
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const lines = (await queries.linesOf(db, row.id)).map(({ itemId, quantity, value }) => {
    const item = known.get(itemId)
    if (!item) throw notFound()
    return { item, quantity, value, cost: value }
  })
  // The mid rates of now, not those of the request.
  const limited = await openingLimitValue(db, lines)
  await checkOpening(ctx, row.branchId, limited)
  await queries.rows.update(db, row, { ...decided, limitValue: limited })
  const { branchId, businessDate, note } = row
  const source = { type: 'adjustment', id: row.id }
  await post(
    { db, actor, now },
    {
      event: adjustmentEvents.opening,
      source,
      businessDate,
      branchId,
      note,
      lines: openingLines(branchId, lines),
    },
  )
  await tell(ctx, row, 'approved', { to: [row.authorId], name: actor.name })
}

export async function reject(ctx: Decided): Promise<void> {
  const { row, decided } = await decide(ctx, 'reject')
  await queries.rows.update(ctx.db, row, decided)
  await tell(ctx, row, 'rejected', { to: [row.authorId], name: ctx.actor.name })
}

export async function withdraw(ctx: Decided): Promise<void> {
  const { row, decided } = await decide(ctx, 'withdraw')
  await queries.rows.update(ctx.db, row, decided)
}

/** The request, locked, and what becomes of it; throws where the person may not do this. */
async function decide({ db, input, actor, now }: Decided, action: 'approve' | 'reject' | 'withdraw') {
  const { note = '', ...key } = input
  const row = await queries.rows.lock(db, key)
  seeOnly(actor.scope, 'branchIds', { id: row.branchId })
  actOnly(actor.assigned, 'branchIds', row.branchId, 'branchId')
  const state = nextState(adjustmentWorkflow, row, action, actor, note)
  const by = { decidedAt: now.toISOString(), decidedById: actor.userId, decidedBy: actor.name }
  return { row, decided: { state, ...by, reason: note } }
}

/** Whoever is to decide, or asked, hears of a request. */
async function tell(
  { db }: Pick<Acting, 'db'>,
  { id, branchId }: { id: string; branchId: string },
  became: 'approved' | 'rejected' | 'requested',
  { to, name }: { to: readonly string[]; name: string },
): Promise<void> {
  const { name: branch } = await branchRows.get(db, branchId)
  await notify(db, {
    to: { users: to },
    type: ({ approved: 'SUCCESS', rejected: 'ERROR', requested: 'WARNING' } as const)[became],
    text: `adjustments.${became}`,
    values: { branch, name },
    data: { adjustmentId: id },
  })
}
