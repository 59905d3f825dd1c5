import { Exact } from '#kit/domain/decimals.domain.ts'
import { type Link, type Rule, type Service, type Tier, tierRank } from '../rules/rules.domain.ts'

/** A deal as the rules see it: its whole value in local currency. */
export interface Deal {
  /** The moment, ISO 8601. */
  at: string
  /** The day of its counter, `YYYY-MM-DD`. */
  businessDate: string
  /** `both` where notes go either way. */
  direction: 'both' | 'buy' | 'sell'
  localAmount: string
  /** What of it is in notes, foreign or local, as they are handed over; `0` for none. */
  cashAmount: string
}

/** A deal before this one, and by what the two hang together; without that, by whatever a rule asks. */
export interface EarlierDeal extends Deal {
  /** Whatever the caller calls it by. */
  id?: string
  links?: readonly Link[]
}

/** A third party who pays or is paid in the customer's place. */
export interface ThirdParty {
  /** Whatever the caller calls them by. */
  who: string
  /** What of the deal goes through their hands in cash, in local currency; `0` for none. */
  cash: string
}

export interface Facts {
  service: Service
  deal: Deal
  thirdParties?: readonly ThirdParty[]
  /** Deals that count: none that was cancelled, and not the deal itself. In any order. */
  earlier: readonly EarlierDeal[]
}

/** A rule that a deal has crossed, and by what. */
export interface Crossed {
  code: string
  pack: string | null
  version: number
  revision: number
  source: string
  metric: Rule['metric']
  instrument: Rule['instrument']
  /** What crossed, in local currency, or the number of deals. */
  total: string
  /** The threshold in the same measure. */
  threshold: string
  operator: Rule['operator']
  /** The deals before it that counted, by what the caller calls them. */
  counted: readonly string[]
  /** The third parties whose cash crossed it, by what the caller calls them; none unless that is its metric. */
  parties: readonly string[]
  tier: Tier | null
  fields: readonly string[]
  documents: readonly string[]
  approveRole: Rule['approveRole']
  report: Rule['report']
  isBlocking: boolean
  waitsForAnswers: boolean
}

const day = 86_400_000

/** Whether a deal belongs to the time that a rule looks at; what comes later belongs to it too. */
function isWithin({ metric, days }: Rule, one: Deal, deal: Deal): boolean {
  const span = days ?? 1
  switch (metric) {
    case 'single':
    case 'thirdPartyCash':
      return false
    case 'sameDay':
      return one.businessDate === deal.businessDate
    case 'rolling24h':
    case 'linkedSeries': {
      const hours = metric === 'rolling24h' ? day : span * day
      return Date.parse(one.at) >= Date.parse(deal.at) - hours
    }
    case 'rollingDays':
    case 'count':
      return Date.parse(one.businessDate) > Date.parse(deal.businessDate) - span * day
  }
}

const concerns = (rule: Rule, one: Deal) =>
  (rule.direction === 'both' || one.direction === 'both' || one.direction === rule.direction) &&
  (rule.instrument === 'any' || new Exact(one.cashAmount).greaterThan(0))

/** What of a deal a rule compares: a rule on cash counts the notes alone. */
const measured = ({ instrument }: Rule, { localAmount, cashAmount }: Deal) =>
  instrument === 'cash' ? cashAmount : localAmount

const hangsTogether = (rule: Rule, { links }: EarlierDeal) =>
  links === undefined || links.some((link) => rule.linkBy.includes(link))

/**
 * The rules that a deal crosses, and those that could not be measured because their currency has no rate.
 * @param rateOf what one unit of a currency costs in local currency (the mid), or null
 */
export function evaluate(
  rules: readonly Rule[],
  { service, deal, earlier, thirdParties = [] }: Facts,
  rateOf: (currency: string) => string | null,
): { crossed: Crossed[]; unpriced: string[] } {
  const crossed: Crossed[] = []
  const unpriced: string[] = []
  for (const rule of rules) {
    if (!rule.isEnabled || rule.service !== service || !concerns(rule, deal)) continue
    const isOfParties = rule.metric === 'thirdPartyCash'
    if (isOfParties && thirdParties.length === 0) continue
    const rate = rule.currency === null ? '1' : rateOf(rule.currency)
    if (rate === null) {
      unpriced.push(rule.code)
      continue
    }
    const counted = earlier.filter(
      (one) => concerns(rule, one) && hangsTogether(rule, one) && isWithin(rule, one, deal),
    )
    const threshold = new Exact(rule.amount).times(rate)
    const isAbove = (sum: typeof threshold) =>
      rule.operator === '>' ? sum.greaterThan(threshold) : sum.greaterThanOrEqualTo(threshold)
    const parties = isOfParties ? thirdParties.filter(({ cash }) => isAbove(new Exact(cash))) : []
    const total = isOfParties
      ? Exact.max(0, ...parties.map(({ cash }) => cash))
      : rule.metric === 'count'
        ? new Exact(counted.length + 1)
        : counted.reduce((sum, one) => sum.plus(measured(rule, one)), new Exact(measured(rule, deal)))
    if (isOfParties ? parties.length > 0 : isAbove(total))
      crossed.push({
        ...crossedBy(rule, total.toFixed(), threshold.toFixed()),
        counted: counted.flatMap(({ id }) => id ?? []),
        parties: parties.map(({ who }) => who),
      })
  }
  return { crossed, unpriced }
}

const crossedBy = (rule: Rule, total: string, threshold: string): Omit<Crossed, 'counted' | 'parties'> => ({
  code: rule.code,
  pack: rule.pack,
  version: rule.version,
  revision: rule.revision,
  source: rule.source,
  metric: rule.metric,
  instrument: rule.instrument,
  total,
  threshold,
  operator: rule.operator,
  tier: rule.tier,
  fields: rule.fields,
  documents: rule.documents,
  approveRole: rule.approveRole,
  report: rule.report,
  isBlocking: rule.isBlocking,
  waitsForAnswers: rule.waitsForAnswers,
})

/** The highest tier that is asked; null where none is. */
export const tierOf = (crossed: readonly { tier: Tier | null }[]): Tier | null =>
  crossed.reduce<Tier | null>((most, { tier }) => (tierRank(tier) > tierRank(most) ? tier : most), null)

/** How many days back deals may count by these rules: 0 where each stands alone. */
export const windowOf = (rules: readonly Rule[]): number =>
  Math.max(
    0,
    ...rules
      .filter(({ isEnabled }) => isEnabled)
      .map(({ metric, days }) => (metric === 'single' || metric === 'thirdPartyCash' ? 0 : (days ?? 1))),
  )
