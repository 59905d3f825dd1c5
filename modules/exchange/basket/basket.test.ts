import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import {
  cashRounding,
  deviationOf,
  gainOf,
  lineAmount,
  type Piece,
  piecesFor,
  solveLine,
  totalsOf,
} from './basket.domain.ts'

const decimal = (min: number, max: number, places: number) =>
  fc.integer({ min, max }).map((n) => new Exact(n).div(10 ** places).toFixed())
const side = fc.constantFrom('buy', 'sell')
const quoteUnit = fc.constantFrom(1, 100, 1000)
const grain = { localExponent: 2, ratePrecision: 4, cashUnit: '5' }
const number = (text: string | undefined) => new Exact(text ?? Number.NaN)

describe('the field that is missing', () => {
  test('is an amount: quantity by rate, rounded once', () => {
    fc.assert(
      fc.property(decimal(1, 10 ** 7, 2), decimal(1, 10 ** 6, 4), quoteUnit, (quantity, rate, unit) => {
        const amount = new Exact(quantity).times(rate).dividedBy(unit).toFixed(2)
        expect(lineAmount({ quantity, rate, quoteUnit: unit }, 2)).toBe(amount)
        // What was typed as an amount gives way to it.
        expect(solveLine({ quantity, rate, amount: '1' }, unit, grain)).toEqual({ quantity, rate, amount })
      }),
    )
  })

  test('is a quantity: the most that can be handed over for the amount', () => {
    fc.assert(
      fc.property(decimal(1, 10 ** 7, 2), decimal(1, 10 ** 6, 4), quoteUnit, (amount, rate, unit) => {
        const found = solveLine({ amount, rate }, unit, grain)
        const worth = (quantity: InstanceType<typeof Exact>) => quantity.times(rate).dividedBy(unit)
        const quantity = number(found.quantity)
        expect(quantity.modulo(grain.cashUnit).isZero()).toBe(true)
        expect(worth(quantity).lessThanOrEqualTo(amount)).toBe(true)
        expect(worth(quantity.plus(grain.cashUnit)).greaterThan(amount)).toBe(true)
        expect(found.amount).toBe(worth(quantity).toFixed(2))
        expect(found.rate).toBe(rate)
      }),
    )
  })

  test('is a rate: the amount a unit, in the decimals of rates and without noughts at its end', () => {
    fc.assert(
      fc.property(decimal(1, 10 ** 7, 2), decimal(1, 10 ** 5, 1), quoteUnit, (amount, quantity, unit) => {
        const found = solveLine({ amount, quantity }, unit, grain)
        const rate = new Exact(amount).times(unit).dividedBy(quantity).toFixed(4)
        expect(number(found.rate).toFixed(4)).toBe(rate)
        expect(found.rate).toMatch(/^\d+(\.\d*[1-9])?$/)
        expect(found.amount).toBe(lineAmount({ quantity, rate, quoteUnit: unit }, 2))
        expect(found.quantity).toBe(quantity)
      }),
    )
  })

  test('is left open where too little is known, or nothing can be divided', () => {
    for (const typed of [{ quantity: '5' }, { rate: '5' }, { amount: '5' }, {}])
      expect(solveLine(typed, 1, grain)).toEqual({
        quantity: undefined,
        rate: undefined,
        amount: undefined,
        ...typed,
      })
    expect(solveLine({ amount: '5', rate: '0' }, 1, grain)).toEqual({ amount: '5', rate: '0' })
    expect(solveLine({ amount: '5', quantity: '0' }, 1, grain)).toEqual({ amount: '5', quantity: '0' })
  })
})

describe('what a basket comes to', () => {
  const lines = fc.array(fc.record({ side, amount: decimal(0, 10 ** 6, 2) }), { maxLength: 6 })
  const fees = fc.array(fc.record({ fee: decimal(0, 1000, 2), tax: decimal(0, 100, 2) }), { maxLength: 3 })
  test('is what the customer owes for sales and fees, less what we owe for purchases', () => {
    fc.assert(
      fc.property(lines, fees, (given, charged) => {
        const sum = (amounts: readonly string[]) =>
          amounts.reduce((total, one) => total + Math.round(Number(one) * 100), 0)
        const of = (one: string) => sum(given.filter((line) => line.side === one).map(({ amount }) => amount))
        const fee = sum(charged.map((one) => one.fee))
        const cents = (total: number) => new Exact(total).div(100).toFixed(2)
        expect(totalsOf(given, charged, 2)).toEqual({
          buy: cents(of('buy')),
          sell: cents(of('sell')),
          fee: cents(fee),
          tax: cents(sum(charged.map(({ tax }) => tax))),
          net: cents(of('sell') - of('buy') + fee),
        })
      }),
    )
  })

  test('is rounded to the nearest coin, half of one away from zero', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.constantFrom(1, 5, 10, 25),
        (net, coin) => {
          const added = Number(cashRounding((net / 100).toFixed(2), (coin / 100).toFixed(2), 2)) * 100
          const paid = net + Math.round(added)
          expect(Math.abs(paid % coin)).toBe(0)
          expect(Math.abs(paid - net) * 2).toBeLessThanOrEqual(coin)
          if (Math.abs(paid - net) * 2 === coin) expect(Math.abs(paid)).toBeGreaterThan(Math.abs(net))
        },
      ),
    )
    expect([cashRounding('0.025', '0.05', 3), cashRounding('-0.025', '0.05', 3)]).toEqual(['0.025', '-0.025'])
  })
})

