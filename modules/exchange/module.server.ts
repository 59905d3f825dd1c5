import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { dayBlockers } from '#modules/inventory/public.server.ts'
import { dashboardRouter } from './dashboard/dashboard.server.ts'
import { openAt } from './deals/deals.queries.ts'
import { dealsRouter, statisticsRouter } from './deals/deals.server.ts'
import { documentsRouter } from './documents/documents.server.ts'
import { feeSettingsRouter } from './fees/fees.server.ts'
import { workflowSettingRouter } from './workflow-settings/workflow-settings.server.ts'

export const exchange: ServerModule = {
  name: 'exchange',
  dependsOn: [
    'organisation',
    'access',
    'settings',
    'currencies',
    'ledger',
    'inventory',
    'rates',
    'customers',
    'compliance',
  ],
  routers: [
    dealsRouter,
    statisticsRouter,
    documentsRouter,
    dashboardRouter,
    workflowSettingRouter,
    feeSettingsRouter,
  ],
  answers: [
    answer(dayBlockers, async (db, { counterId }) => {
      const count = await openAt(db, counterId)
      return count > 0 ? [{ field: 'deals', code: 'DEALS_PENDING', data: { count } }] : []
    }),
  ],
}
