import { type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '#tools/chromium.ts'
import { goodsAdjustments } from '#modules/retail/adjustments/adjustments.contract.ts'
import { items } from '#modules/retail/items/items.contract.ts'
import { openHouse, signIn, sure } from './counter-house.ts'
import { addItems, barcodeAt, callsOf, itemCells, sellGoods } from './retail-shop.ts'
import { percentile, startProgram, table, withFolder } from './tools.ts'

// From the keys of a barcode to the line that is painted, at a counter with a slow computer. BENCH_CATALOGUE is another number of
// items.

const port = 4740
const origin = `http://127.0.0.1:${port}`
const catalogue = Number(process.env['BENCH_CATALOGUE'] ?? 100_000)
const file = 20_000
const [baskets, perBasket] = [4, 10]
const slowed = 4

/** The items that are scanned, from all over the catalogue. */
const scanned = Array.from({ length: baskets * perBasket }, (_, n) => (n * 7919) % catalogue)

async function fill(base: string): Promise<void> {
  await sellGoods(base)
  for (let from = 0; from < catalogue; from += file)
    await addItems(base, from, Math.min(file, catalogue - from))
  const { login, call } = await signIn(base, 'admin')
  const { read } = callsOf(base, login)
  const lines = []
  for (const n of scanned) {
    const { id } = await read<{ id: string }>(items.getByBarcode.path, { code: barcodeAt(n) })
    lines.push({ itemId: id, quantity: '50', cost: '50' })
  }
  for (const { id: branchId } of login.companyStructure.branches)
    await sure(call(goodsAdjustments.create.path, { branchId, reason: 'opening', lines }))
}

interface Seen {
  /** Since the first key of the code, and since its last, in ms. */
  first: number
  last: number
}

/** Runs in the page: begins to wait until a line with this text has been painted; `seen` is answered by `waitForLine`. */
function watchForLine(text: string) {
  const keys: number[] = []
  // When the key was pressed, however long the page was busy.
  const hear = (event: Event) => keys.push(event.timeStamp)
  addEventListener('keydown', hear, true)
  const isThere = () => [...document.querySelectorAll('span')].some((one) => one.textContent.startsWith(text))
  const seen = new Promise<Seen>((resolve) => {
    const watch = new MutationObserver(() => {
      if (!isThere()) return
      watch.disconnect()
      removeEventListener('keydown', hear, true)
      const [from, to] = [Math.min(...keys), Math.max(...keys)]
      requestAnimationFrame(() =>
        setTimeout(() => resolve({ first: performance.now() - from, last: performance.now() - to })),
      )
    })
    watch.observe(document, { childList: true, subtree: true, characterData: true })
  })
  Object.assign(window, { seen })
}

const waitForLine = () => (window as unknown as { seen: Promise<Seen> }).seen

/** As a scanner types: it does not wait for the page between its keys. */
async function typeAtOnce(devtools: CDPSession, code: string): Promise<void> {
  await Promise.all(
    Array.from(code).flatMap((key) => [
      devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }),
      devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
    ]),
  )
}

/** Scans a basket on a new page of the sale screen. */
async function scan(page: Page, devtools: CDPSession, numbers: readonly number[]): Promise<Seen[]> {
  await page.goto(`${origin}/pos-retail/sales/create`)
  const box = page.getByRole('textbox', { name: /^Scan, line/ })
  await box.last().waitFor()
  await page.waitForLoadState('networkidle')
  await box.last().focus()
  const out: Seen[] = []
  for (const [at, n] of numbers.entries()) {
    const [[, name = ''] = []] = itemCells(n, 1)
    await page.evaluate(watchForLine, `${name} · `)
    await typeAtOnce(devtools, barcodeAt(n))
    out.push(await page.evaluate(waitForLine))
    // As a scanner does after each code.
    await page.keyboard.press('Enter')
    await box.nth(at + 1).waitFor()
    await page.waitForFunction(
      (label) => document.activeElement?.getAttribute('aria-label') === label,
      `Scan, line ${at + 2}`,
    )
  }
  return out
}

/** Scans baskets at the sale screen of a teller. */
export async function scanItems(): Promise<void> {
  const executablePath = findChromium()
  await withFolder(async (folder) => {
    const server = await startProgram(
      'apps/server/main.ts',
      { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
      /Agio is ready/,
    )
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: [...chromiumArgs],
    })
    try {
      await openHouse(`${origin}/api`, 1)
      await fill(`${origin}/api`)
      const page = await (await browser.newContext()).newPage()
      page.setDefaultTimeout(60_000)
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto(`${origin}/login`)
      await page.getByLabel('Username').fill('bench0')
      await page.getByLabel('Password', { exact: true }).fill('demo1234')
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname !== '/login')
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowed })
      const seen: Seen[] = []
      let asked = 0
      page.on('request', (request) => (asked += Number(request.url().includes(items.getByBarcode.path))))
      for (let n = 0; n < baskets; n += 1) {
        const some = await scan(page, devtools, scanned.slice(n * perBasket, (n + 1) * perBasket))
        // The first basket has the browser compile what it runs.
        if (n > 0) seen.push(...some)
      }
      const row = (what: string, times: number[], aim: number | '') => [
        what,
        times.length,
        percentile(times, 0.5).toFixed(0),
        percentile(times, 0.95).toFixed(0),
        aim,
      ]
      table(
        [
          `scan to line, ${catalogue.toLocaleString('en')} items, processor slowed ${slowed} times`,
          'scans',
          'p50 ms',
          'p95 ms',
          'aim, p95',
        ],
        [
          row(
            'from the last key',
            seen.map(({ last }) => last),
            100,
          ),
          row(
            'from the first key',
            seen.map(({ first }) => first),
            '',
          ),
        ],
      )
      process.stdout.write(`${(asked / scanned.length).toFixed(1)} requests for an item a scan.\n\n`)
    } finally {
      await browser.close()
      await server.stop()
    }
  })
}
