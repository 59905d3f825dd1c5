import { sql } from 'kysely'
import type { Condition, Filter, ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { filteredBy, listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import { lookOf } from '../identity/likeness.domain.ts'
import { addressSearchOf, patternsOf, searchOf, wordPatternsOf } from '../identity/names.domain.ts'
import { numberKey } from '../identity/numbers.domain.ts'

export const rows = rowsOf('customers.customer')

const orEmpty = (column: string) => sql<string>`coalesce(${sql.ref(column)}, '')`

/** Customers with their primary document, aliased `c` and `d`; those that were merged into others are not among them. */
const withDocument = (db: Db) =>
  db
    .selectFrom('customers.customer as c')
    .leftJoin('customers.document as d', (join) =>
      join
        .onRef('d.companyId', '=', 'c.companyId')
        .onRef('d.customerId', '=', 'c.id')
        .on('d.isPrimary', '=', true),
    )
    .where('c.mergedInto', 'is', null)

const rowColumns = [
  'c.id',
  'c.version',
  'c.customerType',
  'c.name',
  'c.originalName',
  'c.nationality',
  'c.dateOfBirth',
  'c.registrationNumber',
  'c.countryOfIncorporation',
  'c.phone',
  'c.email',
  'c.isBlocked',
  'c.isMonitored',
  'c.isActive',
  'c.createdAt',
] as const

/** Where a customer is, in one line: of a company where it does business, else where it is registered. */
const address = sql<string>`concat_ws(', ', nullif(regexp_replace(coalesce(nullif(c.address, ''),
  nullif(c.business_address, ''), c.registered_address), E',?\\s*\\n\\s*', ', ', 'g'), ''),
  nullif(concat_ws(' ', nullif(c.postcode, ''), nullif(c.city, '')), ''))`

/** Customers as lists show them. */
export const listForLists = (db: Db) =>
  withDocument(db)
    .select(rowColumns)
    .select([orEmpty('d.idType').as('idType'), orEmpty('d.idNumber').as('idNumber'), address.as('address')])

const columns = {
  search: 'c.search',
  address: 'c.addressSearch',
  name: 'c.name',
  idNumber: 'd.idNumber',
  nationality: 'c.nationality',
  dateOfBirth: 'c.dateOfBirth',
  registrationNumber: 'c.registrationNumber',
  countryOfIncorporation: 'c.countryOfIncorporation',
  phone: 'c.phone',
  isLicensed: 'c.licenceNumber',
  isBlocked: 'c.isBlocked',
  isMonitored: 'c.isMonitored',
  isActive: 'c.isActive',
  createdAt: 'c.createdAt',
}
const paging = { columns, order: ['createdAt-desc'], tie: 'c.id' }

export const list = (db: Db, type: FieldType, input: ListInput) =>
  listPage(db, listForLists(db).where('c.customerType', '=', type), searching(input), paging)

/** Those marked suspicious now; only for who may know. */
export const listSuspicious = (db: Db, type: FieldType, input: ListInput) =>
  listPage(
    db,
    listForLists(db)
      .innerJoin('customers.suspicion as s', (join) =>
        join
          .onRef('s.companyId', '=', 'c.companyId')
          .onRef('s.customerId', '=', 'c.id')
          .on('s.clearedAt', 'is', null),
      )
      .where('c.customerType', '=', type),
    searching(input),
    paging,
  )

/** What is looked for in `search` and `address`, word by word as those columns hold it. */
const searching = (input: ListInput): ListInput => ({ ...input, filters: input.filters.map(inWords) })

function inWords(filter: Filter): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map(inWords) }
  if (filter.key === 'isLicensed') return hasNumber(filter)
  if (!['search', 'address'].includes(filter.key) || filter.operator !== 'Contains') return filter
  const read = filter.key === 'address' ? wordPatternsOf : patternsOf
  const words = read(String(filter.value)).map((pattern) => pattern.slice(1, -1))
  return words.length === 0
    ? filter
    : { operator: 'And', filters: words.map((value) => ({ ...filter, value })) }
}

/** Who is licensed has the number of a licence. */
const hasNumber = (filter: Condition): Condition => ({
  ...filter,
  operator: (filter.operator === 'Equals') === (filter.value === true) ? 'Greater Than' : 'Equals',
  type: 'String',
  value: '',
})

const atOnce = 1000

/** The next customers after `last` with all that a form holds, filtered as their list; none at the end. */
export async function listForExport(db: Db, type: FieldType, input: ListInput, last: string | undefined) {
  const all = withDocument(db)
    .selectAll('c')
    .select([
      orEmpty('d.idType').as('idType'),
      orEmpty('d.idNumber').as('idNumber'),
      orEmpty('d.idIssuingCountry').as('idIssuingCountry'),
      'd.idIssueDate',
      'd.idExpiryDate',
    ])
    .where('c.customerType', '=', type)
    .orderBy('c.id')
    .limit(atOnce)
    .$if(last !== undefined, (query) => query.where('c.id', '>', last ?? ''))
  return ((await filteredBy(all as never, searching(input), { columns })) as typeof all).execute()
}

