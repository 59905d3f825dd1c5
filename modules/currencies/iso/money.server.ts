import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { exponentOf } from './iso.server.ts'

/** Writes stored amounts with the decimals of the local currency. */
export async function localMoney(db: Db): Promise<(amount: string) => string> {
  const { localCurrency } = await currentCompany(db)
  const exponent = exponentOf(localCurrency)
  return (amount) => new Exact(amount).toFixed(exponent)
}
