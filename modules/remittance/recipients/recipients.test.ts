import { describe, expect, test } from 'vitest'
import { accountLists } from '../accounts/lists.server.ts'
import { shippedRule, shippedRules } from './corridors.domain.ts'
import { amountFault, checkRecipient } from './fields.domain.ts'
import { latinName } from './latin-names.domain.ts'

const lists = accountLists()
const rule = (country: string, currency: string, method: 'bank' | 'pickup' | 'wallet') => {
  const found = shippedRule(country, currency, method)
  if (!found) throw new Error(`nothing is shipped for ${country}`)
  return found
}
const codes = (found: ReturnType<typeof checkRecipient>) =>
  found.faults.map(({ field, code, isDoubt }) => `${field} ${code}${isDoubt ? '?' : ''}`)

describe('fields of recipients', () => {
  test('are shipped for fifteen destinations, each with its source', () => {
    expect(new Set(shippedRules.map(({ country }) => country)).size).toBe(15)
    for (const { fields } of shippedRules)
      for (const { source, form, example } of fields) {
        expect(source).not.toBe('')
        expect(() => new RegExp(form, 'iu')).not.toThrow()
        expect(example === '' || example.length > 1).toBe(true)
      }
  })

  test('an example is taken by its own field', () => {
    for (const { country, fields } of shippedRules)
      for (const field of fields.filter(({ example, pair }) => example !== '' && !pair)) {
        const { faults } = checkRecipient({ country, fields: [field] }, { [field.key]: field.example }, lists)
        expect({ country, key: field.key, faults }).toEqual({ country, key: field.key, faults: [] })
      }
  })

  test('what is missing is said by field; what a partner alone asks for is not', () => {
    expect(codes(checkRecipient(rule('PH', 'PHP', 'bank'), {}, lists))).toEqual([
      'account REQUIRED',
      'bankCode REQUIRED',
      'phone REQUIRED',
      'accountType REQUIRED',
    ])
  })

  test('a length on which partners disagree is a doubt; one that nobody publishes is refused', () => {
    const lk = rule('LK', 'LKR', 'bank')
    const typed = { bankCode: '7010', branchCode: '001' }
    expect(codes(checkRecipient(lk, { ...typed, account: '12345678901234567' }, lists))).toEqual([
      'account FORM_DISPUTED?',
    ])
    expect(codes(checkRecipient(lk, { ...typed, account: '1234' }, lists))).toEqual(['account FORM_INVALID'])
  })

  test('a bank and its number must agree, and both are named', () => {
    const typed = { account: '1234567890123', phone: '01712345678', address: 'Road 1', city: 'Dhaka' }
    const found = checkRecipient(
      rule('BD', 'BDT', 'bank'),
      { ...typed, bankCode: '225881875', bank: 'Citibank N.A.' },
      lists,
    )
    expect(found.faults).toMatchObject([
      { field: 'bankCode', code: 'BANK_DIFFERS', data: { bank: 'CITY BANK PLC', named: 'Citibank N.A.' } },
    ])
    const pk = rule('PK', 'PKR', 'bank')
    const iban = { account: 'PK47 MEZN 4009 4929 1346 5355' }
    expect(codes(checkRecipient(pk, { ...iban, bank: 'Habib Bank' }, lists))).toEqual([
      'account BANK_DIFFERS',
    ])
    expect(checkRecipient(pk, { ...iban, bank: 'Meezan Bank' }, lists).values.account).toBe(
      'PK47MEZN4009492913465355',
    )
  })

  test('an old bank code offers its successor, and a lost zero is asked about', () => {
    const id = rule('ID', 'IDR', 'bank')
    const faults = (bankCode: string) => checkRecipient(id, { account: '1234567890', bankCode }, lists).faults
    expect(faults('427')).toMatchObject([{ code: 'BANK_MERGED', isDoubt: false, data: { meant: '451' } }])
    expect(faults('14')).toMatchObject([{ code: 'ZEROS_LOST', data: { meant: '014' } }])
  })

  test('a British account is checked with its sort code, and each keeps its own field', () => {
    const gb = rule('GB', 'GBP', 'bank')
    expect(checkRecipient(gb, { bankCode: '01-00-39', account: '44207921' }, lists)).toEqual({
      faults: [],
      values: { bankCode: '010039', account: '44207921' },
    })
    expect(codes(checkRecipient(gb, { bankCode: '010039', account: '42407921' }, lists))).toEqual([
      'bankCode ACCOUNT_CHECK_FAILED',
    ])
  })

  test('an amount keeps the decimals and the limits of the method', () => {
    const id = rule('ID', 'IDR', 'wallet')
    expect(amountFault(id, '2711991.43')?.code).toBe('TOO_MANY_DECIMALS')
    expect(amountFault(id, '9999')?.code).toBe('PAYOUT_BELOW_MINIMUM')
    expect(amountFault(id, '20000001')?.code).toBe('PAYOUT_ABOVE_MAXIMUM')
    expect(amountFault(id, '20000000')).toBeUndefined()
  })
})

describe('names of recipients', () => {
  test('letters of alphabets become Latin ones and none is lost', () => {
    for (const [typed, name] of [
      ['Würth Jürgen', 'Wurth Jurgen'],
      ['Đặng Thị Ánh', 'Dang Thi Anh'],
      ['Łukasz Żółć', 'Lukasz Zolc'],
      ["O'Neill & Sons_2", "O'Neill + Sons 2"],
      ['-Ali', 'Ali'],
    ] as const)
      expect(latinName(typed, 35)).toEqual({ name })
    expect(latinName('Юрий Ковальчук', 35)).toMatchObject({ name: expect.stringMatching(/^[A-Za-z' ]+$/) })
  })

  test('a name in characters is asked for in Latin letters; a long one is not cut', () => {
    expect(latinName('李小龙', 35)).toMatchObject({ code: 'NAME_IN_LATIN' })
    expect(latinName('မောင်မောင်', 35)).toMatchObject({ code: 'NAME_IN_LATIN' })
    expect(latinName('Perkumpulan Pekerja Migran Sejahtera Abadi', 35)).toEqual({
      code: 'NAME_TOO_LONG',
      length: 42,
    })
  })
})
