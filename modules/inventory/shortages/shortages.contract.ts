import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Id, Instant } from '#kit/contract/shapes.contract.ts'
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
