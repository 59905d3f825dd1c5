import type { Db } from '#kit/server/database.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
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
