import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPasted } from '#kit/domain/pasted.domain.ts'
import { amountOf, percentageOf, rateOf } from './typed.domain.ts'

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
  const rows = ['USD', 'EUR', 'JPY'].map((code) => ({ id: code.toLowerCase(), code }))
  const read = (text: string, row = 0, column = 0, columns = 2) => {
    const { filled, left } = readPasted(text, rows, { row, column, columns })
    return [Object.fromEntries(filled), left]
  }
  const paste = (...given: Parameters<typeof read>) => {
    const [filled, left] = read(...given)
    expect(left).toEqual([])
    return filled
  }

  test('goes from the field on, down and to the right', () => {
    expect(paste('1\t2\n3\t4')).toEqual({ usd: ['1', '2'], eur: ['3', '4'] })
    expect(paste('1\t2\r3\t4')).toEqual({ usd: ['1', '2'], eur: ['3', '4'] })
    expect(paste('\uFEFF1\n2\u0000')).toEqual({ usd: ['1', ''], eur: ['2\u0000', ''] })
    expect(paste('1\r\n2', 1, 1)).toEqual({ eur: ['', '1'], jpy: ['', '2'] })
    expect(paste('\t2')).toEqual({ usd: ['', '2'] })
    expect(paste('1\t', 0, 1)).toEqual({ usd: ['', '1'] })
  })

  test('keeps its places: an empty cell leaves its row as it was, empty lines at the end mean nothing', () => {
    expect(paste('4.20\n\n5.10', 0, 0, 1)).toEqual({ usd: ['4.20'], jpy: ['5.10'] })
    expect(paste('\n4.60\n5.10\n\n\n', 0, 0, 1)).toEqual({ eur: ['4.60'], jpy: ['5.10'] })
    expect(paste('4.20\t4.30\n\t\n5.10\t5.20')).toEqual({ usd: ['4.20', '4.30'], jpy: ['5.10', '5.20'] })
    const cell = fc.constantFrom('', ' ', '1', '2.5', 'x', '"7"')
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 3 }), fc.constantFrom('\n', '\r\n', '\r'), (cells, end) => {
        const shown = cells.map((one) => one.replaceAll('"', '').trim())
        const all = rows.flatMap(({ id }, at) => (shown[at] ? [[id, [shown[at]]]] : []))
        expect(paste(cells.join(end), 0, 0, 1)).toEqual(Object.fromEntries(all))
        expect(paste(cells.join(end) + end.repeat(3), 0, 0, 1)).toEqual(Object.fromEntries(all))
      }),
    )
  })

  test('goes by the codes that its lines begin with, in any order', () => {
    expect(paste('jpy\t1\t2\nUSD\t3', 2, 1)).toEqual({ jpy: ['1', '2'], usd: ['3', ''] })
    expect(paste('EUR\t\t2')).toEqual({ eur: ['', '2'] })
    expect(paste('EUR\t\tx', 0, 0, 1)).toEqual({ eur: ['x'] })
    expect(paste('EUR')).toEqual({})
  })

  test('may have cells in quotation marks, as spreadsheets copy what holds a line or a mark', () => {
    expect(paste('"4.20"\n"5\n6"\n"7""8"', 0, 0, 1)).toEqual({ usd: ['4.20'], eur: ['5\n6'], jpy: ['7"8'] })
    expect(paste('"USD"\t"4.20"', 2, 0, 1)).toEqual({ usd: ['4.20'] })
    expect(paste('"4.20\n5', 0, 0, 1)).toEqual({ usd: ['"4.20'], eur: ['5'] })
  })

  test('says the lines that are of another code, too wide, beyond the sheet or of a code named twice', () => {
    expect(read('USD/MYR\t4.20\n4.60', 0, 0, 1)).toEqual([{ eur: ['4.60'] }, ['USD/MYR 4.20']])
    expect(read('USD/MYR\t4.20')).toEqual([{}, ['USD/MYR 4.20']])
    expect(read('jpy\t1\t2\r\nXXX\t3\t4\r\n5\t6')).toEqual([{ jpy: ['1', '2'] }, ['XXX 3 4', '5 6']])
    expect(read('1\n2\n3\n4', 1)).toEqual([{ eur: ['1', ''], jpy: ['2', ''] }, ['3', '4']])
    expect(read('1\t2', 0, 1)).toEqual([{}, ['1 2']])
    expect(read('1\t2\t3')).toEqual([{}, ['1 2 3']])
    expect(read('USD\tUS Dollar\t4.20', 0, 0, 1)).toEqual([{}, ['USD US Dollar 4.20']])
    expect(read('USD\t1\t2\t3')).toEqual([{}, ['USD 1 2 3']])
    expect(read('USD\t1\nUSD\t2', 0, 0, 1)).toEqual([{ usd: ['1'] }, ['USD 2']])
  })
})

describe('what is typed', () => {
  test('is a rate as written, never one that was guessed', () => {
    expect([' 1,285.71 ', '0004.50', '4.12345678'].map(rateOf)).toEqual(['1285.71', '4.50', '4.12345678'])
    const none = ['', '4,85', 'abc', '-1', '0', '0.00', '1e30', '4.123456789', '1,23,4', '9'.repeat(13)]
    expect(none.map(rateOf)).toEqual(none.map(() => undefined))
    expect([amountOf('0'), amountOf('-0')]).toEqual(['0', undefined])
    expect(percentageOf('0.00125')).toBe('0.125')
  })
})
