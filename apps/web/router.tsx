import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { parseAddressValue } from '#kit/web/address.web.ts'
import { client, session } from '#kit/web/api.web.ts'
import { calendar } from '#kit/web/calendar.web.ts'
import { loadTexts } from '#kit/web/i18n.web.ts'
import { askCalendar, isAtCounter } from '#modules/access/public.web.tsx'
import { Crash } from './crash.tsx'
import { screensBy } from '#kit/web/screens.web.ts'
import { mayOpen, type Screen, screenOf, screens } from './manifests.ts'

screensBy((address) => {
  const screen = screenOf(address)
  return (
    screen && {
      path: screen.path,
      load: async () => (await Promise.all([screen.load(), loadTexts(screen.module)]))[0],
    }
  )
})

const menu = () => import('./menu.ts')
const root = createRootRoute({ component: Outlet })

const Shell = lazyRouteComponent(() => import('./shell.tsx'), 'Shell')

/** Everything behind sign-in: without a session the visitor is sent there, and comes back. */
const signedIn = async ({ location }: { location: { href: string } }) => {
  if (await client.ensureSession()) return calendar.get() ? undefined : askCalendar()
  session.clear()
  throw redirect({ to: '/login', search: { redirect: location.href }, replace: true })
}
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  // What apps, modules and pages are called.
  loader: () => loadTexts('modules'),
  beforeLoad: signedIn,
})
const bare = createRoute({
  getParentRoute: () => root,
  id: 'bare',
  component: lazyRouteComponent(() => import('./bare.tsx'), 'Bare'),
  beforeLoad: signedIn,
})

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: async () => {
    const atCounter = isAtCounter()
    throw redirect({ to: await (await menu()).landing(atCounter), replace: true })
  },
})

const NoPermission = lazyRouteComponent(() => import('./no-permission.tsx'), 'NoPermission')
const parseSearch = parseSearchWith(parseAddressValue)
const unknown = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: NoPermission,
  beforeLoad: async ({ location: { pathname } }) => {
    const lead = await (await menu()).leadFrom(pathname)
    if (lead === undefined) return
    const [to = '/', query = ''] = lead.split('?')
    throw redirect({ to, search: parseSearch(query) as never, replace: true })
  },
})

/** A screen of a module as a route: its chunk and its texts come together, and only for those who may open it. */
function routeOf(screen: Screen): AnyRoute {
  const Component = lazyRouteComponent(async (): Promise<{ default: FunctionComponent }> => ({
    default: await screen.load().catch(explain),
  }))
  const load = async () => {
    await Promise.all([loadTexts(screen.module), Component.preload?.()])
  }
  if (screen.permission === 'anyone')
    return createRoute({ getParentRoute: () => root, path: screen.path, component: Component, loader: load })
  return createRoute({
    getParentRoute: () => (screen.isBare ? bare : shell),
    path: screen.path,
    loader: () => (mayOpen(screen) ? load() : NoPermission.preload?.()),
    component: () => (mayOpen(screen) ? <Component /> : <NoPermission />),
  })
}

/** Without a network a missing chunk is no newer version, for which the router would load the whole page again. */
function explain(error: Error): never {
  throw navigator.onLine ? error : new Error('offline', { cause: error })
}

const open = screens.filter(({ permission }) => permission === 'anyone').map(routeOf)
const guarded = screens.filter(({ permission, isBare }) => permission !== 'anyone' && !isBare).map(routeOf)
const windows = screens.filter(({ isBare }) => isBare).map(routeOf)

export const router = createRouter({
  routeTree: root.addChildren([
    ...open,
    bare.addChildren(windows),
    shell.addChildren([home, ...guarded, unknown]),
  ]),
  defaultPreload: 'intent',
  parseSearch,
  stringifySearch: stringifySearchWith(JSON.stringify, parseAddressValue),
  defaultErrorComponent: Crash,
  scrollRestoration: true,
})

/** Fetches what comes after sign-in while somebody types the password: the shell, its menu, and the page that is wanted. */
export async function fetchAhead() {
  const wanted = new URL(new URLSearchParams(location.search).get('redirect') ?? '/', location.origin)
  const screen = screens.find(({ path }) => path === wanted.pathname)
  await Promise.all([Shell.preload?.(), menu(), screen?.load(), loadTexts('modules')])
}
