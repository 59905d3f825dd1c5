import type { Db } from '#kit/server/database.server.ts'
import type { OwnAccount } from '../formats/identity.domain.ts'

/** The accounts of the company, with what a file says of them. */
export const ownAccounts = (db: Db): Promise<OwnAccount[]> =>
  db
    .selectFrom('bank.account as a')
    .innerJoin('currencies.currency as c', (join) =>
      join.onRef('c.companyId', '=', 'a.companyId').onRef('c.id', '=', 'a.currencyId'),
    )
    .select(['a.id', 'a.name', 'a.number', 'c.code as currency'])
    .orderBy('a.name')
    .execute()
