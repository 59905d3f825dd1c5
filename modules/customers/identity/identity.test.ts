import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMrz } from './mrz.domain.ts'
import { checkDigit } from './mrz-lines.domain.ts'
import { isAllDigits, parseMyKad } from './mykad.domain.ts'
import { fold, isSameName, patternsOf, searchOf } from './names.domain.ts'
import { isPhone, toPhone } from './phone.domain.ts'

const today = '2026-11-21'

const upper = (min: number, max: number) => fc.stringMatching(new RegExp(`^[A-Z]{${min},${max}}$`))
const day = (min: string, max: string) =>
  fc
    .date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
const short = (iso: string) => iso.replaceAll('-', '').slice(2)
const withDigit = (part: string) => part + checkDigit(part)

const person = fc.record({
  surname: upper(1, 12),
  given: upper(1, 10),
  country: upper(3, 3).filter((code) => !code.startsWith('GB')),
  number: fc.stringMatching(/^[A-Z0-9]{5,9}$/),
  birth: day('1930-01-01', '2026-11-20'),
  expiry: day('2027-01-01', '2036-12-31'),
  sex: fc.constantFrom('M', 'F', '<'),
})
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never

const names = ({ surname, given }: Person, length: number) => `${surname}<<${given}`.padEnd(length, '<')

function td3(one: Person): string {
  const number = withDigit(one.number.padEnd(9, '<'))
  const birth = withDigit(short(one.birth))
  const rest = `${withDigit(short(one.expiry))}${withDigit('<'.repeat(14))}`
  const whole = checkDigit(number + birth + rest)
  return `P<${one.country}${names(one, 39)}\n${number}${one.country}${birth}${one.sex}${rest}${whole}`
}

function td1(one: Person): string {
  const first = `${withDigit(one.number.padEnd(9, '<'))}${'<'.repeat(15)}`
  const birth = withDigit(short(one.birth))
  const expiry = withDigit(short(one.expiry))
  const whole = checkDigit(first + birth + expiry + '<'.repeat(11))
  return `I<${one.country}${first}\n${birth}${one.sex}${expiry}${one.country}${'<'.repeat(11)}${whole}\n${names(one, 30)}`
}

describe('a machine-readable zone', () => {
  test('tells what was printed, in a passport and on a card', () => {
    fc.assert(
      fc.property(person, (one) => {
        for (const [format, text] of [
          ['TD3', td3(one)],
          ['TD1', td1(one)],
        ] as const) {
          const { values: read, faults } = parseMrz(text, today)
          expect(faults).toEqual([])
          expect(read).toMatchObject({
            format,
            surname: one.surname,
            givenNames: one.given,
            number: one.number,
            issuingCountry: one.country,
            expiryDate: one.expiry,
            gender: one.sex === '<' ? '' : one.sex,
          })
          // Two digits of a year: somebody of a hundred looks newly born.
          expect(read?.dateOfBirth.slice(2)).toBe(one.birth.slice(2))
          expect((read?.dateOfBirth ?? '') <= today).toBe(true)
        }
      }),
    )
  })

  test('with one digit misread is found out', () => {
    fc.assert(
      fc.property(person, fc.integer({ min: 0, max: 26 }), fc.integer({ min: 1, max: 9 }), (one, at, by) => {
        const [first = '', second = ''] = td3(one).split('\n')
        const sign = second.charAt(at)
        fc.pre(/\d/.test(sign))
        const other = String((Number(sign) + by) % 10)
        const read = parseMrz(`${first}\n${second.slice(0, at)}${other}${second.slice(at + 1)}`, today)
        expect(read.faults).not.toEqual([])
      }),
    )
  })

  test('names the field whose digit is wrong', () => {
    const one = { surname: 'TAN', given: 'MEI', country: 'UTO', number: 'A1234567', sex: 'F' as const }
    const zone = td3({ ...one, birth: '1988-01-01', expiry: '2030-12-31' })
    const [first = '', second = ''] = zone.split('\n')
    for (const [at, field] of [
      [9, 'idNumber'],
      [19, 'dateOfBirth'],
      [27, 'idExpiryDate'],
      [43, 'mrz'],
    ] as const) {
      const wrong = (Number(second.charAt(at)) + 1) % 10
      const read = parseMrz(`${first}\n${second.slice(0, at)}${wrong}${second.slice(at + 1)}`, today)
      expect(read.faults).toMatchObject([{ code: field === 'mrz' ? 'MRZ_WHOLE' : 'MRZ_CHECK', field }])
      expect(read.values).toMatchObject({
        surname: 'TAN',
        givenNames: 'MEI',
        nationality: 'UTO',
        gender: 'F',
      })
    }
  })

  test('may come in small letters with the fillers at its end lost, and never throws', () => {
    const sample = 'P<UTOTAN<<MEI LING\nA1234567<4UTO8801015F3012314<<<<<<<<<<<<<<08'
    expect(parseMrz(sample.toLowerCase(), today).values).toMatchObject({
      surname: 'TAN',
      givenNames: 'MEI LING',
    })
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        parseMrz(`${a}\n${b}`, today)
      }),
    )
    fc.assert(
      fc.property(person, (one) => {
        const trimmed = td1(one)
          .split('\n')
          .map((line, at) => (at === 2 ? line.slice(0, 24) : line))
        expect(parseMrz(trimmed.join('\n').toLowerCase(), today).values).toMatchObject({
          surname: one.surname.slice(0, 24),
        })
      }),
    )
  })
})

