import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { accounts } from './accounts.contract.ts'
import { chart, type SeededAccount } from './accounts.domain.ts'
import { mappingRows, rows, withBalances } from './accounts.queries.ts'

export const accountsRouter = serve(accounts, {
  list: async ({ db, actor }) => {
    const money = await localMoney(db)
    const found = await withBalances(db, actor.scope)
    return found.map((row) => ({ ...row, balance: money(row.balance) }))
  },
})

/** The accounts that a new company begins with, each part of an event led to its own. */
export async function seedAccounts(db: Db): Promise<void> {
  for (const { part, ...account } of chart as readonly SeededAccount[]) {
    const { id } = await rows.insert(db, account)
    if (part) await mappingRows.insert(db, { part, accountId: id })
  }
}
