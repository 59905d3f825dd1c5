import { compareNames, type NameComparison } from '#modules/screening/matching/compare.domain.ts'
import type { ScreenedEntity } from '#modules/screening/matching/entity.domain.ts'
import { type EntityFacts, type FactEffect, withFacts } from '#modules/screening/matching/facts.domain.ts'
import { type MatchOptions, productOptions } from '#modules/screening/matching/options.domain.ts'
import { apart, partSimilarity } from '#modules/screening/words/similarity.domain.ts'
import {
  type NameSchema,
  type ParsedName,
  parseName,
  part,
  type Part,
} from '#modules/screening/names/parse.domain.ts'
import { partKinds, qualities, schemas, scripts } from './build.domain.ts'
import { type IndexImage, unpack } from './image.domain.ts'
import { hashOf, neighbours, salts } from './neighbours.domain.ts'

/** Whom a search asks for; facts that are not known stay out. */
export interface Query extends Partial<EntityFacts> {
  name: string
  /** Unknown asks for everything. */
  schema: NameSchema
}

/** An entry that a search found: which of its names matched, and what made the score. */
export interface Hit {
  list: string
  id: string
  schema: ScreenedEntity['schema']
  matchedName: string
  quality: (typeof qualities)[number]
  score: number
  /** How many facts agree, to order entries of one score. */
  agreement: number
  name: NameComparison
  facts: readonly FactEffect[]
}

export interface Searcher {
  /** Entries from the threshold on, best first, at most `limit`. */
  search(query: Query, limit?: number, options?: MatchOptions): Hit[]
  readonly entities: number
  readonly names: number
}

interface TermMatch {
  term: number
  similarity: number
}

const decoder = new TextDecoder()
/** How many names are compared precisely at most, and how many terms may stand for one word. */
const most = { rows: 160, terms: 400, remembered: 4096 }

