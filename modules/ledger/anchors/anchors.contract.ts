import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Instant } from '#kit/contract/shapes.contract.ts'

const BooksHead = z.object({
  /** The last seal of the chain. */
  seal: z.string(),
  /** Of the whole chain up to it, in hex; the same holds for the two below. */
  hash: z.string(),
  sealedAt: Instant,
  /** Null where the chain was never anchored. */
  anchor: z.object({ seal: z.string(), at: Instant, fingerprint: z.string() }).nullable(),
})
export type BooksHead = z.output<typeof BooksHead>

const path = '/posaccounting/anchor'

export const anchors = {
  /** What is printed on a report, so that the paper proves what the books were then; null while nothing is sealed. */
  head: read({
    path: `${path}/head`,
    permission: ['view_ledger', 'view_period_lock', 'view_expected_gain', 'view_stock', 'perform_counts'],
    output: z.object({ head: BooksHead.nullable() }),
  }),
}
