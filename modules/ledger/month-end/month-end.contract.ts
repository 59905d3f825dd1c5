import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
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
      states: z.array(z.string()),
      /** Who did it last, and when, where that is known. */
      by: z.string().nullable(),
      at: Instant.nullable(),
    }),
  ),
  /** Who has said that the whole month is done, at most two; nobody has any more once something is posted into it. */
  signatures: z.array(z.object({ by: z.string(), at: Instant })),
  /** This person may sign now: the month is over, nothing but the lock is left in all branches, and they have not signed. */
  maySign: z.boolean(),
})
export type MonthEnd = z.output<typeof MonthEnd>

const path = '/posaccounting/monthend'
const permission = 'view_period_lock'

const Branches = z.array(
  z.object({
    branchId: Id,
    branch: z.string(),
    isLocked: z.boolean(),
    /** How much of each step is left there, in the order of the steps. */
    left: z.array(z.object({ step: z.enum(steps), count: z.int() })),
  }),
)
export type Branches = z.output<typeof Branches>

/** What is left to be done before a month is locked, as it stands now. */
export const monthEnd = {
  get: read({ path: `${path}/get`, permission, input: Asked, output: MonthEnd }),
  /** The same branch by branch, for one look over all that are in reach. */
  branches: read({
    path: `${path}/branches`,
    permission,
    input: z.strictObject({ month: Asked.shape.month }),
    output: Branches,
  }),
  /** Says of a month that it is done; two persons say it. */
  sign: write({
    path: `${path}/sign`,
    kind: 'APPROVE',
    permission: 'manage_period_lock',
    input: z.strictObject({ month: Asked.shape.month }),
    output: MonthEnd,
  }),
  /** Walks the seals that hold entries of the month: every line, every leaf, every seal. */
  verify: read({
    path: `${path}/verify`,
    permission,
    input: z.strictObject({ month: Asked.shape.month }),
    /** `entries`: how many were looked at; of none nothing is known. */
    output: z.object({ entries: z.int(), isWhole: z.boolean() }),
  }),
}
