import { useQuery } from '@tanstack/react-query'
import { bindContract, can } from '#kit/web/api.web.ts'
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
import { keptSettings, landingPage, valueOf } from '#modules/settings/public.web.ts'
import { mayOpen, screens } from './manifests.ts'

const api = bindContract(subscription)
const switches = { ...api.modules.queryOptions(), staleTime: 60_000 }

// Everything behind sign-in waits for them.
addEventListener('login-success', () => void queryClient.prefetchQuery(switches))

const screenOf = ({ link }: Page) => screens.find(({ path }) => path === link)

/** There is a route for it, and the person who is signed in may open it. */
function opens(page: Page) {
  const screen = screenOf(page)
  return screen !== undefined && mayOpen(screen) && (!page.permission || can(...page.permission))
}

type Switches = Awaited<ReturnType<typeof api.modules.call>>

const reachOf = (modules: Switches): Reach => ({
  opens,
  modules: new Set(
    modules.filter(({ isEnabled }) => isEnabled).map(({ appCode, moduleCode }) => `${appCode}/${moduleCode}`),
  ),
})

/** What the shell shows beside the page. */
export interface ShellMenu {
  /** The apps to switch between. */
  apps: readonly AppCode[]
  /** The current one: of the open page, else the one used last, else the person's default, else the first. */
  app: AppCode | undefined
  groups: readonly PageGroup[]
}

/** The menu at an address; undefined until the company's modules are known. */
export function useMenu(pathname: string): ShellMenu | undefined {
  const modules = useQuery(switches).data
  const settings = useQuery(keptSettings)
  const last = layout.use().app
  if (!modules || settings.isPending) return undefined
  const reach = reachOf(modules)
  const apps = offeredApps(reach)
  const byDefault = valueOf<{ code: string | null }>(settings.data, 'DefaultApp')?.code
  const wanted = [pageAt(pathname)?.group.of?.app, last, byDefault]
  const app = wanted.find((one): one is AppCode => apps.includes(one as AppCode)) ?? apps[0]
  return { apps, app, groups: visibleGroups(reach, app ? [app] : []) }
}

/** Where an app begins: the first page of its menu. */
export async function firstLink(app: AppCode): Promise<string> {
  const groups = visibleGroups(reachOf(await queryClient.fetchQuery(switches)), [app])
  const group = groups.find(({ of }) => of) ?? groups[0]
  return group?.pages[0]?.link ?? '/'
}

/** Every page that the person may open, over all apps, for the palette and the choice of a landing page. */
export async function openPages(): Promise<{ group: PageGroup; page: Page }[]> {
  const reach = reachOf(await queryClient.fetchQuery(switches))
  return visibleGroups(reach, offeredApps(reach)).flatMap((group) =>
    group.pages.map((page) => ({ group, page })),
  )
}

/**
 * Where the empty path leads: the landing page that the person keeps, else this browser's default page, else the deal screen at
 * a counter and the dashboard elsewhere; where that page cannot be opened, the first of the menu.
 */
export async function landing(isAtCounter: Promise<boolean>): Promise<string> {
  const [pages, kept, atCounter] = await Promise.all([openPages(), landingPage(), isAtCounter])
  const links = pages.map(({ page }) => page.link)
  const wanted = [kept, layout.get().defaultPage, atCounter ? '/transaction' : '/dashboard']
  return wanted.find((link) => link !== undefined && links.includes(link)) ?? links[0] ?? '/no-permission'
}

/** Where an address leads that is no page of its own: to one that the specification calls so, or to the first of a part. */
export async function leadFrom(pathname: string): Promise<string | undefined> {
  const [pages, { leadOf }] = await Promise.all([openPages(), import('#modules/addresses.domain.ts')])
  return leadOf(
    pathname,
    pages.map(({ page }) => page),
  )
}
