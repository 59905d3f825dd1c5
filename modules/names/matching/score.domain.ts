import { type NameSchema, parseName } from '../names/parse.domain.ts'
import { compareNames, type NameComparison } from './compare.domain.ts'
import { type EntityFacts, type FactEffect, withFacts } from './facts.domain.ts'
import { type MatchOptions, productOptions } from './options.domain.ts'

/** A party with one name and what else is known of it. */
export interface Party extends Partial<EntityFacts> {
  name: string
}

export interface PairScore {
  /** From 0 to 1; two names that cannot be compared have 0. */
  score: number
  name: NameComparison
  facts: readonly FactEffect[]
}

/** How far two parties of one kind may be the same. */
export function scorePair(
  schema: NameSchema,
  left: Party,
  right: Party,
  options: MatchOptions = productOptions,
): PairScore {
  const name = compareNames(parseName(left.name, schema), parseName(right.name, schema), options.weights)
  const { score, effects } = withFacts(name.score, left, right, options.weights)
  return { score, name, facts: effects }
}
