import type { WebModule } from '#kit/web/module.web.tsx'

const margins = () => import('./margin-rates/margin-rates.web.tsx')
const customs = () => import('./custom-rates/custom-rates.web.tsx')

export const webModule: WebModule = {
  name: 'rates',
  routes: [
    {
      path: '/settings/base-rate',
      permission: ['view_base_rate'],
      load: () => import('./base-rates/base-rates.web.tsx').then((m) => m.BaseRates),
    },
    {
      path: '/settings/margin-rate',
      permission: ['view_margin_rate'],
      load: () => margins().then((m) => m.MarginRates),
    },
    {
      path: '/settings/margin-rate/create',
      permission: ['manage_margin_rate'],
      load: () => margins().then((m) => m.MarginRateForm),
    },
    {
      path: '/settings/margin-rate/update/$id',
      permission: ['manage_margin_rate'],
      load: () => margins().then((m) => m.MarginRateForm),
    },
    {
      path: '/settings/custom-rate',
      permission: ['view_custom_rate'],
      load: () => customs().then((m) => m.CustomRates),
    },
    {
      path: '/settings/custom-rate/create',
      permission: ['manage_custom_rate'],
      load: () => customs().then((m) => m.CustomRateForm),
    },
    {
      path: '/settings/custom-rate/update/$id',
      permission: ['manage_custom_rate'],
      load: () => customs().then((m) => m.CustomRateForm),
    },
    {
      path: '/settings/rate-validation',
      permission: ['manage_rate_validation'],
      load: () => import('./validation/validation.web.tsx').then((m) => m.RateValidation),
    },
  ],
}
