import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasAtMost, isUnreadable, readNumber } from './numbers.domain.ts'

const group = (digits: string, sign: string) => digits.replaceAll(/\B(?=(\d{3})+$)/g, sign)
const whole = fc.bigInt({ min: 0n, max: 10n ** 18n }).map(String)
const decimals = fc.stringMatching(/^\d{0,6}$/)
const written = (integer: string, rest: string) => (rest ? `${integer}.${rest}` : integer)

describe('a number as typed', () => {
  test.each([
    ['1,250', '1250'],
    ['1,250,000.50', '1250000.50'],
    ['1 250 000.50', '1250000.50'],
    ['1\u00A0250', '1250'],
    ['1\u202F250', '1250'],
    ['1\u2009250', '1250'],
    ["1'250.50", '1250.50'],
    ['1’250.50', '1250.50'],
    ['1,25,000.50', '125000.50'],
    ['12,50,000', '1250000'],
    ['1,250, 000.50', '1250000.50'],
    ['１，２５０．５０', '1250.50'],
    ['١٢٣', '123'],
    ['١٬٢٥٠٫٥', '1250.5'],
    ['१२३.५', '123.5'],
    ['\u{1D7DC}\u{1D7D8}', '40'],
    ['1.234', '1.234'],
    ['007', '7'],
    ['.5', '0.5'],
    ['5.', '5'],
    [' 5 ', '5'],
    ['\u3000５\u3000', '5'],
    ['0', '0'],
  ])('%s is %s', (text, value) => expect(readNumber(text)).toBe(value))

  test.each([
    '250,50',
    '3,95',
    '0,250',
    '1000,50',
    '1 250 000,50',
    '1.250,50',
    '1.250.000',
    '1,2345',
    '12,34',
    ',5',
    '1,250 000',
    "1'250,000",
    '1,000,00',
    '1,00,0000',
    '0,12,345',
    '12 50',
    '1,',
    '1,,000',
    '1. 5',
    '1.000,5',
    '1e5',
    '0x10',
    '--5',
    '5-',
    '(5)',
    '+5',
    '-5',
    '5k',
    '½',
    '²',
    '五',
    '1	000',
    '1\n000',
    '.',
    ',',
    '',
    ' ',
    '$5',
    '5%',
    'Infinity',
    'NaN',
    '1_000',
    '1·5',
    '1​0',
  ])('%j is none', (text) => expect(readNumber(text)).toBeUndefined())

  test('has a minus only where one is allowed', () => {
    for (const text of ['-5', '\u22125', '－5', ' -5 ']) {
      expect(readNumber(text, { sign: true })).toBe('-5')
      expect(readNumber(text)).toBeUndefined()
    }
    for (const text of ['--5', '- 5', '5-', '(5)', '-', '-,5'])
      expect(readNumber(text, { sign: true })).toBeUndefined()
  })

  test('has thousands and millions only where they are allowed', () => {
    const magnitudes = (text: string) => readNumber(text, { magnitudes: true })
    expect(['1k', '2.5m', '1 K', '1,250k', '.5k', '1.2345k', '0k'].map(magnitudes)).toEqual([
      '1000',
      '2500000',
      '1000',
      '1250000',
      '500',
      '1234.5',
      '0',
    ])
    for (const text of ['k', '1kk', '1,5k', '2,5m', '1 km']) expect(magnitudes(text)).toBeUndefined()
  })

  test('has no more decimals and digits than are allowed; zeros too many say nothing', () => {
    expect(readNumber('1000.500', { decimals: 3 })).toBe('1000.500')
    expect(readNumber('1000.00', { decimals: 0 })).toBe('1000')
    expect(readNumber('1000.5', { decimals: 0 })).toBeUndefined()
    expect(readNumber('1500.5555', { decimals: 3 })).toBeUndefined()
    expect([readNumber('0012', { digits: 2 }), readNumber('123', { digits: 2 })]).toEqual(['12', undefined])
    expect([hasAtMost('1.50', 1), hasAtMost('1.55', 1), hasAtMost('15', 0)]).toEqual([true, false, true])
  })

  test('reads back what it read, however it is grouped', () => {
    fc.assert(
      fc.property(
        whole,
        decimals,
        fc.constantFrom(',', ' ', '\u00A0', '\u202F', '\u2009', "'", '’'),
        (n, rest, sign) => {
          expect(readNumber(written(group(n, sign), rest))).toBe(written(n, rest))
          expect(readNumber(written(n, rest))).toBe(written(n, rest))
        },
      ),
    )
  })

  test('is never larger than what a decimal comma means', () => {
    fc.assert(
      fc.property(
        whole,
        fc.stringMatching(/^\d{1,6}$/),
        fc.constantFrom('', ' ', '.', "'"),
        (n, rest, sign) => {
          // One comma before three digits groups, where nothing else says that the comma is the decimal sign.
          fc.pre(rest.length !== 3 || n === '0' || (n.length > 3 && sign !== ''))
          expect(readNumber(`${group(n, sign)},${rest}`)).toBeUndefined()
        },
      ),
    )
  })

  test('is marked where something is there that is none', () => {
    expect(['', ' ', '5', '250,50', 'x'].map((text) => isUnreadable(text))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
  })
})
