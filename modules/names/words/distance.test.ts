import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { different, wordSimilarity } from './similarity.domain.ts'

const vowels = 'aeiouy'
const near =
  'ck cq kq sz sc vw vf wu vb fp dt bp gk gq gj jy ji iy gh kh xs xk zj jz mn lr cz tz uv zc dz'.split(' ')

/** What a letter costs that one of the words has alone. */
function alone(word: string, at: number): number {
  const letter = word.charAt(at)
  if (at > 0 && word.charAt(at - 1) === letter) return 0.4
  if (letter === 'h') return 0.5
  const isLast = at === word.length - 1
  if (isLast && at > 2 && 'aio'.includes(letter)) return 1.25
  if (isLast && at > 3 && letter === 's') return 0.65
  return vowels.includes(letter) ? 0.8 : 1
}

function instead(x: string, y: string): number {
  if (x === y) return 0
  if (vowels.includes(x) && vowels.includes(y)) return 0.75
  if (near.includes(x + y) || near.includes(y + x)) return 0.72
  return /\d/.test(x + y) ? 1.2 : 1
}

/** The least sum of costs, by a table of all beginnings of both words. */
function costOf(a: string, b: string): number {
  const table: number[][] = Array.from({ length: a.length + 1 }, () => [])
  const at = (i: number, j: number) => table[i]?.[j] ?? Infinity
  for (let i = 0; i <= a.length; i += 1)
    for (let j = 0; j <= b.length; j += 1) {
      const [x, y] = [a.charAt(i - 1), b.charAt(j - 1)]
      const first = (isFirst: boolean) => (isFirst ? 0.25 : 0)
      const ways = [
        i + j === 0 ? 0 : Infinity,
        i > 0 ? at(i - 1, j) + alone(a, i - 1) + first(i === 1 && j === 0) : Infinity,
        j > 0 ? at(i, j - 1) + alone(b, j - 1) + first(j === 1 && i === 0) : Infinity,
        i > 0 && j > 0 ? at(i - 1, j - 1) + instead(x, y) + first(x !== y && i === 1 && j === 1) : Infinity,
        i > 1 && j > 1 && x !== y && x === b.charAt(j - 2) && y === a.charAt(i - 2)
          ? at(i - 2, j - 2) + 0.9
          : Infinity,
      ]
      ;(table[i] as number[])[j] = Math.min(...ways)
    }
  return at(a.length, b.length)
}

function similarityOf(a: string, b: string, soundAlike: boolean, bothKnown: boolean): number {
  if (a === b) return 1
  const length = Math.max(a.length, b.length)
  const bearable = Math.min(3.2, (Math.sqrt(1 + 6.8 * (length + 1)) - 1) / 2)
  const cost = costOf(a, b) * (soundAlike ? 0.9 : 1)
  if (cost > bearable + 1e-9) return 0
  const counted = cost + (bothKnown && cost > 0.5 ? 0.75 : 0)
  return Math.max(0, 1 - (counted * (counted + 1.1)) / 2 / (length < 4 ? length : length + 1))
}

const letter = fc.constantFrom(...'aeiouyhscktdbpmnlr19'.split(''))
const word = fc.string({ unit: letter, minLength: 1, maxLength: 12 })
/** A word and what one or two slips make of it. */
const slips = fc.array(
  fc.tuple(fc.constantFrom('drop', 'put', 'swap', 'other', 'double'), fc.nat(12), letter),
  {
    maxLength: 4,
  },
)
const changed = fc.tuple(word, slips).map(([one, changes]): [string, string] => [
  one,
  changes.reduce((text, [what, place, put]) => {
    const at = place % Math.max(1, text.length)
    const [head, here, tail] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)]
    if (what === 'drop') return head + tail || here
    if (what === 'put') return head + put + here + tail
    if (what === 'other') return head + put + tail
    if (what === 'double') return head + here + here + tail
    return head + tail.charAt(0) + here + tail.slice(1)
  }, one),
])

describe('how much two words are the same', () => {
  test('is what their cheapest differences leave of the longer one', () => {
    fc.assert(
      fc.property(
        fc.oneof(changed, fc.tuple(word, word)),
        fc.boolean(),
        fc.boolean(),
        ([a, b], alike, known) => {
          expect(wordSimilarity(a, b, alike, known)).toBeCloseTo(similarityOf(a, b, alike, known), 9)
        },
      ),
      // This pair is within its bound by a swap alone.
      { numRuns: 1500, examples: [[['aapaacl', 'raaalc'], false, false]] },
    )
  })

  test('of words longer than anybody writes is looked at in their beginnings', () => {
    const long = 'ab'.repeat(40)
    expect(wordSimilarity(long, `${long}x`, false)).toBeGreaterThan(0.9)
    expect(wordSimilarity(`${long}cc`, `${long}ddd`, false)).toBe(1)
    expect(wordSimilarity('a'.repeat(46), `b${'a'.repeat(45)}`, false)).toBeCloseTo(
      similarityOf('a'.repeat(46), `b${'a'.repeat(45)}`, false, false),
      9,
    )
  })

  test('letters of one word alone are counted as bits', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        const bits = ((a ^ b) >>> 0).toString(2).replaceAll('0', '').length
        expect(different(a, b)).toBe(bits)
      }),
    )
  })
})
