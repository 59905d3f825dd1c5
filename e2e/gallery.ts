import { expect, type Page, test as base } from './fixtures.ts'
import { openGallery } from './table/serve.ts'

/** Journeys on the table's own gallery. */
export const test = base.extend<{ open: (query: string) => Promise<void> }, { gallery: { url: string } }>({
  gallery: [
    async ({}, use) => {
      const gallery = await openGallery()
      await use(gallery)
      await gallery.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ gallery }, use) => use(gallery.url),
  viewport: { width: 1440, height: 800 },
  open: ({ page }, use) =>
    use(async (query) => {
      await page.goto(`/?${query}`)
      await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible()
      await expect(head(page, 'Number').or(page.locator('table')).first()).toBeVisible()
    }),
})

export const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
export const lines = (page: Page) => page.locator('tbody tr')
/** What the gallery was told by the table, as `event data`. */
export const said = (page: Page) => page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
export const last = async (page: Page) => (await said(page)).at(-1)
/** The row that has the focus, by its place; -1 without one. */
export const focused = (page: Page) =>
  page.evaluate(() => Number((document.activeElement as HTMLElement | null)?.dataset['index'] ?? -1))
export const width = async (page: Page, name: string) => (await head(page, name).boundingBox())?.width ?? 0
