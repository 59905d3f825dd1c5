import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { sharedPath } from '#kit/test/shared-data.ts'
import { root } from '#tools/run.ts'
import { axe, expect, test } from './fixtures.ts'

const run = promisify(execFile)
const versions = ['un/un-consolidated-2025-04-19.xml.gz', 'un/un-consolidated-2026-02-27.xml.gz'].map(
  sharedPath,
)

test('both versions of the list of the UN are loaded; what is new, gone and changed is shown field by field', async ({
  page,
  server,
  signedIn,
}) => {
  const { stdout } = await run(process.execPath, ['apps/server/cli.ts', 'screening', 'load', ...versions], {
    cwd: root,
    env: { PATH: process.env['PATH'], AGIO_DATA_DIR: server.dataDir },
  })
  expect(stdout).toContain('136 added, 10 removed, 11 changed')
  await signedIn('compliance')
  await page.goto('/compliance/screening-lists')
  const row = page.getByRole('row', { name: /consolidated list/ })
  await expect(row.getByText('Fresh')).toBeVisible()
  await expect(row.getByRole('cell', { name: '1,003' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await row.getByRole('link').click()
  const newest = page.getByRole('region', { name: 'Versions' }).getByRole('row').nth(1)
  for (const count of ['136', '10', '11'])
    await expect(newest.getByRole('cell', { name: count, exact: true })).toBeVisible()
  const report = page.getByRole('region', { name: /^What version \d+ changed/ })
  await expect(report.getByRole('tab', { name: /Changed 11/ })).toHaveAttribute('aria-selected', 'true')
  await expect(report.locator('del, ins').first()).toBeVisible()
  await report.getByRole('tab', { name: /Removed 10/ }).click()
  await expect(report.getByRole('tabpanel').getByRole('row')).toHaveCount(11)
  await report.getByRole('tab', { name: /Added 136/ }).click()
  await report.getByRole('searchbox').fill('xyz nobody')
  await expect(report.getByRole('tabpanel').getByText('None')).toBeVisible()
  expect(await axe(page)).toEqual([])
  // An older version keeps its own report.
  await page.getByRole('region', { name: 'Versions' }).getByRole('link', { name: '2', exact: true }).click()
  await expect(page.getByRole('tab', { name: /Added 3/ })).toBeVisible()
})

test('a profile leads to those it is linked with, and prints', async ({ page, signedIn }) => {
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
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Print' }).click()
  const paper = readFileSync((await (await file).path()) ?? '')
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
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
