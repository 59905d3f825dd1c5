import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Id, Instant } from '#kit/contract/shapes.contract.ts'

const Item = z.strictObject({
  subject: z.strictObject({ type: z.string(), id: Id }),
  /** What its module calls it: its number, or its place. */
  name: z.string(),
  /** Of what the decision is: a kind of gate, or the one thing that such a document waits for. */
  kind: z.string(),
  since: Instant,
  /** The roles to which it has gone; none where it goes from role to role not at all. */
  roles: z.array(z.string()),
  /** The address where it is read and decided. */
  page: z.string(),
  /** Whom or what it is about. */
  about: z.string().nullable(),
  /** Local money; null where it has none. */
  value: z.string().nullable(),
})

export const WorkItem = Item.extend({
  /** Who asks. */
  by: z.string().nullable(),
  /** In whose stead this person decides; null on their own. */
  inStead: z.string().nullable(),
})
export type WorkItem = z.output<typeof WorkItem>
export type AwaitedItem = z.output<typeof Item>

/** What waits for the decision of the person who asks, and what they wait for, over the documents of all modules. */
export const work = {
  /** What has waited longest first. */
  list: read({
    path: '/user/work/list',
    method: 'POST',
    permission: 'signedIn',
    output: z.strictObject({ mine: z.array(WorkItem), others: z.array(Item), localCurrency: z.string() }),
  }),
}
