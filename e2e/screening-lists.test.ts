import { hasNoRealFiles, realPath } from '#kit/test/real-files.ts'
import { samplePath } from '#kit/test/samples.ts'
import { axe, expect, type Page, readPrinted, test, withoutPrinter } from './fixtures.ts'
import { command, type Server } from './server.ts'

interface Versions {
  files: () => string[]
  entries: string
  added: number
  removed: number
  changed: number
}

/** Loads two versions of the UN's list by the command line, and looks at what the second one changed. */
async function showsChanges(
  page: Page,
  server: Server,
  { files, entries, added, removed, changed }: Versions,
) {
  expect(await command(server, 'screening', 'load', ...files())).toContain(
    `${added} added, ${removed} removed, ${changed} changed`,
  )
  await page.goto('/compliance/screening-lists')
  const row = page.getByRole('row', { name: /consolidated list/ })
  await expect(row.getByText('Fresh')).toBeVisible()
  await expect(row.getByRole('cell', { name: entries, exact: true })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await row.getByRole('link').click()
  const newest = page.getByRole('region', { name: 'Versions' }).getByRole('row').nth(1)
  for (const count of [added, removed, changed])
    await expect(newest.getByRole('cell', { name: String(count), exact: true })).toBeVisible()
  const report = page.getByRole('region', { name: /^What version \d+ changed/ })
  const tab = (name: string, count: number) =>
    report.getByRole('tab', { name: new RegExp(`${name} ${count}$`) })
  await expect(tab('Changed', changed)).toHaveAttribute('aria-selected', 'true')
  await expect(report.locator('del, ins').first()).toBeVisible()
  await tab('Removed', removed).click()
  await expect(report.getByRole('tabpanel').getByRole('row')).toHaveCount(removed + 1)
  await tab('Added', added).click()
  await report.getByRole('searchbox').fill('xyz nobody')
  await expect(report.getByRole('tabpanel').getByText('None')).toBeVisible()
  expect(await axe(page)).toEqual([])
}

test('two versions of the list of the UN are loaded; what is new, gone and changed is shown field by field', async ({
  page,
  server,
  signedIn,
}) => {
  await signedIn('compliance')
  const files = () => ['un-older.xml', 'un-newer.xml'].map(samplePath)
  await showsChanges(page, server, { files, entries: '38', added: 6, removed: 2, changed: 3 })
  // An older version keeps its own report.
  await page.getByRole('region', { name: 'Versions' }).getByRole('link', { name: '2', exact: true }).click()
  await expect(page.getByRole('tab', { name: /Added 3/ })).toBeVisible()
})

test.describe('real files:', () => {
  test.beforeEach(() => test.info().skip(hasNoRealFiles, 'REAL_FILES names no folder'))

  test('two versions of the list of the UN, a thousand entries', async ({ page, server, signedIn }) => {
    await signedIn('compliance')
    const dates = ['2025-04-19', '2026-02-27']
    const files = () => dates.map((date) => realPath(`un/un-consolidated-${date}.xml.gz`))
    await showsChanges(page, server, { files, entries: '1,003', added: 136, removed: 10, changed: 11 })
  })
})

test('a profile leads to those it is linked with, and prints', async ({ page, signedIn }) => {
  await withoutPrinter(page)
  await signedIn('compliance')
  await page.goto('/compliance/ofac/detail/990000')
  await expect(page.getByRole('heading', { level: 1, name: 'ORLOVETS, Anton Pavlovich' })).toBeVisible()
  await expect(page.getByText('Compliance Profile Detail')).toBeVisible()
  await expect(page.getByText('Орловец Антон Павлович').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Relationships' }).getByRole('row')).toHaveCount(3)
  const graph = page.getByRole('region', { name: 'Linked people and businesses' })
  await expect(graph.getByRole('link', { name: 'NEVA DEMONSTRATION BANK' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await graph.getByRole('link', { name: 'ORLOVETS DEMONSTRATION HOLDING LLC' }).click()
  await expect(page).toHaveURL(/\/compliance\/ofac\/detail\/990002$/)
  await expect(page.getByRole('heading', { level: 1, name: /HOLDING LLC/ })).toBeVisible()
  // The vessel names the holding, and the holding leads to it all the same.
  await expect(graph.getByRole('link', { name: 'POLAR DEMONSTRATION' })).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(() => readPrinted(page)).toMatch(/\.pdf$/)
  await page.goto('/compliance/unsc/detail/9900001')
  await expect(page.getByText('UNSC Compliance Profile Detail')).toBeVisible()
  await page.goto('/compliance/detail/ftm%3Ademo-president')
  await expect(page.getByText(/holds or held high public office/)).toBeVisible()
  await page
    .getByRole('region', { name: 'Linked persons' })
    .getByRole('link', { name: 'Casimir Ostrander-Demo' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Casimir Ostrander-Demo' })).toBeVisible()
  expect(await axe(page)).toEqual([])
})
