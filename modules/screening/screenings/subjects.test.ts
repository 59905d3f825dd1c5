import { expect, test } from 'vitest'
import { subjectOf } from './subjects.server.ts'

test('a country by a code that was given up is compared as the country of today, once', () => {
  const customer = {
    id: '1',
    customerType: 1,
    names: ['Persona'],
    dateOfBirth: null,
    gender: '',
    documents: [],
  } as const
  const countriesOf = (...countries: string[]) =>
    subjectOf({ ...customer, names: ['Persona'], documents: [], countries }).query.countries
  expect(countriesOf('UK', 'GB', 'BU')).toEqual(['gb', 'mm'])
  expect(countriesOf('MY', 'YU')).toEqual(['my', 'yu'])
})
