import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { Phone } from '#kit/contract/shapes.contract.ts'
import { readPhone } from './phone.domain.ts'

const inMalaysia = (text: string) => readPhone(text, (digits) => parsePhoneNumberFromString(digits, 'MY'))

describe('a telephone number', () => {
  test('is read whole however it is written: fifteen is the most digits, not the most signs', () => {
    for (const [text, right] of [
      ['+60 11-1234 5678', '+601112345678'],
      ['+60 11-9876 5432', '+601198765432'],
      ['+49 (0) 151 2345 6789', '+4915123456789'],
      ['+44 (0)20 7946 0958', '+442079460958'],
      ['+39 (0)6 6982', '+39066982'],
      ['0049 151 23456789', '+4915123456789'],
      ['\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669', '+60123456789'],
      ['０１２－３４５　６７８９', '+60123456789'],
      ['(+60) 12.345.6789', '+60123456789'],
      ['\u202A+60 12\u2011345 6789\u202C', '+60123456789'],
      ['tel:+60-12-345-6789', '+60123456789'],
      ['(03)/2161 2345', '+60321612345'],
    ] as const)
      expect(inMalaysia(text), text).toBe(right)
  })

  test('with a part that is none of one number is not read', () => {
    for (const text of [
      '03-2161 2345 ext. 12',
      '03-2161 2345 x12',
      '012-345 6789 / 013-345 6789',
      '03-2161 2345/6',
      '012-345 6789, 013-345 6789',
      '012-34567B9',
      '+60 12-345 6789 +60 13-345 6789',
      '1'.repeat(16),
      '()',
      '',
    ])
      expect(inMalaysia(text), text).toBeUndefined()
  })

  test('keeps every digit, whatever stands between them', () => {
    const gap = fc.constantFrom('', ' ', '-', '.', '\u00A0', '\u2013', '\u200B')
    fc.assert(
      fc.property(fc.array(gap, { minLength: 12, maxLength: 12 }), (gaps) => {
        const text = '601112345678'
          .split('')
          .map((digit, at) => `${digit}${gaps[at]}`)
          .join('')
        expect(inMalaysia(`+${text}`)).toBe('+601112345678')
        expect(Phone.parse(`+${text}`)).toBe('+601112345678')
      }),
    )
    expect(Phone.safeParse('+60 11-1234 5678 ext 1').success).toBe(false)
  })

  test('is not taken without the rules of its country where they alone say whether a zero is dialled', () => {
    for (const [text, right] of [
      ['+44 (0)20 7946 0958', '+442079460958'],
      ['+49 (0) 151 2345 6789', '+4915123456789'],
      ['+39 06 6982 1234', '+390669821234'],
      ['+225 07 12 34 56 78', '+2250712345678'],
      ['+60 12-045 6789', '+60120456789'],
    ] as const)
      expect(Phone.parse(text), text).toBe(right)
    for (const text of ['+39 (0)6 6982 1234', '+60 (012) 345 6789', '+60 012-345 6789', '0060 12-345 6789'])
      expect(Phone.safeParse(text).success, text).toBe(false)
    expect(inMalaysia('+60 (012) 345 6789')).toBe('+60123456789')
  })
})
