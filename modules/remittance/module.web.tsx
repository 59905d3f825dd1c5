import type { WebModule } from '#kit/web/module.web.tsx'
import { resourceRoutes } from '#kit/web/resource/routes.web.ts'

const orders = () => import('./orders/orders.web.tsx')
const providers = () => import('./providers/providers.web.tsx')
const providerForm = () => import('./providers/provider-form.web.tsx').then((m) => m.ProviderForm)
const rates = () => import('./payout-rates/payout-rates.web.tsx')
const rateForm = () => import('./payout-rates/payout-rate-form.web.tsx').then((m) => m.PayoutRateForm)

const see = ['view_remittance_orders']

export const webModule: WebModule = {
  name: 'remittance',
  routes: [
    ...resourceRoutes('/remittance/provider', 'providers', {
      list: () => providers().then((m) => m.List),
      form: providerForm,
      detail: () => providers().then((m) => m.Detail),
    }),
    ...resourceRoutes('/settings/payout-rates', 'payout_rate', {
      list: () => rates().then((m) => m.List),
      form: rateForm,
      detail: () => rates().then((m) => m.Detail),
    }),
    {
      path: '/remittance/summary',
      permission: see,
      load: () => import('./orders/summary.web.tsx').then((m) => m.SummaryPage),
    },
    { path: '/remittance', permission: see, load: () => orders().then((m) => m.List) },
    { path: '/remittance/$id', permission: see, load: () => orders().then((m) => m.Detail) },
    {
      path: '/pos-remittance',
      permission: ['create_remittance_orders'],
      load: () => import('./entry/order-form.web.tsx').then((m) => m.OrderScreen),
    },
  ],
}
