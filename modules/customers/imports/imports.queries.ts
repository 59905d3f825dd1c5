import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { refusePile } from '#kit/server/files.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import { numberKey } from '../identity/numbers.domain.ts'
import { listKnown as knownLooks } from '../duplicates/duplicates.queries.ts'
import { insertRows } from '../registration/registration.queries.ts'
import { type Given, type ImportMove, importWorkflow, type RowState } from './imports.domain.ts'
import { identityOf, type Marks } from './twins.domain.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import type { Values } from '../profiles/profiles.domain.ts'

export const rows = rowsOf('customers.import')

const columns = {
  fileName: 'i.fileName',
  customerType: 'i.customerType',
  state: 'i.state',
  createdAt: 'i.createdAt',
}

export const list = (db: Db, input: ListInput) =>
  listPage(db, db.selectFrom('customers.import as i').selectAll(), input, {
    columns,
    order: ['createdAt-desc'],
    tie: 'i.id',
  })

/** Refuses a further file, or the taking in of one, while too many of the company wait. */
export const refuseMore = (db: Db) => refusePile(db, 'customers.import', ['checking', 'importing'])

export interface Fault {
  field: string
  code: string
  data?: Record<string, unknown>
}

export interface CheckedRow {
  rowNumber: number
  state: RowState
  given: Given
  faults: Fault[]
  identity: string
  looks: string[]
}

/** Forgets what was read of a file: it is checked from the beginning. */
export const forgetRows = (db: Db, importId: string) =>
  db.deleteFrom('customers.importRow').where('importId', '=', importId).execute()

export const addRows = (db: Db, importId: string, checked: readonly CheckedRow[]) =>
  insertRows(
    db,
    'customers.importRow',
    checked.map((row) => ({ importId, ...row })),
  )

interface Progress {
  failure?: string
  failureData?: string
  total?: number
  good?: number
  bad?: number
  done?: number
  encoding?: string
  sheet?: string
  otherSheets?: string[]
  unusedColumns?: string[]
  finishedAt?: string
}

export const saveProgress = (db: Db, id: string, values: Progress) =>
  db
    .updateTable('customers.import')
    .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Moves a file by what a job did with it; nothing where it is in no state for that. */
