// Long because every screen with an id that no rule finds has its address here.
import { randomInt } from 'node:crypto'
import type { WebRoute } from '#kit/web/module.web.tsx'
import { expect, type Page } from './fixtures.ts'
import { callsAt, documentPagesAt } from './listed.ts'
import { routes } from './routes.ts'
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
/** The address of the first row of a list, as the server has it: to go there by hand would take longer than to look at it. */
const first = (list: string, to: string) => async (call: Call) =>
  `${to}/${(await call<{ items: { id: string }[] }>(list)).items[0]?.id}`

/** The address of what is made to be looked at. */
const made = (entry: string, to: string, draft: () => object) => async (call: Call) =>
  `${to}/${(await call<{ id: string }>(entry, draft())).id}`
const code = () => `L${randomInt(100_000, 999_999)}`

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

export interface Screen {
  path: string | ((call: Call) => Promise<string>)
  /** Who looks; else the first of the demonstration who has one of the permissions. */
  user?: string
  permission?: WebRoute['permission']
  /** What is done before it is looked at. */
  act?: (page: Page) => Promise<void>
  /** What is done there asks who is there when the sign-in is some minutes old. */
  isSignedInAnew?: true
}

type Work = Record<'mine' | 'others', { subject: { type: string; id: string } }[]>

const home = '/account-management'
/** Where a screen with an id is looked at, by the path in the manifest. */
const addresses: Record<string, Screen['path']> = {
  '/my-work/$type/$id': async (call) => {
    const { mine, others } = await call<Work>('/user/work/list')
    const [one] = [...mine, ...others]
    return `/my-work/${one?.subject.type}/${one?.subject.id}`
  },
  '/settings/cdd-ecdd/$id': '/settings/cdd-ecdd/MY-EXCHANGE-10K',
  '/customer/duplicates/$id': twins,
  '/compliance/screening-lists/$id': '/compliance/screening-lists/un',
  '/compliance/unsc/detail/$id': '/compliance/unsc/detail/9900001',
  '/compliance/ofac/detail/$id': '/compliance/ofac/detail/990000',
  '/compliance/detail/$id': '/compliance/detail/ftm%3Ademo-president',
  '/compliance/unsc/history/$id': async (call) => {
    const asked = { dataSource: 'unsc', name: 'Viktor Zarounin', dateOfBirth: '1972', country: 'RU' }
    return `/compliance/unsc/history/${(await call('/poscompliance/screening/search', asked)).id}`
  },
  '/fx-rates-chart/detail/$id': '/fx-rates-chart/detail/USD',
}
for (const [path, list] of Object.entries({
  '/customer/individual': '/poscustomer/customerindividual/list',
  '/customer/corporate': '/poscustomer/customercorporate/list',
})) {
  addresses[`${path}/$id`] = first(list, path)
  addresses[`${path}/update/$id`] = first(list, `${path}/update`)
}

for (const [path, entry, draft] of [
  ['/pos-retail/taxes', '/posretail/tax/create', () => ({ code: code(), name: 'Exempt', kind: 'exempt' })],
  [
    '/pos-retail/items',
    '/posretail/item/create',
    () => ({ sku: code(), name: 'Travel adaptor', kind: 'goods', unit: 'piece', price: '35.00' }),
  ],
  [
    '/accounting/ledgers',
    '/posaccounting/ledger/create',
    () => ({ code: String(randomInt(70_000, 79_999)), name: 'Rent', class: 'expense' }),
  ],
] as const) {
  addresses[`${path}/$id`] = made(entry, path, draft)
  addresses[`${path}/update/$id`] = made(entry, `${path}/update`, draft)
}
/** Goods in the store of a branch, and the branch beside it. */
async function store(call: Call) {
  const { items: all } = await call<{ items: { id: string }[] }>('/poscompany/branch/list')
  const [from, to] = all.map(({ id }) => id)
  const draft = { sku: code(), name: 'Travel adaptor', kind: 'goods', unit: 'piece', price: '35.00' }
  const { id: itemId } = await call('/posretail/item/create', draft)
  const lines = [{ itemId, quantity: '5', cost: '20.00' }]
  await call('/posretail/inventoryadjustment/create', {
    branchId: from,
    reason: 'receipt',
    supplier: 'Northern Wholesale',
    lines,
  })
  return { from, to, itemId }
}
addresses['/pos-retail/transfers/$id'] = async (call) => {
  const { from, to, itemId } = await store(call)
  const lines = [{ itemId, quantity: '2' }]
  const { id } = await call('/posretail/inventorytransfer/create', {
    fromBranchId: from,
    toBranchId: to,
    lines,
  })
  return `/pos-retail/transfers/${id}`
}
const myr = async (call: Call) => {
  const { currencies } = await call<{ currencies: { id: string; isLocal: boolean }[] }>(
    '/posaccounting/bankaccount/choices',
  )
  const branch = (await call<{ items: { id: string }[] }>('/poscompany/branch/list')).items[0]?.id
  const { id: ledgerId } = await call<{ id: string }>('/posaccounting/ledger/create', {
    code: String(randomInt(12_100, 12_999)),
    name: 'Harbour Bank',
    class: 'asset',
  })
  return call<{ id: string }>('/posaccounting/bankaccount/create', {
    code: code(),
    name: 'Current account',
    bankName: 'Harbour Bank',
    number: String(randomInt(10_000_000, 99_999_999)),
    branchId: branch,
    currencyId: currencies.find(({ isLocal }) => isLocal)?.id,
    ledgerId,
  })
}
for (const act of ['', 'update/'])
  addresses[`/accounting/bank-account/${act}$id`] = async (call) =>
    `/accounting/bank-account/${act}${(await myr(call)).id}`
