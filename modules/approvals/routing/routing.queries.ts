import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Subject } from '#modules/subject.domain.ts'

/** Where the gates of a kind are on their way up. */
export interface Route {
  kind: string
  roles: string[]
  told: string[]
  since: string
  escalatesAt: string | null
}

/** The companies in which something goes to the next role up by now. */
export async function dueIn(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select approvals.escalations_due(${now.toISOString()}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The routes of which some go to the next role up by now, by document. */
export const due = (db: Db, now: Date) =>
  db
    .selectFrom('approvals.route as r')
    .select(['r.subjectType as type', 'r.subjectId as id'])
    .where('r.escalatesAt', '<=', now.toISOString())
    .distinct()
    .execute()

/** Where the gates of a document are, by kind. */
export const routesOf = (db: Db, { type, id }: Subject) =>
  db
    .selectFrom('approvals.route')
    .select(['kind', 'roles', 'told', 'since', 'escalatesAt'])
    .where('subjectType', '=', type)
    .where('subjectId', '=', id)
    .orderBy('kind')
    .execute()

/** Whether anybody was ever told of the gates of a document that stand now. */
export const isRouted = async (db: Db, subject: Subject): Promise<boolean> =>
  (await routesOf(db, subject)).length > 0

/** Says where the gates of a kind are now. */
export const putRoute = (db: Db, { type, id }: Subject, { kind, ...where }: Route) =>
  db
    .insertInto('approvals.route')
    .values({ subjectType: type, subjectId: id, kind, ...where })
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'subjectType', 'subjectId', 'kind']).doUpdateSet(where),
    )
    .execute()

/** Gates that were decided on, of a kind or all, go nowhere any more. */
export async function endRoutes(db: Db, { type, id }: Subject, kind?: string): Promise<void> {
  const all = db.deleteFrom('approvals.route').where('subjectType', '=', type).where('subjectId', '=', id)
  await (kind ? all.where('kind', '=', kind) : all).execute()
}

/** Forgets where the gates of a document are, as part of the statement that clears it. */
export const clearRoutes = ({ type, id }: Subject) =>
  sql`delete from approvals.route where company_id = kit.company() and subject_type = ${sql.lit(type)} and subject_id = ${id}`
