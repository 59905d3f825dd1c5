import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { assess, linkWindow, refuseLacking } from '#modules/compliance/public.server.ts'
import { enabledModes } from '#modules/currencies/public.server.ts'
import { dealingCustomer } from '#modules/customers/public.server.ts'
import { dayBefore } from '#modules/rates/sources/calendar.domain.ts'
import { standingOf } from '#modules/screening/public.server.ts'
import { preciousCashOf } from '../pricing/pricing.domain.ts'
import * as queries from './buyers.queries.ts'

/** The customer of a sale, who is on file and may deal; null: nobody is named. Throws CUSTOMER_CANNOT_DEAL. */
export async function buyerOf(db: Db, customerId: string | null) {
  if (customerId === null) return null
  const customer = await dealingCustomer(db, customerId)
  // The words are those of any other reason: nobody is tipped off.
  if (!customer || customer.isBlocked || !customer.isActive)
    throw refuseField('customerId', 'CUSTOMER_CANNOT_DEAL')
  return customer
}

interface Sold {
  day: string
  totals: { total: string }
  /** Of each line whether it is precious metal. */
  isPrecious: readonly boolean[]
  lines: readonly { total: string }[]
}

/**
 * What the rules on goods and screening say of a sale before it is paid: what of it is precious metal and paid in notes, whether the
 * rules ask for compliance, and whether something found of the buyer is still open. The sales of a customer on one day count together; the customer is locked meanwhile. Throws
 * DUE_DILIGENCE_MISSING and what blocks it.
 */
export async function dueDiligence(
  { db, actor, now }: Pick<Ctx, 'actor' | 'db' | 'now'>,
  sale: { id: string; customerId: string | null; payments: readonly { modeId: string; amount: string }[] },
  sold: Sold,
): Promise<{ precious: string; preciousCash: string; isAsked: boolean; isOpen: boolean }> {
  const customer = await buyerOf(db, sale.customerId)
  const precious = sold.lines
    .reduce((sum, { total }, at) => (sold.isPrecious[at] ? sum.plus(total) : sum), new Exact(0))
    .toFixed()
  const modes = new Map((await enabledModes(db)).map(({ id, kind }) => [id, kind]))
  const byBank = sale.payments.filter(({ modeId }) => modes.get(modeId) !== 'cash')
  const preciousCash = preciousCashOf({ precious, total: sold.totals.total, byBank })
  const standing = customer
    ? await standingOf(db, customer, { by: { id: actor.userId, name: actor.name }, now, isChange: true })
    : 'clear'
  if (standing === 'confirmed') throw refuseField('customerId', 'CUSTOMER_CANNOT_DEAL')
  const isOpen = standing === 'open'
  if (new Exact(precious).isZero()) return { precious, preciousCash, isAsked: false, isOpen }
  const same = customer?.samePerson ?? []
  await queries.holdBuyers(db, same)
  const since = dayBefore(sold.day, await linkWindow(db, sold.day))
  const earlier = await queries.earlierOf(db, same, { since, exceptId: sale.id })
  const found = await assess(db, {
    customerId: customer?.id ?? null,
    idDocument: null,
    service: 'goods',
    businessDate: sold.day,
    at: now.toISOString(),
    direction: 'sell',
    localAmount: precious,
    cashAmount: preciousCash,
    earlier: earlier.map((one) => ({
      id: one.id,
      at: new Date(one.settledAt).toISOString(),
      businessDate: one.businessDate,
      direction: 'sell' as const,
      localAmount: one.precious,
      cashAmount: one.preciousCash,
    })),
  })
  // Nobody is asked what a bar of gold is for.
  refuseLacking(found, new Set(['purpose']))
  return { precious, preciousCash, isAsked: found.gate === 'rba', isOpen }
}
