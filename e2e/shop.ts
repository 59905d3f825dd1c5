import { axe, expect, type Page } from './fixtures.ts'

/** What the journeys of a shop begin with. */

export const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** By how many pixels a table has to be scrolled aside to be seen whole. */
export const findAside = (page: Page, table: string) =>
  page.getByRole('region', { name: table, exact: true }).evaluate((one) => one.scrollWidth - one.clientWidth)

/** Switches on that the company sells goods, unless another journey has. */
export async function sellGoods(page: Page) {
  await page.goto('/pos-retail/settings')
  const sells = page.getByRole('switch', { name: 'Sell goods' })
  await expect(sells).toBeEnabled()
  if (await sells.isChecked()) return
  await sells.check()
  await box(page, 'Approval reference').fill('BNM/2026/118')
  await page.getByLabel('Approved on').first().fill('05/01/2026')
  await page.locator('input[type=file]').setInputFiles({
    name: 'approval.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%EOF\n'),
  })
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible()
}
