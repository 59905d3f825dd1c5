import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EntityFacts, withFacts } from './facts.domain.ts'
import { productOptions } from './options.domain.ts'

const { weights } = productOptions
const score = fc.integer({ min: 0, max: 100 }).map((n) => n / 100)
const of = (name: number, query: Partial<EntityFacts>, entity: Partial<EntityFacts>) =>
  withFacts(name, query, entity, weights)
const raised = (name: number, weight: number) =>
  name + (1 - name) * weight * (Math.max(0, name - 0.4) / 0.6) * weights.agree
const lowered = (name: number, weight: number) => Math.max(0, name - weight * name)
const born = (from: string, to = from) => ({ birthDates: [{ from, to }] })
const effects = (query: Partial<EntityFacts>, entity: Partial<EntityFacts>) =>
  of(0.8, query, entity).effects.map(({ fact, effect }) => `${fact} ${effect}`)

describe('a fact', () => {
  test('raises the score by its weight and by how far the names agree, or lowers it by what it takes away', () => {
    const facts: [Partial<EntityFacts>, Partial<EntityFacts>, number, Partial<EntityFacts>, number][] = [
      [{ countries: ['HU', 'at'] }, { countries: ['hu'] }, 0.3, { countries: ['pe'] }, weights.country],
      [{ genders: ['Male'] }, { genders: ['m'] }, 0.05, { genders: ['F'] }, weights.gender],
      [{ documents: ['K-77'] }, { documents: ['k77'] }, 1, { documents: ['K78'] }, weights.document],
      [{ addresses: ['5, Main Rd.'] }, { addresses: ['main rd 5'] }, 0.3, { addresses: ['x'] }, 0],
      [born('1970-05-01'), born('1970-05-01'), 1, born('1931-05-01'), weights.birthYear],
      [born('1970-01-01', '1970-12-31'), born('1970-05-01'), 0.7, born('1971-02-01'), weights.birthDate],
      [born('1970-05-07'), born('1970-01-01', '1970-12-31'), 0.7, born('1970-05-08'), weights.birthDate],
    ]
    fc.assert(
      fc.property(score, fc.constantFrom(...facts), (name, [query, same, agrees, other, takes]) => {
        const up = of(name, query, same)
        expect(up.score).toBeCloseTo(raised(name, agrees), 12)
        expect([up.agreement, up.effects.length]).toEqual([agrees, 1])
        expect(up.effects[0]?.change).toBeCloseTo(up.score - name, 12)
        expect(of(name, query, other).score).toBeCloseTo(lowered(name, takes), 12)
        expect(of(name, query, {})).toEqual({ score: name, agreement: 0, effects: [] })
        expect(of(name, {}, same)).toEqual({ score: name, agreement: 0, effects: [] })
      }),
    )
  })

  test('is mentioned with what it did; two birth dates with day and month changed are near', () => {
    expect(effects(born('1970-05-07'), born('1970-07-05'))).toEqual(['birthDate near'])
    expect(effects(born('1970-05-07'), born('1971-07-05'))).toEqual(['birthDate disagrees'])
    expect(effects(born('1970-05-07'), born('1970-05-07'))).toEqual(['birthDate agrees'])
    expect(effects({ addresses: ['a'] }, { addresses: ['b'] })).toEqual([])
    expect(effects({ documents: ['--'] }, { documents: ['K1'] })).toEqual([])
    expect(effects({ documents: ['K1'] }, { documents: ['--'] })).toEqual([])
    expect(effects({ countries: ['hu'], genders: ['F'] }, { countries: ['hu'], genders: ['M'] })).toEqual([
      'country agrees',
      'gender disagrees',
    ])
  })

  test('of several birth dates is the one that says most for the match', () => {
    const query = {
      birthDates: [
        { from: '1931-01-01', to: '1931-01-01' },
        { from: '1970-05-07', to: '1970-05-07' },
      ],
    }
    expect(of(0.8, query, born('1970-05-07')).agreement).toBe(1)
    expect(of(0.8, born('1970-05-07'), query).agreement).toBe(1)
  })
})
