import type { ParsedName, Spelling } from '../names/parse.domain.ts'
import type { Part } from '../names/part.domain.ts'
import { nameGroups } from '../names/people.domain.ts'
import { formConflict } from '../names/forms.domain.ts'
import { soundOf } from '../scripts/sound.domain.ts'
import {
  alike,
  joined,
  leastBesideCommon,
  leastJoined,
  leastSimilarity,
  mostJoined,
  namingWeight,
  particle,
  saidByCommon,
  shortNames,
  worthJoining,
} from './measures.domain.ts'
import type { MatchWeights } from './options.domain.ts'
import { remaining, weightOf } from './rest.domain.ts'
import { partSimilarity, wordSimilarity } from '../words/similarity.domain.ts'

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

/** How two names lie side by side, before it is put into words. */
export interface Alignment {
  score: number
  left: Spelling
  right: Spelling
  links: readonly Link[]
  formsDiffer: boolean
  /** Whether the sides changed places. */
  turned: boolean
}

/** The best comparison of two names over their spellings; 0 where they cannot be compared. */
export const compareNames = (left: ParsedName, right: ParsedName, weights: MatchWeights): NameComparison =>
  explainAlignment(alignNames(left, right, weights))

/** The same, without the words for it: that is what a search needs of most names. */
export function alignNames(
  left: ParsedName,
  right: ParsedName,
  weights: MatchWeights,
): Alignment | undefined {
  let best: Alignment | undefined
  for (const a of left.spellings)
    for (const b of right.spellings) {
      // Always from the same side, so that the answer does not depend on which name was asked for.
      const turned = before(b, a)
      const one = turned ? aligned(b, a, left.person, weights) : aligned(a, b, left.person, weights)
      if (!one || (best && one.score <= best.score)) continue
      best = one
      one.turned = turned
    }
  return best
}

/** Puts an alignment into words. */
export function explainAlignment(alignment: Alignment | undefined): NameComparison {
  if (!alignment) return { score: 0, aligned: [], onlyLeft: [], onlyRight: [], formsDiffer: false }
  const { score, left, right, links, formsDiffer, turned } = alignment
  const texts = ({ parts }: Spelling, from: number, count: number) =>
    parts.slice(from, from + count).map(({ text }) => text)
  const only = ({ parts }: Spelling, taken: (link: Link, at: number) => boolean) =>
    parts.filter((_, at) => !links.some((link) => taken(link, at))).map(({ text }) => text)
  const pairs = links.map(({ i, ni, j, nj, similarity }) => ({
    left: texts(left, i, ni),
    right: texts(right, j, nj),
    similarity,
  }))
  const onlyLeft = only(left, ({ i, ni }, at) => at >= i && at < i + ni)
  const onlyRight = only(right, ({ j, nj }, at) => at >= j && at < j + nj)
  if (!turned) return { score, aligned: pairs, onlyLeft, onlyRight, formsDiffer }
  return {
    score,
    aligned: pairs.map((pair) => ({ ...pair, left: pair.right, right: pair.left })),
    onlyLeft: onlyRight,
    onlyRight: onlyLeft,
    formsDiffer,
  }
}

interface Link {
  i: number
  ni: number
  j: number
  nj: number
  similarity: number
  gain: number
}

function before(a: Spelling, b: Spelling): boolean {
  const length = a.parts.length - b.parts.length
  if (length !== 0) return length < 0
  for (let at = 0; at < a.parts.length; at += 1) {
    const mine = a.parts[at]?.text ?? ''
    const other = b.parts[at]?.text ?? ''
    if (mine !== other) return mine < other
  }
  return false
}

function aligned(a: Spelling, b: Spelling, person: boolean, weights: MatchWeights): Alignment | undefined {
  const takenA = new Uint8Array(a.parts.length)
  const takenB = new Uint8Array(b.parts.length)
  const chosen: Link[] = []
  for (let i = 0; i < a.parts.length; i += 1) {
    const x = a.parts[i] as Part
    for (let j = 0; j < b.parts.length; j += 1) {
      const y = b.parts[j] as Part
      if (takenB[j] || x.text !== y.text) continue
      takenA[i] = 1
      takenB[j] = 1
      chosen.push({ i, ni: 1, j, nj: 1, similarity: 1, gain: 0 })
      break
    }
  }
  if (takenA.includes(0) && takenB.includes(0)) {
    const links = linksOf(a.parts, b.parts, takenA, takenB)
    links.sort((x, y) => y.gain - x.gain)
    for (const link of links) {
      if (!free(takenA, link.i, link.ni) || !free(takenB, link.j, link.nj)) continue
      takenA.fill(1, link.i, link.i + link.ni)
      takenB.fill(1, link.j, link.j + link.nj)
      chosen.push(link)
    }
  }
  return scored(a, b, chosen, takenA, takenB, person, weights)
}

const free = (taken: Uint8Array, from: number, count: number) => {
  for (let at = from; at < from + count; at += 1) if (taken[at]) return false
  return true
}

