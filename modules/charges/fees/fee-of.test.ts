import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { byModes, type FeeAsk, feeOf, type FeeRule, feesOf } from './fees.domain.ts'

const decimal = (min: number, max: number, places: number) =>
  fc.integer({ min, max }).map((n) => new Exact(n).div(10 ** places).toFixed(places))
const ruleOf = (part: Partial<FeeRule> = {}): FeeRule => ({
  id: 'a',
  version: 1,
  name: 'Handling',
  branchId: null,
  currencyId: null,
  side: null,
  customerType: null,
  modeId: null,
  amountFrom: null,
  amountTo: null,
  priority: 1,
  kind: 'flat',
  amount: null,
  percent: null,
  tiers: [],
  minimum: null,
  maximum: null,
  taxKind: 'none',
  taxName: '',
  taxRate: null,
  isWaivable: true,
  ...part,
})
const ask = (part: Partial<FeeAsk> = {}): FeeAsk => ({
  branchId: 'branch',
  currencyId: 'USD',
  side: 'sell',
  customerType: 1,
  modeId: 'cash',
  localAmount: '1000.00',
  ...part,
})
const totalOf = (rule: FeeRule, localAmount: string) => feeOf([rule], ask({ localAmount }), 2)?.total

describe('a fee', () => {
  const local = decimal(1, 10 ** 7, 2)
  test('is flat, a share of the amount, or that of the highest step that the amount has reached', () => {
    fc.assert(
      fc.property(local, decimal(0, 5000, 2), decimal(0, 999, 4), (amount, flat, percent) => {
        const share = new Exact(amount).times(percent)
        expect(totalOf(ruleOf({ kind: 'flat', amount: flat, percent }), amount)).toBe(flat)
        expect(totalOf(ruleOf({ kind: 'percent', amount: flat, percent }), amount)).toBe(share.toFixed(2))
        const tiers = [
          { from: '0', amount: '1', percent: null },
          { from: '1000', amount: null, percent },
          { from: '5000', amount: flat, percent },
        ]
        const step = Number(amount) < 1000 ? new Exact(1) : Number(amount) < 5000 ? share : share.plus(flat)
        expect(totalOf(ruleOf({ kind: 'tiered', tiers }), amount)).toBe(step.toFixed(2))
        expect(totalOf(ruleOf({ kind: 'tiered', tiers: tiers.toReversed() }), amount)).toBe(step.toFixed(2))
      }),
    )
    const step = ruleOf({ kind: 'tiered', tiers: [{ from: '1000', amount: '7', percent: null }] })
    expect(['999.99', '1000.00'].map((amount) => totalOf(step, amount))).toEqual(['0.00', '7.00'])
    expect(totalOf(ruleOf({ kind: 'percent' }), '1000')).toBe('0.00')
    expect(totalOf(ruleOf({ kind: 'flat' }), '1000')).toBe('0.00')
  })

  test('is at least the minimum and at most the maximum', () => {
    fc.assert(
      fc.property(local, decimal(0, 2000, 2), decimal(2000, 9000, 2), (amount, minimum, maximum) => {
        const share = new Exact(amount).times('0.01')
        const between = Exact.min(Exact.max(share, minimum), maximum).toFixed(2)
        expect(totalOf(ruleOf({ kind: 'percent', percent: '0.01', minimum, maximum }), amount)).toBe(between)
      }),
    )
  })

  test('has its tax within or on top, to the cent', () => {
    fc.assert(
      fc.property(decimal(0, 10 ** 6, 2), decimal(0, 2500, 4), (amount, taxRate) => {
        const of = (taxKind: FeeRule['taxKind']) => feeOf([ruleOf({ amount, taxKind, taxRate })], ask(), 2)
        const within = new Exact(amount).times(taxRate).div(new Exact(taxRate).plus(1)).toFixed(2)
        const onTop = new Exact(amount).times(taxRate).toFixed(2)
        expect(of('none')).toMatchObject({ net: amount, tax: '0.00', total: amount, taxRate: null })
        expect(of('inclusive')).toMatchObject({
          net: new Exact(amount).minus(within).toFixed(2),
          tax: within,
          total: amount,
          taxRate,
        })
        expect(of('exclusive')).toMatchObject({
          net: amount,
          tax: onTop,
          total: new Exact(amount).plus(onTop).toFixed(2),
          taxRate,
        })
      }),
    )
    const untold = ruleOf({ amount: '5', taxKind: 'exclusive' })
    expect(feeOf([untold], ask(), 2)).toMatchObject({ tax: '0.00', total: '5.00' })
  })

  test('is that of the rule that fits in every part it names', () => {
    const scope = {
      branchId: fc.constantFrom('branch', 'other', null),
      currencyId: fc.constantFrom('USD', 'EUR', null),
      side: fc.constantFrom('sell', 'buy', null),
      customerType: fc.constantFrom(1, 2, null),
      modeId: fc.constantFrom('cash', 'card', null),
    }
    fc.assert(
      fc.property(fc.record(scope), (named) => {
        const own: Record<string, unknown> = { ...ask() }
        const fits = Object.entries(named).every(([part, value]) => value === null || value === own[part])
        expect(feeOf([ruleOf({ ...named, amount: '5' })], ask(), 2) !== null).toBe(fits)
      }),
    )
    const band = ruleOf({ amount: '5', amountFrom: '100', amountTo: '200' })
    const inBand = ['99.99', '100.00', '199.99', '200.00'].map((amount) => totalOf(band, amount))
    expect(inBand).toEqual([undefined, '5.00', '5.00', undefined])
  })

  test('goes by the first rule in order of priority, then by the one made first', () => {
    const rules = [ruleOf({ id: 'c', priority: 2 }), ruleOf({ id: 'b' }), ruleOf({ id: 'a' })]
    expect(feeOf(rules, ask(), 2)?.ruleId).toBe('a')
    expect(feeOf(rules.slice(0, 2), ask(), 2)?.ruleId).toBe('b')
    expect(feeOf([], ask(), 2)).toBeNull()
  })

  test('of several lines under one rule is charged once, on what they come to', () => {
    const share = ruleOf({ id: 'a', side: 'sell', kind: 'percent', percent: '0.01' })
    const flat = ruleOf({ id: 'b', side: 'buy', amount: '3' })
    const lines = [
      ask({ localAmount: '100.40' }),
      ask({ localAmount: '200.40' }),
      ask({ side: 'buy' }),
      ask({ side: 'buy' }),
    ]
    const fees = feesOf([share, flat], lines, 2)
    expect(fees.map(({ ruleId, total }) => [ruleId, total])).toEqual([
      ['a', '3.01'],
      ['b', '3.00'],
    ])
    expect(feesOf([share], [ask({ side: 'buy' })], 2)).toEqual([])
  })
})

