import { account, expect, type Page, test, unique, workspaces } from './fixtures.ts'

const home = '/account-management'
const rows = (page: Page) => page.locator('tbody tr[data-index]')
const dialog = (page: Page) => page.getByRole('dialog')
const escape = async (page: Page) => {
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
}

test('what opens over a page gives the focus back', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto(`${home}/branch`)
  await rows(page).nth(1).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await escape(page)
  await expect(rows(page).nth(1)).toBeFocused()

  await rows(page).nth(2).locator('td').first().click()
  await escape(page)
  await expect(rows(page).nth(2)).toBeFocused()

  const add = page.getByRole('button', { name: 'Add filter' })
  await add.click()
  await escape(page)
  await expect(add).toBeFocused()
  await add.press('Enter')
  // The panel takes the focus first: whoever types before it does, types on the page.
  await expect(page.getByLabel('Column', { exact: true })).toBeFocused()
  await page.getByLabel('Value').fill('e')
  await page.keyboard.press('Enter')
  await expect(add).toBeFocused()
  const chip = page.getByRole('button', { name: 'Code contains e' })
  await chip.click()
  await escape(page)
  await expect(chip).toBeFocused()
  await page.getByRole('button', { name: 'Remove the filter Code' }).click()
  await expect(chip).toHaveCount(0)
  await expect(add).toBeFocused()

  const place = page.getByTitle('Switch working space')
  await place.click()
  await expect(workspaces(page)).toBeVisible()
  await escape(page)
  await expect(place).toBeFocused()
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Change Password' }).click()
  await escape(page)
  await expect(account(page)).toBeFocused()
})

test('a page that is gone to has the focus on its heading, and its acts keep it', async ({
  page,
  signedIn,
  server,
}) => {
  const admin = await server.as('admin')
  const code = unique('FOCUS')
  const branch = await admin('/poscompany/branch/create', { code, name: code })
  await signedIn('admin')
  await page.goto(`${home}/branch/${branch.id}`)
  const disable = page.getByRole('button', { name: 'Disable' })
  await disable.click()
  await escape(page)
  await expect(disable).toBeFocused()
  await disable.click()
  await dialog(page).getByRole('button', { name: 'Disable' }).click()
  const enable = page.getByRole('button', { name: 'Enable' })
  await expect(enable).toBeFocused()
  await enable.dblclick()
  await expect(disable).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Enabled Successfully' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)

  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.locator('nav a[href$="/region"]').click()
  await expect(heading('Regions')).toBeFocused()
  await page.getByRole('link', { name: 'New region' }).click()
  await expect(heading('New region')).toBeFocused()
  await page.goto(`${home}/branch`)
  await rows(page).first().focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(heading('Edit branch')).toBeFocused()
})

test('the way back to a list leads to the row that was opened', async ({ page, signedIn, server }) => {
  const admin = await server.as('admin')
  const name = unique('Back')
  for (let made = 10; made < 40; made += 1)
    await admin('/poscompany/region/create', { code: `${name}-${made}`, name: `${name} ${made}` })
  await signedIn('auditor')
  await page.setViewportSize({ width: 1200, height: 600 })
  await page.goto(`${home}/region?q=${name}&sort=name-asc&size=50`)
  await rows(page).first().focus()
  await page.keyboard.press('End')
  await expect(rows(page).filter({ hasText: `${name} 39` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `${name} 39` })).toBeVisible()
  await page.goBack()
  await expect(rows(page).filter({ hasText: `${name} 39` })).toBeFocused()
  await expect(rows(page).filter({ hasText: `${name} 39` })).toBeInViewport()
  await page.getByLabel('Search', { exact: true }).fill(`${name} `.slice(0, -1) + ' 1')
  await expect(rows(page)).toHaveCount(10)
  await expect(rows(page).first()).toHaveAttribute('tabindex', '0')
})

test('on a phone the menu takes the focus and gives it back', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${home}/branch`)
  const burger = page.getByRole('button', { name: 'Menu' })
  await burger.click()
  await expect(page.locator('nav :focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(burger).toBeFocused()
  await expect(burger).toHaveAttribute('aria-expanded', 'false')

  // How a row stands and what can be done with it is in view.
  await expect(rows(page).first().getByText('Enabled')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Actions of the row' }).first()).toBeInViewport({ ratio: 1 })
})

test('saving keeps the focus, and a sign-in that failed goes on at the password', async ({
  page,
  signedIn,
  visitor,
  expectConsole,
}) => {
  expectConsole(/status of 4\d\d/)
  await signedIn('admin')
  await page.goto(`${home}/region/create`)
  await page.getByRole('textbox', { name: 'Code' }).fill('KLC')
  await page.getByRole('textbox', { name: 'Name' }).fill('x')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/poscompany/region/create', async (route) => {
    await asked
    await route.abort()
  })
  expectConsole(/ERR_FAILED/)
  const save = page.getByRole('button', { name: /^Save/ })
  await save.press('Enter')
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(save).toBeFocused()
  answer()
  await expect(save).not.toHaveAttribute('aria-disabled')
  await expect(save).toBeFocused()

  const other = await visitor()
  await other.goto('/login')
  await other.getByLabel('Username').fill('nobody')
  await other.getByLabel('Password', { exact: true }).fill('wrong')
  await other.getByRole('button', { name: 'Login' }).click()
  await expect(other.getByRole('alert')).toBeVisible()
  await expect(other.getByLabel('Password', { exact: true })).toBeFocused()
})
