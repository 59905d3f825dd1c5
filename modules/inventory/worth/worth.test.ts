import { expect, test } from 'vitest'
import { isWorthKnown, limitValueOf, outflowLimitValueOf, type Valued } from './worth.domain.ts'

const line = (quantity: string, cost: string, mid?: string, isLocal = false): Valued => ({
  isLocal,
  quantity,
  cost,
  mid,
})

test('a limit is asked for the cost or the mid, whichever is more, line by line', () => {
  expect(limitValueOf([line('100', '1', '4.5')], 2)).toBe('450')
  expect(limitValueOf([line('100', '460', '4.5')], 2)).toBe('460')
  expect(limitValueOf([line('100', '1', '4.5'), line('10', '90', '5')], 2)).toBe('540')
  expect(limitValueOf([line('3', '1', '0.335')], 2)).toBe('1.01')
})

test('local money is its amount, and where no mid is known there is only the cost', () => {
  expect(limitValueOf([line('100', '100', '4.5', true)], 2)).toBe('100')
  expect(limitValueOf([line('100', '7')], 2)).toBe('7')
  expect(limitValueOf([], 2)).toBe('0')
})

test('the worth of foreign money without a mid rate is not known, whatever it is said to cost', () => {
  expect(isWorthKnown([line('100', '1', '4.5'), line('100', '1')])).toBe(false)
  expect(isWorthKnown([line('100', '1', '4.5'), line('100', '100', undefined, true)])).toBe(true)
})

test('what leaves is judged by the greatest of what is typed, its cost and its worth at the mid', () => {
  const held = { quantity: '300', value: '1330' }
  const judge = (typed: string, mid?: string, of: typeof held | undefined = held) =>
    outflowLimitValueOf({ quantity: '100', held: of, typed, mid }, 2)
  expect(judge('1')).toBe('443.33')
  expect(judge('1', '4.5')).toBe('450')
  expect(judge('500', '4.5')).toBe('500')
  expect(judge('1', '4.5', { quantity: '0', value: '0' })).toBe('450')
  expect(outflowLimitValueOf({ quantity: '100', held: undefined, typed: '1', mid: '4.5' }, 2)).toBe('450')
})

test('the worth of what leaves is not known where nothing is held and there is no mid', () => {
  const empty = { quantity: '0', value: '0' }
  for (const held of [undefined, empty])
    expect(outflowLimitValueOf({ quantity: '1', held, typed: '100', mid: undefined }, 2)).toBeNull()
})
