import type { ParsedName, Part, Spelling } from '#modules/screening/names/parse.domain.ts'
import { generalForm } from '#modules/screening/names/forms.domain.ts'
import { soundOf } from '#modules/screening/words/sound.domain.ts'
import type { MatchWeights } from './options.domain.ts'
import { partSimilarity, wordSimilarity } from '#modules/screening/words/similarity.domain.ts'

/** Parts of two names that belong together; several on one side where words were written apart. */
export interface AlignedParts {
  left: readonly string[]
  right: readonly string[]
  similarity: number
}

export interface NameComparison {
  score: number
  aligned: readonly AlignedParts[]
  /** Parts that only one of the names has. */
  onlyLeft: readonly string[]
  onlyRight: readonly string[]
  formsDiffer: boolean
}

const nothing: NameComparison = { score: 0, aligned: [], onlyLeft: [], onlyRight: [], formsDiffer: false }

/** The best comparison of two names over their spellings; 0 where they cannot be compared. */
export function compareNames(left: ParsedName, right: ParsedName, weights: MatchWeights): NameComparison {
  let best = nothing
  for (const a of left.spellings)
    for (const b of right.spellings) {
      const one = compareSpellings(a, b, left.person, weights)
      if (one.score > best.score) best = one
    }
  return best
}

interface Link {
  i: number
  ni: number
  j: number
  nj: number
  similarity: number
  gain: number
}

function compareSpellings(a: Spelling, b: Spelling, person: boolean, weights: MatchWeights): NameComparison {
  // Always from the same side, so that the answer does not depend on which name was asked for.
  return before(b, a) ? turned(aligned(b, a, person, weights)) : aligned(a, b, person, weights)
}

function before(a: Spelling, b: Spelling): boolean {
  const length = a.parts.length - b.parts.length
  if (length !== 0) return length < 0
  for (const [at, { text }] of a.parts.entries()) {
    const other = b.parts[at]?.text ?? ''
    if (text !== other) return text < other
  }
  return false
}

const turned = ({ aligned: pairs, onlyLeft, onlyRight, ...rest }: NameComparison): NameComparison => ({
  ...rest,
  aligned: pairs.map(({ left, right, similarity }) => ({ left: right, right: left, similarity })),
  onlyLeft: onlyRight,
  onlyRight: onlyLeft,
})

const least = 0.15

function aligned(a: Spelling, b: Spelling, person: boolean, weights: MatchWeights): NameComparison {
  const takenA = new Uint8Array(a.parts.length)
  const takenB = new Uint8Array(b.parts.length)
  const chosen: Link[] = []
  const take = (link: Link) => {
    for (let i = link.i; i < link.i + link.ni; i += 1) if (takenA[i]) return
    for (let j = link.j; j < link.j + link.nj; j += 1) if (takenB[j]) return
    takenA.fill(1, link.i, link.i + link.ni)
    takenB.fill(1, link.j, link.j + link.nj)
    chosen.push(link)
  }
  for (const [i, x] of a.parts.entries())
    for (const [j, y] of b.parts.entries())
      if (!takenA[i] && !takenB[j] && x.text === y.text && x.kind === y.kind)
        take({ i, ni: 1, j, nj: 1, similarity: 1, gain: 0 })
  const links = linksOf(a.parts, b.parts, takenA, takenB)
  links.sort((x, y) => y.gain - x.gain)
  for (const link of links) take(link)
  return scored(a, b, chosen, takenA, takenB, person, weights)
}

const free = (taken: Uint8Array, from: number, count: number) => {
  for (let at = from; at < from + count; at += 1) if (taken[at]) return false
  return true
}

function linksOf(a: readonly Part[], b: readonly Part[], takenA: Uint8Array, takenB: Uint8Array): Link[] {
  const links: Link[] = []
  for (const [i, x] of a.entries()) {
    if (takenA[i]) continue
    for (const [j, y] of b.entries()) {
      if (takenB[j] || x.kind === 'small' || y.kind === 'small') continue
      const similarity = partSimilarity(x, y)
      if (similarity > least)
        links.push({ i, ni: 1, j, nj: 1, similarity, gain: similarity * (x.weight + y.weight) })
    }
  }
  joins(a, b, takenA, takenB, (i, ni, j, similarity, gain) =>
    links.push({ i, ni, j, nj: 1, similarity, gain }),
  )
  joins(b, a, takenB, takenA, (j, nj, i, similarity, gain) =>
    links.push({ i, ni: 1, j, nj, similarity, gain }),
  )
  return links
}

