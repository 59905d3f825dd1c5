import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import type { GateDraft as AnyGate } from '#modules/approvals/gates/gates.domain.ts'

/**
 * What stands between a deal and its settlement, several at once, and all must be cleared; the last two stand between a settled deal
 * and its reversal, and between what is left of one and its old rate.
 */
export const gateKinds = ['authorization', 'limit', 'rba', 'reversal', 'rest'] as const
export type GateKind = (typeof gateKinds)[number]

/** Why a gate opened. The value is a fraction for a rate, else local currency. */
export const gateReasons = [
  'rateDeviation',
  'belowCost',
  'feeWaiver',
  'thirdPartyPayer',
  'uncleared',
  'requested',
  'dealAmount',
  'dailyAmount',
  'customerAmount',
  'dueDiligence',
  'screening',
  'refund',
  'restRate',
  'stockMinimum',
  'stockMaximum',
  'cashCap',
] as const
export type GateReason = (typeof gateReasons)[number]

const rates: readonly string[] = ['rateDeviation', 'restRate'] satisfies GateReason[]
/** Whether the value of a gate is a fraction, and no amount. */
export const isOfRate = (reason: string): boolean => rates.includes(reason)

const stockReasons: readonly string[] = ['stockMinimum', 'stockMaximum', 'cashCap'] satisfies GateReason[]
/** Whether the value of a gate is what a place would have of something: of units, and no amount of the deal. */
const isOfStock = (reason: string): boolean => stockReasons.includes(reason)

export type GateDraft = AnyGate<GateKind, GateReason>

const rights = {
  authorization: 'authorise_transactions',
  limit: 'approve_transaction_limits',
  rba: 'clear_transaction_rba',
  reversal: 'reverse_transactions',
  rest: 'authorise_transactions',
} as const satisfies Record<GateKind, string>
/** The right to decide on gates of a kind. */
export const gateRight = (kind: GateKind) => rights[kind]

/** How far a person may go without a second one: by type of limit; absence means not at all. */
export type Limits = ReadonlyMap<string, string | 'unlimited'>

/** What is known of a line that was not dealt at the usual rate, or sells for less than it has cost. */
export interface LineFacts {
  position: number
  /** How far the rate is from the usual one, as a fraction of it: above zero in the customer's favour. */
  deviation: string
  /** What is lost against the average cost, in local currency. */
  loss: string
}

/** What a deal is judged by; amounts in local currency. */
export interface DealFacts {
  lines: readonly LineFacts[]
  /** The deviation, either way, from which the company's rule on rates asks for a second person; null: never. */
  deviationAsks: string | null
  /** The larger of what is bought and what is sold. */
  amount: string
  /** What the maker has dealt on this business date, without this deal. */
  makerToday: string
  /** What the customer has dealt on this business date, without this deal; null without a customer. */
  customerToday: string | null
  waivedFees: string
  hasThirdParty: boolean
  /** Something would be handed over against money that is not there yet, and somebody asks for it. */
  isUncleared: boolean
  isRequested: boolean
}

/** Reasons that a company may leave out of its workflow. */
export const optionalReasons = ['rateDeviation', 'belowCost', 'feeWaiver', 'thirdPartyPayer'] as const
export type OptionalReason = (typeof optionalReasons)[number]

const rules = {
  limits: { rule: 'authoriseLimits', source: '' },
  rates: { rule: 'rateValidation', source: '' },
  third: { rule: 'thirdPartyPayer', source: 'C&ED MSSB/MIS_01/2024' },
} as const

/** Whether a rule that asks from a deviation on, either way, asks for this one. */
const isAsked = (deviation: string, from: string | null): boolean =>
  from !== null && !new Exact(deviation).isZero() && new Exact(deviation).abs().greaterThanOrEqualTo(from)

/** A gate that opens; by the limits of people unless another rule says so, and of the whole deal unless of one line. */
interface Opening extends Pick<GateDraft, 'kind' | 'reason' | 'value' | 'limit'> {
  kind: 'authorization' | 'limit'
  line?: number | null
  by?: (typeof rules)[keyof typeof rules]
}

const openGate = ({ line = null, by = rules.limits, ...gate }: Opening): GateDraft => ({
  ...gate,
  ...by,
  ruleVersion: 1,
  line,
  approveRole: null,
})

