import { openCounter, reach } from './counter.ts'
import { axe, expect, type Page, signIn, test } from './fixtures.ts'
import { findSaid } from './hands.ts'
import { addSender } from './remitting.ts'

// Its day is that of the branch.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

/** Goes to a field by keyboard, and types. */
async function type(page: Page, role: 'combobox' | 'textbox', name: string, text: string) {
  await reach(page, page.getByRole(role, { name, exact: true }))
  await page.keyboard.type(text)
  if (role === 'combobox') {
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
  }
}

test('an order is taken in cash from the counter to its receipt, by keyboard', async ({ page, server }) => {
  test.slow()
  await openCounter(server)
  const admin = await server.as('admin')
  const { id: providerId } = await admin<{ id: string }>('/remittance/provider/create', {
    code: `P${Date.now()}`.slice(0, 20),
    name: 'Harbour Payouts',
    services: [{ country: 'ID', currency: 'IDR', method: 'wallet' }],
    settlementCurrency: 'USD',
    timeZone: 'Asia/Jakarta',
    cutOff: '14:00',
    workdays: '12345',
  })
  await admin('/remittance/payoutrate/create', {
    providerId,
    country: 'ID',
    currency: 'IDR',
    costRate: '3850',
    margin: '0.01',
  })
  const { name: sender } = await addSender(server)

  await signIn(page, 'teller', { branch: 'Bukit Bintang', counter: 'Counter 2' })
  await page.goto('/pos-remittance')
  await type(page, 'combobox', 'Sender', sender)
  await type(page, 'combobox', 'Destination', 'Indonesia')
  await type(page, 'textbox', 'Amount', '100')
  await expect(page.getByRole('radio').first()).toBeChecked()
  await type(page, 'textbox', 'Recipient', 'Siti Rahmawati')
  await type(page, 'textbox', 'Account or wallet', '0812-3456-7890')
  await type(page, 'combobox', 'Purpose', 'Family')
  await type(page, 'combobox', 'Source of funds', 'Salary')
  await type(page, 'combobox', 'Recipient is the sender’s', 'Sibling')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(findSaid(page, 'Created Successfully!')).toBeVisible()

  await reach(page, page.getByRole('button', { name: 'Accept quote', exact: true }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Accept quote', exact: true }).press('Enter')
  await reach(page, page.getByRole('button', { name: 'Take payment', exact: true }))
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Cash tendered', exact: true }).press('Enter')
  await expect(findSaid(page, 'Payment taken')).toBeVisible()
  await expect(page.getByText('Ready to send', { exact: true }).first()).toBeVisible()
})
