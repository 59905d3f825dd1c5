import type { WebModule } from '#kit/web/module.web.tsx'
import { resourceRoutes } from '#kit/web/resource/routes.web.ts'

const currencies = () => import('./company-currencies/company-currencies.web.tsx')
const currencyForm = () => import('./company-currencies/currency-form.web.tsx').then((m) => m.CurrencyForm)
const subCurrencies = () => import('./sub-currencies/sub-currencies.web.tsx')
const subCurrencyForm = () =>
  import('./sub-currencies/sub-currency-form.web.tsx').then((m) => m.SubCurrencyForm)
const modes = () => import('./modes/modes.web.tsx')

export const webModule: WebModule = {
  name: 'currencies',
  routes: [
    ...resourceRoutes('/settings/currency', 'currencies', {
      list: () => currencies().then((m) => m.CurrencyList),
      form: currencyForm,
      detail: () => import('./sub-currencies/currency-page.web.tsx').then((m) => m.CurrencyPage),
    }),
    ...resourceRoutes('/settings/sub-currency-setting', 'currencies', {
      list: () => subCurrencies().then((m) => m.List),
      form: subCurrencyForm,
      detail: () => subCurrencies().then((m) => m.Detail),
    }),
    {
      path: '/settings/currency-branch-setting',
      permission: ['view_branch_currencies'],
      load: () => import('./branch-currencies/branch-currencies.web.tsx').then((m) => m.BranchCurrencies),
    },
    ...resourceRoutes('/settings/mop-settings', 'mode_of_payment_mapping', {
      list: () => modes().then((m) => m.payment.List),
      form: () => modes().then((m) => m.payment.Form),
      detail: () => modes().then((m) => m.payment.Detail),
    }),
    ...resourceRoutes('/settings/mod-settings', 'mode_of_delivery_mapping', {
      list: () => modes().then((m) => m.delivery.List),
      form: () => modes().then((m) => m.delivery.Form),
      detail: () => modes().then((m) => m.delivery.Detail),
    }),
  ],
}
