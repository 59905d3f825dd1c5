import { useQuery } from '@tanstack/react-query'
import { bindContract, can } from '#kit/web/api.web.ts'
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
import { keptSettings, landingPage, valueOf } from '#modules/settings/public.web.ts'
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

/** The app of the open page, else the person's default, else the first. */
function currentApp(apps: readonly AppCode[], ...wanted: (string | null | undefined)[]) {
  return wanted.find((app): app is AppCode => apps.includes(app as AppCode)) ?? apps[0]
}

/** The menu of the current app; undefined until the company's modules are known. */
export function useMenu(pathname: string): PageGroup[] | undefined {
  const modules = useQuery(switches).data
  const settings = useQuery(keptSettings).data
  if (!modules) return undefined
  const reach = reachOf(modules)
  const apps = offeredApps(reach)
  const byDefault = valueOf<{ code: string | null }>(settings, 'DefaultApp')?.code
  const app = currentApp(apps, pageAt(pathname)?.group.of?.app, byDefault)
  return visibleGroups(reach, app ? [app] : [])
}

/** Every page that the person may open, over all apps, for the palette and the choice of a landing page. */
export async function openPages(): Promise<{ group: PageGroup; page: Page }[]> {
  const reach = reachOf(await queryClient.fetchQuery(switches))
  return visibleGroups(reach, offeredApps(reach)).flatMap((group) =>
    group.pages.map((page) => ({ group, page })),
  )
}

/**
 * Where the empty path leads: the landing page that the person keeps, else the deal screen at a counter and the dashboard
 * elsewhere; where that page cannot be opened, the first of the menu.
 */
export async function landing(isAtCounter: boolean): Promise<string> {
  const [pages, kept] = await Promise.all([openPages(), landingPage()])
  const links = pages.map(({ page }) => page.link)
  const wanted = [kept, isAtCounter ? '/transaction' : '/dashboard']
  return wanted.find((link) => link !== undefined && links.includes(link)) ?? links[0] ?? '/no-permission'
}
