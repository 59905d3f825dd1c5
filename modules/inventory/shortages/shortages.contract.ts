import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { reportReads } from '#kit/contract/report.contract.ts'
import { Id, Instant } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'
import { Holding } from '../limits/limits.contract.ts'

const LimitUse = z.object({
  branchId: Id,
  branch: z.string(),
  /** Null: the branch as a whole, its vault and all its drawers. */
  counterId: Id.nullable(),
  counter: z.string().nullable(),
  /** Null: all cash, in local currency. */
  itemId: Id.nullable(),
  code: z.string(),
  flagCode: z.string(),
  exponent: z.int(),
  onHand: z.string(),
  /** On its way there. */
  coming: z.string(),
  limits: Holding,
  /** What of the maximum is used, with what is on its way, as a fraction; null without a maximum. */
  used: z.string().nullable(),
  beyond: z.enum(['minimum', 'maximum']).nullable(),
  /** When somebody was told; null where nobody was yet. */
  since: Instant.nullable(),
  /** The transfer that would mend it. */
  mend: z.object({ fromBranchId: Id, fromBranch: z.string(), quantity: z.string() }).nullable(),
})
const LimitUses = z.object({ local: z.string(), lines: z.array(LimitUse) })
export type LimitUses = z.output<typeof LimitUses>

const path = '/posreport/branchstocklimit'
const permission = 'view_branch_stock_limit' as const
const input = z.strictObject({ branchId: Id.optional(), onlyBeyond: z.stringbool().default(false) })

export const limitUses = {
  /** What places have against their limits; what is beyond them first. */
  list: read({ path: `${path}/list`, permission, input, output: LimitUses }),
  export: read({ path: `${path}/export`, permission, input, output: z.unknown(), download: true }),
}

const LimitRow = z.strictObject({
  place: z.string(),
  code: z.string(),
  onHand: z.string(),
  coming: z.string(),
  /** In units of the currency or in local currency, as the limit was set. */
  minimum: z.string().nullable(),
  target: z.string().nullable(),
  maximum: z.string().nullable(),
  used: z.string().nullable(),
  beyond: z.enum(['minimum', 'maximum']).nullable(),
})
export type LimitRow = z.output<typeof LimitRow>
const figure = { kind: 'number' } as const
export const limitReport: Report<LimitRow> = {
  texts: 'inventory:limitUses',
  name: 'stock-limits',
  columns: [
    { key: 'place', isHead: true },
    { key: 'code' },
    { key: 'onHand', ...figure },
    { key: 'coming', ...figure },
    { key: 'minimum', ...figure },
    { key: 'target', ...figure },
    { key: 'maximum', ...figure },
    { key: 'used', kind: 'percent' },
    { key: 'beyond', kind: 'value' },
  ],
}
/** What places have against their limits, as a report. */
export const limitReads = reportReads({
  path: '/posinventory/report',
  name: 'limitUse',
  permission,
  input,
  output: z.strictObject({ local: z.string(), rows: z.array(LimitRow) }),
})
