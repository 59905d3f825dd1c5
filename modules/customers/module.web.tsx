import type { WebModule, WebRoute } from '#kit/web/module.web.tsx'
import { resourceRoutes } from '#kit/web/resource/routes.web.ts'

const view = ['view_customers_information']
const manage = ['manage_customers_information']
const individuals = () => import('./individuals/individuals.web.tsx')
const individualForm = () => import('./individuals/individual-form.web.tsx').then((m) => m.IndividualForm)

const corporates = () => import('./corporates/corporates.web.tsx')
const corporateForm = () => import('./corporates/corporate-form.web.tsx').then((m) => m.CorporateForm)

const merges = () => import('./merges/merge.web.tsx')
const reviews = () => import('./duplicate-reviews/duplicate-reviews.web.tsx')
const imports = () => import('./imports/imports.web.tsx')
const importing = ['view_customers_importing', 'perform_customers_importing']

const routes: WebRoute[] = [
  { path: '/customer/bulk-import', permission: importing, load: () => imports().then((m) => m.ImportList) },
  {
    path: '/customer/bulk-import/$id',
    permission: importing,
    load: () => imports().then((m) => m.ImportDetail),
  },
  {
    path: '/customer/duplicates',
    permission: view,
    load: () => reviews().then((m) => m.DuplicateReviewList),
  },
  {
    path: '/customer/duplicates/$id',
    permission: view,
    load: () => reviews().then((m) => m.DuplicateReviewPage),
  },
  {
    path: '/customer/individual/merge/$id',
    permission: ['merge_customers'],
    load: () => merges().then((m) => m.IndividualMerge),
  },
  {
    path: '/customer/corporate/merge/$id',
    permission: ['merge_customers'],
    load: () => merges().then((m) => m.CorporateMerge),
  },
  {
    path: '/customer/stackholder',
    permission: view,
    load: () => import('./stakeholders/stakeholder-list.web.tsx').then((m) => m.StakeholderList),
  },
  {
    path: '/customer/corporate/related/$id',
    permission: manage,
    load: () => import('./related/related-form.web.tsx').then((m) => m.RelatedForm),
  },
  ...resourceRoutes('/customer/corporate', 'customers_information', {
    list: () => corporates().then((m) => m.CorporateList),
    form: corporateForm,
    detail: () => corporates().then((m) => m.CorporateDetail),
  }),
  {
    path: '/customer/corporate/print/$id',
    permission: manage,
    load: () => corporates().then((m) => m.CorporatePrint),
  },
  {
    path: '/customer/individual/print/$id',
    permission: manage,
    load: () => individuals().then((m) => m.IndividualPrint),
  },
  ...resourceRoutes('/customer/individual', 'customers_information', {
    list: () => individuals().then((m) => m.IndividualList),
    form: individualForm,
    detail: () => individuals().then((m) => m.IndividualDetail),
  }),
]

export const webModule: WebModule = { name: 'customers', routes }
