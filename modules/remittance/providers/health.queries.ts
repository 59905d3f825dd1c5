import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** Failures in a row after which a partner rests. */
const mostFailures = 5

/** Notes how a call to a partner ended: after some failures in a row it rests, each time twice as long, up to an hour. */
export const noteCall = (db: Db, providerId: string, fault: string | null, now: Date) =>
  fault === null
    ? sql`insert into remittance.partner_health (provider_id, answered_at) values (${providerId}, ${now.toISOString()})
        on conflict (company_id, provider_id) do update set failures = 0, rests_until = null, answered_at = excluded.answered_at`.execute(
        db,
      )
    : sql`insert into remittance.partner_health as h (provider_id, failures, failed_at, last_fault)
        values (${providerId}, 1, ${now.toISOString()}, ${fault.slice(0, 200)})
        on conflict (company_id, provider_id) do update set failures = h.failures + 1, failed_at = excluded.failed_at,
          last_fault = excluded.last_fault, rests_until = case when h.failures + 1 >= ${mostFailures}
            then excluded.failed_at + least(interval '1 hour', interval '1 minute' * power(2, least(h.failures + 1 - ${mostFailures}, 10)))
            end`.execute(db)

/** Counts a report that was not rightly signed, or not fresh. */
export const noteRefusedReport = (db: Db, providerId: string, now: Date) =>
  sql`insert into remittance.partner_health as h (provider_id, refused_reports, refused_at)
    values (${providerId}, 1, ${now.toISOString()})
    on conflict (company_id, provider_id) do update set refused_reports = h.refused_reports + 1, refused_at = excluded.refused_at`.execute(
    db,
  )

/** Whether nothing is asked of a partner now: it has not answered for a while. */
export async function isResting(db: Db, providerId: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('remittance.partnerHealth')
    .select('restsUntil')
    .where('providerId', '=', providerId)
    .executeTakeFirst()
  const until = found?.restsUntil
  return until ? new Date(until).getTime() > now.getTime() : false
}

/** How partners fare as servers, by partner. */
export const listHealth = (db: Db) => db.selectFrom('remittance.partnerHealth').selectAll().execute()
