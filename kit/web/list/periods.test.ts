import { expect, test } from 'vitest'
import { periodStart } from './periods.web.ts'

test.each([
  ['2026-03-31', ['2026-03-30', '2026-03-24', '2026-02-28', '2025-03-31']],
  ['2026-01-01', ['2025-12-31', '2025-12-25', '2025-12-01', '2025-01-01']],
  ['2028-02-29', ['2028-02-28', '2028-02-22', '2028-01-29', '2027-02-28']],
])('periods reach 1 day, 7 days, 1 month and 1 year back from %s', (today, starts) => {
  expect((['day', 'week', 'month', 'year'] as const).map((one) => periodStart(one, today))).toEqual(starts)
})
