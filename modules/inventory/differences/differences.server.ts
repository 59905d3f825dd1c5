import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import { listPrincipals } from '#modules/approvals/public.server.ts'
import { listInStead } from '#modules/documents/public.server.ts'
import { isLocked, post } from '#modules/ledger/public.server.ts'
import { businessDate, mayActAt } from '#modules/organisation/public.server.ts'
import { rows as dayRows } from '../business-days/business-days.queries.ts'
import type { OfStock } from '../items/items.domain.ts'
import { itemsOf } from '../items/items.server.ts'
import { midsOf } from '../worth/worth.server.ts'
import {
  countEvent,
  countTypes,
  differenceWithin,
  divideDifference,
  varianceLines,
} from './differences.domain.ts'
import { acceptedSince, listTakenOver } from './differences.queries.ts'

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>

/** A count on which is decided. */
interface Decided {
  branchId: string
  counterId: string | null
  takers: readonly string[]
  earlierTakers: readonly string[]
  /** The largest difference on which is decided with it, in local currency. */
  decided: string
}

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
  kind: string
}

/** What people have accepted in the last 24 hours: some who count as one, or others in the stead of `name`, at a branch. */
async function sumAcceptedToday(db: Db, now: Date) {
  const found = await acceptedSince(db, new Date(now.getTime() - 86_400_000).toISOString())
  const ids = found.map(({ id }) => id)
  const inStead = await listInStead(db, { types: Object.values(countTypes), ids, act: 'accept' })
  return (by: ReadonlySet<string>, branchId: string, name?: string): string =>
    found
      .filter(
        (one) =>
          one.branchId === branchId &&
          (by.has(one.endedById) || (name !== undefined && inStead.get(one.id) === name)),
      )
      .reduce((sum, one) => sum.plus(one.sum), new Exact(0))
      .toFixed()
}

/** What keeps people from accepting the differences of a count, with what they have accepted before. */
export async function barsOfDifference({ db, now }: Pick<Acting, 'db' | 'now'>) {
  const accepted = await sumAcceptedToday(db, now)
  return (person: Pick<Actor, 'limits' | 'selves'>, { branchId, decided }: Decided) =>
    differenceWithin(person, decided, accepted(person.selves, branchId))
}

/** What the guards look at of whoever may decide on differences, for a page of rows. */
export async function factsOfDecider({ db, actor, now }: Acting, rows: readonly { state: string }[]) {
  if (!rows.some(({ state }) => state === 'submitted')) return () => ({})
  const accepted = await sumAcceptedToday(db, now)
  const steads = await listPrincipals(db, actor.userId, now)
  return (row: Decided) => ({
    accepted: accepted(actor.selves, row.branchId, actor.name),
    // In whose stead it is done, what they and the person have accepted counts, and what another has in the same stead.
    isCoveredInStead: steads.some(
      (one) =>
        !isAmong([...row.takers, ...row.earlierTakers], one) &&
        mayActAt(one, row) &&
        differenceWithin(
          one,
          row.decided,
          accepted(one.selves.union(actor.selves), row.branchId, one.name),
        ) === undefined,
    ),
  })
}

/**
 * A drawer is with whoever opened its day, and what differs when it is taken over is of whoever handed it over, also where a later
 * count is decided in the place of that one; a vault is with nobody alone.
 */
async function holderOf(db: Db, dayId: string, kind: string): Promise<string> {
  const { takenFromId, openedById } = await dayRows.get(db, dayId)
  return (kind === 'opening' ? takenFromId : null) ?? openedById
}

/** Posts on the day of the count, or today where that day is locked by now. */
export async function postVariance(
  { db, actor, now }: Acting,
  count: Counted & { type: string; of: OfStock },
  found: readonly { itemId: string; difference: string; value: string }[],
): Promise<void> {
  const { branchId, counterId } = count
  const known = await itemsOf(db, { ...count.of, categoryIds: [] })
  const units = await midsOf(db, known.values())
  const holderId = count.dayId === null ? null : await holderOf(db, count.dayId, count.kind)
  const taken = Map.groupBy(await listTakenOver(db, count.id), ({ itemId }) => itemId)
  const differences = found.flatMap(({ itemId, difference, value }) => {
    const item = known.get(itemId)
    const isEven = new Exact(difference).isZero()
    // Goods have no rate: where none is left by now, they cost what they did when they were counted.
    const cost = isEven ? undefined : new Exact(value).div(difference).toFixed(12)
    if (!item) return []
    const valueAt = item.name ? cost : units.get(item.currencyId)
    return divideDifference(difference, taken.get(itemId) ?? [], holderId).map((part) => ({
      ...part,
      item,
      valueAt,
    }))
  })
  const lines = varianceLines({ branchId, counterId }, differences)
  if (lines.length === 0) return
  const isLate = await isLocked({ db, now }, branchId, count.businessDate)
  await post(
    { db, actor, now },
    {
      event: countEvent,
      source: { type: count.type, id: count.id },
      businessDate: isLate ? await businessDate(db, branchId, now) : count.businessDate,
      branchId,
      note: count.note,
      lines,
    },
  )
}
