import type { MatchOptions } from '../matching/options.domain.ts'
import type { ParsedName } from '../names/parse.domain.ts'
import { Part } from '../names/part.domain.ts'
import type { Columns } from './image.domain.ts'
import type { TermFinder, TermMatch } from './terms.domain.ts'

/**
 * How many names are compared precisely at most, and how many of those that look the same as the query: none of them may be left
 * out unsaid. How many bear a very common word.
 */
const most = { rows: 120, equal: 400, common: 2000 }

/** From this guess on a name looks the same. */
const sameName = 0.97

/** Rows that a name may mean, the likeliest first; those alone whose entity is of a schema that fits. */
export type CandidateFinder = (
  name: ParsedName,
  fits: (schema: number) => boolean,
  weights: MatchOptions['weights'],
  floor: number,
) => readonly number[]

/** A word of the query: the terms by which a row is found, those that count only for rows found already, and how many rows that is. */
interface AskedWord {
  strong: readonly TermMatch[]
  weak: readonly TermMatch[]
  weight: number
  rows: number
}

/** What a row is made of while a query looks at it, side by side in memory: last hit, words hit, their worth, that of joined words. */
const cell = { last: 0, words: 1, worth: 2, joined: 3, size: 4 }

/** Finds by the words of a name the rows that are worth a comparison. */
export function candidateFinder(c: Columns, { similar, has }: TermFinder): CandidateFinder {
  const marks = new Uint32Array(c.rowEntity.length * cell.size)
  const worths = new Float32Array(marks.buffer)
  const touched = new Int32Array(c.rowEntity.length)
  let touchedCount = 0
  let hits = 0
  let queryFrom = 0
  const weakOf = new Float32Array(c.termScript.length)

  /** Adds to each row of these terms what the most similar is worth; a row not seen before only where it may open. */
  const hit = (
    matches: readonly TermMatch[],
    weight: number,
    field: number,
    bit = 0,
    mayOpen?: (row: number) => boolean,
  ) => {
    hits += 1
    for (const { term, similarity } of matches) {
      const worth = similarity * weight
      const end = c.postingAt[term + 1] as number
      for (let at = c.postingAt[term] as number; at < end; at += 1) {
        const row = c.posting[at] as number
        const place = row * cell.size
        const last = marks[place] as number
        if (last === hits) continue
        if (last < queryFrom) {
          if (mayOpen && !mayOpen(row)) continue
          touched[touchedCount++] = row
          marks[place + cell.words] = 0
          worths[place + cell.worth] = 0
          worths[place + cell.joined] = 0
        }
        marks[place] = hits
        marks[place + cell.words] = (marks[place + cell.words] as number) | bit
        worths[place + field] = (worths[place + field] as number) + worth
      }
    }
  }

  /** Adds to rows found already what less similar terms are worth, where their word is missing: looked up in the rows themselves. */
  const addWeak = (
    weak: readonly TermMatch[],
    weight: number,
    bit: number,
    isOpen: (worth: number, row: number) => boolean,
  ) => {
    if (weak.length === 0) return
    for (const { term, similarity } of weak) weakOf[term] = similarity
    for (let at = 0; at < touchedCount; at += 1) {
      const row = touched[at] as number
      const place = row * cell.size
      if ((marks[place + cell.words] as number) & bit) continue
      if (!isOpen((worths[place + cell.worth] as number) + (worths[place + cell.joined] as number), row))
        continue
      let best = 0
      for (let part = c.rowAt[row] as number; part < (c.rowAt[row + 1] as number); part += 1) {
        const similarity = weakOf[c.partTerm[part] as number] as number
        if (similarity > best) best = similarity
      }
      if (best > 0) worths[place + cell.worth] = (worths[place + cell.worth] as number) + best * weight
    }
    for (const { term } of weak) weakOf[term] = 0
  }

  const candidates: CandidateFinder = (name, fits, weights, floor) => {
    const against = 1 + (name.person ? weights.conflictPerson : weights.conflictOther) * 0.4
    // Kinder than the comparison itself: what it finds more is not lost here.
    const guessOf = (worth: number, whole: number, other: number) => {
      const sum = Math.min(worth, whole)
      const restA = whole - sum
      const restB = Math.max(0, other - sum)
      const conflict = Math.min(restA, restB)
      const extra = Math.abs(restA - restB)
      return (sum / (sum + conflict * against)) * (1 - (0.4 * extra) / (extra + sum + conflict))
    }
    // Where no word is more similar than this, all together are not enough; the rest is for words of unequal length.
    const strongFrom = 0.85 * ((floor * against) / (1 - floor + floor * against))
    const found: number[] = []
    const guesses: number[] = []
    for (const { parts } of name.spellings) {
      touchedCount = 0
      queryFrom = hits + 1
      const whole = parts.reduce((sum, { kind, weight }) => sum + (kind === 'small' ? 0 : weight), 0)
      const asked: AskedWord[] = []
      for (const [at, one] of parts.entries()) {
        if (one.kind === 'initial') continue
        joinsFrom(parts, at)
        if (one.kind === 'small') continue
        asked.push(askedWord(one, strongFrom))
        splits(one)
      }
      asked.sort((a, b) => a.rows - b.rows)
      const main = asked.filter(({ weight }) => weight > 0.5).length
      let left = asked.reduce((sum, { weight }) => sum + weight, 0)
      let done = 0
      for (const [at, { strong, weight, rows }] of asked.entries()) {
        // Whom only a very common one of several words names is nobody who was asked for.
        const isRest = name.person && main > 1 && done >= main - 1 && rows > most.common
        const possible = left
        const mayOpen = (row: number) => guessOf(possible, whole, c.rowWeight[row] as number) >= floor
        hit(strong, weight, cell.worth, 1 << at, isRest ? () => false : at > 0 ? mayOpen : undefined)
        left -= weight
        if (weight > 0.5) done += 1
      }
      const isOpen = (worth: number, row: number) =>
        guessOf(worth + strongFrom * Math.max(0, whole - worth), whole, c.rowWeight[row] as number) >= floor
      for (const [at, { weak, weight }] of asked.entries()) addWeak(weak, weight, 1 << at, isOpen)
      for (let at = 0; at < touchedCount; at += 1) {
        const row = touched[at] as number
        const place = row * cell.size
        const worth = (worths[place + cell.worth] as number) + (worths[place + cell.joined] as number)
        const guess = guessOf(worth, whole, c.rowWeight[row] as number)
        if (guess < floor || !fits(c.entitySchema[c.rowEntity[row] as number] as number)) continue
        found.push(row)
        guesses.push(guess)
      }
    }
    return likeliest(found, guesses)
  }

  const joinsFrom = (parts: readonly Part[], at: number) => {
    let joined = parts[at]?.text ?? ''
    let weight = parts[at]?.weight ?? 0
    for (let count = 2; count <= 4 && at + count <= parts.length; count += 1) {
      const next = parts[at + count - 1] as Part
      joined += next.text
      weight += next.weight
      if (joined.length < 5 || joined.length > 24) continue
      hit(close(new Part(joined, next.script, 'word', 1), count === 2 ? 1 : 0), weight, cell.joined)
    }
  }

  const close = (word: Part, deletions: number) => {
    const matches = similar(word, deletions)
    const end = matches.findIndex(({ similarity }) => similarity < 0.6)
    return end < 0 ? matches : matches.slice(0, end)
  }

  const splits = (word: Part) => {
    if (word.text.length < 6 || word.script === 'skeletal' || word.kind !== 'word' || has(word.text)) return
    for (let at = 3; at <= word.text.length - 3; at += 1) {
      const head = word.text.slice(0, at)
      const tail = word.text.slice(at)
      if (!has(at * 2 > word.text.length ? head : tail)) continue
      const share = word.weight / word.text.length
      hit(close(new Part(head, word.script, 'word', 1), 1), share * head.length, cell.joined)
      hit(close(new Part(tail, word.script, 'word', 1), 1), share * tail.length, cell.joined)
    }
  }

  const askedWord = (word: Part, strongFrom: number): AskedWord => {
    const matches = similar(word)
    const strong = matches.filter(({ similarity }) => similarity >= strongFrom)
    const rows = strong.reduce(
      (sum, { term }) => sum + (c.postingAt[term + 1] as number) - (c.postingAt[term] as number),
      0,
    )
    return { strong, weak: matches.slice(strong.length), weight: word.weight, rows }
  }
  return candidates
}

/** The likeliest rows in order; of very many those far behind are not even put in order. */
function likeliest(rows: readonly number[], guesses: readonly number[]): number[] {
  let from = 0
  if (rows.length > 2 * most.equal) {
    const steps = new Uint32Array(257)
    for (const guess of guesses) steps[Math.floor(guess * 256)]! += 1
    let step = steps.length
    let count = 0
    while (step > 0 && count < most.equal) count += steps[--step] as number
    from = step / 256
  }
  const best = rows
    .map((row, at) => ({ row, guess: guesses[at] as number }))
    .filter(({ guess }) => guess >= from)
    .toSorted((a, b) => b.guess - a.guess)
  const equal = best.findIndex(({ guess }) => guess < sameName)
  const count = Math.max(most.rows, Math.min(most.equal, equal < 0 ? best.length : equal))
  return best.slice(0, count).map(({ row }) => row)
}
