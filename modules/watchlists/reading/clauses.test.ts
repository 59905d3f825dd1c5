import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { schemaOf as wordSchema, several } from '#modules/names/matching/query.domain.ts'
import { widenSpan, distinctSpans, spanOf } from '#modules/names/dates/dates.domain.ts'
import { clean, namesIn, unique } from './names.domain.ts'
import { factOf, listOf, schemaOf } from './ofac.domain.ts'

const names = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const day = fc
  .date({ min: new Date('1800-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const spanText = (text: string) => {
  const span = spanOf(text)
  return span && `${span.from} ${span.to}`
}

describe('a date of a list', () => {
  test('is a day in each way of writing, with blanks around it', () => {
    fc.assert(
      fc.property(day, fc.boolean(), (iso, isShort) => {
        const [year = '', month = '', date = ''] = iso.split('-')
        const two = (text: string) => (isShort ? String(Number(text)) : text)
        const name = names[Number(month) - 1] ?? ''
        for (const text of [
          iso,
          ` ${iso} `,
          `${iso}T00:00:00`,
          `${two(date)} ${name} ${year}`,
          `${two(date)}. ${name.toUpperCase()}. ${year}`,
          `${two(date)}.${two(month)}.${year}`,
          `${two(date)}/${two(month)}/${year}`,
        ])
          expect(spanText(text)).toBe(`${iso} ${iso}`)
        const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
        for (const text of [`${year}-${month}`, `${name} ${year}`])
          expect(spanText(text)).toBe(`${year}-${month}-01 ${year}-${month}-${last}`)
        expect(spanText(year)).toBe(`${year}-01-01 ${year}-12-31`)
      }),
    )
    expect(spanText('September 1971')).toBe('1971-09-01 1971-09-30')
    expect(spanText('1970s')).toBe('1970-01-01 1979-12-31')
  })

  test('that is unsure reaches two years further, a range from its first to its last', () => {
    for (const word of ['circa', 'approximately', 'approx', 'approx.', 'about', 'Around', 'c.', 'ca', 'ca.'])
      expect([word, spanText(`${word} 1971`)]).toEqual([word, '1969-01-01 1973-12-31'])
    expect(widenSpan({ from: '1970-05-01', to: '1972-06-01' })).toEqual({
      from: '1968-01-01',
      to: '1974-12-31',
    })
    for (const text of [
      '1970 to 1972',
      'between 1970 and 1972',
      'from 1970 until 1972',
      '1970-1972',
      '1970 – 1972',
      '1972 to 1970',
    ])
      expect([text, spanText(text)]).toEqual([text, '1970-01-01 1972-12-31'])
    expect(spanText('05 Mar 1971 to Apr 1971')).toBe('1971-03-05 1971-04-30')
    expect(spanText('1970 to nothing')).toBeUndefined()
    expect(spanText('nothing to 1970')).toBeUndefined()
    const spans = [
      { from: 'a', to: 'b' },
      { from: 'a', to: 'c' },
      { from: 'a', to: 'b' },
    ]
    expect(distinctSpans(spans)).toEqual(spans.slice(0, 2))
  })

  test('that there is not is none', () => {
    for (const text of [
      '',
      '1799',
      '2101',
      '1971-13',
      '1971-02-30',
      '00 Mar 1971',
      '32.1.1971',
      '13.13.1971',
      'Foo 1971',
      'x circa 1971',
      'circa',
      '19711',
      '1.1.71',
    ])
      expect([text, spanOf(text)]).toEqual([text, undefined])
  })
})

describe('a birth date that is asked for', () => {
  test('is a day, a month or a year that there is', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('-', '/', '.'), (iso, mark) => {
        const [year = '', month = '', date = ''] = iso.split('-')
        const one = { from: iso, to: iso }
        expect(spanOf([year, month, date].join(mark))).toEqual(one)
        expect(spanOf([Number(date), Number(month), year].join(mark))).toEqual(one)
        expect(spanOf(` ${iso}T10:00 `)).toEqual(one)
        const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
        expect(spanOf([year, Number(month)].join(mark))).toEqual({
          from: `${year}-${month}-01`,
          to: `${year}-${month}-${last}`,
        })
        expect(spanOf(year)).toEqual({ from: `${year}-01-01`, to: `${year}-12-31` })
      }),
    )
    for (const text of [
      '',
      '0999',
      '1971-00',
      '1971-13',
      '1971-02-29',
      '1971-01-00',
      '1.1.19711',
      'x1.1.1971',
      '1.1.71',
      'x',
    ])
      expect([text, spanOf(text)]).toEqual([text, undefined])
    expect(spanOf('1972-02-29')?.to).toBe('1972-02-29')
  })

  test('kinds of parties are known by several words', () => {
    const words = {
      Individual: 'person',
      'Public Body': 'organisation',
      ship: 'vessel',
      AEROPLANE: 'aircraft',
      aircraft: 'aircraft',
      '': 'unknown',
      cat: 'unknown',
    }
    for (const [word, kind] of Object.entries(words)) expect([word, wordSchema(word)]).toEqual([word, kind])
    expect(several(' a; b |;c')).toEqual(['a', 'b', 'c'])
  })
})