function linksOf(a: readonly Part[], b: readonly Part[], takenA: Uint8Array, takenB: Uint8Array): Link[] {
  const links: Link[] = []
  for (let i = 0; i < a.length; i += 1) {
    const x = a[i] as Part
    if (takenA[i] || x.kind === 'small') continue
    for (let j = 0; j < b.length; j += 1) {
      const y = b[j] as Part
      if (takenB[j] || y.kind === 'small') continue
      const similarity = partSimilarity(x, y)
      if (similarity > leastSimilarity)
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
    for (let count = 2; count <= mostJoined && at + count <= many.length; count += 1) {
      if (!free(takenMany, at, count)) break
      const next = many[at + count - 1] as Part
      text += next.text
      first += next.text.charAt(0)
      weight += next.weight
      for (let single = 0; single < one.length; single += 1) {
        const part = one[single] as Part
        if (takenOne[single] || part.script === 'skeletal' || part.kind === 'number') continue
        if (part.text === first)
          found(at, count, single, joined.initials, joined.initials * (weight + part.weight))
        if (nameGroups(text)?.some((group) => part.groups.includes(group)))
          found(at, count, single, joined.group, joined.group * (weight + part.weight))
        if (part.text.length < worthJoining.letters) continue
        if (Math.abs(part.text.length - text.length) > worthJoining.difference) continue
        const plain = wordSimilarity(text, part.text, false)
        if (plain < worthJoining.plain) continue
        const similarity = wordSimilarity(text, part.text, soundOf(text) === part.sound) * joined.spelling
        if (similarity > leastJoined)
          found(at, count, single, similarity, similarity * (weight + part.weight))
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
): Alignment | undefined {
  const against = person ? weights.conflictPerson : weights.conflictOther
  let sum = 0
  let whole = 0
  let matched = 0
  let naming = 0
  let said = 0
  // How alike the least alike of the names is that few bear, and whether none of those is quite the same.
  let rarest = 1
  let isOnlyCommon = person && !a.dense && !b.dense
  for (const { i, ni, j, nj, similarity } of links) {
    const weight = (weightOf(a.parts, i, ni) + weightOf(b.parts, j, nj)) / 2
    const off = 1 - similarity
    sum += weight * similarity
    whole += weight * (1 + against * off * off)
    matched += weight
    const isCommon = ni === 1 && nj === 1 && (a.parts[i] as Part).common && (b.parts[j] as Part).common
    if (weight > namingWeight && !isCommon) {
      if (similarity > alike.quite) isOnlyCommon = false
      rarest = Math.min(rarest, similarity)
    }
    if (similarity < alike.hardly || weight <= namingWeight || (!person && (a.parts[i] as Part).share < 1))
      continue
    naming += Math.max(ni, nj)
    said += isCommon ? saidByCommon : Math.max(ni, nj)
  }
  const restA = remaining(a.parts, takenA)
  const restB = remaining(b.parts, takenB)
  const conflict = Math.min(restA.weight, restB.weight)
  const longer = restA.weight > restB.weight ? restA : restB
  // What a company is called by agrees, in two words or more: of what is left out only its line of business counts, and less.
  const isNamed = !person && naming > 1 && rarest > alike.nearly && restA.naming + restB.naming === 0
  const left = isNamed ? weights.business * longer.weight : weights.fathers * longer.fathers
  const extra = Math.max(0, longer.weight - conflict - left)
  whole += conflict * (1 + against)
  if (whole === 0 || matched === 0) return undefined
  const share = extra / (extra + matched + conflict)
  let score = (sum / whole) * Math.max(0, 1 - extraWeight(readingOf(a, b, person), said, weights) * share)
  if (extra > 0 && !a.addressed && !b.addressed && naming < (person ? 2 : 1)) score *= weights.lonely
  // Brigade 44 is not Brigade 45, and the second fund is not the fund; of ships and aircraft the number is the name.
  if (restA.numbers + restB.numbers > 0) score *= weights.number
  // Two short names are one letter apart sooner than two spellings of one.
  if (sum < matched * shortNames.alike && matched + extra + conflict < weights.short) score *= shortNames.kept
  if (isOnlyCommon && rarest < leastBesideCommon) score *= weights.common
  score *= 1 - particle.cost * Math.min(particle.most, restA.small + restB.small)
  const form = formConflict(a.forms, b.forms)
  if (form > 0) score *= form === 1 ? weights.form : weights.purpose
  return { score: Math.min(1, score), left: a, right: b, links, formsDiffer: form > 0, turned: false }
}

type Reading = 'other' | 'addressed' | 'dense' | 'person'

/** As what two names are read: an office with one name, or signs of one syllable, leave no room for more. */
function readingOf(a: Spelling, b: Spelling, person: boolean): Reading {
  if (!person) return 'other'
  if (a.addressed || b.addressed) return 'addressed'
  return a.dense || b.dense ? 'dense' : 'person'
}

/** How much parts that only one side has lower: more where what agrees is common, most where a script has no room for more. */
function extraWeight(reading: Reading, said: number, weights: MatchWeights): number {
  if (reading === 'other') return weights.extraOther
  if (reading === 'addressed') return weights.extraAddressed
  if (reading === 'dense') return weights.extraDense
  return weights.extraPerson + weights.extraCommon * Math.max(0, 1 - said / 2)
}
