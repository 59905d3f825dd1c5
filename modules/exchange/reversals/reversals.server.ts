import type { Db } from '#kit/server/database.server.ts'
import { dateAt, graceHours } from '#modules/inventory/public.server.ts'
import { timeZoneOf } from '#modules/organisation/public.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { refundLeft } from './reversals.domain.ts'
import * as queries from './reversals.queries.ts'

interface Place {
  branchId: string
  counterId: string
}

/**
 * What is left to somebody of their limit on what they pay back, after what they did on the business date of a counter or in the 24
 * hours before; undefined: nothing ever.
 */
export async function readRefundAllowance(
  db: Db,
  { selves, limits }: Pick<Actor, 'selves' | 'limits'>,
  place: Place,
  now: Date,
): Promise<string | undefined> {
  const limit = limits.get('refund')
  if (limit === undefined || limit === 'unlimited') return limit
  // Counters may have days of several dates open at once: each would be a limit of its own.
  const since = new Date(now.getTime() - 24 * 3_600_000)
  const refunded = await queries.sumRefundedBy(db, selves, { date: await dateAt(db, place, now), since })
  return refundLeft(limit, refunded)
}

/** Until when a reversal that is approved now may be made: the end of the branch's business day. */
export const lapsesAt = async (db: Db, { branchId }: Pick<Place, 'branchId'>, now: Date): Promise<string> =>
  queries.dayEnd(db, now, { timeZone: await timeZoneOf(db, branchId), hours: graceHours })
