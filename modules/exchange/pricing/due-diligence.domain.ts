import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Stop } from '#modules/compliance/assessment/assess.domain.ts'
import type { Crossed } from '#modules/compliance/assessment/evaluate.domain.ts'
import type { Totals } from '../basket/basket.domain.ts'
import type { GateDraft } from '../gates/gates.domain.ts'
import { fieldOf } from '../third-parties/third-parties.domain.ts'
import type { Missing } from './pricing.domain.ts'

/** What the rules of due diligence found of a deal. */
export interface Assessed {
  tier: 'SDD' | 'CDD' | 'EDD' | null
  missing: { fields: readonly string[]; documents: readonly string[] }
  /** What a rule asks of a third party, by the field that names them. */
  missingOfParties: readonly { who: string; what: string; isPaper: boolean; rule: Crossed }[]
  /** The rule that asks for a field or paper. */
  askedBy: (what: string) => Crossed | undefined
  stoppedBy: (stop: Stop) => Crossed | undefined
  stops: readonly Stop[]
  approveRole: GateDraft['approveRole']
}

/** What a deal itself answers; empty where nothing was said. */
export interface Answers {
  customerId: string | null
  purpose: string
  sourceOfFunds: string
}

type BoughtAndSold = Pick<Totals, 'buy' | 'sell'>

const isOwn = (field: string): field is 'purpose' | 'sourceOfFunds' =>
  field === 'purpose' || field === 'sourceOfFunds'

const why = (rule: { code: string; source: string } | undefined) => ({
  rule: rule?.code ?? '',
  source: rule?.source ?? '',
})

/** Which way a deal goes, and the larger of what is bought and sold, in local currency. */
export function shapeOf({ buy, sell }: BoughtAndSold) {
  const [bought, sold] = [new Exact(buy), new Exact(sell)]
  const direction = bought.isZero() ? ('sell' as const) : sold.isZero() ? ('buy' as const) : ('both' as const)
  return { direction, localAmount: (bought.greaterThan(sold) ? bought : sold).toFixed() }
}

/** What deals come to on a business date, in local currency: the larger side of each. */
export const totalOn = (deals: readonly (BoughtAndSold & { businessDate: string })[], date: string): string =>
  deals
    .filter(({ businessDate }) => businessDate === date)
    .reduce((sum, one) => sum.plus(shapeOf(one).localAmount), new Exact(0))
    .toFixed()

/**
 * What stops a deal: what is missing before it can go on, and the gate that compliance clears, one whatever the number of reasons.
 * Values and limits are in local currency with `exponent` decimals, or numbers of deals. Throws DEAL_NOT_ALLOWED.
 */
export function judgeStops(
  { stops, stoppedBy, approveRole }: Pick<Assessed, 'stops' | 'stoppedBy' | 'approveRole'>,
  localAmount: string,
  exponent: number,
): { missing: Missing[]; gates: GateDraft[] } {
  const [missing, gates]: [Missing[], GateDraft[]] = [[], []]
  for (const stop of stops) {
    const { code, level } = stop
    const rule = stoppedBy(stop)
    const figure = (value: string) => (rule?.metric === 'count' ? value : new Exact(value).toFixed(exponent))
    if (code === 'DEAL_NOT_ALLOWED')
      throw new Refusal('DEAL_NOT_ALLOWED', {}, { fields: [{ field: 'customerId', code }] })
    if (level === 'block') missing.push({ field: 'customerId', code, ...why(rule) })
    else
      gates.push({
        kind: 'rba',
        reason: 'dueDiligence',
        rule: rule?.code ?? code,
        ruleVersion: rule?.version ?? 1,
        source: rule?.source ?? '',
        value: figure(rule?.total ?? localAmount),
        limit: rule ? figure(rule.threshold) : null,
        line: null,
        approveRole,
      })
  }
  return { missing, gates: gates.slice(0, 1) }
}

/** The fields and papers that rules ask for and neither the deal, the customer nor a third party has, at their fields. */
export function missingOf(
  found: Omit<Assessed, 'stops' | 'stoppedBy' | 'approveRole'>,
  answers: Answers,
): Missing[] {
  const { customerId } = answers
  const required = (field: string, code: string, rule: Crossed | undefined) => ({ field, code, ...why(rule) })
  const fields = found.missing.fields
    // Whoever is not on file is asked for first: what they lack is seen then.
    .filter((field) => (isOwn(field) ? answers[field] === '' : customerId !== null))
    .map((field) =>
      required(isOwn(field) ? field : `customer.${field}`, 'FIELD_REQUIRED', found.askedBy(field)),
    )
  const parties = found.missingOfParties.map(({ who, what, isPaper, rule }) =>
    required(`${who}.${fieldOf(what)}`, isPaper ? 'COPY_REQUIRED' : 'FIELD_REQUIRED', rule),
  )
  // Papers of the highest tier are what compliance looks at behind its gate.
  const papers = customerId !== null && found.tier !== 'EDD' ? found.missing.documents : []
  return [
    ...fields,
    ...parties,
    ...papers.map((paper) => required(`customer.${paper}`, 'DOCUMENT_REQUIRED', found.askedBy(paper))),
  ]
}

/** What a customer who is not named yet would have to have; purpose and source of funds are the deal's own. */
export const asksOf = ({ missing }: Pick<Assessed, 'missing'>, customerId: string | null): string[] =>
  customerId === null ? missing.fields.filter((field) => !isOwn(field)) : []