/** Opens a gate where its value is above the person's limit of a type; a limit that is absent is zero. */
function openAbove(
  limits: Limits,
  { type, scale = '1', ...gate }: Omit<Opening, 'limit'> & { type: string; scale?: string },
): GateDraft[] {
  const held = limits.get(type)
  if (held === 'unlimited') return []
  const limit = new Exact(held ?? '0').times(scale).toFixed()
  return compareDecimals(gate.value, limit) > 0 ? [openGate({ ...gate, limit })] : []
}

/** The gates of rates away from the usual one: by the company's rule both ways, else by what the person may concede. */
const gatesOfRates = ({ lines, deviationAsks }: DealFacts, limits: Limits): GateDraft[] =>
  lines.flatMap(({ position: line, deviation }) => {
    const gate = { kind: 'authorization', reason: 'rateDeviation', line } as const
    // Limits on rates are percentages.
    if (!isAsked(deviation, deviationAsks))
      return openAbove(limits, { ...gate, type: 'rate_deviation', value: deviation, scale: '0.01' })
    const value = new Exact(deviation).abs().toDecimalPlaces(8).toFixed()
    return [openGate({ ...gate, value, limit: deviationAsks, by: rules.rates })]
  })

/** The gates of amounts above what the maker may do alone: of the deal, of their day and of the customer's. */
function gatesOfAmounts({ amount, makerToday, customerToday }: DealFacts, limits: Limits): GateDraft[] {
  const withToday = (today: string) => new Exact(today).plus(amount).toFixed()
  const above = (type: string, reason: GateReason, value: string) =>
    openAbove(limits, { type, kind: 'limit', reason, value })
  return [
    ...above('deal_amount', 'dealAmount', amount),
    ...above('daily_amount', 'dailyAmount', withToday(makerToday)),
    ...(customerToday !== null && limits.has('customer_amount')
      ? above('customer_amount', 'customerAmount', withToday(customerToday))
      : []),
  ]
}

/**
 * The gates that a deal must pass before it is settled, domain 2.5, 5.1 and 13: authorization for what a rule wants a second
 * person for, limit for amounts above what the maker may do alone. A limit that is not given is zero, but for the customer's,
 * which the other two bound. A person's limit on rates is on what they concede; the company's rule binds both ways.
 */
export function gatesOf(facts: DealFacts, limits: Limits, authorise: readonly OptionalReason[]): GateDraft[] {
  const { amount, waivedFees } = facts
  // Of the deal as a whole: many small losses are a large one.
  const loss = facts.lines.reduce((sum, line) => sum.plus(line.loss), new Exact(0)).toFixed()
  const asked = (reason: OptionalReason, gates: () => GateDraft[]) =>
    authorise.includes(reason) ? gates() : []
  const above = (type: string, reason: GateReason, value: string) =>
    openAbove(limits, { type, kind: 'authorization', reason, value })
  const always = (reason: GateReason, by: NonNullable<Opening['by']> = rules.limits) =>
    openGate({ kind: 'authorization', reason, value: amount, limit: null, by })
  return [
    ...asked('rateDeviation', () => gatesOfRates(facts, limits)),
    ...asked('belowCost', () => above('below_cost', 'belowCost', loss)),
    ...asked('feeWaiver', () => above('fee_waiver', 'feeWaiver', waivedFees)),
    ...asked('thirdPartyPayer', () => (facts.hasThirdParty ? [always('thirdPartyPayer', rules.third)] : [])),
    ...(facts.isUncleared ? [always('uncleared')] : []),
    ...(facts.isRequested ? [always('requested')] : []),
    ...gatesOfAmounts(facts, limits),
  ]
}

/** A limit of stock that a deal would leave behind; `level`: of what, from a counter to the company. */
export interface StockFacts {
  kind: 'maximum' | 'minimum'
  limit: { value: string; level: string; act: 'block' | 'warn' }
  value: string
  line: number | null
  isCash: boolean
}

/** The gates of limits of stock: those that stop a deal, and those that only say so. */
export function stockGatesOf(found: readonly StockFacts[]): Record<'gates' | 'warnings', GateDraft[]> {
  const gate = ({ kind, limit, value, line, isCash }: StockFacts): GateDraft => ({
    kind: 'limit',
    reason: isCash ? 'cashCap' : kind === 'minimum' ? 'stockMinimum' : 'stockMaximum',
    rule: `stockLimitOf${limit.level[0]?.toUpperCase()}${limit.level.slice(1)}`,
    ruleVersion: 1,
    source: '',
    value,
    limit: limit.value,
    line,
    approveRole: null,
  })
  const those = (act: 'block' | 'warn') => found.filter(({ limit }) => limit.act === act).map(gate)
  return { gates: those('block'), warnings: those('warn') }
}

