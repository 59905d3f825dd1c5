import { openCounter } from './counter.ts'
import { axe, expect, matchRefusedCall, signIn, test } from './fixtures.ts'
import { choose, notes, press, findSaid, state } from './hands.ts'

// Its day is that of the branch.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

test('a drawer asks for dollars, the vault sends them, and the teller counts them blind before they are taken', async ({
  page,
  server,
  visitor,
  expectConsole,
}) => {
  test.slow()
  expectConsole(matchRefusedCall(422))
  await openCounter(server)
  await signIn(page, 'admin')
  await page.goto('/inventory/openings/opening')
  await choose(page, 'Currency, line 1', 'USD')
  await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).fill('3000')
  await page.getByRole('textbox', { name: 'Cost in local money, line 1', exact: true }).fill('13350')
  await page.getByRole('textbox', { name: 'Note' }).fill('Bought of a bank')
  await press(page, 'Post')
  await expect(findSaid(page, 'The opening balance is posted.')).toBeVisible()

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
  await expect(findSaid(teller, 'Created Successfully!')).toBeVisible()
  await state(teller, 'Open')

  await page.goto('/inventory/inventory-request')
  await page.locator('tbody tr[data-index]').first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Quantity, line 1', exact: true })).toHaveValue('1,000')
  await press(page, 'Count USD by notes')
  await notes(page, 'USD', '100').fill('10')
  expect(await axe(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Note', exact: true }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(findSaid(page, 'Created Successfully!')).toBeVisible()
  await state(page, 'Created')
  expect(await axe(page)).toEqual([])

  await teller.goto('/inventory/transfers')
  await teller.locator('tbody tr[data-index]').first().focus()
  await teller.keyboard.press('Enter')
  await press(teller, 'Take over')
  const dialog = teller.getByRole('dialog')
  await notes(teller, 'USD', '100').fill('9')
  await dialog.getByRole('button', { name: 'Take over', exact: true }).press('Enter')
  await expect(dialog.getByText('This is not what was prepared. Nothing has moved.')).toBeVisible()
  await notes(teller, 'USD', '100').fill('10')
  await dialog.getByRole('button', { name: 'Take over', exact: true }).press('Enter')
  await expect(findSaid(teller, 'Transferred Successfully!')).toBeVisible()
  await state(teller, 'Completed')

  await page.goto('/inventory/inventory-request')
  await expect(page.locator('tbody tr[data-index]').first()).toContainText('Completed')
})

test('a bag on its way is in the ageing of transit, which leads to it; what the carrier wrote is attached there', async ({
  page,
  server,
}) => {
  test.slow()
  await openCounter(server)
  await signIn(page, 'admin')
  await page.goto('/inventory/openings/opening')
  await choose(page, 'Currency, line 1', 'EUR')
  await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).fill('1000')
  await page.getByRole('textbox', { name: 'Cost in local money, line 1', exact: true }).fill('4700')
  await page.getByRole('textbox', { name: 'Note' }).fill('Bought of a bank')
  await press(page, 'Post')
  await expect(findSaid(page, 'The opening balance is posted.')).toBeVisible()

  await page.goto('/inventory/transfers/create')
  await choose(page, 'From', 'Bukit Bintang · Vault')
  await choose(page, 'To', 'George Town · Vault')
  await choose(page, 'Currency, line 1', 'EUR')
  await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).fill('400')
  await page.keyboard.press('Control+Enter')
  await expect(findSaid(page, 'Created Successfully!')).toBeVisible()
  await press(page, 'Send to transit')
  await expect(findSaid(page, 'Successfully Sent to Transit.')).toBeVisible()

  await page.goto('/reports/transit-ageing')
  await expect(page.getByText('The ledger has 1880.00 MYR of this. The figures agree.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  const row = page.getByRole('row').filter({ hasText: '1,880.00' }).first()
  await row.getByRole('link').first().click()
  await expect(page.getByText('No file is attached.')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({
    name: 'carrier.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
  })
  await expect(findSaid(page, 'Attached Successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'carrier.pdf' })).toBeVisible()
  await expect(page.getByText('Attached a file').first()).toBeVisible()
  expect(await axe(page)).toEqual([])

  for (const report of ['detail-branch-transfer', 'count-variances', 'denominations']) {
    await page.goto(`/reports/${report}`)
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
    expect(await axe(page)).toEqual([])
  }
})
