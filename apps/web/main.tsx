import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { renewBy, session } from '#kit/web/api.web.ts'
import { Dialogs } from '#kit/web/dialogs.web.tsx'
import { startTexts } from '#kit/web/i18n.web.ts'
import { queryClient } from '#kit/web/queries.web.ts'
import { Snackbars } from '#kit/web/snackbars.web.tsx'
import { ThemeProvider } from '#kit/web/theme.web.tsx'
import { router } from './router.tsx'
import { watchSession } from './session-end.ts'

// The content security policy allows no code from text, so zod must not try to make any.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

session.tidy()
renewBy(async () => (await import('#modules/access/sign-in/sign-in.contract.ts')).signIn.refresh)
watchSession(router)
await startTexts({
  ...import.meta.glob('../../kit/locales/*.json'),
  ...import.meta.glob('./locales/*.json'),
  ...import.meta.glob('../../modules/*/locales/*.json'),
})

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider>
          <RouterProvider router={router} />
          <Dialogs />
          <Snackbars />
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
