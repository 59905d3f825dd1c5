import type { Db } from '#kit/server/database.server.ts'
import { remembered } from '#kit/server/remembered.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Keeping, MappingRow } from './accounts.domain.ts'

export const rows = rowsOf('ledger.account')
export const mappingRows = rowsOf('ledger.mapping')

export interface MappedAccount extends MappingRow {
  keeps: Keeping | null
  party: string | null
}

/** Every row of the company's mapping, with what its account keeps. */
export const mapping = remembered(
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

/** Every account, with what it keeps. */
export const all = (db: Db) =>
  db
    .selectFrom('ledger.account')
    .select(['id', 'code', 'name', 'class', 'keeps', 'party', 'isEnabled'])
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
