import type { WebModule } from '#kit/web/module.web.tsx'

export const webModule: WebModule = {
  name: 'approvals',
  routes: [
    {
      path: '/my-work',
      permission: 'signedIn',
      load: () => import('./work/work.web.tsx').then((m) => m.MyWork),
    },
    {
      path: '/my-work/$type/$id',
      permission: 'signedIn',
      load: () => import('./work/work.web.tsx').then((m) => m.MyWork),
    },
    {
      path: '/approval-delegation',
      permission: ['authorise_transactions', 'approve_transaction_limits', 'clear_transaction_rba'],
      load: () => import('./delegations/delegations.web.tsx').then((m) => m.Delegations),
    },
  ],
}
