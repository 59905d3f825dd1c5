import type { ServerModule } from '#kit/server/module.server.ts'
import { dashboardRouter } from './dashboard/dashboard.server.ts'
import { profitRouter } from './profit/profit.server.ts'

export const reports: ServerModule = {
  name: 'reports',
  dependsOn: ['organisation', 'settings', 'currencies', 'approvals', 'ledger', 'rates', 'exchange'],
  routers: [dashboardRouter, profitRouter],
}
