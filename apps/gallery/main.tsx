import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import { NativeSelect, useMantineColorScheme } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import i18next from 'i18next'
import { createRoot } from 'react-dom/client'
import { Dialogs } from '#kit/web/dialogs.web.tsx'
import { switchLanguage, startTexts } from '#kit/web/i18n.web.ts'
import { type Language, languages, layout } from '#kit/web/layout.web.ts'
import { TextLink } from '#kit/web/parts.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { Snackbars } from '#kit/web/snackbars.web.tsx'
import { ThemeProvider } from '#kit/web/theme.web.tsx'
import css from './gallery.module.css'
import { pages } from './pages.ts'
import words from './words.json'

/** The frame of every page: the way back, and in which language and colours the piece is seen. */
function Frame() {
  const { language } = layout.use()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <header className={css.frame}>
        <Link to="/" className={css.home}>
          Gallery
        </Link>
        <NativeSelect
          size="xs"
          aria-label="Language"
          data={[...languages]}
          value={language}
          onChange={(event) => void switchLanguage(event.currentTarget.value as Language)}
        />
        <NativeSelect
          size="xs"
          aria-label="Colours"
          data={['auto', 'light', 'dark']}
          value={colorScheme}
          onChange={(event) => setColorScheme(event.currentTarget.value as typeof colorScheme)}
        />
      </header>
      <main className={css.main}>
        <Outlet />
      </main>
    </>
  )
}

const Index = () => (
  <>
    <h1>Gallery</h1>
    <ul>
      {pages.map(({ path, title }) => (
        <li key={path}>
          <TextLink to={`/${path}`}>{title}</TextLink>
        </li>
      ))}
    </ul>
  </>
)

const root = createRootRoute({ component: Frame })
const routes = pages.map(({ path, title, load }) => {
  const Page = lazyRouteComponent(async () => ({ default: await load() }))
  return createRoute({
    getParentRoute: () => root,
    path,
    loader: () => Page.preload?.(),
    component: () => (
      <>
        <h1>{title}</h1>
        <Page />
      </>
    ),
  })
})
const index = createRoute({ getParentRoute: () => root, path: '/', component: Index })
const router = createRouter({ routeTree: root.addChildren([index, ...routes]) })

await startTexts(import.meta.glob('../../kit/locales/*.json'))
for (const language of languages) i18next.addResourceBundle(language, 'gallery', words)
const place = document.querySelector('#root')
if (place)
  createRoot(place).render(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Dialogs />
        <Snackbars />
      </QueryClientProvider>
    </ThemeProvider>,
  )
