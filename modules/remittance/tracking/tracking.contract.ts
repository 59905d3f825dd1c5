import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { DateOnly } from '#kit/contract/shapes.contract.ts'
import { trackedStates } from './tracking.domain.ts'

const Tracked = z.strictObject({
  state: z.enum(trackedStates),
  company: z.string(),
  number: z.string(),
  country: z.string(),
  gets: z.string(),
  currency: z.string(),
  /** The partner's day of value, as it was told when the order was made. */
  arrivesOn: DateOnly,
})
export type Tracked = z.output<typeof Tracked>

/** What anybody who holds a receipt may ask of an order. */
export const orderTracking = {
  /** Null for every code that is not on a paper of ours, whatever is wrong with it. Nobody is named. */
  getTrackedOrder: read({
    path: '/rmttransaction/track',
    method: 'POST',
    permission: 'anyone',
    limit: { max: 30, seconds: 60 },
    input: z.strictObject({ code: z.string().max(200) }),
    output: z.strictObject({ order: Tracked.nullable() }),
  }),
}
