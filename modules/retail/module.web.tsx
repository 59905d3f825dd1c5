import type { WebModule } from '#kit/web/module.web.tsx'
import { resourceRoutes } from '#kit/web/resource/routes.web.ts'

const categories = () => import('./categories/categories.web.tsx')
const categoriesForm = () => import('./categories/category-form.web.tsx').then((m) => m.CategoryForm)

const taxes = () => import('./taxes/taxes.web.tsx')
const taxesForm = () => import('./taxes/tax-form.web.tsx').then((m) => m.TaxForm)

const items = () => import('./items/items.web.tsx')
const itemsForm = () => import('./items/item-form.web.tsx').then((m) => m.ItemForm)

const principals = () => import('./principals/principals.web.tsx')
const principalForm = () => import('./principals/principal-form.web.tsx').then((m) => m.PrincipalForm)
const settlements = () => import('./settlements/settlements.web.tsx')

const sales = () => import('./sales/sales.web.tsx')
const returns = () => import('./returns/returns.web.tsx')
const adjustments = () => import('./adjustments/adjustments.web.tsx')
const transfers = () => import('./transfers/transfers.web.tsx')
const counts = () => import('./counts/counts.web.tsx')
const counting = () => import('./counts/count-form.web.tsx')
const branchTaxes = () => import('./branch-taxes/branch-taxes.web.tsx')
const branchItems = () => import('./branch-items/branch-items.web.tsx')
const branchItemForm = () => import('./branch-items/branch-item-form.web.tsx').then((m) => m.BranchItemForm)
const reports = () => import('./reports/reports.web.tsx')

export const webModule: WebModule = {
  name: 'retail',
  routes: [
    ...resourceRoutes('/pos-retail/categories', 'retail_categories', {
      list: () => categories().then((m) => m.List),
      form: categoriesForm,
      detail: () => categories().then((m) => m.Detail),
    }),
    ...resourceRoutes('/pos-retail/taxes', 'retail_taxes', {
      list: () => taxes().then((m) => m.List),
      form: taxesForm,
      detail: () => taxes().then((m) => m.Detail),
    }),
    ...resourceRoutes('/pos-retail/items', 'retail_items', {
      list: () => items().then((m) => m.List),
      form: itemsForm,
      detail: () => items().then((m) => m.Detail),
    }),
    ...resourceRoutes('/pos-retail/principals', 'retail_principals', {
      list: () => principals().then((m) => m.List),
      form: principalForm,
      detail: () => principals().then((m) => m.Detail),
    }),
    {
      path: '/pos-retail/principal-settlements',
      permission: ['view_retail_principals'],
      load: () => settlements().then((m) => m.List),
    },
    {
      path: '/pos-retail/principal-settlements/create',
      permission: ['manage_retail_principals'],
      load: () => import('./settlements/settlement-form.web.tsx').then((m) => m.SettlementForm),
    },
    {
      path: '/pos-retail/principal-settlements/$id',
      permission: ['view_retail_principals'],
      load: () => settlements().then((m) => m.Detail),
    },
    {
      path: '/pos-retail/branch-tax-setting',
      permission: ['view_retail_items'],
      load: () => branchTaxes().then((m) => m.BranchTaxes),
    },
    {
      path: '/pos-retail/branch-tax-setting/$id',
      permission: ['view_retail_items'],
      load: () => branchTaxes().then((m) => m.BranchTaxForm),
    },
    ...resourceRoutes('/pos-retail/branch-item-setting', 'retail_items', {
      list: () => branchItems().then((m) => m.List),
      form: branchItemForm,
      detail: () => branchItems().then((m) => m.Detail),
    }),
    {
      path: '/pos-retail/settings',
      permission: ['update_general_settings'],
      load: () => import('./policy/policy.web.tsx').then((m) => m.RetailPolicy),
    },
    {
      path: '/pos-retail/stock',
      permission: ['view_retail_stock'],
      load: () => reports().then((m) => m.RetailStock),
    },
    {
      path: '/pos-retail/serials',
      permission: ['view_retail_stock'],
      load: () => import('./serials/serials.web.tsx').then((m) => m.SerialStory),
    },
    {
      path: '/pos-retail/expiry',
      permission: ['view_retail_stock'],
      load: () => import('./batches/expiry.web.tsx').then((m) => m.ExpiryReport),
    },
    {
      path: '/pos-retail/reports',
      permission: ['view_retail_reports'],
      load: () => reports().then((m) => m.RetailReports),
    },
    { path: '/pos-retail/sales', permission: ['view_retail_sales'], load: () => sales().then((m) => m.List) },
    {
      path: '/pos-retail/sales/create',
      permission: ['create_retail_sales'],
      load: () => import('./scanning/sale-form.web.tsx').then((m) => m.SaleForm),
    },
    {
      path: '/pos-retail/sales/$id',
      permission: ['view_retail_sales'],
      load: () => sales().then((m) => m.Detail),
    },
    {
      path: '/pos-retail/returns',
      permission: ['view_retail_sales'],
      load: () => returns().then((m) => m.List),
    },
    {
      path: '/pos-retail/returns/create',
      permission: ['refund_retail_sales'],
      load: () => import('./returns/return-form.web.tsx').then((m) => m.ReturnForm),
    },
    {
      path: '/pos-retail/returns/$id',
      permission: ['view_retail_sales'],
      load: () => returns().then((m) => m.Detail),
    },
    {
      path: '/pos-retail/transfers',
      permission: ['view_retail_stock'],
      load: () => transfers().then((m) => m.List),
    },
    {
      path: '/pos-retail/transfers/create',
      permission: ['manage_retail_stock'],
      load: () => import('./transfers/transfer-form.web.tsx').then((m) => m.TransferForm),
    },
    {
      path: '/pos-retail/transfers/$id',
      permission: ['view_retail_stock'],
      load: () => transfers().then((m) => m.Detail),
    },
    {
      path: '/pos-retail/audit-or-count',
      permission: ['view_retail_stock'],
      load: () => counts().then((m) => m.CountList),
    },
    {
      path: '/pos-retail/audit-or-count/create',
      permission: ['manage_retail_stock'],
      load: () => counting().then((m) => m.CountForm),
    },
    {
      path: '/pos-retail/audit-or-count/$id/count',
      permission: ['manage_retail_stock'],
      load: () => counting().then((m) => m.RecountForm),
    },
    {
      path: '/pos-retail/audit-or-count/$id/update',
      permission: ['manage_retail_stock'],
      load: () => counting().then((m) => m.DraftForm),
    },
    {
      path: '/pos-retail/audit-or-count/$id',
      permission: ['view_retail_stock'],
      load: () => counts().then((m) => m.CountPage),
    },
    {
      path: '/pos-retail/adjustments',
      permission: ['view_retail_stock'],
      load: () => adjustments().then((m) => m.List),
    },
    {
      path: '/pos-retail/adjustments/create',
      permission: ['manage_retail_stock'],
      load: () => import('./adjustments/adjustment-form.web.tsx').then((m) => m.AdjustmentForm),
    },
    {
      path: '/pos-retail/adjustments/$id',
      permission: ['view_retail_stock'],
      load: () => adjustments().then((m) => m.Detail),
    },
  ],
}
