import { describe, expect, test } from 'vitest'
import { parseMrz } from './mrz.domain.ts'
import { checkDigit } from './mrz-lines.domain.ts'

const today = '2026-11-21'

describe('the specimens of ICAO 9303', () => {
  test('have the check digits that it prints', () => {
    expect(
      ['520727', 'AB2134<<<', 'L898902C3', '740812', '120415', 'ZE184226B<<<<<'].map(checkDigit),
    ).toEqual('3 5 6 2 9 1'.split(' '))
  })

  test('are read in each of the three formats', () => {
    const person = {
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      issuingCountry: 'UTO',
      nationality: 'UTO',
      dateOfBirth: '1974-08-12',
      gender: 'F',
      expiryDate: '2012-04-15',
    }
    const passport =
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10'
    expect(parseMrz(passport, today).values).toMatchObject({ ...person, format: 'TD3', number: 'L898902C3' })
    const small = 'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6'
    expect(parseMrz(small, today).values).toMatchObject({ ...person, format: 'TD2', number: 'D23145890' })
    const card =
      'I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<'
    expect(parseMrz(card, today).values).toMatchObject({ ...person, format: 'TD1', number: 'D23145890' })
  })

  test('with a wrong digit of the optional part are found out in a passport alone, which has one', () => {
    const names = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<'
    const wrong = parseMrz(`${names}\nL898902C36UTO7408122F1204159ZE184226C<<<<<10`, today)
    expect(wrong.faults).toMatchObject([{ code: 'MRZ_CHECK', field: 'personalNumber' }])
    expect(wrong.values).toMatchObject({ number: 'L898902C3', personalNumber: '' })
  })
})
