import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StockItem } from '../items/items.domain.ts'
import { divideDifference, isPostedAtOnce, listSupersededBy, valueOf } from './differences.domain.ts'

const pending = (items: readonly string[], variance = '100', takers = ['teller']) => ({
  lines: items.map((itemId) => ({ itemId, difference: '-1' })),
  variance,
  takers,
})

const item = (isLocal: boolean) => ({ id: isLocal ? 'MYR' : 'USD', isLocal }) as StockItem
const valued = (
  difference: string,
  pool?: [quantity: string, value: string],
  mid?: string,
  isLocal = false,
) => valueOf({ item: item(isLocal), difference }, pool && { quantity: pool[0], value: pool[1] }, mid, 2)

test('a difference is worth what it cost or the mid, whichever is more', () => {
  expect(valued('-100', ['200', '1000'], '4.5')).toBe('-500')
  expect(valued('-100', ['200', '2'], '4.5')).toBe('-450')
  expect(valued('10', ['3', '10'], '1')).toBe('33.33')
  expect(valued('3', ['7', '9'])).toBe('3.86')
  expect(valued('-3', ['0.5', '10'], '4.5')).toBe('-60')
})

test('a difference is worth the mid where the branch has none or owes it, and nothing known where there is no mid', () => {
  for (const pool of [undefined, ['0', '0'], ['-5', '-25']] as const) {
    expect(valued('-2', pool && [...pool], '4.5')).toBe('-9')
    expect(valued('-2', pool && [...pool])).toBe(undefined)
  }
})

test('local money is worth what it is, and no difference nothing, whatever is known', () => {
  expect(valued('-100.05', undefined, undefined, true)).toBe('-100.05')
  expect(valued('-100.05', ['1', '9'], '2', true)).toBe('-100.05')
  expect(valued('0', undefined)).toBe('0')
})

test('a count of some items supersedes what counted none but these, and leaves what it does not touch', () => {
  const all = [pending(['MYR', 'USD']), pending(['THB'])]
  const of = (...items: string[]) => listSupersededBy(false, new Set(items), all)
  expect(of('MYR', 'USD', 'SGD')).toEqual({ superseded: [all[0]], partly: [] })
  expect(of('SGD')).toEqual({ superseded: [], partly: [] })
  expect(of('USD', 'THB')).toEqual({ superseded: [all[1]], partly: ['MYR', 'USD'] })
})

test('a count of the whole place supersedes whatever is pending there, so that a day is closed and opened', () => {
  const all = [pending(['MYR', 'USD']), pending(['THB'])]
  expect(listSupersededBy(true, new Set(['MYR']), all)).toEqual({ superseded: all, partly: [] })
})

test('nobody who found a pending difference, or has no limit for it, makes it disappear by counting again', () => {
  const found = { variance: '0', alone: '0', hasMoved: false, superseded: [pending(['MYR'])] }
  const posted = (by: string[], limit?: string) => isPostedAtOnce(found, { by, limit })
  expect(posted(['teller'], 'unlimited')).toBe(false)
  expect(posted(['teller', 'manager'], 'unlimited')).toBe(false)
  expect(posted(['mate'], '99.99')).toBe(false)
  expect(posted(['mate'])).toBe(false)
  expect(posted(['manager'], '100')).toBe(true)
})

test('what one person posts alone never comes to more than their limit', () => {
  const money = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(money, fc.array(money, { maxLength: 12 }), (limit, differences) => {
      let alone = 0
      for (const variance of differences) {
        const found = { variance: String(variance), alone: String(alone), hasMoved: false, superseded: [] }
        if (isPostedAtOnce(found, { by: ['teller'], limit: String(limit) })) alone += variance
        else expect(variance + alone).toBeGreaterThan(limit)
      }
      expect(alone).toBeLessThanOrEqual(limit)
    }),
  )
})

test('whoever has moved there what differs posts no difference alone, and needs nobody where nothing differs', () => {
  const posted = (variance: string, hasMoved: boolean) =>
    isPostedAtOnce(
      { variance, alone: '0', hasMoved, superseded: [] },
      { by: ['manager'], limit: 'unlimited' },
    )
  expect(posted('0.01', true)).toBe(false)
  expect(posted('0.01', false)).toBe(true)
  expect(posted('0', true)).toBe(true)
})

test('what was found when a drawer was taken over stays of whoever had it, and only what is more is of its holder', () => {
  const of = (employeeId: string, difference: string) => ({ employeeId, difference })
  const divided = (difference: string, ...earlier: ReturnType<typeof of>[]) =>
    divideDifference(difference, earlier, 'holder')
  expect(divided('-100', of('from', '-100'))).toEqual([of('from', '-100')])
  expect(divided('-150.5', of('from', '-100'))).toEqual([of('from', '-100'), of('holder', '-50.5')])
  expect(divided('-40', of('from', '-100'))).toEqual([of('from', '-40')])
  expect(divided('30', of('from', '-100'))).toEqual([of('holder', '30')])
  expect(divided('30', of('from', '20'))).toEqual([of('from', '20'), of('holder', '10')])
  expect(divided('0', of('from', '-100'))).toEqual([])
  // Taken over twice: the second found the first's too.
  const twice = [of('first', '-100'), of('second', '-150')]
  expect(divided('-170', ...twice)).toEqual([of('first', '-100'), of('second', '-50'), of('holder', '-20')])
  expect(divideDifference('5', [], null)).toEqual([{ difference: '5', employeeId: null }])
})

test('a difference is divided without anything being lost or added', () => {
  const amount = fc.integer({ min: -1000, max: 1000 })
  fc.assert(
    fc.property(amount, fc.array(amount, { maxLength: 5 }), (whole, earlier) => {
      const taken = earlier.map((one, at) => ({ difference: String(one), employeeId: String(at) }))
      const parts = divideDifference(String(whole), taken, 'holder').map(({ difference }) =>
        Number(difference),
      )
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(whole)
      for (const part of parts) expect(Math.sign(part)).toBe(Math.sign(whole))
    }),
  )
})
