import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Keeping, MappingRow } from './accounts.domain.ts'

export const rows = rowsOf('ledger.account')
export const mappingRows = rowsOf('ledger.mapping')

export interface MappedAccount extends MappingRow {
  keeps: Keeping | null
}

/** Every row of the company's mapping, with what its account keeps. */
export const mapping = (db: Db): Promise<MappedAccount[]> =>
  db
    .selectFrom('ledger.mapping as m')
    .innerJoin('ledger.account as a', (join) =>
      join.onRef('a.companyId', '=', 'm.companyId').onRef('a.id', '=', 'm.accountId'),
    )
    .select(['m.part', 'm.event', 'm.branchId', 'm.itemId', 'm.modeId', 'm.accountId', 'a.keeps'])
    .execute() as Promise<MappedAccount[]>
