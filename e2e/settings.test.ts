import { account, axe, expect, fillSignIn, type Page, test, workspaces } from './fixtures.ts'

const box = (page: Page, group: string, name: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: group, exact: true }) })
    .getByLabel(name)
const pick = async (page: Page, group: string, name: string, option: string) => {
  await box(page, group, name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).click()
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved Successfully!' })

test('a person keeps app, workspace, landing page and four shortcuts; the workspace is entered without asking', async ({
  page,
  signedIn,
  server,
  visitor,
}) => {
  // Who has chosen a language has kept nothing of this form yet.
  const { company } = await server.login('manager')
  const manager = await server.as('manager')
  const language = { settingType: 'Language', settingName: '', sortIndex: null }
  await manager('/possetting/usersetting/update', {
    companyId: company.companyId,
    settings: [{ ...language, settingValue: '{"code":"en"}' }],
  })
  await signedIn('manager')
  await page.goto('/account-management/company')
  await account(page).click()
  await page.getByRole('menuitem', { name: 'User Settings' }).click()
  await expect(page.getByRole('heading', { name: 'User Settings' })).toBeVisible()

  // What a new form begins with.
  await expect(box(page, 'Default App', 'App')).toHaveValue('Money changing')
  await expect(box(page, 'Default Workspace', 'Region')).not.toHaveValue('')
  await expect(box(page, 'Default Workspace', 'Branch')).not.toHaveValue('')
  await expect(box(page, 'Default Workspace', 'Counter')).toHaveValue('Counter 1')
  for (const number of [1, 2, 3, 4])
    await expect(box(page, `Shortcut Link ${number}`, 'Name')).not.toHaveValue('')
  await expect(box(page, 'Shortcut Link 3', 'Name')).toHaveValue('Live FX Rates')
  await expect(box(page, 'Shortcut Link 3', 'Page')).toHaveValue('Live FX Rate')

  // An app takes its first module and page, a module its first page, a branch its first counter.
  await pick(page, 'Landing Page', 'App', 'Accounting')
  await expect(box(page, 'Landing Page', 'Page')).not.toHaveValue('')
  await pick(page, 'Landing Page', 'Module', 'Settings')
  await expect(box(page, 'Landing Page', 'Page')).toHaveValue('General')
  await pick(page, 'Landing Page', 'Page', 'Counter')
  await pick(page, 'Default Workspace', 'Branch', 'KL Sentral')
  await expect(box(page, 'Default Workspace', 'Counter')).toHaveValue('Counter 1')

  const name = box(page, 'Shortcut Link 1', 'Name')
  await name.fill('')
  await save(page)
  await expect(page.getByText('This field is required', { exact: true })).toBeVisible()
  await name.fill('a name that is far longer than twenty')
  await expect(name).toHaveValue('a name that is far l')
  await save(page)
  await expect(saved(page)).toBeVisible()

  // Only pages that there are can be chosen, so the one that was is where it begins.
  await page.goto('/')
  await expect(page).toHaveURL(/\/account-management\/counter$/)

  const theirs = await visitor()
  await theirs.goto('/login')
  await fillSignIn(theirs, 'manager')
  await expect(theirs.getByTitle('Switch working space')).toContainText('KL Sentral')
  await expect(theirs.getByTitle('Switch working space')).toContainText('Counter 1')
  await expect(workspaces(theirs)).toHaveCount(0)
})

test('general settings and information fields are kept, and lines can be put back before', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/settings/general')
  await page.getByRole('combobox', { name: 'Decimals of a rate' }).click()
  await page.getByRole('option', { name: '5', exact: true }).click()
  await save(page)
  await expect(saved(page)).toBeVisible()
  await page.goto('/settings/general')
  await expect(page.getByRole('combobox', { name: 'Decimals of a rate' })).toHaveValue('5')

  await page.goto('/settings/information-fields')
  const option = page.getByLabel('Gender: On the form')
  const action = page.getByLabel('Gender: While it is empty')
  await expect(action).toBeDisabled()
  await option.selectOption('REQUIRED')
  await action.selectOption('WARN')
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(option).toHaveValue('OPTIONAL')
  await option.selectOption('REQUIRED')
  await action.selectOption('WARN')
  await page.getByText('Corporate', { exact: true }).click()
  await page.getByLabel('Website address: On the form').selectOption('HIDDEN')
  // What is fetched anew meanwhile, here the words of another language, does not take the changes away.
  await account(page).click()
  await page.getByRole('menuitemradio', { name: '繁體中文' }).click()
  await expect(page.getByRole('columnheader', { name: '表單上' })).toBeAttached()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Website address: On the form')).toHaveValue('HIDDEN')
  // Nor does leaving, unasked.
  await page.getByRole('link', { name: 'Agio, home page' }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Keep editing' }).click()
  await save(page)
  await expect(saved(page)).toBeVisible()
  await expect(page.getByLabel('Website address: On the form')).toHaveValue('HIDDEN')
  await page.reload()
  await expect(page.getByLabel('Gender: While it is empty')).toHaveValue('WARN')
})

test('the layout is changed from the account menu, and stays so', async ({ page, signedIn }) => {
  await signedIn('auditor')
  await page.goto('/account-management/branch')
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Layout settings' }).click()
  const panel = page.getByRole('dialog', { name: 'Layout settings' })
  await panel.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await panel.getByText('Large', { exact: true }).click()
  await panel.getByText('繁體中文').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant')
  await page.getByRole('dialog').getByText('English').click()
  await panel.getByLabel('Default page').selectOption('Counter')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  expect((await menu.boundingBox())?.width).toBe(220)
  await panel.getByText('Flyout', { exact: true }).click()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await page.evaluate(() => document.documentElement.style.fontSize)).toBe('112.5%')
  await expect(page.getByRole('button', { name: 'Expand the menu' })).toBeVisible()
  const kept = await page.evaluate(
    () => JSON.parse(localStorage.getItem('LAYOUT_SETTINGS') ?? '{}') as object,
  )
  const defaultPage = '/account-management/counter'
  expect(kept).toMatchObject({ theme: 'mode-dark', menu: 'menu-flyout', fontSize: 1.125, defaultPage })
  await page.goto('/')
  await expect(page).toHaveURL(/\/account-management\/counter$/)
  // What is none of its kind falls back by itself.
  await page.evaluate(() =>
    localStorage.setItem('LAYOUT_SETTINGS', '{"theme":"mode-blue","menu":"menu-round","fontSize":1.125}'),
  )
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await expect(page.getByRole('button', { name: 'Collapse the menu' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.style.fontSize)).toBe('112.5%')
})
