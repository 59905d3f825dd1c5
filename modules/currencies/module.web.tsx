import type { WebModule, WebRoute } from '#kit/web/module.web.tsx'

const currencies = () => import('./company-currencies/company-currencies.web.tsx')
const currencyForm = () => import('./company-currencies/currency-form.web.tsx').then((m) => m.CurrencyForm)
const subCurrencies = () => import('./sub-currencies/sub-currencies.web.tsx')
const subCurrencyForm = () =>
  import('./sub-currencies/sub-currency-form.web.tsx').then((m) => m.SubCurrencyForm)
const modes = () => import('./modes/modes.web.tsx')

/** List, form and page of one resource. */
function pages(
  path: string,
  code: string,
  load: Record<'list' | 'form' | 'detail', WebRoute['load']>,
): WebRoute[] {
  const [see, manage] = [[`view_${code}`], [`manage_${code}`]]
  return [
    { path, permission: see, load: load.list },
    { path: `${path}/create`, permission: manage, load: load.form },
    { path: `${path}/update/$id`, permission: manage, load: load.form },
    { path: `${path}/$id`, permission: see, load: load.detail },
  ]
}

export const webModule: WebModule = {
  name: 'currencies',
  routes: [
    ...pages('/settings/currency', 'currencies', {
      list: () => currencies().then((m) => m.CurrencyList),
      form: currencyForm,
      detail: () => currencies().then((m) => m.CurrencyDetail),
    }),
    ...pages('/settings/sub-currency-setting', 'currencies', {
      list: () => subCurrencies().then((m) => m.SubCurrencyList),
      form: subCurrencyForm,
      detail: () => subCurrencies().then((m) => m.SubCurrencyDetail),
    }),
    {
      path: '/settings/currency-branch-setting',
      permission: ['view_branch_currencies'],
      load: () => import('./branch-currencies/branch-currencies.web.tsx').then((m) => m.BranchCurrencies),
    },
    ...pages('/settings/mop-settings', 'mode_of_payment_mapping', {
      list: () => modes().then((m) => m.payment.List),
      form: () => modes().then((m) => m.payment.Form),
      detail: () => modes().then((m) => m.payment.Detail),
    }),
    ...pages('/settings/mod-settings', 'mode_of_delivery_mapping', {
      list: () => modes().then((m) => m.delivery.List),
      form: () => modes().then((m) => m.delivery.Form),
      detail: () => modes().then((m) => m.delivery.Detail),
    }),
  ],
}
