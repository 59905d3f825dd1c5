import type { WebModule } from '#kit/web/module.web.tsx'

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
      load: () => import('./sign-in/passwords.web.tsx').then((m) => m.ForgotPassword),
    },
    {
      path: '/reset-password',
      permission: 'anyone',
      load: () => import('./sign-in/passwords.web.tsx').then((m) => m.ResetPassword),
    },
  ],
}
