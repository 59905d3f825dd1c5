import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { branchRows, currentCompany } from '#modules/organisation/public.server.ts'
import { holdOpen } from './days.queries.ts'

/**
 * The open day of a counter, which nobody closes until the caller's transaction ends; what is posted there carries its date.
 * Throws COUNTER_CLOSED where none is open.
 */
export async function openDay(db: Db, counterId: string): Promise<{ dayId: string; businessDate: string }> {
  const day = await holdOpen(db, counterId)
  if (!day) throw new Refusal('COUNTER_CLOSED')
  return { dayId: day.id, businessDate: day.businessDate }
}

/** The day it is now where the branch lies. */
export async function businessDate(db: Db, branchId: string, now: Date): Promise<string> {
  const timeZone = (await branchRows.get(db, branchId)).timeZone ?? (await currentCompany(db)).timeZone
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
}
