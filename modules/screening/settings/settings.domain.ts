import { type MatchOptions, productOptions } from '#modules/names/matching/options.domain.ts'
import { allowedDays } from '#modules/watchlists/lists/lists.domain.ts'

/** What a screening is for: each may be against other lists. */
export const screeningKinds = ['onboarding', 'monitoring', 'manual'] as const
export type ScreeningKind = (typeof screeningKinds)[number]

/** Weak aliases only speak for a match that another name makes, hit from a threshold of their own, or are names like others. */
export const weakRules = ['corroborate', 'threshold', 'strong'] as const

/** Of the weights, those of facts: what each takes away where it disagrees, and what agreeing ones give back. */
export const factWeights = ['birthDate', 'birthYear', 'country', 'gender', 'document', 'agree'] as const
export type FactWeight = (typeof factWeights)[number]

/** What a company has set for its screenings; shares are decimal strings from 0 to 1. */
export interface Terms extends Record<FactWeight, string> {
  threshold: string
  weakRule: (typeof weakRules)[number]
  weakThreshold: string
  /** Lists that are left out. One that comes later is screened against until somebody leaves it out. */
  skipped: Record<ScreeningKind, readonly string[]>
  /** After so many days without a look at its source nobody is cleared by a published list. */
  allowedDays: number
}

/** What holds until a company sets something else. */
export const productTerms: Terms = {
  threshold: String(productOptions.threshold),
  weakRule: 'threshold',
  weakThreshold: String(productOptions.weakThreshold),
  ...(Object.fromEntries(factWeights.map((weight) => [weight, String(productOptions.weights[weight])])) as {
    [K in FactWeight]: string
  }),
  skipped: { onboarding: [], monitoring: [], manual: [] },
  allowedDays,
}

/** A score that no entry reaches. */
const never = 2

/** A document is renewed, and a birth date is what somebody typed: a name like this is decided on by a person. */
const equalNames = 0.97
/** As alike as a weak alias must be to hit by itself. */
const anyTypeFrom = 0.9

/** The terms as the matcher takes them. */
export function matchOptions(terms: Omit<Terms, 'skipped' | 'allowedDays'>): MatchOptions {
  const threshold = Number(terms.threshold)
  const weak = { corroborate: never, threshold: Number(terms.weakThreshold), strong: threshold }
  const weights = Object.fromEntries(factWeights.map((weight) => [weight, Number(terms[weight])]))
  return {
    threshold,
    weakThreshold: weak[terms.weakRule],
    equal: equalNames,
    anyTypeFrom,
    weights: { ...productOptions.weights, ...weights },
  }
}
