import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { balancesOfPartners } from '#modules/ledger/public.server.ts'
import { currentCompany, exponentOf } from '#modules/organisation/public.server.ts'
import { ofProvider, type PrefundRow } from './prefunds.queries.ts'

/** The balance with a partner, and whether it is of local currency; undefined where none was opened. */
export async function findPrefund(
  db: Db,
  providerId: string,
): Promise<(PrefundRow & { isLocal: boolean }) | undefined> {
  const row = await ofProvider(db, providerId)
  if (!row) return undefined
  const { localCurrency } = await currentCompany(db)
  return { ...row, isLocal: row.currency === localCurrency }
}

/** What so much of a balance, or of the account that it comes from, has cost on average; null where that is empty: nobody knows. */
export async function worthOf(
  db: Db,
  { providerId, isLocal }: { providerId: string; isLocal: boolean },
  amount: string,
  from?: { quantity: string; value: string },
): Promise<string | null> {
  if (isLocal) return amount
  const held = from ?? (await balancesOfPartners(db, [providerId])).get(providerId)
  if (!held || !new Exact(held.quantity).greaterThan(0)) return null
  const { localCurrency } = await currentCompany(db)
  return new Exact(amount)
    .times(held.value)
    .div(held.quantity)
    .toDecimalPlaces(exponentOf(localCurrency))
    .toFixed()
}
