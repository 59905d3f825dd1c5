import type { WebModule } from '#kit/web/module.web.tsx'
import { resourceRoutes } from '#kit/web/resource/routes.web.ts'

const regions = () => import('./assignments/region-branches.web.tsx')
const regionForm = () => import('./regions/region-form.web.tsx').then((m) => m.RegionForm)
const branches = () => import('./assignments/branch-counters.web.tsx')
const branchForm = () => import('./branches/branch-form.web.tsx').then((m) => m.BranchForm)
const counters = () => import('./counters/counters.web.tsx')
const counterForm = () => import('./counters/counter-form.web.tsx').then((m) => m.CounterForm)

export const webModule: WebModule = {
  name: 'organisation',
  routes: [
    {
      path: '/account-management/company',
      permission: ['view_company_information'],
      load: () => import('./company/company.web.tsx').then((m) => m.CompanyPage),
    },
    {
      path: '/account-management/company/update',
      permission: ['manage_company_information'],
      load: () => import('./company/company-form.web.tsx').then((m) => m.CompanyForm),
    },
    ...resourceRoutes('/account-management/region', 'regions', {
      list: () => regions().then((m) => m.List),
      form: regionForm,
      detail: () => regions().then((m) => m.Detail),
    }),
    ...resourceRoutes('/account-management/branch', 'branches', {
      list: () => branches().then((m) => m.List),
      form: branchForm,
      detail: () => branches().then((m) => m.Detail),
    }),
    ...resourceRoutes('/account-management/counter', 'counters', {
      list: () => counters().then((m) => m.List),
      form: counterForm,
      detail: () => counters().then((m) => m.Detail),
    }),
    {
      path: '/company-subscription',
      permission: ['view_company_subscription'],
      load: () => import('./subscription/subscription.web.tsx').then((m) => m.SubscriptionPage),
    },
  ],
}
