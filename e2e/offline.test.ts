import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '#tools/run.ts'
import { account, expect, fillSignIn, type Page, signIn, test as base } from './fixtures.ts'
import { openServer, type Server } from './server.ts'

/** A server whose program may be exchanged for a newer one: it runs from a copy of the repository. */
const test = base.extend<{}, { folder: string; server: Server }>({
  folder: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'agio-program-'))
      cpSync(root, folder, {
        recursive: true,
        filter: (from) =>
          !/^(node_modules|\.git|dist\/(?!web)|data|e2e|docs)(\/|$)/.test(relative(root, from)),
      })
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      await use(folder)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ folder }, use) => {
      const server = await openServer(folder)
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
// A browser of its own for each: what a service worker keeps is not emptied.
test.use({ serviceWorkers: 'allow', reuseContext: false })
// What is cut off is complained of by the browser itself.
test.beforeEach(({ expectConsole }) => {
  expectConsole(/Failed to load resource|ERR_|WebSocket|dynamically imported module|offline/)
})

const workerIsReady = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null)
const row = (page: Page) => page.getByRole('row', { name: 'George Town' })
const offline = (page: Page) => page.getByText('No Internet Connection').first()
const offer = (page: Page) => page.getByText('There is a newer version of Agio.')

test('the shell opens without a network, says so, and goes on by itself when there is one', async ({
  page,
  context,
}) => {
  await signIn(page, 'auditor')
  await page.goto('/account-management/branch')
  await expect(row(page)).toBeVisible()
  await workerIsReady(page)
  await context.setOffline(true)
  await page.reload()
  await expect(account(page)).toBeVisible()
  await expect(offline(page)).toBeVisible()
  await context.setOffline(false)
  await expect(row(page)).toBeVisible()
  await expect(offline(page)).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').first()).toBeVisible()

  // A screen that was never opened is not there; it comes with the network.
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Counter', exact: true }).click()
  await expect(page.getByRole('main').getByText('No Internet Connection')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Counters' })).toBeVisible()
})

test('only the shell is kept: no answer of the server, and nothing large', async ({ page }) => {
  await signIn(page, 'auditor')
  await page.goto('/account-management/branch')
  await workerIsReady(page)
  await expect(row(page)).toBeVisible()
  const kept = await page.evaluate(async () => {
    const files: [path: string, size: number][] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const size = (await (await cache.match(request))?.blob())?.size ?? 0
        files.push([new URL(request.url).pathname, size])
      }
    }
    return files
  })
  const paths = kept.map(([path]) => path)
  expect(paths.filter((path) => !path.startsWith('/assets/'))).toEqual(['/index.html'])
  expect(paths.filter((path) => /shell|sign-in|inter-latin-wght/.test(path)).length).toBeGreaterThan(2)
  expect(paths.filter((path) => /branches|user-form|latin-ext/.test(path))).toEqual([])
  expect(kept.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(1_600_000)
})

test('who is not signed in finds the sign-in screen, and hears why it does not work', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await workerIsReady(page)
  await context.setOffline(true)
  await page.goto('/account-management/branch')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await fillSignIn(page, 'auditor')
  await expect(page.getByRole('alert')).toHaveText('No Internet Connection')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(row(page)).toBeVisible()
})

test('a server that is away leaves the shell, and what it owes comes when it is back', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000)
  await signIn(page, 'auditor')
  await page.goto('/account-management/branch')
  await expect(row(page)).toBeVisible()
  await workerIsReady(page)
  await server.stop()
  await page.reload()
  await expect(account(page)).toBeVisible()
  await expect(page.getByText(`Sorry, we can't process your request right now.`).first()).toBeVisible()
  await server.start()
  // A page asks again after half a minute at most, and a quarter more.
  await expect(row(page)).toBeVisible({ timeout: 60_000 })
})

test('a new version on the server is offered; old pages stay whole until they take it', async ({
  page,
  context,
  server,
  folder,
}) => {
  // The server builds its newer version meanwhile.
  test.setTimeout(240_000)
  await signIn(page, 'admin', { branch: 'George Town', counter: 'Counter 1' })
  await page.goto('/account-management/region/create')
  await workerIsReady(page)
  await page.getByLabel('Name').fill('Typed before')
  const other = await context.newPage()
  await other.goto('/account-management/region')
  await expect(account(other)).toBeVisible()
  const third = await context.newPage()
  await third.goto('/account-management/region')
  await expect(account(third)).toBeVisible()

  await server.stop()
  const texts = join(folder, 'apps/web/locales/en.json')
  writeFileSync(texts, readFileSync(texts, 'utf8').replace('Agio, home page', 'Agio 2, home page'))
  appendFileSync(
    join(folder, 'modules/organisation/branches/branches.web.tsx'),
    `\nperformance.mark('newer')\n`,
  )
  await server.start()
  for (const one of [page, other, third]) await expect(offer(one)).toBeVisible({ timeout: 60_000 })

  // A form asks before it is left, as it does everywhere.
  page.once('dialog', (dialog) => void dialog.dismiss())
  const [asked] = await Promise.all([
    page.waitForEvent('dialog'),
    page.getByRole('button', { name: 'Reload' }).click(),
  ])
  expect(asked.type()).toBe('beforeunload')
  await expect(page.getByLabel('Name')).toHaveValue('Typed before')

  await other.getByRole('button', { name: 'Reload' }).click()
  await expect(other.getByRole('link', { name: 'Agio 2, home page' })).toBeVisible()
  await expect(offer(other)).toHaveCount(0)

  // The old page asks for a screen that the new server has under another name only.
  await third.getByRole('link', { name: 'Branches', exact: true }).click()
  await expect(row(third)).toBeVisible()
  await expect(third.getByRole('link', { name: 'Agio 2, home page' })).toBeVisible()
})
