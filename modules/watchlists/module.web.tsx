import type { WebModule } from '#kit/web/module.web.tsx'

const lists = () => import('./sources/lists.web.tsx')
const profiles = () => import('./profile-pages/profile-pages.web.tsx')

const shown = ['perform_screening', 'view_screening', 'view_screening_settings']

export const webModule: WebModule = {
  name: 'watchlists',
  routes: [
    {
      path: '/settings/name-screening',
      permission: ['view_screening_settings'],
      load: () => lists().then((m) => m.ScreeningLists),
    },
    {
      path: '/compliance/screening-lists',
      permission: shown,
      load: () => lists().then((m) => m.ScreeningLists),
    },
    {
      path: '/compliance/screening-lists/$id',
      permission: shown,
      load: () => import('./sources/list-detail.web.tsx').then((m) => m.ScreeningList),
    },
    {
      path: '/compliance/detail/$id',
      permission: shown,
      load: () => profiles().then((m) => m.ResultProfile),
    },
    {
      path: '/compliance/unsc/detail/$id',
      permission: shown,
      load: () => profiles().then((m) => m.UnscProfile),
    },
    {
      path: '/compliance/ofac/detail/$id',
      permission: shown,
      load: () => profiles().then((m) => m.OfacProfile),
    },
  ],
}
