import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { OrderDraft } from './orders.contract.ts'
import { likeOrder } from '../order-rows/orders.queries.ts'

const day = 86_400_000

/**
 * Warns once of an order like another of the last day: the same sender, recipient, currency and amount. Throws ORDER_LIKE_ANOTHER
 * unless a reason is given; with one both go, each by its own reference.
 */
export async function refuseLike(
  db: Db,
  draft: OrderDraft,
  recipientLatin: string,
  now: Date,
): Promise<void> {
  if (draft.duplicateReason !== '') return
  const { customerId, currency, fixed, amount } = draft
  const since = new Date(now.getTime() - day).toISOString()
  const number = await likeOrder(db, { customerId, recipientLatin, currency, fixed, amount, since })
  if (number === undefined) return
  const data = { number }
  throw refuseField('duplicateReason', 'ORDER_LIKE_ANOTHER', data)
}
