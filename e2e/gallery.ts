import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { expect, type Page, test as base } from './fixtures.ts'

const root = join(import.meta.dirname, 'table')

interface Gallery {
  url: string
}

/** Journeys on the table's own gallery: a page of its own that is no part of the product. */
export const test = base.extend<{ open: (query: string) => Promise<void> }, { gallery: Gallery }>({
  gallery: [
    async ({}, use) => {
      const outDir = mkdtempSync(join(tmpdir(), 'agio-gallery-'))
      const shared = { configFile: false as const, root, logLevel: 'error' as const }
      await build({ ...shared, plugins: [react()], build: { outDir, emptyOutDir: true, target: 'es2023' } })
      const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
      await use({ url: server.resolvedUrls?.local[0] ?? '' })
      await server.close()
      rmSync(outDir, { recursive: true })
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
