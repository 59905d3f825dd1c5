import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#tools/run.ts'
import { axe, expect, type Page, matchRefusedCall, signInOf, test } from './fixtures.ts'
import { speak } from './hands.ts'
import type { Server } from './server.ts'
import { type Screen, screens, unseen } from './screens.ts'

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

/** The day of the last commit: whoever tries the same commit again sees the same. */
function dayOfCommit(): number {
  try {
    const seconds = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, stdio: 'pipe' })
    return Math.floor(Number(seconds.toString()) / 86_400)
  } catch {
    return 0
  }
}
const day = dayOfCommit()

/**
 * One look at each screen, another one each day: all of them come round in as many days as there are looks. Whoever takes
 * pictures (`npm run screenshots -- -g currency`) takes every one.
 */
function looksAt(name: string): Look[] {
  if (shots) return every
  const start = createHash('sha256').update(name).digest().readUInt16BE()
  return every.slice((start + day) % every.length).slice(0, 1)
}

async function dress(page: Page, { language, scheme, size }: Look) {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize(size)
  if (page.url() !== 'about:blank') await speak(page, language)
}

// One file, but every worker takes a part of it.
test.describe.configure({ mode: 'parallel' })

/** Goes to a screen as the side menu would: what has read the program once need not read it again. */
async function goTo(page: Page, path: string) {
  // Another query of the same page does not draw its heading anew.
  const here = page.url() === 'about:blank' ? '' : new URL(page.url()).pathname
  // What asks for a counter would lie over the next screen too.
  const isAsking = (await page.getByRole('dialog').count()) > 0
  if (here === '' || path.split('?')[0] === here || isAsking) return void (await page.goto(path))
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset['left'] = ''
    history.pushState(null, '', to)
  }, path)
  await expect(page.locator('h1[data-left]')).toHaveCount(0)
}

const users = ['admin', 'compliance', 'auditor', 'teller']
const known = new Map<string, readonly string[]>()
/** Who looks at it: nobody in particular where everybody may. */
async function viewerOf({ user, permission }: Screen, server: Server): Promise<string> {
  if (user !== undefined || permission === undefined || permission === 'anyone') return user ?? ''
  for (const one of users) {
    const permissions = known.get(one) ?? (await server.login(one)).company.permissions
    known.set(one, permissions)
    if (permission === 'signedIn' || permission.some((code) => permissions.includes(code))) return one
  }
  throw new Error(`Nobody of the demonstration has ${String(permission)}`)
}

interface Use {
  /** Another screen may use its page after this one. */
  isLeftAsItWas: boolean
  /** It is of somebody who has just signed in. */
  isSignedInAnew: boolean
}
/** A page for whoever looks, which stays open for the next who only look. */
const look = test.extend<{ pageOf: (user: string, of: Use) => Promise<Page> }>({
  pageOf: async ({ browser, kept, contextOptions, server, watch }, use, info) => {
    const closing: (() => Promise<void>)[] = []
    await use(async (user, { isLeftAsItWas, isSignedInAnew }) => {
      let page = isSignedInAnew ? undefined : kept.get(user)
      if (!page) {
        const localStorage = user ? await signInOf(server, user) : []
        const context = await browser.newContext({
          ...contextOptions,
          baseURL: server.url,
          serviceWorkers: 'block',
          storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
        })
        page = await context.newPage()
        kept.set(user, page)
      }
      watch(page.context())
      closing.push(async () => {
        if (isLeftAsItWas && info.status === info.expectedStatus) return
        const context = page.context()
        await page.close()
        kept.set(user, await context.newPage())
      })
      return page
    })
    for (const close of closing) await close()
  },
})

test('every screen of a manifest is looked at, here or in a journey', () => {
  expect(unseen).toEqual([])
})

for (const [name, screen] of Object.entries(screens))
  look(name, async ({ pageOf, server, expectConsole }) => {
    expectConsole(matchRefusedCall(422))
    const { path, act, isSignedInAnew = false } = screen
    const looks = looksAt(name)
    const isLeftAsItWas = act === undefined
    const page = await pageOf(await viewerOf(screen, server), { isLeftAsItWas, isSignedInAnew })
    // What is done before is done as most people see it.
    const before = act ? { language: languages[0], scheme: schemes[0], size: sizes[0] } : looks[0]
    if (before) await dress(page, before)
    await goTo(page, typeof path === 'string' ? path : await path(await server.as('admin')))
    // A page that is not there yet does not hear that it shall speak another language.
    await settled(page)
    await act?.(page)
    const found: string[] = []
    for (const one of looks) {
      await dress(page, one)
      await settled(page)
      // Another language changes how long texts are, not the roles and colours that axe looks at.
      const isForAxe = looks.length === 1 || one.language === 'en'
      for (const fault of [...(await faults(page)), ...(isForAxe ? await axe(page) : [])])
        found.push(`${nameOf(one)}: ${fault}`)
      const file = `${name}-${nameOf(one)}.png`.replaceAll(/[ ,/$]+/g, '-')
      if (shots) await page.screenshot({ path: join(shots, file) })
    }
    expect(found).toEqual([])
  })
