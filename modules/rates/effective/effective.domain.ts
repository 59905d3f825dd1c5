import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'

/** How a margin is laid on the mid; domain 2.2. */
export const marginKinds = ['absolute', 'percent', 'pips'] as const
export type MarginKind = (typeof marginKinds)[number]

/** For whom, and for which part of a currency, a margin or a custom rate holds; what is null holds for all. */
export interface RateScope {
  subCurrencyId: string | null
  branchId: string | null
  customerType: number | null
  /** Amounts in the foreign currency, from inclusive, to exclusive. */
  amountFrom: string | null
  amountTo: string | null
}

/** Decimal strings. Absolute is local currency per quote unit, percent a fraction, pips a count of `pipSize`. */
export interface Margin extends RateScope {
  id: string
  /** Null: of every currency that has none of its own. */
  currencyId: string | null
  kind: MarginKind
  buy: string
  sell: string
  pipSize: string | null
}

/** Explicit rates in local currency per quote unit; a side that is null is not dealt. */
export interface CustomRate extends RateScope {
  id: string
  currencyId: string
  customerId: string | null
  buy: string | null
  sell: string | null
}

/** Who asks for a rate. */
export interface RateAsk {
  branchId: string | null
  /** 0 where nobody is known yet. */
  customerType: number
  customerId: string | null
  /** In the foreign currency, where it is known. */
  amount: string | null
}

/** A walk-in customer at a counter of any branch. */
export const anybody: RateAsk = { branchId: null, customerType: 0, customerId: null, amount: null }

/** What one currency's rate is made of: the mid in local currency per quote unit, and the rules that might hold. */
export interface RateParts {
  currencyId: string
  mid: string
  margins: readonly Margin[]
  customRates: readonly CustomRate[]
  /** Whether custom rates go before base and margin: RATE_SETTING_TYPE 1. */
  prefersCustom: boolean
  /** Decimals that rates keep: RATE_PRECISION. */
  precision: number
}

/** What a rate is made by: a custom rate of a named customer or another one, a margin, or nothing but the mid. */
export const ruleKinds = ['customer', 'custom', 'margin', 'base'] as const
export type RuleKind = (typeof ruleKinds)[number]

/** A rate with its reasons: which rule made it, from which mid. A side that is null is not dealt. */
export interface EffectiveRate {
  currencyId: string
  subCurrencyId: string | null
  mid: string
  buy: string | null
  sell: string | null
  /** `base`: no margin holds, both sides are the mid. */
  rule: { kind: RuleKind; id: string | null }
  precision: number
}

/** Mid, in local currency per quote unit, with a margin laid on it: we buy below, we sell above. Unrounded; domain 2.2. */
export function withMargin(
  mid: string,
  { kind, buy, sell, pipSize }: Pick<Margin, 'kind' | 'buy' | 'sell' | 'pipSize'>,
) {
  const m = new Exact(mid)
  switch (kind) {
    case 'absolute':
      return { buy: m.minus(buy), sell: m.plus(sell) }
    case 'percent':
      return { buy: m.times(new Exact(1).minus(buy)), sell: m.times(new Exact(1).plus(sell)) }
    case 'pips':
      return {
        buy: m.minus(new Exact(buy).times(pipSize ?? '0')),
        sell: m.plus(new Exact(sell).times(pipSize ?? '0')),
      }
  }
}

/** Whether a scope holds for who asks; a band of amounts that begins above zero waits for the amount. */
function holds(
  scope: RateScope,
  { branchId, customerType, amount }: RateAsk,
  subCurrencyId: string | null,
): boolean {
  if (scope.subCurrencyId !== null && scope.subCurrencyId !== subCurrencyId) return false
  if (scope.branchId !== null && scope.branchId !== branchId) return false
  if (scope.customerType !== null && scope.customerType !== customerType) return false
  if (amount === null) return scope.amountFrom === null || compareDecimals(scope.amountFrom, '0') === 0
  if (scope.amountFrom !== null && compareDecimals(amount, scope.amountFrom) < 0) return false
  return scope.amountTo === null || compareDecimals(amount, scope.amountTo) < 0
}

