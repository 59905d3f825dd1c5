import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { Because, ById, DateOnly, Id, Instant, Versioned } from '#kit/contract/shapes.contract.ts'
import { pairStates } from './whitelist.domain.ts'

const whitelistActs = ['approve', 'reject', 'end'] as const

/** A customer and an entry that two people found not to be the same. */
export const WhitelistPair = z.object({
  id: Id,
  version: z.int(),
  customerId: Id,
  customerName: z.string(),
  list: z.string(),
  entryId: z.string(),
  entryName: z.string(),
  screeningId: Id,
  reason: z.string(),
  expiresOn: DateOnly,
  state: z.enum(pairStates),
  reopenedBecause: z.enum(['', 'customerChanged', 'entryChanged', 'expired', 'merged']),
  author: z.string(),
  createdAt: Instant,
  decidedBy: z.string(),
  decidedAt: Instant.nullable(),
  decisionNote: z.string(),
  can: z.array(z.enum(whitelistActs)),
})
export type WhitelistPair = z.output<typeof WhitelistPair>

const columns = {
  customerName: 'String',
  entryName: 'String',
  list: 'select',
  state: 'select',
  customerId: 'Guid',
  expiresOn: 'Date',
  createdAt: 'Date',
} as const satisfies Columns

const path = '/poscompliance/screeningwhitelist'
const permission = 'manage_screening'
const Decided = z.strictObject({ ...Versioned.shape, note: Because })

export const whitelist = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission: 'view_screening',
    input: listQuery(columns),
    output: pageOf(WhitelistPair),
    columns,
  }),
  getById: read({
    path: `${path}/getById`,
    permission: 'view_screening',
    input: ById,
    output: WhitelistPair,
  }),
  /** Proposes the pair of a candidate; `id` is the candidate's, which was found to be somebody else. */
  propose: write({
    path: `${path}/propose`,
    kind: 'CREATE',
    permission,
    input: z.strictObject({ id: Id, expiresOn: DateOnly, note: Because }),
    output: WhitelistPair,
  }),
  approve: write({
    path: `${path}/approve`,
    kind: 'APPROVE',
    permission,
    input: Decided,
    output: WhitelistPair,
  }),
  reject: write({
    path: `${path}/reject`,
    kind: 'REJECT',
    permission,
    input: Decided,
    output: WhitelistPair,
  }),
  /** Takes the pair back before its day. */
  end: write({ path: `${path}/end`, kind: 'CANCEL', permission, input: Decided, output: WhitelistPair }),
}