describe('the names in a text of a list', () => {
  const texts = (text: string) =>
    namesIn(text, 'strong').map(({ text: name, quality }) => `${name}${quality === 'weak' ? ' (weak)' : ''}`)
  test.each([
    ['Anna Weber; Bela Farkas', ['Anna Weber', 'Bela Farkas']],
    ['a) Anna b) Bela', ['a) Anna', 'Bela']],
    ['Anna Weber, born 1970 in X', ['Anna Weber']],
    ['Anna Weber BORN 5 May', ['Anna Weber']],
    ['Anna Weber born in X', ['Anna Weber born in X']],
    ['Haqqani Trade Service (HTS)', ['Haqqani Trade Service', 'HTS (weak)']],
    ['Haqqani Trade Service (XYZ)', ['Haqqani Trade Service (XYZ)']],
    ['Anna Weber (Анна Вебер)', ['Anna Weber', 'Анна Вебер']],
    ['Анна Вебер (Anna Weber)', ['Анна Вебер', 'Anna Weber']],
    ['Anna Weber (original script: Анна; Вебер)', ['Anna Weber', 'Анна', 'Вебер']],
    ['Anna Weber (previously listed as)', ['Anna Weber']],
    ['Anna Weber (passport 7)', ['Anna Weber']],
    ['Anna (Mrs; Miss) Weber', ['Anna Weber', 'Mrs', 'Miss']],
    ['Anna Weber ( )', ['Anna Weber']],
    ['Anna (x;y', ['Anna (x', 'y']],
    ['Anna Weber ,;', ['Anna Weber']],
    ['Brigade One - sub-unit name', ['Brigade One']],
    ['—', []],
  ])('%s', (text, found) => expect(texts(text)).toEqual(found))

  test('are each there once, by the best quality', () => {
    const weak = { text: 'A', quality: 'weak' as const }
    expect(unique([weak, { text: 'B', quality: 'weak' }, { text: 'A', quality: 'primary' }])).toEqual([
      { text: 'A', quality: 'primary' },
      { text: 'B', quality: 'weak' },
    ])
    expect(clean('\u200Ea  b\n c ')).toBe('a b c')
    expect(clean('a b')).toBe('a b')
  })
})

describe('OFAC', () => {
  test('takes a word for the kind of a number only where it is that word', () => {
    expect(factOf('Hotel Madrid 25')).toBeUndefined()
    expect(factOf('Tax Id 25')).toMatchObject({ type: 'Tax Id', value: '25' })
  })

  test('keeps those whose property is blocked on one list, all others on another', () => {
    expect(
      [
        ['SDN List'],
        ['sdn list', 'x'],
        ['Non-SDN List'],
        ['NonSDN List'],
        ['non-sdn list'],
        ['Consolidated'],
        [],
      ].map(listOf),
    ).toEqual(['ofac-sdn', 'ofac-sdn', 'ofac-cons', 'ofac-cons', 'ofac-cons', 'ofac-cons', 'ofac-cons'])
    expect(['Individual', 'ENTITY', 'vessel', 'Aircraft', 'x'].map(schemaOf)).toEqual([
      'person',
      'organisation',
      'vessel',
      'aircraft',
      'unknown',
    ])
  })

  test.each([
    ['Gender Male', { type: 'Gender', value: 'Male' }],
    ['Website www.x.example', { type: 'Website', value: 'www.x.example' }],
    [
      'Additional Sanctions Information: Subject to X',
      { type: 'Additional Sanctions Information', value: 'Subject to X' },
    ],
    ['Digital Currency Address - XBT 1abc', { type: 'Digital Currency Address - XBT', value: '1abc' }],
    ['Secondary sanctions risk - Section 1', { type: 'Secondary sanctions risk -', value: 'Section 1' }],
    [
      'Passport A0123 (Iran) issued 01 Jan 2000 expires 2005',
      { type: 'Passport', value: 'A0123', country: 'Iran', issuedOn: '01 Jan 2000', expiresOn: '2005' },
    ],
    [
      'National ID No. 77-12 (Hungary)',
      { type: 'National ID No.', value: '77-12', country: 'Hungary', issuedOn: '', expiresOn: '' },
    ],
    [
      'Tax ID No. 55 expires 2005',
      { type: 'Tax ID No.', value: '55', country: '', issuedOn: '', expiresOn: '2005' },
    ],
    ['nothing 5', undefined],
    ['passport 5', undefined],
    ['Passport unknown', undefined],
    ['Linked To: X', { type: 'Linked To', value: 'X' }],
    ['Xpassport 5', undefined],
  ])('says %s', (clause, fact) => expect(factOf(clause)).toEqual(fact))
})
