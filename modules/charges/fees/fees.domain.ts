import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'

export const feeKinds = ['flat', 'percent', 'tiered'] as const
export const taxKinds = ['none', 'inclusive', 'exclusive'] as const
export const feeSides = ['buy', 'sell'] as const

/** A step of a tiered fee: from this amount on (inclusive) either so much, or this fraction of the amount. */
export interface FeeTier {
  from: string
  amount: string | null
  percent: string | null
}

/** Steps as people write them down, one on a line: `1,000 = 5` or `5,000 = 0.1%`; undefined where a line is no step. */
export function readSteps(text: string): FeeTier[] | undefined {
  const steps = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(readStep)
  return steps.every((step) => step !== undefined) ? steps : undefined
}

function readStep(line: string): FeeTier | undefined {
  const [first = '', charge = '', ...more] = line.split('=').map((part) => part.trim())
  const isPercent = /[%％]$/.test(charge)
  const from = readNumber(first, { digits: 15, decimals: 8 })
  const value = readNumber(isPercent ? charge.slice(0, -1) : charge, {
    digits: 15,
    decimals: isPercent ? 6 : 8,
  })
  if (from === undefined || value === undefined || more.length > 0) return undefined
  return isPercent
    ? { from, amount: null, percent: new Exact(value).div(100).toFixed() }
    : { from, amount: value, percent: null }
}

/** For whom and what a fee is; what is null holds for all. Amounts are in local currency, from inclusive, to exclusive. */
export interface FeeScope {
  branchId: string | null
  currencyId: string | null
  side: (typeof feeSides)[number] | null
  customerType: 1 | 2 | null
  /** The mode of payment. */
  modeId: string | null
  amountFrom: string | null
  amountTo: string | null
}

export interface FeeTerms extends FeeScope {
  /** The lowest goes first. */
  priority: number
  kind: (typeof feeKinds)[number]
  /** Of a flat fee. */
  amount: string | null
  /** Of a fee in percent, as a fraction. */
  percent: string | null
  tiers: readonly FeeTier[]
  minimum: string | null
  maximum: string | null
  taxKind: (typeof taxKinds)[number]
  /** As receipts print it; empty: tax, in the language of the receipt. */
  taxName: string
  /** As a fraction. */
  taxRate: string | null
  isWaivable: boolean
}

export interface FeeRule extends FeeTerms {
  id: string
  version: number
  name: string
}

/** One line of a deal, or what of it is paid by a mode, as fees see it. `side` is what the house does. */
export interface FeeAsk {
  branchId: string
  currencyId: string
  side: (typeof feeSides)[number]
  customerType: 1 | 2 | null
  modeId: string | null
  localAmount: string
}

export interface Fee {
  ruleId: string
  version: number
  name: string
  /** Without tax. */
  net: string
  tax: string
  /** What is paid. */
  total: string
  taxName: string
  taxRate: string | null
  isWaivable: boolean
}

type Decimal = InstanceType<typeof Exact>

const matches = (rule: FeeTerms, { localAmount, ...ask }: FeeAsk) =>
  (['branchId', 'currencyId', 'side', 'customerType', 'modeId'] as const).every(
    (part) => rule[part] === null || rule[part] === ask[part],
  ) &&
  (rule.amountFrom === null || compareDecimals(localAmount, rule.amountFrom) >= 0) &&
  (rule.amountTo === null || compareDecimals(localAmount, rule.amountTo) < 0)

/** The rule that holds for such an amount: the first by priority, and of equal ones the one that was made first. */
const ruleFor = (rules: readonly FeeRule[], ask: FeeAsk): FeeRule | undefined =>
  rules
    .filter((rule) => matches(rule, ask))
    .toSorted((a, b) => a.priority - b.priority || a.id.localeCompare(b.id))[0]

/** The fee before tax is looked at, unrounded. */
function grossOf(rule: FeeTerms, local: Decimal): Decimal {
  const tier = rule.tiers
    .filter(({ from }) => local.greaterThanOrEqualTo(from))
    .toSorted((a, b) => compareDecimals(b.from, a.from))[0]
  const { amount, percent } = rule.kind === 'tiered' ? (tier ?? nothing) : rule
  const flat = rule.kind === 'percent' ? 0 : (amount ?? 0)
  const share = rule.kind === 'flat' ? 0 : (percent ?? 0)
  const fee = local.times(share).plus(flat)
  const atLeast = rule.minimum === null ? fee : Exact.max(fee, rule.minimum)
  return rule.maximum === null ? atLeast : Exact.min(atLeast, rule.maximum)
}

