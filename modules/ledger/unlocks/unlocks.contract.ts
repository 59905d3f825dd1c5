import * as z from 'zod'
import { actionsOf } from '#kit/contract/crud.contract.ts'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import { DateOnly, Id, Instant, lines, Version } from '#kit/contract/shapes.contract.ts'
import { unlockWorkflow } from './unlocks.domain.ts'

const Unlock = z.object({
  id: Id,
  version: Version,
  /** Null: the whole company. */
  branchId: Id.nullable(),
  branchName: z.string().nullable(),
  fromDate: DateOnly,
  toDate: DateOnly,
  /** For how long it opens, from the moment at which a second person agrees. */
  hours: z.int(),
  reason: z.string(),
  /** What was open longer than its hours has ended. */
  state: z.enum(['asked', 'open', 'ended']),
  askedBy: z.string(),
  askedAt: Instant,
  agreedBy: z.string(),
  openedAt: Instant.nullable(),
  closesAt: Instant.nullable(),
  /** So many entries were posted into these days while they were open, and who did it. */
  entries: z.int(),
  postedBy: z.array(z.string()),
  can: z.array(z.enum(['agree', 'end'])),
})
export type Unlock = z.output<typeof Unlock>

const UnlockDraft = z.strictObject({
  branchId: Id.nullable().default(null),
  fromDate: DateOnly,
  toDate: DateOnly,
  hours: z.int().min(1).max(72),
  reason: lines(500).min(1),
})
export type UnlockDraft = z.output<typeof UnlockDraft>

const path = '/posaccounting/periodunlock'

const { agree, end } = actionsOf(unlockWorkflow, {
  path,
  row: Unlock,
  kinds: { agree: 'APPROVE', end: 'CANCEL' },
})

export const periodUnlocks = controls({
  /** The latest, at most a hundred. */
  list: read({ path: `${path}/list`, permission: 'view_period_lock', output: z.array(Unlock) }),
  ask: write({
    path: `${path}/ask`,
    kind: 'CREATE',
    permission: 'manage_period_lock',
    input: UnlockDraft,
    output: Unlock,
  }),
  agree,
  end,
})
