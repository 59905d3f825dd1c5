import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { identityTypes } from '../profiles/profiles.domain.ts'
import { valuesOf } from './imports.domain.ts'
import { identityOf, marksOf, twinFaults } from './twins.domain.ts'

const home = { country: 'MY', countryOf: (text: string) => (text === 'Hungary' ? 'HU' : undefined) }
const read = (field: string, text: string) => {
  const { values, faults } = valuesOf({ [field]: text }, home)
  return faults[0]?.code ?? values[field]
}

describe('a value of a row', () => {
  test('that is a date is read with the year first or last, whatever parts it; else it stays as it was', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    const mark = fc.constantFrom('-', '/', '.')
    const field = fc.constantFrom('dateOfBirth', 'idIssueDate', 'idExpiryDate', 'dateOfIncorporation')
    fc.assert(
      fc.property(field, day, mark, fc.boolean(), (name, date, by, isShort) => {
        const iso = date.toISOString().slice(0, 10)
        const [year = '', ...rest] = iso.split('-')
        const [month = '', date2 = ''] = rest.map((part) => (isShort ? part.replace(/^0/, '') : part))
        expect(read(name, [year, month, date2].join(by))).toBe(iso)
        expect(read(name, [date2, month, year].join(by))).toBe(iso)
        expect(read(name, `${year}-${month}-${date2}T10:30`)).toBe(iso)
        expect(read(name, `${year}-${month}-${date2} 00:00`)).toBe(iso)
      }),
    )
    for (const text of [
      '31/12/90',
      '31 Dec 90',
      '1990',
      '12/1971',
      '1971, 1973',
      'circa 1971',
      'x1990-12-31',
      '1990-12-31x',
      'x31/12/1990',
      '31/12/19905',
    ])
      expect(read('dateOfBirth', text)).toBe('DATE_UNSURE')
  })

  test('of a word in a list is read in any case, and said where nobody knows it', () => {
    const genders = { m: 'M', Male: 'M', F: 'F', female: 'F', x: 'X', other: 'X', z: 'VALUE_UNKNOWN' }
    for (const [text, value] of Object.entries(genders))
      expect([text, read('gender', text)]).toEqual([text, value])
    for (const field of ['politicallyExposed', 'isDuplicateConfirmed']) {
      for (const text of ['Yes', 'y', 'TRUE', '1']) expect(read(field, text)).toBe('YES')
      for (const text of ['No', 'n', 'false', '0']) expect(read(field, text)).toBe('NO')
      expect(read(field, 'perhaps')).toBe('VALUE_UNKNOWN')
    }
    for (const type of identityTypes)
      expect(read('idType', type.toLowerCase().replaceAll('_', ' '))).toBe(type)
    expect([read('idType', 'IC'), read('idType', 'national'), read('idType', 'card')]).toEqual([
      'MYKAD',
      'NATIONAL_ID',
      'VALUE_UNKNOWN',
    ])
    expect(read('idType', 'work - permit')).toBe('WORK_PERMIT')
    for (const field of [
      'nationality',
      'countryOfBirth',
      'idIssuingCountry',
      'country',
      'countryOfIncorporation',
    ])
      expect(['Hungary', 'Nowhere', 'Korea', 'XXA'].map((text) => read(field, text))).toEqual([
        'HU',
        'VALUE_UNKNOWN',
        'COUNTRY_NONE',
        'COUNTRY_NONE',
      ])
  })

  test('of a telephone is put in its international form, a turnover loses its commas, others stay', () => {
    expect([read('phone', '012-345 6789'), read('phone', '+65 9123 4567'), read('phone', '12')]).toEqual([
      '+60123456789',
      '+6591234567',
      'PHONE_INVALID',
    ])
    expect(read('annualTurnover', '1,250, 000.50')).toBe('1250000.50')
    expect(read('remarks', '  1,250 ')).toBe('1,250')
    expect(valuesOf({ name: ' ', remarks: '' }, home)).toEqual({ values: {}, faults: [] })
  })

  test('that a spreadsheet would run is refused; a signed number is none', () => {
    for (const text of ['=1+1', '@sum', '+cmd', '-cmd', '+']) expect(read('remarks', text)).toBe('FORMULA')
    for (const text of ['-5', '+ 5', '-(5)', 'a=1', '5-x']) expect(read('remarks', text)).toBe(text)
    expect([read('phone', '=1'), read('phone', '+x')]).toEqual(['FORMULA', 'PHONE_INVALID'])
  })
})

describe('a row is known again', () => {
  const paper = { idType: 'PASSPORT', idNumber: 'k-77 12', idIssuingCountry: 'hu' }
  const firm = { registrationNumber: 'a/1', countryOfIncorporation: 'MY' }
  test('by its paper, else by its registration', () => {
    expect(identityOf({ ...paper, ...firm })).toBe('passport/k7712/hu')
    expect(identityOf(firm)).toBe('R/a1/my')
    expect(identityOf({ registrationNumber: '--' })).toBe('')
    expect(identityOf({ ...paper, idNumber: 5 })).toBe('')
    expect(identityOf({})).toBe('')
  })

  test('by how it looks: the words of its name with its birth, and its telephone', () => {
    const person = { name: 'Weber Anna', dateOfBirth: '1970-01-02', phone: '+60123456789' }
    expect(marksOf(1, { ...person, ...paper }, true)).toEqual({
      identity: 'passport/k7712/hu',
      looks: ['look anna weber 1970-01-02', 'phone +60123456789'],
      isConfirmed: true,
    })
    expect(marksOf(1, { ...person, dateOfBirth: '', phone: '' }, false).looks).toEqual([])
    expect(marksOf(2, { name: 'Nordwind Ltd', phone: 5 }, false).looks).toEqual(['look ltd nordwind'])
    expect(marksOf(2, { name: 5 }, false).looks).toEqual([])
  })

  test('certain first: a customer, a row; then what only looks the same, unless it was confirmed', () => {
    const marks = { identity: 'i', looks: ['l', 'm'], isConfirmed: false }
    const faults = (
      part: Partial<typeof marks>,
      customers: readonly [string, string][],
      rows: readonly [string, number][] = [],
      values = {},
    ) => twinFaults({ ...marks, ...part }, values, new Map(customers), new Map(rows))
    expect(faults({}, [['i', 'Anna']], [['i', 3]], paper)).toEqual([
      { field: 'idNumber', code: 'DUPLICATE_CUSTOMER', data: { name: 'Anna' } },
    ])
    expect(faults({ isConfirmed: true }, [], [['i', 3]])).toEqual([
      { field: 'registrationNumber', code: 'DUPLICATE_ROW', data: { row: 3 } },
    ])
    expect(faults({ identity: '' }, [['', 'Anna']], [['', 3]])).toEqual([])
    const alike: [string, string][] = [
      ['l', 'Anna'],
      ['m', 'Bela'],
    ]
    expect(faults({}, alike, [['l', 3]])).toEqual([
      { field: 'isDuplicateConfirmed', code: 'LIKELY_DUPLICATE', data: { names: ['Anna', 'Bela'] } },
    ])
    expect(faults({}, [], [['m', 4]])).toEqual([
      { field: 'isDuplicateConfirmed', code: 'LIKELY_ROW', data: { row: 4 } },
    ])
    expect(faults({ isConfirmed: true }, alike, [['m', 4]])).toEqual([])
    expect(faults({}, [])).toEqual([])
  })
})
