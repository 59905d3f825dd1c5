import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { splitTax } from '#modules/ledger/tax-codes/rates.domain.ts'
import {
  type GivenBack,
  portionOf,
  priceBasket,
  type PricedLine,
  type PricingRule,
  sharesOf,
  type Sold,
} from './pricing.domain.ts'

const rule: PricingRule = { decimals: 2, taxBy: 'line' }
const line = (price: string, rates: string[] = [], more: Partial<PricedLine> = {}): PricedLine => ({
  quantity: '1',
  price,
  rates,
  isIncluded: true,
  ...more,
})
const parts = (lines: readonly PricedLine[], more: Partial<PricingRule> = {}) =>
  priceBasket(lines, { ...rule, ...more }).lines.map(({ net, taxes }) => [net, ...taxes])

/** What each unit of a line brings back, one after another. */
function unitByUnit(sold: Sold, units: number) {
  let given: GivenBack = {
    quantity: '0',
    gross: '0',
    discount: '0',
    total: '0',
    taxes: [],
    owed: '0',
    cost: '0',
  }
  return Array.from({ length: units }, () => {
    const back = portionOf(sold, { quantity: String(units), given, units: '1', decimals: 2 })
    const and = (part: 'cost' | 'discount' | 'gross' | 'owed' | 'total') =>
      new Exact(given[part]).plus(back[part]).toFixed()
    given = {
      quantity: new Exact(given.quantity).plus(1).toFixed(),
      gross: and('gross'),
      discount: and('discount'),
      total: and('total'),
      owed: and('owed'),
      cost: and('cost'),
      taxes: back.taxes.map((tax, at) => new Exact(tax).plus(given.taxes[at] ?? 0).toFixed()),
    }
    return back
  })
}

describe('the worked figures', () => {
  test('a tax that is included is taken out of the price', () => {
    expect(parts([line('35.00', ['0.08'])])).toEqual([['32.41', '2.59']])
    expect(parts([line('50.00', ['0.02'])])).toEqual([['49.02', '0.98']])
  })

  test('taxes by line and by receipt', () => {
    const three = Array.from({ length: 3 }, () => line('12.90', ['0.09']))
    expect(priceBasket(three, rule)).toMatchObject({ tax: '3.21', total: '38.70' })
    expect(priceBasket(three, { ...rule, taxBy: 'receipt' })).toMatchObject({ tax: '3.20', total: '38.70' })
    expect(parts(three, { taxBy: 'receipt' })).toEqual([
      ['11.83', '1.07'],
      ['11.84', '1.06'],
      ['11.83', '1.07'],
    ])
  })

  test('compound taxes: the last takes what is left', () => {
    expect(parts([line('20.00', ['0.10', '0.05'])])).toEqual([['17.32', '1.73', '0.95']])
  })

  test('a tax on top of the price, and one upon another', () => {
    expect(parts([line('20.00', ['0.10', '0.05'], { isIncluded: false })])).toEqual([
      ['20.00', '2.00', '1.10'],
    ])
  })

  test('a discount off the receipt is shared by cumulative rounding', () => {
    expect(sharesOf('5.00', ['10.00', '20.00', '4.95'], 2)).toEqual(['1.43', '2.86', '0.71'])
    const { lines } = priceBasket([line('10.00'), line('20.00'), line('4.95')], { ...rule, discount: '5.00' })
    expect(lines.map(({ total }) => total)).toEqual(['8.57', '17.14', '4.24'])
  })

  test('one discount over different taxes', () => {
    const basket = [line('34.90', ['0.08']), line('12.50', ['0']), line('19.95', ['0.06'])]
    const priced = priceBasket(basket, { ...rule, discount: '7.77' })
    expect(priced.lines.map(({ discount, net, tax }) => [discount, net, tax])).toEqual([
      ['4.03', '28.58', '2.29'],
      ['1.44', '11.06', '0.00'],
      ['2.30', '16.65', '1.00'],
    ])
    expect(priced).toMatchObject({ total: '59.58', tax: '3.29', discount: '7.77' })
  })

  test('twelve units are twelve times the price, and their tax is that of the line', () => {
    const priced = priceBasket([line('12.90', ['0.08'], { quantity: '12' })], rule)
    expect(priced).toMatchObject({ total: '154.80', net: '143.33', tax: '11.47' })
  })

  test('three for 79.35 are 73.47 without tax', () => {
    expect(priceBasket([line('26.45', ['0.08'], { quantity: '3' })], rule).net).toBe('73.47')
  })

  test('of what is sold for another only the commission is net and taxed, by line or by receipt', () => {
    const insurance = line('120.00', ['0.08'], { commission: '0.15' })
    for (const taxBy of ['line', 'receipt'] as const)
      expect(priceBasket([insurance], { ...rule, taxBy }).lines[0]).toMatchObject({
        owed: '102.00',
        net: '16.67',
        tax: '1.33',
        total: '120.00',
      })
    expect(priceBasket([line('0.03', ['0.08'], { commission: '0.15' })], rule).lines[0]).toMatchObject({
      owed: '0.03',
      net: '0.00',
      total: '0.03',
    })
  })

  test('what comes back one by one is the whole in the end, and the last unit takes the rest', () => {
    const sold = { gross: '70.00', discount: '0', total: '70.00', taxes: ['5.19'], owed: '0', cost: '49.00' }
    const [first, last] = unitByUnit(sold, 2)
    expect(first).toMatchObject({ total: '35.00', net: '32.40', tax: '2.60', cost: '24.50' })
    expect(last).toMatchObject({ total: '35.00', net: '32.41', tax: '2.59', cost: '24.50' })
  })
})

