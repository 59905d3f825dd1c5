import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { covers, isAmong } from '#modules/actor.domain.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import { listPrincipals } from '#modules/approvals/public.server.ts'
import { post } from '#modules/ledger/public.server.ts'
import { mayActAt } from '#modules/organisation/public.server.ts'
import { items } from '../items/items.server.ts'
import { openingLimitValue } from '../worth/worth.server.ts'
import { adjustmentEvents, limitOf, openingLines, permissionFor } from './adjustments.domain.ts'
import { aboveOpening } from './adjustment-limits.server.ts'
import * as queries from './adjustments.queries.ts'

type Row = queries.AdjustmentRow
type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>
type Noted = Acting & { input: { note?: string | undefined } }

/** Throws OVER_LIMIT, or WORTH_UNKNOWN, where nobody else may approve so much; `limitValue`: what the limit is asked for. */
export async function refuseUndecidable(
  { db, actor }: Acting,
  { branchId, limitValue }: { branchId: string; limitValue: string | null },
): Promise<void> {
  const holders = await holdersOf(db, [permissionFor.opening])
  const isDecidable = holders.some(
    (one) =>
      !isAmong([actor.userId], one) &&
      mayActAt(one, { branchId }) &&
      covers(one.limits.get(limitOf.opening), limitValue),
  )
  if (!isDecidable)
    throw new Refusal(limitValue === null ? 'WORTH_UNKNOWN' : 'OVER_LIMIT', {
      limit: actor.limits.get(limitOf.opening) ?? '0',
    })
}

/** What is asked of the approver: at the mid rates of now, not those of the request, and with what else counts as theirs. */
export async function judgeApproval(ctx: Acting, { id, branchId }: Row) {
  const { db, actor, now } = ctx
  const limitValue = await openingLimitValue(db, await requestedLines(db, id))
  const people = [actor, ...(await listPrincipals(db, actor.userId, now))]
  const mayDecide = people.find(
    (one) => mayActAt(one, { branchId }) && covers(one.limits.get(limitOf.opening), limitValue),
  )
  const above = await aboveOpening({ db, now, actor: mayDecide ?? actor }, branchId, limitValue)
  return { limitValue, above }
}

/** Posts opening stock that another requested, within the limit of the approver: it counts as theirs. */
export async function postRequested(ctx: Noted, row: Row) {
  const { db, actor, now } = ctx
  const { id, branchId, businessDate, note, limitValue } = row
  const lines = openingLines(branchId, await requestedLines(db, id))
  const source = { type: 'adjustment', id }
  await post(
    { db, actor, now },
    { event: adjustmentEvents.opening, source, businessDate, branchId, note, lines },
  )
  return { ...(await signDecision(ctx)), limitValue }
}

/** Who decided on a request, or took it back, when and why. */
export const signDecision = ({ actor, now, input: { note = '' } }: Noted) =>
  Promise.resolve({
    decidedAt: now.toISOString(),
    decidedById: actor.userId,
    decidedBy: actor.name,
    reason: note,
  })

async function requestedLines(db: Db, id: string) {
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  return (await queries.linesOf(db, id)).map(({ itemId, quantity, value }) => {
    const item = known.get(itemId)
    if (!item) throw notFound()
    return { item, quantity, value, cost: value }
  })
}
