import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NameSchema } from '../names/parse.domain.ts'
import { productOptions } from './options.domain.ts'
import { scorePair } from './score.domain.ts'

const scoreOf = (schema: NameSchema, left: string, right: string) =>
  scorePair(schema, { name: left }, { name: right }).score

const word = fc.string({
  unit: fc.constantFrom(...'abdefghiklmnoprstuvyz'.split('')),
  minLength: 2,
  maxLength: 10,
})
const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
const schema = fc.constantFrom<NameSchema>('person', 'organisation', 'vessel', 'unknown')

test('a name is itself', () => {
  fc.assert(
    fc.property(schema, name, (kind, one) => {
      expect(scoreOf(kind, one, one)).toBe(1)
    }),
  )
})

test('it does not matter which name is asked for', () => {
  fc.assert(
    fc.property(schema, name, name, (kind, left, right) => {
      expect(scoreOf(kind, left, right)).toBe(scoreOf(kind, right, left))
    }),
  )
})

test('the order of the words of a name does not matter', () => {
  const shuffled = fc
    .uniqueArray(word, { minLength: 2, maxLength: 5 })
    .chain((words) => fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })))
  fc.assert(
    fc.property(shuffled, ([words, others]) => {
      expect(scoreOf('person', words.join(' '), others.join(' '))).toBe(1)
    }),
  )
})

test('a fact that agrees never lowers, one that disagrees never raises, one that is missing does nothing', () => {
  const year = fc.integer({ min: 1900, max: 2010 }).map(String)
  const born = (one: string) => ({ birthDates: [{ from: `${one}-01-01`, to: `${one}-12-31` }] })
  fc.assert(
    fc.property(name, name, year, year, (left, right, a, b) => {
      const plain = scoreOf('person', left, right)
      const scored = (one: string, other?: string) =>
        scorePair('person', { name: left, ...born(one) }, { name: right, ...(other ? born(other) : {}) })
          .score
      expect(scored(a, a)).toBeGreaterThanOrEqual(plain)
      if (a !== b) expect(scored(a, b)).toBeLessThanOrEqual(plain)
      expect(scored(a)).toBe(plain)
    }),
  )
})

test('what cannot be compared has no score', () => {
  for (const nothing of ['', ' ', '—', '😀😀', '\u0000\u200B', '***'])
    for (const kind of ['person', 'organisation'] as const) {
      expect(scoreOf(kind, nothing, nothing)).toBe(0)
      expect(scoreOf(kind, nothing, 'Anna Weber')).toBe(0)
    }
})

test.each([
  ['person', 'Weber, Anna', 'Anna Weber'],
  ['person', 'Dr. Anna Weber', 'Anna Weber'],
  ['person', 'Annaweber', 'Anna Weber'],
  ['person', 'Abd al-Karim Zahir', 'Abdulkarim Zaher'],
  ['person', 'Bill Harrington', 'William Harrington'],
  ['person', 'Ирина Соколова', 'Irina Sokolova'],
  ['person', 'خالد المنصوري', 'Khaled al-Mansouri'],
  ['organisation', 'Nordwind Handelsgesellschaft mbH', 'Nordwind Handelsgesellschaft GmbH'],
  ['organisation', 'Société Lumière S.A.R.L.', 'Societe Lumiere SARL'],
  ['organisation', 'Battalion Twenty-Two', 'Battalion 22'],
] as const)('%s: %s is %s', (kind, left, right) => {
  expect(scoreOf(kind, left, right)).toBeGreaterThanOrEqual(productOptions.threshold)
})

test.each([
  ['person', 'Anna Weber', 'Anna Schmidt'],
  ['person', 'Anna B. Weber', 'Anna K. Weber'],
  ['person', 'Weber', 'Anna Maria Weber'],
  ['organisation', 'Limited Liability Company', 'Orion Limited Liability Company'],
  ['organisation', 'Orion Trading Company', 'Halcyon Trading Company'],
  ['organisation', '4711 Corp.', 'Belltower Corp.'],
] as const)('%s: %s is not %s', (kind, left, right) => {
  expect(scoreOf(kind, left, right)).toBeLessThan(productOptions.threshold)
})

test('a servant with a typing error is read both ways, and what is a name of its own stays one', () => {
  expect(scoreOf('person', 'Abgdul Karimov', 'Abdul Karimov')).toBeGreaterThan(0.9)
  expect(scoreOf('person', 'Abdula Karimov', 'Abdullah Karimov')).toBeGreaterThan(0.9)
  expect(scoreOf('person', 'Abdali Karimov', 'Abdul Karimov')).toBeLessThan(productOptions.threshold)
})
