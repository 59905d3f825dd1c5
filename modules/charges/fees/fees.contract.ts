import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Id, Instant, line, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { feeKinds, feeSides, taxKinds } from './fees.domain.ts'

const Amount = z.string().regex(/^\d{1,15}(\.\d{1,8})?$/)
const Fraction = z.string().regex(/^(0(\.\d{1,8})?|1)$/)
const optional = <S extends z.ZodType>(shape: S) => shape.nullable().default(null)
const CustomerType = z.union([z.literal(1), z.literal(2)])

const Tier = z
  .strictObject({ from: Amount, amount: Amount.nullable(), percent: Fraction.nullable() })
  .refine(({ amount, percent }) => (amount === null) !== (percent === null))

export const FeeDraft = z.strictObject({
  name: requiredLine(80),
  /** The lowest goes first. */
  priority: z.int().min(1).max(9999),
  branchId: optional(Id),
  currencyId: optional(Id),
  side: optional(z.enum(feeSides)),
  customerType: optional(CustomerType),
  modeId: optional(Id),
  amountFrom: optional(Amount),
  amountTo: optional(Amount),
  kind: z.enum(feeKinds),
  amount: optional(Amount),
  percent: optional(Fraction),
  tiers: z.array(Tier).max(20).default([]),
  minimum: optional(Amount),
  maximum: optional(Amount),
  taxKind: z.enum(taxKinds).default('none'),
  taxName: line(40).default(''),
  taxRate: optional(Fraction),
  isWaivable: z.boolean().default(false),
})
export type FeeDraft = z.output<typeof FeeDraft>

const FeeRow = z.object({
  ...storedShape(FeeDraft),
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
  branchName: z.string().nullable(),
  currencyCode: z.string().nullable(),
  modeName: z.string().nullable(),
})
export type FeeRow = z.output<typeof FeeRow>

const FeeVersion = z.object({
  version: Version,
  isEnabled: z.boolean(),
  author: z.string(),
  at: Instant,
  terms: z.object(storedShape(FeeDraft)),
})
const FeeDetail = z.object({ ...FeeRow.shape, versions: z.array(FeeVersion) })
export type FeeDetail = z.output<typeof FeeDetail>

const columns = {
  name: 'String',
  priority: 'Number',
  kind: 'select',
  isEnabled: 'Boolean',
} as const satisfies Columns

const path = '/postransaction/feesetting'
const permission = 'manage_fee_settings'
const { delete: _never, ...rest } = crud({
  path,
  permission,
  row: FeeDetail,
  listRow: FeeRow,
  draft: FeeDraft,
  columns,
})

const Fee = z.object({
  ruleId: Id,
  version: Version,
  name: z.string(),
  net: z.string(),
  tax: z.string(),
  total: z.string(),
  taxName: z.string(),
  taxRate: z.string().nullable(),
  isWaivable: z.boolean(),
})

/** What customers pay beside the rate. What was once used is switched off and never removed. */
export const feeSettings = {
  ...rest,
  ...toggles({ path, permission, row: FeeDetail }),
  /** The fees of a deal before it is made; lines under the same rule are charged together. */
  calculate: read({
    path: `${path}/calculate`,
    method: 'POST',
    permission: 'signedIn',
    input: z.strictObject({
      branchId: Id,
      customerType: optional(CustomerType),
      modeId: optional(Id),
      lines: z
        .array(z.strictObject({ currencyId: Id, side: z.enum(feeSides), localAmount: Amount }))
        .min(1)
        .max(100),
    }),
    output: z.object({ fees: z.array(Fee), net: z.string(), tax: z.string(), total: z.string() }),
  }),
}