describe('a MyKad number', () => {
  const digits = fc.record({
    birth: day('1930-01-01', '2026-11-20'),
    place: fc.constantFrom('01', '14', '12', '66', '74', '82'),
    serial: fc.stringMatching(/^\d{4}$/),
  })

  test('tells the day, the place and the gender of birth, with dashes or without', () => {
    fc.assert(
      fc.property(digits, fc.constantFrom('', '-', ' '), ({ birth, place, serial }, dash) => {
        const read = parseMyKad([short(birth), place, serial].join(dash), today)
        if (typeof read === 'string') throw new Error(read)
        expect(read.dateOfBirth.slice(2)).toBe(birth.slice(2))
        expect(read.dateOfBirth <= today).toBe(true)
        expect(read.gender).toBe(Number(serial) % 2 === 1 ? 'M' : 'F')
        expect(read.idNumber).toBe(`${short(birth)}-${place}-${serial}`)
      }),
    )
    expect(parseMyKad('880101-14-5523', today)).toMatchObject({
      placeOfBirth: 'Kuala Lumpur',
      countryOfBirth: 'MY',
    })
    expect(parseMyKad('880101-66-5522', today)).toMatchObject({ placeOfBirth: '', countryOfBirth: 'SG' })
  })

  test('has the places that the registration department numbers: sixteen states by turns, then countries', () => {
    const at = (place: number) => {
      const read = parseMyKad(`880101${String(place).padStart(2, '0')}5522`, today)
      return typeof read === 'string' ? read : `${read.countryOfBirth} ${read.placeOfBirth}`
    }
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
    const states = range(1, 16).map(at)
    expect(new Set(states).size).toBe(16)
    for (const state of states) expect(state).toMatch(/^MY [A-Z]/)
    // The numbers added later follow the states in their order, but for one.
    const later = range(21, 58).map((place) => states.indexOf(at(place)))
    expect(later).not.toContain(-1)
    expect(later).toEqual(later.toSorted((a, b) => a - b))
    expect(at(59)).toBe(at(5))
    const abroad = [...range(60, 68), 74, 75, 76, 77, 78, 79].map(at)
    expect(abroad.join('')).toBe('BN ID KH LA MM PH SG TH VN CN IN PK SA LK BD ')
    for (const several of [71, 72, 82, 90, 99]) expect(at(several)).toBe(' ')
    for (const none of [0, 17, 20, 69, 70, 73, 80, 81, 94, 97]) expect(at(none)).toBe('MYKAD_PLACE')
  })

  test('without twelve digits, of no day, or of no place is none', () => {
    expect(parseMyKad('88010114552', today)).toBe('MYKAD_FORMAT')
    for (const text of [
      '88010114552',
      '10114-5523',
      '８８０１０１－１４－５５２３',
      '880101\u201314\u20135523',
    ])
      expect(isAllDigits(text), text).toBe(true)
    expect(isAllDigits('P4671243<4')).toBe(false)
    expect(parseMyKad('８８０１０１\u201314\u20135523', today)).toMatchObject({ idNumber: '880101-14-5523' })
    expect(parseMyKad('880231145523', today)).toBe('MYKAD_DATE')
    expect(parseMyKad('880101005523', today)).toBe('MYKAD_PLACE')
    fc.assert(fc.property(fc.string(), (text) => void parseMyKad(text, today)))
  })
})

describe('names', () => {
  test('are found without their marks, in any script, by parts of words or the beginning of one', () => {
    expect(fold('Nguyễn Thị Ánh')).toBe('nguyen thi anh')
    expect(fold('Łukasz Ørsted Đặng')).toBe('lukasz orsted dang')
    expect(searchOf(['Đặng Văn', '陈美'], ['880101-14-5523', '+60123456789'])).toBe(
      ' dang van u9648u7f8e chen mei chenmei 880101145523 60123456789 ',
    )
    expect(patternsOf('dặn Vă')).toEqual(['%dan%', '% va%'])
    expect(patternsOf('012-345 6789')).toEqual(['%123456789%'])
    expect(patternsOf('  ')).toEqual([])
    // The number of a paper is no name: none of its letters is spelled otherwise.
    for (const number of ['KCAA07BB3', 'K17AE2414', 'K04AEFF11'])
      expect(patternsOf(number)).toEqual([`%${number.toLowerCase()}%`])
  })

  test('fold to themselves, and are the same in another order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(text)).toMatch(/^[a-z0-9 ]*$/)
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
    expect(isSameName('TAN Mei Ling', 'Mei-Ling Tan')).toBe(true)
    expect(isSameName('Tan Mei', 'Tan Mei Ling')).toBe(false)
  })
})

test('telephone numbers are read at home and abroad', () => {
  expect(toPhone('012-345 6789', 'MY')).toBe('+60123456789')
  expect(toPhone('+65 9123 4567', 'MY')).toBe('+6591234567')
  expect(toPhone('12', 'MY')).toBeUndefined()
  expect(isPhone('+60123456789')).toBe(true)
  expect(isPhone('+6011')).toBe(false)
})
