import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import {
  amountFor,
  basisOf,
  type Entry,
  isBlank,
  isNegotiated,
  isWhole,
  newEntry,
  type NumberField,
  solveNumbers,
  sumOf,
  typedNumber,
  typeInto,
} from './entry.domain.ts'

const grain = { quoteUnit: 100, localExponent: 2, ratePrecision: 4, cashUnit: '5' }
const decimal = (min: number, max: number, places: number) =>
  fc.integer({ min, max }).map((n) => new Exact(n).div(10 ** places).toFixed(places))
const fields: readonly NumberField[] = ['quantity', 'rate', 'amount']
const text = fc.oneof(decimal(1, 10 ** 7, 2), fc.constant(''))
const step = fc.tuple(fc.constantFrom(...fields), text)
const entry: Entry = { ...newEntry(1, 'buy'), currencyId: 'JPY', usual: '2.9' }
const typed = (steps: readonly (readonly [NumberField, string])[]) =>
  steps.reduce((one, [field, value]) => typeInto(one, field, value), entry)

describe('what a cashier types into a line', () => {
  test('keeps every number as typed but the one that is found; a rate is found only where it was emptied', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        const line = typed(steps)
        const [field, value] = steps.at(-1) ?? ['rate', '']
        expect(line[field]).toBe(value)
        if (line.found === 'rate') expect(line.rate).toBe('')
        if (field !== 'rate') expect(line.found === field && value !== '').toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  test('is solved so that quantity, rate and amount belong together', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
        const line = typed(steps)
        const { quantity, rate, amount } = solveNumbers(line, grain)
        if (quantity === undefined || rate === undefined || amount === undefined) return
        const product = new Exact(quantity).times(rate).div(grain.quoteUnit)
        expect(amount).toBe(product.toFixed(2))
        if (line.found === 'quantity') {
          expect(new Exact(quantity).modulo(grain.cashUnit).isZero()).toBe(true)
          expect(product.lessThanOrEqualTo(typedNumber(line.amount) ?? 0)).toBe(true)
        } else expect(quantity).toBe(typedNumber(line.quantity))
        if (line.found !== 'rate') expect(rate).toBe(typedNumber(line.rate ?? '') ?? '2.9')
      }),
      { numRuns: 300 },
    )
  })

  test('finds the quantity from an amount, the amount from a quantity, the rate once both are there', () => {
    expect(typed([['quantity', '5']]).found).toBe('amount')
    expect(typed([['amount', '5']]).found).toBe('quantity')
    expect(typed([['rate', '5']])).toMatchObject({ rate: '5', found: 'amount' })
    expect(
      typed([
        ['rate', ''],
        ['quantity', '5'],
      ]).found,
    ).toBe('amount')
    expect(
      typed([
        ['rate', ''],
        ['quantity', '5'],
        ['amount', '7'],
      ]),
    ).toMatchObject({ quantity: '5', found: 'rate' })
    expect(
      typed([
        ['rate', ''],
        ['amount', '7'],
        ['quantity', '5'],
      ]),
    ).toMatchObject({ amount: '7', found: 'rate' })
    const back = [
      ['rate', ''],
      ['quantity', '5'],
      ['amount', '7'],
      ['rate', '1'],
    ] as const
    expect(typed(back)).toMatchObject({ found: 'amount', rate: '1' })
    expect(
      typed([
        ['amount', '7'],
        ['rate', '3'],
      ]).found,
    ).toBe('quantity')
  })

  test('of a number that is wiped is found from the other that was typed, whatever was typed over it', () => {
    const amounts: string[][] = [[''], ['7', ''], ['7', '', '7', '']]
    for (const values of amounts) {
      const line = typed([['quantity', '5'], ...values.map((value) => ['amount', value] as const)])
      expect(line).toMatchObject({ quantity: '5', amount: '', found: 'amount' })
      expect(solveNumbers(line, grain)).toEqual(solveNumbers(typed([['quantity', '5']]), grain))
    }
    expect(
      typed([
        ['amount', '7'],
        ['quantity', '5'],
        ['quantity', ''],
      ]),
    ).toMatchObject({ amount: '7', quantity: '', found: 'quantity' })
    const asked = [
      ['rate', ''],
      ['quantity', '5'],
      ['amount', '7'],
      ['amount', ''],
    ] as const
    expect(typed(asked)).toMatchObject({ quantity: '5', found: 'amount' })
    expect(
      typed([
        ['amount', '7'],
        ['amount', ''],
      ]),
    ).toMatchObject({ quantity: '', amount: '', found: 'amount' })
    expect(
      typed([
        ['quantity', '5'],
        ['quantity', ''],
      ]),
    ).toMatchObject({ amount: '', found: 'amount' })
  })

  test('forgets pieces with the number that they made up', () => {
    const pieces = [{ kind: 'note', faceValue: '50', count: 2 }] as const
    const line = { ...entry, pieces: [...pieces] }
    expect(typeInto(line, 'quantity', '5').pieces).toEqual([])
    expect(typeInto(line, 'rate', '5').pieces).toEqual(pieces)
    expect(sumOf([...pieces, { kind: 'coin', faceValue: '0.5', count: 3 }])).toBe('101.5')
    expect(sumOf([])).toBe('0')
  })

  test('is left as typed while the currency is not known', () => {
    expect(solveNumbers({ ...entry, quantity: '1k', amount: 'x' }, undefined)).toEqual({
      quantity: '1000',
      rate: '2.9',
      amount: undefined,
    })
    expect(solveNumbers({ ...entry, usual: null }, undefined).rate).toBeUndefined()
  })

  test('depends on the amount where the quantity is found, else on the quantity', () => {
    const both = { ...entry, quantity: '5', amount: '7' }
    expect(basisOf({ ...both, found: 'quantity' })).toBe('amount 7')
    expect(basisOf({ ...both, found: 'amount' })).toBe('quantity 5')
    expect(basisOf({ ...both, found: 'rate' })).toBe('quantity 5')
  })
})

