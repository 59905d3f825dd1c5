import * as z from 'zod'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import { Version } from '#kit/contract/shapes.contract.ts'
import { optionalReasons } from '../gates/gates.domain.ts'

export const WorkflowDraft = z.strictObject({
  /** How long the rates of a quote hold. */
  quoteMinutes: z.int().min(1).max(1440),
  /** How long stock is kept for a deal that waits. */
  reservationMinutes: z.int().min(5).max(10_080),
  /** After how long what waits for a decision goes to the next role up; null: never. */
  escalationMinutes: z.int().min(1).max(1440).nullable().default(null),
  /** What wants a second person. */
  authorise: z.array(z.enum(optionalReasons)).max(optionalReasons.length).default([]),
})
export type WorkflowDraft = z.output<typeof WorkflowDraft>

export const WorkflowSettings = WorkflowDraft.extend({ version: Version })
export type WorkflowSettings = z.output<typeof WorkflowSettings>

const path = '/postransaction/workflowsetting'

/** What a company says about its deals: how long promises hold, and what wants a second person. */
export const workflowSetting = controls({
  get: read({ path: `${path}/get`, permission: 'view_transaction_workflow', output: WorkflowSettings }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission: 'manage_transaction_workflow',
    ofCompany: true,
    input: WorkflowSettings,
    output: WorkflowSettings,
  }),
})
