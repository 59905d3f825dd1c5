import * as z from 'zod'
import { Id, Instant } from '#kit/contract/shapes.contract.ts'
import { approvers } from '#modules/approvals/gates/gates.domain.ts'
import { gateKinds, gateReasons } from './gates.domain.ts'

/** A gate of a deal: what a rule found, against which limit, and what was decided. */
export const Gate = z.strictObject({
  id: Id,
  kind: z.enum(gateKinds),
  reason: z.enum(gateReasons),
  rule: z.string(),
  ruleVersion: z.int(),
  /** The text that the rule stands in. */
  source: z.string(),
  value: z.string(),
  limit: z.string().nullable(),
  line: z.int().nullable(),
  /** Who must agree, or somebody above them. */
  approveRole: z.enum(approvers).nullable(),
  state: z.enum(['open', 'approved', 'rejected', 'lapsed']),
  /** Until when a reversal that was approved may be made. */
  lapsesAt: Instant.nullable(),
  decidedBy: z.string().nullable(),
  /** In whose stead. */
  decidedFor: z.string().nullable(),
  decidedAt: Instant.nullable(),
  note: z.string(),
})

/** What a gate says before anybody has decided on it. */
export const OpenGate = Gate.pick({
  kind: true,
  reason: true,
  rule: true,
  source: true,
  value: true,
  limit: true,
  line: true,
  approveRole: true,
})
export type OpenGate = z.output<typeof OpenGate>
