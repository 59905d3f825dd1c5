import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { assess, linkWindow, refuseLacking } from '#modules/compliance/public.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import type { Approver } from '#modules/approvals/gates/gates.domain.ts'
import { dayBefore } from '#modules/rates/sources/calendar.domain.ts'
import { standingOf, standingOfWalkIn } from '#modules/screening/public.server.ts'
import { earlierOrders, holdCustomers, type OrderRow } from '../order-rows/orders.queries.ts'

interface Moment {
  by: Pick<Actor, 'name' | 'userId'>
  now: Date
}
interface Sender {
  id: string
  customerType: number
  samePerson: string[]
}

/** The gate at which compliance decides on what was found: within its limit, and by the role that a rule of due diligence asks. */
export const rbaGate = <Row>(value: (row: Row) => string) => ({
  limit: 'rba_clearance' as const,
  value,
  approveRole: (row: Row & { approveRole?: Approver | null }) => row.approveRole ?? null,
})

// The words are those of any other reason: nobody is tipped off.
const refused = (field: string) => refuseField(field, 'CUSTOMER_CANNOT_DEAL')

/**
 * Whether something found about the customer or those who are known by name alone is still undecided. Names are screened as they
 * were typed, an empty one not at all. Throws CUSTOMER_CANNOT_DEAL where a hit was confirmed.
 */
export async function isScreeningOpen(
  db: Db,
  order: Pick<OrderRow, 'id' | 'recipientName'> & { senderName?: string },
  sender: Sender,
  { by, now }: Moment,
  asks: 'changed' | 'stale',
): Promise<boolean> {
  const who = { id: by.userId, name: by.name }
  const own = await standingOf(db, sender, { by: who, now, isChange: true })
  if (own === 'confirmed') throw refused('customerId')
  let isOpen = own === 'open'
  for (const field of ['senderName', 'recipientName'] as const) {
    const named = { name: order[field] ?? '', idType: '', idNumber: '', idIssuingCountry: '' }
    const theirs = await standingOfWalkIn(db, named, { by: who, now, asks, field, dealId: order.id })
    if (theirs === 'confirmed') throw refused(field)
    isOpen ||= theirs === 'open'
  }
  return isOpen
}

/**
 * What the rules of due diligence on remittances say before money is taken, or paid out here (`buy`); what somebody sends and what
 * is paid out to them count together where a rule is on both: whether compliance must let it through, and which role. Throws
 * DUE_DILIGENCE_MISSING with every field and paper that is missing, and DEAL_NOT_ALLOWED. The customers are locked meanwhile.
 */
export async function assessRemittance(
  db: Db,
  {
    direction = 'sell',
    ...order
  }: Pick<OrderRow, 'customerId' | 'id' | 'sends'> & { direction?: 'buy' | 'sell' },
  sender: Sender,
  { businessDate, cash, now }: { businessDate: string; cash: string; now: Date },
): Promise<{ isAsked: boolean; approveRole: Approver | null }> {
  await holdCustomers(db, sender.samePerson)
  const since = dayBefore(businessDate, await linkWindow(db, businessDate))
  const earlier = await earlierOrders(db, sender.samePerson, since, order.id)
  const found = await assess(db, {
    customerId: order.customerId,
    idDocument: null,
    service: 'remittance',
    businessDate,
    at: now.toISOString(),
    direction,
    localAmount: order.sends,
    cashAmount: cash,
    earlier: earlier.map((one) => ({
      id: one.id,
      at: new Date(one.paidAt).toISOString(),
      businessDate: one.businessDate,
      direction: one.direction,
      localAmount: one.sends,
      cashAmount: one.sends,
    })),
  })
  // Purpose and source of funds are the order's own, and always there.
  refuseLacking(found, new Set(['purpose', 'sourceOfFunds']))
  return { isAsked: found.gate === 'rba', approveRole: found.approveRole }
}
