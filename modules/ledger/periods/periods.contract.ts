import * as z from 'zod'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import { DateOnly, Id, Instant, lines } from '#kit/contract/shapes.contract.ts'

const PeriodLock = z.object({
  /** Null: the whole company. */
  branchId: Id.nullable(),
  branchName: z.string().nullable(),
  lockedTo: DateOnly,
  reason: z.string(),
  author: z.string(),
  changedAt: Instant,
})
export type PeriodLock = z.output<typeof PeriodLock>

export const PeriodLockDraft = z.strictObject({
  branchId: Id.nullable().default(null),
  /** Up to and with this day nothing may be posted. A lock goes forward alone; days below it are opened by two. */
  lockedTo: DateOnly,
  reason: lines(500).min(1),
})
export type PeriodLockDraft = z.output<typeof PeriodLockDraft>

const path = '/posaccounting/periodlock'

export const periodLocks = controls({
  list: read({ path: `${path}/list`, permission: 'view_period_lock', output: z.array(PeriodLock) }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission: 'manage_period_lock',
    input: PeriodLockDraft,
    output: z.array(PeriodLock),
  }),
})
