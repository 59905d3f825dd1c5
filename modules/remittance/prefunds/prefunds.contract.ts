import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, Choice, Id, Instant, Version } from '#kit/contract/shapes.contract.ts'

export const PrefundDraft = z.strictObject({
  providerId: Id,
  /** In whose books the balance stands. */
  branchId: Id,
})
export type PrefundDraft = z.output<typeof PrefundDraft>

const Prefund = z.object({
  id: Id,
  version: Version,
  providerId: Id,
  provider: z.string(),
  branchId: Id,
  branch: z.string(),
  currency: z.string(),
  /** By the books, in its currency. */
  ledger: z.string(),
  /** For orders that are approved and not yet accepted. */
  reserved: z.string(),
  available: z.string(),
  /** What it has cost, in local currency. */
  value: z.string(),
  /** Below this it is low; empty where no limit is set. */
  lowLimit: z.string(),
  isLow: z.boolean(),
  /** Orders that are approved and stand for more balance. */
  waiting: z.int(),
  createdAt: Instant,
})
export type Prefund = z.output<typeof Prefund>

const columns = {
  providerId: 'Guid',
  branchId: 'Guid',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/remittance/providerbalance'
const permission = 'view_provider_balances' as const

/** Money with partners: so much by the books, so much promised to orders, so much to be had. */
export const prefunds = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission,
    input: listQuery(columns),
    output: pageOf(Prefund),
    columns,
  }),
  /** Partners whose balance is open. */
  listSelection: read({ path: `${path}/listSelection`, permission, output: z.array(Choice) }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: Prefund }),
  /** Opens the balance of a partner: from then on its orders are sent as far as it reaches. */
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'manage_provider_balances',
    input: PrefundDraft,
    output: Prefund,
  }),
}