const mostFound = 20

/** The customers with a paper of this type and number, whichever of the papers it is. */
export const byDocument = (
  db: Db,
  type: FieldType,
  paper: { idType: string; idNumber: string; idIssuingCountry: string },
) =>
  listForLists(db)
    .where('c.customerType', '=', type)
    .where((eb) =>
      eb(
        'c.id',
        'in',
        eb
          .selectFrom('customers.document as p')
          .select('p.customerId')
          .where('p.idType', '=', paper.idType)
          .where('p.numberKey', '=', numberKey(paper.idNumber))
          .$if(paper.idIssuingCountry !== '', (query) =>
            query.where('p.idIssuingCountry', '=', paper.idIssuingCountry),
          ),
      ),
    )
    .limit(mostFound)
    .execute()

/** One customer with the primary document, also one that was merged. */
export const find = (db: Db, id: string) =>
  db
    .selectFrom('customers.customer as c')
    .leftJoin('customers.document as d', (join) =>
      join
        .onRef('d.companyId', '=', 'c.companyId')
        .onRef('d.customerId', '=', 'c.id')
        .on('d.isPrimary', '=', true),
    )
    .leftJoin('customers.customer as m', (join) =>
      join.onRef('m.companyId', '=', 'c.companyId').onRef('m.id', '=', 'c.mergedInto'),
    )
    .selectAll('c')
    .select([
      orEmpty('d.idType').as('idType'),
      orEmpty('d.idNumber').as('idNumber'),
      orEmpty('d.idIssuingCountry').as('idIssuingCountry'),
      'd.idIssueDate',
      'd.idExpiryDate',
      'm.name as mergedName',
    ])
    .where('c.id', '=', id)
    .executeTakeFirst()

/** What there is beside the form: images of papers, a resolution, owners. */
export async function evidenceOf(db: Db, id: string): Promise<Set<string>> {
  const papers = await db
    .selectFrom('customers.document')
    .select(['idType', 'isPrimary', 'frontFileId'])
    .where('customerId', '=', id)
    .execute()
  const owner = await db
    .selectFrom('customers.stakeholder')
    .select('id')
    .where('corporateId', '=', id)
    .where('role', '=', 'OWNER')
    .limit(1)
    .executeTakeFirst()
  const has = new Set<string>()
  if (papers.some(({ isPrimary, frontFileId }) => isPrimary && frontFileId)) has.add('idImage')
  if (papers.some(({ idType }) => idType === 'BOARD_RESOLUTION')) has.add('boardResolution')
  if (papers.some(({ idType }) => idType === 'PROOF_OF_ADDRESS')) has.add('proofOfAddress')
  if (papers.some(({ idType }) => idType === 'PROOF_OF_FUNDS')) has.add('proofOfFunds')
  if (owner || papers.some(({ idType }) => idType === 'OWNERSHIP_CHART')) has.add('ownershipChart')
  return has
}

/** Whether somebody may act for this customer on a day. */
export async function isRepresented(db: Db, id: string, on: string): Promise<boolean> {
  const found = await db
    .selectFrom('customers.stakeholder')
    .select('id')
    .where('corporateId', '=', id)
    .where('role', '=', 'AUTHORISED')
    .where((eb) => eb.or([eb('authorityExpiry', 'is', null), eb('authorityExpiry', '>=', on)]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Writes anew what the search and the control of duplicates read of customers; no change as people see it. */
export async function refreshSearch(db: Db, ids: readonly string[]): Promise<void> {
  const among = sql<string>`any(${[...ids]})`
  const all = await db.selectFrom('customers.customer').selectAll().where('id', '=', among).execute()
  const papers = await db
    .selectFrom('customers.document')
    .select(['customerId', 'idNumber'])
    .where('customerId', '=', among)
    .orderBy('id')
    .execute()
  const numbersOf = Map.groupBy(papers, ({ customerId }) => customerId)
  const keys = all.map((one) => {
    const own = (numbersOf.get(one.id) ?? []).map(({ idNumber }) => idNumber)
    const numbers = [one.registrationNumber, one.phone, ...own]
    return {
      id: one.id,
      search: one.mergedInto ? '' : searchOf([one.name, one.originalName], numbers),
      address_search: one.mergedInto ? '' : addressSearchOf(one),
      look: lookOf(one.customerType, one.name, one.dateOfBirth),
    }
  })
  await sql`update customers.customer c set search = k.search, address_search = k.address_search, look = k.look
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k (id uuid, search text, address_search text, look text)
    where c.id = k.id`.execute(db)
}

/** Notes that a customer was put on paper. */
export const notePrintout = (db: Db, { id, name }: { id: string; name: string }, byName: string) =>
  db.insertInto('customers.printout').values({ customerId: id, name, byName }).execute()
