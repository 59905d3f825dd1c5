import { account, expect, type Page, refused, signIn, test } from './fixtures.ts'

/** As if a quarter of an hour had passed: the server takes the refresh token only. */
const spoilToken = (page: Page) =>
  page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('credentials') ?? '{}')
    kept.userInfo.accessToken = `${kept.userInfo.accessToken.slice(0, -6)}AAAAAA`
    localStorage.setItem('credentials', JSON.stringify(kept))
  })

const countRefreshes = (pages: readonly Page[]) => {
  const seen: string[] = []
  for (const page of pages)
    page.on('request', (one) => void (one.url().endsWith('/auth/refreshtoken') && seen.push(one.url())))
  return seen
}

test('many calls refused at once make one refresh, and the page works', async ({ page, expectConsole }) => {
  expectConsole(refused(401))
  await signIn(page, 'admin', { branch: 'George Town', counter: 'Counter 1' })
  await page.goto('/account-management/branch')
  await expect(page.getByRole('row', { name: 'George Town' })).toBeVisible()
  await spoilToken(page)
  const refreshes = countRefreshes([page])
  const refusals: string[] = []
  page.on('response', (one) => void (one.status() === 401 && refusals.push(one.url())))
  await page.reload()
  await expect(page.getByRole('row', { name: 'George Town' })).toBeVisible()
  await expect(page.getByTitle('Switch working space')).toContainText('Counter 1')
  expect(refusals.length).toBeGreaterThan(1)
  expect(refreshes).toHaveLength(1)
})

test('two tabs share one refresh, and one logout', async ({ page, context, expectConsole }) => {
  expectConsole(refused(401))
  await signIn(page, 'auditor')
  const other = await context.newPage()
  await other.goto('/account-management/region')
  await expect(other.getByRole('row', { name: 'Northern' })).toBeVisible()
  await spoilToken(page)
  const refreshes = countRefreshes([page, other])
  await Promise.all([page.goto('/account-management/branch'), other.goto('/account-management/counter')])
  await expect(page.getByRole('row', { name: 'George Town' })).toBeVisible()
  await expect(other.getByRole('row', { name: 'George Town' })).toBeVisible()
  expect(refreshes).toHaveLength(1)

  await account(page).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
})

test('a session that the server no longer knows is said to have expired', async ({ page, expectConsole }) => {
  expectConsole(refused(401))
  await signIn(page, 'auditor')
  await page.goto('/account-management/region')
  await expect(page.getByRole('row', { name: 'Northern' })).toBeVisible()
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('credentials') ?? '{}')
    kept.userInfo.accessToken = 'nothing'
    kept.userInfo.refreshToken = 'nothing'
    localStorage.setItem('credentials', JSON.stringify(kept))
  })
  await page.getByLabel('Search', { exact: true }).fill('north')
  const dialog = page.getByRole('dialog', { name: 'Session expired' })
  await expect(dialog).toContainText('Your session has expired. Please re-login to renew your session.')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=.*region/)
  await expect(dialog).toHaveCount(0)
})