export const move = (db: Db, id: string, act: ImportMove, values: Progress) =>
  db
    .updateTable('customers.import')
    .set((eb) => ({ ...values, state: importWorkflow.actions[act].to, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', importWorkflow.actions[act].from)
    .execute()

/** How many rows there are in each state. */
export async function counts(db: Db, importId: string): Promise<Record<RowState, number>> {
  const found = await db
    .selectFrom('customers.importRow')
    .select(['state', sql<number>`count(*)::int`.as('n')])
    .where('importId', '=', importId)
    .groupBy('state')
    .execute()
  const zero = { good: 0, bad: 0, done: 0, refused: 0 }
  return { ...zero, ...Object.fromEntries(found.map(({ state, n }) => [state, n])) }
}

const someRows = (db: Db, importId: string, states: readonly RowState[]) =>
  db
    .selectFrom('customers.importRow')
    .selectAll()
    .where('importId', '=', importId)
    .where('state', 'in', states)
    .orderBy('rowNumber')

export const page = (db: Db, importId: string, states: readonly RowState[], size: number, skip: number) =>
  someRows(db, importId, states).limit(size).offset(skip).execute()

export const after = (
  db: Db,
  importId: string,
  states: readonly RowState[],
  rowNumber: number,
  size: number,
) => someRows(db, importId, states).where('rowNumber', '>', rowNumber).limit(size).execute()

export const rowAt = (db: Db, importId: string, rowNumber: number) =>
  db
    .selectFrom('customers.importRow')
    .selectAll()
    .where('importId', '=', importId)
    .where('rowNumber', '=', rowNumber)
    .executeTakeFirst()

/** Other rows of the file that have something of this one, by what that is. */
export async function twins(db: Db, importId: string, rowNumber: number, { identity, looks }: Marks) {
  const found = await db
    .selectFrom('customers.importRow')
    .select(['rowNumber', 'identity', 'looks'])
    .where('importId', '=', importId)
    .where('rowNumber', '<>', rowNumber)
    .where((eb) =>
      eb.or([
        eb.and([eb('identity', '=', identity), eb('identity', '<>', '')]),
        sql<boolean>`looks && ${looks}::text[]`,
      ]),
    )
    .orderBy('rowNumber')
    .limit(100)
    .execute()
  return new Map(
    found
      .toReversed()
      .flatMap((row) =>
        [row.identity, ...row.looks].filter(Boolean).map((key) => [key, row.rowNumber] as const),
      ),
  )
}

export const saveRow = (db: Db, importId: string, { rowNumber, given, faults, ...row }: CheckedRow) =>
  db
    .updateTable('customers.importRow')
    .set({ ...row, given: JSON.stringify(given), faults: JSON.stringify(faults) })
    .where('importId', '=', importId)
    .where('rowNumber', '=', rowNumber)
    .execute()

/** Notes what became of many rows at once. */
export const closeRows = (
  db: Db,
  importId: string,
  closed: readonly { rowNumber: number; state: RowState; customerId: string | null; faults: Fault[] }[],
) => {
  const given = JSON.stringify(
    closed.map((row) => ({ n: row.rowNumber, s: row.state, c: row.customerId, f: row.faults })),
  )
  return sql`update customers.import_row r set state = x.s, customer_id = x.c, faults = x.f
    from jsonb_to_recordset(${given}::jsonb) as x(n int, s text, c uuid, f jsonb)
    where r.company_id = kit.company() and r.import_id = ${importId} and r.row_number = x.n`.execute(db)
}

/** Of all that is found again of these rows what customers have already, with the name; not those that came by this file. */
export async function listKnown(
  db: Db,
  importId: string,
  type: FieldType,
  rowsRead: readonly { values: Values; marks: Marks }[],
): Promise<Map<string, string>> {
  const found = await knownPapers(
    db,
    rowsRead.map(({ values }) => values),
  )
  const marks = rowsRead.flatMap((row) => (row.marks.isConfirmed ? [] : row.marks.looks))
  const valuesOf = (kind: string) =>
    marks.flatMap((mark) => (mark.startsWith(`${kind} `) ? [mark.slice(kind.length + 1)] : []))
  const given = { looks: valuesOf('look'), phones: valuesOf('phone'), exceptImport: importId }
  const { looks, phones } = await knownLooks(db, type, given)
  for (const [look, name] of looks) found.set(`look ${look}`, name)
  for (const [phone, name] of phones) found.set(`phone ${phone}`, name)
  return found
}

/** Of these values those whose paper or registration is a customer's already, by identity, with the name. */
async function knownPapers(db: Db, all: readonly Values[]): Promise<Map<string, string>> {
  const text = (values: Values, field: string) => (typeof values[field] === 'string' ? values[field] : '')
  const papers = all.map((values) => numberKey(text(values, 'idNumber'))).filter(Boolean)
  const registrations = all.map((values) => numberKey(text(values, 'registrationNumber'))).filter(Boolean)
  const found = new Map<string, string>()
  if (papers.length > 0) {
    const held = await db
      .selectFrom('customers.document as d')
      .innerJoin('customers.customer as c', (join) =>
        join.onRef('c.companyId', '=', 'd.companyId').onRef('c.id', '=', 'd.customerId'),
      )
      .select(['d.idType', 'd.idNumber', 'd.idIssuingCountry', 'c.name'])
      .where('d.numberKey', '=', sql<string>`any(${papers})`)
      .execute()
    for (const { name, ...paper } of held) found.set(identityOf(paper), name)
  }
  if (registrations.length > 0) {
    const held = await db
      .selectFrom('customers.customer')
      .select(['registrationNumber', 'countryOfIncorporation', 'name'])
      .where('customerType', '=', 2)
      .where('mergedInto', 'is', null)
      // Said for the planner, which does not see it of a long list: the index leaves out the empty ones.
      .where('registrationKey', '<>', '')
      .where('registrationKey', '=', sql<string>`any(${registrations})`)
      .execute()
    for (const { name, ...own } of held) found.set(identityOf(own), name)
  }
  return found
}

/** The name of the file by which rows come in. */
export const fileNameOf = async (db: Db, importId: string): Promise<string> =>
  (await rows.get(db, importId)).fileName
