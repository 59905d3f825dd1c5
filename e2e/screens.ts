import { expect, type Page } from './fixtures.ts'
import type { Call } from './server.ts'

const dialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible()
const rowMenu = async (page: Page) => {
  // The rows are drawn anew when what they depend on has come, and the focus is gone.
  await expect(async () => {
    await page.locator('tbody tr[data-index]').first().focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
}
const firstRow = async (page: Page) => {
  await expect(async () => {
    await page.locator('tbody tr[data-index]').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/[0-9a-f-]{36}/, { timeout: 1000 })
  }).toPass()
}
/** The address of the first row of a list, as the server has it: to go there by hand would take longer than to look at it. */
const first = (list: string, to: string) => async (call: Call) =>
  `${to}/${(await call<{ items: { id: string }[] }>(list)).items[0]?.id}`

/** Two people of one name and one birth date, of whom somebody says that they are not the same. */
async function twins(call: Call) {
  const draft = {
    name: 'Ong Kah Hui',
    nationality: 'SG',
    dateOfBirth: '1980-03-04',
    idType: 'PASSPORT',
    idIssuingCountry: 'SG',
  }
  const sure = { isDuplicateConfirmed: true, duplicateReason: 'Another passport and another face.' }
  const papers = ['TWIN1', 'TWIN2'].map((one) => `${one}${Date.now()}`)
  for (const idNumber of papers)
    await call('/poscustomer/customerindividual/create', {
      ...draft,
      ...sure,
      idNumber,
      phone: '+6012' + idNumber.slice(-8),
    })
  return first('/poscustomer/duplicatereview/list', '/customer/duplicates')(call)
}

interface Screen {
  path: string | ((call: Call) => Promise<string>)
  user?: 'admin' | 'auditor' | 'compliance'
  /** What is done before it is looked at. */
  act?: (page: Page) => Promise<void>
}

const home = '/account-management'
/** Every screen that is looked at, by its name. */
export const screens: Record<string, Screen> = {
  login: { path: '/login' },
  'login with a fault': {
    path: '/login',
    act: async (page) => {
      await page.locator('[name=username]').fill('nobody')
      await page.locator('[name=password]').fill('nothing')
      await page.locator('[type=submit]').click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  'forgot password': { path: '/forgot-password' },
  'reset password, bad link': { path: '/reset-password?token=nothing' },
  workspaces: {
    path: `${home}/region`,
    user: 'admin',
    act: async (page) => {
      await page.locator('header button[title]').click()
      await dialog(page)
    },
  },
  'no permission': { path: '/nowhere', user: 'auditor' },
  company: { path: `${home}/company`, user: 'admin' },
  'company form': { path: `${home}/company/update`, user: 'admin' },
  subscription: { path: '/company-subscription', user: 'admin' },
  'account menu': {
    path: `${home}/region`,
    user: 'admin',
    act: async (page) => {
      await page.locator('header [aria-haspopup=menu]').last().click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  notifications: {
    path: `${home}/region`,
    user: 'admin',
    act: async (page) => {
      await page.locator('header [aria-haspopup=dialog]').click()
      await dialog(page)
    },
  },
  'change password': {
    path: `${home}/region`,
    user: 'admin',
    act: async (page) => {
      await page.locator('header [aria-haspopup=menu]').last().click()
      await page.getByRole('menuitem').first().click()
      await dialog(page)
    },
  },
  security: { path: `${home}/security`, user: 'admin' },
  'authenticator app': {
    path: `${home}/security`,
    user: 'admin',
    act: async (page) => {
      await page.locator('main section button').first().click()
      await expect(page.getByRole('dialog').locator('svg[role=img]')).toBeVisible()
    },
  },
  webhooks: { path: `${home}/webhook`, user: 'admin' },
  'webhook form': { path: `${home}/webhook/create`, user: 'admin' },
  'second factor by role': { path: '/settings/second-factor', user: 'admin' },
  'user settings': { path: `${home}/customizable-user-setting`, user: 'admin' },
  'general settings': { path: '/settings/general', user: 'admin' },
  'information fields': { path: '/settings/information-fields', user: 'admin' },
  apps: {
    path: `${home}/region`,
    user: 'admin',
    act: async (page) => {
      await page.locator('header [aria-haspopup=menu]').first().click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  'currency list': { path: '/settings/currency', user: 'admin' },
  'currency form': { path: '/settings/currency/create', user: 'admin' },
  'currency by branch': { path: '/settings/currency-branch-setting', user: 'admin' },
  'sub-currency form': { path: '/settings/sub-currency-setting/create', user: 'admin' },
  'modes of payment': { path: '/settings/mop-settings', user: 'admin' },
  'due diligence': { path: '/settings/cdd-ecdd', user: 'admin' },
  'due-diligence rule': { path: '/settings/cdd-ecdd/MY-EXCHANGE-10K', user: 'admin' },
  'due-diligence rule form': { path: '/settings/cdd-ecdd/create', user: 'admin' },
  'screening result': {
    path: async (call) => {
      const asked = { dataSource: 'unsc', name: 'Viktor Zarounin', dateOfBirth: '1972', country: 'RU' }
      return `/compliance/unsc/history/${(await call('/poscompliance/screening/search', asked)).id}`
    },
    user: 'admin',
  },
  'screening risk form': { path: '/settings/risk-settings/update', user: 'admin' },
  'fee form': { path: '/settings/transaction-setting/create', user: 'admin' },
  'profit and loss': { path: '/reports/profit-loss', user: 'admin' },
  'transaction workflow': { path: '/settings/transaction-workflow', user: 'admin' },
  'row menu': { path: `${home}/branch`, user: 'admin', act: rowMenu },
  'question before deleting': {
    path: `${home}/branch`,
    user: 'admin',
    act: async (page) => {
      await rowMenu(page)
      await page.getByRole('menuitem').last().click()
      await dialog(page)
    },
  },
  'nothing found': { path: `${home}/branch?q=nothing-like-this`, user: 'admin' },
  'branch panel': {
    path: `${home}/branch`,
    user: 'admin',
    act: async (page) => {
      await page.locator('tbody tr[data-index] td').nth(1).click()
      await dialog(page)
    },
  },
  'branch form with faults': {
    path: `${home}/branch/create`,
    user: 'admin',
    act: async (page) => {
      await page.locator('[type=submit]').click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  'filter open': {
    path: `${home}/branch`,
    user: 'admin',
    act: async (page) => {
      await page.locator('button:has(.tabler-icon-filter-plus)').click()
      await dialog(page)
    },
  },
  'filter chips': {
    path: `${home}/branch?filter=${encodeURIComponent('[["name","Contains","e"],["isEnabled","Equals",true]]')}`,
    user: 'admin',
  },
}
const lists = {
  region: [`${home}/region`, '/poscompany/region/list'],
  branch: [`${home}/branch`, '/poscompany/branch/list'],
  counter: [`${home}/counter`, '/poscompany/counter/list'],
  user: [`${home}/user`, '/posuser/manageUser/list'],
  'company-role': [`${home}/company-role`, '/posuser/managerole/list'],
  individual: ['/customer/individual', '/poscustomer/customerindividual/list'],
  corporate: ['/customer/corporate', '/poscustomer/customercorporate/list'],
} as const
for (const [one, [path, list]] of Object.entries(lists))
  Object.assign(screens, {
    [`${one} list`]: { path, user: 'admin' },
    [`${one} new`]: { path: `${home}/${one}/create`, user: 'admin' },
    [`${one} detail`]: { path: first(list, path), user: 'admin' },
    [`${one} form`]: { path: first(list, `${path}/update`), user: 'admin' },
  })
Object.assign(screens, {
  'user audit': { path: `${home}/user-audit`, user: 'admin' },
  'user audit entry': { path: `${home}/user-audit`, user: 'admin', act: firstRow },
})

for (const [name, path] of Object.entries({
  stock: '/inventory',
  'counter day': '/inventory/day',
  counts: '/inventory/audit-or-count',
  adjustments: '/inventory/adjustments',
  'float form': '/inventory/adjustments/float',
  'accounts of modes': '/settings/mop-mod-mapping-setting',
  ledgers: '/accounting/ledgers',
  journal: '/accounting/journal',
  'detail ledger': '/accounting/detail-ledger-analysis',
  'month end': '/accounting/month-end',
  anchors: '/accounting/anchors',
  'account mapping': '/accounting/global-ledger-mappings',
  'account mapping form': '/accounting/global-ledger-mappings/create',
  'period lock': '/accounting/period-lock',
  'base rates': '/settings/base-rate',
  'margin rate list': '/settings/margin-rate',
  'margin rate form': '/settings/margin-rate/create',
  'margin rate sheet': '/settings/margin-rate/sheet',
  'custom rate list': '/settings/custom-rate',
  'custom rate sheet': '/settings/custom-rate/sheet',
  'custom rate form': '/settings/custom-rate/create',
  'rate validation': '/settings/rate-validation',
  'live rates': '/fx-rates',
  'live rate settings': '/fx-rates/settings',
  'rate chart': '/fx-rates-chart',
  'board of rates': '/board-rates',
  'board screen': '/board-rates/screen',
  'rate preview': '/rate-preview',
  'UNSC search': '/compliance/unsc',
  'UNSC monitoring': '/compliance/unsc/customer-ogm',
  'bulk screening': '/compliance/bulk-screening',
  'KYC screening': '/settings/kyc-screening-settings',
  'screening lists': '/compliance/screening-lists',
  'screening list': '/compliance/screening-lists/un',
  'profile on the list of the UN': '/compliance/unsc/detail/9900001',
  'profile on a list of OFAC': '/compliance/ofac/detail/990000',
  'profile of enhanced data': '/compliance/detail/ftm%3Ademo-president',
}))
  screens[name] = { path, user: 'admin' }
screens['customer import'] = { path: '/customer/bulk-import', user: 'admin' }
Object.assign(screens, {
  dashboard: { path: '/dashboard', user: 'admin' },
  'deal without a counter': { path: '/transaction', user: 'admin' },
  'deals to decide': { path: '/transaction-approvals', user: 'admin' },
  'report candidates': { path: '/compliance/report-candidates', user: 'compliance' },
  'possible duplicates': { path: '/customer/duplicates', user: 'admin' },
  'possible duplicate': { path: twins, user: 'compliance' },
  'stand-ins': { path: '/approval-delegation', user: 'admin' },
  'pending deals': { path: '/pending-transaction', user: 'admin' },
  'deal history': { path: '/transaction-history', user: 'auditor' },
})
