import { sql, type SqlBool } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('ledger.periodUnlock')

const named = (db: Db) =>
  db
    .selectFrom('ledger.periodUnlock as u')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('ledger.entry as e')
          .select(sql<number>`count(*)::int`.as('entries'))
          .select(sql<string[]>`coalesce(array_agg(distinct e.author), '{}')`.as('postedBy'))
          .where(
            sql<SqlBool>`e.company_id = u.company_id and e.business_date between u.from_date and u.to_date
              and (u.branch_id is null or e.branch_id = u.branch_id) and e.at >= u.opened_at and e.at < u.closes_at`,
          )
          .as('p'),
      (join) => join.onTrue(),
    )
    .leftJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'u.companyId').onRef('b.branchId', '=', 'u.branchId'),
    )
    .selectAll('u')
    .select(['b.name as branchName', 'p.entries', 'p.postedBy'])
    .$narrowType<{ entries: number; postedBy: string[] }>()

/** Those of the company and of the branches in reach. */
const ofScope = (db: Db, scope: Scope) =>
  named(db).where((eb) =>
    eb.or([eb('u.branchId', 'is', null), sql<SqlBool>`${withinScope(scope, 'branchIds', 'u.branchId')}`]),
  )

/** The latest of them. */
export const latest = (db: Db, scope: Scope) =>
  ofScope(db, scope).orderBy('u.askedAt', 'desc').limit(100).execute()

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('u.id', 'in', [...ids])
    .execute()
export type UnlockRow = Awaited<ReturnType<typeof find>>[number]
