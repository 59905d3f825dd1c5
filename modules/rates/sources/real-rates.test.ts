import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { hasNoRealFiles, realFile } from '#kit/test/real-files.ts'
import { readFeed } from './adapters.server.ts'
import { dayBefore, isPublishingDay } from './calendar.domain.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe.skipIf(hasNoRealFiles)('real files of the European Central Bank:', () => {
  test.each([
    ['fx/ecb-eurofxref-daily-2026-03-13.xml', 1, 29],
    ['fx/ecb-eurofxref-daily-2025-05-09.xml', 1, 30],
    ['fx/ecb-eurofxref-hist-90d-2024-02-27.xml', 61, 1830],
  ])('every currency and day of %s', (path, days, count) => {
    const xml = realFile(path).toString()
    const pairs = [...xml.matchAll(/currency=['"](\w{3})['"] rate=['"]([\d.,]+)['"]/g)].map(
      ([, code = '', rate = '']) => `${code} ${rate.replace(',', '.')}`,
    )
    const { quotes } = readFeed(Buffer.from(xml), now)
    expect(quotes.map(({ code, rate }) => `${code} ${rate}`)).toEqual(pairs)
    expect([quotes.length, new Set(quotes.map(({ day }) => day)).size]).toEqual([count, days])
  })

  test('all of history, with the days of the TARGET calendar and no others', () => {
    const zipped = realFile('fx/ecb-eurofxref-hist-2026-04.csv.zip')
    const csv = unzipSync(zipped)['eurofxref-hist.csv'] ?? new Uint8Array()
    const { quotes } = readFeed(zipped, now)
    expect(quotes).toHaveLength(217_555)
    expect(new Set(quotes.map(({ code }) => code)).size).toBe(41)
    expect(JSON.stringify(readFeed(Buffer.from(csv), now).quotes) === JSON.stringify(quotes)).toBe(true)
    const days = new Set(quotes.map(({ day }) => day))
    expect(days.size).toBe(6983)
    const calendar: string[] = []
    for (let day = '2026-04-13'; day >= '2002-01-01'; day = dayBefore(day))
      if (isPublishingDay('ecb', day)) calendar.push(day)
    expect([...days].filter((day) => day >= '2002-01-01')).toEqual(calendar)
  })
})
