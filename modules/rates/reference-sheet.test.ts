import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { hasNoRealFiles, realFile } from '#kit/test/real-files.ts'
import { sampleFile } from '#kit/test/samples.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { baseRates } from './base-rates/base-rates.contract.ts'
import { effectiveRates } from './effective/effective.contract.ts'
import { liveRates } from './feeds/feeds.contract.ts'
import { loadForAll } from './feeds/feeds.server.ts'
import { marginRates } from './margin-rates/margin-rates.contract.ts'

// From the bank's files to what a counter deals at, against a recomputation by whole numbers and another reading of the files.

interface Files {
  daily(day: string): Buffer
  /** Zipped, as the bank has it. */
  history(): Uint8Array
}
const csvName = 'eurofxref-hist.csv'
const samples: Files = {
  daily: (day) => sampleFile(`ecb-daily-${day}.xml`),
  history: () => zipSync({ [csvName]: sampleFile('ecb-history-2026-04-13.csv') }),
}
const published: Files = {
  daily: (day) => realFile(`fx/ecb-eurofxref-daily-${day}.xml`),
  history: () => realFile('fx/ecb-eurofxref-hist-2026-04.csv.zip'),
}
const lastDay = '2026-04-13'

/** The bank's rates of a day, by another way of reading them than the product's. */
function ratesOf(files: Files, day: string): Map<string, string> {
  const rates = new Map([['EUR', '1']])
  if (day !== lastDay) {
    const xml = files.daily(day).toString()
    for (const [, code = '', rate = ''] of xml.matchAll(/currency='([A-Z]{3})' rate='([\d.,]+)'/g))
      rates.set(code, rate.replace(',', '.'))
    return rates
  }
  const lines = new TextDecoder().decode(unzipSync(files.history())[csvName]).split('\n')
  const codes = (lines[0] ?? '').split(',')
  const cells = (lines.find((line) => line.startsWith(day)) ?? '').split(',')
  for (const [at, code] of codes.entries())
    if (at > 0 && code.trim() && /^[\d.]+$/.test(cells[at] ?? '')) rates.set(code, cells[at] ?? '')
  return rates
}

/** A decimal as a count of 10^-12. */
function whole(decimal: string): bigint {
  const [head = '', tail = ''] = decimal.split('.')
  return BigInt(head + tail.padEnd(12, '0'))
}
const halfUp = (over: bigint, under: bigint) => (2n * over + under) / (2n * under)
/** A count of 10^-12 to so many decimals, half up, without zeros at its end. */
function text(value: bigint, decimals: number): string {
  const digits = halfUp(value, 10n ** BigInt(12 - decimals))
    .toString()
    .padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
}

let app: TestApp
let admin: Session

async function openHouse(files: Files) {
  app = await testApp({ rates: false })
  app.setNow(new Date(`${lastDay}T15:00:00Z`))
  admin = await app.signIn('admin')
  const known = new Set((await admin.call(companyCurrencies.list)).body.map(({ code }) => code))
  for (const code of ratesOf(files, lastDay).keys())
    if (!known.has(code)) {
      const draft = { code, quoteUnit: 1 as const, cashUnit: '1', denominations: [] }
      expect((await admin.call(companyCurrencies.create, draft)).status, code).toBe(200)
    }
}

const days = ['2025-05-09', '2026-03-13', lastDay]
const name = 'make the sheet of %s: every mid, and with its margin every buy and sell, as computed by hand'

describe('invented files of the European Central Bank', () => {
  beforeAll(() => openHouse(samples))
  afterAll(() => app.stop())
  test.each(days)(name, (day) => sheetOf(samples, day))
})

describe.skipIf(hasNoRealFiles)('real files of the European Central Bank', () => {
  beforeAll(() => openHouse(published))
  afterAll(() => app.stop())
  // The whole history, 217,000 rates.
  test.each(days)(name, { timeout: 120_000 }, (day) => sheetOf(published, day))
})

async function sheetOf(files: Files, day: string): Promise<void> {
  app.setNow(new Date(`${day}T15:00:00Z`))
  await loadForAll(app.services, day === lastDay ? Buffer.from(files.history()) : files.daily(day))
  admin = await app.signIn('admin')
  const { items } = (await admin.call(liveRates.list)).body
  const rates = ratesOf(files, day)
  const local = whole(rates.get('MYR') ?? '')
  const units = new Map(items.map(({ code, unit }) => [code, unit]))
  const midOf = (code: string) =>
    halfUp(local * BigInt(units.get(code) ?? 1) * 10n ** 8n, whole(rates.get(code) ?? '0')) * 10n ** 4n

  const quoted = items.filter(({ mid }) => mid !== null)
  expect(quoted.map(({ code }) => code).toSorted()).toEqual(
    [...rates.keys()].filter((code) => code !== 'MYR' && units.has(code)).toSorted(),
  )
  expect(quoted.length).toBeGreaterThan(25)
  const ids = new Map((await admin.call(companyCurrencies.list)).body.map((one) => [one.code, one.id]))
  const sheet = quoted.map(({ code, mid }) => ({ currencyId: ids.get(code) ?? '', mid: mid ?? '' }))
  const previewed = (await admin.call(baseRates.preview, { rates: sheet })).body
  expect(previewed.flatMap(({ findings }) => findings.filter(({ level }) => level === 'block'))).toEqual([])
  const update = await admin.call(baseRates.update, { rates: sheet, reason: 'As the bank says' })
  expect(update.status, JSON.stringify(update.body)).toBe(200)
  if (day === '2025-05-09') await setMargins(ids)

  const effective = (await admin.call(effectiveRates.getRates)).body
  expect(effective.map(({ code }) => code).toSorted()).toEqual(quoted.map(({ code }) => code).toSorted())
  for (const { code, mid, buy, sell } of effective) {
    const exact = midOf(code)
    const [less, more] = marginsOf(code, exact)
    expect({ code, mid, buy, sell }).toEqual({
      code,
      mid: text(exact, 8),
      buy: text(exact - less, 8),
      sell: text(exact + more, 8),
    })
    // Bid below offer, after any margin.
    expect(whole(buy ?? '0') < whole(sell ?? '0')).toBe(true)
  }
}

/** By absolute amounts for the dollar, by pips for the euro, by a percentage for every other. */
async function setMargins(ids: ReadonlyMap<string, string>) {
  const margins = [
    { currencyId: ids.get('USD') ?? '', kind: 'absolute' as const, buy: '0.03', sell: '0.035' },
    { currencyId: ids.get('EUR') ?? '', kind: 'pips' as const, buy: '250', sell: '300', pipSize: '0.0001' },
    { kind: 'percent' as const, buy: '0.006', sell: '0.0125' },
  ]
  for (const margin of margins) expect((await admin.call(marginRates.create, margin)).status).toBe(200)
}

function marginsOf(code: string, mid: bigint): [bigint, bigint] {
  if (code === 'USD') return [whole('0.03'), whole('0.035')]
  if (code === 'EUR') return [whole('0.025'), whole('0.03')]
  return [(mid * 6n) / 1000n, (mid * 125n) / 10_000n]
}
