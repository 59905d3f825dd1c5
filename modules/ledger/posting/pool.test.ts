import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import {
  reverseReceipt,
  issue,
  type Moved,
  type Pool,
  receive,
  receiveAtCost,
  revalue,
} from './pool.domain.ts'

type Decimal = InstanceType<typeof Exact>
const decimal = (min: number, max: number, places: number) =>
  fc.integer({ min, max }).map((n) => new Exact(n).div(10 ** places).toFixed())
const quantity = decimal(1, 5000, 1)
const value = decimal(1, 5000, 2)
const full: fc.Arbitrary<Pool> = fc.record({ quantity, value })
const empty: Pool = { quantity: '0', value: '0' }
const short: fc.Arbitrary<Pool> = full.map((held) => ({
  quantity: `-${held.quantity}`,
  value: `-${held.value}`,
}))
const anyPool = fc.oneof(full, short, fc.constant(empty))
const cents = (amount: Decimal) => amount.toDecimalPlaces(2).toFixed()

/** What goes in or out is in the pool afterwards: no cent is lost between pool, value and gain. */
function expectMoved(before: Pool, moved: Moved, units: Decimal) {
  expect(moved.pool.quantity).toBe(new Exact(before.quantity).plus(units).toFixed())
  expect(moved.pool.value).toBe(new Exact(before.value).plus(moved.value).toFixed())
}

describe('what comes in', () => {
  test('adds what it cost where nothing is owed', () => {
    fc.assert(
      fc.property(fc.oneof(full, fc.constant(empty)), quantity, value, (before, more, cost) => {
        const moved = receive(before, more, cost, 2)
        expectMoved(before, moved, new Exact(more))
        expect([moved.value, moved.gain]).toEqual([cost, '0'])
      }),
    )
  })

  test('covers what was sold short at the cost it was sold at; the difference is gain or loss', () => {
    fc.assert(
      fc.property(short, quantity, value, (before, more, cost) => {
        const moved = receive(before, more, cost, 2)
        expectMoved(before, moved, new Exact(more))
        const owed = new Exact(before.quantity).negated()
        const worth = new Exact(before.value).negated()
        const covers = Exact.min(owed, more)
        const carried = cents(worth.times(covers).div(owed))
        // What is left is worth the new price, and what covers is the rest.
        const left = cents(new Exact(cost).times(new Exact(more).minus(covers)).div(more))
        const paid = new Exact(cost).minus(left)
        expect(moved.gain).toBe(new Exact(carried).minus(paid).toFixed())
        expect(moved.value).toBe(new Exact(cost).plus(moved.gain).toFixed())
        if (covers.equals(owed) && covers.equals(more)) expect(moved.pool).toEqual(empty)
      }),
    )
  })

  test('leaves what was not sold at the new price, where half a cent could go either way', () => {
    const moved = receive({ quantity: '-1', value: '-11.00' }, '2', '23.45', 2)
    expect(moved.pool).toEqual({ quantity: '1', value: '11.73' })
    expect(moved.gain).toBe('-0.72')
  })

  test('covers exactly what was owed: nothing is left, whatever the cost does not divide by', () => {
    const moved = receive({ quantity: '-3', value: '-10' }, '3', '11', 2)
    expect(moved).toEqual({ pool: empty, value: '10', gain: '-1' })
    // In parts of a unit of a cent too, as amounts of other systems have them.
    expect(receive({ quantity: '-3', value: '-10.004' }, '3', '11.003', 2).pool).toEqual(empty)
  })

  test('comes in at the average where no cost is given, or at what a unit is worth', () => {
    fc.assert(
      fc.property(full, quantity, (before, more) => {
        const average = new Exact(before.value).times(more).div(before.quantity)
        expect(receiveAtCost(before, more, undefined, 2).value).toBe(cents(average))
      }),
    )
    expect(receiveAtCost(empty, '3', '1.115', 2)).toMatchObject({ value: '3.35', gain: '0' })
    expect(() => receiveAtCost(empty, '3', undefined, 2)).toThrow('An empty pool has no average cost')
  })
})

describe('what goes out', () => {
  test('goes at the average, the last of it with all that is left', () => {
    fc.assert(
      fc.property(fc.oneof(full, short), quantity, (before, less) => {
        const moved = issue(before, less, undefined, 2)
        expectMoved(before, moved, new Exact(less).negated())
        expect(moved.value).toBe(cents(new Exact(before.value).times(less).div(before.quantity).negated()))
        expect(moved.gain).toBe('0')
      }),
    )
    expect(issue({ quantity: '3', value: '10.004' }, '3', undefined, 2).pool).toEqual(empty)
    expect(issue(empty, '2', '1.5', 2)).toEqual({
      pool: { quantity: '-2', value: '-3' },
      value: '-3',
      gain: '0',
    })
    expect(() => issue(empty, '2', undefined, 2)).toThrow('An empty pool has no average cost')
  })

  test('goes back for what it cost while the pool allows that, else at the average with a gain or loss', () => {
    fc.assert(
      fc.property(anyPool, quantity, value, (before, less, cost) => {
        fc.pre(before.quantity !== '0')
        const moved = reverseReceipt(before, less, cost, 2)
        expectMoved(before, moved, new Exact(less).negated())
        expect(new Exact(cost).plus(moved.value).toFixed()).toBe(moved.gain)
        const [rest, worth] = [new Exact(before.quantity).minus(less), new Exact(before.value).minus(cost)]
        const isWhole = rest.isZero() ? worth.isZero() : rest.greaterThan(0) && worth.greaterThanOrEqualTo(0)
        if (isWhole) expect(moved.gain).toBe('0')
        else expect(moved.value).toBe(issue(before, less, undefined, 2).value)
      }),
    )
  })

  test('goes back whole with the last of the quantity and the last of the value', () => {
    const held = { quantity: '3', value: '10' }
    expect(reverseReceipt(held, '3', '10', 2)).toEqual({ pool: empty, value: '-10', gain: '0' })
    expect(reverseReceipt(held, '2', '10', 2)).toEqual({
      pool: { quantity: '1', value: '0' },
      value: '-10',
      gain: '0',
    })
    expect(reverseReceipt(held, '3', '9', 2)).toEqual({ pool: empty, value: '-10', gain: '-1' })
    expect(reverseReceipt(held, '1', '11', 2)).toMatchObject({ value: '-3.33', gain: '7.67' })
    expect(reverseReceipt(empty, '2', '3', 2)).toEqual({
      pool: { quantity: '-2', value: '-3' },
      value: '-3',
      gain: '0',
    })
  })
})

test('another value is carried by what is there; what an empty pool cannot carry is earned or lost', () => {
  expect(revalue({ quantity: '900', value: '4011' }, '21')).toEqual({
    pool: { quantity: '900', value: '4032' },
    value: '21',
    gain: '0',
  })
  expect(revalue({ quantity: '0', value: '0' }, '21')).toMatchObject({ value: '0', gain: '-21' })
  expect(revalue({ quantity: '1', value: '4.48' }, '-21')).toEqual({
    pool: { quantity: '1', value: '4.48' },
    value: '0',
    gain: '21',
  })
  expect(revalue({ quantity: '-50', value: '-222.50' }, '-2.50').pool.value).toBe('-225')
})
