import type { Db } from '#kit/server/database.server.ts'
import { chargedTaxes } from '#modules/charges/public.server.ts'
import type { TaxShare } from '#modules/ledger/public.server.ts'

/** At which rates the fees of settled deals are taxed, by the settlement that posted them. */
export async function taxesOfSettlements(db: Db, ids: readonly string[]): Promise<TaxShare[]> {
  if (ids.length === 0) return []
  const settled = await db
    .selectFrom('exchange.settlement')
    .select(['id', 'dealId'])
    .where('id', 'in', [...ids])
    .execute()
  const taxes = await chargedTaxes(db, { type: 'deal', ids: settled.map(({ dealId }) => dealId) })
  const byDeal = Map.groupBy(taxes, ({ subjectId }) => subjectId)
  return settled.flatMap(({ id, dealId }) =>
    (byDeal.get(dealId) ?? []).map(({ rate, base, tax }) => ({ sourceId: id, rate, base, tax })),
  )
}
