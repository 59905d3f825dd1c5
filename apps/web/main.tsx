import './before.ts'
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { renewBy, session, stepUpBy } from '#kit/web/api.web.ts'
import { Dialogs } from '#kit/web/dialogs.web.tsx'
import { switchLanguage, applyDefaultLanguage, startTexts } from '#kit/web/i18n.web.ts'
import { languages, layout } from '#kit/web/layout.web.ts'
import { Snackbars } from '#kit/web/snackbars.web.tsx'
import { ThemeProvider } from '#kit/web/theme.web.tsx'
import { askProof, preferCounter, StepUp } from '#modules/access/public.web.tsx'
import { signIn } from '#modules/access/sign-in/sign-in.contract.ts'
import { chooseCustomersBy } from '#modules/rates/public.web.ts'
import { cacheShell } from './keep-shell.ts'
import { fetchAhead, router } from './router.tsx'
import { watchSession } from './session-end.ts'

session.tidy()
renewBy(signIn.refresh)
stepUpBy(askProof)
preferCounter(async () => (await settings()).defaultCounter())
chooseCustomersBy(async () => (await import('#modules/customers/public.web.tsx')).customerField())
// While the server is away the language stays as it is.
addEventListener('login-success', () => void speakAsKept().catch(() => {}))
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

/** What the person keeps on the server; loaded when first asked for. */
const settings = () => import('#modules/settings/public.web.ts')

/** The language that the person chose last goes before that of this browser, and what was chosen here before that of the company. */
async function speakAsKept() {
  const { companyLanguage, readLanguage } = await settings()
  const kept = await readLanguage()
  const language = languages.find((one) => one === kept)
  if (!language) await applyDefaultLanguage(await companyLanguage())
  else if (language !== layout.get().language) await switchLanguage(language)
}

/** The sign-in screen speaks the language of the company. */
async function speakAsCompany() {
  const language = await (await settings()).signInLanguage()
  if (language && !session.read()) await applyDefaultLanguage(language)
}

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>
        <RouterProvider router={router} />
        <Dialogs />
        <StepUp />
        <Snackbars />
      </ThemeProvider>
    </StrictMode>,
  )

// What fails here is fetched again, and its failure said, when it is needed.
if (!session.read()) {
  void speakAsCompany().catch(() => {})
  void fetchAhead().catch(() => {})
}
// Without it everything works as before, as long as there is a network.
void cacheShell(import.meta.url).catch(() => {})
