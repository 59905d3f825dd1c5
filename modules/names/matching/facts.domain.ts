import { documentKey, type ScreenedEntity } from './entity.domain.ts'
import type { MatchWeights } from './options.domain.ts'

/** What is known of a person beside the name. */
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

/**
 * How strongly each fact speaks for a match where it agrees, from 0 to 1. Estimates of the engine's first version: what facts take
 * away was tuned on the labelled sets (`MatchWeights`, ADR 0025), of these no evaluation of their own is recorded.
 */
const agreement = { day: 1, interval: 0.7, document: 1, country: 0.3, address: 0.3, gender: 0.05 } as const

/** Names less alike than this are helped by no fact; from here to 1 what agrees counts in proportion. An estimate as well. */
const leastName = 0.4

interface Compared {
  fact: FactEffect['fact']
  key: (value: string) => string
  agrees: number
}

const compared = {
  country: { fact: 'country', key: (one) => one.toLowerCase(), agrees: agreement.country },
  gender: { fact: 'gender', key: (one) => one.charAt(0).toLowerCase(), agrees: agreement.gender },
  document: { fact: 'document', key: documentKey, agrees: agreement.document },
  address: { fact: 'address', key: (one) => addressKey(one), agrees: agreement.address },
} satisfies Record<string, Compared>

/** The score of a name with the facts: agreeing ones never lower it, disagreeing ones never raise it. */
export function withFacts(
  name: number,
  query: Partial<EntityFacts>,
  entity: Partial<EntityFacts>,
  weights: MatchWeights,
): { score: number; agreement: number; effects: FactEffect[] } {
  const verdicts = [
    birth(query.birthDates, entity.birthDates, weights),
    shared(compared.country, query.countries, entity.countries, weights.country),
    shared(compared.gender, query.genders, entity.genders, weights.gender),
    shared(compared.document, query.documents, entity.documents, weights.document),
    shared(compared.address, query.addresses, entity.addresses, 0),
  ].filter((one) => one !== undefined)
  let score = name
  let agreed = 0
  const effects: FactEffect[] = []
  // What agrees counts by how far the names agree: a birth date in common is no match by itself.
  const close = Math.max(0, name - leastName) / (1 - leastName)
  for (const { fact, weight } of verdicts) {
    const before = score
    if (weight >= 0) {
      agreed += weight
      score += (1 - score) * weight * close * weights.agree
    } else score = Math.max(0, score + weight * name)
    effects.push({
      fact,
      effect: weight > 0 ? 'agrees' : weight < 0 ? 'disagrees' : 'near',
      change: score - before,
    })
  }
  return { score, agreement: agreed, effects }
}

function shared(
  { fact, key, agrees }: Compared,
  left: readonly string[] | undefined,
  right: readonly string[] | undefined,
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
  if (a.from <= b.to && b.from <= a.to)
    return a.from === a.to && b.from === b.to ? agreement.day : agreement.interval
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
