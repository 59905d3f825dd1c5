import type { Db } from '#kit/server/database.server.ts'
import type { Outcome, Report } from './reports.domain.ts'

/** Keeps a report once; answers its id, and whether it was applied before. */
export async function keepReport(
  db: Db,
  providerId: string,
  { amount = null, reason = '', occurredAt = null, ...report }: Report,
  cameAt: Date,
): Promise<{ id: string; appliedAt: string | null }> {
  await db
    .insertInto('remittance.partnerEvent')
    .values({
      ...report,
      providerId,
      amount,
      reason: reason.slice(0, 500),
      occurredAt: occurredAt?.toISOString() ?? null,
      cameAt: cameAt.toISOString(),
    })
    .onConflict((on) => on.columns(['companyId', 'providerId', 'eventId']).doNothing())
    .execute()
  return db
    .selectFrom('remittance.partnerEvent')
    .select(['id', 'appliedAt'])
    .where('providerId', '=', providerId)
    .where('eventId', '=', report.eventId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** What became of a report; one of an order that is not known may yet be applied. */
export const closeReport = (
  db: Db,
  id: string,
  { outcome, orderId, appliedAt }: { outcome: Outcome; orderId: string | null; appliedAt: Date | null },
) =>
  db
    .updateTable('remittance.partnerEvent')
    .set({ outcome, orderId, appliedAt: appliedAt?.toISOString() ?? null })
    .where('id', '=', id)
    .execute()

/** What a partner has said of an order, as it came. */
export const reportsOf = (db: Db, orderId: string) =>
  db
    .selectFrom('remittance.partnerEvent')
    .select(['id', 'kind', 'source', 'amount', 'reason', 'occurredAt', 'cameAt', 'outcome', 'eventId'])
    .where('orderId', '=', orderId)
    .orderBy('cameAt')
    .orderBy('id')
    .execute()
