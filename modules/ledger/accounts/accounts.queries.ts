import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { remembered } from '#kit/server/remembered.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import type { Keeping, MappingRow } from './accounts.domain.ts'

export const rows = rowsOf('ledger.account')
export const mappingRows = rowsOf('ledger.mapping')

export interface MappedAccount extends MappingRow {
  keeps: Keeping | null
}

/** Every row of the company's mapping, with what its account keeps. */
export const mapping = remembered(
  (db) =>
    db
      .selectFrom('ledger.mapping as m')
      .innerJoin('ledger.account as a', (join) =>
        join.onRef('a.companyId', '=', 'm.companyId').onRef('a.id', '=', 'm.accountId'),
      )
      .select(['m.part', 'm.event', 'm.branchId', 'm.itemId', 'm.modeId', 'm.accountId', 'a.keeps'])
      .execute() as Promise<MappedAccount[]>,
)

/** Every account by its code, with what it comes to over the branches in reach. */
export const withBalances = (db: Db, scope: Scope) =>
  db
    .selectFrom('ledger.account as a')
    .select(['a.id', 'a.code', 'a.name', 'a.class', 'a.isEnabled'])
    .select(
      sql<string>`(select trim_scale(coalesce(sum(l.amount), 0))::text from ledger.line l
        where l.company_id = a.company_id and l.account_id = a.id and ${withinScope(scope, 'branchIds', 'l.branchId')})`.as(
        'balance',
      ),
    )
    .orderBy('a.code')
    .execute()

/** Every account, with what it keeps. */
export const all = (db: Db) =>
  db
    .selectFrom('ledger.account')
    .select(['id', 'code', 'name', 'class', 'keeps', 'isEnabled'])
    .orderBy('code')
    .execute()

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
