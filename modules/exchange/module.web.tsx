import type { WebModule } from '#kit/web/module.web.tsx'

const lists = () => import('./monitoring/deal-lists.web.tsx')
const view = ['view_transactions', 'create_transactions']
const decide = ['authorise_transactions', 'approve_transaction_limits', 'clear_transaction_rba']
const open = [...view, ...decide]

export const webModule: WebModule = {
  name: 'exchange',
  routes: [
    {
      path: '/transaction',
      permission: ['create_transactions'],
      load: () => import('./counter/counter.web.tsx').then((m) => m.DealScreen),
    },
    { path: '/pending-transaction', permission: view, load: () => lists().then((m) => m.PendingDeals) },
    { path: '/pending-transaction/$id', permission: view, load: () => lists().then((m) => m.PendingDeal) },
    { path: '/transaction-approvals', permission: decide, load: () => lists().then((m) => m.Approvals) },
    { path: '/transaction-approvals/$id', permission: open, load: () => lists().then((m) => m.DealToDecide) },
    { path: '/transaction-monitoring', permission: view, load: () => lists().then((m) => m.AllDeals) },
    {
      path: '/transaction-monitoring/$id',
      permission: view,
      load: () => lists().then((m) => m.MonitoredDeal),
    },
    { path: '/transaction-history', permission: view, load: () => lists().then((m) => m.DealHistory) },
    { path: '/transaction-history/$id', permission: view, load: () => lists().then((m) => m.HistoricDeal) },
    {
      path: '/cancelled-rejected-transaction',
      permission: view,
      load: () => lists().then((m) => m.CancelledDeals),
    },
    {
      path: '/cancelled-rejected-transaction/$id',
      permission: view,
      load: () => lists().then((m) => m.CancelledDeal),
    },
    {
      path: '/verify/$id',
      permission: 'anyone',
      load: () => import('./verification/verification.web.tsx').then((m) => m.VerifyReceipt),
    },
    {
      path: '/settings/transaction-workflow',
      permission: ['view_transaction_workflow'],
      load: () => import('./workflow/workflow-settings.web.tsx').then((m) => m.TransactionWorkflow),
    },
  ],
}
