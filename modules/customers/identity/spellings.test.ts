import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameName, nameKey, patternsOf, searchOf } from './names.domain.ts'

// ICAO Doc 9303-3, section 6, A: what a passport has for a letter, where that is not the letter without its mark.
const official: Record<string, string> = {
  Ä: 'AE A', Å: 'AA A', Æ: 'AE', Ð: 'D', Ø: 'OE O', Ö: 'OE O', Ü: 'UE UXX U', Ñ: 'N NXX', Þ: 'TH', ß: 'SS', ẞ: 'SS', Đ: 'D', Ħ: 'H',
  ı: 'I', İ: 'I', Ĳ: 'IJ', Ł: 'L', Ŋ: 'N', Œ: 'OE', Ŧ: 'T', ĸ: 'Q', Ş: 'S', Ğ: 'G', Ő: 'O', Ű: 'U', Ș: 'S', Ț: 'T', Ż: 'Z', Ý: 'Y',
} // prettier-ignore
const spelt = fc.constantFrom(...Object.entries(official)).chain(([letter, spellings]) =>
  fc.record({
    letter: fc.constantFrom(letter, letter.toLowerCase(), letter.normalize('NFD')),
    spelling: fc.constantFrom(...spellings.split(' ')),
  }),
)
const part = fc.string({ unit: fc.constantFrom(...Array.from('BCFGKLMRTVW')), minLength: 1, maxLength: 4 })
const isFound = (text: string, name: string) =>
  patternsOf(text).every((pattern) => searchOf([name], []).includes(pattern.slice(1, -1)))

test('a name and each spelling that a passport may have of it are one name, and found by one another', () => {
  fc.assert(
    fc.property(
      part,
      spelt,
      part,
      fc.constantFrom('Ali', 'José'),
      (before, { letter, spelling }, after, given) => {
        const [name, passport] = [
          `${given} ${before}${letter}${after}`,
          `${before}${spelling}${after} ${given.toUpperCase()}`,
        ]
        expect(
          isSameName(name, passport),
          `${name} ${nameKey(name)} | ${passport} ${nameKey(passport)}`,
        ).toBe(true)
        expect(isFound(passport, name), name).toBe(true)
        expect(isFound(name, passport), passport).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

test('signs that nobody sees and the way in which letters are composed make no difference', () => {
  const sign = fc.constantFrom(
    ...Array.from('\u200B\u200C\u200D\uFEFF\u00AD\u2060\u200E\u180E\u3164\u034F\uFE0F'),
  )
  const name = fc.constantFrom(
    'Kamal Rahman',
    'Nguyễn Thị Ánh',
    '陳大文',
    'محمد علی',
    '김민수',
    'Иван Петров',
    'சிவா',
  )
  fc.assert(
    fc.property(name, sign, fc.nat(8), fc.constantFrom('NFC', 'NFD'), (text, one, at, form) => {
      const hidden = `${text.slice(0, at)}${one}${text.slice(at)}`.normalize(form).replaceAll(' ', '\u00A0')
      expect(isSameName(text, hidden)).toBe(true)
      expect(searchOf([hidden], [])).toBe(searchOf([text], []))
      expect(patternsOf(hidden)).toEqual(patternsOf(text))
    }),
  )
})

describe('a name in another script', () => {
  test.each([
    ['Иван Петров', 'IVAN PETROV'],
    ['Γιώργος Παππάς', 'GIORGOS PAPPAS'],
    ['محمد علی', 'MOHAMMAD ALI'],
  ])('is the same as the matcher reads it: %s', (name, reading) => {
    expect(isSameName(name, reading)).toBe(true)
    expect(isFound(reading, name)).toBe(true)
  })

  test('in characters is found by how they are read, and is nobody else by that alone', () => {
    for (const text of ['chen', 'chen dawen', 'DA WEN', '陳大', '文'])
      expect(isFound(text, '陳大文'), text).toBe(true)
    expect(isFound('kim', '김민수')).toBe(true)
    expect(isSameName('陳大文', 'Chen Da Wen')).toBe(false)
  })
})

test('parts of a name are found as they were typed, also where they end within a letter of two signs', () => {
  for (const text of ['sam', 'samue', 'samuel', 'muel', 'uel', 'el'])
    expect(isFound(text, 'SAMUEL LEE'), text).toBe(text !== 'el')
  for (const text of ["o'brien", 'obrien', 'o brien', 'brien'])
    for (const name of ["Pat O'Brien", 'PAT OBRIEN', 'Pat O Brien', 'Pat O’Brien'])
      expect(isFound(text, name), `${text} in ${name}`).toBe(true)
  expect(isSameName("Pat O'Brien", 'OBRIEN PAT')).toBe(true)
  expect(isSameName('Samuel Lee', 'Samantha Lee')).toBe(false)
})
