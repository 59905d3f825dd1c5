import { expect, test } from 'vitest'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import {
  dateText,
  dateTimeText,
  fieldNumber,
  fractionOf,
  parseDate,
  percent,
  rateText,
  shortName,
} from './format.web.ts'

test('digits are grouped and never changed', () => {
  expect(groupDigits('12345678901234567890.12345678')).toBe('12,345,678,901,234,567,890.12345678')
  expect(groupDigits('-1234.50')).toBe('-1,234.50')
  expect(groupDigits('999')).toBe('999')
  expect(groupDigits('n/a')).toBe('n/a')
})

test('rates have two to eight decimals', () => {
  expect(['4.5', '4', '1285.123456789', '4.50000000', '0.30120482'].map((rate) => rateText(rate))).toEqual([
    '4.50',
    '4.00',
    '1,285.12345678',
    '4.50',
    '0.30120482',
  ])
})

test('a field keeps the number that was typed, and what is none as it was typed', () => {
  expect(['1,234.50', ' 007 ', '.5', '-3.'].map((text) => fieldNumber(text))).toEqual([
    '1234.50',
    '7',
    '0.5',
    '-3',
  ])
  for (const text of ['', '-', '1e5', '1.2.3', '250,50']) expect(fieldNumber(text)).toBe(text)
  expect([fieldNumber('5.25%', true), fieldNumber('５％', true), fieldNumber('5,25', true)]).toEqual([
    '0.0525',
    '0.05',
    '5,25',
  ])
})

test('a percentage becomes an exact fraction', () => {
  const typed = ['5.25', '7', '100', '-0.5', '0', '1000', '12345678901234567890.12']
  expect(typed.map(fractionOf)).toEqual([
    '0.0525',
    '0.07',
    '1',
    '-0.005',
    '0',
    '10',
    '123456789012345678.9012',
  ])
})

test('fractions are shown as percentages with two decimals', () => {
  expect(['0.0525', '1', '-0.5', '0.00125', '12.5'].map(percent)).toEqual([
    '5.25%',
    '100.00%',
    '-50.00%',
    '0.13%',
    '1,250.00%',
  ])
})

test('an instant is shown as DD/MM/YYYY HH:mm by the clock of this browser', () => {
  expect(dateTimeText(new Date(2026, 2, 5, 4, 30, 9).toISOString())).toBe('05/03/2026 04:30')
  expect(dateTimeText('no instant')).toBe('no instant')
})

test('dates go both ways, and days that do not exist are refused', () => {
  expect(dateText('2026-03-05')).toBe('05/03/2026')
  expect(['5/3/2026', '05.03.2026', '05032026'].map(parseDate)).toEqual([
    '2026-03-05',
    '2026-03-05',
    '2026-03-05',
  ])
  expect(['29/02/2026', '32/01/2026', '1/1/26', ''].map(parseDate)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('long file names keep their first 20 and last 10 characters', () => {
  expect(shortName('a'.repeat(35))).toBe('a'.repeat(35))
  expect(shortName(`${'a'.repeat(30)}-photo.jpeg`)).toBe(`${'a'.repeat(20)}…photo.jpeg`)
})
