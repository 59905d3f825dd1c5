import { Exact } from '#kit/domain/decimals.domain.ts'
import { serve } from '#kit/server/module.server.ts'
import { exponentOf } from '#modules/organisation/public.server.ts'
import type { Outcome, ReportKind, ReportSource } from '../partners/reports.domain.ts'
import { providerReports } from './provider-reports.contract.ts'
import { list } from './provider-reports.queries.ts'

export const providerReportsRouter = serve(providerReports, {
  list: async ({ db, actor, input }) => {
    const { items, pagination } = await list(db, actor.scope, input)
    return {
      pagination,
      items: items.map((row) => ({
        ...row,
        order: row.order ?? '',
        kind: row.kind as ReportKind,
        source: row.source as ReportSource,
        outcome: row.outcome as Outcome,
        amount: row.amount === null ? '' : new Exact(row.amount).toFixed(exponentOf(row.settlementCurrency)),
        occurredAt: row.occurredAt && new Date(row.occurredAt).toISOString(),
        cameAt: new Date(row.cameAt).toISOString(),
      })),
    }
  },
})
