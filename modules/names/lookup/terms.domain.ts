import { Part } from '../names/part.domain.ts'
import { namesOfGroup } from '../names/people.domain.ts'
import { different, partSimilarity } from '../words/similarity.domain.ts'
import { scripts } from './build.domain.ts'
import { type Columns, textAt } from './image.domain.ts'
import { boneKeys, hashOf, neighbours, salts } from './neighbours.domain.ts'

/** A word of the index that a word of a query may stand for. */
export interface TermMatch {
  term: number
  similarity: number
}

/** How many terms may stand for one word, from which similarity on, and how much is remembered. */
const most = { terms: 150, remembered: 20_000 }
const leastSimilar = 0.4

/** What was worked out before, as long as there is room for it. */
export function memoize<K, V>(memory: Map<K, V>, key: K, make: () => V): V {
  let value = memory.get(key)
  if (value === undefined) {
    if (memory.size >= most.remembered) memory.clear()
    memory.set(key, (value = make()))
  }
  return value
}

export interface TermFinder {
  /** The terms that a word may stand for with up to so many letters missing, the most similar first. */
  similar(word: Part, deletions?: number): readonly TermMatch[]
  /** Whether the index has this word as it is. */
  has(word: string): boolean
  /** The word of a term. */
  baseOf(term: number): Part
}

/** Finds the words of an index that a word may stand for, however mistyped. */
export function termFinder(c: Columns): TermFinder {
  const mask = c.bucketAt.length - 2
  const seen = new Uint32Array(c.termScript.length)
  let stamp = 0
  const bases: (Part | undefined)[] = Array.from({ length: c.termScript.length })
  const remembered = new Map<string, TermMatch[]>()

  const scriptOf = (term: number) => scripts[c.termScript[term] as number] ?? 'latin'
  const baseOf = (term: number): Part =>
    (bases[term] ??= new Part(textAt(c.termText, c.termAt, term), scriptOf(term), 'word', 1))

  const similar = (word: Part, deletions = 2): TermMatch[] => {
    const key = `${word.script}${deletions}${word.kind}${word.text}`
    return memoize(remembered, key, () => find(word, deletions))
  }

  const find = (word: Part, deletions: number): TermMatch[] => {
    const result: TermMatch[] = []
    stamp += 1
    let plain = true
    let bearable = 4
    const look = (hash: number) => {
      const bucket = hash & mask
      for (let at = c.bucketAt[bucket] as number; at < (c.bucketAt[bucket + 1] as number); at += 1) {
        const term = c.bucketTerm[at] as number
        if (seen[term] === stamp) continue
        if (plain && different(word.letters, c.termLetters[term] as number) > bearable) continue
        seen[term] = stamp
        const similarity = partSimilarity(word, baseOf(term))
        if (similarity > leastSimilar) result.push({ term, similarity })
      }
    }
    neighbours(word.text, salts.text, deletions, look)
    bearable = 7
    if (deletions > 1 && word.sound.length > 2) look(hashOf(word.sound, salts.sound))
    plain = false
    if (deletions > 1)
      for (const group of word.groups) for (const name of namesOfGroup(group)) look(hashOf(name, salts.text))
    if (deletions > 1 && word.script === 'skeletal') boneKeys(word, salts.bonesOfOthers, look)
    else if (deletions > 1 && word.script === 'latin') boneKeys(word, salts.bonesOfSkeletal, look)
    result.sort((a, b) => b.similarity - a.similarity)
    if (result.length > most.terms) result.length = most.terms
    return result
  }

  const has = (word: string): boolean => {
    const bucket = hashOf(word.slice(0, 10), salts.text) & mask
    for (let at = c.bucketAt[bucket] as number; at < (c.bucketAt[bucket + 1] as number); at += 1)
      if (baseOf(c.bucketTerm[at] as number).text === word) return true
    return false
  }
  return { similar, has, baseOf }
}