for (const act of ['', 'update/'])
  addresses[`/accounting/payee-list/${act}$id`] = made(
    '/posaccounting/payee/create',
    `/accounting/payee-list/${act}`.replace(/\/$/, ''),
    () => ({ code: code(), name: `Harbour Power ${code()}`, kind: 'utility' }),
  )
const partner = () => ({
  code: code(),
  name: 'Harbour Payouts',
  services: [{ country: 'ID', currency: 'IDR', method: 'wallet' }],
  settlementCurrency: 'USD',
  timeZone: 'Asia/Jakarta',
  cutOff: '14:00',
  workdays: '12345',
})
const payoutRate = async (call: Call) =>
  call<{ id: string }>('/remittance/payoutrate/create', {
    providerId: (await call<{ id: string }>('/remittance/provider/create', partner())).id,
    country: 'ID',
    currency: 'IDR',
    costRate: '3850',
    margin: '0.01',
  })
for (const act of ['', '/update']) {
  addresses[`/remittance/provider${act}/$id`] = made(
    '/remittance/provider/create',
    `/remittance/provider${act}`,
    partner,
  )
  addresses[`/settings/payout-rates${act}/$id`] = async (call) =>
    `/settings/payout-rates${act}/${(await payoutRate(call)).id}`
}
const letters = (count: number) =>
  Array.from({ length: count }, () => String.fromCodePoint(65 + randomInt(0, 26))).join('')
for (const [path, entry, draft] of [
  ['payout-currencies', 'payoutcurrency', () => ({ currency: letters(3) })],
  ['payout-base-rate', 'payoutbaserate', () => ({ currency: letters(3), rate: '12.5' })],
  [
    'recipient-setting',
    'payoutrecipient',
    () => ({
      country: letters(2),
      currency: letters(3),
      method: 'bank',
      fields: [{ key: 'account', form: '[0-9]{5,16}', example: '1234567890' }],
    }),
  ],
] as const)
  for (const act of ['', '/update'])
    addresses[`/settings/${path}${act}/$id`] = made(
      `/remittance/${entry}/create`,
      `/settings/${path}${act}`,
      draft,
    )
for (const [path, entry, draft] of [
  ['payout-partners', 'payoutpartner', { country: 'ID', purpose: 'gift', code: 'GIFT' }],
  ['provider-balance-settings', 'providerbalancesetting', { amount: '5000' }],
] as const)
  for (const act of ['', '/update'])
    addresses[`/settings/${path}${act}/$id`] = async (call) => {
      const { id: providerId } = await call<{ id: string }>('/remittance/provider/create', partner())
      const { id } = await call<{ id: string }>(`/remittance/${entry}/create`, { ...draft, providerId })
      return `/settings/${path}${act}/${id}`
    }
addresses['/remittance/providers-balance/$id'] = async (call) => {
  const branchId = (await call<{ items: { id: string }[] }>('/poscompany/branch/list')).items[0]?.id
  const { id: providerId } = await call<{ id: string }>('/remittance/provider/create', partner())
  const { id } = await call<{ id: string }>('/remittance/providerbalance/create', { providerId, branchId })
  return `/remittance/providers-balance/${id}`
}
addresses['/accounting/ledger-groups/update/$id'] = made(
  '/posaccounting/ledgergroup/create',
  '/accounting/ledger-groups/update',
  () => ({ name: `Premises ${code()}`, class: 'expense' }),
)
for (const act of ['', '/update'])
  addresses[`/accounting/tax-codes${act}/$id`] = async (call) => {
    const ledger = { code: String(randomInt(21_500, 21_999)), name: 'Service tax owed', class: 'liability' }
    const { id: accountId } = await call<{ id: string }>('/posaccounting/ledger/create', ledger)
    const { id } = await call<{ id: string }>('/posaccounting/taxcode/create', {
      code: code(),
      name: 'Service tax',
      direction: 'output',
      accountId,
      versions: [{ validFrom: '2020-01-01', rate: '0.08' }],
    })
    return `/accounting/tax-codes${act}/${id}`
  }

