import { demoPassword } from '#apps/server/demo.ts'
import {
  account,
  axe,
  expect,
  fillSignIn,
  matchRefusedCall,
  signIn,
  test,
  unique,
  workspaces,
} from './fixtures.ts'

test('asks for what is missing, and says so when name or password are wrong', async ({
  page,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(422))
  await page.goto('/login')
  const submit = page.getByRole('button', { name: 'Login' })
  const username = page.getByLabel('Username')
  const password = page.getByLabel('Password', { exact: true })
  await expect(username).toBeFocused()
  await expect(submit).toBeDisabled()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Username is required')).toBeVisible()
  await username.focus()
  await expect(page.getByText('Password is required')).toBeVisible()
  await username.fill('teller')
  await expect(submit).toBeDisabled()
  await password.fill('not it')
  await expect(submit).toBeEnabled()

  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show or hide the password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Show or hide the password' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  await password.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Username or password incorrect.')
  await expect(page.getByLabel('PIN')).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await username.fill('nobody at all')
  await submit.click()
  await expect(page.getByRole('alert')).toHaveText('Username or password incorrect.')
})

test('the PIN field appears only for a user who has a PIN', async ({ page, server, expectConsole }) => {
  expectConsole(matchRefusedCall(422))
  const admin = await server.as('admin')
  const userName = unique('pin')
  const draft = { userName, firstName: 'Pin', password: demoPassword, pin: '4711' }
  await admin('/posuser/manageUser/create', draft)
  await page.goto('/login')
  await expect(page.getByLabel('PIN')).toHaveCount(0)
  await fillSignIn(page, userName)
  const pin = page.getByLabel('PIN', { exact: true })
  await expect(pin).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText('Enter your PIN to continue.')
  await pin.fill('0000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Username or password incorrect.')
  await pin.fill('4711')
  await page.keyboard.press('Enter')
  await expect(account(page)).toBeVisible()
})

test('signing in brings back to the wanted address, and away from the sign-in screen', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.goto('/account-management/branch?page=1&q=KL')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  // In place of the guarded address, which would only lead here again.
  await page.goBack()
  await expect(page).toHaveURL(/\/forgot-password$/)
  await page.goForward()
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await fillSignIn(page, 'auditor')
  await expect(page).toHaveURL(/\/account-management\/branch\?.*q=KL/)
  await expect(page.getByRole('heading', { name: 'Branches' })).toBeVisible()
  await page.goto('/login')
  await expect(
    page.getByRole('heading', { name: 'Company', level: 1 }).or(account(page)).first(),
  ).toBeVisible()
  await expect(page).not.toHaveURL(/login/)
  // The address of a stranger is not gone to.
  await page.goto('/login?redirect=//evil.example/')
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/(?!login)\w/)
})

test('the empty path leads to the first entry of the menu, an unknown one to no permission', async ({
  page,
}) => {
  await signIn(page, 'auditor')
  await page.goto('/')
  const first = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').first()
  await expect(first).toHaveAttribute('aria-current', 'page')
  for (const path of ['/%E0%A4%A', '/nowhere/at/all']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Permission denied' })).toBeVisible()
  }
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(first).toHaveAttribute('aria-current', 'page')
})

test('speaks Traditional Chinese and English, before and after signing in', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Language').selectOption('zh_Hant')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant')
  await expect(page.getByRole('heading', { name: '登入' })).toBeVisible()
  // Spoken where a browser keeps it, though nobody is offered it.
  for (const [language, login] of [
    ['vi', 'Đăng nhập'],
    ['zh_Hans', '登录'],
  ] as const) {
    await page.evaluate((one) => localStorage.setItem('LAYOUT_SETTINGS', `{"language":"${one}"}`), language)
    await page.reload()
    await expect(page.getByRole('heading', { name: login })).toBeVisible()
    await expect(page.getByRole('combobox').getByRole('option')).toHaveText(['English', '繁體中文'])
  }
  await page.getByRole('combobox').selectOption('en')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await fillSignIn(page, 'auditor')
  await account(page).click()
  await page.getByRole('menuitemradio', { name: '繁體中文' }).click()
  await expect(page.getByRole('heading', { name: '語言' }).or(page.getByText('語言')).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/account-management/region')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant')
  await expect(page.getByRole('navigation').getByRole('button', { name: '公司' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Grace Lim' }).click()
  await expect(page.getByRole('menuitemradio')).toHaveText(['English', '繁體中文'])
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
})

test('asks before logging out; afterwards the pages are closed', async ({ page }) => {
  await signIn(page, 'auditor')
  await account(page).press('Enter')
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Are you sure want to log out?')
  await page.mouse.click(5, 5)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('credentials'))).toBeNull()
  await page.goto('/account-management/branch')
  await expect(page).toHaveURL(/\/login\?redirect=/)
})

test('changing the password closes the dialog and signs out', async ({ page, server, expectConsole }) => {
  expectConsole(matchRefusedCall(400))
  const admin = await server.as('admin')
  const userName = unique('changes')
  await admin('/posuser/manageUser/create', { userName, firstName: 'Change', password: demoPassword })
  await signIn(page, userName)
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  const submit = dialog.getByRole('button', { name: 'Change Password' })
  await expect(submit).toBeDisabled()
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await dialog.getByLabel('Current password').fill('wrong one')
  await dialog.getByLabel('New password').fill('abc')
  await dialog.getByLabel('Confirm password').fill('something else')
  await dialog.getByLabel('Current password').focus()
  await expect(dialog.getByText('At least 4 characters')).toBeVisible()
  await expect(dialog.getByText('Password Not Matching')).toBeVisible()
  await dialog.getByLabel('New password').fill('new password')
  await dialog.getByLabel('Confirm password').fill('new password')
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText('The current password is not right.')
  await dialog.getByLabel('Current password').fill(demoPassword)
  await submit.click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('status')).toHaveText(/Your password has been changed/)
  await fillSignIn(page, userName, 'new password')
  await expect(account(page)).toBeVisible()
  await expect(workspaces(page)).toHaveCount(0)
})
