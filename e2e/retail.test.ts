import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { openCounter, reach, seat } from './counter.ts'
import { axe, expect, type Page, readPrinted, signIn, test, unique, withoutPrinter } from './fixtures.ts'
import { press, findSaid } from './hands.ts'

// Its day is that of the branch.
test.use({ timezoneId: 'Asia/Kuala_Lumpur', actionTimeout: 15_000 })

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('the company is switched on, a card is scanned, sold for cash, printed, and comes back', async ({
  page,
  server,
}) => {
  test.slow()
  const teller = await openCounter(server)
  const admin = await server.as('admin')
  const sku = unique('CARD').toUpperCase()
  await admin('/posretail/item/create', {
    sku,
    name: 'Travel card',
    kind: 'service',
    unit: 'piece',
    price: '12.90',
  })

  await withoutPrinter(page)
  await signIn(page, 'admin', seat)
  await page.goto('/pos-retail/settings')
  await page.getByRole('switch', { name: 'Sell goods' }).check()
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

  await page.goto('/pos-retail/sales/create')
  await box(page, 'Scan, line 1').fill(sku)
  await expect(page.getByText('Travel card · 12.90')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await press(page, 'Take the money')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Paid by' })).toHaveValue('Cash')
  await dialog.getByRole('textbox', { name: 'Tendered' }).fill('20.00')
  await page.keyboard.press('Enter')
  await expect(findSaid(page, 'Settled Successfully!')).toBeVisible()
  const title = page.getByRole('heading', { level: 1, name: /-S-\d{4}-\d{6}$/ })
  await expect(title).toBeVisible()
  const number = (await title.textContent()) ?? ''
  await press(page, 'Print receipt')
  await expect.poll(() => readPrinted(page)).toContain(number)

  await page.goto('/pos-retail/returns/create')
  await box(page, 'Receipt').fill(number)
  await page.keyboard.press('Enter')
  await box(page, 'Reason').fill('Not wanted')
  await box(page, 'Quantity, line 1').fill('1')
  await page.keyboard.press('Control+Enter')
  await press(page, 'Pay back')
  await page.getByRole('dialog').getByRole('button', { name: 'Pay back', exact: true }).press('Enter')
  await expect(page.getByText('Paid back', { exact: true }).first()).toBeVisible()

  // The deal that the teller of the counter has ready is settled with the next basket: only the rest is paid out.
  const usd = await server.beside(
    async (db) => (await readTradedCurrencies(db)).find(({ code }) => code === 'USD')?.id,
  )
  const deal = await teller<{ number: string }>('/postransaction/manage/create', {
    lines: [{ side: 'buy', currencyId: usd, quantity: '20' }],
    upTo: 'submit',
  })
  await page.goto('/pos-retail/sales/create')
  await box(page, 'Scan, line 1').fill(sku)
  await expect(page.getByText('Travel card · 12.90')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await press(page, 'Take the money')
  const choice = dialog.getByRole('combobox', { name: 'With a deal' })
  await reach(page, choice, 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: deal.number })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('Paid out to the customer')
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Pay out', exact: true }).press('Enter')
  await expect(page.getByText(`Deal ${deal.number}`)).toBeVisible()

  await page.goto('/pos-retail/reports')
  await expect(page.getByRole('heading', { level: 1, name: 'Retail sales' })).toBeVisible()
  expect(await axe(page)).toEqual([])
})
