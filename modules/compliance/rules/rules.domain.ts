import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { type Approver, highestOf } from '#modules/approvals/gates/gates.domain.ts'

/** How much is asked of a customer, the least first: simplified, ordinary and enhanced due diligence. */
export const tiers = ['SDD', 'CDD', 'EDD'] as const
export type Tier = (typeof tiers)[number]

/**
 * What is compared with the threshold: one deal, what hangs together in a time, or the cash of one deal that somebody else than the
 * customer hands over or takes; domain 6.1 and 6.2.
 */
export const metrics = [
  'single',
  'linkedSeries',
  'sameDay',
  'rolling24h',
  'rollingDays',
  'count',
  'thirdPartyCash',
] as const
export type Metric = (typeof metrics)[number]

/** Those whose time is given in days. */
export const timed: readonly Metric[] = ['linkedSeries', 'rollingDays', 'count']

/** What a rule is on: deals, orders, or precious metal that is sold. */
export const services = ['money_changing', 'remittance', 'goods'] as const
export type Service = (typeof services)[number]

export const ruleDirections = ['both', 'buy', 'sell'] as const
export const ruleInstruments = ['any', 'cash'] as const
/** By what deals hang together. */
export const links = ['customer', 'idDocument', 'presentedTogether'] as const
export type Link = (typeof links)[number]

/** Reports to an authority that a threshold makes a deal a candidate for; whether one is filed is decided elsewhere. */
export const filedReports = ['CTR', 'LCTR'] as const
/** With those of which the deal itself is the record. */
export const reports = [...filedReports, 'RECORD'] as const
/** What a customer shows beside the fields of the form. */
export const evidence = [
  'idImage',
  'proofOfAddress',
  'proofOfFunds',
  'authorisedPerson',
  'boardResolution',
  'ownershipChart',
] as const

/** What a rule on the cash of third parties can ask: its fields and papers are theirs, and not the customer's. */
export const thirdPartyAsks = {
  fields: ['idType', 'idIssuingCountry', 'idNumber'],
  documents: ['idImage'],
} as const satisfies Record<'fields' | 'documents', readonly string[]>

/** What makes a rule the rule it is; of a law it is never changed by a company. */
export interface Nature {
  service: Service
  direction: (typeof ruleDirections)[number]
  instrument: (typeof ruleInstruments)[number]
  metric: Metric
  /** Null where the amount counts deals. */
  currency: string | null
  linkBy: readonly Link[]
}

/** What a company may make stricter. */
export interface Terms {
  isEnabled: boolean
  operator: '>' | '>='
  /** In the rule's currency; deals, where the metric is `count`. */
  amount: string
  /** For the metrics that are timed. */
  days: number | null
  tier: Tier | null
  /** Fields and papers beyond those of the tier. */
  fields: readonly string[]
  documents: readonly string[]
  approveRole: Approver | null
  report: (typeof reports)[number] | null
  /** Such a deal is not made at all. */
  isBlocking: boolean
  /** An open information request about the customer holds the deal. */
  waitsForAnswers: boolean
}

/** One version of a rule of a law, as its pack ships it. */
export interface PackRule extends Nature, Terms {
  code: string
  pack: string
  version: number
  effectiveFrom: string
  source: string
  sourceUrl: string
  /** Whether the law's own text was read, or somebody's who wrote about it. */
  evidence: 'primary' | 'secondary'
  lastCheckedAt: string
}

/** What a company keeps of a rule: its terms for a law's (with the version they were made for), or a rule of its own. */
export interface KeptRule extends Terms {
  code: string
  revision: number
  baseVersion: number | null
  nature: Nature | null
  effectiveFrom: string
}

/** A rule as it holds on a day. */
export interface Rule extends Nature, Terms {
  code: string
  pack: string | null
  /** Of the law; 0 for a rule of the company's own. */
  version: number
  /** Of the company; 0 where it kept the law's terms. */
  revision: number
  effectiveFrom: string
  source: string
}

/** The place of a tier; nothing asked is 0. */
export const tierRank = (tier: Tier | null): number => (tier === null ? 0 : tiers.indexOf(tier) + 1)

