// Long because every part of the shell is tried around the same pages.
import { axe, expect, type Page, signIn, test, unique } from './fixtures.ts'
import type { Call, Server } from './server.ts'

const switcher = (page: Page) => page.getByRole('button', { name: /^App:/ })
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' })

const appModules = ['ledger', 'bank', 'statements'].map((moduleCode) => ({
  appCode: 'accounting',
  moduleCode,
}))
const retailModules = ['items', 'retail_stock', 'retail_reports'].map((moduleCode) => ({
  appCode: 'posretail',
  moduleCode,
}))
const remittanceModules = ['orders', 'payout', 'providers'].map((moduleCode) => ({
  appCode: 'remittance',
  moduleCode,
}))
const turn = (call: Call, modules: readonly object[], isEnabled: boolean) =>
  call('/poscompany/manage/updateModules', {
    modules: modules.map((one) => ({ ...one, isEnabled })),
  })

/** Keeps settings for somebody, as the form of the user settings would. */
async function keep(server: Server, user: string, settings: readonly [type: string, value: object][]) {
  const call = await server.as(user)
  const { company } = await server.login(user)
  await call('/possetting/usersetting/update', {
    companyId: company.companyId,
    settings: settings.map(([settingType, value], index) => ({
      settingType,
      settingName: settingType === 'ShortcutLink' ? `To ${index}` : '',
      settingValue: JSON.stringify(value),
      sortIndex: settingType === 'ShortcutLink' ? index : null,
    })),
  })
}

test('an app is chosen in the header and remembered; one with a single module, or no other, is not offered', async ({
  page,
  signedIn,
  server,
}) => {
  await signedIn('admin')
  await page.goto('/account-management/branch')
  await expect(switcher(page)).toHaveText('Money changing')
  await switcher(page).press('Enter')
  await expect(page.getByRole('menuitemradio')).toHaveText([
    'Money changing',
    'Accounting',
    'Retail',
    'Remittance',
  ])
  expect(await axe(page)).toEqual([])
  await page.getByRole('menuitemradio', { name: 'Accounting' }).click()
  await expect(switcher(page)).toHaveText('Accounting')
  await expect(page).toHaveURL(/\/accounting\/ledger-groups$/)
  await page.reload()
  await expect(switcher(page)).toHaveText('Accounting')

  const admin = await server.as('admin')
  try {
    await turn(admin, [...appModules.slice(1), ...retailModules, ...remittanceModules], false)
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').first()).toBeVisible()
    await expect(switcher(page)).toHaveCount(0)
  } finally {
    await turn(admin, [...appModules, ...retailModules, ...remittanceModules], true)
  }
})

