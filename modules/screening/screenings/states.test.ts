import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  causes,
  contextOf,
  matchStates,
  partlyRead,
  isIdentified,
  sourceOf,
  stateOf,
  tooMany,
  unreadable,
} from './screenings.domain.ts'

describe('a screening', () => {
  test('clears nobody by half an answer', () => {
    const matches = fc.array(
      fc.constantFrom(...matchStates).map((state) => ({ state })),
      { maxLength: 3 },
    )
    fc.assert(
      fc.property(
        matches,
        fc.constantFrom('', tooMany, partlyRead),
        fc.subarray(['un']),
        (found, failure, stale) => {
          const has = (...states: string[]) => found.some(({ state }) => states.includes(state))
          const state = has('confirmed_hit')
            ? 'confirmed_hit'
            : failure === tooMany
              ? 'error'
              : failure === partlyRead || stale.length > 0 || has('pending', 'skipped')
                ? 'in_review'
                : 'no_hit'
          expect(stateOf(found, { stale, failure })).toBe(state)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('belongs to a source by its list and to a context by its cause', () => {
    expect(['un', 'ofac-sdn', 'ofac-cons', 'own-x', 'ftm'].map(sourceOf)).toEqual([
      'unsc',
      'ofac',
      'ofac',
      'enhanced',
      'enhanced',
    ])
    expect(causes.filter((cause) => contextOf(cause) === 1)).toEqual(['transaction', 'dataset_updated'])
  })

  test('says which person was asked for by a paper with its country alone', () => {
    const asked = (entityType: string, documents: string[], countries: string[]) =>
      isIdentified({ entityType, query: { documents, countries } })
    expect(asked('person', ['K1'], ['hu'])).toBe(true)
    expect([
      asked('vessel', ['K1'], ['hu']),
      asked('person', [], ['hu']),
      asked('person', ['K1'], []),
    ]).toEqual([false, false, false])
  })
})

test('a name that says nothing is refused rather than cleared', () => {
  const asked = (name: string, schema: Parameters<typeof unreadable>[1] = 'person') =>
    unreadable(name, schema)
  for (const name of ['Anna Weber', 'Li', '金', '김', 'Владимир', 'a'.repeat(200)])
    expect(asked(name)).toBeUndefined()
  expect(asked('ab '.repeat(67))).toBe('NAME_TOO_LONG')
  for (const name of ['', '12345', '—', '😀']) expect(asked(name)).toBe('NAME_WITHOUT_LETTERS')
  for (const name of ['a', 'я', 'a1']) expect(asked(name)).toBe('NAME_TOO_SHORT')
  // A title, or a legal form, of nobody.
  for (const kind of ['person', 'organisation', 'unknown'] as const)
    expect(asked('al', kind)).toBe('NAME_SAYS_NOTHING')
  expect(asked('GmbH', 'organisation')).toBe('NAME_SAYS_NOTHING')
  expect(asked('Nordwind Limited', 'organisation')).toBeUndefined()
})
