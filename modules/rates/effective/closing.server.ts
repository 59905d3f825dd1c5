import type { Db } from '#kit/server/database.server.ts'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import type { ClosingRate } from '#modules/ledger/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { latestBy } from '../publishing/publishing.queries.ts'
import { anybody, effectiveRate } from './effective.domain.ts'
import { partsOf, perUnit } from './effective.server.ts'

/**
 * The rates by the end of a day where the company is: the mid that was published last, and what the house would buy at from anybody
 * by its margins and rules of now, which have no history. In local currency for the unit of the quote.
 */
export async function closingRatesAt(
  db: Db,
  { businessDate }: { businessDate: string },
): Promise<ReadonlyMap<string, ClosingRate>> {
  const { timeZone } = await currentCompany(db)
  const currencies = await readTradedCurrencies(db)
  const mids = new Map(
    (await latestBy(db, currencies, { businessDate, timeZone })).map((one) => [one.currencyId, one]),
  )
  const { of } = await partsOf(db, currencies)
  return new Map(
    currencies.flatMap(({ id, quoteUnit, isLocal }) => {
      const base = mids.get(id)
      if (!base || isLocal) return []
      const mid = perUnit(base.mid, base.quoteUnit, quoteUnit)
      return [[id, { mid, buy: effectiveRate({ ...of(id), mid }, anybody).buy }] as const]
    }),
  )
}
