import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('bank.payee')

const columns = {
  code: 'p.code',
  name: 'p.name',
  kind: 'p.kind',
  isEnabled: 'p.isEnabled',
  createdAt: 'p.createdAt',
}

const all = (db: Db) => db.selectFrom('bank.payee as p').selectAll('p')
export type PayeeRow = NonNullable<Awaited<ReturnType<typeof get>>>

export const list = (db: Db, input: ListInput) =>
  listPage(db, all(db), input, { columns, order: ['name-asc'], tie: 'p.id' })

export const get = (db: Db, id: string) => all(db).where('p.id', '=', id).executeTakeFirst()

/** These payees with whether they are enabled, as the state that their history tells. */
export async function findStates(db: Db, ids: readonly string[]) {
  const found = await all(db)
    .where('p.id', 'in', [...ids])
    .execute()
  return found.map(({ id, version, isEnabled }) => ({
    id,
    version,
    state: isEnabled ? 'enabled' : 'disabled',
  }))
}

export const open = (db: Db) => all(db).where('p.isEnabled', '=', true).orderBy('p.name').execute()

/** The names of these payees. */
export async function namesOf(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('bank.payee')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(found.map((one) => [one.id, one]))
}

interface Alike {
  id: string
  name: string
  taxNumber: string
}

/** Payees of the same name, however it is written, or of the same tax number. */
export async function listAlike(db: Db, { id, name, taxNumber }: Alike): Promise<string[]> {
  const { rows: found } = await sql<{ name: string }>`
    select name from bank.payee
    where company_id = kit.company() and id::text <> ${id}
      and (lower(regexp_replace(name, '[^[:alnum:]]', '', 'g')) = lower(regexp_replace(${name}, '[^[:alnum:]]', '', 'g'))
        or (${taxNumber}::text <> '' and tax_number = ${taxNumber}))
    order by name limit 5`.execute(db)
  return found.map((one) => one.name)
}

/** The other payees that are paid to the same number. */
export async function ofNumber(db: Db, { id, number }: { id: string; number: string }): Promise<string[]> {
  const found = await db
    .selectFrom('bank.payee')
    .select('name')
    .where('number', '=', number)
    .where('id', '<>', id)
    .orderBy('name')
    .limit(5)
    .execute()
  return found.map(({ name }) => name)
}

/** Whether something was ever bought of a payee, or its bank details were changed. */
export async function isUsed(db: Db, id: string): Promise<boolean> {
  const { rows: found } = await sql<{ isUsed: boolean }>`
    select exists (select from bank.expense where company_id = kit.company() and payee_id = ${id})
      or exists (select from bank.payment where company_id = kit.company() and payee_id = ${id})
      or exists (select from bank.payee_change where company_id = kit.company() and payee_id = ${id}) as is_used`.execute(
    db,
  )
  return found[0]?.isUsed ?? false
}
