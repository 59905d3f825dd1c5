import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { duplicateReasons, isCertain, type Look, lookOf, reasonsOf } from './likeness.domain.ts'

const look = (part: Partial<Look> = {}): Look => ({
  name: 'Anna Weber',
  dateOfBirth: null,
  phone: '',
  registrationKey: '',
  countryOfIncorporation: '',
  papers: [],
  ...part,
})
const paper = fc.record({
  idType: fc.constantFrom('PASSPORT', 'MYKAD'),
  numberKey: fc.constantFrom('', 'K1', 'K2'),
  idIssuingCountry: fc.constantFrom('HU', 'MY'),
})
const anyLook: fc.Arbitrary<Look> = fc.record({
  name: fc.constantFrom('', 'Anna Weber', 'WEBER Anna', 'Bela Farkas'),
  dateOfBirth: fc.constantFrom(null, '1970-01-01', '1971-01-01'),
  phone: fc.constantFrom('', '+601', '+602'),
  registrationKey: fc.constantFrom('', 'R1', 'R2'),
  countryOfIncorporation: fc.constantFrom('', 'MY', 'SG'),
  papers: fc.array(paper, { maxLength: 2 }),
})
const nameKey = ({ name }: Look) => name.toLowerCase().split(' ').toSorted().join(' ')

describe('two customers may be one', () => {
  test('by each reason alone, whichever of them is asked first', () => {
    fc.assert(
      fc.property(anyLook, anyLook, (a, b) => {
        const reasons = new Set(reasonsOf(a, b))
        expect(new Set(reasonsOf(b, a))).toEqual(reasons)
        const numbers = a.papers.filter(({ numberKey }) => numberKey !== '')
        const isSamePaper = numbers.some((one) =>
          b.papers.some((other) => JSON.stringify(one) === JSON.stringify(other)),
        )
        const isSameNumber = numbers.some((one) =>
          b.papers.some((other) => one.numberKey === other.numberKey),
        )
        const isSameName = a.name !== '' && nameKey(a) === nameKey(b)
        expect(reasons.has('DOCUMENT')).toBe(isSamePaper)
        expect(reasons.has('NUMBER')).toBe(isSameNumber && !isSamePaper)
        expect(reasons.has('REGISTRATION')).toBe(
          a.registrationKey !== '' &&
            `${a.registrationKey} ${a.countryOfIncorporation}` ===
              `${b.registrationKey} ${b.countryOfIncorporation}`,
        )
        const days = [a.dateOfBirth, b.dateOfBirth]
        expect(reasons.has('NAME')).toBe(isSameName && days.every((day) => day === null))
        expect(reasons.has('NAME_BIRTH')).toBe(isSameName && days[0] !== null && days[0] === days[1])
        expect(reasons.has('PHONE')).toBe(a.phone !== '' && a.phone === b.phone)
      }),
      { numRuns: 500 },
    )
  })

  test('the surest reason first; only a paper and a registration are certain', () => {
    const one = look({ phone: '+601', papers: [{ idType: 'P', numberKey: 'K', idIssuingCountry: 'HU' }] })
    expect(reasonsOf(one, one)).toEqual(['DOCUMENT', 'NAME', 'PHONE'])
    expect(duplicateReasons.filter(isCertain)).toEqual(['DOCUMENT', 'REGISTRATION'])
  })
})

test('people look the same by name and birth, companies by name, and nobody without them', () => {
  expect(lookOf(1, 'Weber, ANNA', '1970-01-01')).toBe('anna weber 1970-01-01')
  expect(lookOf(1, 'Anna Weber', '')).toBe('')
  expect(lookOf(1, 'Anna Weber', null)).toBe('')
  expect(lookOf(1, '—', '1970-01-01')).toBe('')
  expect(lookOf(2, 'Nordwind Ltd', '1970-01-01')).toBe('ltd nordwind')
})
