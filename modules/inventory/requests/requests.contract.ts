import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, Id, Instant, lines, Version } from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { Piece } from '../items/items.contract.ts'
import { LoadLine } from '../loads/loads.contract.ts'
import { requestStates, requestWorkflow } from './requests.domain.ts'

export const RequestDraft = z.strictObject({
  fromBranchId: Id,
  /** Null: the vault of the branch. */
  fromCounterId: Id.nullable(),
  toBranchId: Id,
  toCounterId: Id.nullable(),
  note: lines(500).default(''),
  lines: z.array(LoadLine).min(1).max(300),
})
export type RequestDraft = z.output<typeof RequestDraft>

export const StockRequest = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  state: z.enum(requestStates),
  fromBranchId: Id,
  fromBranch: z.string(),
  fromCounterId: Id.nullable(),
  fromCounter: z.string().nullable(),
  toBranchId: Id,
  toBranch: z.string(),
  toCounterId: Id.nullable(),
  toCounter: z.string().nullable(),
  note: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type StockRequest = z.output<typeof StockRequest>

export const RequestDetail = z.object({
  ...StockRequest.shape,
  lines: z.array(
    z.object({
      itemId: Id,
      code: z.string(),
      flagCode: z.string(),
      exponent: z.int(),
      quantity: z.string(),
      pieces: z.array(Piece),
      received: z.string(),
      onItsWay: z.string(),
      open: z.string(),
    }),
  ),
  /** The transfers that fill it. */
  loads: z.array(z.object({ id: Id, number: z.string(), state: z.string() })),
  history: z.array(DocumentEvent),
})
export type RequestDetail = z.output<typeof RequestDetail>

const columns = {
  number: 'String',
  state: 'select',
  fromBranchId: 'Guid',
  toBranchId: 'Guid',
  createdAt: 'Date',
} as const satisfies Columns

const path = '/posinventory/request'
const permission = 'view_transfers' as const
const { refuse, cancel } = actionsOf(requestWorkflow, { path, row: RequestDetail })

/** What a place asks of another; it is filled by transfers. */
export const stockRequests = {
  ...listCalls({ path, permission, row: StockRequest, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: RequestDetail }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_transfers',
    input: RequestDraft,
    output: RequestDetail,
  }),
  refuse,
  cancel,
}
