import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Language } from '#kit/server/texts.server.ts'
import type { Keeping, MappingRow } from './accounts.domain.ts'
import { nameIn } from './names.queries.ts'

export const rows = rowsOf('ledger.account')
export const mappingRows = rowsOf('ledger.mapping')

export interface MappedAccount extends MappingRow {
  keeps: Keeping | null
  party: string | null
}

/** Every row of the company's mapping, with what its account keeps. */
export const mapping = remember(
  (db) =>
    db
      .selectFrom('ledger.mapping as m')
      .innerJoin('ledger.account as a', (join) =>
        join.onRef('a.companyId', '=', 'm.companyId').onRef('a.id', '=', 'm.accountId'),
      )
      .select([
        'm.part',
        'm.event',
        'm.branchId',
        'm.itemId',
        'm.modeId',
        'm.accountId',
        'a.keeps',
        'a.party',
      ])
      .execute() as Promise<MappedAccount[]>,
)

/** Every account, with its group and what it keeps; both called as in this language, or else by their own name. */
export const all = (db: Db, language: Language = 'en') =>
  db
    .selectFrom('ledger.account as a')
    .leftJoin('ledger.accountGroup as g', (join) =>
      join.onRef('g.companyId', '=', 'a.companyId').onRef('g.id', '=', 'a.groupId'),
    )
    .select(['a.id', 'a.version', 'a.code', 'a.class', 'a.keeps', 'a.party'])
    .select([
      'a.nameZhHant',
      'a.nameZhHans',
      'a.nameVi',
      'a.closedFrom',
      'a.groupId',
      'a.currencyId',
      'a.taxCodeId',
    ])
    .select([
      nameIn('a', language).as('name'),
      nameIn('g', language).$castTo<string | null>().as('groupName'),
    ])
    // A ledger that is closed takes nothing new.
    .select([
      sql<boolean>`a.is_enabled and a.closed_from is null`.as('isEnabled'),
      sql<boolean>`a.is_manual and a.keeps is null`.as('isManual'),
    ])
    .orderBy('a.code')
    .execute()

/** What stands against deleting an account, or closing it from a day on: what was posted, what leads there. */
export async function usesOf(
  db: Db,
  id: string,
  from: string | null,
): Promise<{ isPosted: boolean; isMapped: boolean }> {
  const { rows: found } = await sql<{ isPosted: boolean; isMapped: boolean }>`
    select exists (select from ledger.line l where l.company_id = kit.company() and l.account_id = ${id}
        and l.business_date >= coalesce(${from}::date, '-infinity')) as is_posted,
      exists (select from ledger.mapping m where m.company_id = kit.company() and m.account_id = ${id})
        or exists (select from ledger.tax_code t where t.company_id = kit.company() and t.account_id = ${id}) as is_mapped`.execute(
    db,
  )
  return found[0] ?? { isPosted: false, isMapped: false }
}

/** Whether an account has lines of something else than these; local currency is written as nothing, or as itself. */
export async function hasOtherItems(
  db: Db,
  id: string,
  { itemIds, isLocal }: { itemIds: readonly string[]; isLocal: boolean },
): Promise<boolean> {
  const { rows: found } = await sql<{ isThere: boolean }>`
    select exists (select from ledger.line l where l.company_id = kit.company() and l.account_id = ${id}
      and case when l.item_id is null then not ${isLocal}::boolean
        else l.item_id <> all (${[...itemIds]}::uuid[]) end) as is_there`.execute(db)
  return found[0]?.isThere ?? false
}

/** The tax codes by code, with the ledger that each is posted to. */
export const taxCodesOfLedgers = (db: Db) =>
  db.selectFrom('ledger.taxCode').select(['id', 'code', 'accountId', 'isEnabled']).orderBy('code').execute()

/** The ledgers of tax: those that a tax code or the mapping leads its tax to. */
export async function taxLedgerIds(db: Db): Promise<ReadonlySet<string>> {
  const mapped = (await mapping(db)).filter(({ part }) => part === 'outputTax' || part === 'inputTax')
  return new Set([...mapped, ...(await taxCodesOfLedgers(db))].map(({ accountId }) => accountId))
}

/** Whether the books have begun. */
export async function isAnyPosted(db: Db): Promise<boolean> {
  const { rows: found } = await sql<{ isPosted: boolean }>`
    select exists (select from ledger.entry e where e.company_id = kit.company()) as is_posted`.execute(db)
  return found[0]?.isPosted ?? false
}

interface Place {
  part: string
  modeId: string
  branchId: string | null
  itemId: string | null
}

/** A part goes to this account by this mode from now on; without one, as it goes without the mode. */
export async function setMapping(db: Db, place: Place, accountId: string | null): Promise<void> {
  if (accountId === null)
    await db
      .deleteFrom('ledger.mapping')
      .where('part', '=', place.part)
      .where('modeId', '=', place.modeId)
      .where('event', 'is', null)
      .where('branchId', 'is not distinct from', place.branchId)
      .where('itemId', 'is not distinct from', place.itemId)
      .execute()
  else
    await db
      .insertInto('ledger.mapping')
      .values({ ...place, accountId })
      .onConflict((conflict) => conflict.constraint('mapping_key').doUpdateSet({ accountId }))
      .execute()
}
