import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Tx } from '#kit/server/database.server.ts'
import { subCurrencyCodes, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import {
  latestMids,
  marginRows,
  publish,
  publishMids,
  saveFeed,
  saveFeedSettings,
  simulate,
  usualSettings,
} from './public.server.ts'
import { keepConfig } from '#modules/settings/public.server.ts'

/** The made-up rates of a company: of this moment, and of so many days before it. */
export type Market = typeof simulate

const historyDays = 120
/** So many working days back somebody published a sheet. */
const sheets = 12

/** Spreads as counters have them: narrow where everybody deals, wide where notes are few or hard to sell on. */
const spreads = [
  { codes: ['USD', 'EUR', 'GBP', 'SGD', 'AUD'], buy: '0.006', sell: '0.006' },
  { codes: ['IDR', 'VND', 'PHP', 'BDT', 'PKR', 'LKR', 'INR'], buy: '0.025', sell: '0.02' },
]
const usual = { buy: '0.012', sell: '0.012' }
/** Small notes and old series cost work and are hard to sell on. */
const parts = [
  { code: 'USD-S', buy: '0.02', sell: '0.006' },
  { code: 'USD-O', buy: '0.04', sell: '0.02' },
]
const companies = { buy: '0.004', sell: '0.004' }

/**
 * Made-up rates: the simulated feed with its history, a sheet published from it on each of the last working days, and margins
 * for all, for the currencies that need their own, and for companies that buy large amounts.
 */
export async function fillRates(
  tx: Tx,
  companyId: string,
  { author, now, market = simulate }: { author: string; now: Date; market?: Market | undefined },
): Promise<void> {
  // As boards have them; kept with all eight decimals, a margin of a percentage makes rates that nobody can read.
  await keepConfig(tx, { key: 'RATE_PRECISION', customerType: null, value: '4' })
  await saveFeedSettings(tx, 1, {
    ...usualSettings,
    source: 'simulated',
    everyMinutes: 5,
    allowedMinutes: 15,
  })
  await saveFeed(tx, market(companyId, now, historyDays))
  const currencies = new Map((await readTradedCurrencies(tx)).map((one) => [one.code, one]))
  const by = { authorId: null, author, reason: '' }
  for (const day of workingDays(now)) {
    const mids = (await latestMids(tx, day)).map(({ code, mid, source }) => {
      const { id, quoteUnit } = currencies.get(code) ?? { id: '', quoteUnit: 1 }
      // As people publish them: so many digits as are read at a glance.
      return { currencyId: id, mid: new Exact(mid).toSignificantDigits(5).toFixed(), quoteUnit, source }
    })
    await publishMids(tx, { ...by, publishedAt: day.toISOString() }, mids)
  }
  const publicationId = await publish(tx, { ...by, publishedAt: now.toISOString() })
  const anywhere = {
    subCurrencyId: null,
    branchId: null,
    customerType: null,
    amountFrom: null,
    amountTo: null,
    pipSize: null,
  }
  const margin = (spread: { buy: string; sell: string }, scope: object) =>
    marginRows.insert(tx, publicationId, [
      { ...anywhere, currencyId: null, kind: 'percent', ...spread, ...scope },
    ])
  await margin(usual, {})
  for (const { codes, ...spread } of spreads)
    for (const code of codes) await margin(spread, { currencyId: currencies.get(code)?.id ?? null })
  const subs = new Map((await subCurrencyCodes(tx)).map(({ id, code }) => [code, id]))
  for (const { code, ...spread } of parts)
    await margin(spread, {
      currencyId: currencies.get('USD')?.id ?? null,
      subCurrencyId: subs.get(code) ?? null,
    })
  await margin(companies, {
    currencyId: currencies.get('USD')?.id ?? null,
    customerType: 2,
    amountFrom: '10000',
  })
}

/** The last working days and now, each at nine in the morning of Kuala Lumpur, the oldest first. */
function workingDays(now: Date): Date[] {
  const days: Date[] = [now]
  for (let back = 1; days.length < sheets; back++) {
    const day = new Date(
      `${new Date(now.getTime() - back * 86_400_000).toISOString().slice(0, 10)}T01:00:00Z`,
    )
    if (day.getUTCDay() % 6 !== 0) days.push(day)
  }
  return days.toReversed()
}
