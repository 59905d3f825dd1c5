import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('retail.principal')
export type PrincipalRow = Awaited<ReturnType<typeof rows.get>>

const columns = {
  code: 'p.code',
  name: 'p.name',
  isEnabled: 'p.isEnabled',
  createdAt: 'p.createdAt',
}

export const list = (db: Db, input: ListInput) =>
  listPage(db, db.selectFrom('retail.principal as p').selectAll('p'), input, {
    columns,
    order: ['name-asc'],
    tie: 'p.id',
  })

/** The enabled ones, by name. */
export const selection = (db: Db) =>
  db
    .selectFrom('retail.principal')
    .select(['id', 'name'])
    .where('isEnabled', '=', true)
    .orderBy('name')
    .execute()

/** The names of these principals. */
export async function namesOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('retail.principal')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(found.map((one) => [one.id, one]))
}

/** Whether something is, or ever was, sold for a principal. */
export async function isUsed(db: Db, id: string): Promise<boolean> {
  for (const table of ['item', 'saleLine', 'settlement'] as const) {
    const found = await db
      .selectFrom(`retail.${table}`)
      .select('principalId')
      .where('principalId', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}
