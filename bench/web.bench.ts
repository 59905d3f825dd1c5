import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '#tools/chromium.ts'
import { startProgram, table, withFolder } from './tools.ts'

// What the browser must load before a person can work, and how the table behaves with 100,000 rows.

const port = 4722
const base = `http://127.0.0.1:${port}`
const kb = (bytes: number) => (bytes / 1024).toFixed(1)

const areas: [string, string][] = [
  ['Regions (first table page)', '/account-management/region'],
  ['Branches', '/account-management/branch'],
  ['Branch form', '/account-management/branch/create'],
  ['Counters', '/account-management/counter'],
  ['Company', '/account-management/company'],
  ['Company Subscription', '/company-subscription'],
  ['Users', '/account-management/user'],
  ['User form', '/account-management/user/create'],
  ['Roles', '/account-management/company-role'],
  ['Role form', '/account-management/company-role/create'],
  ['User Audit', '/account-management/user-audit'],
]

await withFolder(async (folder) => {
  const server = await startProgram(
    'apps/server/main.ts',
    { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
    /Agio is ready/,
  )
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...chromiumArgs],
  })
  try {
    const page = await browser.newPage()
    const scripts = watchScripts(page)
    await page.goto(`${base}/login`)
    await page.getByLabel('Username').waitFor()
    await page.waitForLoadState('networkidle')
    const signIn = await scripts.total()
    await page.getByLabel('Username').fill('auditor')
    await page.getByLabel('Password', { exact: true }).fill('demo1234')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/login')
    await page.goto(`${base}/no-permission`)
    await page.getByRole('navigation').first().waitFor()
    await page.waitForLoadState('networkidle')
    const shell = await scripts.total()
    const rows: (string | number)[][] = [
      ['sign-in', kb(signIn), ''],
      ['sign-in and shell', kb(shell), 160],
    ]
    let before = shell
    for (const [index, [name, path]] of areas.entries()) {
      await page.goto(`${base}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      const now = await scripts.total()
      rows.push(index === 0 ? [`with ${name}`, kb(now), 260] : [`${name} adds`, kb(now - before), ''])
      before = now
    }
    table(['script, gzip', 'KB', 'aim'], rows)
  } finally {
    await browser.close()
    await server.stop()
  }
})

/** Adds up, compressed, every script that the page has loaded, each once. */
function watchScripts(page: Page) {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const url = response.url()
    if (!url.endsWith('.js') || sizes.has(url)) return
    sizes.set(
      url,
      response.body().then(
        (body) => gzipSync(body).length,
        () => 0,
      ),
    )
  })
  return {
    async total() {
      let sum = 0
      for (const size of await Promise.all(sizes.values())) sum += size
      return sum
    },
  }
}
