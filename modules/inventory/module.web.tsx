import type { WebModule, WebRoute } from '#kit/web/module.web.tsx'

const counting = () => import('./counting/counts.web.tsx')
const adjusting = () => import('./adjustments/adjustments.web.tsx')
const adjustmentForms = () => import('./adjustments/adjustment-form.web.tsx')
const transferring = () => import('./transfer-pages/transfers.web.tsx')
const requesting = () => import('./requests/requests.web.tsx')
const reporting = () => import('./reports/reports.web.tsx')
const travelling = () => import('./travel/travel.web.tsx')
const positions = () => import('./position/position.web.tsx')
const transfers = '/inventory/transfers'
const requests = '/inventory/inventory-request'
const audits = '/inventory/audit-or-count'
const correcting = () => import('./corrections/corrections.web.tsx')
const adjustments = '/inventory/adjustments'
const openings = '/inventory/openings'
const seesStock = ['view_stock']
const seesAdjustments = ['view_stock', 'transfer_counter_stock', 'post_opening_balances']
const seesCounts = ['view_stock', 'perform_counts']

/** What is there only where stock is kept. */
const ofStock: WebRoute[] = [
  {
    path: '/inventory/day-report',
    permission: ['view_stock', 'open_counter_day'],
    load: () => import('./day-reports/day-report.web.tsx').then((m) => m.DayReport),
  },
  {
    path: '/inventory/handover/$id',
    permission: ['view_stock', 'open_counter_day'],
    load: () => import('./handovers/handover.web.tsx').then((m) => m.HandoverPage),
  },
  {
    path: '/inventory',
    permission: ['view_stock'],
    load: () => import('./stock/stock.web.tsx').then((m) => m.StockPage),
  },
  { path: '/inventory/position', permission: seesStock, load: () => positions().then((m) => m.Position) },
  {
    path: '/inventory/position/average-cost',
    permission: seesStock,
    load: () => positions().then((m) => m.PoolStory),
  },
  {
    path: '/reports/stock-on-hand',
    permission: seesStock,
    load: () => reporting().then((m) => m.StockOnHand),
  },
  {
    path: '/reports/inventory-change-report',
    permission: seesStock,
    load: () => reporting().then((m) => m.InventoryChange),
  },
  {
    path: '/reports/stock-movements',
    permission: seesStock,
    load: () => reporting().then((m) => m.StockMovements),
  },
  {
    path: '/reports/detail-branch-transfer',
    permission: ['view_transfers'],
    load: () => travelling().then((m) => m.BranchTransfers),
  },
  {
    path: '/reports/transit-ageing',
    permission: ['view_transfers'],
    load: () => travelling().then((m) => m.TransitAgeing),
  },
  {
    path: '/reports/count-variances',
    permission: ['view_expected_count'],
    load: () => import('./variances/variances.web.tsx').then((m) => m.CountVariances),
  },
  {
    path: '/reports/denominations',
    permission: seesStock,
    load: () => import('./denominations/denominations.web.tsx').then((m) => m.Denominations),
  },
  { path: audits, permission: seesCounts, load: () => counting().then((m) => m.CountList) },
  {
    path: `${audits}/create`,
    permission: ['perform_counts'],
    load: () => import('./counting/count-form.web.tsx').then((m) => m.CountForm),
  },
  {
    path: `${audits}/$id/count`,
    permission: ['perform_counts'],
    load: () => import('./counting/recount-form.web.tsx').then((m) => m.RecountForm),
  },
  {
    path: `${audits}/$id/update`,
    permission: ['perform_counts'],
    load: () => import('./counting/recount-form.web.tsx').then((m) => m.DraftForm),
  },
  { path: `${audits}/$id`, permission: seesCounts, load: () => counting().then((m) => m.CountPage) },
  {
    path: transfers,
    permission: ['view_transfers'],
    load: () => transferring().then((m) => m.TransferList),
  },
  {
    path: `${transfers}/create`,
    permission: ['manage_transfers'],
    load: () => import('./transfer-pages/transfer-form.web.tsx').then((m) => m.TransferForm),
  },
  {
    path: `${transfers}/$id`,
    permission: ['view_transfers'],
    load: () => transferring().then((m) => m.TransferPage),
  },
  { path: requests, permission: ['view_transfers'], load: () => requesting().then((m) => m.RequestList) },
  {
    path: `${requests}/create`,
    permission: ['manage_transfers'],
    load: () => requesting().then((m) => m.RequestForm),
  },
  {
    path: `${requests}/$id`,
    permission: ['view_transfers'],
    load: () => requesting().then((m) => m.RequestPage),
  },
  {
    path: '/settings/stock-limit',
    permission: ['view_branch_stock_limit'],
    load: () => import('./limits/limits.web.tsx').then((m) => m.StockLimits),
  },
  {
    path: '/inventory/limits',
    permission: ['view_branch_stock_limit'],
    load: () => import('./shortages/shortages.web.tsx').then((m) => m.LimitUsePage),
  },
  {
    path: adjustments,
    permission: ['view_stock_adjustments'],
    load: () => correcting().then((m) => m.CorrectionList),
  },
  {
    path: `${adjustments}/create`,
    permission: ['manage_stock_adjustments'],
    load: () => import('./corrections/correction-form.web.tsx').then((m) => m.CorrectionForm),
  },
  {
    path: `${adjustments}/$id`,
    permission: ['view_stock_adjustments'],
    load: () => correcting().then((m) => m.CorrectionPage),
  },
  { path: openings, permission: seesAdjustments, load: () => adjusting().then((m) => m.AdjustmentList) },
  {
    path: `${openings}/float`,
    permission: ['transfer_counter_stock'],
    load: () => adjustmentForms().then((m) => m.FloatForm),
  },
  {
    path: `${openings}/opening`,
    permission: ['post_opening_balances'],
    load: () => adjustmentForms().then((m) => m.OpeningForm),
  },
  {
    path: `${openings}/$id`,
    permission: seesAdjustments,
    load: () => adjusting().then((m) => m.AdjustmentPage),
  },
]

export const webModule: WebModule = {
  name: 'inventory',
  routes: [
    {
      path: '/settings/mop-mod-mapping-setting',
      permission: ['view_mode_of_payment_mapping', 'view_mode_of_delivery_mapping'],
      load: () => import('./mode-mapping/mode-mapping.web.tsx').then((m) => m.ModeMapping),
    },
    {
      path: '/inventory/day',
      permission: ['open_counter_day'],
      load: () => import('./day-page/day.web.tsx').then((m) => m.CounterDay),
    },
    ...ofStock.map((route) => ({ ...route, feature: 'stock' })),
  ],
}
