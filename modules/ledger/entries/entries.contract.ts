import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  ById,
  Choice,
  DateOnly,
  Id,
  Instant,
  line,
  lines,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { attachmentCalls } from '#modules/documents/attachments/attachments.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { entryKinds, entryStates, entryWorkflow } from './entries.domain.ts'
import { ApplicationType } from '#modules/applications.contract.ts'

const Amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/)
const Signed = z.string().regex(/^-?\d{1,14}(\.\d{1,4})?$/)
const Rate = z.string().regex(/^\d{1,10}(\.\d{1,8})?$/)

const EntryLineDraft = z.strictObject({
  accountId: Id,
  branchId: Id,
  /** Asked of an account with a sub-ledger. */
  partyType: line(40).nullable().default(null),
  partyId: Id.nullable().default(null),
  /** A foreign currency with its amount, a debit above zero. */
  currencyId: Id.nullable().default(null),
  quantity: Signed.nullable().default(null),
  /** Local currency for the unit of its quote. */
  rate: Rate.nullable().default(null),
  /** In local currency; of a foreign amount with a rate it follows from both where neither side is given. */
  debit: Amount.nullable().default(null),
  credit: Amount.nullable().default(null),
  /** The tax of the line; only of one in local currency. */
  taxCodeId: Id.nullable().default(null),
  /** Its amount contains the tax; otherwise the tax is added to it. */
  isTaxIncluded: z.boolean().default(true),
  note: line(200).default(''),
})
export type EntryLineDraft = z.output<typeof EntryLineDraft>

export const EntryDraft = z.strictObject({
  /** An opening is what the books begin with; there is one. */
  kind: z.enum(entryKinds).default('adjusting'),
  branchId: Id,
  businessDate: DateOnly,
  reason: lines(500).min(2),
  /** It is undone by itself on that day. */
  autoReverseOn: DateOnly.nullable().default(null),
  lines: z.array(EntryLineDraft).min(2).max(500),
})
export type EntryDraft = z.output<typeof EntryDraft>

const ManualEntry = z.object({
  id: Id,
  applicationType: ApplicationType,
  version: Version,
  number: z.string(),
  state: z.enum(entryStates),
  kind: z.enum(entryKinds),
  branchId: Id,
  branchName: z.string(),
  businessDate: DateOnly,
  reason: z.string(),
  autoReverseOn: DateOnly.nullable(),
  reversedOn: DateOnly.nullable(),
  /** The sum of its debits, in local currency. */
  value: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type ManualEntry = z.output<typeof ManualEntry>

const ManualEntryDetail = z.object({
  ...ManualEntry.shape,
  lines: z.array(
    z.object({
      accountId: Id,
      accountCode: z.string(),
      accountName: z.string(),
      branchId: Id,
      branchName: z.string(),
      partyType: z.string().nullable(),
      partyId: Id.nullable(),
      partyName: z.string().nullable(),
      currencyId: Id.nullable(),
      currency: z.string().nullable(),
      quantity: z.string().nullable(),
      rate: z.string().nullable(),
      debit: z.string().nullable(),
      credit: z.string().nullable(),
      taxCodeId: Id.nullable(),
      taxCode: z.string().nullable(),
      /** A fraction. */
      taxRate: z.string().nullable(),
      isTaxIncluded: z.boolean(),
      /** On the side of the line; null without a code. */
      tax: z.string().nullable(),
      note: z.string(),
    }),
  ),
  history: z.array(DocumentEvent),
})
export type ManualEntryDetail = z.output<typeof ManualEntryDetail>

const columns = {
  number: 'String',
  state: 'select',
  kind: 'select',
  branchId: 'Guid',
  businessDate: 'Date',
  createdAt: 'Date',
} as const satisfies Columns

const path = '/posaccounting/adjustingentry'
const permission = 'view_adjusting_entries' as const
const acts = actionsOf(entryWorkflow, {
  path,
  row: ManualEntryDetail,
  kinds: { approve: 'APPROVE', reject: 'REJECT', cancel: 'CANCEL' },
})

/** Entries that people make by hand, with a reason. */
export const manualEntries = {
  ...listCalls({ path, permission, row: ManualEntry, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: ManualEntryDetail }),
  /** What the lines are chosen from. */
  choices: read({
    path: `${path}/choices`,
    permission,
    output: z.object({
      /** Those that entries by hand do not reach are chosen for openings alone. */
      accounts: z.array(
        z.object({
          ...Choice.shape,
          party: z.string().nullable(),
          isManual: z.boolean(),
          /** What its lines are proposed. */
          taxCodeId: Id.nullable(),
        }),
      ),
      branches: z.array(Choice),
      currencies: z.array(z.object({ ...Choice.shape, exponent: z.int(), quoteUnit: z.int() })),
      /** Parties of sub-ledgers that have a balance, and the branches. */
      parties: z.array(z.object({ ...Choice.shape, type: z.string() })),
      /** Those in use, with their rates as fractions. */
      taxCodes: z.array(
        z.object({
          ...Choice.shape,
          versions: z.array(z.object({ validFrom: DateOnly, rate: z.string() })),
        }),
      ),
      localExponent: z.int(),
      /** Where branches keep what they are owed and what they owe. */
      dueFromId: Id.nullable(),
      dueToId: Id.nullable(),
    }),
  }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_adjusting_entries',
    input: EntryDraft,
    output: ManualEntryDetail,
  }),
  update: { ...acts.update, input: z.strictObject({ ...Versioned.shape, ...EntryDraft.shape }) },
  submit: { ...acts.submit, movesValue: true },
  approve: { ...acts.approve, movesValue: true },
  reject: acts.reject,
  /** Posts the mirror on a day, today unless another is given: every line at its own value. */
  reverse: {
    ...acts.reverse,
    movesValue: true,
    input: z.strictObject({ ...Versioned.shape, businessDate: DateOnly.optional() }),
  },
  cancel: acts.cancel,
  ...attachmentCalls({ path, view: permission, manage: 'manage_adjusting_entries' }),
}
