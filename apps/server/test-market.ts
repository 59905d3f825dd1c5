import { simulate } from '#modules/rates/public.server.ts'
import type { Market } from '#modules/rates/demo.server.ts'

const oneDay = simulate('tests', new Date('2026-06-01T02:00:00Z'))
const rates = new Map(oneDay.quotes.map(({ code, rate }) => [code, rate]))

/**
 * The market of companies in tests: the same rates at every moment. `TEST_MARKET` names a seed of the simulated one instead,
 * which finds tests that depend on a rate that they have not set.
 */
export const testMarket: Market = (_companyId, at, days) => {
  const seed = process.env['TEST_MARKET']
  const feed = simulate(seed ?? 'tests', at, days)
  if (seed) return feed
  return {
    ...feed,
    quotes: feed.quotes.map((quote) => ({ ...quote, rate: rates.get(quote.code) ?? quote.rate })),
  }
}
