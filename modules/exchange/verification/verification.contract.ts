import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { DateOnly } from '#kit/contract/shapes.contract.ts'
import { sides } from '../basket/basket.domain.ts'

const Receipt = z.strictObject({
  /** Issued: it stands. Void: nothing of it holds any more. Open: nothing has been paid yet. */
  state: z.enum(['issued', 'void', 'open']),
  company: z.string(),
  licenceNumber: z.string(),
  branch: z.string(),
  /** Empty before it is submitted. */
  number: z.string(),
  businessDate: DateOnly,
  localCurrency: z.string(),
  lines: z.array(
    z.strictObject({
      side: z.enum(sides),
      currency: z.string(),
      quantity: z.string(),
      /** In local currency. */
      amount: z.string(),
    }),
  ),
  /** What the customer pays, in local currency; negative where the house pays. */
  total: z.string(),
})
export type VerifiedReceipt = z.output<typeof Receipt>

/** What anybody who holds a receipt may ask of it; domain 5.5. */
export const verification = {
  /** Null for every code that is not on a paper of ours, whatever is wrong with it. Nothing says whose the deal was. */
  verify: read({
    path: '/postransaction/receipt/verify',
    method: 'POST',
    permission: 'anyone',
    limit: { max: 30, seconds: 60 },
    input: z.strictObject({ code: z.string().max(4000) }),
    output: z.strictObject({ receipt: Receipt.nullable() }),
  }),
}