const lacks = (mine: readonly string[], law: readonly string[]) => law.some((one) => !mine.includes(one))
const isHigher = (mine: Threshold, law: Threshold) => {
  const order = compareDecimals(mine.amount, law.amount)
  return order > 0 || (order === 0 && mine.operator === '>' && law.operator === '>=')
}
type Threshold = Pick<Terms, 'amount' | 'operator'>

/** The terms in which a company asks less than the law; none where it is as strict or stricter. */
export function looserIn(mine: Terms, law: Terms): (keyof Terms)[] {
  const looser: Record<string, boolean> = {
    isEnabled: !mine.isEnabled && law.isEnabled,
    amount: isHigher(mine, law),
    days: (mine.days ?? 0) < (law.days ?? 0),
    tier: tierRank(mine.tier) < tierRank(law.tier),
    fields: lacks(mine.fields, law.fields),
    documents: lacks(mine.documents, law.documents),
    approveRole: highestOf([mine.approveRole, law.approveRole]) !== mine.approveRole,
    report: law.report !== null && mine.report !== law.report,
    isBlocking: !mine.isBlocking && law.isBlocking,
    waitsForAnswers: !mine.waitsForAnswers && law.waitsForAnswers,
  }
  return Object.keys(looser).filter((term) => looser[term]) as (keyof Terms)[]
}

/** The stricter of two in every term. */
export function combineStricter(mine: Terms, law: Terms): Terms {
  const threshold = isHigher(mine, law) ? law : mine
  return {
    isEnabled: mine.isEnabled || law.isEnabled,
    operator: threshold.operator,
    amount: threshold.amount,
    days: mine.days === null && law.days === null ? null : Math.max(mine.days ?? 0, law.days ?? 0),
    tier: tierRank(mine.tier) < tierRank(law.tier) ? law.tier : mine.tier,
    fields: [...new Set([...law.fields, ...mine.fields])],
    documents: [...new Set([...law.documents, ...mine.documents])],
    approveRole: highestOf([mine.approveRole, law.approveRole]),
    report: law.report ?? mine.report,
    isBlocking: mine.isBlocking || law.isBlocking,
    waitsForAnswers: mine.waitsForAnswers || law.waitsForAnswers,
  }
}

/** The version of each code that holds on a day. */
export function versionsOn(laws: readonly PackRule[], on: string): PackRule[] {
  const held = laws.filter(({ effectiveFrom }) => effectiveFrom <= on)
  return newest(held, ({ version }) => version)
}

function newest<R extends { code: string }>(rows: readonly R[], age: (row: R) => number): R[] {
  const last = new Map<string, R>()
  for (const row of rows) {
    const before = last.get(row.code)
    if (!before || age(row) > age(before)) last.set(row.code, row)
  }
  return [...last.values()]
}

/** The terms of a rule without the rest of it. */
export const termsOf = (row: Terms): Terms => ({
  isEnabled: row.isEnabled,
  operator: row.operator,
  amount: row.amount,
  days: row.days,
  tier: row.tier,
  fields: row.fields,
  documents: row.documents,
  approveRole: row.approveRole,
  report: row.report,
  isBlocking: row.isBlocking,
  waitsForAnswers: row.waitsForAnswers,
})

/**
 * Every rule of a company on a day, switched off ones too: those of the laws, with the company's terms, and its own. What was
 * loosened holds for the version of the law that it was loosened from; once the law changes, only what is stricter stays.
 */
export function rulesOn(on: string, laws: readonly PackRule[], kept: readonly KeptRule[]): Rule[] {
  const mine = newest(
    kept.filter(({ effectiveFrom }) => effectiveFrom <= on),
    ({ revision }) => revision,
  )
  const ofLaws = versionsOn(laws, on).map((law): Rule => {
    const own = mine.find(({ code }) => code === law.code)
    const terms = !own ? law : own.baseVersion === law.version ? own : combineStricter(own, law)
    return { ...law, ...termsOf(terms), revision: own?.revision ?? 0 }
  })
  const own = mine.flatMap(({ nature, code, revision, effectiveFrom, ...terms }): Rule[] =>
    nature
      ? [{ ...termsOf(terms), ...nature, code, revision, effectiveFrom, pack: null, version: 0, source: '' }]
      : [],
  )
  return [...ofLaws, ...own]
}
