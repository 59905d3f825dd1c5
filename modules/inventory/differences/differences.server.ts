import type { Ctx } from '#kit/server/context.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { isLocked, post } from '#modules/ledger/public.server.ts'
import { businessDate } from '#modules/organisation/public.server.ts'
import { rows as dayRows } from '../business-days/business-days.queries.ts'
import { items } from '../items/items.server.ts'
import { midsOf } from '../worth/worth.server.ts'
import { countEvent, varianceLines } from './differences.domain.ts'
import { sumAcceptedBy } from './differences.queries.ts'

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>

/** The count that found the differences. */
interface Counted {
  id: string
  branchId: string
  /** Null: the vault of the branch. */
  counterId: string | null
  /** The day of the drawer. */
  dayId: string | null
  businessDate: string
  note: string
}

/** What a person has accepted in the last 24 hours, by branch. */
export const sumAcceptedToday = ({
  db,
  actor,
  now,
}: Pick<Acting, 'db' | 'now'> & { actor: Pick<Actor, 'selves'> }) =>
  sumAcceptedBy(db, actor.selves, new Date(now.getTime() - 86_400_000).toISOString())

/** Posts on the day of the count, or today where that day is locked by now. */
export async function postVariance(
  { db, actor, now }: Acting,
  count: Counted,
  found: readonly { itemId: string; difference: string }[],
): Promise<void> {
  const { branchId, counterId } = count
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const units = await midsOf(db, known.values())
  const differences = found.flatMap(({ itemId, difference }) => {
    const item = known.get(itemId)
    return item ? [{ item, difference, valueAt: units.get(item.currencyId) }] : []
  })
  // A drawer is with whoever opened its day; a vault is with nobody alone.
  const employeeId = count.dayId === null ? null : ((await dayRows.get(db, count.dayId)).openedById ?? null)
  const lines = varianceLines({ branchId, counterId }, differences, employeeId)
  if (lines.length === 0) return
  const isLate = await isLocked({ db, now }, branchId, count.businessDate)
  await post(
    { db, actor, now },
    {
      event: countEvent,
      source: { type: 'count', id: count.id },
      businessDate: isLate ? await businessDate(db, branchId, now) : count.businessDate,
      branchId,
      note: count.note,
      lines,
    },
  )
}
