import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { DateOnly, Id, Instant } from '#kit/contract/shapes.contract.ts'

const Money = z.string()
const Sums = z.strictObject({ deals: z.int(), buy: Money, sell: Money, fee: Money })

const Dashboard = z.strictObject({
  /** How wide it looks: the counter, branch, region or company that the person works in. */
  level: z.enum(['counter', 'branch', 'region', 'company']),
  localCurrency: z.string(),
  businessDate: DateOnly,
  /** Null for whoever may not see deals. */
  today: z
    .strictObject({
      ...Sums.shape,
      /** Of what was settled today; null for whoever may not know. */
      gain: z.strictObject({ dealing: Money, holding: Money, realised: Money }).nullable(),
    })
    .nullable(),
  /** The same of the business day before, until the end of that day. */
  before: Sums.nullable(),
  /** What was settled today by hour of the company's clock; hours without a deal are left out. */
  hours: z.array(z.strictObject({ hour: z.int(), buy: Money, sell: Money })),
  /** By branch, where it looks at more than one. */
  branches: z.array(z.strictObject({ branchId: Id, name: z.string(), ...Sums.shape })),
  /**
   * What is open, by gate, and since when the longest waits, each null for whoever may not see deals; `mine` are those that the
   * person decides on, wherever that is.
   */
  waiting: z.strictObject({
    mine: z.int(),
    authorization: z.int().nullable(),
    limit: z.int().nullable(),
    rba: z.int().nullable(),
    pending: z.int().nullable(),
    oldest: Instant.nullable(),
  }),
  positions: z.array(
    z.strictObject({
      currencyId: Id,
      code: z.string(),
      flagCode: z.string(),
      isLocal: z.boolean(),
      /** Null for whoever may not see stock or counts it blind, and so is its value. */
      quantity: z.string().nullable(),
      /** At the mid of now, in local currency; null without a mid. */
      value: Money.nullable(),
      quoteUnit: z.int(),
      mid: z.string().nullable(),
      buy: z.string().nullable(),
      sell: z.string().nullable(),
      /** Sold on an average day of the last seven; null for whoever may not see deals. */
      soldDaily: z.string().nullable(),
      /** There is less than is sold on such a day; never of what the person may not know. */
      isLow: z.boolean(),
    }),
  ),
})
export type Dashboard = z.output<typeof Dashboard>

export const dashboard = {
  /** What matters now where the person works: stock and rates, today's volume and gain, what waits, what runs out. */
  get: read({
    path: '/postransaction/statistic/dashboard',
    permission: 'signedIn',
    output: Dashboard,
  }),
}
