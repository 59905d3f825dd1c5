import type { Db } from '#kit/server/database.server.ts'
import type { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { latestMids } from '../feeds/feeds.server.ts'

/** What the company's feed says of each currency now, by its id, in local currency per its quote unit. */
export async function liveQuotes(
  db: Db,
  currencies: Awaited<ReturnType<typeof readTradedCurrencies>>,
  now: Date,
): Promise<Map<string, { mid: string; source: string; day: string }>> {
  const ids = new Map(currencies.map(({ id, code }) => [code, id]))
  const mids = await latestMids(db, now)
  return new Map(mids.map(({ code, mid, source, day }) => [ids.get(code) ?? '', { mid, source, day }]))
}
