import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldRule } from '#modules/settings/information-fields/information-fields.domain.ts'
import { documentFaults } from '../documents/documents.domain.ts'
import {
  isEmpty,
  missingFields,
  applyFieldRules,
  paperNumber,
  findImpossibleValues,
  withMyKad,
} from './profiles.domain.ts'

const rule = (fieldCode: string, option: FieldRule['option'], customerType: FieldRule['customerType'] = 1) =>
  ({ customerType, fieldCode, option, actionCode: 'NONE' }) satisfies FieldRule
const today = '2026-11-21'
const faultsOf = (draft: Record<string, unknown>) =>
  findImpossibleValues(draft, today).map(({ field, code }) => [field, code])

test('nothing given is no value: neither undefined, null nor an empty text; everything else is one', () => {
  expect([undefined, null, ''].map(isEmpty)).toEqual([true, true, true])
  expect([0, false, ' ', 'x', []].map(isEmpty)).toEqual([false, false, false, false, false])
})

describe('a draft under the fields of the company', () => {
  const option = fc.constantFrom<FieldRule['option']>('HIDDEN', 'OPTIONAL', 'REQUIRED')
  const value = fc.constantFrom(undefined, null, '', 'a', 'b')
  test('lacks what is required and empty, and keeps of what is hidden what was there before', () => {
    fc.assert(
      fc.property(option, value, value, fc.constantFrom<1 | 2>(1, 2), (asked, given, before, type) => {
        const draft = given === undefined ? {} : { city: given }
        const { values, faults } = applyFieldRules([rule('city', asked)], type, draft, { city: before })
        const codes = faults.map(({ field, code }) => `${field} ${code}`)
        if (type === 2 || asked === 'OPTIONAL') expect([values, codes]).toEqual([draft, []])
        else if (asked === 'REQUIRED')
          expect([values, codes]).toEqual([draft, isEmpty(given) ? ['city REQUIRED'] : []])
        else if (given === undefined) expect([values, codes]).toEqual([{}, []])
        else {
          const kept = before ?? (given === null ? null : '')
          expect(values).toEqual({ city: kept })
          expect(codes).toEqual(isEmpty(given) || given === kept ? [] : ['city FIELD_HIDDEN'])
        }
      }),
      { numRuns: 300 },
    )
  })

  test('is not asked for evidence, which has no field', () => {
    for (const field of ['idImage', 'boardResolution', 'ownershipChart'])
      expect(applyFieldRules([rule(field, 'REQUIRED')], 1, {}).faults).toEqual([])
  })

  test('misses what is required of its type: values, and evidence by what is there', () => {
    const rules = [
      rule('city', 'REQUIRED'),
      rule('state', 'OPTIONAL'),
      rule('idImage', 'REQUIRED'),
      rule('name', 'REQUIRED', 2),
    ]
    expect(missingFields(rules, 1, {}, new Set())).toEqual(['city', 'idImage'])
    expect(missingFields(rules, 1, { city: 'x', idImage: 'x' }, new Set())).toEqual(['idImage'])
    expect(missingFields(rules, 1, { city: '' }, new Set(['idImage', 'city']))).toEqual(['city'])
    expect(missingFields(rules, 2, {}, new Set())).toEqual(['name'])
  })
})

describe('what cannot be true', () => {
  test('is a day to come, one before anybody lived, and a paper that ended before it began', () => {
    expect(faultsOf({ dateOfBirth: today, dateOfIncorporation: today, idIssueDate: today })).toEqual([])
    const tomorrow = '2026-11-22'
    expect(faultsOf({ dateOfBirth: tomorrow, dateOfIncorporation: tomorrow, idIssueDate: tomorrow })).toEqual(
      [
        ['dateOfBirth', 'BORN_LATER'],
        ['dateOfIncorporation', 'DATE_LATER'],
        ['idIssueDate', 'DATE_LATER'],
      ],
    )
    for (const field of ['dateOfBirth', 'dateOfIncorporation', 'idIssueDate', 'idExpiryDate']) {
      expect(faultsOf({ [field]: '1849-12-31' })).toEqual([[field, 'DATE_TOO_EARLY']])
      expect(faultsOf({ [field]: '1850-01-01' })).toEqual([])
      expect(faultsOf({ [field]: '' })).toEqual([])
      expect(faultsOf({ [field]: null })).toEqual([])
    }
    const paper = (idIssueDate: string, idExpiryDate: string) => [
      faultsOf({ idIssueDate, idExpiryDate }),
      documentFaults({ idIssueDate, idExpiryDate }, today).map(({ field, code }) => [field, code]),
    ]
    const ends = ['idExpiryDate', 'ENDS_BEFORE']
    expect(paper('2020-01-02', '2020-01-01')).toEqual([[ends], [ends]])
    expect(paper('2020-01-02', '2020-01-02')).toEqual([[], []])
    expect(documentFaults({ idIssueDate: '2026-11-22', idExpiryDate: null }, today)).toEqual([
      { field: 'idIssueDate', code: 'DATE_LATER' },
    ])
    expect(documentFaults({ idIssueDate: today, idExpiryDate: null }, today)).toEqual([])
    expect(documentFaults({ idIssueDate: null, idExpiryDate: '2000-01-01' }, today)).toEqual([])
  })

  test('is a MyKad that is none, or that speaks of somebody else', () => {
    const own = { idType: 'MYKAD', idNumber: '880101-14-5523' }
    const told = { ...own, dateOfBirth: '1988-01-01', gender: 'M', idIssuingCountry: 'MY' }
    expect(faultsOf(told)).toEqual([])
    expect(faultsOf(own)).toEqual([])
    expect(faultsOf({ idType: 'MYKAD', idNumber: '' })).toEqual([])
    expect(faultsOf({ ...own, idType: 'PASSPORT', idNumber: 'x' })).toEqual([])
    expect(faultsOf({ ...own, idNumber: '1' })).toEqual([['idNumber', 'MYKAD_FORMAT']])
    expect(faultsOf({ ...told, dateOfBirth: '1988-01-02', gender: 'F', idIssuingCountry: 'SG' })).toEqual([
      ['dateOfBirth', 'MYKAD_OTHER_BIRTH'],
      ['gender', 'MYKAD_OTHER_GENDER'],
      ['idIssuingCountry', 'MYKAD_OTHER_COUNTRY'],
    ])
  })
})

test('a MyKad fills in what the form has, shows and nobody typed', () => {
  const draft = {
    idType: 'MYKAD',
    idNumber: '880101145523',
    gender: '',
    nationality: 'SG',
    dateOfBirth: null,
  }
  expect(withMyKad(draft, today, [])).toEqual({
    idType: 'MYKAD',
    idNumber: '880101-14-5523',
    gender: 'M',
    nationality: 'SG',
    dateOfBirth: '1988-01-01',
  })
  const hidden = [rule('gender', 'HIDDEN'), rule('dateOfBirth', 'HIDDEN', 2)]
  expect(withMyKad(draft, today, hidden)).toMatchObject({ gender: '', dateOfBirth: '1988-01-01' })
  expect(withMyKad(draft, today, [rule('gender', 'OPTIONAL')])).toMatchObject({ gender: 'M' })
  expect(withMyKad({ ...draft, idType: 'PASSPORT' }, today, [])).toMatchObject({ gender: '' })
  expect(withMyKad({ ...draft, idNumber: '1' }, today, [])).toMatchObject({ gender: '', idNumber: '1' })
})

test('the number of a paper has one spelling', () => {
  expect(paperNumber('k-77 12')).toBe('K7712')
  expect(paperNumber('Ｋ７７・12é')).toBe('K7712É')
})
