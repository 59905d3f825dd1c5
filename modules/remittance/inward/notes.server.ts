import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { gatesOf } from '#modules/exchange/gates/gates.domain.ts'
import { checkTolerance, effectiveRule } from '#modules/exchange/pricing/lines.domain.ts'
import { checkQuantity } from '#modules/exchange/pricing/pieces.domain.ts'
import { createFault } from '#modules/exchange/pricing/pricing.domain.ts'
import { workflowSettings } from '#modules/exchange/public.server.ts'
import { averageCosts } from '#modules/ledger/public.server.ts'
import { rateRules, ratesOfLines } from '#modules/rates/public.server.ts'
import { dueOf } from '../order-rows/orders.domain.ts'
import type { Handed } from './inward.domain.ts'
import { notesFor, splitAmount } from './notes.domain.ts'

type Reading = Pick<Ctx, 'actor' | 'db'>

/** What is paid out, where and to whom, in local currency. */
interface Owed {
  branchId: string
  customer: { id: string; customerType: number }
  amount: string
}
interface Notes {
  itemId: string
  quantity: string
  /** The sell rate that the teller saw. */
  usualRate: string | null
}

const at = () => 'quantity'

/**
 * What is handed out where it is paid in notes: those at the sell rate in force there, the rest in local cash. More notes than the
 * amount pays for are bound by the limits of a sale. Throws CURRENCY_NOT_TRADED, at the quantity RATE_CHANGED,
 * RATE_OUT_OF_TOLERANCE, INWARD_TOO_MANY_NOTES, INWARD_NOTES_BELOW_COST, and what cannot be handed over.
 */
export async function handNotes(
  ctx: Reading,
  { branchId, customer, amount }: Owed,
  { itemId, quantity, usualRate }: Notes,
): Promise<Extract<Handed, { part: 'stock' }>> {
  const who = { branchId, customerType: customer.customerType, customerId: customer.id, amount: null }
  const asked = [{ currencyId: itemId, subCurrencyId: null, amount: quantity }]
  const { local, lines } = await ratesOfLines(ctx.db, who, asked)
  const [found] = lines
  const sell = found?.rate.sell ?? null
  if (!local || !found || sell === null) throw refuseField('itemId', 'CURRENCY_NOT_TRADED')
  const { currency, rate } = found
  checkQuantity({ quantity, pieces: [] }, currency, at)
  if (usualRate !== null && compareDecimals(usualRate, sell) !== 0) throw rateChanged(sell)
  const soldAt = { sell, quoteUnit: currency.quoteUnit }
  const split = splitAmount(amount, { quantity, mid: rate.mid }, soldAt, local.exponent)
  if (new Exact(split.proceeds).isZero()) throw createFault('quantity', 'COMES_TO_NOTHING')
  await refuseAboveLimits(ctx, { branchId, itemId, quantity, ...split, sell }, () => ({
    most: notesFor(amount, { ...soldAt, cashUnit: currency.cashUnit }, local.exponent),
    currency: currency.code,
  }))
  const { cashUnit, exponent: decimals } = local
  const rest = dueOf(split.rest, { isCash: true, cashUnit, decimals })
  const { proceeds, worth } = split
  return { part: 'stock', itemId, quantity, proceeds, worth, localItemId: local.id, ...rest }
}

function rateChanged(rate: string): Refusal {
  const code = 'RATE_CHANGED'
  return new Refusal(code, { rate }, { kind: 'conflict', fields: [{ field: at(), code, data: { rate } }] })
}

interface Sold extends Pick<ReturnType<typeof splitAmount>, 'deviation' | 'proceeds' | 'rate'> {
  branchId: string
  itemId: string
  quantity: string
  sell: string
}

/** Refuses where a sale of these notes would wait for a second person: nobody is asked while a recipient stands at the counter. */
async function refuseAboveLimits(
  { db, actor }: Reading,
  { branchId, itemId, quantity, proceeds, rate, deviation, sell }: Sold,
  dataOf: () => { most: string; currency: string },
): Promise<void> {
  const limits = await rateRules(db)
  checkTolerance({ side: 'sell', rate, usual: sell }, limits, at)
  const cost = (await averageCosts(db, branchId)).get(itemId) ?? '0'
  const loss = Exact.max(new Exact(cost).times(quantity).minus(proceeds), 0).toFixed()
  const facts = {
    lines: [{ position: 0, deviation, loss }],
    deviationAsks: effectiveRule(limits)?.warn ?? null,
    // What a person may deal in all is no matter of a payout: what is sent is not theirs to choose.
    amount: '0',
    makerToday: '0',
    customerToday: null,
    waivedFees: '0',
    hasThirdParty: false,
    isUncleared: false,
    isRequested: false,
  }
  const [gate] = gatesOf(facts, actor.limits, (await workflowSettings(db)).authorise)
  if (!gate) return
  if (gate.reason === 'belowCost') throw createFault(at(), 'INWARD_NOTES_BELOW_COST')
  throw createFault(at(), 'INWARD_TOO_MANY_NOTES', dataOf())
}
