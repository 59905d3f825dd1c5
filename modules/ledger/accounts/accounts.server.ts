import type { Db } from '#kit/server/database.server.ts'
import { chart, type SeededAccount } from './accounts.domain.ts'
import { mappingRows, rows } from './accounts.queries.ts'

/** The accounts that a new company begins with, each part of an event led to its own. */
export async function seedAccounts(db: Db): Promise<void> {
  for (const { part, ...account } of chart as readonly SeededAccount[]) {
    const { id } = await rows.insert(db, account)
    if (part) await mappingRows.insert(db, { part, accountId: id })
  }
}
