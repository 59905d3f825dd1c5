import type { Db } from '#kit/server/database.server.ts'
import type { OwnAccount } from '../formats/identity.domain.ts'

/** The accounts of the company, with what a file says of them. */
export const ownAccounts = (db: Db): Promise<OwnAccount[]> =>
  db.selectFrom('bank.account').select(['id', 'name', 'number', 'currency']).orderBy('name').execute()
