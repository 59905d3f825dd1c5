import { describe, expect, test } from 'vitest'
import { daysOf } from '../feeds/feeds.domain.ts'
import { candlesOf, decimalsOf, pairOf, movedBy } from './chart.domain.ts'

describe('the chart', () => {
  test('is of the pair that is the id with all digits removed, upper-cased', () => {
    expect(['usdmyr', '12usd34myr5', 'USDMYR', '123'].map(pairOf)).toEqual(['USDMYR', 'USDMYR', 'USDMYR', ''])
  })

  test('has candles of the words of a day, and where there was one, from the day before', () => {
    const said = [
      ['2026-03-13', '4.5'],
      ['2026-03-13', '4.4'],
      ['2026-03-13', '4.7'],
      ['2026-03-12', '4.3'],
      ['2026-03-11', '4.6'],
    ].map(([day = '', mid = '']) => ({ day, mid }))
    const days = daysOf(said)
    expect(days.map(({ day, mid, first, high, low, words }) => [day, mid, first, high, low, words])).toEqual([
      ['2026-03-11', '4.6', '4.6', '4.6', '4.6', 1],
      ['2026-03-12', '4.3', '4.3', '4.3', '4.3', 1],
      ['2026-03-13', '4.5', '4.7', '4.7', '4.4', 3],
    ])
    const values = candlesOf(days).map(({ open, high, low, close, isWhole }) => [
      open,
      high,
      low,
      close,
      isWhole,
    ])
    expect(values).toEqual([
      ['4.6', '4.6', '4.3', '4.3', false],
      ['4.7', '4.7', '4.4', '4.5', true],
    ])
    expect(candlesOf([])).toEqual([])
  })

  test('has as many decimals as tell one day from the next', () => {
    expect(['4.49', '285.71', '0.5', '0.0288', '0.00016'].map(decimalsOf)).toEqual([4, 4, 4, 5, 7])
  })
})

test('the last candle moves with the live rate, and a later day begins another', () => {
  const last = { day: '2026-11-02', open: '4.50', high: '4.60', low: '4.40', close: '4.55', isWhole: true }
  const first = { ...last, day: '2026-11-01' }
  const [kept, moved] = movedBy([first, last], { day: '2026-11-02', mid: '4.62' })
  expect(kept).toEqual(first)
  expect(moved).toEqual({ ...last, high: '4.62', close: '4.62' })
  const next = { day: '2026-11-03', open: '4.55', high: '4.55', low: '4.50', close: '4.50', isWhole: false }
  expect(movedBy([last], { day: '2026-11-03', mid: '4.50' })).toEqual([last, next])
  expect(movedBy([last], { day: '2026-11-01', mid: '9' })).toEqual([last])
  expect(movedBy([last], undefined)).toEqual([last])
})
