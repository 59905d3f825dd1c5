import type { ScreenedEntity } from '#modules/names/matching/entity.domain.ts'

/** Numbers from 0 to 1 that are the same in each run. */
export function seedRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const starts = 'b ch d f g gh h j k kh l m n p q r s sh t th v w y z br dr kr tr st'.split(' ')
const middles = 'a e i o u aa ai ou ee ie'.split(' ')
const ends = ['', '', 'n', 'r', 'l', 's', 'm', 'd', 'k', 'sh', 'v']

/** Made-up people: given names that repeat as given names do, and family names of which there are very many. */
export function* generateNames(count: number, random: () => number): Generator<ScreenedEntity> {
  const one = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const word = (syllables: number) =>
    Array.from({ length: syllables }, () => `${one(starts)}${one(middles)}${one(ends)}`).join('')
  const fixed = seedRandom(1)
  const given = Array.from({ length: 4000 }, () => {
    const pick = (from: readonly string[]) => from[Math.floor(fixed() * from.length)] ?? ''
    return `${pick(starts)}${pick(middles)}${pick(starts)}${pick(middles)}${pick(ends)}`
  })
  // The square brings the first names of the list often, the last ones seldom.
  const often = () => given[Math.floor(random() ** 2 * given.length)] ?? ''
  for (let at = 0; at < count; at += 1) {
    const text = [often(), ...(random() < 0.4 ? [often()] : []), word(2 + Math.floor(random() * 2))].join(' ')
    yield {
      list: 'made',
      id: String(at),
      schema: 'person',
      names: [{ text, quality: 'primary' }],
      birthDates: [],
      genders: [],
      countries: [],
      documents: [],
      addresses: [],
    }
  }
}

/** A name with one typing error in each word of four letters or more: a letter gone, too many, another, or two swapped. */
export function mistype(name: string, random: () => number): string {
  return name
    .split(' ')
    .map((word) => {
      if (!/^\p{L}{4,}$/u.test(word)) return word
      const at = Math.floor(random() * (word.length - 1))
      const letter = String.fromCharCode(97 + Math.floor(random() * 26))
      const kind = Math.floor(random() * 4)
      if (kind === 0) return word.slice(0, at) + word.slice(at + 1)
      if (kind === 1) return word.slice(0, at) + letter + word.slice(at)
      if (kind === 2) return word.slice(0, at) + letter + word.slice(at + 1)
      return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
    })
    .join(' ')
}
