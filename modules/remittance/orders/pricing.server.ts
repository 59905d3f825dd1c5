import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { clearCharged, insertCharged } from '#modules/charges/public.server.ts'
import { dealingCustomer } from '#modules/customers/public.server.ts'
import { type Offer, offersFor } from '../quotes/offers.server.ts'
import { quoteMinutes, subjectType } from '../order-rows/orders.domain.ts'

/** The sender, who is on file and may deal. */
export async function senderOf(db: Db, id: string) {
  const customer = await dealingCustomer(db, id)
  if (!customer) throw notFound()
  if (customer.isBlocked || !customer.isActive) throw refuseField('customerId', 'CUSTOMER_CANNOT_DEAL')
  return customer
}

/** What a partner offers now; another than the best is chosen with a reason. */
export async function offerOf(
  db: Db,
  ask: Parameters<typeof offersFor>[1] & { providerId: string; providerReason: string },
  now: Date,
): Promise<Offer> {
  const offers = await offersFor(db, ask, now)
  const offer = offers.find(({ providerId }) => providerId === ask.providerId)
  if (!offer) throw refuseField('providerId', 'NO_PAYOUT_OFFER')
  if (offer !== offers[0] && ask.providerReason === '')
    throw refuseField('providerReason', 'PROVIDER_NOT_BEST')
  return offer
}

export const pricedBy = (offer: Offer, now: Date) => ({
  rateId: offer.rateId,
  rateVersion: offer.rateVersion,
  rate: offer.rate,
  costRate: offer.costRate,
  sends: offer.sends,
  gets: offer.gets,
  fee: offer.fee,
  tax: offer.tax,
  total: offer.total,
  margin: offer.margin,
  arrivesOn: offer.arrivesOn,
  quotedUntil: new Date(now.getTime() + quoteMinutes * 60_000).toISOString(),
})

export async function keepFees(db: Db, id: string, offer: Offer): Promise<void> {
  await clearCharged({ type: subjectType, id }).execute(db)
  await addFees(db, id, offer)
}

/** The fees of an order that has none yet. */
export async function addFees(db: Db, id: string, offer: Offer): Promise<void> {
  if (offer.fees.length > 0) await insertCharged({ type: subjectType, id }, offer.fees).execute(db)
}
