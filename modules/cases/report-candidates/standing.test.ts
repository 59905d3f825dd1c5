import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standingOf } from './report-candidates.domain.ts'

test('a candidate still crosses its threshold by what its deals come to now, or by their number', () => {
  const tenths = fc.integer({ min: 0, max: 30 })
  const operator = fc.constantFrom('>', '>=')
  fc.assert(
    fc.property(operator, tenths, tenths, tenths, (sign, threshold, sum, counted) => {
      const crosses = (total: number) => (sign === '>' ? total > threshold : total >= threshold)
      const given = { operator: sign, threshold: `${threshold}.0`, sum: String(sum), counted }
      expect(standingOf({ ...given, metric: 'sameDay' })).toEqual({
        total: String(sum),
        isCrossed: crosses(sum),
      })
      expect(standingOf({ ...given, metric: 'count' })).toEqual({
        total: String(counted),
        isCrossed: crosses(counted),
      })
    }),
    { numRuns: 300 },
  )
})
