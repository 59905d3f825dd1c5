import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('customers.stakeholder')

const named = (db: Db) =>
  db
    .selectFrom('customers.stakeholder as s')
    .innerJoin('customers.customer as c', (join) =>
      join.onRef('c.companyId', '=', 's.companyId').onRef('c.id', '=', 's.corporateId'),
    )
    .innerJoin('customers.customer as h', (join) =>
      join.onRef('h.companyId', '=', 's.companyId').onRef('h.id', '=', 's.holderId'),
    )
    .selectAll('s')
    .select(['c.name as corporateName', 'h.name as holderName', 'h.customerType as holderType'])

const columns = { holderName: 'h.name', corporateName: 'c.name', role: 's.role', createdAt: 's.createdAt' }

export const list = (db: Db, input: ListInput) =>
  listPage(db, named(db), input, { columns, order: ['createdAt-desc'], tie: 's.id' })

export const ofCorporate = (db: Db, corporateId: string) =>
  named(db).where('s.corporateId', '=', corporateId).orderBy('s.role').orderBy('s.share', 'desc').execute()

export const ofHolder = (db: Db, holderId: string) =>
  named(db).where('s.holderId', '=', holderId).orderBy('c.name').execute()

export const one = (db: Db, id: string) => named(db).where('s.id', '=', id).executeTakeFirstOrThrow()

/** Every share along the chains of owners above a company, itself included. */
export async function chainOf(db: Db, corporateId: string) {
  const { rows: found } = await sql<{ corporateId: string; holderId: string; share: string }>`
    with recursive chain as (
      select corporate_id, holder_id, share from customers.stakeholder
      where corporate_id = ${corporateId} and role = 'OWNER'
      union
      select s.corporate_id, s.holder_id, s.share from customers.stakeholder s
      join chain on s.corporate_id = chain.holder_id where s.role = 'OWNER'
    ) select corporate_id, holder_id, share from chain`.execute(db)
  return found
}

export const names = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('customers.customer')
    .select(['id', 'name', 'customerType'])
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .execute()

/** One at a time over all ownership of the company: a circle could be closed by two who do not see each other. */
export const lockOwnership = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('customers.ownership ' || kit.company()::text, 0))`.execute(
    db,
  )

/** Everybody who directs, owns or acts for a company, or for a company above it. */
export async function connectedParties(db: Db, corporateId: string): Promise<string[]> {
  const { rows: found } = await sql<{ holderId: string }>`
    with recursive above as (
      select company_id, holder_id from customers.stakeholder where corporate_id = ${corporateId}
      union
      select s.company_id, s.holder_id from customers.stakeholder s
      join above on s.company_id = above.company_id and s.corporate_id = above.holder_id
    ) select distinct holder_id from above where holder_id <> ${corporateId}`.execute(db)
  return found.map(({ holderId }) => holderId)
}
