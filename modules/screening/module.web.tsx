import { loadTexts } from '#kit/web/i18n.web.ts'
import type { WebModule, WebRoute } from '#kit/web/module.web.tsx'
import { addCustomerPanel } from '#modules/customers/public.web.tsx'

addCustomerPanel(async () => {
  const [{ CustomerScreening }] = await Promise.all([
    import('./results/customer-screening.web.tsx'),
    loadTexts('screening'),
  ])
  return CustomerScreening
})

const settings = () => import('./settings/settings.web.tsx')
const settingsForm = () => import('./settings/settings-form.web.tsx')
const search = () => import('./searches/search.web.tsx')
const result = () => import('./results/result.web.tsx')
const history = () => import('./searches/history.web.tsx')
const monitoring = () => import('./monitoring/monitoring.web.tsx')
const bulk = () => import('./bulk/bulk.web.tsx')
const whitelist = () => import('./whitelist/whitelist.web.tsx')

const perform = ['perform_screening']
/** Whoever may only search sees what they asked themselves. */
const view = ['perform_screening', 'view_screening']
const manage = ['view_screening', 'manage_screening']

const searches: WebRoute[] = [
  { path: '/compliance/unsc', permission: perform, load: () => search().then((m) => m.UnscSearch) },
  { path: '/compliance/ofac', permission: perform, load: () => search().then((m) => m.OfacSearch) },
  { path: '/compliance/screening', permission: perform, load: () => search().then((m) => m.EnhancedSearch) },
  { path: '/compliance/bulk-screening', permission: perform, load: () => bulk().then((m) => m.BulkList) },
  {
    path: '/compliance/bulk-screening/$id',
    permission: perform,
    load: () => bulk().then((m) => m.BulkDetail),
  },
]

const histories: WebRoute[] = [
  { path: '/compliance/unsc/history', permission: view, load: () => history().then((m) => m.UnscHistory) },
  { path: '/compliance/ofac/history', permission: view, load: () => history().then((m) => m.OfacHistory) },
  {
    path: '/compliance/screening-history',
    permission: [...view, 'manage_screening'],
    load: () => history().then((m) => m.ScreeningHistory),
  },
  {
    path: '/compliance/unsc/history/$id',
    permission: view,
    load: () => result().then((m) => m.UnscHistoryDetail),
  },
  {
    path: '/compliance/ofac/history/$id',
    permission: view,
    load: () => result().then((m) => m.OfacHistoryDetail),
  },
  {
    path: '/compliance/screening-history/$id',
    permission: view,
    load: () => result().then((m) => m.EnhancedHistoryDetail),
  },
]

const monitored: WebRoute[] = [
  {
    path: '/compliance/unsc/customer-ogm',
    permission: perform,
    load: () => monitoring().then((m) => m.UnscMonitoring),
  },
  {
    path: '/compliance/ofac/customer-ogm',
    permission: perform,
    load: () => monitoring().then((m) => m.OfacMonitoring),
  },
  {
    path: '/compliance/screening/customer-ogm',
    permission: ['view_screening_ongoing_monitoring'],
    load: () => monitoring().then((m) => m.EnhancedMonitoring),
  },
  {
    path: '/compliance/screening-whitelist',
    permission: manage,
    load: () => whitelist().then((m) => m.WhitelistPairs),
  },
  {
    path: '/compliance/screening-whitelist/$id',
    permission: manage,
    load: () => whitelist().then((m) => m.WhitelistDetail),
  },
]

const set: WebRoute[] = [
  {
    path: '/settings/kyc-screening-settings',
    permission: ['view_kyc_screening_settings'],
    load: () => settings().then((m) => m.KycScreeningSettings),
  },
  {
    path: '/settings/kyc-screening-settings/update',
    permission: ['manage_kyc_screening_settings'],
    load: () => settingsForm().then((m) => m.KycSettingsForm),
  },
  {
    path: '/settings/risk-settings',
    permission: ['view_screening_settings'],
    load: () => settings().then((m) => m.RiskSettingsPage),
  },
  {
    path: '/settings/risk-settings/update',
    permission: ['manage_screening_settings'],
    load: () => settingsForm().then((m) => m.RiskSettingsForm),
  },
]

export const webModule: WebModule = {
  name: 'screening',
  routes: [...searches, ...histories, ...monitored, ...set],
}
