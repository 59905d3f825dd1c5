import type { WebModule } from '#kit/web/module.web.tsx'
import { resourceRoutes } from '#kit/web/resource/routes.web.ts'

const margins = () => import('./margin-rates/margin-rates.web.tsx')
const customs = () => import('./custom-rates/custom-rates.web.tsx')

const charts = () => import('./chart/chart.web.tsx')
const boards = () => import('./board/board.web.tsx')
const view = ['view_base_rate']

export const webModule: WebModule = {
  name: 'rates',
  routes: [
    {
      path: '/fx-rates',
      permission: view,
      load: () => import('./live/live.web.tsx').then((m) => m.LiveRates),
    },
    {
      path: '/fx-rates/settings',
      permission: ['manage_base_rate'],
      load: () => import('./live/live-settings.web.tsx').then((m) => m.LiveRateSettings),
    },
    { path: '/fx-rates-chart', permission: view, load: () => charts().then((m) => m.RateChart) },
    {
      path: '/fx-rates-chart/detail/$id',
      permission: view,
      isBare: true,
      load: () => charts().then((m) => m.RateChartWindow),
    },
    { path: '/board-rates', permission: 'signedIn', load: () => boards().then((m) => m.BoardRates) },
    {
      path: '/board-rates/screen',
      permission: 'signedIn',
      isBare: true,
      load: () => boards().then((m) => m.BoardScreen),
    },
    {
      path: '/rate-preview',
      permission: ['view_base_rate', 'view_margin_rate', 'view_custom_rate'],
      load: () => import('./preview/preview.web.tsx').then((m) => m.RatePreview),
    },
    {
      path: '/settings/base-rate',
      permission: view,
      load: () => import('./base-rates/base-rates.web.tsx').then((m) => m.BaseRates),
    },
    {
      path: '/settings/base-rate/history',
      permission: view,
      load: () => import('./base-rates/history.web.tsx').then((m) => m.BaseRateHistory),
    },
    ...resourceRoutes('/settings/margin-rate', 'margin_rate', {
      list: () => margins().then((m) => m.MarginRates),
      form: () => margins().then((m) => m.MarginRateForm),
    }),
    {
      path: '/settings/margin-rate/sheet',
      permission: ['view_margin_rate'],
      load: () => import('./margin-rates/margin-sheet.web.tsx').then((m) => m.MarginSheet),
    },
    ...resourceRoutes('/settings/custom-rate', 'custom_rate', {
      list: () => customs().then((m) => m.CustomRates),
      form: () => customs().then((m) => m.CustomRateForm),
    }),
    {
      path: '/settings/custom-rate/sheet',
      permission: ['view_custom_rate'],
      load: () => import('./custom-rates/custom-sheet.web.tsx').then((m) => m.CustomSheet),
    },
    {
      path: '/settings/rate-validation',
      permission: ['view_rate_validation'],
      load: () => import('./validation/validation.web.tsx').then((m) => m.RateValidation),
    },
  ],
}
