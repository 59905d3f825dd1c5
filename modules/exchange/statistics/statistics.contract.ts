import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { DateOnly, Id } from '#kit/contract/shapes.contract.ts'

const Money = z.string()

/** What a customer has dealt: counts and sums by window, for the screen of the deal and of the customer. */
export const statistics = {
  customer: read({
    path: '/postransaction/statistic/customer',
    permission: ['view_transactions', 'create_transactions'],
    input: z.strictObject({ customerId: Id }),
    output: z.strictObject({
      deals: z.int(),
      first: DateOnly.nullable(),
      last: DateOnly.nullable(),
      total: Money,
      windows: z.array(z.strictObject({ days: z.int(), deals: z.int(), amount: Money })),
    }),
  }),
}
