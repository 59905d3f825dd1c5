import * as z from 'zod'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'
import { Amount, Quantity } from '../items/items.contract.ts'
import { limitActs, limitLevels, limitUnits } from './limits.domain.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Whose limits: of a region, a branch or a counter, or with none of them of the company. */
const Level = z.strictObject({
  regionId: Id.nullable(),
  branchId: Id.nullable(),
  counterId: Id.nullable(),
})
const isOne = ({ regionId, branchId, counterId }: z.output<typeof Level>) =>
  [regionId, branchId, counterId].filter((id) => id !== null).length <= 1
export type Level = z.output<typeof Level>

const Asked = z.strictObject({
  regionId: Id.optional(),
  branchId: Id.optional(),
  counterId: Id.optional(),
})

const own = {
  /** Null: all cash, in local currency; only a maximum holds for it. */
  itemId: Id.nullable(),
  unit: z.enum(limitUnits),
  act: z.enum(limitActs),
  /** Null is no limit of this level, zero is one. */
  minimum: Quantity.nullable(),
  target: Quantity.nullable(),
  maximum: Quantity.nullable(),
  /** In how many units it is sent from place to place. */
  bundle: Amount.nullable(),
}

const Limit = z
  .strictObject({
    value: z.string(),
    level: z.enum(limitLevels),
    unit: z.enum(limitUnits),
    act: z.enum(limitActs),
  })
  .nullable()
/** What holds at a place, each with the level that set it. */
export const Holding = z.strictObject({ minimum: Limit, target: Limit, maximum: Limit, bundle: Limit })

const LimitLine = z.object({
  ...own,
  minimum: z.string().nullable(),
  target: z.string().nullable(),
  maximum: z.string().nullable(),
  bundle: z.string().nullable(),
  code: z.string(),
  flagCode: z.string(),
  exponent: z.int(),
  holds: Holding,
})
export type LimitLine = z.output<typeof LimitLine>
const LimitSheet = z.object({ local: z.string(), lines: z.array(LimitLine) })
export type LimitSheet = z.output<typeof LimitSheet>

export const LimitDraft = z.strictObject(own)
export type LimitDraft = z.output<typeof LimitDraft>
const LimitsDraft = z
  .strictObject({ ...Level.shape, lines: z.array(LimitDraft).min(1).max(500) })
  .refine(isOne)
export type LimitsDraft = z.output<typeof LimitsDraft>

const path = '/possetting/stocklimit'
const manage = 'manage_branch_stock_limit' as const

export const stockLimits = controls({
  /** Each item of the company, and all cash: what this level says of it, and what holds there. */
  list: read({
    path: `${path}/list`,
    permission: 'view_branch_stock_limit',
    input: Asked,
    output: LimitSheet,
  }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission: manage,
    input: LimitsDraft,
    output: LimitSheet,
  }),
  /** The same from a sheet, whose columns are named as the fields are; what it does not name stays. */
  upload: write({
    path: `${path}/upload`,
    kind: 'UPDATE',
    permission: manage,
    input: Asked,
    upload: { maxBytes: 5_242_880, types: [xlsx, 'text/csv'] },
    output: LimitSheet,
  }),
})
