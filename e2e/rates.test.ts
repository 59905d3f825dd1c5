import { axe, expect, type Page, test } from './fixtures.ts'

const mid = (page: Page, code: string) => page.getByRole('textbox', { name: `New mid of ${code}` })
const line = (page: Page, code: string) => page.getByRole('row').filter({ has: mid(page, code) })
const publish = (page: Page) => page.getByRole('button', { name: 'Publish' })

test('a sheet of rates is typed and pasted; a rule asks why, another stops a slip; margins make what is dealt', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/settings/base-rate')
  await mid(page, 'USD').fill('4.4900')
  await mid(page, 'USD').press('Enter')
  await expect(mid(page, 'EUR')).toBeFocused()
  await mid(page, 'EUR').fill('4,85')
  await expect(page.getByText('This is no rate.')).toBeVisible()
  await expect(publish(page)).toBeDisabled()
  await mid(page, 'EUR').fill('4.85')
  await expect(publish(page)).toBeEnabled()
  expect(await axe(page)).toEqual([])

  // As a spreadsheet copies it: codes in any order, thousands with separators.
  await mid(page, 'GBP').evaluate((field: HTMLInputElement) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'JPY\t2.88\nIDR\t1,285.71\nSGD\t3.30\n')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(mid(page, 'IDR')).toHaveValue('1,285.71')
  await expect(page.getByText('5 rates to publish')).toBeVisible()
  await publish(page).click()
  await expect(page.getByRole('status').filter({ hasText: '5 rates are published.' })).toBeVisible()
  await expect(line(page, 'USD')).toContainText('4.49')

  await mid(page, 'USD').fill('44.9')
  await expect(page.getByText(/Jumps by 900/)).toBeVisible()
  await expect(publish(page)).toBeDisabled()
  await mid(page, 'USD').fill('4.70')
  await expect(page.getByText(/Moves by 4\.68/)).toBeVisible()
  await publish(page).click()
  const why = page.getByRole('dialog', { name: 'Why these rates?' })
  await why.getByRole('textbox').fill('The market moved')
  await why.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 rate is published.' })).toBeVisible()

  await page.goto('/settings/margin-rate/create')
  await page.getByRole('combobox', { name: 'Currency' }).fill('USD')
  await page.getByRole('option', { name: /^USD/ }).click()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Percent' }).click()
  await page.getByRole('textbox', { name: 'Buy' }).fill('0.6')
  await page.getByRole('textbox', { name: 'Sell' }).fill('0.6')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Percent' })).toContainText('0.60%')
  await page.goto('/settings/base-rate')
  await mid(page, 'USD').fill('4.70')
  await expect(line(page, 'USD')).toContainText('4.6718')
  await expect(line(page, 'USD')).toContainText('4.7282')
})
