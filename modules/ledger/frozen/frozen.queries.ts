import { type Insertable, sql, type SqlBool } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const insert = (db: Db, row: Insertable<DB['ledger.frozenStatement']>) =>
  db.insertInto('ledger.frozenStatement').values(row).execute()

const columns = {
  fromDate: 'f.fromDate',
  toDate: 'f.toDate',
  branchId: 'f.branchId',
  createdAt: 'f.createdAt',
}

/** Those of branches in reach; those of the company for whom all of it is in reach. */
const inReach = (db: Db, scope: Scope) =>
  db
    .selectFrom('ledger.frozenStatement as f')
    .leftJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'f.companyId').onRef('b.branchId', '=', 'f.branchId'),
    )
    .select(['f.id', 'f.fromDate', 'f.toDate', 'f.branchId', 'f.sealNumber', 'f.createdAt', 'f.author'])
    .select('b.name as branchName')
    .where(
      sql<SqlBool>`case when f.branch_id is null then ${scope === 'all'} else ${withinScope(scope, 'branchIds', 'f.branchId')} end`,
    )

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, inReach(db, scope), input, {
    columns,
    place: 'f.branchId',
    order: ['createdAt-desc'],
    tie: 'f.id',
  })

export const get = (db: Db, scope: Scope, id: string) =>
  inReach(db, scope).select('f.figures').where('f.id', '=', id).executeTakeFirst()

/** Who froze the statements up to a day last, of the company or of one branch. */
export const newest = (db: Db, to: string, branchId: string | null) =>
  db
    .selectFrom('ledger.frozenStatement')
    .select(['author as by', 'createdAt as at'])
    .where('toDate', '=', to)
    .where((eb) => eb.or([eb('branchId', 'is', null), eb('branchId', '=', branchId)]))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface LaterLine {
  entryId: string
  businessDate: string
  at: Date
  author: string
  branchName: string
  accountId: string
  amount: string
}

/** The lines that were posted after a moment for days up to one, of a branch or of those in reach. */
export async function listPostedSince(
  db: Db,
  scope: Scope,
  { since, to, branchId }: { since: string; to: string; branchId: string | null },
): Promise<LaterLine[]> {
  const { rows: found } = await sql<LaterLine>`
    select l.entry_id, l.business_date, e.at, e.author, b.name as branch_name, l.account_id, trim_scale(l.amount)::text as amount
    from ledger.line l join ledger.entry e on e.company_id = l.company_id and e.at = l.at and e.id = l.entry_id
      join organisation.branch_name_read b on b.company_id = l.company_id and b.branch_id = l.branch_id
    where l.company_id = kit.company() and l.at > ${since} and l.business_date <= ${to}
      and (${branchId}::uuid is null or l.branch_id = ${branchId}) and ${withinScope(scope, 'branchIds', 'l.branchId')}
    order by e.at, e.id, l.position limit 2000`.execute(db)
  return found
}
