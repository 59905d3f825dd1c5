import { crossSimilarity } from './cross.domain.ts'
import type { Part } from '../names/part.domain.ts'

// How far two words are from one another, in letters: what hands and transliterations often do costs less.

const vowel = new Uint8Array(128)
for (const letter of 'aeiouy') vowel[letter.charCodeAt(0)] = 1
const near = new Uint8Array(128 * 128)
for (const [
  a = '',
  b = '',
] of 'ck cq kq sz sc vw vf wu vb fp dt bp gk gq gj jy ji iy gh kh xs xk zj jz mn lr cz tz uv zc dz'
  .split(' ')
  .map((pair) => pair.split(''))) {
  near[a.charCodeAt(0) * 128 + b.charCodeAt(0)] = 1
  near[b.charCodeAt(0) * 128 + a.charCodeAt(0)] = 1
}
const h = 'h'.charCodeAt(0)
const s = 's'.charCodeAt(0)
const ending = new Uint8Array(128)
for (const letter of 'aio') ending[letter.charCodeAt(0)] = 1

/** The costs of differences, in letters; what a last vowel tells, and how much a difference of two known names adds. */
const costs = {
  vowel: 0.75,
  near: 0.72,
  double: 0.4,
  silent: 0.5,
  vowelMissing: 0.8,
  swap: 0.9,
  ending: 1.25,
  plural: 0.65,
  /** What is added where the first letters differ: that seldom happens to a hand or a transliteration. */
  first: 0.25,
  /** Of words that sound alike, each difference counts less. */
  alike: 0.9,
  /** Two names that everybody knows are two names, and no misspelling of one. */
  known: 0.75,
}

const width = 48
const rows = new Float64Array(width * 3)

/** The weighted number of differences between two words; above `limit` some number above it. */
function distance(a: string, b: string, limit: number): number {
  const m = Math.min(a.length, width - 1)
  const n = Math.min(b.length, width - 1)
  if (Math.abs(m - n) * 0.4 > limit) return limit + 1
  let before = 0
  let above = width
  let here = width * 2
  rows[above] = 0
  let leastAbove = 0
  for (let j = 1; j <= n; j += 1)
    rows[above + j] = (rows[above + j - 1] as number) + single(b, j - 1) + (j === 1 ? costs.first : 0)
  for (let i = 1; i <= m; i += 1) {
    const x = a.charCodeAt(i - 1)
    const gone = single(a, i - 1)
    let least = (rows[here] = (rows[above] as number) + gone + (i === 1 ? costs.first : 0))
    for (let j = 1; j <= n; j += 1) {
      const y = b.charCodeAt(j - 1)
      let cost =
        (rows[above + j - 1] as number) + (x === y ? 0 : other(x, y) + (i === 1 && j === 1 ? costs.first : 0))
      const down = (rows[above + j] as number) + gone
      if (down < cost) cost = down
      const right = (rows[here + j - 1] as number) + single(b, j - 1)
      if (right < cost) cost = right
      if (i > 1 && j > 1 && x !== y && x === b.charCodeAt(j - 2) && y === a.charCodeAt(i - 2)) {
        const swapped = (rows[before + j - 2] as number) + costs.swap
        if (swapped < cost) cost = swapped
      }
      rows[here + j] = cost
      if (cost < least) least = cost
    }
    // The next row may still swap letters from the row above.
    if (least > limit && leastAbove + costs.swap > limit) return limit + 1
    leastAbove = least
    const free = before
    before = above
    above = here
    here = free
  }
  return rows[above + n] as number
}

function single(text: string, at: number): number {
  const letter = text.charCodeAt(at)
  if (at > 0 && letter === text.charCodeAt(at - 1)) return costs.double
  if (letter === h) return costs.silent
  // A last vowel is often what tells a woman's name from a man's, or a family's from its founder's.
  if (at === text.length - 1 && at > 2 && letter < 128 && ending[letter] === 1) return costs.ending
  if (letter === s && at === text.length - 1 && at > 3) return costs.plural
  return letter < 128 && vowel[letter] === 1 ? costs.vowelMissing : 1
}

function other(x: number, y: number): number {
  if (x >= 128 || y >= 128) return 1
  if (vowel[x] === 1 && vowel[y] === 1) return costs.vowel
  if (near[x * 128 + y] === 1) return costs.near
  return x < 58 || y < 58 ? 1.2 : 1
}

/** From 0 to 1: how much two parts are the same; two words with three real differences are two words. */
export function partSimilarity(a: Part, b: Part): number {
  if (a.text === b.text) return 1
  if (a.kind === 'number' || b.kind === 'number')
    return a.kind === b.kind ? wordSimilarity(a.text, b.text, false) : 0
  if (a.kind === 'initial' || b.kind === 'initial')
    return a.text.charCodeAt(0) === b.text.charCodeAt(0) ? 0.75 : 0
  for (const group of a.groups) if (b.groups.includes(group)) return 0.9
  if (a.script !== b.script) {
    if (a.script === 'skeletal') return crossSimilarity(a.heard, b.heard)
    if (b.script === 'skeletal') return crossSimilarity(b.heard, a.heard)
  }
  const length = Math.min(63, Math.max(a.text.length, b.text.length))
  if (different(a.letters, b.letters) > 1 + 2 * (limits[length] as number)) return 0
  const alike = a.sound === b.sound && a.sound.length > 1
  const similarity = wordSimilarity(a.text, b.text, alike, a.common && b.common)
  // A character is not mistyped as a letter is: what differs is another syllable.
  return a.script === 'latin' && b.script === 'latin' ? similarity : Math.max(0, 1 - 4 * (1 - similarity))
}

/** What a word of each length bears before nothing is left of its similarity. */
const limits = Float64Array.from({ length: 64 }, (_, length) =>
  Math.min(3.2, (Math.sqrt(1 + 8 * 0.85 * (length + 1)) - 1) / 2),
)

/** How many letters are in one of two words alone, of their letters as bits. */
export function different(a: number, b: number): number {
  let bits = a ^ b
  bits -= (bits >>> 1) & 0x55_55_55_55
  bits = (bits & 0x33_33_33_33) + ((bits >>> 2) & 0x33_33_33_33)
  return Math.imul((bits + (bits >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24
}

/** The same for two words in small letters. */
export function wordSimilarity(a: string, b: string, soundAlike: boolean, bothKnown = false): number {
  if (a === b) return 1
  const length = Math.max(a.length, b.length)
  const limit = (limits[Math.min(length, 63)] as number) / (soundAlike ? costs.alike : 1)
  const cost = distance(a, b, limit)
  if (cost > limit) return 0
  let counted = soundAlike ? cost * costs.alike : cost
  if (bothKnown && counted > 0.5) counted += costs.known
  return Math.max(0, 1 - (counted * (counted + 1.1)) / 2 / (length < 4 ? length : length + 1))
}
