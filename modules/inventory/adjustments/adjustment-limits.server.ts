import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { aboveLimit } from '#modules/access/public.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { mayActAt } from '#modules/organisation/public.server.ts'
import { type AdjustmentKind, limitOf, permissionFor } from './adjustments.domain.ts'
import * as queries from './adjustments.queries.ts'

type Acting = Pick<Ctx, 'db' | 'now'> & { actor: Pick<Actor, 'limits' | 'selves'> }

/** So much for whoever does it, with what their selves did; null where nobody knows what it is worth. */
type AmountFor = (person: Pick<Actor, 'selves'>) => string | null

/** The refusal, as `aboveLimit` gives it, where the person may not post or undo so much. */
export const aboveOwn = (
  { db, actor }: Pick<Acting, 'actor' | 'db'>,
  { kind, branchId }: { kind: AdjustmentKind; branchId: string },
  amountFor: AmountFor,
): Promise<Refusal | undefined> =>
  aboveLimit(db, actor, {
    type: limitOf[kind],
    amountFor,
    permission: permissionFor[kind],
    isFor: (person) => mayActAt(person, { branchId }),
  })

/**
 * As `aboveOwn`, of an opening or its reversal, with what each person opened and took back at the branch within a day; nobody opens in
 * the name of this one meanwhile.
 */
export async function aboveOpening(
  acting: Acting,
  branchId: string,
  amount: string | null,
): Promise<Refusal | undefined> {
  const { db, actor, now } = acting
  await queries.holdOpenings(db, actor.selves)
  const since = new Date(now.getTime() - 86_400_000).toISOString()
  const before = await queries.sumOpened(db, { branchId, since })
  return aboveOwn(
    acting,
    { kind: 'opening', branchId },
    ({ selves }) =>
      amount && [...selves].reduce((sum, id) => sum.plus(before.get(id) ?? 0), new Exact(amount)).toFixed(),
  )
}
