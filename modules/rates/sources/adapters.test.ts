import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { Refusal } from '#kit/domain/refusal.domain.ts'
import { sampleText } from '#kit/test/samples.ts'
import { readFeed } from './adapters.server.ts'
import { dayBefore, isPublishingDay } from './calendar.domain.ts'
import { simulate } from './simulated.domain.ts'

const now = new Date('2026-11-21T12:00:00Z')
const daily = sampleText('ecb-daily-2026-03-13.xml')
const ninety = sampleText('ecb-90d-2024-02-27.xml')
const csv = sampleText('ecb-history-2026-04-13.csv')
const zipped = zipSync({ 'eurofxref-hist.csv': strToU8(csv) })
const read = (text: string) => readFeed(Buffer.from(text), now)
const refusal = (text: string | Uint8Array) => {
  try {
    readFeed(Buffer.from(text), now)
  } catch (error) {
    return (error as Refusal).code
  }
  return 'taken'
}

/** The pairs of currency and rate by another way than ours. */
const pairsIn = (xml: string) =>
  [...xml.matchAll(/currency=['"](\w{3})['"] rate=['"]([\d.,]+)['"]/g)].map(
    ([, code = '', rate = '']) => `${code} ${rate.replace(',', '.')}`,
  )

describe('files of the European Central Bank', () => {
  test('are read in both styles of XML, every currency and day of them', () => {
    for (const [xml, days, count] of [
      [daily, 1, 29],
      [sampleText('ecb-daily-2025-05-09.xml'), 1, 30],
      [ninety, 32, 224],
    ] as const) {
      const { source, quotes } = read(xml)
      expect(source).toBe('ecb')
      expect(quotes.map(({ code, rate }) => `${code} ${rate}`)).toEqual(pairsIn(xml))
      expect(quotes).toHaveLength(count)
      expect(new Set(quotes.map(({ day }) => day)).size).toBe(days)
    }
    expect(read(daily).quotes[0]).toEqual({
      base: 'EUR',
      code: 'USD',
      day: '2026-03-13',
      session: '',
      unit: 1,
      rate: '1.1491',
    })
  })

  test('have all of history zipped or not, with the days of the TARGET calendar and no others', () => {
    const { quotes } = readFeed(zipped, now)
    expect(quotes).toHaveLength(2360)
    expect(read(csv).quotes).toEqual(quotes)
    // A currency that joined the euro has no rate from then on.
    expect(quotes.filter(({ code }) => code === 'BGN').map(({ day }) => day)[0]).toBe('2025-12-31')
    const calendar: string[] = []
    for (let day = '2026-04-13'; day >= '2025-12-15'; day = dayBefore(day))
      if (isPublishingDay('ecb', day)) calendar.push(day)
    expect([...new Set(quotes.map(({ day }) => day))]).toEqual(calendar)
  })

  test('that are cut off anywhere are refused, and so is what is empty or something else', () => {
    for (let end = 1; end < daily.trimEnd().length; end += 7)
      expect(['FEED_TRUNCATED', 'FEED_SHAPE'], daily.slice(end - 20, end)).toContain(
        refusal(daily.slice(0, end)),
      )
    const line = csv.split('\n').slice(0, 3).join('\n')
    for (const text of [line.slice(0, -1), line.slice(0, -9), csv.slice(0, 9000)])
      expect(refusal(text)).toBe('FEED_TRUNCATED')
    expect(refusal(zipped.subarray(0, zipped.length / 2))).toBe('FEED_TRUNCATED')
    for (const text of ['', ' \n', csv.slice(0, csv.indexOf('\n'))]) expect(refusal(text)).toBe('FEED_EMPTY')
    for (const text of ['<html></html>', 'a,b\n1,2', '{"a":1}', '[]', 'x', Buffer.from([0xff, 0xfe, 0])])
      expect(refusal(text)).toBe('FEED_SHAPE')
  })

  test('are refused with a rate, day or currency that is none, twice the same, or a day to come', () => {
    for (const rate of ['0', '-1', '1e3', 'x', '', '1,2,3', '1.12345678901'])
      expect(refusal(daily.replace('1,1491', rate))).toBe('FEED_SHAPE')
    for (const day of ['2026-02-30', '13 March 2026', ''])
      expect(refusal(daily.replace('2026-03-13', day))).toBe('FEED_SHAPE')
    expect(refusal(daily.replace("'USD'", "'usd'"))).toBe('FEED_SHAPE')
    expect(refusal(daily.replace("'JPY'", "'USD'"))).toBe('FEED_TWICE')
    expect(refusal(daily.replace('2026-03-13', '2026-11-22'))).toBe('FEED_FUTURE')
    expect(refusal(daily.replace('2026-03-13', '2026-11-21'))).toBe('taken')
  })

  test('cannot bring entities, depth or bulk with them', () => {
    const doctype = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    expect(refusal(daily.replace('<gesmes:Envelope', `${doctype}<gesmes:Envelope`))).toBe('FEED_SHAPE')
    expect(refusal(daily.replace('1,1491', '&a;'))).toBe('FEED_SHAPE')
    expect(refusal(daily.replace('<Cube>', '<Cube>'.repeat(20)))).toBe('FEED_SHAPE')
    expect(refusal(Buffer.alloc(20_000_000, ' '))).toBe('FEED_TOO_LARGE')
    expect(refusal(zipSync({ 'a.csv': new Uint8Array(20_000_000) }))).toBe('FEED_TOO_LARGE')
    expect(refusal(zipSync({ 'a.csv': strToU8(csv.slice(0, 900)), b: strToU8('x') }))).toBe('FEED_SHAPE')
  })
})

describe('files of Bank Negara', () => {
  const answer = (data: unknown, meta = { quote: 'rm', session: '1200' }) => JSON.stringify({ data, meta })
  const yen = {
    currency_code: 'JPY',
    unit: 100,
    rate: { date: '2026-11-20', buying_rate: 2.701, selling_rate: 2.711, middle_rate: null },
  }

  test('carry unit, session and all three rates; without a middle rate it is halfway', () => {
    expect(read(answer([yen])).quotes).toEqual([
      {
        base: 'JPY',
        code: 'MYR',
        day: '2026-11-20',
        session: '1200',
        unit: 100,
        rate: '2.706',
        buying: '2.701',
        selling: '2.711',
      },
    ])
  })

  test('are read with the noise of binary fractions taken off, one currency or many, one day or many', () => {
    const text = `{"data":{"currency_code":"USD","unit":1,"rate":[{"date":"2026-10-08","buying_rate":4.0880000000000001,
      "selling_rate":4.0919999999999996,"middle_rate":4.0899999999999999}]},"meta":{"quote":"rm","session":"1700"}}`
    expect(read(text).quotes).toMatchObject([{ rate: '4.09', buying: '4.088', selling: '4.092', unit: 1 }])
  })

  test('are refused cut off, of another unit or quote, or without any rate', () => {
    const good = answer([yen])
    for (let end = 1; end < good.length; end += 5)
      expect(['FEED_TRUNCATED', 'FEED_SHAPE']).toContain(refusal(good.slice(0, end)))
    expect(refusal(answer([{ ...yen, unit: 7 }]))).toBe('FEED_SHAPE')
    expect(refusal(answer([yen], { quote: 'fx', session: '1200' }))).toBe('FEED_SHAPE')
    expect(refusal(answer([{ ...yen, rate: { date: '2026-11-20' } }]))).toBe('FEED_SHAPE')
    expect(refusal(answer([{ ...yen, rate: { ...yen.rate, buying_rate: -1 } }]))).toBe('FEED_SHAPE')
    expect(refusal(answer([]))).toBe('FEED_EMPTY')
  })
})

test('the simulated feed says the same to the same seed at the same moment, and stays near where it began', () => {
  const { source, quotes } = simulate('a', now, 30)
  expect(source).toBe('simulated')
  expect(simulate('a', now, 30).quotes).toEqual(quotes)
  expect(simulate('b', now, 30).quotes).not.toEqual(quotes)
  const dollars = quotes.filter(({ code }) => code === 'USD').map(({ rate }) => Number(rate))
  expect(dollars).toHaveLength(31)
  for (const rate of dollars) expect(rate).toSatisfy((value: number) => value > 0.8 && value < 1.6)
  // The last word of a day is that of its last five minutes.
  expect(new Set(quotes.map(({ session }) => session))).toEqual(new Set(['2355', '1200']))
})

test('the simulated feed begins where currencies that are held to one another are', () => {
  const { quotes } = simulate('a', new Date('2026-01-01T00:00:00Z'))
  const rate = (code: string) => Number(quotes.find((quote) => quote.code === code)?.rate)
  const pegs = { HKD: 7.8, SAR: 3.75, AED: 3.67, QAR: 3.64, MOP: 8.03 }
  for (const [code, perDollar] of Object.entries(pegs))
    expect([code, rate(code) / rate('USD')]).toEqual([code, expect.closeTo(perDollar, 1)])
  expect(rate('BND') / rate('SGD')).toBeCloseTo(1, 2)
  expect(rate('NPR') / rate('INR')).toBeCloseTo(1.6, 2)
})
