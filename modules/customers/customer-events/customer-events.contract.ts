import * as z from 'zod'
import { Id } from '#kit/contract/shapes.contract.ts'
import { publicEvent } from '#modules/access/webhooks/events.contract.ts'

const permission = 'view_customers_information'

/** A customer was registered. */
export const customerCreated = publicEvent('customer.created', permission, { customerId: Id })
/** What is kept of a customer has changed. */
export const customerUpdated = publicEvent('customer.updated', permission, { customerId: Id })
/** A customer may deal again, or no more; never that somebody is suspicious or watched. */
export const customerStateChanged = publicEvent('customer.state_changed', permission, {
  customerId: Id,
  change: z.enum(['blocked', 'unblocked', 'activated', 'deactivated']),
})

export const customerEvents = [customerCreated, customerUpdated, customerStateChanged]
