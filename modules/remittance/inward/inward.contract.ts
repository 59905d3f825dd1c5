import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  ById,
  DateOnly,
  Id,
  Instant,
  line,
  lines,
  requiredLine,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { Positive } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { Amount, Country } from '../providers/providers.contract.ts'
import { senderKinds } from './details.domain.ts'
import { inwardStates, inwardWorkflow } from './inward.domain.ts'

/** What the partner says of the sender beside the name; what it does not say is empty, and may be asked for. */
const senderDetails = {
  senderKind: z.enum(senderKinds).default('person'),
  senderAddress: line(300).default(''),
  /** Of an identity document, or of a company its registration. */
  senderIdNumber: line(60).default(''),
  /** Of a company the day of its incorporation. */
  senderBirthDate: DateOnly.nullable().default(null),
  /** A town or a country; of a company where it is incorporated. */
  senderBirthPlace: line(100).default(''),
}

export const InwardDraft = z.strictObject({
  providerId: Id,
  /** Where it was noticed; it is paid at any counter of the company. */
  branchId: Id,
  /** The code that the recipient has from the sender. */
  code: requiredLine(40),
  recipientName: requiredLine(140),
  senderName: requiredLine(140),
  ...senderDetails,
  /** From where it comes. */
  country: Country,
  /** What the partner owes us for it, in the currency in which it settles. */
  settles: Amount,
  /** What the recipient gets, in local currency. */
  amount: Amount,
  /** Up to and with this day; afterwards it goes back. */
  expiresOn: DateOnly,
})
export type InwardDraft = z.output<typeof InwardDraft>

/** What the partner said when it was asked. */
export const InwardDetails = z.strictObject({ ...Versioned.shape, ...senderDetails })
export type InwardDetails = z.output<typeof InwardDetails>

export const InwardPayment = z.strictObject({
  ...Versioned.shape,
  /** As the recipient says it. */
  code: requiredLine(40),
  counterId: Id,
  /** The recipient, who is on file. */
  customerId: Id,
  /** How local money is paid out; none where notes of another currency are. */
  modeId: Id.nullable().default(null),
  /** Notes of the drawer: of which currency, and how much of it. */
  itemId: Id.nullable().default(null),
  quantity: Amount.nullable().default(null),
  /** The sell rate of the notes that the teller saw; what is left of the amount at it is paid in local cash. */
  usualRate: Positive.nullable().default(null),
  /** Why somebody is paid whose name is not the one of the notice. */
  note: lines(1000).optional(),
})
export type InwardPayment = z.output<typeof InwardPayment>

const Inward = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(inwardStates),
  providerId: Id,
  provider: z.string(),
  branchId: Id,
  branch: z.string(),
  recipientName: z.string(),
  senderName: z.string(),
  senderKind: z.enum(senderKinds),
  senderAddress: z.string(),
  senderIdNumber: z.string(),
  senderBirthDate: DateOnly.nullable(),
  senderBirthPlace: z.string(),
  /** What the law wants to come with it and the partner has not said, by field: FIELD_REQUIRED, or ONE_OF_REQUIRED of several. */
  missing: z.array(z.object({ field: z.string(), code: z.string() })),
  isIncomplete: z.boolean(),
  country: z.string(),
  settlementCurrency: z.string(),
  settles: z.string(),
  amount: z.string(),
  expiresOn: DateOnly,
  /** Nobody has asked for it in time. */
  isExpired: z.boolean(),
  customerId: Id.nullable(),
  customerType: z.int().nullable(),
  customer: z.string(),
  businessDate: DateOnly.nullable(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Inward = z.output<typeof Inward>

const InwardDetail = z.object({ ...Inward.shape, history: z.array(DocumentEvent) })
export type InwardDetail = z.output<typeof InwardDetail>

const columns = {
  number: 'String',
  state: 'select',
  providerId: 'Guid',
  branchId: 'Guid',
  recipientName: 'String',
  isIncomplete: 'Boolean',
  expiresOn: 'Date',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/rmttransaction/inward'
const permission = 'view_inward_remittances' as const
const { complete, pay, clear, refuse, giveBack } = actionsOf(inwardWorkflow, {
  path,
  row: InwardDetail,
  kinds: { clear: 'APPROVE', refuse: 'REJECT', giveBack: 'CANCEL' },
})

/** Money from abroad that is paid out here. The code is kept and never shown: the recipient says it. */
export const inwards = {
  ...listCalls({ path, permission, row: Inward, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: InwardDetail }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_inward_remittances',
    input: InwardDraft,
    output: InwardDetail,
  }),
  complete: { ...complete, input: InwardDetails },
  pay: { ...pay, input: InwardPayment, movesValue: true as const },
  clear,
  refuse,
  giveBack,
}
