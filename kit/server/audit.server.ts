import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Audited } from './context.server.ts'
import { type Db, inCompany } from './database.server.ts'

export interface AuditEntry {
  act: string
  kind: string
  outcome: 'done' | 'refused' | 'failed'
  code?: string | undefined
  /** The reason that was given with the act, where its entry takes a `note` or a `reason`. */
  note?: string | undefined
  traceId: string
  address?: string | undefined
}

/** Writes the audit row of an act, in the transaction of the act itself: both stay or neither. */
export async function writeAudit(db: Pick<Db, 'insertInto'>, who: Audited, entry: AuditEntry): Promise<void> {
  await db
    .insertInto('kit.audit')
    .values({
      userId: who.userId,
      userName: who.name,
      sessionId: who.sessionId ?? null,
      branchId: who.workspace?.branchId ?? null,
      counterId: who.workspace?.counterId ?? null,
      address: entry.address ?? null,
      act: entry.act,
      kind: entry.kind,
      outcome: entry.outcome,
      code: entry.code ?? null,
      note: entry.note ?? null,
      traceId: entry.traceId,
    })
    .execute()
}

/** Writes the audit row of an act that did not happen, on its own, so that the rollback of the act keeps it. */
export async function auditRefusal(
  db: Db,
  who: Audited,
  entry: AuditEntry,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    await inCompany(who.companyId, () => writeAudit(db, who, entry))
  } catch (error) {
    log.error({ err: error, act: entry.act }, 'could not write the audit row of a refusal')
  }
}

/** What an act was done to: the name, as it was then, of the first row that it changed. */
const subject = sql<string | null>`(select c.name from kit.audit_change c
  where c.company_id = a.company_id and c.at = a.at and c.xact = a.xact order by c.seq limit 1)`

/** The audit rows of the company, aliased `a`, each with its subject, to be filtered by the caller. */
export const auditRows = (db: Db) =>
  db.selectFrom('kit.audit as a').selectAll('a').select(subject.as('subject'))

type Image = Readonly<Record<string, unknown>>

/** A row as it was by then: all that was written down of it until this change. */
const image = sql<Image | null>`(select kit.fold(p.before, p.after order by p.seq) from kit.audit_change p
  where p.company_id = c.company_id and p.row_id = c.row_id and p.relation = c.relation and p.seq <= c.seq)`

/** What the act with this audit id changed, each row whole before and after, in the order of the changes. */
export async function auditChanges(db: Db, id: string) {
  const changes = await db
    .selectFrom('kit.auditChange as c')
    .innerJoin('kit.audit as a', (join) =>
      join.onRef('a.companyId', '=', 'c.companyId').onRef('a.at', '=', 'c.at').onRef('a.xact', '=', 'c.xact'),
    )
    .select(['c.relation', 'c.rowId', 'c.before', 'c.after', image.as('image')])
    .where('a.id', '=', id)
    .orderBy('c.seq')
    .execute()
  return changes.map(({ image: whole, before, after, ...change }) => ({
    ...change,
    before: before && { ...(after ? whole : {}), ...(before as Image) },
    after: after && whole,
  }))
}
