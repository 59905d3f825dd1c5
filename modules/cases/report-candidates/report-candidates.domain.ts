import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { filedReports } from '#modules/compliance/rules/rules.domain.ts'

/** Reports that are filed with an authority; a record to be kept is the deal itself. */
export const reportKinds = filedReports
export type ReportKind = (typeof reportKinds)[number]

/** A candidate is filed, or it is said why it is not; a mistake is opened again. */
export const candidateWorkflow = workflow({
  initial: 'open',
  states: { open: {}, filed: {}, dropped: {} },
  actions: {
    file: { from: ['open'], to: 'filed', permission: 'manage_report_candidates' },
    drop: { from: ['open'], to: 'dropped', permission: 'manage_report_candidates', note: 'required' },
    reopen: {
      from: ['filed', 'dropped'],
      to: 'open',
      permission: 'manage_report_candidates',
      note: 'required',
    },
  },
})
export const candidateStates = Object.keys(
  candidateWorkflow.states,
) as (keyof typeof candidateWorkflow.states)[]
export type CandidateState = (typeof candidateStates)[number]

interface Crossing {
  metric: string
  operator: '>' | '>='
  threshold: string
  /** Of the deals that count, in local currency. */
  sum: string
  counted: number
}

/** What is compared with the threshold now, and whether it still crosses: deals may have been taken back since. */
export function standingOf({ metric, operator, threshold, sum, counted }: Crossing) {
  const total = metric === 'count' ? String(counted) : sum
  const order = compareDecimals(total, threshold)
  return { total, isCrossed: operator === '>' ? order > 0 : order >= 0 }
}
