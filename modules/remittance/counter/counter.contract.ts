import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Id, Instant } from '#kit/contract/shapes.contract.ts'
import { Country, Currency } from '../providers/providers.contract.ts'
import { fieldKeys, methods } from '../recipients/fields.domain.ts'

const Corridor = z.strictObject({ country: Country, currency: Currency, method: z.enum(methods) })
export type Corridor = z.output<typeof Corridor>

const Rules = z.object({
  decimals: z.int(),
  nameLength: z.int(),
  personsOnly: z.boolean(),
  fields: z.array(
    z.object({
      key: z.enum(fieldKeys),
      need: z.enum(['no', 'partner', 'yes']),
      example: z.string(),
      isConfirmed: z.boolean(),
    }),
  ),
})
export type RecipientRules = z.output<typeof Rules>

const Recent = z.object({
  /** Of the order that it was typed for. */
  id: Id,
  recipientName: z.string(),
  country: z.string(),
  currency: z.string(),
  method: z.enum(methods),
  recipient: z.partialRecord(z.enum(fieldKeys), z.string()),
  createdAt: Instant,
})

const path = '/rmttransaction'
const permission = ['create_remittance_orders', 'view_remittance_orders'] as const

/** What the counter asks before an order is made. */
export const orderCounter = {
  /** Where partners that are switched on pay out, in what, and how. */
  listCorridors: read({ path: `${path}/corridors`, permission, output: z.array(Corridor) }),
  getRecipientFields: read({ path: `${path}/recipientFields`, permission, input: Corridor, output: Rules }),
  /** The recipients whom a customer has sent money to, the latest first. */
  listRecentRecipients: read({
    path: `${path}/recentRecipients`,
    permission,
    input: z.strictObject({ customerId: Id }),
    output: z.array(Recent),
  }),
}
