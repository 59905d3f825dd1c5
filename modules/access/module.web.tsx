import type { WebModule } from '#kit/web/module.web.tsx'
import { resourceRoutes } from '#kit/web/resource/routes.web.ts'

const users = () => import('./users/users.web.tsx')
const userForm = () => import('./users/user-form.web.tsx')
const roles = () => import('./roles/roles.web.tsx')
const roleForm = () => import('./roles/role-form.web.tsx').then((m) => m.RoleForm)
const keys = () => import('./keys/keys.web.tsx')
const webhookForm = () => import('./webhooks/webhook-form.web.tsx')
const userAudit = () => import('./user-audit/user-audit.web.tsx')

export const webModule: WebModule = {
  name: 'access',
  routes: [
    {
      path: '/login',
      permission: 'anyone',
      load: () => import('./sign-in/sign-in.web.tsx').then((m) => m.SignIn),
    },
    {
      path: '/forgot-password',
      permission: 'anyone',
      load: () => import('./passwords/passwords.web.tsx').then((m) => m.ForgotPassword),
    },
    {
      path: '/reset-password',
      permission: 'anyone',
      load: () => import('./passwords/passwords.web.tsx').then((m) => m.ResetPassword),
    },
    {
      path: '/change-password',
      permission: 'signedIn',
      load: () => import('./passwords/change-page.web.tsx').then((m) => m.ChangePasswordPage),
    },
    {
      path: '/account-management/security',
      permission: 'signedIn',
      load: () => import('./factors/security.web.tsx').then((m) => m.Security),
    },
    {
      path: '/settings/second-factor',
      permission: ['view_roles'],
      load: () => import('./factor-policy/factor-policy.web.tsx').then((m) => m.FactorPolicy),
    },
    ...resourceRoutes('/account-management/user', 'users', {
      list: () => users().then((m) => m.UserList),
      form: () => userForm().then((m) => m.UserCreate),
      update: () => userForm().then((m) => m.UserUpdate),
      detail: () => import('./user-page.web.tsx').then((m) => m.UserPage),
    }),
    ...resourceRoutes('/account-management/company-role', 'roles', {
      list: () => roles().then((m) => m.RoleList),
      form: roleForm,
      detail: () => import('./user-page.web.tsx').then((m) => m.RolePage),
    }),
    {
      path: '/account-management/api-key',
      permission: ['view_api_keys'],
      load: () => keys().then((m) => m.KeyList),
    },
    {
      path: '/account-management/api-key/create',
      permission: ['manage_api_keys'],
      load: () => import('./keys/key-form.web.tsx').then((m) => m.KeyForm),
    },
    {
      path: '/account-management/api-key/$id',
      permission: ['view_api_keys'],
      load: () => keys().then((m) => m.KeyDetail),
    },
    ...resourceRoutes('/account-management/webhook', 'webhooks', {
      list: () => import('./webhooks/webhooks.web.tsx').then((m) => m.WebhookList),
      form: () => webhookForm().then((m) => m.WebhookCreate),
      update: () => webhookForm().then((m) => m.WebhookUpdate),
      detail: () => import('./deliveries/webhook-page.web.tsx').then((m) => m.WebhookDetail),
    }),
    {
      path: '/account-management/user-audit',
      permission: ['view_user_audit'],
      load: () => userAudit().then((m) => m.UserAuditList),
    },
    {
      path: '/account-management/user-audit/$id',
      permission: ['view_user_audit'],
      load: () => userAudit().then((m) => m.UserAuditDetail),
    },
  ],
}