/** The type of limit by which a person who decides on a gate is bound, and by what share its value is compared. */
const limitOf: Partial<Record<GateReason, { type: string; scale: string }>> = {
  rateDeviation: { type: 'rate_deviation', scale: '0.01' },
  belowCost: { type: 'below_cost', scale: '1' },
  feeWaiver: { type: 'fee_waiver', scale: '1' },
  dealAmount: { type: 'deal_amount', scale: '1' },
  dailyAmount: { type: 'daily_amount', scale: '1' },
  customerAmount: { type: 'customer_amount', scale: '1' },
  thirdPartyPayer: { type: 'deal_amount', scale: '1' },
  uncleared: { type: 'deal_amount', scale: '1' },
  requested: { type: 'deal_amount', scale: '1' },
  dueDiligence: { type: 'rba_clearance', scale: '1' },
  screening: { type: 'rba_clearance', scale: '1' },
  refund: { type: 'refund', scale: '1' },
  restRate: { type: 'rate_deviation', scale: '0.01' },
}

/** How far a person may decide on gates of a reason, in the measure of their value; undefined: not at all. */
export function reachOf(limits: Limits, reason: GateReason): string | 'unlimited' | undefined {
  // The limit is the place's: of a person it asks the right alone.
  if (isOfStock(reason)) return 'unlimited'
  const { type, scale } = limitOf[reason] ?? { type: '', scale: '1' }
  const held = limits.get(type)
  return held === undefined || held === 'unlimited' ? held : new Exact(held).times(scale).toFixed()
}

/** Whether a person's own limit covers what a gate stopped. */
export function covers(limits: Limits, { reason, value }: Pick<GateDraft, 'reason' | 'value'>): boolean {
  const reach = reachOf(limits, reason)
  return reach === 'unlimited' || (reach !== undefined && compareDecimals(value, reach) <= 0)
}

type Shown = Pick<GateDraft, 'kind' | 'reason' | 'value' | 'limit' | 'rule' | 'source' | 'approveRole'> & {
  ruleVersion?: number
}

type Sees = { permissions: ReadonlySet<string> }

/** What a gate compares, to read: an amount with all decimals of its currency; of a word and of a count there are none. */
function inMoney<G extends Shown>(gate: G, exponent: number): G {
  if (isOfRate(gate.reason) || isOfStock(gate.reason) || gate.kind === 'rba') return gate
  const fixed = (text: string) => (/^-?\d/.test(text) ? new Exact(text).toFixed(exponent) : text)
  return { ...gate, value: fixed(gate.value), limit: gate.limit === null ? null : fixed(gate.limit) }
}

/** Gates as this person may see them, in amounts of so many decimals: those of compliance are one to users outside compliance. */
export function presentGates<G extends Shown>(gates: readonly G[], actor: Sees, exponent: number): G[] {
  const hears = actor.permissions.has('clear_transaction_rba')
  const first = gates.findIndex(({ kind }) => kind === 'rba')
  return gates
    .filter(({ kind }, at) => hears || kind !== 'rba' || at === first)
    .map((gate) => shownGate(inMoney(gate, exponent), actor))
}

/**
 * A gate as this person may see it: what something has cost only with the right to know; that somebody was found on a list only
 * for compliance, to others it is due diligence like any.
 */
function shownGate<G extends Shown>(gate: G, actor: Sees): G {
  if (gate.reason === 'belowCost' && !actor.permissions.has('view_expected_gain'))
    return { ...gate, value: '', limit: null }
  // What lies in a drawer is hidden from the teller who counts it blind.
  if (isOfStock(gate.reason) && !actor.permissions.has('view_stock')) return { ...gate, value: '' }
  // All gates of this kind look the same, or one could be told from another.
  if (gate.kind === 'rba' && !actor.permissions.has('clear_transaction_rba'))
    return {
      ...gate,
      reason: 'dueDiligence',
      rule: '',
      source: '',
      value: '',
      limit: null,
      approveRole: null,
      ...(gate.ruleVersion !== undefined && { ruleVersion: 0 }),
    }
  return gate
}
