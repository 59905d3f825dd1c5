import { axe, expect, type Page, test } from './fixtures.ts'
import { findSaid } from './hands.ts'

// The day of the browser is that of the branches.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

const choose = async (page: Page, name: string, text: string) => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: text }).click()
}
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

test('an accountant imports a statement, matches it, creates what is missing and processes the reconciliation', async ({
  page,
  signedIn,
}) => {
  await signedIn('accountant')
  // An account of its own, from which a charge went.
  await page.goto('/accounting/ledgers/create')
  await page.getByRole('textbox', { name: 'Code' }).fill('1299')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Heron Bank')
  await choose(page, 'Class', 'Asset')
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  await expect(page).toHaveURL(/\/accounting\/ledgers$/)
  await page.goto('/accounting/bank-account/create')
  await page.getByRole('textbox', { name: 'Code' }).fill('HERON')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Heron current')
  await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('Heron Bank')
  await page.getByRole('textbox', { name: 'Number' }).fill('77665544')
  await choose(page, 'Branch', 'George Town')
  await choose(page, 'Currency', 'MYR')
  await choose(page, 'Ledger', '1299 Heron Bank')
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  await expect(page).toHaveURL(/\/accounting\/bank-account/)
  await page.goto('/accounting/bank-transfers/create')
  await choose(page, 'Kind', 'Interest')
  await choose(page, 'To account', 'HERON Heron current')
  await page.getByRole('textbox', { name: 'Amount' }).fill('120')
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  await expect(page).toHaveURL(/\/accounting\/bank-transfers/)

  const day = today()
  const short = day.replaceAll('-', '').slice(2)
  const text = [
    ':20:1',
    ':25:77665544',
    ':28C:1',
    `:60F:C${short}MYR0,00`,
    `:61:${short}${short.slice(2)}C120,00NMSCNONREF`,
    ':86:Interest',
    `:61:${short}${short.slice(2)}D20,00NMSCNONREF`,
    ':86:Monthly fee',
    `:62F:C${short}MYR100,00`,
    '-',
  ].join('\n')
  await page.goto('/accounting/bank-reconciliation/statements/create')
  await choose(page, 'Bank account', 'HERON Heron current')
  await page.locator('input[type=file]').setInputFiles({
    name: 'day.sta',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  })
  await expect(findSaid(page, '2 lines, 2 new')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'day.sta' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Monthly fee' })).toContainText('-20.00')

  await page.goto('/accounting/bank-reconciliation/create')
  await choose(page, 'Bank account', 'HERON Heron current')
  await page.getByRole('textbox', { name: 'Until' }).fill(day)
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  await page.getByRole('row').filter({ hasText: 'Heron current' }).click()
  await page
    .getByRole('link', { name: 'Open the full page' })
    .or(page.getByRole('button', { name: 'Open the full page' }))
    .click()
  await expect(page.getByRole('button', { name: 'Match lines' })).toBeVisible()
  const home = page.url()
  await page.getByRole('button', { name: 'Match lines' }).press('Enter')

  const lines = page.getByRole('region', { name: 'Statement lines' })
  const items = page.getByRole('region', { name: 'Open items of the books' })
  await expect(lines.getByRole('listitem')).toHaveCount(2)
  expect(await axe(page)).toEqual([])
  await lines.getByRole('checkbox', { name: /Interest/ }).press('Space')
  await items.getByRole('checkbox').first().press('Space')
  await expect(findSaid(page, 'difference 0.00')).toBeVisible()
  await items.getByRole('checkbox').first().press('Enter')
  await expect(findSaid(page, 'Lines matched')).toBeVisible()
  await expect(lines.getByRole('listitem')).toHaveCount(1)
  await lines.getByRole('button', { name: 'Create from line' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Kind' })).toHaveValue('Bank charge')
  await dialog.getByRole('button', { name: 'Create from line' }).press('Enter')
  await expect(page.getByText('Every line is matched.')).toBeVisible()

  await page.goto(home)
  await page.getByRole('button', { name: 'Process reconciliation' }).press('Enter')
  const asked = page.getByRole('dialog').getByRole('button', { name: 'Process reconciliation' })
  await asked.press('Enter')
  await expect(findSaid(page, 'Reconciliation processed')).toBeVisible()
  await page.getByRole('button', { name: 'Report' }).press('Enter')
  await expect(page.getByText('Nothing is outstanding.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Statement balance' })).toContainText('100.00')
})
