import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { openCounter, reach, seat } from './counter.ts'
import { axe, expect, readPrinted, signIn, test, unique, withoutPrinter } from './fixtures.ts'
import { choose, press, findSaid } from './hands.ts'
import { box, findAside, sellGoods } from './shop.ts'

// Its day is that of the branch.
test.use({ timezoneId: 'Asia/Kuala_Lumpur', actionTimeout: 15_000 })

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
  await sellGoods(page)

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
  // On a phone the quantity stands under its item.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => findAside(page, 'Returned items')).toBe(0)
  expect(await axe(page)).toEqual([])
  await box(page, 'Quantity, line 1').fill('1')
  if (size) await page.setViewportSize(size)
  await box(page, 'Quantity, line 1').press('Control+Enter')
  await press(page, 'Pay back')
  await page.getByRole('dialog').getByRole('button', { name: 'Pay back', exact: true }).press('Enter')
  await expect(page.getByText('Paid back', { exact: true }).first()).toBeVisible()

  // One card is exchanged for two: the second alone is paid.
  await page.goto('/pos-retail/sales/create')
  await box(page, 'Scan, line 1').fill(sku)
  await expect(page.getByText('Travel card · 12.90')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await press(page, 'Take the money')
  // What is typed goes to the dialog once it is there.
  await expect(dialog.getByRole('combobox', { name: 'Paid by' })).toHaveValue('Cash')
  await dialog.getByRole('textbox', { name: 'Tendered' }).fill('20.00')
  await page.keyboard.press('Enter')
  await expect(title).toBeVisible()
  const first = (await title.textContent()) ?? ''
  await page.goto('/pos-retail/sales/create')
  await box(page, 'Scan, line 1').fill(sku)
  await box(page, 'Quantity, line 1').fill('2')
  await box(page, 'Put aside as').fill('Two for one')
  await expect(page.getByText('Travel card · 12.90')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Two for one' })).toBeVisible()
  await page.goto('/pos-retail/returns/create')
  await box(page, 'Receipt').fill(first)
  await page.keyboard.press('Enter')
  await box(page, 'Reason').fill('Two are wanted')
  await box(page, 'Quantity, line 1').fill('1')
  await page.keyboard.press('Control+Enter')
  await press(page, 'Exchange')
  await expect(dialog.getByRole('combobox', { name: 'Sale that it pays' })).toHaveValue(/Two for one/)
  await expect(dialog.getByRole('status')).toHaveText('Left to pay: 12.90')
  expect(await axe(page)).toEqual([])
  await expect(dialog.getByRole('textbox', { name: 'Tendered' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(findSaid(page, 'Exchanged.')).toBeVisible()
  await expect(page.getByText('Paid for other goods')).toBeVisible()

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

test('cards come in by serial, one is sold at a discount that is approved on a phone, the next one travels', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  await openCounter(server)
  const admin = await server.as('admin')
  const sku = unique('SIM').toUpperCase()
  const item = { sku, name: 'Prepaid card', kind: 'goods', unit: 'piece', price: '38.00', tracking: 'serial' }
  await admin('/posretail/item/create', item)
  const serial = (at: number) => `${sku}-${at}`

  await withoutPrinter(page)
  await signIn(page, 'admin', seat)
  await sellGoods(page)
  await page.goto('/pos-retail/adjustments/create')
  await choose(page, 'Place', 'Bukit Bintang · Store')
  await box(page, 'Supplier').fill('Seberang Telecom')
  await choose(page, 'Item, line 1', `${sku} · Prepaid card`)
  await box(page, 'Serials, line 1').fill([1, 2, 3].map(serial).join('; '))
  await box(page, 'Cost of all, without tax, line 1').fill('75.00')
  await page.keyboard.press('Control+Enter')
  await expect(findSaid(page, 'Created Successfully!')).toBeVisible()

  const teller = await visitor()
  await signIn(teller, 'teller', seat)
  await teller.goto('/pos-retail/sales/create')
  await box(teller, 'Scan, line 1').fill(serial(1))
  await expect(teller.getByText(`Prepaid card · ${serial(1)} · 38.00`)).toBeVisible()
  await box(teller, 'Discount').fill('10')
  await box(teller, 'Put aside as').fill('Asks for less')
  await teller.keyboard.press('Control+Enter')
  await press(teller, 'Take the money')
  // How it may be paid has come with the dialog or after it.
  const paidBy = teller.getByRole('dialog').getByRole('combobox', { name: 'Paid by' })
  await expect(paidBy).toHaveValue('Cash')
  await teller.getByRole('dialog').getByRole('button', { name: 'Take the money', exact: true }).press('Enter')
  await expect(findSaid(teller, 'Sent for approval.')).toBeVisible()

  const phone = await visitor()
  await phone.setViewportSize({ width: 360, height: 720 })
  await signIn(phone, 'admin')
  await phone.goto(new URL(teller.url()).pathname)
  await press(phone, 'Approve discount')
  const asked = phone.getByRole('dialog').getByRole('button', { name: 'Approve discount', exact: true })
  await asked.or(findSaid(phone, 'Approved Successfully!')).first().waitFor()
  if (await asked.isVisible()) await asked.press('Enter')
  await expect(findSaid(phone, 'Approved Successfully!')).toBeVisible()
  await phone.goto('/pos-retail/stock')
  await expect(phone.getByText('Prepaid card').first()).toBeVisible()
  await expect.poll(() => findAside(phone, 'Retail stock')).toBe(0)
  await press(teller, 'Take the money')
  await expect(paidBy).toHaveValue('Cash')
  const tendered = teller.getByRole('dialog').getByRole('textbox', { name: 'Tendered' })
  await tendered.fill('30.00')
  await teller.keyboard.press('Enter')
  await expect(findSaid(teller, 'Settled Successfully!')).toBeVisible()

  await page.goto('/pos-retail/transfers/create')
  await choose(page, 'From', 'Bukit Bintang · Store')
  await choose(page, 'To', 'George Town · Store')
  await choose(page, 'Item, line 1', `${sku} · Prepaid card`)
  await box(page, 'Serials, line 1').fill(serial(2))
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(findSaid(page, 'Created Successfully!')).toBeVisible()
  await expect(page.getByRole('cell', { name: serial(2), exact: true })).toBeVisible()
  await press(page, 'Send to transit')
  await expect(findSaid(page, 'Successfully Sent to Transit.')).toBeVisible()

  await page.goto('/pos-retail/serials')
  await box(page, 'Serial').fill(serial(2))
  await page.keyboard.press('Enter')
  await expect(page.getByText('In transit').first()).toBeVisible()
})
