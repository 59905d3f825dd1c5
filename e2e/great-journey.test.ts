import { demoPassword } from '#apps/server/demo.ts'
import {
  account,
  expect,
  fillSignIn,
  type Page,
  matchRefusedCall,
  signIn,
  test,
  unique,
  workspaces,
} from './fixtures.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

/** Opens a screen by the menu, its group first when that is closed. */
async function open(page: Page, group: string, entry: string, title = `${entry}s`) {
  const settings = menu(page).getByRole('button', { name: 'Settings', exact: true })
  const head = menu(page).getByRole('button', { name: group, exact: true })
  await expect(settings.or(head).first()).toBeVisible()
  if (await settings.isVisible()) await settings.click()
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
  await menu(page).getByRole('link', { name: entry, exact: true }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
}

async function create(page: Page, one: string, fill: () => Promise<void>) {
  await page.getByRole('link', { name: `New ${one}` }).click()
  await expect(page.getByRole('heading', { name: `New ${one}` })).toBeVisible()
  await fill()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Created Successfully!' })).toBeVisible()
  await expect(page.getByRole('heading', { name: `New ${one}` })).toHaveCount(0)
}

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('from an empty region to a teller who sees what the role allows, and whose lock takes effect', async ({
  page,
  visitor,
  expectConsole,
}) => {
  test.setTimeout(120_000)
  expectConsole(matchRefusedCall(401))
  expectConsole(matchRefusedCall(422))
  const code = unique('GJ')
  const userName = unique('newcomer')
  await signIn(page, 'admin', { branch: 'George Town', counter: 'Counter 1' })
  await expect(page.getByTitle('Switch working space')).toContainText('Counter 1')

  await open(page, 'Company', 'Region')
  await create(page, 'region', async () => {
    await page.getByRole('textbox', { name: 'Code' }).fill(code)
    await page.getByRole('textbox', { name: 'Name' }).fill(`Region ${code}`)
  })
  await open(page, 'Company', 'Branches', 'Branches')
  await create(page, 'branch', async () => {
    await page.getByRole('textbox', { name: 'Code' }).fill(code)
    await page.getByRole('textbox', { name: 'Name' }).fill(`Branch ${code}`)
    await choose(page, 'Region', `Region ${code}`)
  })
  await open(page, 'Company', 'Counter')
  await create(page, 'counter', async () => {
    await page.getByRole('textbox', { name: 'Code' }).fill('C1')
    await page.getByRole('textbox', { name: 'Name' }).fill(`Counter ${code}`)
    await choose(page, 'Branch', `Branch ${code}`)
  })
  await open(page, 'User Management', 'Role')
  await create(page, 'role', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill(`Role ${code}`)
    await choose(page, 'Base role', 'Teller')
    await expect(page.getByRole('combobox', { name: 'Level' })).toHaveValue('Counter')
    const search = page.getByLabel('Search permissions')
    for (const one of ['See branches', 'See counters']) {
      await search.fill(one.replace('See ', ''))
      await page.getByRole('checkbox', { name: one, exact: true }).check()
    }
  })
  await open(page, 'User Management', 'Users', 'Users')
  await create(page, 'user', async () => {
    await page.getByRole('textbox', { name: 'Username' }).fill(userName)
    await page.getByRole('textbox', { name: 'First name' }).fill('New')
    await page.getByRole('textbox', { name: 'Last name' }).fill('Comer')
    await page.getByLabel(/^Password/).fill(demoPassword)
    await choose(page, 'Roles', `Role ${code}`)
    await page.keyboard.press('Escape')
    await page.getByLabel('Search places').fill(code)
    await page.getByRole('checkbox', { name: `Counter ${code}` }).check()
  })
  await page.getByLabel('Search', { exact: true }).fill(userName)
  await expect(page.getByRole('row', { name: userName })).toBeVisible()

  const theirs = await visitor()
  await theirs.goto('/login')
  await fillSignIn(theirs, userName)
  await expect(account(theirs)).toBeVisible()
  await expect(workspaces(theirs)).toHaveCount(0)
  await expect(theirs.getByTitle('Switch working space')).toContainText(`Counter ${code}`)
  await menu(theirs).getByRole('button', { name: 'Settings' }).click()
  await menu(theirs).getByRole('button', { name: 'Company', exact: true }).click()
  await expect(menu(theirs).getByRole('link', { name: 'Branches' })).toBeVisible()
  await expect(menu(theirs).getByRole('link', { name: 'Counter' })).toBeVisible()
  for (const hidden of ['Region', 'Users', 'Role', 'User Audit', 'User Management'])
    await expect(menu(theirs).getByText(hidden, { exact: true })).toHaveCount(0)
  for (const address of ['/account-management/user', '/account-management/branch/create']) {
    await theirs.goto(address)
    await expect(theirs.getByRole('heading', { name: 'Permission denied' })).toBeVisible()
  }
  // Only the own counter is seen, and nothing can be made.
  await theirs.goto('/account-management/counter')
  await expect(theirs.getByRole('row', { name: `Counter ${code}` })).toBeVisible()
  await expect(theirs.getByText('1-1 of 1')).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'New counter' })).toHaveCount(0)

  const row = page.getByRole('row', { name: userName })
  await row.getByRole('button', { name: 'Actions of the row' }).click()
  await page.getByRole('menuitem', { name: 'Lock' }).click()
  const question = page.getByRole('dialog', { name: 'Lock' })
  await expect(question).toContainText('signed out everywhere at once')
  await question.getByRole('button', { name: 'Lock' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Locked Successfully!' })).toBeVisible()
  await expect(row).toContainText('Locked')

  const expired = theirs.getByRole('dialog', { name: 'Session expired' })
  await expect(expired).toContainText('Your session has expired. Please re-login to renew your session.', {
    timeout: 3000,
  })
  await expired.getByRole('button', { name: 'OK' }).click()
  await expect(theirs).toHaveURL(/\/login\?redirect=/)
  await fillSignIn(theirs, userName)
  await expect(theirs.getByRole('alert')).toHaveText('Username or password incorrect.')
})
