import type { MatchOptions } from '#modules/screening/matching/options.domain.ts'
import type { ParsedName } from '#modules/screening/names/parse.domain.ts'
import { Part } from '#modules/screening/names/part.domain.ts'
import { namesOfGroup } from '#modules/screening/names/people.domain.ts'
import { different, partSimilarity } from '#modules/screening/words/similarity.domain.ts'
import { scripts } from './build.domain.ts'
import { type Columns, textAt } from './image.domain.ts'
import { boneKeys, hashOf, neighbours, salts } from './neighbours.domain.ts'

interface TermMatch {
  term: number
  similarity: number
}

/**
 * How many names are compared precisely at most, and how many of those that look the same as the query: none of them may be left
 * out unsaid. How many terms may stand for one word, and what is remembered.
 */
const most = { rows: 120, equal: 400, terms: 150, common: 2000, remembered: 20_000 }

/** From this guess on a name looks the same. */
const sameName = 0.97

/** What was worked out before, as long as there is room for it. */
export function kept<K, V>(memory: Map<K, V>, key: K, make: () => V): V {
  let value = memory.get(key)
  if (value === undefined) {
    if (memory.size >= most.remembered) memory.clear()
    memory.set(key, (value = make()))
  }
  return value
}

export interface CandidateFinder {
  /** Rows that a name may mean, the likeliest first; those alone whose entity is of a schema that fits. */
  candidates(
    name: ParsedName,
    fits: (schema: number) => boolean,
    weights: MatchOptions['weights'],
    floor: number,
  ): Int32Array
  /** The word of a term. */
  baseOf(term: number): Part
}

