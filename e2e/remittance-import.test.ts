import { openCounter } from './counter.ts'
import { axe, expect, signIn, test, unique } from './fixtures.ts'
import { addPerson } from './remittances.ts'

// Its day is that of the branch.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

test('orders are imported: a row is mended on the screen, and what is right is made', async ({
  page,
  server,
}) => {
  test.slow()
  await openCounter(server)
  const admin = await server.as('admin')
  const code = `P${Date.now()}`.slice(0, 20)
  const { id: providerId } = await admin<{ id: string }>('/remittance/provider/create', {
    code,
    name: 'Lagoon Payouts',
    services: [{ country: 'PH', currency: 'PHP', method: 'wallet' }],
    settlementCurrency: 'USD',
    timeZone: 'Asia/Manila',
    cutOff: '14:00',
    workdays: '12345',
  })
  const rate = { providerId, country: 'PH', currency: 'PHP', costRate: '12.9', margin: '0.01' }
  await admin('/remittance/payoutrate/create', rate)
  const { paper } = await addPerson(server, `Ottilie ${unique('Marchbank')}`)

  await signIn(page, 'teller', { branch: 'Bukit Bintang', counter: 'Counter 2' })
  await page.goto('/remittance/import')
  const rows = [
    'sender,country,currency,method,amount,provider,providerReason,recipientName,account,purpose,sourceOfFunds,relationship',
    `${paper},PH,PHP,wallet,300,${code},Has the wallet,Maria Santos,09171234567,gift,salary,friend`,
    `${paper},PH,PHP,wallet,400,${code},Has the wallet,Jose Rizal,09171234567,gift,wages,friend`,
  ]
  await page.locator('input[type=file]').setInputFiles({
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\r\n')),
  })
  await expect(page.getByRole('status').filter({ hasText: '1 ready, 1 to mend, 0 created' })).toBeVisible()
  await expect(page.getByText('Use one of: salary, business')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Mend row 3' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mend row 3' })
  await dialog.getByRole('textbox', { name: 'Source of funds' }).fill('salary')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Check row' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Create 2 orders' }).click()
  await expect(page.getByRole('status').filter({ hasText: '0 ready, 0 to mend, 2 created' })).toBeVisible()
  await page.getByRole('link', { name: /-R-?/ }).first().click()
  await expect(page.getByText('Maria Santos').first()).toBeVisible()
})

test('corridor profit is asked for by period, printed and taken away', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/remittance/corridor-profit?from=2020-01-01')
  await expect(page.getByRole('heading', { name: 'Corridor profit' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(file.suggestedFilename()).toContain('corridor-profit')
})
