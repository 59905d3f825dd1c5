import {
  IconArrowsExchange,
  IconBuildingBank,
  IconBuildingStore,
  IconCash,
  IconChartBar,
  IconChartLine,
  IconCreditCard,
  IconFolder,
  type Icon,
  IconLayoutDashboard,
  IconPackages,
  IconSend,
  IconSettings,
  IconShieldCheck,
  IconSitemap,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { mayOpen, type Screen, screens } from './manifests.ts'

/** The groups of the side menu, in their order; the text of each is `menu.groups.<key>`. Footer groups stand at the foot. */
const groups: { key: string; icon: Icon; footer?: boolean }[] = [
  { key: 'home', icon: IconLayoutDashboard },
  { key: 'transactions', icon: IconArrowsExchange },
  { key: 'rates', icon: IconChartLine },
  { key: 'customers', icon: IconUsers },
  { key: 'compliance', icon: IconShieldCheck },
  { key: 'cases', icon: IconFolder },
  { key: 'inventory', icon: IconPackages },
  { key: 'remittance', icon: IconSend },
  { key: 'accounting', icon: IconBuildingBank },
  { key: 'retail', icon: IconBuildingStore },
  { key: 'reports', icon: IconChartBar },
  { key: 'currencies', icon: IconCash },
  { key: 'organisation', icon: IconSitemap },
  { key: 'users', icon: IconUsersGroup },
  { key: 'settings', icon: IconSettings, footer: true },
  { key: 'account', icon: IconCreditCard, footer: true },
]

export interface MenuGroup {
  key: string
  icon: Icon
  footer?: boolean
  entries: (Screen & { menu: NonNullable<Screen['menu']> })[]
}

/** What the person who is signed in may open, by group; a group without entries is left out. */
export const menu = (): MenuGroup[] =>
  groups
    .map((group) => ({ ...group, entries: entriesOf(group.key) }))
    .filter(({ entries }) => entries.length > 0)

const entriesOf = (group: string) =>
  screens
    .filter(
      (screen): screen is MenuGroup['entries'][number] => screen.menu?.group === group && mayOpen(screen),
    )
    .toSorted((a, b) => a.menu.order - b.menu.order)

/** Where the empty path leads: the deal screen at a counter, else the dashboard, else the first entry of the menu. */
export function landing(isAtCounter: boolean): string {
  const wanted = isAtCounter ? '/transaction' : '/dashboard'
  const screen = screens.find(({ path }) => path === wanted)
  if (screen && mayOpen(screen)) return wanted
  return menu()[0]?.entries[0]?.path ?? '/no-permission'
}