/** Finds by the words of a name, however mistyped, the rows that are worth a comparison. */
export function candidateFinder(c: Columns): CandidateFinder {
  const rows = c.rowEntity.length
  const mask = c.bucketAt.length - 2
  const sums = new Float32Array(rows)
  const current = new Float32Array(rows)
  const stamps = new Uint32Array(rows)
  const firstStamp = new Uint32Array(rows)
  let stamp = 0
  const seenTerm = new Uint32Array(c.termScript.length)
  let termStamp = 0
  const bases: (Part | undefined)[] = Array.from({ length: c.termScript.length })
  const remembered = new Map<string, TermMatch[]>()

  const scriptOf = (term: number) => scripts[c.termScript[term] as number] ?? 'latin'
  const baseOf = (term: number): Part =>
    (bases[term] ??= new Part(textAt(c.termText, c.termAt, term), scriptOf(term), 'word', 1))

  /** The terms that a word may stand for, the most similar first. */
  const termsOf = (word: Part, deletions = 2): TermMatch[] => {
    const key = `${word.script}${deletions}${word.kind}${word.text}`
    return kept(remembered, key, () => similarTerms(word, deletions))
  }

  const similarTerms = (word: Part, deletions: number): TermMatch[] => {
    const result: TermMatch[] = []
    termStamp += 1
    let plain = true
    let bearable = 4
    const look = (hash: number) => {
      const bucket = hash & mask
      for (let at = c.bucketAt[bucket] as number; at < (c.bucketAt[bucket + 1] as number); at += 1) {
        const term = c.bucketTerm[at] as number
        if (seenTerm[term] === termStamp) continue
        seenTerm[term] = termStamp
        if (plain && different(word.letters, c.termLetters[term] as number) > bearable) continue
        const similarity = partSimilarity(word, baseOf(term))
        if (similarity > 0.4) result.push({ term, similarity })
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

  const touched: number[] = []
  const hit = (matches: readonly TermMatch[], weight: number, fresh = true) => {
    stamp += 1
    for (const { term, similarity } of matches) {
      const worth = similarity * weight
      for (let at = c.postingAt[term] as number; at < (c.postingAt[term + 1] as number); at += 1) {
        const row = c.posting[at] as number
        if ((firstStamp[row] as number) < queryStamp) {
          if (!fresh) continue
          firstStamp[row] = stamp
          stamps[row] = stamp
          sums[row] = worth
          current[row] = worth
          touched.push(row)
        } else if (stamps[row] !== stamp) {
          stamps[row] = stamp
          current[row] = worth
          sums[row] = (sums[row] as number) + worth
        } else if (worth > (current[row] as number)) {
          sums[row] = (sums[row] as number) + worth - (current[row] as number)
          current[row] = worth
        }
      }
    }
  }
  let queryStamp = 0

  /** The rarest words first: whom only a very common one of several words names is nobody who was asked for. */
  const hitAll = (words: readonly { matches: readonly TermMatch[]; weight: number }[], person: boolean) => {
    const counted = words.map(({ matches, weight }) => ({
      matches,
      weight,
      rows: matches.reduce(
        (sum, { term }) => sum + (c.postingAt[term + 1] as number) - (c.postingAt[term] as number),
        0,
      ),
    }))
    const main = counted.filter(({ weight }) => weight > 0.5).length
    let done = 0
    for (const { matches, weight, rows: many } of counted.toSorted((a, b) => a.rows - b.rows)) {
      hit(matches, weight, !(person && main > 1 && done >= main - 1 && many > most.common))
      if (weight > 0.5) done += 1
    }
  }

  /** Rows that the name may mean, the likeliest first. */
  const candidates = (
    name: ParsedName,
    fits: (schema: number) => boolean,
    weights: MatchOptions['weights'],
    floor: number,
  ): Int32Array => {
    let best: { row: number; guess: number }[] = []
    const against = 1 + (name.person ? weights.conflictPerson : weights.conflictOther) * 0.4
    for (const { parts } of name.spellings) {
      touched.length = 0
      queryStamp = stamp + 1
      let whole = 0
      const words: { matches: TermMatch[]; weight: number }[] = []
      for (const [at, one] of parts.entries()) {
        if (one.kind === 'small') {
          joinsFrom(parts, at)
          continue
        }
        whole += one.weight
        if (one.kind === 'initial') continue
        words.push({ matches: termsOf(one), weight: one.weight })
        splits(one)
        joinsFrom(parts, at)
      }
      hitAll(words, name.person)
      for (const row of touched) {
        const sum = Math.min(sums[row] as number, whole)
        const other = c.rowWeight[row] as number
        const restA = Math.max(0, whole - sum)
        const restB = Math.max(0, other - sum)
        const conflict = Math.min(restA, restB)
        const extra = Math.abs(restA - restB)
        // Kinder than the comparison itself: what it finds more is not lost here.
        const guess = (sum / (sum + conflict * against)) * (1 - (0.4 * extra) / (extra + sum + conflict))
        if (guess >= floor && fits(c.entitySchema[c.rowEntity[row] as number] as number))
          best.push({ row, guess })
      }
    }
    best.sort((a, b) => b.guess - a.guess)
    let count = Math.min(best.length, most.rows)
    while (count < Math.min(best.length, most.equal) && (best[count]?.guess ?? 0) >= sameName) count += 1
    if (best.length > count) best = best.slice(0, count)
    return Int32Array.from(best, ({ row }) => row)
  }

  const joinsFrom = (parts: readonly Part[], at: number) => {
    let joined = parts[at]?.text ?? ''
    let weight = parts[at]?.weight ?? 0
    for (let count = 2; count <= 4 && at + count <= parts.length; count += 1) {
      const next = parts[at + count - 1] as Part
      joined += next.text
      weight += next.weight
      if (joined.length < 5 || joined.length > 24) continue
      hit(close(new Part(joined, next.script, 'word', 1), count === 2 ? 1 : 0), weight)
    }
  }

  const close = (word: Part, deletions: number) => {
    const matches = termsOf(word, deletions)
    const end = matches.findIndex(({ similarity }) => similarity < 0.6)
    return end < 0 ? matches : matches.slice(0, end)
  }

  const splits = (word: Part) => {
    if (word.text.length < 6 || word.script === 'skeletal' || word.kind !== 'word' || known(word.text)) return
    for (let at = 3; at <= word.text.length - 3; at += 1) {
      const head = word.text.slice(0, at)
      const tail = word.text.slice(at)
      if (!known(at * 2 > word.text.length ? head : tail)) continue
      const share = word.weight / word.text.length
      hit(close(new Part(head, word.script, 'word', 1), 1), share * head.length)
      hit(close(new Part(tail, word.script, 'word', 1), 1), share * tail.length)
    }
  }

  const known = (word: string): boolean => {
    const bucket = hashOf(word.slice(0, 10), salts.text) & mask
    for (let at = c.bucketAt[bucket] as number; at < (c.bucketAt[bucket + 1] as number); at += 1)
      if (baseOf(c.bucketTerm[at] as number).text === word) return true
    return false
  }
  return { candidates, baseOf }
}
