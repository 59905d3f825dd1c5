import { sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import { lookOf } from '../duplicates/duplicates.domain.ts'
import { addressSearchOf, searchOf } from '../identity/names.domain.ts'
import type { Values } from './profiles.domain.ts'
import { part } from './profiles.queries.ts'

/** One of many customers that are written at once: the values of a checked draft, with its id and papers. */
export interface NewCustomer {
  id: string
  customerType: FieldType
  values: Values & { name: string }
}

/** Writes many customers with their primary documents, in two statements; as `insert` does it for one. No person brought them by default. */
export async function insertMany(
  db: Db,
  customers: readonly NewCustomer[],
  registeredById: string | null = null,
): Promise<void> {
  const own = customers.map(({ id, customerType, values }) => {
    const textOf = (field: string) => (typeof values[field] === 'string' ? values[field] : '')
    const numbers = [textOf('registrationNumber'), textOf('phone'), textOf('idNumber')]
    const search = searchOf([values.name, textOf('originalName')], numbers)
    const look = lookOf(customerType, values.name, values['dateOfBirth'])
    const found = { search, addressSearch: addressSearchOf(values), look }
    return { id, customerType, registeredById, ...part(values, false), ...found }
  })
  const papers = customers
    .filter(({ values }) => values['idType'])
    .map(({ id, values }) => ({ customerId: id, isPrimary: true, ...part(values, true) }))
  await insertRows(db, 'customers.customer', own)
  await insertRows(db, 'customers.document', papers)
}

type Table = Extract<keyof DB, `customers.${string}`>
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

/**
 * Writes rows that have the same columns in one statement with one parameter, however many there are. A column that is empty
 * in all of them is left to its default: of a form most are.
 */
export async function insertRows(db: Db, table: Table, records: readonly Values[]): Promise<void> {
  const [first] = records
  if (!first) return
  const filled = Object.keys(first).filter((key) => records.some((row) => isFilled(row[key])))
  const given = JSON.stringify(
    records.map((row) => Object.fromEntries(filled.map((key) => [snake(key), row[key]]))),
  )
  const names = sql.join(filled.map((key) => sql.ref(snake(key))))
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${given}::jsonb)`.execute(db)
}

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
export async function mergedInto(db: Db, id: string): Promise<string[]> {
  const rows = await db.selectFrom('customers.customer').select('id').where('mergedInto', '=', id).execute()
  return rows.map((row) => row.id)
}
