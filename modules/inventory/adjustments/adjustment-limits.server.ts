import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { refuseAbove } from '#modules/access/public.server.ts'
import { mayActAt } from '#modules/organisation/public.server.ts'
import { type AdjustmentKind, limitOf, permissionFor } from './adjustments.domain.ts'
import * as queries from './adjustments.queries.ts'

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>

/** So much for whoever does it; null where nobody knows what it is worth. */
export type AmountFor = (userId: string) => string | null

/** Throws as `refuseAbove` where the person may not post or undo so much. */
export const checkLimit = (
  { db, actor }: { db: Db; actor: Actor },
  { kind, branchId }: { kind: AdjustmentKind; branchId: string },
  amountFor: AmountFor,
): Promise<void> =>
  refuseAbove(db, actor, {
    type: limitOf[kind],
    amountFor,
    permission: permissionFor[kind],
    isFor: (person) => mayActAt(person, { branchId }),
  })

/**
 * So much with what each person opened and took back at a branch within a day; nobody opens in the name of this one meanwhile.
 */
export async function withOpened(
  { db, actor, now }: Acting,
  branchId: string,
  amount: string | null,
): Promise<AmountFor> {
  await queries.holdOpenings(db, actor.userId)
  const since = new Date(now.getTime() - 86_400_000).toISOString()
  const before = await queries.opened(db, { branchId, since })
  return (userId) => amount && new Exact(amount).plus(before.get(userId) ?? 0).toFixed()
}

/** Throws as `checkLimit` where an opening, or its reversal, is too much with those of the day. */
export async function checkOpening(acting: Acting, branchId: string, amount: string | null): Promise<void> {
  await checkLimit(acting, { kind: 'opening', branchId }, await withOpened(acting, branchId, amount))
}
