import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

const columns = { branchId: 'b.branchId', taxId: 's.taxId', branch: 'b.name' }

const named = (db: Db) =>
  db
    .selectFrom('organisation.branchNameRead as b')
    .leftJoin('retail.branchTax as s', (join) =>
      join.onRef('s.companyId', '=', 'b.companyId').onRef('s.branchId', '=', 'b.branchId'),
    )
    .leftJoin('retail.tax as t', (join) =>
      join.onRef('t.companyId', '=', 's.companyId').onRef('t.id', '=', 's.taxId'),
    )
    .select([
      'b.branchId as id',
      'b.branchId',
      'b.name as branch',
      's.taxId',
      't.name as tax',
      // A branch that has set nothing is at its first version.
      sql<number>`coalesce(s.version, 1)`.as('version'),
    ])
    .$narrowType<{ id: string; branchId: string; branch: string }>()
export type BranchTaxRow = NonNullable<Awaited<ReturnType<typeof get>>>

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 'b.branchId')), input, {
    columns,
    order: ['branch-asc'],
    tie: 'b.branchId',
  })

export const get = (db: Db, branchId: string) =>
  named(db).where('b.branchId', '=', branchId).executeTakeFirst()

/** Sets the tax of a branch; false where it is not the version that the caller saw. */
export async function save(
  db: Db,
  { id, version, taxId }: { id: string; version: number; taxId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into retail.branch_tax (branch_id, tax_id, version) select ${id}, ${taxId}::uuid, 2
    where ${version} = 1 or exists (select from retail.branch_tax where company_id = kit.company() and branch_id = ${id})
    on conflict (company_id, branch_id) do update set tax_id = excluded.tax_id, version = branch_tax.version + 1
      where branch_tax.version = ${version} returning 1`.execute(db)
  return rows.length > 0
}

const everywhere = remember(
  async (db) =>
    new Map(
      (await db.selectFrom('retail.branchTax').select(['branchId', 'taxId']).execute()).map(
        ({ branchId, taxId }) => [branchId, taxId],
      ),
    ),
)

/** The tax that a branch names; null where it names none. */
export const taxAt = async (db: Db, branchId: string): Promise<string | null> =>
  (await everywhere(db)).get(branchId) ?? null
