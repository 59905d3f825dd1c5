import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { Instant } from '#kit/contract/shapes.contract.ts'
import { comparisons } from './anchors.domain.ts'

const stamp = {
  /** By the certificate of the authority; null where there is no stamp. */
  stampedBy: z.string().nullable(),
  stampedAt: Instant.nullable(),
}

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

export const Anchor = z.object({
  /** The seals whose rows it names. */
  first: z.string(),
  last: z.string(),
  rows: z.int(),
  at: Instant,
  /** Of the whole chain up to the last seal, in hex; then that of the signature. */
  hash: z.string(),
  fingerprint: z.string(),
  mailedTo: z.string(),
  ...stamp,
})
export type Anchor = z.output<typeof Anchor>

const Compared = z.object({
  result: z.enum(comparisons),
  /** Signed with the key of this server; another may be that of an earlier secret. */
  isOurs: z.boolean(),
  /** The seals that it names; null for what is no anchor. */
  first: z.string().nullable(),
  last: z.string().nullable(),
  /** Where the books first differ. */
  seal: z.string().nullable(),
  rowId: z.string().nullable(),
  /** The row is an entry of the journal, which is still there; otherwise it is of the audit, or gone. */
  isEntry: z.boolean(),
  ...stamp,
})
export type ComparedAnchor = z.output<typeof Compared>

const columns = { at: 'Date' } as const satisfies Columns
const path = '/posaccounting/anchor'
const permission = 'view_period_lock'

export const anchors = {
  /** What is printed on a report, so that the paper proves what the books were then; null while nothing is sealed. */
  head: read({
    path: `${path}/head`,
    permission: ['view_ledger', permission, 'view_expected_gain', 'view_stock', 'perform_counts'],
    output: z.object({ head: BooksHead.nullable() }),
  }),
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission,
    input: listQuery(columns),
    output: pageOf(Anchor),
    columns,
  }),
  /** The file as it was written, by its last seal; refused where the rows that it names are not the same any more. */
  download: read({
    path: `${path}/download`,
    permission,
    input: z.strictObject({ last: z.string().regex(/^\d{1,18}$/) }),
    output: z.unknown(),
    download: true,
  }),
  /** Compares the books with an anchor that was kept elsewhere, row by row. */
  compare: read({
    path: `${path}/compare`,
    method: 'POST',
    permission,
    upload: { maxBytes: 104_857_600, types: ['text/plain'] },
    output: Compared,
  }),
}
