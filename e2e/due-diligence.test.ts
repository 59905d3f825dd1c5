import { axe, expect, type Page, matchRefusedCall, test } from './fixtures.ts'

const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).click()
const pick = async (page: Page, name: string, option: string) => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a law is made stricter, loosened only with a reason, and each version stays to be read', async ({
  page,
  signedIn,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(422))
  await signedIn('compliance')
  await page.goto('/settings/cdd-ecdd')
  const row = page.getByRole('row').filter({ hasText: 'Money changing: identify' })
  await expect(row).toContainText('≥ 3,000 MYR, in one business day')
  await expect(row).toContainText('As the law')
  expect(await axe(page)).toEqual([])

  await row.getByRole('link').click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Threshold').fill('4000')
  await save(page)
  await expect(page.getByText('This asks less than the law. Say why.').first()).toBeVisible()
  await page.getByLabel('Reason').fill('Agreed with the regulator')
  await save(page)
  await expect(page.getByText('≥ 4,000 MYR, in one business day', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Reason').fill('Back, and further')
  await page.getByLabel('Threshold').fill('2500')
  await save(page)
  const versions = page.getByRole('listitem').filter({ hasText: /^Version / })
  await expect(versions).toContainText([
    /^Version 2 .*2,500 MYR.*Back, and further/,
    /^Version 1 .*4,000 MYR/,
  ])
  await page.goto('/settings/cdd-ecdd')
  await expect(row).toContainText('≥ 2,500 MYR, in one business day')
  await expect(row).toContainText('Stricter')

  await page.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Another law applies')
  await dialog.getByRole('button', { name: 'Disable Malaysia' }).click()
  await expect(row).toBeHidden()
  await expect(page.getByText('Another law applies')).toBeVisible()
})

test('a fee in steps with its tax is written down, and switched off once it was used', async ({
  page,
  signedIn,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(422))
  await signedIn('admin')
  await page.goto('/settings/transaction-setting')
  await page.getByRole('link', { name: 'New fee' }).click()
  await page.getByLabel('Name').fill('Handling of dollars')
  await pick(page, 'Kind', 'In steps')
  await page.getByLabel('Steps').fill('0 = 2\n5000 = 0,1%')
  await save(page)
  await expect(page.getByText('One on a line, such as 1000 = 5 or 5000 = 0.1%').last()).toBeVisible()
  await page.getByLabel('Steps').fill('0 = 2\n5000 = 0.1%')
  await pick(page, 'Tax', 'In the fee')
  await save(page)
  await expect(page.getByText('This field is required')).toBeVisible()
  await page.getByLabel('Rate of the tax').fill('6')
  await pick(page, 'Currency', 'USD')
  await save(page)
  const row = page.getByRole('row').filter({ hasText: 'Handling of dollars' })
  await expect(row).toContainText('from 0.00: 2.00 · from 5,000.00: 0.10%')
  await expect(row).toContainText('6.00% In the fee')
  expect(await axe(page)).toEqual([])
  await row.getByRole('button', { name: 'Actions of the row' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(row).toContainText('Disabled')
})
