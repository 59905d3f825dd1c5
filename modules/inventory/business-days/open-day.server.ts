import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { businessDate } from '#modules/organisation/public.server.ts'
import { dateOfMove } from './business-days.domain.ts'
import { currentAt, holdOpen } from './business-days.queries.ts'

/**
 * The open day of a counter, which nobody closes until the caller's transaction ends; what is posted there carries its date.
 * Throws COUNTER_CLOSED where none is open.
 */
export async function openDay(db: Db, counterId: string): Promise<{ dayId: string; businessDate: string }> {
  const day = await holdOpen(db, counterId)
  if (!day) throw new Refusal('COUNTER_CLOSED')
  return { dayId: day.id, businessDate: day.businessDate }
}

/** The business date at a counter: that of its open day, else the day it is there. Holds no day open. */
export async function dateAt(
  db: Db,
  { branchId, counterId }: { branchId: string; counterId: string },
  now: Date,
): Promise<string> {
  return (await currentAt(db, counterId))?.businessDate ?? businessDate(db, branchId, now)
}

/** So long after midnight a day may still be dealt in: a queue is served to its end. */
export const graceHours = 6

/** As `openDay`, for what begins a new deal. Throws DAY_IS_OVER where the open day is that of an earlier date. */
export async function dealingDay(db: Db, branchId: string, counterId: string, now: Date) {
  const day = await openDay(db, counterId)
  if (await isOver(db, branchId, day.businessDate, now))
    throw new Refusal('DAY_IS_OVER', { date: day.businessDate })
  return day
}

const isOver = async (db: Db, branchId: string, date: string, now: Date) =>
  date < (await businessDate(db, branchId, new Date(now.getTime() - graceHours * 3_600_000)))

/** Why nothing is dealt at a counter now, as `dealingDay` would refuse it. Holds no day open. */
export async function findDayBar(
  db: Db,
  { branchId, counterId }: { branchId: string; counterId: string },
  now: Date,
): Promise<'COUNTER_CLOSED' | 'DAY_IS_OVER' | null> {
  const day = await currentAt(db, counterId)
  if (!day) return 'COUNTER_CLOSED'
  return (await isOver(db, branchId, day.businessDate, now)) ? 'DAY_IS_OVER' : null
}

/** As `dateOfMove`, of drawers whose days are open and stay so. Throws COUNTER_CLOSED where one has none. */
export async function moveDate(
  db: Db,
  {
    branchId,
    counterIds,
    undone,
  }: { branchId: string; counterIds: readonly (string | null)[]; undone?: string },
  now: Date,
): Promise<string> {
  const drawers: string[] = []
  // In one order, so that two do not wait for each other.
  for (const id of counterIds.filter((one) => one !== null).toSorted())
    drawers.push((await openDay(db, id)).businessDate)
  return dateOfMove(drawers, await businessDate(db, branchId, now), undone)
}

/**
 * Throws COUNTER_CLOSED where one of these counters has no open day, or has begun a later one, and DATE_AHEAD where a branch is not at
 * that day yet. The days stay open until the caller's transaction ends.
 */
export async function refuseClosed(
  db: Db,
  {
    places,
    businessDate: date,
    now,
  }: {
    places: readonly { branchId: string; counterId: string | null }[]
    businessDate: string
    now: Date
  },
): Promise<void> {
  const counterIds = new Set(places.flatMap(({ counterId }) => counterId ?? []))
  for (const counterId of [...counterIds].toSorted())
    if ((await openDay(db, counterId)).businessDate > date) throw new Refusal('COUNTER_CLOSED')
  for (const branchId of new Set(places.map((place) => place.branchId)))
    if (date > (await businessDate(db, branchId, now))) throw new Refusal('DATE_AHEAD')
}
