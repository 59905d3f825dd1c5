import * as z from 'zod'
import { DateOnly, DecimalString, Id } from '#kit/contract/shapes.contract.ts'
import { publicEvent } from '#modules/access/webhooks/events.contract.ts'
import { gateKinds } from '../gates/gates.domain.ts'

const permission = 'view_transactions'

/** A deal as it travels: amounts are in local currency. */
const dealShape = {
  dealId: Id,
  number: z.string().nullable(),
  state: z.string(),
  branchId: Id,
  counterId: Id,
  customerId: Id.nullable(),
  businessDate: DateOnly,
  /** Codes of the currencies that it is about. */
  currencies: z.array(z.string()),
  bought: DecimalString,
  sold: DecimalString,
  /** What the customer pays, or with a minus sign is paid. */
  net: DecimalString,
}
const ofDeal = (code: string) => publicEvent(`deal.${code}`, permission, dealShape)

export const dealSettled = ofDeal('settled')
export const dealPartlySettled = ofDeal('partially_settled')
export const dealCancelled = ofDeal('cancelled')
export const dealRejected = ofDeal('rejected')
export const dealReversed = ofDeal('reversed')
/** Somebody's decision on the deal is awaited. */
export const gateWaiting = ofDeal('gate_waiting')
export const gateDecided = publicEvent('deal.gate_decided', permission, {
  ...dealShape,
  gate: z.enum(gateKinds),
  outcome: z.enum(['approved', 'rejected']),
})

export const dealEvents = [
  dealSettled,
  dealPartlySettled,
  dealCancelled,
  dealRejected,
  dealReversed,
  gateWaiting,
  gateDecided,
]