/** Words of one name that are one word of the other, and letters that stand for its words. */
function joins(
  many: readonly Part[],
  one: readonly Part[],
  takenMany: Uint8Array,
  takenOne: Uint8Array,
  found: (at: number, count: number, single: number, similarity: number, gain: number) => void,
): void {
  if (!one.some((part, at) => !takenOne[at] && part.text.length > 1)) return
  for (let at = 0; at < many.length; at += 1) {
    if (takenMany[at]) continue
    let text = many[at]?.text ?? ''
    let first = text.charAt(0)
    let weight = many[at]?.weight ?? 0
    for (let count = 2; count <= 4 && at + count <= many.length; count += 1) {
      if (!free(takenMany, at, count)) break
      const next = many[at + count - 1] as Part
      text += next.text
      first += next.text.charAt(0)
      weight += next.weight
      for (const [single, part] of one.entries()) {
        if (takenOne[single] || part.script === 'skeletal' || part.kind === 'number') continue
        if (part.text === first && count >= 2) found(at, count, single, 0.85, 0.85 * (weight + part.weight))
        if (part.text.length < 5 || Math.abs(part.text.length - text.length) > 3) continue
        const plain = wordSimilarity(text, part.text, false)
        if (plain < 0.3) continue
        const similarity = wordSimilarity(text, part.text, soundOf(text) === part.sound) * 0.98
        if (similarity > 0.5) found(at, count, single, similarity, similarity * (weight + part.weight))
      }
    }
  }
}

function scored(
  a: Spelling,
  b: Spelling,
  links: readonly Link[],
  takenA: Uint8Array,
  takenB: Uint8Array,
  person: boolean,
  weights: MatchWeights,
): NameComparison {
  let sum = 0
  let whole = 0
  let matched = 0
  let words = 0
  let naming = 0
  for (const { i, ni, j, nj, similarity } of links) {
    const weight = (weightOf(a.parts, i, ni) + weightOf(b.parts, j, nj)) / 2
    const off = 1 - similarity
    sum += weight * similarity
    whole += weight * (1 + weights.conflict * off * off)
    matched += weight
    if (similarity >= 0.5 && weight > 0.3) words += Math.max(ni, nj)
    if (similarity >= 0.5 && weight > 0.55) naming += 1
  }
  const restA = remaining(a.parts, takenA)
  const restB = remaining(b.parts, takenB)
  const conflict = Math.min(restA.weight, restB.weight)
  const extra = Math.abs(restA.weight - restB.weight)
  whole += conflict * (1 + weights.conflict)
  if (whole === 0 || matched === 0) return nothing
  const share = extra / (extra + matched + conflict)
  let score = (sum / whole) * (1 - (person ? weights.extraPerson : weights.extraOther) * share)
  if (extra > 0 && (person ? words < 2 : naming < 1)) score *= weights.lonely
  score *= 1 - 0.01 * Math.min(3, restA.small + restB.small)
  const formsDiffer = differ(a.forms, b.forms)
  if (formsDiffer) score *= weights.form
  return {
    score,
    aligned: links.map(({ i, ni, j, nj, similarity }) => ({
      left: a.parts.slice(i, i + ni).map(({ text }) => text),
      right: b.parts.slice(j, j + nj).map(({ text }) => text),
      similarity,
    })),
    onlyLeft: a.parts.filter((_, at) => !takenA[at]).map(({ text }) => text),
    onlyRight: b.parts.filter((_, at) => !takenB[at]).map(({ text }) => text),
    formsDiffer,
  }
}

function weightOf(parts: readonly Part[], from: number, count: number): number {
  let sum = 0
  for (let at = from; at < from + count; at += 1) sum += parts[at]?.weight ?? 0
  return sum
}

function remaining(parts: readonly Part[], taken: Uint8Array): { weight: number; small: number } {
  let weight = 0
  let small = 0
  for (const [at, part] of parts.entries()) {
    if (taken[at]) continue
    if (part.kind === 'small') small += 1
    else weight += part.weight
  }
  return { weight, small }
}

/** Whether both have legal forms, and none of them of one class; the general ones fit every class. */
function differ(a: readonly number[], b: readonly number[]): boolean {
  const x = a.filter((form) => form !== generalForm)
  const y = b.filter((form) => form !== generalForm)
  return x.length > 0 && y.length > 0 && !x.some((form) => y.includes(form))
}
