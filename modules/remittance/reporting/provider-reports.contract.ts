import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { Id, Instant } from '#kit/contract/shapes.contract.ts'
import { outcomes, reportKinds, reportSources } from '../partners/reports.domain.ts'

const ProviderReport = z.object({
  id: Id,
  providerId: Id,
  provider: z.string(),
  reference: z.string(),
  /** Null where no order has the reference. */
  orderId: Id.nullable(),
  order: z.string(),
  kind: z.enum(reportKinds),
  source: z.enum(reportSources),
  /** What came back, in the settlement currency; empty where it says nothing of it. */
  amount: z.string(),
  reason: z.string(),
  occurredAt: Instant.nullable(),
  cameAt: Instant,
  outcome: z.enum(outcomes),
})
export type ProviderReport = z.output<typeof ProviderReport>

const columns = {
  cameAt: 'Date',
  providerId: 'Guid',
  reference: 'String',
  kind: 'select',
  source: 'select',
  outcome: 'select',
} as const satisfies Columns

/** What providers have reported, each as it came, and what became of it. */
export const providerReports = {
  list: read({
    path: '/rmttransaction/providerreport/list',
    method: 'POST',
    permission: 'view_remittance_orders',
    input: listQuery(columns),
    output: pageOf(ProviderReport),
    columns,
  }),
}
