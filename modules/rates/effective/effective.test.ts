import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import {
  anybody,
  type CustomRate,
  effectiveRate,
  inverse,
  type Margin,
  marginKinds,
  plainAmount,
  type RateAsk,
  type RateParts,
  withMargin,
} from './effective.domain.ts'

const everywhere = {
  subCurrencyId: null,
  branchId: null,
  customerType: null,
  amountFrom: null,
  amountTo: null,
}
const margin = (part: Partial<Margin> = {}): Margin => ({
  ...everywhere,
  id: '1',
  currencyId: 'USD',
  kind: 'absolute',
  buy: '0.03',
  sell: '0.03',
  pipSize: null,
  ...part,
})
const custom = (part: Partial<CustomRate> = {}): CustomRate => ({
  ...everywhere,
  id: '1',
  currencyId: 'USD',
  customerId: null,
  buy: '4.4',
  sell: '4.6',
  ...part,
})
const parts = (part: Partial<RateParts> = {}): RateParts => ({
  currencyId: 'USD',
  mid: '4.49',
  margins: [],
  customRates: [],
  prefersCustom: true,
  precision: 8,
  ...part,
})

describe('the effective rate', () => {
  test('is the mid with a margin in each of three kinds', () => {
    const rates = [
      margin(),
      margin({ kind: 'percent', buy: '0.006', sell: '0.006' }),
      margin({ kind: 'pips', buy: '250', sell: '250', pipSize: '0.0001' }),
    ].map((one) => effectiveRate(parts({ margins: [one] }), anybody))
    expect(rates.map(({ buy, sell }) => [buy, sell])).toEqual([
      ['4.46', '4.52'],
      ['4.46306', '4.51694'],
      ['4.465', '4.515'],
    ])
    expect(rates[0]?.rule).toEqual({ kind: 'margin', id: '1' })
    expect(effectiveRate(parts(), anybody)).toMatchObject({
      buy: '4.49',
      sell: '4.49',
      rule: { kind: 'base' },
    })
  })

  test('takes the narrowest rule that holds', () => {
    const margins = [
      margin({ id: 'all', currencyId: null, buy: '0.1' }),
      margin({ id: 'all at a branch', currencyId: null, branchId: 'A', buy: '0.2' }),
      margin({ id: 'own' }),
      margin({ id: 'corporate', customerType: 2 }),
      margin({ id: 'branch', branchId: 'A' }),
      margin({ id: 'large', amountFrom: '10000' }),
      margin({ id: 'middle', amountFrom: '1000', amountTo: '10000' }),
    ]
    const customRates = [
      custom({ id: 'a person', customerId: 'P' }),
      custom({ id: 'corporate only', customerType: 2, branchId: 'B' }),
    ]
    const rule = (ask: Partial<RateAsk>, part: Partial<RateParts> = {}) =>
      effectiveRate(parts({ margins, customRates, ...part }), { ...anybody, ...ask }).rule.id
    expect(rule({})).toBe('own')
    expect(rule({ customerType: 2 })).toBe('corporate')
    expect(rule({ customerType: 2, branchId: 'A' })).toBe('branch')
    expect(rule({ amount: '999.99' })).toBe('own')
    expect(rule({ amount: '1000' })).toBe('middle')
    expect(rule({ amount: '10000' })).toBe('large')
    expect(rule({ customerId: 'P' })).toBe('a person')
    expect(rule({ customerId: 'P' }, { prefersCustom: false })).toBe('own')
    expect(rule({ customerType: 2, branchId: 'B' })).toBe('corporate only')
    expect(rule({ branchId: 'A' }, { currencyId: 'EUR' })).toBe('all at a branch')
    expect(rule({}, { currencyId: 'EUR' })).toBe('all')
  })

  test('of equally narrow rules is that of the later, in whatever order they come', () => {
    const ids = fc.uniqueArray(fc.uuid({ version: 7 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(ids, (given) => {
        const last = given.toSorted().at(-1)
        const margins = given.map((id) => margin({ id, branchId: 'A' }))
        const customRates = given.map((id) => custom({ id }))
        const ask = { ...anybody, branchId: 'A' }
        expect(effectiveRate(parts({ margins }), ask).rule).toEqual({ kind: 'margin', id: last })
        expect(effectiveRate(parts({ customRates }), ask).rule).toEqual({ kind: 'custom', id: last })
      }),
    )
  })

  test('is that of the rule that names the first of part, customer, branch, type, amount and currency', () => {
    const scopes = ['subCurrencyId', 'customerId', 'branchId', 'customerType', 'amountFrom'] as const
    const ask = { branchId: 'B', customerType: 2, customerId: 'P', amount: '500' }
    const named = { subCurrencyId: 'S', customerId: 'P', branchId: 'B', customerType: 2, amountFrom: '100' }
    const choice = fc.uniqueArray(fc.subarray([...scopes]), { selector: String, minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(choice, (choices) => {
        const customRates = choices.map((keys, at) =>
          custom({ id: String(at), ...Object.fromEntries(keys.map((key) => [key, named[key]])) }),
        )
        const weight = (keys: readonly string[]) => scopes.map((key) => Number(keys.includes(key))).join('')
        const best = choices.map(weight).reduce((most, one) => (one > most ? one : most))
        const { id } = effectiveRate(parts({ customRates }), ask, 'S').rule
        expect(weight(choices[Number(id)] ?? [])).toBe(best)
      }),
    )
    expect(
      effectiveRate(parts({ customRates: [custom({ amountTo: '501' }), custom({ id: '0' })] }), ask).rule.id,
    ).toBe('1')
  })

  test('of a part of a currency is that of its own rules, else that of the whole', () => {
    const margins = [margin({ id: 'whole', branchId: 'A' }), margin({ id: 'small', subCurrencyId: 'S' })]
    const rule = (subCurrencyId: string | null, branchId: string | null) =>
      effectiveRate(parts({ margins }), { ...anybody, branchId }, subCurrencyId).rule.id
    expect([rule('S', 'A'), rule('S', null)]).toEqual(['small', 'small'])
    expect([rule(null, 'A'), rule('L', 'A'), rule('L', null)]).toEqual(['whole', 'whole', null])
  })

  test('rounds half up to the precision of the company, and deals no side that is worth nothing', () => {
    const half = parts({ mid: '1.00005', precision: 4 })
    expect(effectiveRate(half, anybody).buy).toBe('1.0001')
    const eaten = effectiveRate(parts({ mid: '0.02', margins: [margin()] }), anybody)
    expect(eaten).toMatchObject({ buy: null, sell: '0.05' })
    const oneWay = effectiveRate(parts({ customRates: [custom({ sell: null })] }), anybody)
    expect(oneWay).toMatchObject({ buy: '4.4', sell: null })
  })

  test('shown the other way round is never rounded back', () => {
    expect([inverse('3.28', 1), inverse('3.32', 1)]).toEqual(['0.30487805', '0.30120482'])
    expect(inverse('285.71', 1_000_000)).toBe('3500.05250079')
    const quotients = (rate: string, unit: number) => new Exact(unit).dividedBy(rate).toFixed(8)
    const given = fc.tuple(decimal(1, 10 ** 9, 8), fc.constantFrom(1, 100, 1000, 1_000_000))
    fc.assert(fc.property(given, ([rate, unit]) => inverse(rate, unit) === quotients(rate, unit)))
  })

  const decimal = (min: number, max: number, places: number) =>
    fc.integer({ min, max }).map((n) => new Exact(n).dividedBy(new Exact(10).pow(places)).toString())

  test('has bid below offer after any margin', () => {
    fc.assert(
      fc.property(
        decimal(1, 1e9, 4),
        fc.constantFrom(...marginKinds),
        decimal(0, 9e5, 6),
        decimal(1, 9e5, 6),
        (mid, kind, buy, sell) => {
          const { buy: bid, sell: offer } = withMargin(mid, { kind, buy, sell, pipSize: '0.0001' })
          expect(bid.lessThan(offer)).toBe(true)
          expect(bid.lessThanOrEqualTo(mid) && offer.greaterThanOrEqualTo(mid)).toBe(true)
          const rate = effectiveRate(
            parts({ mid, margins: [margin({ kind, buy, sell, pipSize: '0.0001' })] }),
            anybody,
          )
          if (rate.buy !== null) expect(new Exact(rate.buy).lessThanOrEqualTo(rate.sell ?? '0')).toBe(true)
          expect(rate.sell).toBe(plainAmount(offer.toFixed(8)))
        },
      ),
    )
  })
})
