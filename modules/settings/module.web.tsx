import type { WebModule } from '#kit/web/module.web.tsx'

export const webModule: WebModule = {
  name: 'settings',
  routes: [
    {
      path: '/account-management/customizable-user-setting',
      permission: 'signedIn',
      load: () => import('./user-settings/user-settings.web.tsx').then((m) => m.UserSettings),
    },
    {
      path: '/settings/general',
      permission: ['update_general_settings'],
      load: () => import('./configuration/configuration.web.tsx').then((m) => m.GeneralSettings),
    },
    {
      path: '/settings/information-fields',
      permission: ['view_information_fields'],
      load: () => import('./information-fields/information-fields.web.tsx').then((m) => m.InformationFields),
    },
  ],
}
