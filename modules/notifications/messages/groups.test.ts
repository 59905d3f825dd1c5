import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupOf, isNearEnd, messagePath, timestamp } from './messages.domain.ts'

const zone = fc.constantFrom('Asia/Kuala_Lumpur', 'America/New_York', 'UTC', 'Pacific/Auckland')
const dayIn = (at: Date, timeZone: string) =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)) / 86_400_000

describe('a message stands', () => {
  test('under the day that it came by the calendar of the zone: today, yesterday, since Monday, or before', () => {
    const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.integer({ min: -10, max: 40 }), zone, (now, quarters, timeZone) => {
        const at = new Date(now.getTime() - quarters * 6 * 3_600_000)
        const [today, day] = [dayIn(now, timeZone), dayIn(at, timeZone)]
        const weekday = new Date(today * 86_400_000).getUTCDay()
        const monday = today - (weekday === 0 ? 6 : weekday - 1)
        const group =
          day >= today ? 'TODAY' : day === today - 1 ? 'YESTERDAY' : day >= monday ? 'THIS_WEEK' : 'OLDER'
        expect(groupOf(at.toISOString(), now, timeZone)).toBe(group)
      }),
      { numRuns: 200 },
    )
    const sunday = new Date('2026-11-22T12:00:00Z')
    const groups = ['2026-11-22', '2026-11-21', '2026-11-16', '2026-11-15'].map((day) =>
      groupOf(`${day}T06:00:00Z`, sunday, 'UTC'),
    )
    expect(groups).toEqual(['TODAY', 'YESTERDAY', 'THIS_WEEK', 'OLDER'])
  })

  test('with its time: day before month and year, hours of twelve', () => {
    expect(timestamp('2026-03-05T06:30:00Z', 'Asia/Kuala_Lumpur', 'en')).toBe('05/03/2026, 2:30 PM')
    expect(timestamp('2026-03-05T16:05:00Z', 'Asia/Kuala_Lumpur', 'en')).toBe('06/03/2026, 12:05 AM')
  })

  test('with a link to what it is about', () => {
    expect(messagePath({ dealId: 'a/b' })).toBe('/transaction-monitoring/a%2Fb')
    expect(messagePath({ reportCandidateId: 'a/b' })).toBe('/compliance/report-candidates/a%2Fb')
    expect(messagePath({ countId: 'a/b' })).toBe('/inventory/audit-or-count/a%2Fb')
    const screening = (dataSource: 'ENHANCED' | 'OFAC' | 'UNSC') =>
      messagePath({ complianceScreeningId: 'a/b', dataSource })
    expect(screening('ENHANCED')).toBe('/compliance/screening-history/a%2Fb')
    expect(screening('OFAC')).toBe('/compliance/ofac/history/a%2Fb')
    expect(screening('UNSC')).toBe('/compliance/unsc/history/a%2Fb')
  })
})

test('more is fetched once a fifth of the height or less is left below', () => {
  const at = (scrollTop: number) => isNearEnd({ scrollTop, clientHeight: 100, scrollHeight: 1000 })
  expect([699, 700, 900].map(at)).toEqual([false, true, true])
})