/** How narrow a rule is: a part of a currency before a named customer, then a branch, a customer type, a band of amounts. */
function narrowness(rule: RateScope & { customerId?: string | null; currencyId: string | null }): number {
  return (
    (rule.subCurrencyId === null ? 0 : 32) +
    (rule.customerId ? 16 : 0) +
    (rule.branchId === null ? 0 : 8) +
    (rule.customerType === null ? 0 : 4) +
    (rule.amountFrom === null && rule.amountTo === null ? 0 : 2) +
    (rule.currencyId === null ? 0 : 1)
  )
}

/** The narrowest rule that holds; of two equally narrow ones the later, by id. */
function narrowest<R extends RateScope & { id: string; currencyId: string | null }>(
  rules: readonly R[],
): R | undefined {
  return rules.toSorted((a, b) => narrowness(b) - narrowness(a) || (a.id < b.id ? 1 : -1))[0]
}

/**
 * The rate at which the house deals, for who asks: one pure function from the published parts, which says what made it. A
 * sub-currency has the rate of its own rules, and where there are none that of its currency. Rates are decimal strings in local currency per quote unit, rounded half up to `precision` (domain 2.2 and 2.3).
 */
export function effectiveRate(
  parts: RateParts,
  ask: RateAsk,
  subCurrencyId: string | null = null,
): EffectiveRate {
  const { currencyId, mid, precision } = parts
  const fixed = (value: { toFixed: (places: number) => string }) => plainAmount(value.toFixed(precision))
  const made = { currencyId, subCurrencyId, mid, precision }
  const custom = parts.prefersCustom
    ? narrowest(
        parts.customRates.filter(
          (rule) =>
            rule.currencyId === currencyId &&
            (rule.customerId === null || rule.customerId === ask.customerId) &&
            holds(rule, ask, subCurrencyId),
        ),
      )
    : undefined
  if (custom) {
    const { id, buy, sell, customerId } = custom
    return {
      ...made,
      buy: buy === null ? null : fixed(new Exact(buy)),
      sell: sell === null ? null : fixed(new Exact(sell)),
      rule: { kind: customerId === null ? 'custom' : 'customer', id },
    }
  }
  const own = parts.margins.filter((rule) => rule.currencyId === currencyId || rule.currencyId === null)
  // A margin of the currency itself goes before one of all, however narrow that is.
  const mine = own.filter((rule) => rule.currencyId !== null && holds(rule, ask, subCurrencyId))
  const margin = narrowest(mine.length > 0 ? mine : own.filter((rule) => holds(rule, ask, subCurrencyId)))
  if (!margin) {
    const both = fixed(new Exact(mid))
    return { ...made, buy: both, sell: both, rule: { kind: 'base', id: null } }
  }
  const { buy, sell } = withMargin(mid, margin)
  return {
    ...made,
    // A margin that eats the whole mid leaves nothing to pay: that side is not dealt.
    buy: buy.greaterThan(0) ? fixed(buy) : null,
    sell: fixed(sell),
    rule: { kind: 'margin', id: margin.id },
  }
}

/** A decimal string without the zeros that storing it has added. */
export const plainAmount = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** Units of foreign currency per one of local, for showing and typing only; never stored. Eight decimals; domain 2.2. */
export function inverse(rate: string, quoteUnit: number): string {
  const [whole = '', decimals = ''] = rate.split('.')
  const scaled = BigInt(whole + decimals)
  // In whole numbers, half up: a list of rates has hundreds of them.
  const parts = (2n * BigInt(quoteUnit) * 10n ** BigInt(8 + decimals.length) + scaled) / (2n * scaled)
  const text = String(parts).padStart(9, '0')
  return `${text.slice(0, -8)}.${text.slice(-8)}`
}
