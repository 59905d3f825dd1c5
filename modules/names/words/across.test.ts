import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crossSimilarity } from './cross.domain.ts'

const costs = new Map<string, number>()
for (const [pairs, cost] of [
  ['Tt Dd Gg Aa wu wo yi ye ae ao uo ie', 0.15],
  ['Dz lr CS Jj Jz Ts Gk Xk Xh wf wb ai', 0.4],
  ['Ss Cj jg kg zd zs Cs kh gy wy td ya wa', 0.7],
] as const)
  for (const pair of pairs.split(' ')) {
    costs.set(pair, cost)
    costs.set(`${pair.charAt(1)}${pair.charAt(0)}`, cost)
  }
const isShort = (letter: string) => 'aeiou'.includes(letter)
const isLong = (letter: string) => 'awy'.includes(letter)

function skipped(word: string, at: number): number {
  const letter = word.charAt(at)
  if (at > 0 && letter === word.charAt(at - 1)) return 0.05
  if (isShort(letter)) return 0.1
  return letter === 'h' ? 0.4 : isLong(letter) ? 0.5 : 1.3
}
function gone(word: string, at: number): number {
  const letter = word.charAt(at)
  if (letter === 'h') return 0.4
  if (at > 0 && letter === word.charAt(at - 1)) return 0.1
  return isLong(letter) ? 0.45 : 1.3
}

/** The same by a table of all beginnings of both words. */
function reference(skeletal: string, full: string): number {
  const table: number[][] = Array.from({ length: skeletal.length + 1 }, () => [])
  const at = (i: number, j: number) => table[i]?.[j] ?? Infinity
  for (let i = 0; i <= skeletal.length; i += 1)
    for (let j = 0; j <= full.length; j += 1) {
      const [x, y] = [skeletal.charAt(i - 1), full.charAt(j - 1)]
      ;(table[i] as number[])[j] = Math.min(
        i + j === 0 ? 0 : Infinity,
        i > 0 ? at(i - 1, j) + gone(skeletal, i - 1) : Infinity,
        j > 0 ? at(i, j - 1) + skipped(full, j - 1) : Infinity,
        i > 0 && j > 0 ? at(i - 1, j - 1) + (x === y ? 0 : (costs.get(x + y) ?? 1.4)) : Infinity,
      )
    }
  const cost = at(skeletal.length, full.length)
  const own = skeletal.split('').filter((letter) => !isLong(letter)).length
  const others = full.split('').filter((letter) => !isLong(letter) && !isShort(letter)).length
  const consonants = Math.max(own, others)
  const score = 0.95 * Math.max(0, 1 - (cost * (cost + 1)) / 2 / (consonants + 0.5))
  return consonants < 2 ? score * 0.9 : consonants < 3 ? score * 0.95 : score
}

const letters = fc.constantFrom(...'awyhmdkrlsbnTDzSCjg'.split(''))
const skeleton = fc.string({ unit: letters, minLength: 1, maxLength: 8 })
const vowel = fc.constantFrom('', '', 'a', 'e', 'i', 'o', 'u', 'aa', 'h')
/** A skeleton with vowels between its letters, of which one may be another. */
const spoken = fc
  .tuple(skeleton, fc.array(vowel, { minLength: 9, maxLength: 9 }), fc.option(fc.tuple(fc.nat(8), letters)))
  .map(([bones, between, other]): [string, string] => {
    const heard = bones.split('').map((one, at) => (other && other[0] === at ? other[1] : one))
    return [bones, heard.map((one, at) => one + (between[at] ?? '')).join('')]
  })

test('a word without short vowels is as far from another as their cheapest differences', () => {
  fc.assert(
    fc.property(fc.oneof(spoken, fc.tuple(skeleton, skeleton)), ([skeletal, full]) => {
      expect(crossSimilarity(skeletal, full)).toBeCloseTo(reference(skeletal, full), 9)
    }),
    { numRuns: 1000 },
  )
})
