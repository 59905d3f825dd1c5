import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import axeCore from 'axe-core'
import { demoPassword } from '#apps/server/demo.ts'
import { openServer, type Server } from './server.ts'

export { expect, type Page } from '@playwright/test'

interface Fixtures {
  /** Says that a console message is expected, such as the browser's own line about a refused call. */
  expectConsole: (pattern: RegExp) => void
  /** Begins signed in, without the sign-in screen: for what is not about signing in. */
  signedIn: (user: string) => Promise<void>
  /** Somebody else at another computer: a page with cookies and storage of its own. */
  visitor: () => Promise<Page>
}

/** Every page fails its test on a console error or warning: a violation of the content security policy is one. */
export const test = base.extend<
  Fixtures & { watch: (context: BrowserContext) => void; stops: () => number; ownData: void },
  { server: Server; gallery: { url: string }; kept: Map<string, Page> }
>({
  server: [
    async ({}, use) => {
      const server = await openServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Whoever needs no server has none; all are here, since other workers are begun for a test that brings some of its own.
  gallery: [
    async ({}, use) => {
      const { openGallery } = await import('#apps/gallery/serve.ts')
      const gallery = await openGallery()
      await use(gallery)
      await gallery.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // Pages that stay open from one look to the next.
  kept: [({}, use) => use(new Map()), { scope: 'worker' }],
  // What one file's journeys leave behind is not there for the next file's, whichever worker takes it.
  ownData: [
    async ({ server, kept }, use, { file }) => {
      if (!server.isOf(file)) {
        for (const page of kept.values()) await page.context().close()
        kept.clear()
        await server.renewFor(file)
      }
      await use()
    },
    { auto: true, timeout: 60_000 },
  ],
  stops: ({ server }, use) => use(() => server.stops),
  baseURL: ({ server }, use) => use(server.url),
  contextOptions: ({}, use) => use({ reducedMotion: 'reduce' }),
  expectConsole: async ({}, use) => {
    const patterns: RegExp[] = []
    const list = Object.assign((pattern: RegExp) => void patterns.push(pattern), { patterns })
    await use(list)
  },
  watch: async ({ expectConsole, stops }, use) => {
    const before = stops()
    const said: string[] = []
    const { patterns } = expectConsole as unknown as { patterns: RegExp[] }
    patterns.push(/Service Worker registration blocked by Playwright/)
    await use((context) => {
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          said.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => said.push(String(error.error().stack)))
    })
    // While a server goes and comes its last answers, and then none at all, are what a browser complains of.
    if (stops() > before) patterns.push(/net::ERR_|WebSocket|status of 503/)
    expect(said.filter((line) => !patterns.some((pattern) => pattern.test(line)))).toEqual([])
  },
  context: async ({ context, watch }, use) => {
    watch(context)
    await use(context)
  },
  signedIn: ({ page, server }, use) =>
    use(async (user) => {
      await page.addInitScript(
        (kept) => {
          // What is printed is a frame, which keeps nothing.
          if (window !== window.top || localStorage.getItem('PERMISSIONS') !== null) return
          for (const { name, value } of kept) localStorage.setItem(name, value)
        },
        await signInOf(server, user),
      )
    }),
  visitor: async ({ browser, watch, baseURL, viewport, contextOptions }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL, viewport })
      opened.push(context)
      watch(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

/** What a browser keeps of somebody who has signed in. */
export async function signInOf(server: Server, user: string) {
  const { userInfo, company } = await server.login(user)
  const credentials = { userInfo, company, expiredAt: Date.now() + userInfo.expiresIn * 100 }
  return [
    { name: 'credentials', value: JSON.stringify(credentials) },
    { name: 'PERMISSIONS', value: JSON.stringify(company.permissions) },
  ]
}

/** What the browser itself logs of a call that is refused. */
export const matchRefusedCall = (status: number) => new RegExp(`Failed to load resource.*status of ${status}`)

const count = { made: 0 }
/** A name that nothing else on this worker's server has. */
export const unique = (name: string) => `${name}${test.info().workerIndex}${(count.made += 1)}`

export const account = (page: Page) => page.getByRole('button', { name: /^Account of/ })
export const workspaces = (page: Page) => page.getByRole('dialog', { name: 'Select Working Space' })

/** Fills the sign-in form and sends it. */
export async function fillSignIn(page: Page, user: string, password: string = demoPassword) {
  await page.getByLabel('Username').fill(user)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Signs in on the sign-in screen; who must choose a place takes the one named, or none. */
export async function signIn(page: Page, user: string, place?: { branch: string; counter: string }) {
  await page.goto('/login')
  await fillSignIn(page, user)
  await page.waitForFunction(() => location.pathname !== '/login' || document.querySelector('[role=dialog]'))
  if (await page.evaluate(() => location.pathname === '/login')) {
    await expect(workspaces(page)).toBeVisible()
    if (place) await counterButton(page, place).click()
    else await workspaces(page).getByRole('button', { name: 'Close' }).last().click()
  }
  await expect(account(page)).toBeVisible()
}

export const counterButton = (page: Page, { branch, counter }: { branch: string; counter: string }) =>
  workspaces(page).getByRole('region', { name: branch }).getByRole('button', { name: counter })

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** What axe calls serious or critical, each with its element and why. */
export async function axe(page: Page) {
  // As a script of the page it would be against the policy; it stays for the next look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source)
  const found = await page.evaluate(async (runOnly) => {
    // Colours that are on their way from one theme to the other are nobody's; what never ends is not waited for.
    // Where a colour is inherited it goes on its way level by level.
    const moving = () =>
      document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    for (let left = moving(), turn = 0; left.length > 0 && turn < 100; left = moving(), turn++)
      await Promise.all(left.map((one) => one.finished.catch(() => undefined)))
    const run = (window as unknown as { axe: typeof axeCore }).axe.run
    // To write down all that is in order takes far longer than to look at it.
    const { violations } = await run(document, { runOnly, resultTypes: ['violations'] })
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    return grave.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any, all, none }) => {
        const why = [...any, ...all, ...none].map(({ message }) => message).join('; ')
        return `${id}: ${html.slice(0, 160)} :: ${why}`
      }),
    )
  }, tags)
  // What lies half under the foot of a form comes out from under it by scrolling.
  return found.filter((line) => !/^target-size.*partially obscured/.test(line))
}

/** Chromium without a window shows no PDF and falls when it shall print one: what would be printed is remembered, once it is loaded. */
export const withoutPrinter = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true })
    const addressOf = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (file: Blob) =>
      addressOf(file.type === 'application/pdf' ? new Blob([file], { type: 'text/plain' }) : file)
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get(this: HTMLIFrameElement) {
        return { print: () => Object.assign(globalThis, { printed: this.title }) }
      },
    })
  })
/** What would have been printed last. */
export const readPrinted = (page: Page) =>
  page.evaluate(() => (globalThis as { printed?: string }).printed ?? '')
