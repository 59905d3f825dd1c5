import { expect, test } from 'vitest'
import { isWorthKnown, limitValueOf, type Valued } from './worth.domain.ts'

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
