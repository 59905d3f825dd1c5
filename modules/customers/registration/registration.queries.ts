import { type Insertable, sql, type Updateable } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import { lookOf } from '../identity/likeness.domain.ts'
import { addressSearchOf, searchOf } from '../identity/names.domain.ts'
import { documentFields, type Values } from '../profiles/profiles.domain.ts'
import { refreshSearch, rows } from '../profiles/profiles.queries.ts'

/** The fields of a customer's own row, or those of the primary document. */
const isOfDocument = (field: string) => (documentFields as readonly string[]).includes(field)
const part = (values: Values, ofDocument: boolean) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => isOfDocument(field) === ofDocument))

/** A new customer with the primary document; answers the id. */
export async function insert(db: Db, customerType: FieldType, values: Values): Promise<string> {
  const own = part(values, false) as unknown as Insertable<DB['customers.customer']>
  const { id } = await rows.insert(db, { ...own, customerType })
  await keepPrimary(db, id, values)
  await refreshSearch(db, [id])
  return id
}

export async function update(db: Db, key: { id: string; version: number }, values: Values): Promise<void> {
  await rows.update(db, key, part(values, false) as Updateable<DB['customers.customer']>)
  await keepPrimary(db, key.id, values)
  await refreshSearch(db, [key.id])
}

/** Writes the fields of the primary document; a paper that was verified must be looked at again once they differ. */
async function keepPrimary(db: Db, customerId: string, values: Values): Promise<void> {
  const paper = part(values, true) as unknown as Insertable<DB['customers.document']>
  if (!('idType' in paper)) return
  const now = await db
    .selectFrom('customers.document')
    .selectAll()
    .where('customerId', '=', customerId)
    .where('isPrimary', '=', true)
    .executeTakeFirst()
  if (!now) {
    if (paper.idType)
      await db
        .insertInto('customers.document')
        .values({ ...paper, customerId, isPrimary: true })
        .execute()
    return
  }
  const differs = documentFields.some((field) => field in paper && now[field] !== paper[field])
  if (!differs) return
  await db
    .updateTable('customers.document')
    .set({ ...paper, verifiedAt: null, verifiedByName: '', verificationMethod: '', version: now.version + 1 })
    .where('id', '=', now.id)
    .execute()
}

/** One of many customers that are written at once: the values of a checked draft, with its id and papers. */
export interface NewCustomer {
  id: string
  customerType: FieldType
  values: Values & { name: string }
  /** When it was registered, where that is not now. */
  createdAt?: string
}

/** Writes many customers with their primary documents, in two statements; as `insert` does it for one. No person brought them by default. */
export async function insertMany(
  db: Db,
  customers: readonly NewCustomer[],
  registeredById: string | null = null,
): Promise<void> {
  const own = customers.map(({ id, customerType, values, createdAt }) => {
    const textOf = (field: string) => (typeof values[field] === 'string' ? values[field] : '')
    const numbers = [textOf('registrationNumber'), textOf('phone'), textOf('idNumber')]
    const search = searchOf([values.name, textOf('originalName')], numbers)
    const look = lookOf(customerType, values.name, values['dateOfBirth'])
    const found = { search, addressSearch: addressSearchOf(values), look }
    return { id, customerType, registeredById, createdAt, ...part(values, false), ...found }
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