const cents = fc.integer({ min: 1, max: 500_000 }).map((n) => new Exact(n).div(100).toFixed(2))
const rates = fc.array(
  fc.integer({ min: 0, max: 3000 }).map((n) => new Exact(n).div(10_000).toFixed()),
  { maxLength: 3 },
)
const lines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 40 }).map(String),
    price: cents,
    rates,
    isIncluded: fc.boolean(),
    isUndiscounted: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)
const commissions = fc.option(
  fc.integer({ min: 0, max: 10_000 }).map((n) => new Exact(n).div(10_000).toFixed()),
)
const sum = (values: readonly string[]) =>
  values.reduce((total, value) => total.plus(value), new Exact(0)).toFixed(2)

describe('for any basket', () => {
  test('the parts are the total, on each line, by each rate and on the receipt', () => {
    fc.assert(
      fc.property(
        lines,
        fc.constantFrom('line', 'receipt'),
        fc.integer({ min: 0, max: 100 }),
        (all, taxBy, off) => {
          const able = sum(
            all
              .filter(({ isUndiscounted }) => !isUndiscounted)
              .map(({ quantity, price }) => new Exact(quantity).times(price).toFixed(2)),
          )
          const discount = new Exact(able).times(off).div(100).toFixed(2)
          const priced = priceBasket(all, { decimals: 2, taxBy: taxBy as 'line', discount })
          for (const [at, one] of priced.lines.entries()) {
            expect(sum([one.net, ...one.taxes])).toBe(one.total)
            if (all[at]?.isIncluded)
              expect(new Exact(one.gross).minus(one.discount).toFixed(2)).toBe(one.total)
            else expect(new Exact(one.gross).minus(one.discount).toFixed(2)).toBe(one.net)
            expect(new Exact(one.discount).isNegative() && !new Exact(one.discount).isZero()).toBe(false)
          }
          expect(sum(priced.lines.map(({ total }) => total))).toBe(priced.total)
          expect(sum([priced.net, priced.tax])).toBe(priced.total)
          expect(priced.discount).toBe(discount)
          expect(sum(priced.byRate.flatMap(({ net, taxes }) => [net, ...taxes]))).toBe(priced.total)
        },
      ),
    )
  })

  test('a rate of nothing takes no cent of what the others leave', () => {
    const [one] = priceBasket([line('0.15', ['0.0088', '0.0435', '0'], { quantity: '4' })], rule).lines
    expect(one).toMatchObject({ net: '0.57', taxes: ['0.01', '0.02', '0.00'], total: '0.60' })
    const back = splitTax(new Exact('-0.60'), { rates: ['0.0088', '0.0435', '0'], isIncluded: true }, 2)
    expect(back.taxes.map(String)).toEqual(['-0.01', '-0.02', '0'])
  })

  test('what is returned unit by unit leaves nothing of what was sold', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        cents,
        rates,
        cents,
        commissions,
        (units, price, own, cost, commission) => {
          const { lines: priced } = priceBasket(
            [line(price, own, { quantity: String(units), commission })],
            rule,
          )
          const sold = { ...priced[0], cost } as never
          const back = unitByUnit(sold, units)
          for (const part of ['discount', 'gross', 'net', 'owed', 'tax', 'total'] as const)
            expect(sum(back.map((one) => one[part]))).toBe(new Exact(priced[0]?.[part] ?? 0).toFixed(2))
          expect(sum(back.map((one) => one.cost))).toBe(cost)
        },
      ),
    )
  })
})
