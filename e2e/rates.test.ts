import { axe, expect, type Page, test } from './fixtures.ts'

const mid = (page: Page, code: string) => page.getByRole('textbox', { name: `New mid of ${code}` })
const line = (page: Page, code: string) => page.getByRole('row').filter({ has: mid(page, code) })
/** What the sheet says now, times so much. */
const near = async (page: Page, code: string, times: number) =>
  (Number(((await mid(page, code).getAttribute('placeholder')) ?? '').replaceAll(',', '')) * times).toFixed(4)
const publish = (page: Page) => page.getByRole('button', { name: 'Publish' })

test('a sheet of rates is typed and pasted; a rule asks why, another stops a slip; margins make what is dealt', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/settings/base-rate')
  const dollar = await near(page, 'USD', 1.005)
  await mid(page, 'USD').fill(dollar)
  await mid(page, 'USD').press('Enter')
  await expect(mid(page, 'EUR')).toBeFocused()
  await mid(page, 'EUR').fill('4,85')
  await expect(page.getByText('This is no rate.')).toBeVisible()
  await expect(publish(page)).toBeDisabled()
  await mid(page, 'EUR').fill(await near(page, 'EUR', 0.995))
  await expect(publish(page)).toBeEnabled()
  expect(await axe(page)).toEqual([])

  // As a spreadsheet copies it: codes in any order, thousands with separators.
  const lines = `JPY\t${await near(page, 'JPY', 1.002)}\nVND\t1,285.71\nSGD\t${await near(page, 'SGD', 0.999)}\n`
  await mid(page, 'GBP').evaluate((field: HTMLInputElement, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, lines)
  await expect(mid(page, 'VND')).toHaveValue('1,285.71')
  await expect(publish(page)).toBeDisabled()
  await mid(page, 'VND').fill(await near(page, 'VND', 1.001))
  await expect(page.getByText('5 rates to publish')).toBeVisible()
  await publish(page).click()
  await expect(page.getByRole('status').filter({ hasText: '5 rates are published.' })).toBeVisible()
  await expect(mid(page, 'USD')).toHaveAttribute('placeholder', String(Number(dollar)))

  await mid(page, 'USD').fill(await near(page, 'USD', 10))
  await expect(page.getByText(/Jumps by 900/)).toBeVisible()
  await expect(publish(page)).toBeDisabled()
  await mid(page, 'USD').fill(await near(page, 'USD', 1.035))
  await expect(page.getByText(/Moves by 3\.(49|5)/)).toBeVisible()
  await publish(page).click()
  const why = page.getByRole('dialog', { name: 'Why these rates?' })
  await why.getByRole('textbox').fill('The market moved')
  await why.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 rate is published.' })).toBeVisible()

  await page.goto('/settings/margin-rate/create')
  await page.getByRole('combobox', { name: 'Currency' }).fill('CHF')
  await page.getByRole('option', { name: /^CHF/ }).click()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Percent' }).click()
  await page.getByRole('textbox', { name: 'Buy' }).fill('0.6')
  await page.getByRole('textbox', { name: 'Sell' }).fill('0.6')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'CHF' })).toContainText('0.60%')
  await page.goto('/settings/base-rate')
  const franc = await near(page, 'CHF', 1)
  await mid(page, 'CHF').fill(franc)
  const side = (times: number) => (Number(franc) * times).toFixed(7).slice(0, 4)
  await expect(line(page, 'CHF')).toContainText(side(0.994))
  await expect(line(page, 'CHF')).toContainText(side(1.006))
})
