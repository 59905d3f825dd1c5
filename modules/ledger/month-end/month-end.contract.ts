import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { DateOnly, Id, Instant } from '#kit/contract/shapes.contract.ts'
import { steps } from './month-end.domain.ts'

const Asked = z.strictObject({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  /** Without one: all branches in reach. */
  branchId: Id.optional(),
})
export type MonthAsked = z.output<typeof Asked>

const MonthEnd = z.object({
  from: DateOnly,
  to: DateOnly,
  /** The month is behind us: it can be locked. */
  isOver: z.boolean(),
  /** Nothing can be posted into the month any more; without a branch nothing is locked. */
  isLocked: z.boolean(),
  /** In their order; a step of which nothing is left is done. */
  steps: z.array(
    z.object({
      step: z.enum(steps),
      count: z.int(),
      /** Whether there can be anything to do: nothing of stock where no stock is kept. */
      isNeeded: z.boolean(),
      examples: z.array(z.string()),
      /** Who did it last, and when, where that is known. */
      by: z.string().nullable(),
      at: Instant.nullable(),
    }),
  ),
})
export type MonthEnd = z.output<typeof MonthEnd>

const path = '/posaccounting/monthend'
const permission = 'view_period_lock'

/** What is left to be done before a month is locked, as it stands now. */
export const monthEnd = {
  get: read({ path: `${path}/get`, permission, input: Asked, output: MonthEnd }),
  /** Walks the seals that hold entries of the month: every line, every leaf, every seal. */
  verify: read({
    path: `${path}/verify`,
    permission,
    input: z.strictObject({ month: Asked.shape.month }),
    /** `entries`: how many were looked at; of none nothing is known. */
    output: z.object({ entries: z.int(), isWhole: z.boolean() }),
  }),
}