/** Opens an index for searching; several threads may open the same image. */
export function openIndex(image: IndexImage): Searcher {
  const c = unpack(image)
  const rows = c.rowEntity.length
  const mask = c.bucketAt.length - 2
  const sums = new Float32Array(rows)
  const current = new Float32Array(rows)
  const stamps = new Uint32Array(rows)
  const firstStamp = new Uint32Array(rows)
  let stamp = 0
  const seenTerm = new Uint32Array(c.termScript.length)
  let termStamp = 0
  const bases: Part[] = []
  const letters = new Uint32Array(c.termScript.length)
  const remembered = new Map<string, TermMatch[]>()

  const text = (content: Uint8Array, at: Uint32Array, place: number) =>
    // A view on shared memory is copied for decoding.
    decoder.decode(content.slice(at[place] as number, at[place + 1] as number))

  for (let term = 0; term < letters.length; term += 1) {
    const word = part(
      text(c.termText, c.termAt, term),
      scripts[c.termScript[term] as number] ?? 'latin',
      'word',
      1,
    )
    bases.push(word)
    letters[term] = word.letters
  }
  const baseOf = (term: number): Part => bases[term] as Part

  const parsedRow = (row: number, person: boolean): ParsedName => {
    const parts: Part[] = []
    for (let at = c.rowAt[row] as number; at < (c.rowAt[row + 1] as number); at += 1) {
      const base = baseOf(c.partTerm[at] as number)
      const share = (c.partShare[at] as number) / 100
      parts.push(
        share === 1 && c.partKind[at] === 0
          ? base
          : {
              ...base,
              kind: partKinds[c.partKind[at] as number] ?? 'word',
              share,
              weight: base.weight * share,
            },
      )
    }
    const forms: number[] = []
    for (let form = 0; form < 8; form += 1) if ((c.rowForms[row] as number) & (1 << form)) forms.push(form)
    return { original: '', person, spellings: [{ parts, forms }] }
  }

  /** The terms that a word may stand for, the most similar first. */
  const termsOf = (word: Part): TermMatch[] => {
    const key = `${word.script}${word.kind}${word.text}`
    const known = remembered.get(key)
    if (known) return known
    const result: TermMatch[] = []
    termStamp += 1
    let plain = true
    const look = (hash: number) => {
      const bucket = hash & mask
      for (let at = c.bucketAt[bucket] as number; at < (c.bucketAt[bucket + 1] as number); at += 1) {
        const term = c.bucketTerm[at] as number
        if (seenTerm[term] === termStamp) continue
        seenTerm[term] = termStamp
        if (plain && apart(word.letters, letters[term] as number)) continue
        const similarity = partSimilarity(word, baseOf(term))
        if (similarity > 0.3) result.push({ term, similarity })
      }
    }
    neighbours(word.text, salts.text, look)
    if (word.sound.length > 1) look(hashOf(word.sound, salts.sound))
    plain = false
    if (word.bones.length > 0)
      if (word.script === 'skeletal') neighbours(word.bones.slice(0, 5), salts.bonesOfOthers, look)
      else neighbours(word.bones.slice(0, 5), salts.bonesOfSkeletal, look)
    result.sort((a, b) => b.similarity - a.similarity)
    if (result.length > most.terms) result.length = most.terms
    if (remembered.size >= most.remembered) remembered.clear()
    remembered.set(key, result)
    return result
  }

  const touched: number[] = []
  const hit = (matches: readonly TermMatch[], weight: number) => {
    stamp += 1
    for (const { term, similarity } of matches) {
      const worth = similarity * weight
      for (let at = c.postingAt[term] as number; at < (c.postingAt[term + 1] as number); at += 1) {
        const row = c.posting[at] as number
        if ((firstStamp[row] as number) < queryStamp) {
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

  /** Rows that the name may mean, the likeliest first. */
  const candidates = (name: ParsedName, weights: MatchOptions['weights'], floor: number): Int32Array => {
    let best: { row: number; guess: number }[] = []
    for (const { parts } of name.spellings) {
      touched.length = 0
      queryStamp = stamp + 1
      let whole = 0
      for (const [at, one] of parts.entries()) {
        if (one.kind === 'small') {
          joinsFrom(parts, at)
          continue
        }
        whole += one.weight
        if (one.kind === 'initial') continue
        hit(termsOf(one), one.weight)
        splits(one)
        joinsFrom(parts, at)
      }
      for (const row of touched) {
        const sum = Math.min(sums[row] as number, whole)
        const other = c.rowWeight[row] as number
        const restA = Math.max(0, whole - sum)
        const restB = Math.max(0, other - sum)
        const conflict = Math.min(restA, restB)
        const extra = Math.abs(restA - restB)
        // Kinder than the comparison itself: what it finds more is not lost here.
        const guess =
          (sum / (sum + conflict * (1 + weights.conflict * 0.4))) *
          (1 - (0.4 * extra) / (extra + sum + conflict))
        if (guess >= floor) best.push({ row, guess })
      }
    }
    best.sort((a, b) => b.guess - a.guess)
    if (best.length > most.rows) best = best.slice(0, most.rows)
    return Int32Array.from(best, ({ row }) => row)
  }

  const joinsFrom = (parts: readonly Part[], at: number) => {
    let joined = parts[at]?.text ?? ''
    let weight = parts[at]?.weight ?? 0
    for (let count = 2; count <= 4 && at + count <= parts.length; count += 1) {
      const next = parts[at + count - 1] as Part
      joined += next.text
      weight += next.weight
      if (joined.length < 5) continue
      hit(
        termsOf(part(joined, next.script, 'word', 1)).filter(({ similarity }) => similarity > 0.6),
        weight,
      )
    }
  }

  const close = (word: Part) => {
    const matches = termsOf(word)
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
      hit(close(part(head, word.script, 'word', 1)), share * head.length)
      hit(close(part(tail, word.script, 'word', 1)), share * tail.length)
    }
  }

  const known = (word: string): boolean => {
    const bucket = hashOf(word.slice(0, 10), salts.text) & mask
    for (let at = c.bucketAt[bucket] as number; at < (c.bucketAt[bucket + 1] as number); at += 1)
      if (baseOf(c.bucketTerm[at] as number).text === word) return true
    return false
  }

  const entityOf = (entity: number) =>
    JSON.parse(text(c.entityJson, c.entityAt, entity)) as EntityFacts & { list: string; id: string }

  const search = (query: Query, limit = 50, options = productOptions): Hit[] => {
    const asPerson = query.schema === 'person' || query.schema === 'unknown'
    const asOther = query.schema !== 'person'
    const best = new Map<number, Hit>()
    const look = (name: ParsedName, fits: (schema: number) => boolean) => {
      if (name.spellings.length === 0) return
      for (const row of candidates(name, options.weights, Math.min(0.5, options.threshold - 0.15))) {
        const entity = c.rowEntity[row] as number
        const schema = c.entitySchema[entity] as number
        if (!fits(schema)) continue
        const comparison = compareNames(name, parsedRow(row, name.person), options.weights)
        if (comparison.score < 0.4) continue
        const quality = qualities[c.rowQuality[row] as number] ?? 'primary'
        const facts = entityOf(entity)
        const { score, agreement, effects } = withFacts(comparison.score, query, facts, options.weights)
        const earlier = best.get(entity)
        if (score < (quality === 'weak' ? options.weakThreshold : options.threshold)) continue
        if (earlier && earlier.score >= score) continue
        best.set(entity, {
          list: facts.list,
          id: facts.id,
          schema: schemas[schema] ?? 'unknown',
          matchedName: text(c.textBytes, c.textAt, c.rowText[row] as number),
          quality,
          score,
          agreement,
          name: comparison,
          facts: effects,
        })
      }
    }
    if (asPerson) look(parseName(query.name, 'person'), (schema) => schema === 0)
    if (asOther || asPerson) {
      const own = schemas.indexOf(query.schema)
      const any = query.schema === 'unknown'
      look(parseName(query.name, query.schema === 'person' ? 'unknown' : query.schema), (schema) =>
        any ? schema !== 0 : schema === own || schema === 4,
      )
    }
    return [...best.values()]
      .toSorted((a, b) => b.score - a.score || b.agreement - a.agreement || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
  }
  return { search, entities: c.entitySchema.length, names: c.textAt.length - 1 }
}
