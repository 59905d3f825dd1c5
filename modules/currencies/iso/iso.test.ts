import { describe, expect, test } from 'vitest'
import { flagCodeOf, usualCashUnit, usualDenominations, usualQuoteUnit } from './iso.domain.ts'

const faces = (code: string, kind: 'coin' | 'note') =>
  usualDenominations(code)
    .filter((one) => one.kind === kind)
    .map(({ faceValue }) => Number(faceValue))
const known =
  'AED AUD BDT BND CAD CHF CNY EUR GBP HKD IDR INR JPY KRW KWD LKR MYR NPR NZD PHP PKR QAR SAR SGD THB TWD USD VND ZAR'
const codes = known.split(' ')

describe('the usual notes and coins', () => {
  test('are there for each currency that is traded most, upwards, each once', () => {
    for (const code of codes)
      for (const kind of ['note', 'coin'] as const) {
        const values = faces(code, kind)
        expect([code, values]).toEqual([code, [...new Set(values)].toSorted((a, b) => a - b)])
        // The dong has no coins in circulation.
        expect([code, kind, values.length > 0]).toEqual([code, kind, code !== 'VND' || kind === 'note'])
        for (const value of values) expect(value).toBeGreaterThan(0)
      }
    expect(usualDenominations('XYZ')).toEqual([])
    expect(usualDenominations('KRW')[0]).toEqual({ kind: 'note', faceValue: '1000' })
  })

  test('have significant digits as money has: 1, 2, 5, and a few more', () => {
    for (const code of codes)
      for (const value of [...faces(code, 'note'), ...faces(code, 'coin')])
        expect([code, String(value).replaceAll(/[.0]/g, '')]).toEqual([
          code,
          expect.stringMatching(/^(1|2|5|25|75|15)$/),
        ])
  })

  test('say what is the least that is paid in cash, else the exponent does', () => {
    const units = ['MYR', 'USD', 'JPY', 'VND', 'IDR', 'CHF', 'PKR', 'BND'].map((code) =>
      usualCashUnit(code, 2),
    )
    expect(units).toEqual(['0.05', '0.01', '1', '1000', '100', '0.05', '1', '0.05'])
    expect([usualCashUnit('XYZ', 2), usualCashUnit('XYZ', 0), usualCashUnit('XYZ', 3)]).toEqual([
      '0.01',
      '1',
      '0.001',
    ])
  })
})

test('markets quote currencies of small worth by the hundred or the million', () => {
  const units = Map.groupBy(codes, usualQuoteUnit)
  expect(units.get(100)).toEqual('BDT INR JPY KRW LKR PHP PKR THB TWD'.split(' '))
  expect(units.get(1_000_000)).toEqual(['IDR', 'VND'])
  expect([flagCodeOf('MYR'), flagCodeOf('EUR')]).toEqual(['my', 'eu'])
})
