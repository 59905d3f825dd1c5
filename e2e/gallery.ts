import { expect, type Page, test as base } from './fixtures.ts'

/** Journeys in the gallery, where each piece of the kit has its page. */
export const test = base.extend<{ open: (query: string) => Promise<void> }>({
  baseURL: ({ gallery }, use) => use(gallery.url),
  // No server is asked.
  ownData: ({}, use) => use(),
  stops: ({}, use) => use(() => 0),
  viewport: { width: 1440, height: 800 },
  open: ({ page }, use) =>
    use(async (query) => {
      await page.goto(`/table?${query}`)
      await expect(page.getByRole('heading', { name: 'Table', exact: true })).toBeVisible()
      await expect(head(page, 'Number').or(page.locator('table')).first()).toBeVisible()
    }),
})

export const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
export const lines = (page: Page) => page.locator('tbody tr')
/** What the gallery was told by the table, as `event data`. */
export const readEvents = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
export const last = async (page: Page) => (await readEvents(page)).at(-1)
/** The row that has the focus, by its place; -1 without one. */
export const findFocusedRow = (page: Page) =>
  page.evaluate(() => Number((document.activeElement as HTMLElement | null)?.dataset['index'] ?? -1))
export const width = async (page: Page, name: string) => (await head(page, name).boundingBox())?.width ?? 0

/** Opens the page of one piece. */
export async function openPiece(page: Page, path: string) {
  await page.goto(`/${path}`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}
/** What the piece has told. */
export const readOutput = (page: Page) =>
  expect.poll(async () => JSON.parse(await page.getByRole('region', { name: 'Told' }).innerText()) as unknown)
