import { expect, test } from 'vitest'
import type { NameSchema } from '../names/parse.domain.ts'
import { type MatchWeights, productOptions } from './options.domain.ts'
import { scorePair } from './score.domain.ts'

/** How much is left of a score where one weight is half of what it is in the product. */
const leftOf = (weight: keyof MatchWeights, schema: NameSchema, left: string, right: string) => {
  const score = (by: number) => {
    const weights = { ...productOptions.weights, [weight]: productOptions.weights[weight] * by }
    return scorePair(schema, { name: left }, { name: right }, { ...productOptions, weights }).score
  }
  return Number((score(0.5) / score(1)).toFixed(4))
}

test.each([
  ['person', 'Harrington', 'Harrington Oswald Pemberton', 0.5],
  ['person', 'Harrington Oswald', 'Harrington Oswald Pemberton', 1],
  // A letter says little.
  ['person', 'Harrington O.', 'Harrington O. Pemberton', 0.5],
  // One word that is two of the other name says both.
  ['person', 'Annaweber', 'Anna Weber Pemberton', 1],
  ['person', 'Mohammed Ali', 'Mohammed Ali Hassan', 1],
  // What is hardly alike was not found.
  ['person', 'Harrington Pemberton', 'Harrington Penfold', 0.5],
  ['organisation', 'Halcyon', 'Halcyon Meridian', 1],
  // A word that companies share names none.
  ['organisation', 'Trading Company', 'Trading Company Meridian', 0.5],
] as const)('%s: %s beside %s keeps %d for what is found alone', (schema, left, right, kept) => {
  expect(leftOf('lonely', schema, left, right)).toBe(kept)
  expect(leftOf('lonely', schema, right, left)).toBe(kept)
})

test.each([
  ['Mohammed Hassan', 'Mohammed Husein', 0.5],
  ['Mohammed Pemberton', 'Mohammed Pimbarden', 0.5],
  // A letter or two is a way to write it.
  ['Mohammed Pemberton', 'Mohammed Pembarten', 1],
  // A name that few bear agrees.
  ['Harrington Pemberton', 'Harrington Pimbarden', 1],
] as const)('%s beside %s keeps %d where only names agree that very many bear', (left, right, kept) => {
  expect(leftOf('common', 'person', left, right)).toBe(kept)
  expect(leftOf('common', 'organisation', left, right)).toBe(1)
})

test('what one of two names has beside the other lowers more where only names agree that very many bear', () => {
  const kept = (left: string, right: string) => leftOf('extraCommon', 'person', left, right)
  expect(kept('Mohammed Ali', 'Mohammed Ali Hassan')).toBeGreaterThan(1)
  expect(kept('Harrington Oswald', 'Harrington Oswald Pemberton')).toBe(1)
  expect(kept('Annaweber', 'Anna Weber Pemberton')).toBe(1)
})