const nothing = { amount: null, percent: null }

/** A fee with its tax: an inclusive tax is in the amount, an exclusive one comes on top. */
function withTax({ taxKind, taxRate }: FeeTerms, gross: Decimal, decimals: number) {
  const fee = gross.toDecimalPlaces(decimals)
  const rate = new Exact(taxRate ?? 0)
  const share = taxKind === 'inclusive' ? rate.dividedBy(rate.plus(1)) : rate
  const tax = taxKind === 'none' ? new Exact(0) : fee.times(share).toDecimalPlaces(decimals)
  const net = taxKind === 'inclusive' ? fee.minus(tax) : fee
  const total = net.plus(tax)
  return { net: net.toFixed(decimals), tax: tax.toFixed(decimals), total: total.toFixed(decimals) }
}

const feeBy = (rule: FeeRule, localAmount: Decimal, decimals: number): Fee => ({
  ruleId: rule.id,
  version: rule.version,
  name: rule.name,
  ...withTax(rule, grossOf(rule, localAmount), decimals),
  taxName: rule.taxKind === 'none' ? '' : rule.taxName,
  taxRate: rule.taxKind === 'none' ? null : rule.taxRate,
  isWaivable: rule.isWaivable,
})

/** The fee of one line by the first rule that matches, or null. `decimals` are those of the local currency. */
export function feeOf(rules: readonly FeeRule[], ask: FeeAsk, decimals: number): Fee | null {
  const rule = ruleFor(rules, ask)
  return rule ? feeBy(rule, new Exact(ask.localAmount), decimals) : null
}

/**
 * The fees of a deal: lines under the same rule are charged together, so that a flat fee is charged once; a band of amounts looks at
 * all that the deal has of the currency on that side, or a line in parts would pass below it.
 */
export function feesOf(rules: readonly FeeRule[], lines: readonly FeeAsk[], decimals: number): Fee[] {
  const kind = ({ currencyId, side }: FeeAsk) => `${side} ${currencyId}`
  const sums = new Map<string, Decimal>()
  for (const line of lines)
    sums.set(kind(line), (sums.get(kind(line)) ?? new Exact(0)).plus(line.localAmount))
  const found = Map.groupBy(lines, (line) =>
    ruleFor(rules, { ...line, localAmount: (sums.get(kind(line)) ?? new Exact(0)).toFixed() }),
  )
  return [...found].flatMap(([rule, asks]) =>
    rule
      ? [
          feeBy(
            rule,
            asks.reduce((sum, { localAmount }) => sum.plus(localAmount), new Exact(0)),
            decimals,
          ),
        ]
      : [],
  )
}

/**
 * Lines in as many parts as there are modes by which the customer pays: each mode has of every line the share that it pays of
 * `principal`, the whole before fees, in local currency. The last payment takes what the others leave, so that a fee never depends
 * on how much of it the last one pays. No share is below zero, and who pays nothing of a line has no part in it.
 */
export function byModes<L extends { localAmount: string }>(
  lines: readonly L[],
  payments: readonly { modeId: string; amount: string }[],
  { principal, decimals }: { principal: string; decimals: number },
): (L & { modeId: string | null })[] {
  const paid = payments.reduce((sum, { amount }) => sum.plus(amount), new Exact(0))
  const isOwed = new Exact(principal).greaterThan(0)
  const whole = isOwed ? new Exact(principal) : paid
  if (payments.length <= 1 || whole.isZero())
    return lines.map((line) => ({ ...line, modeId: payments[0]?.modeId ?? null }))
  return lines.flatMap((line) => {
    let [open, left] = [whole, new Exact(line.localAmount)]
    return payments.flatMap(({ modeId, amount }, at) => {
      const taken = Exact.min(amount, open)
      const part = new Exact(line.localAmount).times(taken).dividedBy(whole).toDecimalPlaces(decimals)
      // Shares that are rounded up one after another could come to more than the line.
      const own = at === payments.length - 1 ? left : Exact.min(part, left)
      ;[open, left] = [open.minus(taken), left.minus(own)]
      return own.isZero() ? [] : [{ ...line, modeId, localAmount: own.toFixed() }]
    })
  })
}
