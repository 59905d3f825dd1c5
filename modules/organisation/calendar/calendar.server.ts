import { type Calendar, dayIn } from '#kit/domain/periods.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { current } from '../company/company.queries.ts'
import { branchRegions } from '../structure/structure.queries.ts'

/** Where a branch lies in time: its own zone, else the company's. Throws NOT_FOUND. */
export async function timeZoneOf(db: Db, branchId: string): Promise<string> {
  const branch = (await branchRegions(db)).find(({ id }) => id === branchId)
  if (!branch) throw notFound()
  return branch.timeZone ?? (await current(db)).timeZone
}

/** By which zones the days of the company and of its branches go. */
export async function calendarOf(db: Db): Promise<Calendar> {
  const [{ country, timeZone }, branches] = await Promise.all([current(db), branchRegions(db)])
  const own = branches.filter((branch) => branch.timeZone !== null && branch.timeZone !== timeZone)
  return {
    country,
    timeZone,
    places: Object.fromEntries(own.map((branch) => [branch.id, branch.timeZone ?? timeZone])),
  }
}

/** Today where the company is. */
export const todayOf = async ({ db, now }: { db: Db; now: Date }): Promise<string> =>
  dayIn((await current(db)).timeZone, now)

/** The day it is now where a branch lies. */
export const businessDate = async (db: Db, branchId: string, now: Date): Promise<string> =>
  dayIn(await timeZoneOf(db, branchId), now)
