import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { layout } from '#kit/web/layout.web.ts'
import { queryClient } from '#kit/web/queries.web.ts'
import { subscription } from '#modules/organisation/subscription/subscription.contract.ts'
import {
  type AppCode,
  offeredApps,
  type Page,
  pageAt,
  type PageGroup,
  type Reach,
  visibleGroups,
} from '#modules/pages.domain.ts'
import { can } from '#kit/web/api.web.ts'
import { mayOpen, screens } from './manifests.ts'

const api = bindContract(subscription)
const switches = { ...api.modules.queryOptions(), staleTime: 60_000 }

/** There is a route for it, and the person who is signed in may open it. */
const opens = ({ link, permission }: Page) =>
  screens.some((screen) => screen.path === link && mayOpen(screen)) && (!permission || can(...permission))

type Switches = Awaited<ReturnType<typeof api.modules.call>>

const reachOf = (modules: Switches): Reach => ({
  opens,
  modules: new Set(
    modules.filter(({ isEnabled }) => isEnabled).map(({ appCode, moduleCode }) => `${appCode}/${moduleCode}`),
  ),
})

/** The app of the open page, else the one used last, else the first. */
function currentApp(apps: readonly AppCode[], pathname: string, kept: string | undefined) {
  const here = pageAt(pathname)?.group.of?.app
  return [here, kept].find((app): app is AppCode => apps.includes(app as AppCode)) ?? apps[0]
}

/** The apps to switch between, the current one, and its menu; undefined until the company's modules are known. */
export function useMenu(pathname: string) {
  const modules = useQuery(switches).data
  const kept = layout.use().app
  if (!modules) return undefined
  const reach = reachOf(modules)
  const apps = offeredApps(reach)
  const app = currentApp(apps, pathname, kept)
  return { apps, app, groups: visibleGroups(reach, app) }
}

/** Every page that the person may open, over all apps, for the palette and the choice of a landing page. */
async function openPages(): Promise<{ group: PageGroup; page: Page }[]> {
  const reach = reachOf(await queryClient.fetchQuery(switches))
  const apps = offeredApps(reach)
  const groups = [
    ...new Map(
      [undefined, ...apps].flatMap((app) => visibleGroups(reach, app)).map((one) => [one.key, one]),
    ).values(),
  ]
  return groups.flatMap((group) => group.pages.map((page) => ({ group, page })))
}

/** Where the empty path leads: the deal screen at a counter, else the dashboard, else the first page of the menu. */
export async function landing(isAtCounter: boolean): Promise<string> {
  const pages = (await openPages()).map(({ page }) => page.link)
  const wanted = isAtCounter ? '/transaction' : '/dashboard'
  return pages.find((link) => link === wanted) ?? pages[0] ?? '/no-permission'
}
