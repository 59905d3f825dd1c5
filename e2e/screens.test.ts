import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#tools/run.ts'
import { axe, expect, type Page, refused, signInOf, test } from './fixtures.ts'
import { screens } from './screens.ts'

const languages = ['en', 'zh_Hant'] as const
const schemes = ['light', 'dark'] as const
const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
] as const
const shots = process.env['SCREENSHOTS'] === '1' ? join(root, 'screenshots') : undefined
if (shots) mkdirSync(shots, { recursive: true })

/** Faults that a look at the page shows whatever is on it: scrolling aside, keys instead of texts, things outside. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page scrolls aside by ${scrollWidth - clientWidth}`)
    const keys = document.body.innerText.match(
      /\b(fields|values|groups|actions|acts|questions|said|help|formats|menu|filters|table|form|errors|faults|titles?)\.[a-z]\w*(\.\w+)*|\b(organisation|access|currencies|rates|customers|shell|kit):[a-z][\w.]*/g,
    )
    if (keys) found.push(`texts without a translation: ${[...new Set(keys)].join(', ')}`)
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    for (const element of document.querySelectorAll('button, a, input, select, [role=dialog], h1, h2, dd')) {
      const { left, right, width, height } = element.getBoundingClientRect()
      const isShown = width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible'
      if (isShown && (left < -1 || right > clientWidth + 1) && !scrolls(element.parentElement))
        found.push(`outside the window: ${element.outerHTML.slice(0, 120)}`)
    }
    return found
  })

/** Nothing is being fetched any more, and what appeared has come to rest. */
async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeVisible()
  await expect(page.locator('.mantine-Skeleton-root, [aria-busy=true], .mantine-Loader-root')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined)))
  })
}

interface Look {
  language: (typeof languages)[number]
  scheme: (typeof schemes)[number]
  size: (typeof sizes)[number]
}
const every: Look[] = languages.flatMap((language) =>
  schemes.flatMap((scheme) => sizes.map((size) => ({ language, scheme, size }))),
)
const nameOf = ({ language, scheme, size }: Look) => `${language} ${scheme} ${size.width}`
// Another language changes how long texts are, not the roles and colours that axe looks at.
const forAxe = new Set(['en light 1440', 'en dark 360'])
// Each theme, each layout and each language once: whoever takes pictures looks at all of them.
const tried = new Set(['en light 1440', 'en dark 360', 'zh_Hant dark 768'])
const looks = shots ? every : every.filter((look) => tried.has(nameOf(look)))

async function inspect(page: Page, name: string, language: (typeof languages)[number]) {
  const found: string[] = []
  for (const look of looks.filter((one) => one.language === language)) {
    await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' })
    await page.setViewportSize(look.size)
    await settled(page)
    const where = nameOf(look)
    for (const fault of [...(await faults(page)), ...(forAxe.has(where) ? await axe(page) : [])])
      found.push(`${where}: ${fault}`)
    if (shots) await page.screenshot({ path: join(shots, `${name}-${where}.png`.replaceAll(/[ ,]+/g, '-')) })
  }
  return found
}

/** Speaks another language on the page as it stands, as if somebody had chosen it in another window. */
async function speak(page: Page, language: (typeof languages)[number]) {
  await page.evaluate((spoken) => {
    localStorage.setItem('LAYOUT_SETTINGS', JSON.stringify({ language: spoken }))
    dispatchEvent(new StorageEvent('storage', { key: 'LAYOUT_SETTINGS' }))
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', language.replace('_', '-'))
}

// One file, but every worker takes a part of it.
test.describe.configure({ mode: 'parallel' })

/** Goes to a screen as the side menu would: what has read the program once need not read it again. */
async function goTo(page: Page, path: string) {
  // Another query of the same page does not draw its heading anew.
  const here = page.url() === 'about:blank' ? '' : new URL(page.url()).pathname
  if (here === '' || path.split('?')[0] === here) return void (await page.goto(path))
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset['left'] = ''
    history.pushState(null, '', to)
  }, path)
  await expect(page.locator('h1[data-left]')).toHaveCount(0)
}

/** A page for whoever looks, which stays open for the next who only look. */
const look = test.extend<
  { pageOf: (user: string, isLeftAsItWas: boolean) => Promise<Page> },
  { pages: Map<string, Page> }
>({
  pages: [
    async ({}, use) => {
      const pages = new Map<string, Page>()
      await use(pages)
      for (const page of pages.values()) await page.context().close()
    },
    { scope: 'worker' },
  ],
  pageOf: async ({ browser, pages, contextOptions, server, watch }, use, info) => {
    const closing: (() => Promise<void>)[] = []
    await use(async (user, isLeftAsItWas) => {
      let page = pages.get(user)
      if (!page) {
        const localStorage = user ? await signInOf(server, user) : []
        const context = await browser.newContext({
          ...contextOptions,
          baseURL: server.url,
          viewport: sizes[0],
          serviceWorkers: 'block',
          storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
        })
        page = await context.newPage()
        pages.set(user, page)
      }
      watch(page.context())
      closing.push(async () => {
        if (isLeftAsItWas && info.status === info.expectedStatus) return
        const context = page.context()
        await page.close()
        pages.set(user, await context.newPage())
      })
      return page
    })
    for (const close of closing) await close()
  },
})

for (const [name, { path, user = '', act }] of Object.entries(screens))
  look(name, async ({ pageOf, server, expectConsole }) => {
    expectConsole(refused(422))
    const page = await pageOf(user, act === undefined)
    await page.setViewportSize(sizes[0])
    await goTo(page, typeof path === 'string' ? path : await path(await server.as('admin')))
    // A page that is not there yet does not hear that it shall speak another language.
    await settled(page)
    await speak(page, 'en')
    await settled(page)
    await act?.(page)
    const found = await inspect(page, name, 'en')
    await speak(page, 'zh_Hant')
    found.push(...(await inspect(page, name, 'zh_Hant')))
    expect(found).toEqual([])
  })
