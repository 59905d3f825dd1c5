import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import type { Duplicate, Likeness } from '../profiles/profiles.contract.ts'
import { listForLists } from '../profiles/profiles.queries.ts'
import { numberKey } from '../identity/numbers.domain.ts'
import { type Look, lookOf, reasonsOf } from '../identity/likeness.domain.ts'

const most = 50

/** Customers of a type that may be the one described, each with the reasons; every way in is one look into an index. */
export async function listLikely(db: Db, type: FieldType, like: Likeness): Promise<Duplicate[]> {
  const key = numberKey(like.idNumber)
  const registrationKey = numberKey(like.registrationNumber)
  const ids = new Set<string>()
  const note = (found: readonly { id: string }[]) => found.forEach(({ id }) => ids.add(id))
  if (key)
    note(
      await db
        .selectFrom('customers.document')
        .select('customerId as id')
        .where('numberKey', '=', key)
        .limit(most)
        .execute(),
    )
  const customers = () =>
    db
      .selectFrom('customers.customer')
      .select('id')
      .where('customerType', '=', type)
      .where('mergedInto', 'is', null)
      .limit(most)
  if (like.phone) note(await customers().where('phone', '=', like.phone).execute())
  if (registrationKey)
    note(
      await customers()
        .where('registrationKey', '=', registrationKey)
        .where('countryOfIncorporation', '=', like.countryOfIncorporation)
        .execute(),
    )
  const sameLook = lookOf(type, like.name, like.dateOfBirth)
  if (sameLook) note(await customers().where('look', '=', sameLook).execute())
  if (like.exceptId) ids.delete(like.exceptId)
  if (ids.size === 0) return []
  const others = await listForLists(db)
    .where('c.customerType', '=', type)
    .where('c.id', '=', sql<string>`any(${[...ids]})`)
    .select('c.registrationKey')
    .execute()
  const papers = await db
    .selectFrom('customers.document')
    .select(['customerId', 'idType', 'numberKey', 'idIssuingCountry'])
    .where('customerId', '=', sql<string>`any(${[...ids]})`)
    .execute()
  const look: Look = {
    ...like,
    registrationKey,
    papers: [{ idType: like.idType, numberKey: key, idIssuingCountry: like.idIssuingCountry }],
  }
  return others
    .map((other) => {
      const own = papers
        .filter(({ customerId }) => customerId === other.id)
        .map((paper) => ({ ...paper, numberKey: paper.numberKey ?? '' }))
      const seen = { ...other, registrationKey: other.registrationKey ?? '', papers: own }
      return { ...other, reasons: reasonsOf(look, seen) }
    })
    .filter(({ reasons }) => reasons.length > 0)
    .slice(0, 10)
}

/**
 * Of these looks and telephones those that some customer has, each with a name; for many at once.
 * @param exceptImport customers who came in by this file are not looked at
 */
export async function listKnown(
  db: Db,
  type: FieldType,
  {
    looks,
    phones,
    exceptImport,
  }: { looks: readonly string[]; phones: readonly string[]; exceptImport: string },
): Promise<{ looks: Map<string, string>; phones: Map<string, string> }> {
  const find = async (column: 'look' | 'phone', values: readonly string[]) => {
    if (values.length === 0) return new Map<string, string>()
    const found = await db
      .selectFrom('customers.customer as c')
      .distinctOn(`c.${column}`)
      .select([`c.${column} as key`, 'c.name'])
      .where('c.customerType', '=', type)
      .where('c.mergedInto', 'is', null)
      .where(`c.${column}`, '=', sql<string>`any(${[...values]})`)
      .where(
        sql<boolean>`not exists (select from customers.import_row r where r.company_id = c.company_id
          and r.customer_id = c.id and r.import_id = ${exceptImport})`,
      )
      .execute()
    return new Map(found.map(({ key, name }) => [key, name]))
  }
  return { looks: await find('look', looks), phones: await find('phone', phones) }
}