describe('a line', () => {
  test('can be dealt once currency, rate, quantity and amount are there and come to something', () => {
    const whole = { quantity: '5', rate: '2', amount: '10' }
    expect(isWhole(entry, whole)).toBe(true)
    expect(isWhole({ ...entry, currencyId: '' }, whole)).toBe(false)
    for (const field of fields) expect(isWhole(entry, { ...whole, [field]: undefined })).toBe(false)
    for (const field of ['quantity', 'amount'])
      expect(isWhole(entry, { ...whole, [field]: '0.00' })).toBe(false)
  })

  test('is blank until a currency, quantity or amount was entered; its rate alone is nothing', () => {
    const blank = newEntry(1, 'sell')
    expect(isBlank({ ...blank, rate: '5' })).toBe(true)
    for (const field of ['currencyId', 'quantity', 'amount'])
      expect(isBlank({ ...blank, [field]: 'x' })).toBe(false)
  })

  test('was negotiated where its rate is known and no other spelling of the usual one', () => {
    expect(isNegotiated(entry, { rate: '2.90' })).toBe(false)
    expect(isNegotiated(entry, { rate: '2.91' })).toBe(true)
    expect(isNegotiated(entry, {})).toBe(false)
    expect(isNegotiated({ ...entry, usual: null }, { rate: '2.9' })).toBe(true)
  })

  test('has the amount with which the deal comes to a total, whatever else is in it', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.constantFrom('buy', 'sell'), (total, rest, side) => {
        const amount = amountFor(side, String(total), String(rest))
        const sign = side === 'sell' ? 1 : -1
        if (amount === undefined) expect((total - rest) * sign).toBeLessThanOrEqual(0)
        else expect(rest + sign * Number(amount)).toBe(total)
      }),
    )
  })
})

test('a number as typed may have a unit in any case, spaces and commas', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.constantFrom('k', 'K', 'm', 'M', ''), (n, unit) => {
      const times = { k: 1000, m: 1_000_000 }[unit.toLowerCase()] ?? 1
      expect(typedNumber(`${n.toLocaleString('en')} ${unit}`)).toBe(new Exact(n).times(times).toFixed())
    }),
  )
  for (const none of ['0.00', '.', 'k', '1kk', 'x5', '-5']) expect(typedNumber(none)).toBeUndefined()
  expect([typedNumber('.5'), typedNumber('5.')]).toEqual(['0.5', '5'])
})
