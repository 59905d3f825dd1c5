import type { WebModule, WebRoute } from '#kit/web/module.web.tsx'

const view = ['view_screening', 'perform_screening', 'view_screening_settings']
const profiles = () => import('./profile-pages/profile-pages.web.tsx')

const routes: WebRoute[] = [
  {
    path: '/compliance/screening-lists',
    permission: view,
    load: () => import('./sources/lists.web.tsx').then((m) => m.ScreeningLists),
  },
  {
    path: '/compliance/screening-lists/$id',
    permission: view,
    load: () => import('./sources/list-detail.web.tsx').then((m) => m.ScreeningList),
  },
  { path: '/compliance/detail/$id', permission: view, load: () => profiles().then((m) => m.ResultProfile) },
  {
    path: '/compliance/unsc/detail/$id',
    permission: view,
    load: () => profiles().then((m) => m.UnscProfile),
  },
  {
    path: '/compliance/ofac/detail/$id',
    permission: view,
    load: () => profiles().then((m) => m.OfacProfile),
  },
]

export const webModule: WebModule = { name: 'screening', routes }
