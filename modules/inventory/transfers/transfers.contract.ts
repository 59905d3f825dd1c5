import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { type Permission, read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  ById,
  DateOnly,
  Id,
  Instant,
  line,
  lines,
  Noted,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { attachmentCalls } from '#modules/documents/attachments/attachments.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { Amount, Piece, Quantity } from '../items/items.contract.ts'
import { LoadLine, Pieces } from '../loads/loads.contract.ts'
import { ShownUnits, UnitFields } from '../units/units.contract.ts'
import { transferKinds, transferStates, transferWorkflow } from './transfers.domain.ts'

export const TransferDraft = z.strictObject({
  fromBranchId: Id,
  /** Null: the vault of the branch. */
  fromCounterId: Id.nullable(),
  toBranchId: Id,
  toCounterId: Id.nullable(),
  /** The request that this load fills, in whole or in part. */
  requestId: Id.nullable().default(null),
  bag: line(40).default(''),
  carrier: line(100).default(''),
  insuredValue: Amount.nullable().default(null),
  expectedAt: Instant.nullable().default(null),
  note: lines(500).default(''),
  lines: z.array(LoadLine).min(1).max(300),
})
export type TransferDraft = z.output<typeof TransferDraft>

/** What was counted where it arrived, each item that was sent or found; one that is not there is counted as zero. */
export const Receipt = z.strictObject({
  ...Versioned.shape,
  lines: z
    .array(z.strictObject({ itemId: Id, quantity: Quantity, pieces: Pieces, ...UnitFields }))
    .min(1)
    .max(300),
})
export type Receipt = z.output<typeof Receipt>

export const Transfer = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  kind: z.enum(transferKinds),
  state: z.enum(transferStates),
  fromBranchId: Id,
  fromBranch: z.string(),
  fromCounterId: Id.nullable(),
  fromCounter: z.string().nullable(),
  toBranchId: Id,
  toBranch: z.string(),
  toCounterId: Id.nullable(),
  toCounter: z.string().nullable(),
  requestId: Id.nullable(),
  /** In local currency, at the sender's cost; null for who counts it blind. */
  value: z.string().nullable(),
  bag: z.string(),
  carrier: z.string(),
  insuredValue: z.string().nullable(),
  expectedAt: Instant.nullable(),
  isOverdue: z.boolean(),
  sentDate: DateOnly.nullable(),
  receivedDate: DateOnly.nullable(),
  note: z.string(),
  outcome: z.enum(['writtenOff', 'claimed']).nullable(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Transfer = z.output<typeof Transfer>

const TransferLine = z.object({
  itemId: Id,
  code: z.string(),
  /** Of goods. */
  name: z.string().optional(),
  flagCode: z.string(),
  exponent: z.int(),
  /** Null for who is to count it blind. */
  quantity: z.string().nullable(),
  value: z.string().nullable(),
  pieces: z.array(Piece),
  received: z.string().nullable(),
  /** How goods are told apart that are kept one by one, which of them it carries, and which have arrived. */
  tracking: z.enum(['batch', 'serial']).optional(),
  units: z.object(ShownUnits),
  receivedUnits: z.object(ShownUnits),
})
export const TransferDetail = z.object({
  ...Transfer.shape,
  lines: z.array(TransferLine),
  history: z.array(DocumentEvent),
})
export type TransferDetail = z.output<typeof TransferDetail>

const columns = {
  number: 'String',
  state: 'select',
  fromBranchId: 'Guid',
  fromCounterId: 'Guid',
  toBranchId: 'Guid',
  toCounterId: 'Guid',
  sentDate: 'Date',
  createdAt: 'Date',
} as const satisfies Columns

const received = { input: Receipt, movesValue: true } as const

/** The calls of transfers of a kind of stock, by its workflow and rights. */
export function transferCalls(options: {
  path: string
  workflow: typeof transferWorkflow
  view: Permission
  manage: Permission
}) {
  const { path, view, manage } = options
  const acts = actionsOf(options.workflow, { path, row: TransferDetail })
  return {
    ...listCalls({ path, permission: view, row: Transfer, columns }),
    getById: read({ path: `${path}/getById`, permission: view, input: ById, output: TransferDetail }),
    approve: acts.approve,
    sendToTransit: { ...acts.sendToTransit, movesValue: true as const },
    takeOver: { ...acts.takeOver, ...received },
    complete: { ...acts.complete, ...received },
    recount: { ...acts.recount, ...received },
    writeOff: { ...acts.writeOff, input: Noted, movesValue: true as const },
    claim: { ...acts.claim, input: Noted, movesValue: true as const },
    rejectReceipt: acts.rejectReceipt,
    returnToSender: { ...acts.returnToSender, movesValue: true as const },
    reject: acts.reject,
    cancel: acts.cancel,
    ...attachmentCalls({ path, view, manage }),
  }
}

const path = '/posinventory/transfer'
const manage = 'manage_transfers' as const
export const transfers = {
  ...transferCalls({ path, workflow: transferWorkflow, view: 'view_transfers', manage }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: manage,
    input: TransferDraft,
    output: TransferDetail,
  }),
}
