import type { Db } from '#kit/server/database.server.ts'
import { assess, linkWindow } from '#modules/compliance/public.server.ts'
import type { dealingCustomer } from '#modules/customers/public.server.ts'
import { dayBefore } from '#modules/rates/sources/calendar.domain.ts'
import type { Totals } from '../basket/basket.domain.ts'
import type { DealDraft } from './pricing.contract.ts'
import type { cashOf } from '../third-parties/third-parties.domain.ts'
import { asksOf, judgeStops, missingOf, shapeOf, totalOn } from './due-diligence.domain.ts'
import type { Place, Subject } from './pricing.domain.ts'
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
  const shape = shapeOf(totals)
  const found = await assess(db, {
    customerId,
    idDocument: identity || null,
    service: 'money_changing',
    businessDate,
    at: ask.at.toISOString(),
    cashAmount: ask.cash,
    ...shape,
    thirdParties: ask.thirdParties,
    earlier: earlier.map((one) => ({
      id: one.id,
      at: new Date(one.at).toISOString(),
      businessDate: one.businessDate,
      cashAmount: one.cash,
      ...shapeOf(one),
    })),
  })
  const stopped = judgeStops(found, shape.localAmount, ask.exponent)
  const isLinked = subject.customerIds.length + subject.papers.length > 0
  return {
    tier: found.tier ?? ('none' as const),
    missing: [...stopped.missing, ...missingOf(found, ask)],
    asks: asksOf(found, customerId),
    crossed: found.rules,
    gates: stopped.gates,
    customerToday: isLinked ? totalOn(earlier, businessDate) : null,
  }
}