test('every address that the specification names opens a page, and a part its first one', async ({
  page,
  signedIn,
}) => {
  test.slow()
  await signedIn('admin')
  const title = page.getByRole('heading', { level: 1 })
  for (const [address, path] of [
    ['admin', '/dashboard'],
    ['my-account', '/account-management/customizable-user-setting'],
    ['admin/fx-rates/settings', '/fx-rates/settings'],
    ['get-rates', '/rate-preview'],
    ['screening-resolution', '/compliance/screening-history'],
    ['money-changer', '/account-management/company'],
    ['subscription', '/company-subscription'],
    ['user-type', '/account-management/company-role'],
    ['wholesale', '/customer/corporate'],
    ['base-rate', '/settings/base-rate'],
    ['compliance', '/compliance/unsc'],
    ['settings', '/settings/general'],
    ['customer', '/customer/individual'],
    ['account-management', '/account-management/company'],
    ['accounting', '/accounting/ledger-groups'],
    ['reports', '/reports/stock-on-hand'],
  ] as const) {
    await page.goto(`/${address}`)
    await expect(page, address).toHaveURL((url) => url.pathname === path)
    await expect(title, address).not.toHaveText('Permission denied')
  }
  await page.goto('/compliance/screening-resolution')
  await expect(page.getByText('In review').first()).toBeVisible()
  await page.goto('/case-management')
  await expect(title).toHaveText('Permission denied')

  await page.goto('/change-password')
  await expect(page.getByRole('dialog', { name: 'Change Password' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('without an app used before, the default app of the person is the current one', async ({
  page,
  signedIn,
  server,
}) => {
  await keep(server, 'accountant', [['DefaultApp', { code: 'accounting' }]])
  await signedIn('accountant')
  await page.goto('/account-management/customizable-user-setting')
  await expect(switcher(page)).toHaveText('Accounting')
  await keep(server, 'accountant', [['DefaultApp', { code: 'mc' }]])
  await page.reload()
  await expect(switcher(page)).toHaveText('Accounting')
})

test('the side menu: 220 px of groups that open and close, or icons whose entries fly out', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/account-management/branch')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const company = menu.getByRole('button', { name: 'Company' })
  await expect(menu.getByRole('link', { name: 'Branches' })).toHaveAttribute('aria-current', 'page')
  expect((await menu.boundingBox())?.width).toBe(220)
  await company.click()
  await expect(menu.getByRole('link', { name: 'Branches' })).toHaveCount(0)
  await menu.getByRole('button', { name: 'Collapse the menu' }).click()
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(56)
  await company.click()
  await expect(menu.getByRole('link', { name: 'Company' })).toBeFocused()
  await menu.getByRole('button', { name: 'Company' }).last().click()
  await expect(menu.getByRole('link')).toHaveCount(0)
  await expect(company).toBeFocused()
  await company.click()
  await menu.getByRole('link', { name: 'Region' }).click()
  await expect(page).toHaveURL(/\/region$/)
  await expect(menu.getByRole('link')).toHaveCount(0)
})

test('the account menu: who it is, password, settings, subscription for whom it is, language, logout', async ({
  page,
  signedIn,
  visitor,
}) => {
  await signedIn('admin')
  await page.goto('/account-management/region')
  const name = await page.getByRole('button', { name: /^Account of/ }).textContent()
  await page.getByRole('button', { name: /^Account of/ }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText((name ?? '').slice(2))
  const own = ['Change Password', 'Security', 'User Settings', 'Layout settings']
  await expect(menu.getByRole('menuitem')).toHaveText([...own, 'Company Subscription', 'Logout'])
  await expect(menu.getByRole('menuitemradio')).toHaveText(['English', '繁體中文'])
  await menu.getByRole('menuitem', { name: 'Company Subscription' }).click()
  await expect(page).toHaveURL(/\/company-subscription$/)

  const theirs = await visitor()
  await signIn(theirs, 'teller', { branch: 'Bukit Bintang', counter: 'Counter 1' })
  await theirs.getByRole('button', { name: /^Account of/ }).click()
  await expect(theirs.getByRole('menuitem')).toHaveText([...own, 'Logout'])
})

test('breadcrumbs lead back to the list as it was left', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/account-management/branch?q=KL')
  await expect(crumbs(page)).toHaveText('Company')
  await page.getByRole('row', { name: 'KL Sentral' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'KL Sentral' })).toBeVisible()
  await expect(crumbs(page).getByRole('listitem')).toHaveText(['Company', 'Branches'])
  await crumbs(page).getByRole('link', { name: 'Branches' }).click()
  await expect(page.getByLabel('Search', { exact: true })).toHaveValue('KL')
  await page.goBack()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/branch\?.*q=KL/)
  await page.setViewportSize({ width: 360, height: 760 })
  await expect(crumbs(page)).toBeHidden()
})

test('the landing page that a person keeps, with their shortcuts above it, those too in the palette', async ({
  page,
  server,
}) => {
  const to = (link: string) => ({ appCode: 'mc', moduleCode: 'settings', link })
  await keep(server, 'manager', [
    ['ShortcutLink', to('/account-management/region')],
    ['ShortcutLink', to('/account-management/counter')],
    // Not for a manager to open, and not built yet: neither is shown.
    ['ShortcutLink', to('/settings/general')],
    ['ShortcutLink', { appCode: 'mc', moduleCode: 'reports', link: '/reports' }],
    ['LandingPage', to('/account-management/branch')],
  ])
  await signIn(page, 'manager')
  await expect(page).toHaveURL(/\/account-management\/branch$/)
  const shortcuts = page.getByRole('navigation', { name: 'Your shortcuts' })
  await expect(shortcuts.getByRole('link')).toHaveText(['To 0', 'To 1'])
  expect(await axe(page)).toEqual([])
  await shortcuts.getByRole('link', { name: 'To 1' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Counters' })).toBeVisible()
  await expect(shortcuts).toHaveCount(0)
  await page.getByRole('button', { name: 'Go to a page' }).click()
  await page.getByPlaceholder('Go to a page').fill('To 0')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Regions' })).toBeVisible()
})

test('what the server no longer allows has no button, though the codes of the sign-in still allow it', async ({
  page,
  server,
}) => {
  const admin = await server.as('admin')
  const name = unique('Keeper')
  const permissions = ['view_regions', 'manage_regions', 'view_branches']
  const draft = { name, baseRole: 'branch_manager', level: 1, permissions, limits: [] }
  const role = await admin('/posuser/managerole/create', draft)
  const userName = unique('keeper').toLowerCase()
  await admin('/posuser/manageUser/create', {
    userName,
    firstName: 'Keeper',
    lastName: '',
    email: `${userName}@agio.example`,
    phone: '',
    password: 'demo1234',
    roleIds: [role.id],
    workspaces: [{ type: 0, workspaceId: null }],
  })
  await signIn(page, userName)
  await page.goto('/account-management/region')
  await expect(page.getByRole('link', { name: 'New region' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions of the row' }).first()).toBeVisible()

  await admin('/posuser/managerole/update', {
    ...draft,
    id: role.id,
    version: role.version,
    permissions: ['view_regions', 'view_branches'],
  })
  // A read may trust for half a second what it knew of the session.
  await expect(async () => {
    const asked = page.waitForResponse((one) => /activeuser\/check/i.test(one.url()))
    await page.reload()
    await asked
    await expect(page.getByRole('row', { name: 'Northern' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'New region' })).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Actions of the row' })).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('PERMISSIONS'))).toContain('manage_regions')
})

test('at the start a browser without saved permissions is emptied, and tokens that ran out are renewed', async ({
  page,
}) => {
  await signIn(page, 'auditor')
  await page.goto('/account-management/region')
  await expect(page.getByRole('row', { name: 'Northern' })).toBeVisible()
  // The tokens have run out by this browser's clock: they are renewed before the page is there.
  const renewed = page.waitForResponse((one) => one.url().endsWith('/auth/refreshtoken'))
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('credentials') ?? '{}') as { expiredAt: number }
    localStorage.setItem('credentials', JSON.stringify({ ...kept, expiredAt: Date.now() - 1 }))
  })
  await page.reload()
  expect((await renewed).status()).toBe(200)
  await expect(page.getByRole('row', { name: 'Northern' })).toBeVisible()
  const expiredAt = () =>
    page.evaluate(
      () => (JSON.parse(localStorage.getItem('credentials') ?? '{}') as { expiredAt: number }).expiredAt,
    )
  expect(await expiredAt()).toBeGreaterThan(Date.now())

  await page.evaluate(() => {
    localStorage.removeItem('PERMISSIONS')
    localStorage.setItem('LIVE_RATE_SETTINGS', '{}')
  })
  await page.reload()
  await expect(page).toHaveURL(/\/login\?redirect=%2Faccount-management%2Fregion$/)
  const left = await page.evaluate(() =>
    ['credentials', 'LIVE_RATE_SETTINGS'].map((key) => localStorage.getItem(key)),
  )
  expect(left).toEqual([null, null])
})

test('the named events are heard: signing in and out, the menu, the layout', async ({ page }) => {
  const names = ['login-success', 'logout-success', 'toggle-menu-flyout', 'update-layout-setting']
  await page.addInitScript((all) => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    for (const name of all) addEventListener(name, () => heard.push(name))
  }, names)
  await signIn(page, 'auditor')
  await page.getByRole('button', { name: 'Collapse the menu' }).click()
  await page.getByRole('button', { name: 'Expand the menu' }).click()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const kept = await page.evaluate(() => localStorage.getItem('credentials') ?? '')
  const said = page.waitForRequest((one) => one.url().endsWith('/auth/logout'))
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  const { refreshToken } = (JSON.parse(kept) as { userInfo: { refreshToken: string } }).userInfo
  expect((await said).postDataJSON()).toEqual({ refreshToken })
  await expect(page).toHaveURL(/\/login$/)
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
  expect(heard.filter((name) => name !== 'update-layout-setting')).toEqual([
    'login-success',
    'toggle-menu-flyout',
    'toggle-menu-flyout',
    'logout-success',
  ])
  expect(heard).toContain('update-layout-setting')
})

test('the settings are a menu of their own behind a line at its foot, with a way back', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/customer/individual')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Individual', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await menu.getByRole('button', { name: 'Settings' }).click()
  await expect(menu.getByRole('link', { name: 'Individual', exact: true })).toHaveCount(0)
  await menu.getByRole('button', { name: 'Company' }).click()
  await menu.getByRole('link', { name: 'Region' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Regions' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Region' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('button', { name: 'Back to the main menu' }).click()
  await expect(menu.getByRole('button', { name: 'Customer' })).toBeVisible()
})

test.describe(() => {
  test.use({ timezoneId: 'Europe/London' })
  test('a telephone number begins with the country of the company', async ({ page, signedIn }) => {
    await signedIn('teller')
    await page.goto('/customer/individual/create')
    await expect(page.getByLabel('Country of the number')).toHaveValue('MY')
  })
})
