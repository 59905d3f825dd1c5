import { openCounter } from './counter.ts'
import { axe, expect, type Page, refused, signIn, test } from './fixtures.ts'

// Its day is that of the branch.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
const choose = async (page: Page, name: string, text: string) => {
  await page.getByRole('combobox', { name, exact: true }).fill(text)
  await page.getByRole('option', { name: text, exact: true }).click()
}
const counted = (page: Page, code: string, face: string, count: string) =>
  page.getByRole('textbox', { name: `Notes of ${code} ${face}`, exact: true }).fill(count)
const state = (page: Page, text: string) =>
  expect(
    page.getByRole('banner').or(page.locator('main')).getByText(text, { exact: true }).first(),
  ).toBeVisible()

test('a drawer asks for dollars, the vault sends them, and the teller counts them blind before they are taken', async ({
  page,
  server,
  visitor,
  expectConsole,
}) => {
  test.slow()
  expectConsole(refused(422))
  await openCounter(server)
  await signIn(page, 'admin')
  await page.goto('/inventory/openings/opening')
  await choose(page, 'Currency, line 1', 'USD')
  await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).fill('3000')
  await page.getByRole('textbox', { name: 'Cost in local money, line 1', exact: true }).fill('13350')
  await page.getByRole('textbox', { name: 'Note' }).fill('Bought of a bank')
  await press(page, 'Post')
  await expect(said(page, 'The opening balance is posted.')).toBeVisible()

  const teller = await visitor()
  await signIn(teller, 'teller', { branch: 'Bukit Bintang', counter: 'Counter 2' })
  await teller.goto('/inventory/inventory-request/create')
  await expect(teller.getByRole('combobox', { name: 'Asked of' })).toHaveValue('Bukit Bintang · Vault')
  await expect(teller.getByRole('combobox', { name: 'For' })).toHaveValue('Bukit Bintang · Counter 2')
  await choose(teller, 'Currency, line 1', 'USD')
  await teller.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).fill('1,000')
  expect(await axe(teller)).toEqual([])
  await teller.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).focus()
  await teller.keyboard.press('Control+Enter')
  await expect(said(teller, 'Created Successfully!')).toBeVisible()
  await state(teller, 'Open')

  await page.goto('/inventory/inventory-request')
  await page.locator('tbody tr[data-index]').first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Quantity, line 1', exact: true })).toHaveValue('1,000')
  await press(page, 'Count USD by notes')
  await counted(page, 'USD', '100', '10')
  expect(await axe(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Note', exact: true }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(said(page, 'Created Successfully!')).toBeVisible()
  await state(page, 'Created')
  expect(await axe(page)).toEqual([])

  await teller.goto('/inventory/transfers')
  await teller.locator('tbody tr[data-index]').first().focus()
  await teller.keyboard.press('Enter')
  await press(teller, 'Take over')
  const dialog = teller.getByRole('dialog')
  await counted(teller, 'USD', '100', '9')
  await dialog.getByRole('button', { name: 'Take over', exact: true }).press('Enter')
  await expect(dialog.getByText('This is not what was prepared. Nothing has moved.')).toBeVisible()
  await counted(teller, 'USD', '100', '10')
  await dialog.getByRole('button', { name: 'Take over', exact: true }).press('Enter')
  await expect(said(teller, 'Transferred Successfully!')).toBeVisible()
  await state(teller, 'Completed')

  await page.goto('/inventory/inventory-request')
  await expect(page.locator('tbody tr[data-index]').first()).toContainText('Completed')
})
