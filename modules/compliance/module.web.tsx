import type { WebModule } from '#kit/web/module.web.tsx'

const manage = ['manage_cdd_settings']
const forms = () => import('./cdd/rule-form.web.tsx')

export const webModule: WebModule = {
  name: 'compliance',
  routes: [
    {
      path: '/settings/cdd-ecdd',
      permission: ['view_cdd_settings'],
      load: () => import('./cdd/cdd.web.tsx').then((m) => m.CddSettings),
    },
    {
      path: '/settings/cdd-ecdd/create',
      permission: manage,
      load: () => forms().then((m) => m.CddOwnRule),
    },
    {
      path: '/settings/cdd-ecdd/$id',
      permission: ['view_cdd_settings'],
      load: () => import('./cdd/rule.web.tsx').then((m) => m.CddRule),
    },
    {
      path: '/settings/cdd-ecdd/update/$id',
      permission: manage,
      load: () => forms().then((m) => m.CddTerms),
    },
  ],
}
