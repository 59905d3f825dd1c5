import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatNumber, plainNumber } from './number-formats.domain.ts'

test('zeros and signs that a format shows are read, other formats leave a number as it is', () => {
  for (const [number, code, shown] of [
    ['5400', '00000', '05400'],
    ['20714025511', '000000000000', '020714025511'],
    ['20714025511', '000000-00-0000', '020714-02-5511'],
    ['20714025511', String.raw`000000\-00\-0000`, '020714-02-5511'],
    ['12345678', '000-00-0000', '012-34-5678'],
    ['121234567', '"0"00-0000000', '012-1234567'],
    ['123456789', '"0"#', '0123456789'],
    ['60123456789', '"+"0', '+60123456789'],
    ['1234', '00000;[Red]-00000', '01234'],
    ['123456', '00000', '123456'],
    ['-12', '0000', '-0012'],
    ['5.5', '000.00', '005.50'],
    ['5400', '00000_);(00000)', '05400'],
    ['5400', '[>=0]00000', '05400'],
    ['0.125', '0%', '12.5%'],
    ['0.5', '0.00%', '50.00%'],
    ['12', '0%', '1200%'],
    ['0', '0%', '0%'],
    ['1250.5', '#,##0.00', '1250.5'],
    ['5400', 'General', '5400'],
    ['5400', '0', '5400'],
    ['5400', '0.00E+00', '5400'],
    ['5400', '@', '5400'],
    ['5400', '"RM" #,##0.00', '5400'],
    ['5400', '', '5400'],
  ] as const)
    expect([number, code, formatNumber(number, code)]).toEqual([number, code, shown])
})

test('a format of zeros adds nothing but zeros', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 2, max: 15 }), (number, places) => {
      expect(formatNumber(String(number), '0'.repeat(places))).toBe(String(number).padStart(places, '0'))
    }),
  )
})

test('a number of a file is written out in full, without what binary arithmetic adds', () => {
  for (const [text, plain] of [
    ['1.23456789012E+11', '123456789012'],
    ['1.2E+21', '1200000000000000000000'],
    ['1.5E-7', '0.00000015'],
    ['4.0999999999999996', '4.1'],
    ['0.30000000000000004', '0.3'],
    ['12345678901234567890', '12345678901234567890'],
    ['-0.5', '-0.5'],
    ['0007', '7'],
    ['0.0', '0'],
    ['-1E+0', '-1'],
    ['x', undefined],
    ['', undefined],
    ['1E999', undefined],
    ['0x10', undefined],
  ] as const)
    expect([text, plainNumber(text)]).toEqual([text, plain])
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const plain = plainNumber(String(number)) ?? ''
      expect(plain).toMatch(/^(?!-0$)-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/)
      if (!/^-?\d+$/.test(String(number))) expect(Number(plain)).toBe(Number(number.toPrecision(15)) || 0)
    }),
  )
})
