import { expect, test } from 'vitest'
import { impliedBy } from './papers.domain.ts'

const none = { idType: '', idIssuingCountry: '', nationality: '' }

test('a passport, a MyKad and a national card tell the nationality, other papers do not', () => {
  expect(impliedBy({ ...none, idType: 'PASSPORT', idIssuingCountry: 'SG' }).nationality).toBe('SG')
  expect(impliedBy({ ...none, idType: 'MYKAD' })).toEqual({ idIssuingCountry: 'MY', nationality: 'MY' })
  expect(impliedBy({ ...none, idType: 'WORK_PERMIT', idIssuingCountry: 'SG' }).nationality).toBe('')
})

test('a nationality that was given stays', () => {
  const given = { idType: 'PASSPORT', idIssuingCountry: 'SG', nationality: 'MY' }
  expect(impliedBy(given).nationality).toBe('MY')
})
