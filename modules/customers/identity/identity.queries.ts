import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'

/** What a screening asks of a customer: every name, and the facts that lists know of people and companies. */
export interface ScreenedCustomer {
  id: string
  customerType: FieldType
  names: string[]
  /** Of a person; `YYYY-MM-DD`. */
  dateOfBirth: string | null
  gender: string
  /** ISO 3166 alpha-2: of nationality, birth, incorporation and home. */
  countries: string[]
  documents: string[]
}

const screened = (db: Db) =>
  db
    .selectFrom('customers.customer as c')
    .select([
      'c.id',
      'c.customerType',
      'c.name',
      'c.originalName',
      'c.dateOfBirth',
      'c.gender',
      'c.nationality',
      'c.countryOfBirth',
      'c.countryOfIncorporation',
      'c.country',
      'c.registrationNumber',
    ])
    .select(
      sql<string[]>`array(select p.id_number from customers.document p where p.company_id = c.company_id
        and p.customer_id = c.id and p.id_number <> '' order by p.id_number)`.as('papers'),
    )
    .where('c.mergedInto', 'is', null)

const filledOnly = (values: readonly string[]) => [...new Set(values.filter((value) => value !== ''))]

const asScreened = (row: Awaited<ReturnType<ReturnType<typeof screened>['execute']>>[number]) => ({
  id: row.id,
  customerType: row.customerType as FieldType,
  names: filledOnly([row.name, row.originalName]),
  dateOfBirth: row.dateOfBirth,
  gender: row.gender,
  countries: filledOnly([row.nationality, row.countryOfBirth, row.countryOfIncorporation, row.country]),
  documents: filledOnly([row.registrationNumber, ...row.papers]),
})

/** These customers as a screening asks for them; those that were merged into others are left out. */
export async function screenedCustomers(db: Db, ids: readonly string[]): Promise<ScreenedCustomer[]> {
  const found = await screened(db)
    .where('c.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('c.id')
    .execute()
  return found.map(asScreened)
}

/** What these customers are called, whether each is a person or a company, and whether they are blocked. */
export async function customerNames(db: Db, ids: readonly string[]) {
  const named = await db
    .selectFrom('customers.customer')
    .select(['id', 'name', 'customerType', 'isBlocked'])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(named.map(({ id, ...rest }) => [id, rest]))
}

/** Who these customers are now: those that were merged are the one that stayed. */
export async function partiesNow(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; nowId: string; name: string }>`
    select c.id, n.id as now_id, n.name from customers.customer c
    join customers.customer n on n.company_id = c.company_id and n.id = coalesce(c.merged_into, c.id)
    where c.company_id = kit.company() and c.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, nowId, name }) => [id, { id: nowId, name }]))
}

/** The customers that were merged into this one. */
export async function listMergedInto(db: Db, id: string): Promise<string[]> {
  const rows = await db.selectFrom('customers.customer').select('id').where('mergedInto', '=', id).execute()
  return rows.map((row) => row.id)
}
