import fc from 'fast-check'
import { parseCsvObjects } from 'hucre/csv'
import { describe, expect, test } from 'vitest'
import { askedOf, bulkColumns, columnsOf, csvRow } from './bulk.domain.ts'

const heads = ['Full Name', 'Type', 'D.O.B.', 'Nationality', 'Sex', 'ID-Number', 'Branch']
const columns = columnsOf(heads)
const asked = (...cells: string[]) => askedOf(cells, columns)

describe('a row of a file to screen', () => {
  test('is read by the words of its first row, in any case and with any marks', () => {
    expect(columns).toEqual({
      name: 0,
      entityType: 1,
      dateOfBirth: 2,
      country: 3,
      gender: 4,
      documentNumber: 5,
    })
    for (const [code, words] of Object.entries(bulkColumns))
      for (const word of words) expect(columnsOf(['x', word.toUpperCase()])).toEqual({ [code]: 1 })
    expect(columnsOf(['Branch'])).toEqual({})
  })

  test('asks for a name with what is known beside it', () => {
    expect(asked(' Anna Weber ', 'Individual', '1970-05-01', 'HU', 'female', ' K77 ')).toEqual({
      subject: {
        customerId: null,
        name: 'Anna Weber',
        entityType: 'person',
        query: {
          names: ['Anna Weber'],
          birthDates: [{ from: '1970-05-01', to: '1970-05-01' }],
          genders: ['F'],
          countries: ['hu'],
          documents: ['K77'],
          mode: 'fuzzy',
        },
      },
      fault: '',
    })
    expect(asked('Anna', '', '', 'Hungary')).toMatchObject({
      subject: {
        entityType: 'unknown',
        query: { birthDates: [], genders: [], countries: [], documents: [] },
      },
      fault: '',
    })
    expect(asked('Anna', '', '1970-02-30').fault).toBe('NO_SUCH_DAY')
    expect(askedOf(['Anna'], {}).subject.name).toBe('')
  })
})

describe('a row of an answer', () => {
  test('is read back as it was, whatever is in it', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', "'") })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const quoted = cells.map((one) => `x${one}y`)
        const names = quoted.map((_, at) => `c${at}`)
        const [row] = parseCsvObjects(csvRow(names) + csvRow(quoted)).data
        expect(Object.values(row as object)).toEqual(quoted)
      }),
    )
    expect(csvRow(['a"b"c', 'd,e', 'f'])).toBe('"a""b""c","d,e",f\r\n')
  })

  test('runs no formula where it is opened', () => {
    for (const first of ['=', '+', '-', '@', '\t'])
      expect(csvRow([`${first}1`, `a${first}`])).toBe(`'${first}1,a${first}\r\n`)
    expect(csvRow(['\r1'])).toBe('"\'\r1"\r\n')
  })
})
