import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashOf, neighbours } from '../lookup/neighbours.domain.ts'
import { numberOf } from './people.domain.ts'

describe('a number in a name', () => {
  const roman = (n: number) =>
    'x'.repeat(Math.floor(n / 10)) + ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][n % 10]
  test('is read in Roman letters up to 39; one letter alone only where it closes the name', () => {
    for (let n = 1; n < 40; n += 1) {
      expect(numberOf(roman(n), true)).toBe(String(n))
      expect(numberOf(roman(n), false)).toBe(roman(n).length === 1 ? undefined : String(n))
    }
    for (const none of ['iiii', 'vv', 'xxxx', 'ic', 'xi1', '']) expect(numberOf(none, true)).toBeUndefined()
  })

  test('is read in digits and in words, also where they order', () => {
    fc.assert(
      fc.property(
        fc.nat(99_999),
        fc.constantFrom('', 'st', 'nd', 'rd', 'th'),
        fc.nat(3),
        (n, ending, noughts) => {
          expect(numberOf(`${'0'.repeat(noughts)}${n}${ending}`, false)).toBe(String(n))
        },
      ),
    )
    const words = {
      zero: 0,
      one: 1,
      nineteen: 19,
      twenty: 20,
      ninety: 90,
      fourty: 40,
      hundred: 100,
      first: 1,
      twelfth: 12,
    }
    for (const [word, n] of Object.entries(words))
      expect([word, numberOf(word, false)]).toEqual([word, String(n)])
    expect([numberOf('12x', false), numberOf('anna', true)]).toEqual([undefined, undefined])
  })
})

describe('words with an error or two', () => {
  const keys = (word: string, deletions: number) => {
    const found = new Set<number>()
    neighbours(word, 7, deletions, (hash) => found.add(hash))
    return found
  }
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'), minLength: 1, maxLength: 10 })
  /** Every word that is left without so many letters, as texts. */
  const left = (text: string, times: number): Set<string> => {
    const all = new Set([text])
    for (let time = 0; time < times; time += 1)
      for (const one of Array.from(all))
        for (let at = 0; at < one.length; at += 1) all.add(one.slice(0, at) + one.slice(at + 1))
    return all
  }
  test('have a key in common: what is left without one letter, or two of a long word', () => {
    fc.assert(
      fc.property(word, fc.constantFrom(0, 1, 2), (text, deletions) => {
        const times = text.length < 3 ? 0 : text.length < 6 ? Math.min(1, deletions) : deletions
        const expected = [...left(text, times)].map((one) => hashOf(one, 7))
        expect(keys(text, deletions)).toEqual(new Set(expected))
      }),
    )
  })

  test('are looked at in their first ten letters, apart by their salt', () => {
    expect(keys('abcdefghijk', 0)).toEqual(keys('abcdefghijz', 0))
    expect(keys('abcdefghij', 0)).toEqual(new Set([hashOf('abcdefghij', 7)]))
    expect(hashOf('abc', 7)).not.toBe(hashOf('abc', 8))
    expect(hashOf('abcdefghijk', 7)).not.toBe(hashOf('abcdefghijz', 7))
  })
})
