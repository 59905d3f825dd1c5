import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '#tools/chromium.ts'
import { openGallery } from '#apps/gallery/serve.ts'
import { buildGalleryWhenStale } from '#tools/build.ts'
import { percentile, startProgram, table, withFolder } from './tools.ts'

// What the browser must load before a person can work, how soon that is, and how the table behaves with 100,000 rows.

const port = 4722
const base = `http://127.0.0.1:${port}`
const rows = 100_000
const kb = (bytes: number) => (bytes / 1024).toFixed(1)

const areas: [string, string][] = [
  ['Region form', '/account-management/region/create'],
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

const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: [...chromiumArgs],
})
try {
  await withServer(async () => {
    await scripts()
    await waits()
  })
  await frames()
} finally {
  await browser.close()
}

async function withServer(work: () => Promise<void>) {
  await withFolder(async (folder) => {
    const server = await startProgram(
      'apps/server/main.ts',
      { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
      /Agio is ready/,
    )
    try {
      await work()
    } finally {
      await server.stop()
    }
  })
}

/** What each step of a first visit adds to the scripts that the browser has loaded. */
async function scripts() {
  const sizes = countScripts()
  const open = async () => {
    const page = await (await browser.newContext()).newPage()
    sizes.watch(page)
    // Back to a page that is nothing but the shell, so that no landing page is counted with it.
    await page.goto(`${base}/login?redirect=/no-permission`)
    await page.getByLabel('Username').waitFor()
    await page.waitForLoadState('networkidle')
    return page
  }
  const signIn = async (page: Page, user: string) => {
    await fill(page, user)
    await page.keyboard.press('Enter')
    // Who is assigned to several places is asked for one first.
    if (user === 'admin') await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.waitForURL((url) => url.pathname !== '/login')
    await page.getByRole('navigation').first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  const visit = async (page: Page, path: string) => {
    await page.goto(`${base}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  const lines: (string | number)[][] = []
  // The auditor is assigned nowhere, so that no choice of a workspace comes between.
  const first = await open()
  lines.push(['sign-in, with what is fetched ahead while somebody types', kb(await sizes.total()), ''])
  await signIn(first, 'auditor')
  lines.push(['sign-in and shell', kb(await sizes.total()), 160])
  await visit(first, '/account-management/region')
  lines.push(['with Regions, the first table page', kb(await sizes.total()), 260])

  const page = await open()
  await signIn(page, 'admin')
  lines.push(['choice of a workspace adds', kb(await sizes.added()), ''])
  for (const [name, path] of areas) {
    await visit(page, path)
    lines.push([`${name} adds`, kb(await sizes.added()), ''])
  }
  table(['script, gzip', 'KB', 'aim'], lines)
}

async function fill(page: Page, user: string) {
  await page.getByLabel('Username').fill(user)
  await page.getByLabel('Password', { exact: true }).fill('demo1234')
}

/** From a click to the page that it leads to: painted, with its rows, and nothing in it that is still being fetched. */
async function waits() {
  const signIns: number[] = []
  for (let run = 0; run < 7; run++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(`${base}/login?redirect=/account-management/branch`)
    await fill(page, 'auditor')
    await page.waitForLoadState('networkidle')
    signIns.push(await page.evaluate(clickUntilPainted, { click: 'button[type=submit]', title: 'Branches' }))
    await context.close()
  }

  const page = await (await browser.newContext()).newPage()
  await page.goto(`${base}/login?redirect=/account-management/branch`)
  await fill(page, 'auditor')
  await page.keyboard.press('Enter')
  await page.locator('tbody tr').first().waitFor()
  const steps = [
    { click: 'nav a[href="/account-management/counter"]', title: 'Counters' },
    { click: 'nav a[href="/account-management/branch"]', title: 'Branches' },
  ]
  const navigations: number[] = []
  for (let round = 0; round < 21; round++)
    for (const step of steps) {
      const time = await page.evaluate(clickUntilPainted, step)
      if (round > 0) navigations.push(time)
    }
  const line = (name: string, times: number[], aim: number) => [
    name,
    percentile(times, 0.5).toFixed(0),
    percentile(times, 0.95).toFixed(0),
    aim,
  ]
  table(
    ['from click to painted page', 'ms, median', 'p95', 'aim'],
    [
      line('between two pages that were open before', navigations, 100),
      line('Login to the first page, processor slowed 4 times', signIns, 1500),
    ],
  )
}

/** Runs in the page: how long it takes, in ms, until the page of that title with rows and menu has been painted. */
function clickUntilPainted({ click, title }: { click: string; title: string }) {
  const isThere = () =>
    document.querySelector('h1')?.textContent === title &&
    document.querySelector('nav a') !== null &&
    document.querySelector('tbody tr[data-index]') !== null
  return new Promise<number>((resolve) => {
    const began = performance.now()
    const watch = new MutationObserver(() => {
      if (!isThere()) return
      watch.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
    })
    watch.observe(document, { childList: true, subtree: true, characterData: true })
    document.querySelector<HTMLElement>(click)?.click()
  })
}

/** The table with all its rows in the browser: how soon the first is seen, and the frames while it scrolls. */
async function frames() {
  if (!(await buildGalleryWhenStale())) throw new Error('The gallery cannot be built.')
  const gallery = await openGallery()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 800 } })
    await page.addInitScript(noteFirstRow)
    await page.goto(`${gallery.url}table?kind=client&n=${rows}`)
    await page.waitForFunction(() => 'firstRow' in window)
    const firstRow = await page.evaluate(() => (window as unknown as { firstRow: number }).firstRow)
    const lines: (string | number)[][] = []
    for (const [name, step] of [
      ['standing still', 0],
      ['scrolling 120 px a frame', 120],
      ['scrolling 3,000 px a frame', 3000],
    ] as const) {
      const times = await page.evaluate(scrollFor, { step, count: 300 })
      const due = times.reduce((sum, time) => sum + time, 0) / (1000 / 60)
      const dropped = Math.max(0, due - times.length) / due
      lines.push([
        name,
        percentile(times, 0.5).toFixed(1),
        percentile(times, 0.95).toFixed(1),
        `${(dropped * 100).toFixed(0)} %`,
      ])
    }
    process.stdout.write(`First of ${rows} rows ${firstRow.toFixed(0)} ms after navigation began.\n\n`)
    table([`table with ${rows} rows`, 'ms a frame, median', 'p95', 'frames dropped of 60 a second'], lines)
  } finally {
    await gallery.close()
  }
}

/** Runs in the page, before it: when the first row has been painted. */
function noteFirstRow() {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('tbody tr[data-index]')) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => Object.assign(window, { firstRow: performance.now() })))
  })
  watch.observe(document, { childList: true, subtree: true })
}

/** Runs in the page: scrolls on in every frame, and answers how long each frame took, in ms. */
function scrollFor({ step, count }: { step: number; count: number }) {
  const box = [...document.querySelectorAll('*')].find(
    (one) => one.scrollHeight > one.clientHeight + 10_000 && getComputedStyle(one).overflowY !== 'visible',
  )
  if (!box) throw new Error('nothing scrolls here')
  return new Promise<number[]>((resolve) => {
    const times: number[] = []
    let last = performance.now()
    const draw = (now: number) => {
      times.push(now - last)
      last = now
      box.scrollTop += step
      if (times.length < count) requestAnimationFrame(draw)
      else resolve(times)
    }
    requestAnimationFrame(draw)
  })
}

/** Adds up, compressed, every script that the watched pages have loaded, each once. */
function countScripts() {
  const sizes = new Map<string, Promise<number>>()
  let before = 0
  const total = async () => {
    before = 0
    for (const size of await Promise.all(sizes.values())) before += size
    return before
  }
  return {
    watch: (page: Page) =>
      page.on('response', (response) => {
        const url = response.url()
        if (!url.endsWith('.js') || sizes.has(url)) return
        const size = response.body().then((body) => gzipSync(body).length)
        sizes.set(url, size)
      }),
    total,
    /** Since it was last counted. */
    async added() {
      const known = before
      return (await total()) - known
    },
  }
}
