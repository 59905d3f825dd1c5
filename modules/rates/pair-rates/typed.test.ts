import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf, pasted, percentageOf, rateOf } from './typed.domain.ts'

describe('a rate as typed', () => {
  test('may group thousands by commas and have eight decimals; nothing else is one', () => {
    const whole = fc.integer({ min: 0, max: 999_999_999 })
    fc.assert(
      fc.property(
        whole,
        fc.stringMatching(/^(\.\d{1,8})?$/),
        fc.constantFrom('', ' ', '\t'),
        (n, rest, blank) => {
          for (const text of [`${n}`, n.toLocaleString('en')]) {
            const value = `${n}${rest}`
            expect(amountOf(`${blank}${text}${rest}${blank}`)).toBe(value)
            expect(rateOf(`${text}${rest}`)).toBe(Number(value) > 0 ? value : undefined)
            expect(amountOf(`x${text}${rest}`)).toBeUndefined()
            expect(amountOf(`${text}${rest}x`)).toBeUndefined()
          }
        },
      ),
    )
    for (const text of ['4,85', '1,2345', ',123', '.', '-1', '1.123456789', '', '1234567890123'])
      expect(amountOf(text)).toBeUndefined()
    expect([amountOf('007.5'), amountOf('0.5'), amountOf('0')]).toEqual(['7.5', '0.5', '0'])
    expect([amountOf('123456789012'), amountOf('1,234,567,890,123')]).toEqual(['123456789012', undefined])
    expect(percentageOf('0.006')).toBe('0.6')
  })
})

describe('what is pasted into the sheet', () => {
  const rows = ['USD', 'EUR', 'JPY'].map((code) => ({ currencyId: code.toLowerCase(), code }))
  const paste = (text: string, row = 0, column = 0, columns = 2) =>
    Object.fromEntries(pasted(text, rows, { row, column, columns }))
  test('goes from the field on, down and to the right', () => {
    expect(paste('1\t2\n3\t4')).toEqual({ usd: ['1', '2'], eur: ['3', '4'] })
    expect(paste('1\t2\r3\t4')).toEqual({ usd: ['1', '2'], eur: ['3', '4'] })
    expect(paste('\uFEFF1\n2\u0000')).toEqual({ usd: ['1', ''], eur: ['2\u0000', ''] })
    expect(paste('1\r\n2', 1, 1)).toEqual({ eur: ['', '1'], jpy: ['', '2'] })
    expect(paste(' 1 \n\n2')).toEqual({ usd: ['1', ''], eur: ['2', ''] })
    expect(paste('1\n2\n3\n4', 1)).toEqual({ eur: ['1', ''], jpy: ['2', ''] })
    // What is wider than what is left of the sheet belongs nowhere.
    expect(paste('1\t2', 0, 1)).toEqual({})
    expect(paste('1\t2\t3')).toEqual({})
    expect(paste('\t2')).toEqual({ usd: ['', '2'] })
  })

  test('goes by the codes that its lines begin with, in any order', () => {
    expect(paste('jpy\t1\t2\nUSD\t3', 2, 1)).toEqual({ jpy: ['1', '2'], usd: ['3', ''] })
    expect(paste('EUR\t\t2')).toEqual({ eur: ['', '2'] })
    expect(paste('EUR\t\tx\t2', 0, 0, 1)).toEqual({ eur: ['x'] })
    expect(paste('EUR')).toEqual({})
  })
})

describe('what is typed or pasted', () => {
  const rows = ['USD', 'EUR', 'JPY'].map((code) => ({ currencyId: code, code }))
  const into = (text: string, at: { row: number; column: number; columns: number }) =>
    Object.fromEntries(pasted(text, rows, at))

  test('fills fields from where it is pasted, or the rows whose codes it names', () => {
    const two = { row: 1, column: 0, columns: 2 }
    expect(into('1\t2\n3\t4\n5\t6', two)).toEqual({ EUR: ['1', '2'], JPY: ['3', '4'] })
    expect(into('7\n8', { ...two, column: 1 })).toEqual({ EUR: ['', '7'], JPY: ['', '8'] })
    expect(into('jpy\t1\t2\r\nXXX\t3\t4\r\nUSD\t\t5', two)).toEqual({ JPY: ['1', '2'], USD: ['', '5'] })
    expect(into('1\t2\t3', two)).toEqual({})
  })

  test('is a rate as written, never one that was guessed', () => {
    expect([' 1,285.71 ', '0004.50', '4.12345678'].map(rateOf)).toEqual(['1285.71', '4.50', '4.12345678'])
    const none = ['', '4,85', 'abc', '-1', '0', '0.00', '1e30', '4.123456789', '1,23,4', '9'.repeat(13)]
    expect(none.map(rateOf)).toEqual(none.map(() => undefined))
    expect([amountOf('0'), amountOf('-0')]).toEqual(['0', undefined])
    expect(percentageOf('0.00125')).toBe('0.125')
  })
})
