import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { travelRulesOf } from '#modules/compliance/public.server.ts'
import { senderFacts } from '#modules/customers/public.server.ts'
import type { OrderRow } from '../order-rows/orders.queries.ts'
import type { FieldKey, Method } from '../recipients/fields.domain.ts'
import { type Travel, travelOf } from './travel.domain.ts'

interface Asked {
  customerId: string
  /** What is sent, in units of local currency. */
  sends: string
  method: string
  /** Empty before it is lined up: its number names it then. */
  reference: string
  number: string
  /** In Latin letters, as it is sent. */
  recipientLatin: string
  values: Partial<Record<FieldKey, string>>
  /** The rules that it reached when it was paid; null before. */
  travelRules?: readonly string[] | null
}

/** By what a recipient is credited, the first that is known. */
const accountKeys = ['account', 'phone', 'email', 'nationalId'] as const satisfies readonly FieldKey[]

const accountOf = ({ method, values }: Pick<Asked, 'method' | 'values'>): string =>
  (method === 'bank' || method === 'wallet' ? accountKeys : (['account'] as const))
    .map((key) => values[key])
    .find(Boolean) ?? ''

/** An order as it is kept. */
export const readKept = (row: OrderRow): Asked => ({
  ...row,
  values: (row.recipient as unknown as { values: Asked['values'] }).values,
})

/** What goes with an order by the rules of a day (`YYYY-MM-DD`) and the mids of now, and what is missing of it. */
export async function travelOfOrder(db: Db, order: Asked, on: string): Promise<Travel> {
  const { rules, rateOf } = await travelRulesOf(db, on)
  return travelOf(
    rules,
    {
      localAmount: order.sends,
      reference: order.reference || order.number,
      method: order.method as Method,
      recipientName: order.recipientLatin,
      account: accountOf(order),
      sender: await senderFacts(db, order.customerId),
    },
    rateOf,
    order.travelRules ?? null,
  )
}

/**
 * Refuses an order before money is taken: ORDER_DETAILS_MISSING with each fault at its field, the sender's at `customer.…`. Answers the
 * codes of the rules that it reaches.
 */
export async function refuseIncomplete(
  db: Db,
  order: Asked,
  on: string,
  isAsked: (fault: FieldFault) => boolean = () => true,
): Promise<readonly string[]> {
  const { missing, payload } = await travelOfOrder(db, order, on)
  const fields = missing.filter(isAsked)
  if (fields.length > 0) throw new Refusal('ORDER_DETAILS_MISSING', {}, { fields })
  return payload.rules
}
