import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Id, Instant } from '#kit/contract/shapes.contract.ts'

const BoardRate = z.strictObject({
  currencyId: Id,
  /** A part of the currency that has a rate of its own. */
  subCurrencyId: Id.nullable(),
  code: z.string(),
  flagCode: z.string(),
  name: z.string(),
  quoteUnit: z.int(),
  /** In local currency per quote unit; null where that side is not dealt. */
  buy: z.string().nullable(),
  sell: z.string().nullable(),
  /** Foreign currency per one of local. */
  inverseBuy: z.string().nullable(),
  inverseSell: z.string().nullable(),
})
export type BoardRate = z.output<typeof BoardRate>

export const boardRates = {
  /** What a branch shows to whoever comes in, in the order of the company's currencies. */
  list: read({
    path: '/posrate/boardrate/list',
    permission: 'signedIn',
    input: z.strictObject({ branchId: Id }),
    output: z.strictObject({
      branch: z.string(),
      local: z.string(),
      items: z.array(BoardRate),
      /** When a rate of the branch was published last. */
      changedAt: Instant.nullable(),
      /** The feed that these rates were taken from is stale. */
      isStale: z.boolean(),
    }),
  }),
}
