import { demoPassword } from '#apps/server/demo.ts'
import {
  axe,
  counterButton,
  expect,
  fillSignIn,
  type Page,
  signIn,
  test,
  unique,
  workspaces,
} from './fixtures.ts'

const chip = (page: Page) => page.getByTitle('Switch working space')

test('a teller takes a seat at a counter, and changes it', async ({ page, context }) => {
  await page.goto('/login')
  await fillSignIn(page, 'teller')
  await expect(workspaces(page)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await counterButton(page, { branch: 'Bukit Bintang', counter: 'Counter 2' }).click()
  await expect(workspaces(page)).toHaveCount(0)
  await expect(chip(page)).toContainText('Central')
  await expect(chip(page)).toContainText('Bukit Bintang')
  await expect(chip(page)).toContainText('Counter 2')

  await chip(page).click()
  const own = counterButton(page, { branch: 'Bukit Bintang', counter: 'Counter 2' })
  await expect(own).toHaveAttribute('aria-pressed', 'true')
  // Another branch's counters are not offered to whom they are not assigned.
  await expect(workspaces(page).getByRole('region')).toHaveCount(1)
  await own.click()
  await expect(workspaces(page)).toHaveCount(0)
  await chip(page).click()
  await workspaces(page).getByRole('button', { name: 'Bukit Bintang' }).click()
  const hint = page.getByRole('dialog').filter({ hasText: 'Please select a Branch and Counter' })
  await expect(hint).toContainText('Please select a Branch and Counter to perform a transaction')
  await hint.getByRole('button', { name: 'OK' }).click()
  await counterButton(page, { branch: 'Bukit Bintang', counter: 'Counter 1' }).click()
  await expect(chip(page)).toContainText('Counter 1')
  await page.reload()
  await expect(chip(page)).toContainText('Counter 1')

  // The place is that of the session: another tab of it is told.
  const other = await context.newPage()
  await other.goto('/account-management/customizable-user-setting')
  await expect(chip(other)).toContainText('Counter 1')
  await chip(page).click()
  await counterButton(page, { branch: 'Bukit Bintang', counter: 'Counter 2' }).click()
  await expect(chip(other)).toContainText('Counter 2')

  // What is half done belongs to the place before: it is asked about, and stays for whoever stays.
  await page.goto('/customer/individual/create')
  await page.locator('[name=name]').fill('Half done')
  const toOne = async () => {
    await chip(page).click()
    await counterButton(page, { branch: 'Bukit Bintang', counter: 'Counter 1' }).click()
    return page.getByRole('dialog', { name: 'Leave without saving?' })
  }
  await (await toOne()).getByRole('button', { name: 'Keep editing' }).click()
  await workspaces(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('[name=name]')).toHaveValue('Half done')
  await expect(chip(page)).toContainText('Counter 2')
  await (await toOne()).getByRole('button', { name: 'Discard changes' }).click()
  await expect(chip(page)).toContainText('Counter 1')
  await expect(page.locator('[name=name]')).toHaveCount(0)
})

test('a branch that is only looked at cannot be selected', async ({ page, server }) => {
  const admin = await server.as('admin')
  const code = unique('VIEW')
  const branch = await admin('/poscompany/branch/create', { code, name: code, isOnlyView: true })
  await admin('/poscompany/counter/create', { code: 'C1', name: 'Window 1', branchId: branch.id })
  await signIn(page, 'admin', { branch: 'George Town', counter: 'Counter 1' })
  await chip(page).click()
  const card = workspaces(page).getByRole('region', { name: code })
  await expect(card).toContainText('View only')
  await expect(card.getByRole('button', { name: code })).toBeDisabled()
  await expect(card.getByRole('button', { name: 'Window 1' })).toBeDisabled()
})

test('somebody without a workspace is told, and is free to go on', async ({ page }) => {
  await signIn(page, 'auditor')
  await expect(workspaces(page)).toHaveCount(0)
  await chip(page).click()
  await expect(workspaces(page)).toContainText(
    "There is no any workspaces for switching. You're free to close this popup.",
  )
  await page.keyboard.press('Escape')
  await expect(workspaces(page)).toHaveCount(0)
})

test('who works at one counter enters it without being asked', async ({ page, server }) => {
  const admin = await server.as('admin')
  const { items } = await admin<{ items: { id: string; branchName: string }[] }>('/poscompany/counter/list')
  const counter = items.find(({ branchName }) => branchName === 'Butterworth')
  const userName = unique('single')
  const workspacesOf = [{ type: 3, workspaceId: counter?.id }]
  const draft = { userName, firstName: 'One', password: demoPassword, workspaces: workspacesOf }
  await admin('/posuser/manageUser/create', draft)
  await page.goto('/login')
  await fillSignIn(page, userName)
  await expect(chip(page)).toContainText('Northern')
  await expect(chip(page)).toContainText('Butterworth')
  await expect(chip(page)).toContainText('Counter 1')
  await expect(workspaces(page)).toHaveCount(0)
})

test('who works for one branch without a counter is placed there, and lands on the page of a branch', async ({
  page,
  server,
}) => {
  const admin = await server.as('admin')
  const code = unique('ALONE')
  const branch = await admin('/poscompany/branch/create', { code, name: code })
  const userName = unique('branch')
  const draft = { userName, firstName: 'Only', password: demoPassword }
  await admin('/posuser/manageUser/create', { ...draft, workspaces: [{ type: 2, workspaceId: branch.id }] })
  await signIn(page, userName)
  await expect(chip(page)).toContainText(code)
  await chip(page).click()
  await expect(workspaces(page)).toContainText('No counters')
  await workspaces(page).getByRole('button', { name: code }).click()
  await expect(page.getByText('Please select a Branch and Counter to perform a transaction')).toBeVisible()
})

test('who may make branches but has none is shown where to make one', async ({ page, server }) => {
  const admin = await server.as('admin')
  const code = unique('BARE')
  const region = await admin('/poscompany/region/create', { code, name: code })
  const role = await admin('/posuser/managerole/create', {
    name: code,
    baseRole: 'branch_manager',
    level: 1,
    permissions: ['view_company_information', 'view_branches', 'manage_branches'],
  })
  const userName = unique('bare')
  await admin('/posuser/manageUser/create', {
    userName,
    firstName: 'Bare',
    password: demoPassword,
    roleIds: [role.id],
    workspaces: [{ type: 1, workspaceId: region.id }],
  })
  await signIn(page, userName)
  await chip(page).click()
  await expect(workspaces(page)).toContainText("You don't have any assigned branches.")
  await workspaces(page).getByRole('link').click()
  await expect(page).toHaveURL(/\/account-management\/branch$/)
  await expect(workspaces(page)).toHaveCount(0)
})

test('a choice that must be made cannot be closed; one that need not be, can', async ({ page, visitor }) => {
  // Nor while it is not known yet who it is that chooses.
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  await page.route('**/posworkspace/current', (route) => told.then(() => route.continue()))
  await page.goto('/login')
  await fillSignIn(page, 'teller')
  await expect(workspaces(page).getByRole('button', { name: 'Counter 1' })).toBeVisible()
  await expect(workspaces(page).getByRole('button', { name: 'Close' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  tell()
  await page.mouse.click(5, 5)
  await expect(workspaces(page)).toBeVisible()
  await expect(workspaces(page).getByRole('button', { name: 'Close' })).toHaveCount(0)
  const other = await visitor()
  await other.goto('/login')
  await fillSignIn(other, 'admin')
  await workspaces(other).getByRole('button', { name: 'Close' }).click()
  await expect(other).not.toHaveURL(/login/)
})
