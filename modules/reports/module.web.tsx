import type { WebModule } from '#kit/web/module.web.tsx'

export const webModule: WebModule = {
  name: 'reports',
  routes: [
    {
      path: '/dashboard',
      permission: 'signedIn',
      load: () => import('./dashboard/dashboard.web.tsx').then((m) => m.Dashboard),
    },
    {
      path: '/reports/profit-loss',
      permission: ['view_expected_gain'],
      load: () => import('./profit/profit.web.tsx').then((m) => m.ProfitAndLoss),
    },
  ],
}
