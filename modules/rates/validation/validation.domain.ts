import { Exact } from '#kit/domain/decimals.domain.ts'

/** The rules that a rate must pass; domain 2.5. */
export const rateRules = ['effective', 'live', 'jump', 'inversion', 'stale', 'cost'] as const
export type RateRule = (typeof rateRules)[number]

/** Limits as fractions: from `warn` on a reason is asked for, from `block` on it is refused. Null: never. */
export interface RuleLimits {
  rule: RateRule
  warn: string | null
  block: string | null
  isEnabled: boolean
}

/** What a company begins with; for `stale` the limit is minutes, for `cost` the least margin above cost. */
export const defaultLimits: Record<RateRule, Omit<RuleLimits, 'rule'>> = {
  effective: { warn: '0.02', block: '0.1', isEnabled: true },
  live: { warn: null, block: '0.05', isEnabled: true },
  jump: { warn: '0.03', block: '0.2', isEnabled: true },
  inversion: { warn: null, block: '0.05', isEnabled: true },
  stale: { warn: null, block: '15', isEnabled: true },
  cost: { warn: '0', block: null, isEnabled: true },
}

/** One thing that a rule says of a rate. `value` is what was found: a fraction, or for `stale` minutes. */
export interface Finding {
  rule: RateRule
  level: 'warn' | 'block'
  value: string
}

/** What is known of a rate that somebody wants to publish; decimal strings in local currency per quote unit. */
export interface Candidate {
  mid: string
  buy: string | null
  sell: string | null
  /** The mid that was published last. */
  previous: string | null
  /** The mid of the feed. */
  live: string | null
  /** What a quote unit in stock has cost on average. */
  cost: string | null
}

const share = (a: string, b: string) => new Exact(a).minus(b).abs().dividedBy(b)

/** What the rules say of a mid before it is published: deviation from the feed, a jump, sides or quotation turned round. */
export function checkMid(candidate: Candidate, limits: readonly RuleLimits[]): Finding[] {
  const { mid, buy, sell, previous, live, cost } = candidate
  const found: Finding[] = []
  const judge = (rule: RateRule, deviation: InstanceType<typeof Exact>) => {
    const { warn, block, isEnabled } = limits.find((one) => one.rule === rule) ?? {
      rule,
      ...defaultLimits[rule],
    }
    if (!isEnabled) return
    const value = deviation.toFixed(8).replace(/\.?0+$/, '')
    if (block !== null && deviation.greaterThanOrEqualTo(block)) found.push({ rule, level: 'block', value })
    else if (warn !== null && deviation.greaterThanOrEqualTo(warn)) found.push({ rule, level: 'warn', value })
  }
  found.push(...belowCost(sell ?? mid, cost, limits))
  if (live !== null) judge('live', share(mid, live))
  if (previous !== null) judge('jump', share(mid, previous))
  const inversion = limits.find((one) => one.rule === 'inversion') ?? {
    rule: 'inversion' as const,
    ...defaultLimits.inversion,
  }
  if (inversion.isEnabled) {
    // A locked or crossed market: 0 < buy < sell must hold.
    if (buy !== null && sell !== null && new Exact(buy).greaterThanOrEqualTo(sell))
      found.push({ rule: 'inversion', level: 'block', value: '0' })
    // The other way of quoting: near one over the last, where that is something else.
    else if (previous !== null) {
      const turned = new Exact(1).dividedBy(previous)
      const isNear = share(mid, turned.toString()).lessThanOrEqualTo(inversion.block ?? '0')
      if (isNear && share(previous, turned.toString()).greaterThan('0.2'))
        found.push({ rule: 'inversion', level: 'block', value: share(mid, turned.toString()).toFixed(8) })
    }
  }
  return found
}

/** Whether it sells for less than the stock has cost and the least margin on that; by how much, as a fraction of the cost. */
function belowCost(sell: string | null, cost: string | null, limits: readonly RuleLimits[]): Finding[] {
  const { warn, block, isEnabled } = limits.find(({ rule }) => rule === 'cost') ?? defaultLimits.cost
  if (!isEnabled || sell === null || cost === null) return []
  const margin = new Exact(sell).minus(cost).dividedBy(cost)
  const isBelow = (least: string | null) => least !== null && margin.lessThan(least)
  const level = isBelow(block) ? 'block' : isBelow(warn) ? 'warn' : undefined
  return level
    ? [
        {
          rule: 'cost',
          level,
          value: margin
            .negated()
            .toFixed(8)
            .replace(/\.?0+$/, ''),
        },
      ]
    : []
}

/** What the rules say of explicit or negotiated rates against those that would hold without them. */
export function checkAgainstEffective(
  entered: { buy: string | null; sell: string | null },
  effective: { buy: string | null; sell: string | null },
  limits: readonly RuleLimits[],
  cost: string | null,
): Finding[] {
  const { warn, block, isEnabled } = limits.find(({ rule }) => rule === 'effective') ?? {
    ...defaultLimits.effective,
  }
  const found = belowCost(entered.sell, cost, limits)
  if (isEnabled)
    for (const side of ['buy', 'sell'] as const) {
      const [given, usual] = [entered[side], effective[side]]
      if (given === null || usual === null) continue
      const value = share(given, usual)
      const level =
        block !== null && value.greaterThanOrEqualTo(block)
          ? 'block'
          : warn !== null && value.greaterThanOrEqualTo(warn)
            ? 'warn'
            : undefined
      if (level) found.push({ rule: 'effective', level, value: value.toFixed(8).replace(/\.?0+$/, '') })
    }
  if (
    entered.buy !== null &&
    entered.sell !== null &&
    new Exact(entered.buy).greaterThanOrEqualTo(entered.sell)
  )
    found.push({ rule: 'inversion', level: 'block', value: '0' })
  return found
}
