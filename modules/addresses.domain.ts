import { type Page, pageGroups } from './pages.domain.ts'

/** Addresses that lead to a whole part of the product: to its first page that the person may open. */
export const parts = [
  'accounting',
  'account-management',
  'compliance',
  'customer',
  'inventory',
  'pos-remittance',
  'pos-retail',
  'reports',
  'settings',
] as const

/** Where the two parts begin whose pages stand below another name. */
const standsIn: Record<string, string> = { 'pos-remittance': 'remittance' }

const filtered = (list: string, ...filter: unknown[]) =>
  `${list}?filter=${encodeURIComponent(JSON.stringify([filter]))}`

/** Addresses of specification 001, 2.2, whose page is called otherwise here. */
const aliases: Record<string, string> = {
  admin: '/',
  pos: '/transaction',
  home: '/',
  'my-account': '/account-management/customizable-user-setting',
  'live-rates': '/fx-rates',
  'fx-rates-settings': '/fx-rates/settings',
  'fx-rates/settings': '/fx-rates/settings',
  'get-rates': '/rate-preview',
  'currency-setting': '/settings/currency',
  'screening-customer-ogm': '/compliance/screening/customer-ogm',
  'screening-resolution': filtered('/compliance/screening-history', 'state', 'Equals', 'in_review'),
  fields: '/settings/information-fields',
  'money-changer': '/account-management/company',
  subscription: '/company-subscription',
  'company-role-list': '/account-management/company-role',
  'user-type': '/account-management/company-role?sort=level-asc',
  wholesale: filtered('/customer/corporate', 'isLicensed', 'Equals', true),
  comply: '/compliance/screening',
  'customer-ogm': '/compliance/screening/customer-ogm',
  history: '/compliance/screening-history',
  'screening/history': '/compliance/screening-history',
  'case-management-setting': '/settings/case-statuses',
}

const links = pageGroups.flatMap(({ pages }) => pages.map(({ link }) => link))
const shells = /^(admin|pos)\//

/**
 * Where an address leads that is no page of its own: one of the specification, or a page by the last word of its link, each alone
 * or below `admin`, `pos` and the parts (`/settings/fields`). A part leads to the first page that `open` has, in the order of the
 * menu. Undefined where nothing is meant, so that no address is guessed at.
 */
export function leadOf(pathname: string, open: readonly Page[]): string | undefined {
  const words = pathname.replaceAll(/^\/+|\/+$/g, '')
  const wanted = words.replace(shells, '')
  const part = parts.find((one) => one === wanted)
  const base = part && `/${standsIn[part] ?? part}/`
  if (base) return open.find(({ link }) => link !== pathname && `${link}/`.startsWith(base))?.link
  // A page that has no screen yet.
  if (links.includes(`/${words}`)) return undefined
  if (links.includes(`/${wanted}`)) return `/${wanted}`
  const [first = '', ...rest] = wanted.split('/')
  const name = rest.length > 0 && parts.some((one) => one === first) ? rest.join('/') : wanted
  const lead = aliases[name] ?? aliases[wanted]
  if (lead !== undefined || name.includes('/')) return lead
  return links.find((link) => link.endsWith(`/${name}`))
}
