import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  Choice,
  Code,
  DateOnly,
  Id,
  Instant,
  line,
  requiredLine,
  Version,
} from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { owedKinds } from './principals.domain.ts'

export const PrincipalDraft = z.strictObject({
  code: Code,
  name: requiredLine(80),
  /** Who is asked about statements, and where it is paid to. */
  contact: line(200).default(''),
})
export type PrincipalDraft = z.output<typeof PrincipalDraft>

const Principal = z.object({
  ...storedShape(PrincipalDraft),
  id: Id,
  version: Version,
  /** What is owed now, in local currency; below zero the principal owes. */
  balance: z.string(),
  isEnabled: z.boolean(),
  createdAt: Instant,
})

export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

const StatementRow = z.object({
  businessDate: DateOnly,
  kind: z.enum(owedKinds),
  number: z.string(),
  branch: z.string(),
  /** What was sold or came back; of a settlement nothing. */
  item: z.string(),
  quantity: z.string().nullable(),
  /** What customers paid, or were paid back. */
  total: z.string().nullable(),
  commission: z.string().nullable(),
  tax: z.string().nullable(),
  /** What is owed by it; below zero what is owed less. */
  owed: z.string(),
})
export type StatementRow = z.output<typeof StatementRow>

/** What was sold, came back and was settled in a month, between what was owed before and after it. */
const Statement = z.object({
  principalId: Id,
  principal: z.string(),
  month: Month,
  opening: z.string(),
  rows: z.array(StatementRow),
  closing: z.string(),
  /** Of what is owed at its end, what no settlement has paid yet, whenever it was made. */
  due: z.string(),
})
export type Statement = z.output<typeof Statement>

const columns = {
  code: 'String',
  name: 'String',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posretail/principal'
const permission = 'manage_retail_principals'

export const principals = {
  ...crud({ path, permission, row: Principal, draft: PrincipalDraft, columns }),
  ...toggles({ path, permission, row: Principal }),
  listSelection: read({ path: `${path}/listSelection`, permission: 'signedIn', output: z.array(Choice) }),
  /** The statement of a principal for a month. */
  statement: read({
    path: `${path}/statement`,
    permission: 'view_retail_principals',
    input: z.strictObject({ id: Id, month: Month }),
    output: Statement,
  }),
}
