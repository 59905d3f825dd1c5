import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { assess, linkWindow } from '#modules/compliance/public.server.ts'
import type { dealingCustomer } from '#modules/customers/public.server.ts'
import { dayBefore } from '#modules/rates/sources/calendar.domain.ts'
import type { Totals } from '../basket/basket.domain.ts'
import type { GateDraft } from '../gates/gates.domain.ts'
import type { DealDraft } from './pricing.contract.ts'
import { type cashOf, fieldOf } from '../third-parties/third-parties.domain.ts'
import type { Missing, Place, Subject } from './pricing.domain.ts'
import * as queries from './pricing.queries.ts'

interface Ask extends Pick<DealDraft, 'customerId' | 'walkIn' | 'purpose' | 'sourceOfFunds'> {
  customer: Awaited<ReturnType<typeof dealingCustomer>>
  /** The paper that was shown; empty where none was. */
  identity: string
  /** Whose deals count together. */
  subject: Subject
  place: Place
  at: Date
  dealId: string | null
  totals: Totals
  /** Decimals of local currency. */
  exponent: number
  /** What of it is in notes, foreign or local. */
  cash: string
  thirdParties: ReturnType<typeof cashOf>
}

const own = { purpose: 'purpose', sourceOfFunds: 'sourceOfFunds' } as const

/**
 * What the due-diligence rules say of a deal: what is missing, the gate that compliance clears, and the tier. The caller has
 * locked the customer where the deal is decided and not only looked at. Throws DEAL_NOT_ALLOWED.
 */
export async function dueDiligence(db: Db, ask: Ask) {
  const { customerId, identity, subject, place, totals } = ask
  const { businessDate } = place
  const isKnown = customerId !== null || identity !== ''
  const since = isKnown ? dayBefore(businessDate, await linkWindow(db, businessDate)) : businessDate
  const earlier = await queries.earlierDeals(db, subject, since, ask.dealId)
  const shape = (one: Pick<Totals, 'buy' | 'sell'>) => {
    const [bought, sold] = [new Exact(one.buy), new Exact(one.sell)]
    const direction = bought.isZero()
      ? ('sell' as const)
      : sold.isZero()
        ? ('buy' as const)
        : ('both' as const)
    return { direction, localAmount: (bought.greaterThan(sold) ? bought : sold).toFixed() }
  }
  const found = await assess(db, {
    customerId,
    idDocument: identity || null,
    service: 'money_changing',
    businessDate,
    at: ask.at.toISOString(),
    cashAmount: ask.cash,
    ...shape(totals),
    thirdParties: ask.thirdParties,
    earlier: earlier.map((one) => ({
      id: one.id,
      at: new Date(one.at).toISOString(),
      businessDate: one.businessDate,
      cashAmount: one.cash,
      ...shape(one),
    })),
  })
  const why = (rule: { code: string; source: string } | undefined) => ({
    rule: rule?.code ?? '',
    source: rule?.source ?? '',
  })
  const missing: Missing[] = []
  const gates: GateDraft[] = []
  for (const stop of found.stops) {
    const { code, level } = stop
    const rule = found.stoppedBy(stop)
    const figure = (value: string) =>
      rule?.metric === 'count' ? value : new Exact(value).toFixed(ask.exponent)
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
        value: figure(rule?.total ?? shape(totals).localAmount),
        limit: rule ? figure(rule.threshold) : null,
        line: null,
        approveRole: found.approveRole,
      })
  }
  for (const field of found.missing.fields) {
    const key = field in own ? own[field as keyof typeof own] : undefined
    // Whoever is not on file is asked for first: what they lack is seen then.
    if (customerId === null && key === undefined) continue
    if (key && ask[key] !== '') continue
    missing.push({ field: key ?? `customer.${field}`, code: 'FIELD_REQUIRED', ...why(found.askedBy(field)) })
  }
  for (const { who, what, isPaper, rule } of found.missingOfParties)
    missing.push({
      field: `${who}.${fieldOf(what)}`,
      code: isPaper ? 'COPY_REQUIRED' : 'FIELD_REQUIRED',
      ...why(rule),
    })
  // Papers of the highest tier are what compliance looks at behind its gate.
  if (customerId !== null && found.tier !== 'EDD')
    for (const paper of found.missing.documents)
      missing.push({ field: `customer.${paper}`, code: 'DOCUMENT_REQUIRED', ...why(found.askedBy(paper)) })
  const today = earlier.filter((one) => one.businessDate === businessDate)
  return {
    tier: found.tier ?? ('none' as const),
    missing,
    // Purpose and source of funds are the deal's own.
    asks: customerId === null ? found.missing.fields.filter((field) => !(field in own)) : [],
    crossed: found.rules,
    // One gate says it, whatever the number of reasons.
    gates: gates.slice(0, 1),
    customerToday:
      subject.customerIds.length + subject.papers.length === 0
        ? null
        : today.reduce((sum, one) => sum.plus(shape(one).localAmount), new Exact(0)).toFixed(),
  }
}