/** Screens with an id that no look is taken at: what the demonstration has no row for, and forms that are those for a new one. */
const seenInJourneys = new Set([
  ...documentPagesAt,
  '/inventory/transfers/$id',
  ...['api-key/$id', 'webhook/$id', 'webhook/update/$id'].map((path) => `${home}/${path}`),
  ...['transaction-setting', 'currency', 'sub-currency-setting', 'mop-settings', 'mod-settings'].flatMap(
    (one) => [`/settings/${one}/$id`, `/settings/${one}/update/$id`],
  ),
  ...['cdd-ecdd', 'margin-rate', 'custom-rate'].map((one) => `/settings/${one}/update/$id`),
  '/customer/bulk-import/$id',
  ...['merge', 'print'].flatMap((act) => [
    `/customer/individual/${act}/$id`,
    `/customer/corporate/${act}/$id`,
  ]),
  '/customer/corporate/related/$id',
  ...['pending', 'cancelled-rejected'].map((one) => `/${one}-transaction/$id`),
  ...['approvals', 'monitoring', 'history'].map((one) => `/transaction-${one}/$id`),
  '/compliance/report-candidates/$id',
  '/verify/$id',
  ...['count', 'update'].map((act) => `/inventory/audit-or-count/$id/${act}`),
  '/inventory/audit-or-count/$id',
  '/inventory/handover/$id',
  ...['', '/count', '/update'].map((act) => `/pos-retail/audit-or-count/$id${act}`),
  '/inventory/openings/$id',
  '/accounting/frozen-statements/$id',
  '/accounting/adjusting-entries/update/$id',
  '/accounting/payee-expense/update/$id',
  '/accounting/bank-reconciliation/$id/match',
  '/accounting/bank-reconciliation/$id/report',
  '/accounting/bank-reconciliation/$id/rules',
  '/accounting/bank-reconciliation/statements/$id',
  '/track/$id',
  '/pos-retail/branch-item-setting/$id',
  '/pos-retail/branch-item-setting/update/$id',
  '/accounting/journal/$id',
  '/accounting/global-ledger-mappings/update/$id',
  '/compliance/bulk-screening/$id',
  '/compliance/ofac/history/$id',
  '/compliance/screening-history/$id',
  '/compliance/screening-whitelist/$id',
])
/** The first row of a list, or one that is made where there is none yet: of what has but a code and a name. */
const firstOrMade = (calls: string, to: string) => async (call: Call) => {
  const [row] = (await call<{ items: { id: string }[] }>(`${calls}/list`)).items
  const { id } = row ?? (await call<{ id: string }>(`${calls}/create`, { code: code(), name: code() }))
  return `${to}/${id}`
}
for (const { path } of routes) {
  const [, to = '', list = ''] = /^((.+?)(?:\/update)?)\/\$id$/.exec(path) ?? []
  const calls = callsAt.get(list)
  if (calls !== undefined && !seenInJourneys.has(path)) addresses[path] ??= firstOrMade(calls, to)
}

/** Screens of the manifests that nobody looks at: there are none. */
export const unseen = routes.flatMap(({ path }) =>
  path.includes('$') && !addresses[path] && !seenInJourneys.has(path) ? path : [],
)

/** Every screen that is looked at, by its name: those of the manifests, and what some of them show when they are used. */
export const screens: Record<string, Screen> = {
  ...Object.fromEntries(
    routes.flatMap(({ path: route, permission }) => {
      const path = route.includes('$') ? addresses[route] : route
      return path === undefined ? [] : [[route, { path, permission }]]
    }),
  ),
  'login with a fault': {
    path: '/login',
    act: async (page) => {
      await page.locator('[name=username]').fill('nobody')
      await page.locator('[name=password]').fill('nothing')
      await page.locator('[type=submit]').click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
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
  'authenticator app': {
    path: `${home}/security`,
    user: 'admin',
    isSignedInAnew: true,
    act: async (page) => {
      await page.locator('main section button').first().click()
      await expect(page.getByRole('dialog').locator('svg[role=img]')).toBeVisible()
    },
  },
  apps: {
    path: `${home}/region`,
    user: 'admin',
    act: async (page) => {
      await page.locator('header [aria-haspopup=menu]').first().click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
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
