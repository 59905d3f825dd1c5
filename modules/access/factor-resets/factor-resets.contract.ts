import * as z from 'zod'
import { actionsOf } from '#kit/contract/crud.contract.ts'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import type { StateOf } from '#kit/domain/workflow.domain.ts'
import { ById, Done, Id, Instant, lines, Version } from '#kit/contract/shapes.contract.ts'
import { factorKinds } from '../proofs/proofs.domain.ts'
import { resetWorkflow } from '../proofs/resets.domain.ts'
import { bars } from './factor-resets.domain.ts'

const states = Object.keys(resetWorkflow.states) as StateOf<typeof resetWorkflow>[]

const Reset = z.object({
  id: Id,
  version: Version,
  state: z.enum(states),
  /** Of an approved one. */
  takesEffectAt: Instant.nullable(),
  reason: z.string(),
  askedBy: z.string(),
  askedAt: Instant,
  can: z.array(z.enum(['approve', 'reject'])),
})
export type Reset = z.output<typeof Reset>

/** A user's second factors, as an administrator sees them. */
export const UserFactors = z.strictObject({
  factors: z.array(
    z.object({ id: Id, kind: z.enum(factorKinds), name: z.string(), lastUsedAt: Instant.nullable() }),
  ),
  recoveryLeft: z.int(),
  isRequired: z.boolean(),
  /** The request that is pending or approved, or the last one where that has expired. */
  reset: Reset.nullable(),
  canAsk: z.boolean(),
  /** Why the reader neither asks nor approves, although they have the right. */
  bar: z.enum(bars).nullable(),
})
export type UserFactors = z.output<typeof UserFactors>

const path = '/posuser/factorreset'
const { approve, reject } = actionsOf(resetWorkflow, {
  path,
  row: Reset,
  kinds: { approve: 'APPROVE', reject: 'REJECT' },
})

/** Taking a user's second factor away, by two administrators. */
export const factorResets = controls({
  ofUser: read({ path: `${path}/ofUser`, permission: 'view_users', input: ById, output: UserFactors }),
  ask: write({
    path: `${path}/ask`,
    kind: 'CREATE',
    permission: 'reset_second_factors',
    input: z.strictObject({ id: Id, reason: lines(1000).min(1) }),
    output: Done,
  }),
  approve,
  reject,
})
