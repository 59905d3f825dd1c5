import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { ForeignAccount } from '#modules/bank/accounts/accounts.domain.ts'
import { averageCosts, balancesAtBanks } from '#modules/ledger/public.server.ts'

/** What a unit has cost on average: of notes by item, of money at banks by account. */
export async function findCostsAt(db: Db, branchId: string, accounts: readonly ForeignAccount[]) {
  const costs = await averageCosts(db, branchId)
  if (accounts.length === 0) return costs
  const held = await balancesAtBanks(
    db,
    accounts.map(({ id }) => id),
  )
  for (const [id, { quantity, value }] of held)
    if (new Exact(quantity).greaterThan(0)) costs.set(id, new Exact(value).dividedBy(quantity).toFixed(12))
  return costs
}
