import './before.ts'
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { renewBy, session } from '#kit/web/api.web.ts'
import { Dialogs } from '#kit/web/dialogs.web.tsx'
import { startTexts } from '#kit/web/i18n.web.ts'
import { Snackbars } from '#kit/web/snackbars.web.tsx'
import { ThemeProvider } from '#kit/web/theme.web.tsx'
import { signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import { router } from './router.tsx'
import { watchSession } from './session-end.ts'

session.tidy()
renewBy(signIn.refresh)
watchSession(router)
const texts = startTexts({
  ...import.meta.glob<string>('./locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob<string>('../../kit/locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob<string>('../../modules/{,*/}locales/*.json', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
})
// The first screen is fetched together with the words on it.
await Promise.all([texts, router.load()])

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>
        <RouterProvider router={router} />
        <Dialogs />
        <Snackbars />
      </ThemeProvider>
    </StrictMode>,
  )
