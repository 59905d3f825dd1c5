import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import { patternsOf, wordPatternsOf } from '../identity/names.domain.ts'
import { numberKey } from '../identity/numbers.domain.ts'
import { toPhone } from '../identity/phone.domain.ts'
import { listForLists } from '../profiles/profiles.queries.ts'

const mostFound = 20
/** So many of the newest are looked at one by one before the index of all is asked. */
const newest = 4000

/**
 * At most twenty whose names, numbers or telephone hold every word of the text. Whose number or telephone it is stands alone;
 * else whose name begins with the text come first, by name, then the newest of the others.
 * @param countryOf where telephone numbers without a country are at home; asked for texts with a number alone
 */
export async function byText(db: Db, type: FieldType, text: string, countryOf: () => Promise<string>) {
  const patterns = patternsOf(text)
  if (patterns.length === 0) return []
  const isNumber = /\d{3}/.test(numberKey(text))
  let ids = isNumber ? await byNumber(db, type, text, await countryOf()) : []
  if (ids.length === 0)
    // A number is rare: the newest need not be looked through for it.
    for (const look of isNumber ? [amongAll] : [beginning, amongNewest, amongAll]) {
      if (ids.length >= mostFound) break
      ids = [...new Set([...ids, ...(await look(db, type, { text: text.trim(), patterns }))])]
    }
  return rowsOf(db, ids)
}

/** At most twenty who have every word of the text in an address, the newest first as far as many do. */
export async function byAddress(db: Db, type: FieldType, text: string) {
  const patterns = wordPatternsOf(text)
  if (patterns.length === 0) return []
  const near = await amongNewest(db, type, { patterns }, 'addressSearch')
  if (near.length >= mostFound) return rowsOf(db, near)
  return rowsOf(db, [...new Set([...near, ...(await amongAll(db, type, { patterns }, 'addressSearch'))])])
}

/** Customers as lists show them, in the order of these ids. */
async function rowsOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const found = await listForLists(db)
    .where('c.id', '=', sql<string>`any(${ids.slice(0, mostFound)})`)
    .execute()
  const place = new Map(ids.map((id, at) => [id, at]))
  return found.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
}

const customers = (db: Db, type: FieldType) =>
  db
    .selectFrom('customers.customer as c')
    .select('c.id')
    .where('c.mergedInto', 'is', null)
    .where('c.customerType', '=', type)
    .limit(mostFound)

const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id)

/** Whose paper, registration or telephone the text is, as a whole. */
async function byNumber(db: Db, type: FieldType, text: string, country: string): Promise<string[]> {
  const key = numberKey(text)
  const phone = toPhone(text, country) ?? 'none'
  const found = await customers(db, type)
    .where((eb) =>
      eb(
        'c.id',
        'in',
        eb
          .selectFrom('customers.document')
          .select('customerId as id')
          .where('numberKey', '=', key)
          .unionAll(eb.selectFrom('customers.customer').select('id').where('phone', '=', phone))
          .unionAll(
            eb
              .selectFrom('customers.customer')
              .select('id')
              .where('customerType', '=', 2)
              .where('mergedInto', 'is', null)
              .where('registrationKey', '=', key),
          ),
      ),
    )
    .execute()
  return idsOf(found)
}

interface Wanted {
  patterns: readonly string[]
}
type Column = 'addressSearch' | 'search'

/** Whose name begins so, in the order of names: a range of the index, whatever case and marks. */
const beginning = async (db: Db, type: FieldType, { text }: { text: string }) =>
  idsOf(
    await customers(db, type)
      .where('c.name', '>=', text)
      .where('c.name', '<', `${text}\uFFFF`)
      .orderBy('c.name')
      .execute(),
  )

/** Among those who came last: what many have in common is found at once, where the index would name tens of thousands. */
async function amongNewest(
  db: Db,
  type: FieldType,
  { patterns }: Wanted,
  column: Column = 'search',
): Promise<string[]> {
  const last = customers(db, type).select(`c.${column} as text`).orderBy('c.createdAt', 'desc').limit(newest)
  const found = db.selectFrom(last.as('l')).select('l.id').limit(mostFound)
  return idsOf(await patterns.reduce((query, each) => query.where('l.text', 'like', each), found).execute())
}

/**
 * Among all, by trigrams. Whoever comes here is rare among the newest, so the whole answer is small; materialized, since for a
 * few rows of a guessed many the planner would rather walk the table.
 */
async function amongAll(
  db: Db,
  type: FieldType,
  { patterns }: Wanted,
  column: Column = 'search',
): Promise<string[]> {
  const all = patterns.reduce(
    (query, each) => query.where(`c.${column}`, 'like', each),
    customers(db, type).clearLimit(),
  )
  return idsOf(
    await db
      .with(
        (cte) => cte('found').materialized(),
        () => all,
      )
      .selectFrom('found')
      .select('id')
      .limit(mostFound)
      .execute(),
  )
}
