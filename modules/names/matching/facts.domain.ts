import { documentKey, type ScreenedEntity } from './entity.domain.ts'
import type { MatchWeights } from './options.domain.ts'

/** What is known of somebody beside the name. */
export type EntityFacts = Pick<
  ScreenedEntity,
  'birthDates' | 'genders' | 'countries' | 'documents' | 'addresses'
>

/** What one fact did to the score; facts that one side does not know are not mentioned. */
export interface FactEffect {
  fact: 'birthDate' | 'country' | 'document' | 'gender' | 'address'
  effect: 'agrees' | 'disagrees' | 'near'
  /** By how much the score went up or down. */
  change: number
}

interface Verdict {
  fact: FactEffect['fact']
  /** From 0 to 1: how strongly it speaks for the match; below 0 what it takes away. */
  weight: number
}

/** The score of a name with the facts: agreeing ones never lower it, disagreeing ones never raise it. */
export function withFacts(
  name: number,
  query: Partial<EntityFacts>,
  entity: Partial<EntityFacts>,
  weights: MatchWeights,
): { score: number; agreement: number; effects: FactEffect[] } {
  const verdicts = [
    birth(query.birthDates, entity.birthDates, weights),
    shared('country', query.countries, entity.countries, (one) => one.toLowerCase(), 0.3, weights.country),
    shared(
      'gender',
      query.genders,
      entity.genders,
      (one) => one.charAt(0).toLowerCase(),
      0.05,
      weights.gender,
    ),
    shared('document', query.documents, entity.documents, documentKey, 1, weights.document),
    shared('address', query.addresses, entity.addresses, addressKey, 0.3, 0),
  ].filter((one) => one !== undefined)
  let score = name
  let agreement = 0
  const effects: FactEffect[] = []
  // What agrees counts by how far the names agree: a birth date in common is no match by itself.
  const close = Math.max(0, name - 0.4) / 0.6
  for (const { fact, weight } of verdicts) {
    const before = score
    if (weight >= 0) {
      agreement += weight
      score += (1 - score) * weight * close * weights.agree
    } else score = Math.max(0, score + weight * name)
    effects.push({
      fact,
      effect: weight > 0 ? 'agrees' : weight < 0 ? 'disagrees' : 'near',
      change: score - before,
    })
  }
  return { score, agreement, effects }
}

function shared(
  fact: FactEffect['fact'],
  left: readonly string[] | undefined,
  right: readonly string[] | undefined,
  key: (value: string) => string,
  agrees: number,
  disagrees: number,
): Verdict | undefined {
  const mine = keys(left, key)
  const theirs = keys(right, key)
  if (mine.size === 0 || theirs.size === 0) return undefined
  for (const one of mine) if (theirs.has(one)) return { fact, weight: agrees }
  return disagrees === 0 ? undefined : { fact, weight: -disagrees }
}

const keys = (values: readonly string[] | undefined, key: (value: string) => string) =>
  new Set((values ?? []).map(key).filter((one) => one !== ''))

const addressKey = (address: string) =>
  address
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')

type Interval = EntityFacts['birthDates'][number]

function birth(
  left: readonly Interval[] | undefined,
  right: readonly Interval[] | undefined,
  weights: MatchWeights,
): Verdict | undefined {
  let best: number | undefined
  for (const a of left ?? [])
    for (const b of right ?? []) {
      const weight = intervals(a, b, weights)
      if (best === undefined || weight > best) best = weight
    }
  return best === undefined ? undefined : { fact: 'birthDate', weight: best }
}

function intervals(a: Interval, b: Interval, weights: MatchWeights): number {
  if (a.from <= b.to && b.from <= a.to) return a.from === a.to && b.from === b.to ? 1 : 0.7
  const gap = Math.min(
    Math.abs(yearOf(a.from) - yearOf(b.to)),
    Math.abs(yearOf(b.from) - yearOf(a.to)),
    Math.abs(yearOf(a.from) - yearOf(b.from)),
  )
  if (a.from === a.to && b.from === b.to && swapped(a.from, b.from)) return 0
  if (gap === 0) return -weights.birthDate
  return gap === 1 ? -weights.birthDate : -weights.birthYear
}

const yearOf = (day: string) => Number(day.slice(0, 4))

/** Whether day and month changed places. */
const swapped = (a: string, b: string) =>
  a.slice(0, 4) === b.slice(0, 4) && a.slice(5, 7) === b.slice(8) && a.slice(8) === b.slice(5, 7)
