import { decide } from '#kit/domain/document.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { covers, isAmong } from '#modules/actor.domain.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import { post, reverse as reverseEntry } from '#modules/ledger/public.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { actOnly, branchRows, mayActAt, seeOnly } from '#modules/organisation/public.server.ts'
import { moveDate } from '../business-days/open-day.server.ts'
import { items } from '../items/items.server.ts'
import { openingLimitValue } from '../worth/worth.server.ts'
import {
  type AdjustmentAct,
  adjustmentEvents,
  adjustmentWorkflow,
  limitOf,
  openingLines,
  permissionFor,
  signed,
} from './adjustments.domain.ts'
import { aboveOpening, aboveOwn } from './adjustment-limits.server.ts'
import { othersPlace } from './own-places.server.ts'
import * as queries from './adjustments.queries.ts'

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>
type Decided = Ctx<{ id: string; version: number; note?: string | undefined }>

/**
 * Tells those whose limit covers it of opening stock that they are to approve. Throws OVER_LIMIT, or WORTH_UNKNOWN, where nobody else
 * may approve so much; `limitValue`: what the limit is asked for.
 */
export async function tellDeciders(
  { db, actor }: Acting,
  row: { id: string; branchId: string; limitValue: string | null },
): Promise<void> {
  const deciders = (await holdersOf(db, [permissionFor.opening])).filter(
    (one) =>
      !isAmong([actor.userId], one) &&
      mayActAt(one, { branchId: row.branchId }) &&
      covers(one.limits.get(limitOf.opening), row.limitValue),
  )
  if (deciders.length === 0)
    throw new Refusal(row.limitValue === null ? 'WORTH_UNKNOWN' : 'OVER_LIMIT', {
      limit: actor.limits.get(limitOf.opening) ?? '0',
    })
  await tell({ db }, row, 'requested', { to: deciders.map(({ userId }) => userId), name: actor.name })
}

/** Posts opening stock that another requested, within the limit of whoever approves: it counts as theirs. */
export async function approve(ctx: Decided): Promise<void> {
  const { db, actor, now } = ctx
  const row = await taken(ctx)
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const lines = (await queries.linesOf(db, row.id)).map(({ itemId, quantity, value }) => {
    const item = known.get(itemId)
    if (!item) throw notFound()
    return { item, quantity, value, cost: value }
  })
  // The mid rates of now, not those of the request.
  const limitValue = await openingLimitValue(db, lines)
  const above = await aboveOpening(ctx, row.branchId, limitValue)
  await write(ctx, row, { act: 'approve', above }, { limitValue })
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
  const row = await taken(ctx)
  await write(ctx, row, { act: 'reject' })
  await tell(ctx, row, 'rejected', { to: [row.authorId], name: ctx.actor.name })
}

export async function withdraw(ctx: Decided): Promise<void> {
  await write(ctx, await taken(ctx), { act: 'withdraw' })
}

/** Posts the mirror of what was posted wrong. */
export async function reverse(ctx: Decided): Promise<void> {
  const { db, actor, now } = ctx
  const row = await taken(ctx)
  const { id, kind, branchId, limitValue, fromCounterId, toCounterId, businessDate: undone } = row
  const above = await (kind === 'opening'
    ? aboveOpening(ctx, branchId, limitValue)
    : aboveOwn(ctx, row, () => limitValue))
  const ofOthers = await othersPlace(ctx, row)
  const { note } = await write(ctx, row, { act: 'reverse', above, ofOthers })
  const counterIds = [fromCounterId, toCounterId]
  await reverseEntry(
    { db, actor, now },
    {
      source: { type: 'adjustment', id },
      event: adjustmentEvents[kind],
      businessDate: await moveDate(db, { branchId, counterIds, undone }, now),
      note,
    },
  )
}

type Row = Awaited<ReturnType<typeof taken>>

/** An adjustment that the person may act on, locked. */
async function taken({ db, input: { id, version }, actor }: Decided) {
  const row = await queries.rows.lock(db, { id, version })
  seeOnly(actor.scope, 'branchIds', { id: row.branchId })
  actOnly(actor.assigned, 'branchIds', row.branchId, 'branchId')
  return row
}

/** Writes what an act makes of an adjustment; throws where the person may not do it. */
async function write(
  { db, input: { note }, actor, now }: Decided,
  row: Row,
  {
    act,
    above,
    ofOthers,
  }: { act: AdjustmentAct; above?: Refusal | undefined; ofOthers?: Refusal | undefined },
  more: { limitValue?: string | null } = {},
) {
  const { next, event } = decide(
    adjustmentWorkflow,
    { ...row, above, ofOthers },
    { act, note },
    { actor, now },
  )
  await queries.rows.update(db, row, { ...next, ...signed(event), ...more })
  return event
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
