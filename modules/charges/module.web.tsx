import type { WebModule } from '#kit/web/module.web.tsx'
import { resourceRoutes } from '#kit/web/resource/routes.web.ts'

const fees = () => import('./fees/fees.web.tsx')

export const webModule: WebModule = {
  name: 'charges',
  routes: resourceRoutes('/settings/transaction-setting', 'fee_settings', {
    list: () => fees().then((m) => m.List),
    form: () => import('./fees/fee-form.web.tsx').then((m) => m.FeeForm),
    detail: () => fees().then((m) => m.Detail),
  }),
}
