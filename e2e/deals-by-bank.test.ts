import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { currency, findDealHeading, openCounter, reach, seat } from './counter.ts'
import { axe, expect, signIn, test, unique } from './fixtures.ts'
import { choose, fill, findSaid, press } from './hands.ts'

// The day of the browser is that of the branches.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

test('dollars are sold by our account at a bank at its own cost, revalued there, and matched with the line of the bank', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  await openCounter(server)
  const admin = await server.as('admin')
  const { company } = await server.login('admin')
  const branchId = company.branches.find(({ name }) => name === seat.branch)?.id
  let currencyId: string | undefined
  await server.change(async (tx) => {
    currencyId = (await readTradedCurrencies(tx)).find(({ code }) => code === 'USD')?.id
  })
  const name = unique('Nostro ')
  const number = `0068${Date.now() % 1_000_000}`
  await admin('/posaccounting/bankaccount/create', {
    code: name.toUpperCase().replace(' ', ''),
    name,
    bankName: 'Harbour Bank',
    number,
    branchId,
    currencyId,
    openingAmount: '5000',
    openingValue: '17500',
  })

  await signIn(page, 'teller', seat)
  await expect(currency(page)).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type('usd')
  await page.keyboard.press('Tab')
  await page.keyboard.type('100')
  await reach(page, page.getByRole('combobox', { name: 'Notes or bank of line 1' }))
  await page.keyboard.type('Bank')
  await expect(page.getByRole('combobox', { name: 'Notes or bank of line 1' })).toHaveValue(/.+/)
  await reach(page, page.getByRole('textbox', { name: 'Reference of line 1' }))
  await page.keyboard.type('FT 7781')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(findDealHeading(page)).toBeVisible()
  await expect(page.getByText(`by bank, ${name}`)).toBeVisible()
  const deal = (await findDealHeading(page).textContent()) ?? ''

  const books = await visitor()
  await signIn(books, 'accountant')
  await books.goto('/accounting/fx-revaluation-entry/create')
  await fill(books, 'Business date', today())
  await choose(books, 'Branch', seat.branch)
  await press(books, 'Start the simulation')
  const held = books.getByRole('row').filter({ hasText: name })
  await expect(held).toContainText(/Bank.*4,900\.00.*17,150\.00/)

  const short = today().replaceAll('-', '').slice(2)
  const text = [
    ':20:1',
    `:25:${number}`,
    ':28C:1',
    `:60F:C${short}USD5000,00`,
    `:61:${short}${short.slice(2)}D100,00NMSCNONREF`,
    ':86:FT 7781',
    `:62F:C${short}USD4900,00`,
    '-',
  ].join('\n')
  await books.goto('/accounting/bank-reconciliation/statements/create')
  await books.getByRole('combobox', { name: 'Bank account' }).click()
  await books.getByRole('option', { name }).click()
  const statement = { name: 'day.sta', mimeType: 'text/plain', buffer: Buffer.from(text) }
  await books.locator('input[type=file]').setInputFiles(statement)
  await expect(findSaid(books, '1 lines, 1 new').or(findSaid(books, '1 line, 1 new'))).toBeVisible()
  await press(books, 'Import')
  await expect(books.getByRole('heading', { name: 'day.sta' })).toBeVisible()
  await books.goto('/accounting/bank-reconciliation/create')
  await books.getByRole('combobox', { name: 'Bank account' }).click()
  await books.getByRole('option', { name }).click()
  await fill(books, 'Until', today())
  await books.getByRole('button', { name: /^Save/ }).press('Enter')
  await books.getByRole('row').filter({ hasText: name }).click()
  await books
    .getByRole('link', { name: 'Open the full page' })
    .or(books.getByRole('button', { name: 'Open the full page' }))
    .click()
  await press(books, 'Match lines')
  const items = books.getByRole('region', { name: 'Open items of the books' })
  await expect(items.getByRole('listitem')).toContainText(deal)
  await books
    .getByRole('region', { name: 'Statement lines' })
    .getByRole('checkbox', { name: /FT 7781/ })
    .press('Space')
  await items.getByRole('checkbox').first().press('Space')
  await items.getByRole('checkbox').first().press('Enter')
  await expect(findSaid(books, 'Lines matched')).toBeVisible()
  await expect(books.getByText('Every line is matched.')).toBeVisible()
})
