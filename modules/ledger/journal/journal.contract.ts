import * as z from 'zod'
import type { Report } from '#kit/domain/report.domain.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant } from '#kit/contract/shapes.contract.ts'
import { ApplicationType } from '#modules/applications.contract.ts'

const permission = 'view_ledger'

export const Entry = z.object({
  id: Id,
  /** The application that its source is of. */
  applicationType: ApplicationType,
  at: Instant,
  businessDate: DateOnly,
  branchId: Id,
  branchName: z.string(),
  /** What happened, and to what: the source has a page of its own. */
  event: z.string(),
  sourceType: z.string(),
  sourceId: Id,
  /** The number by which people know the source; null where it has none. */
  sourceNumber: z.string().nullable(),
  reversesId: Id.nullable(),
  note: z.string(),
  author: z.string(),
  /** The sum of its debits, in local currency. */
  value: z.string(),
})
export type Entry = z.output<typeof Entry>

/** Who stands on the other side of a line: of two that were merged the one that stayed. */
const Party = z.object({ type: z.string(), id: Id, name: z.string() })

const EntryDetail = z.object({
  ...Entry.shape,
  /** The mirror that undid it. */
  reversedById: Id.nullable(),
  /** The seal that holds it; null until the next one is made. */
  sealNumber: z.string().nullable(),
  lines: z.array(
    z.object({
      accountId: Id,
      accountCode: z.string(),
      accountName: z.string(),
      counterName: z.string().nullable(),
      party: Party.nullable(),
      item: z.string().nullable(),
      quantity: z.string().nullable(),
      debit: z.string().nullable(),
      credit: z.string().nullable(),
    }),
  ),
})
export type EntryDetail = z.output<typeof EntryDetail>

const columns = {
  event: 'select',
  branchId: 'Guid',
  sourceId: 'Guid',
  businessDate: 'Date',
  at: 'Date',
} as const satisfies Columns

const path = '/posaccounting/generalledger'

/** The journal: entries are posted by what happens, and never changed. */
export const journal = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission,
    input: listQuery(columns),
    output: pageOf(Entry),
    columns,
  }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: EntryDetail }),
}

export const DetailLedgerAsk = z.strictObject({
  accountId: Id,
  branchId: Id.optional(),
  /** Only the lines of this party, under whatever record they were posted. */
  partyType: z.string().max(40).optional(),
  partyId: Id.optional(),
  from: DateOnly,
  to: DateOnly,
  /** As many lines as are ever shown, and not a first page of them. */
  isWhole: z.literal('true').optional(),
})
export type DetailLedgerAsk = z.output<typeof DetailLedgerAsk>

const DetailLedger = z.object({
  /** In local currency, before the first day; a debit above zero. */
  opening: z.string(),
  closing: z.string(),
  /** There are more lines than are shown. */
  isCut: z.boolean(),
  lines: z.array(
    z.object({
      entryId: Id,
      position: z.int(),
      businessDate: DateOnly,
      at: Instant,
      event: z.string(),
      sourceNumber: z.string().nullable(),
      author: z.string(),
      branchName: z.string(),
      counterName: z.string().nullable(),
      party: Party.nullable(),
      item: z.string().nullable(),
      quantity: z.string().nullable(),
      debit: z.string().nullable(),
      credit: z.string().nullable(),
      balance: z.string(),
    }),
  ),
})
export type DetailLedger = z.output<typeof DetailLedger>

const figure = { kind: 'number' } as const
export const detailReport: Report<DetailLedger['lines'][number]> = {
  texts: 'ledger:detail',
  name: 'ledger',
  columns: [
    { key: 'businessDate', kind: 'date' },
    { key: 'event' },
    { key: 'branchName' },
    { key: 'party.name' },
    { key: 'item' },
    { key: 'quantity', ...figure },
    { key: 'debit', ...figure },
    { key: 'credit', ...figure },
    { key: 'balance', ...figure },
  ],
}

export const detailLedger = {
  /** Every line of an account in a period, in the order of posting, with the balance running along. */
  list: read({
    path: '/posaccounting/detailledgeranalysis/list',
    permission,
    input: DetailLedgerAsk,
    output: DetailLedger,
  }),
}