describe('what a line earns', () => {
  const line = fc.record({
    side,
    quantity: decimal(1, 10 ** 6, 0),
    rate: decimal(1, 10 ** 5, 4),
    mid: decimal(1, 10 ** 5, 4),
    quoteUnit,
  })
  test('by its rate is what lies between amount and mid, by holding the rest of what was gained', () => {
    fc.assert(
      fc.property(line, decimal(0, 10 ** 6, 2), (given, cost) => {
        const amount = lineAmount(given, 2)
        const atMid = lineAmount({ ...given, rate: given.mid }, 2)
        const gain = gainOf({ ...given, amount }, cost, 2)
        const gap = new Exact(amount).minus(atMid)
        if (given.side === 'buy')
          expect(gain).toEqual({
            purchaseMargin: gap.negated().plus(0).toFixed(2),
            dealing: '0.00',
            holding: '0.00',
            realised: '0.00',
          })
        else
          expect(gain).toEqual({
            purchaseMargin: '0.00',
            dealing: gap.toFixed(2),
            holding: new Exact(atMid).minus(cost).toFixed(2),
            realised: new Exact(amount).minus(cost).toFixed(2),
          })
      }),
    )
  })
})

describe('pieces out of a drawer', () => {
  const drawer = fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom('note', 'coin'),
      faceValue: fc.constantFrom('0.2', '0.5', '1', '2', '5', '10', '20'),
      count: fc.integer({ min: 0, max: 4 }),
    }),
    { selector: ({ faceValue }) => faceValue, maxLength: 5 },
  )
  const tenths = ({ faceValue, count }: Piece) => Math.round(Number(faceValue) * 10) * count

  /** Every way to make an amount, the one with most of the largest pieces first. */
  function* ways(left: number, pieces: readonly Piece[]): Generator<Piece[]> {
    const [piece, ...rest] = pieces
    if (!piece) {
      if (left === 0) yield []
      return
    }
    for (let { count } = piece; count >= 0; count--)
      for (const way of ways(left - tenths({ ...piece, count }), rest))
        yield count > 0 ? [{ ...piece, count }, ...way] : way
  }

  test('are the first way that makes the amount, from the largest down; none where there is none', () => {
    fc.assert(
      fc.property(drawer, fc.integer({ min: 0, max: 900 }), (held, amount) => {
        const largestFirst = held.toSorted((a, b) => Number(b.faceValue) - Number(a.faceValue))
        const [way] = ways(amount, largestFirst)
        expect(piecesFor((amount / 10).toFixed(1), held)).toEqual(way)
      }),
      { numRuns: 300 },
    )
  })

  test('make every amount that they were taken for', () => {
    fc.assert(
      fc.property(drawer, (held) => {
        const all = held.filter(({ count }) => count > 0)
        const amount = all.reduce((sum, piece) => sum + tenths(piece), 0)
        expect(new Set(piecesFor((amount / 10).toFixed(1), held))).toEqual(new Set(all))
      }),
    )
  })

  test('are asked for no more than can be counted', () => {
    expect(piecesFor('90071992547409.93', [{ kind: 'note', faceValue: '0.01', count: 1 }])).toBeUndefined()
    expect(piecesFor('1', [])).toBeUndefined()
    expect(piecesFor('0', [])).toEqual([])
  })
})

test('a deviation is how far a rate is from the board in favour of the customer, as a fraction; against them below zero', () => {
  const cases = [
    ['buy', '4.5', '4.4', '0.02272727272727272727'],
    ['buy', '4.3', '4.4', '-0.02272727272727272727'],
    ['sell', '4.3', '4.4', '0.02272727272727272727'],
    ['sell', '4.5', '4.4', '-0.02272727272727272727'],
    ['buy', '6', '4', '0.5'],
  ] as const
  for (const [dealt, rate, usual, fraction] of cases)
    expect([dealt, rate, deviationOf(dealt, rate, usual)]).toEqual([dealt, rate, fraction])
  expect(new Exact(deviationOf('sell', '4.4', '4.4')).isZero()).toBe(true)
})
