import { describe, expect, test } from 'vitest'
import { askedOf, bulkColumns, columnsOf } from './bulk.domain.ts'

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
    expect(columnsOf(['ＮＡＭＥ', '\u200BDATE OF BİRTH', '性別'], { gender: ['性別'] })).toEqual({
      name: 0,
      dateOfBirth: 1,
      gender: 2,
    })
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
        query: { birthDates: [], genders: [], countries: ['hu'], documents: [] },
      },
      fault: '',
    })
    expect(asked('Anna', '', '1970-02-30').fault).toBe('NO_SUCH_DAY')
    expect(asked('Anna', '', '1971, 1973').subject.query.birthDates).toHaveLength(2)
    for (const country of ['Atlantis', 'Korea', 'XXA'])
      expect(asked('Anna', '', '', country).fault).toBe('COUNTRY_UNKNOWN')
    expect(askedOf(['Anna'], {}).subject.name).toBe('')
  })

  test('is a fault where a cell that is read holds an error or a formula without a result', () => {
    const [error, formula] = [
      { code: 'CELL_ERROR', text: '#N/A' },
      { code: 'CELL_FORMULA', text: '' },
    ] as const
    expect(askedOf([error], columns).fault).toBe('CELL_ERROR')
    expect(askedOf(['Anna', '', formula], columns).fault).toBe('CELL_FORMULA')
    expect(askedOf(['Anna', '', '', '', '', '', error], columns).fault).toBe('')
    expect(asked('#REF!').fault).toBe('CELL_ERROR')
  })
})