test('the shares of the modes are above zero, and come to the line', () => {
  const cents = decimal(1, 10_000, 2)
  const paying = fc.array(cents, { minLength: 2, maxLength: 5 })
  const of = (amounts: string[], sums: string[]) => {
    const lines = amounts.map((localAmount) => ask({ localAmount }))
    const payments = sums.map((amount, at) => ({ modeId: `mode ${at}`, amount }))
    const principal = amounts.reduce((sum, amount) => sum.plus(amount), new Exact(0)).toFixed(2)
    return { principal, parts: byModes(lines, payments, { principal, decimals: 2 }) }
  }
  const given = of(['50.00', '50.00'], ['33.35', '66.65', '1.00'])
  expect(given.parts.map(({ modeId, localAmount }) => [modeId, localAmount])).toEqual([
    ['mode 0', '16.68'],
    ['mode 1', '33.32'],
    ['mode 0', '16.68'],
    ['mode 1', '33.32'],
  ])
  // What comes back as change has no share, of a small sum either.
  expect(of(['0.80'], ['0.50', '0.60']).parts.map(({ localAmount }) => localAmount)).toEqual(['0.5', '0.3'])
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 3 }), paying, (amounts, sums) => {
      const { principal, parts } = of(amounts, sums)
      expect(parts.filter(({ localAmount }) => Number(localAmount) <= 0)).toEqual([])
      const whole = parts.reduce((sum, { localAmount }) => sum.plus(localAmount), new Exact(0))
      expect(whole.toFixed(2)).toBe(principal)
    }),
  )
})
