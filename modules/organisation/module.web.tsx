import type { WebModule } from '#kit/web/module.web.tsx'

const regions = () => import('./regions/regions.web.tsx')
const regionForm = () => import('./regions/region-form.web.tsx').then((m) => m.RegionForm)
const branches = () => import('./branches/branches.web.tsx')
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
    {
      path: '/account-management/region',
      permission: ['view_regions'],
      load: () => regions().then((m) => m.RegionList),
    },
    {
      path: '/account-management/region/create',
      permission: ['manage_regions'],
      load: regionForm,
    },
    {
      path: '/account-management/region/update/$id',
      permission: ['manage_regions'],
      load: regionForm,
    },
    {
      path: '/account-management/region/$id',
      permission: ['view_regions'],
      load: () => regions().then((m) => m.RegionDetail),
    },
    {
      path: '/account-management/branch',
      permission: ['view_branches'],
      load: () => branches().then((m) => m.BranchList),
    },
    {
      path: '/account-management/branch/create',
      permission: ['manage_branches'],
      load: branchForm,
    },
    {
      path: '/account-management/branch/update/$id',
      permission: ['manage_branches'],
      load: branchForm,
    },
    {
      path: '/account-management/branch/$id',
      permission: ['view_branches'],
      load: () => branches().then((m) => m.BranchDetail),
    },
    {
      path: '/account-management/counter',
      permission: ['view_counters'],
      load: () => counters().then((m) => m.CounterList),
    },
    {
      path: '/account-management/counter/create',
      permission: ['manage_counters'],
      load: counterForm,
    },
    {
      path: '/account-management/counter/update/$id',
      permission: ['manage_counters'],
      load: counterForm,
    },
    {
      path: '/account-management/counter/$id',
      permission: ['view_counters'],
      load: () => counters().then((m) => m.CounterDetail),
    },
    {
      path: '/company-subscription',
      permission: ['view_company_subscription'],
      load: () => import('./subscription/subscription.web.tsx').then((m) => m.SubscriptionPage),
    },
  ],
}
