import type { WebModule } from '#kit/web/module.web.tsx'

const fees = () => import('./fees/fees.web.tsx')
const feeForm = () => import('./fees/fee-form.web.tsx').then((m) => m.FeeForm)
const view = ['view_fee_settings']
const manage = ['manage_fee_settings']

export const webModule: WebModule = {
  name: 'charges',
  routes: [
    {
      path: '/settings/transaction-setting',
      permission: view,
      load: () => fees().then((m) => m.FeeList),
    },
    { path: '/settings/transaction-setting/create', permission: manage, load: feeForm },
    { path: '/settings/transaction-setting/update/$id', permission: manage, load: feeForm },
    {
      path: '/settings/transaction-setting/$id',
      permission: view,
      load: () => fees().then((m) => m.FeePage),
    },
  ],
}
