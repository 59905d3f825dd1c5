import { sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import { lookOf } from '../duplicates/duplicates.domain.ts'
import { searchOf } from '../identity/names.domain.ts'
import type { Values } from './profiles.domain.ts'
import { part } from './profiles.queries.ts'

/** One of many customers that are written at once: the values of a checked draft, with its id and papers. */
export interface NewCustomer {
  id: string
  customerType: FieldType
  values: Values & { name: string }
}

/** Writes many customers with their primary documents, in two statements; as `insert` does it for one. */
export async function insertMany(db: Db, customers: readonly NewCustomer[]): Promise<void> {
  const own = customers.map(({ id, customerType, values }) => {
    const textOf = (field: string) => (typeof values[field] === 'string' ? values[field] : '')
    const numbers = [textOf('registrationNumber'), textOf('phone'), textOf('idNumber')]
    const search = searchOf([values.name, textOf('originalName')], numbers)
    const look = lookOf(customerType, values.name, values['dateOfBirth'])
    return { id, customerType, ...part(values, false), search, look }
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
