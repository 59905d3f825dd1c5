import { gzipSync } from 'node:zlib'
import { account, expect, fillSignIn, test } from './fixtures.ts'

// The budgets of script, gzip, in KB: docs/adr/0052-what-lists-weigh-that-are-taken-away.md.
const budgets = { shell: 215, firstTable: 265 }

test('sign-in with the shell, and the first table page, weigh no more script than they may', async ({
  page,
}) => {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js') && !sizes.has(pathname))
      sizes.set(
        pathname,
        response.body().then((body) => gzipSync(body).length),
      )
  })
  const loaded = async () => {
    await page.waitForLoadState('networkidle')
    const all = await Promise.all(sizes.values())
    return all.reduce((sum, size) => sum + size, 0) / 1024
  }
  // To a page that is nothing but the shell; the auditor is asked for no working space.
  await page.goto('/login?redirect=/no-permission')
  await fillSignIn(page, 'auditor')
  await expect(account(page)).toBeVisible()
  const shell = await loaded()
  expect(shell).toBeGreaterThan(100)
  expect(shell).toBeLessThan(budgets.shell)
  await page.goto('/account-management/region')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  expect(await loaded()).toBeLessThan(budgets.firstTable)
})
