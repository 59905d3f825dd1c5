import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf, isGivenUp, isStale, usualSettings } from './feeds.domain.ts'
import { sourceCodes, sources } from '../sources/sources.domain.ts'
import { clock, dayBefore } from '../sources/calendar.domain.ts'

const restless = sourceCodes.find((code) => !('publishedAt' in sources[code])) ?? 'ecb'
const settings = {
  ...usualSettings,
  source: restless,
  allowedMinutes: 30,
  businessFrom: '09:00',
  businessTo: '18:00',
}
const home = 'Asia/Kuala_Lumpur'

describe('a source that never rests', () => {
  test('is too old within business hours once its newest word is older than allowed', () => {
    const minute = fc.integer({ min: 0, max: 2 * 24 * 60 })
    fc.assert(
      fc.property(minute, fc.integer({ min: 0, max: 90 }), (after, age) => {
        const now = new Date(Date.parse('2026-11-18T00:00:00Z') + after * 60_000)
        const said = new Date(now.getTime() - age * 60_000)
        const { day, time } = clock(said, sources[restless].timeZone)
        const hour = clock(now, home).time
        const isOpen = hour >= '09:00' && hour < '18:00'
        expect(isStale({ day, session: time.replace(':', '') }, settings, now, home)).toBe(isOpen && age > 30)
      }),
      { numRuns: 300 },
    )
    const at = (time: string) =>
      isStale({ day: '2026-01-01', session: '0000' }, settings, new Date(`2026-11-18T${time}:00+08:00`), home)
    expect(['08:59', '09:00', '17:59', '18:00'].map(at)).toEqual([false, true, true, false])
  })

  test('is too old where it never spoke', () => {
    expect(isStale(undefined, settings, new Date('2026-11-18T17:00:00Z'), home)).toBe(true)
  })
})

test('a source of one word a day is too old once a later day was due', () => {
  const daily = { ...usualSettings, source: 'ecb' as const, allowedMinutes: 0 }
  const stale = (day: string, now: string) => isStale({ day, session: '' }, daily, new Date(now), home)
  const published = sources.ecb.publishedAt
  // Wednesday, after and before the time of day at which it publishes.
  expect(published > '12:00' && published < '20:00').toBe(true)
  expect(stale('2026-11-18', '2026-11-18T23:00:00+01:00')).toBe(false)
  expect(stale('2026-11-17', '2026-11-18T23:00:00+01:00')).toBe(true)
  expect(stale('2026-11-17', '2026-11-18T08:00:00+01:00')).toBe(false)
  expect(stale('2026-11-16', '2026-11-18T08:00:00+01:00')).toBe(true)
  // Over the weekend Friday's word is the last that was due.
  expect(stale('2026-11-20', '2026-11-22T23:00:00+01:00')).toBe(false)
  expect(stale('2026-11-19', '2026-11-21T08:00:00+01:00')).toBe(true)
})

test('a session is the moment of its clock, wherever that stands', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...sourceCodes),
      fc.date({ min: new Date('2026-06-01'), max: new Date('2026-08-31'), noInvalidDate: true }),
      (source, at) => {
        at.setUTCSeconds(0, 0)
        const { day, time } = clock(at, sources[source].timeZone)
        expect(instantOf(source, { day, session: time.replace(':', '') })).toEqual(at)
      },
    ),
  )
  expect([dayBefore('2026-03-01'), dayBefore('2026-03-01', 3)]).toEqual(['2026-02-28', '2026-02-26'])
})

test('a currency is given up once its source speaks again without it, and not while the source is silent', () => {
  const mids = [{ day: '2026-11-17', session: '' }]
  expect(isGivenUp(mids, mids)).toBe(false)
  expect(isGivenUp(mids, [...mids, { day: '2026-11-18', session: '' }])).toBe(true)
  expect(isGivenUp([], mids)).toBe(false)
  // One that is quoted at noon alone is not given up by what the source says in the morning.
  const noon = [{ day: '2026-11-17', session: '1130' }]
  expect(isGivenUp(noon, [...noon, { day: '2026-11-18', session: '0900' }])).toBe(false)
  expect(isGivenUp(noon, [...noon, { day: '2026-11-18', session: '1130' }])).toBe(true)
})
