import { account, expect, fillSignIn, type Page, matchRefusedCall, signIn, test } from './fixtures.ts'

/** As if a quarter of an hour had passed: the server takes the refresh token only. */
async function spoilToken(page: Page) {
  // What the page still asks for would be refused, and renew, before the journey goes on.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('credentials') ?? '{}')
    kept.userInfo.accessToken = `${kept.userInfo.accessToken.slice(0, -6)}AAAAAA`
    localStorage.setItem('credentials', JSON.stringify(kept))
  })
}

const countRefreshes = (pages: readonly Page[]) => {
  const seen: string[] = []
  for (const page of pages)
    page.on('request', (one) => void (one.url().endsWith('/auth/refreshtoken') && seen.push(one.url())))
  return seen
}

test('many calls refused at once make one refresh, and the page works', async ({ page, expectConsole }) => {
  expectConsole(matchRefusedCall(401))
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
  expectConsole(matchRefusedCall(401))
  await signIn(page, 'auditor')
  const other = await context.newPage()
  await other.goto('/account-management/region')
  await expect(other.getByRole('row', { name: 'Northern' })).toBeVisible()
  // A refresh that begins in a page which is left is lost, and made again.
  await other.waitForLoadState('networkidle')
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

test('a tab whose person signs out or changes elsewhere shows nothing of the former', async ({
  page,
  context,
}) => {
  await signIn(page, 'auditor')
  const other = await context.newPage()
  await other.goto('/account-management/region')
  await expect(other.getByRole('row', { name: 'Northern' })).toBeVisible()
  await account(other).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other.getByRole('dialog')).toBeVisible()

  await account(page).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/\/login\?redirect=%2Faccount-management%2Fregion$/)
  // Nothing is asked any more that concerns the session before.
  await expect(other.getByRole('dialog')).toHaveCount(0)

  // Who signs in again in one tab goes on in the other where it was.
  await signIn(page, 'accountant')
  await expect(other).toHaveURL(/\/account-management\/region$/)
  await expect(account(other)).toHaveText((await account(page).textContent()) ?? '')
})

test('a session that the server no longer knows is said to have expired', async ({ page, expectConsole }) => {
  expectConsole(matchRefusedCall(401))
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

test('tokens that have run out are renewed without a word; a session left alone for half a day has expired', async ({
  page,
  server,
  expectConsole,
}) => {
  test.setTimeout(120_000)
  expectConsole(/status of (401|503)|WebSocket|net::ERR_/)
  const minute = 60_000
  const region = page.getByRole('row', { name: 'Northern' })
  const later = async (ahead: number) => {
    await server.stop()
    await server.start(ahead)
  }
  try {
    await signIn(page, 'auditor')
    await page.goto('/account-management/region')
    await expect(region).toBeVisible()
    await later(16 * minute)
    const refreshes = countRefreshes([page])
    await page.reload()
    await expect(region).toBeVisible()
    expect(refreshes).toHaveLength(1)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // What lies open meanwhile, a menu and a dialog, is closed by the one dialog that is left.
    await account(page).click()
    await page.getByRole('menuitem', { name: 'Layout settings' }).click()
    await expect(page.getByRole('dialog', { name: 'Layout settings' })).toBeVisible()
    await later(13 * 60 * minute)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const expired = page.getByRole('dialog', { name: 'Session expired' })
    await expect(expired).toHaveCount(1, { timeout: 40_000 })
    await expired.getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL(/\/login\?redirect=%2Faccount-management%2Fregion/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await fillSignIn(page, 'auditor')
    await expect(page).toHaveURL(/\/account-management\/region/)
  } finally {
    await later(0)
  }
})
