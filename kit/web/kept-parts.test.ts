import { expect, test } from 'vitest'
import { parseAddressValue } from './address.web.ts'
import { isFlag, isOneOf, isRecordOf, isText, isTexts, readKept } from './kept-parts.web.ts'

const isNumber = (value: unknown): value is number => typeof value === 'number'
const checks = {
  order: isTexts,
  shown: isRecordOf(isFlag),
  widths: isRecordOf(isNumber),
  size: isOneOf([20, 50]),
  page: isText,
}

test('what another version has kept counts as not there, part by part', () => {
  const read = (kept: unknown) => readKept(JSON.stringify(kept), checks)
  const good = { order: ['a'], shown: { a: false }, widths: { a: 60 }, size: 50, page: '/home' }
  expect(read(good)).toEqual(good)
  expect(read({ ...good, order: { 0: 'a' }, size: 0 })).toEqual({
    shown: good.shown,
    widths: good.widths,
    page: good.page,
  })
  expect(read({ shown: { a: 'no' }, widths: [60], page: 5, order: [1], other: 'x', toString: 'x' })).toEqual(
    {},
  )
  for (const kept of [null, 5, 'text', []]) expect(read(kept)).toEqual({})
  for (const text of [null, '', '{', 'undefined']) expect(readKept(text, checks)).toEqual({})
})

test('an address holds texts, and lists from their JSON', () => {
  expect(parseAddressValue('[["name","Contains","5"]]')).toEqual([['name', 'Contains', '5']])
  expect(parseAddressValue('"5"')).toBe('5')
  for (const text of ['5', 'true', 'null', 'USDMYR', '', '1e3'])
    expect(() => parseAddressValue(text)).toThrow()
})
