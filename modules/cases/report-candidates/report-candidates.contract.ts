import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import {
  ById,
  DateOnly,
  Id,
  Instant,
  line,
  Explained,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { dealStates } from '#modules/exchange/workflow/deal-workflow.domain.ts'
import { candidateStates, candidateWorkflow, reportKinds } from './report-candidates.domain.ts'
import { ApplicationType } from '#modules/applications.contract.ts'

const actions = Object.keys(candidateWorkflow.actions) as (keyof typeof candidateWorkflow.actions)[]

const Row = z.strictObject({
  id: Id,
  applicationType: ApplicationType,
  version: Version,
  kind: z.enum(reportKinds),
  /** The rule, and the text that it stands in. */
  code: z.string(),
  ruleVersion: z.int(),
  source: z.string(),
  metric: z.string(),
  /** In local currency, or deals, where the rule counts them; of the deals that still count. */
  total: z.string(),
  threshold: z.string(),
  /** Whether they cross the rule even now that some may have been taken back. */
  isCrossed: z.boolean(),
  deals: z.int(),
  /** Of these: cancelled, rejected or reversed. */
  attempted: z.int(),
  customerName: z.string(),
  branchId: Id,
  branchName: z.string(),
  businessDate: DateOnly,
  foundAt: Instant,
  state: z.enum(candidateStates),
  reference: z.string(),
  filedOn: DateOnly.nullable(),
  reason: z.string(),
  decidedBy: z.string(),
  decidedAt: Instant.nullable(),
  localCurrency: z.string(),
  can: z.array(z.enum(actions)),
})
export type CandidateRow = z.output<typeof Row>

const Candidate = Row.extend({
  /** The deals that together crossed, the first first. */
  parts: z.array(
    z.strictObject({
      id: Id,
      number: z.string(),
      state: z.enum(dealStates),
      /** It does not count any more, and stays as an attempt; domain 5.4. */
      isAttempted: z.boolean(),
      businessDate: DateOnly,
      submittedAt: Instant,
      customerName: z.string(),
      currencies: z.string(),
      amount: z.string(),
      branchName: z.string(),
      maker: z.string(),
    }),
  ),
})
export type Candidate = z.output<typeof Candidate>

const columns = {
  kind: 'select',
  code: 'select',
  state: 'select',
  branchId: 'Guid',
  businessDate: 'Date',
  foundAt: 'Date',
  customerName: 'String',
  reference: 'String',
} as const satisfies Columns

const FilingDraft = z.strictObject({
  /** What the authority calls it. */
  reference: line(120).min(1),
  filedOn: DateOnly,
})

const path = '/poscompliance/reportcandidate'
const [view, permission] = ['view_report_candidates', 'manage_report_candidates'] as const

/** Candidates for reports to the authority, domain 6.1: nobody but compliance sees them. */
export const reportCandidates = {
  list: read({
    path: `${path}/list`,
    method: 'POST',
    permission: view,
    input: listQuery(columns),
    output: pageOf(Row),
    columns,
  }),
  getById: read({ path: `${path}/getById`, permission: view, input: ById, output: Candidate }),
  /** The rules that have found any, for the filter. */
  rules: read({ path: `${path}/rules`, permission: view, output: z.array(z.string()) }),
  file: write({
    path: `${path}/file`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ ...Versioned.shape, ...FilingDraft.shape }),
    output: Candidate,
  }),
  drop: write({ path: `${path}/drop`, kind: 'REJECT', permission, input: Explained, output: Candidate }),
  reopen: write({ path: `${path}/reopen`, kind: 'UPDATE', permission, input: Explained, output: Candidate }),
  export: write({
    path: `${path}/export`,
    kind: 'PRINT',
    stepUp: true,
    permission,
    input: listQuery(columns),
    output: z.unknown(),
    download: true,
  }),
}
