import type { Locator } from '@playwright/test'
import { allCurrencies, enabledModes, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { openCounter, reach } from './counter.ts'
import { axe, expect, type Page, test } from './fixtures.ts'
import { findSaid, press } from './hands.ts'
import type { Server } from './server.ts'

// The day of the browser is that of the branches.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

const account = { number: '66554433', ledger: '1298' }
/** Opens a list of choices by key, once they are there, and takes one. */
const choose = async (place: Locator | Page, name: string, text: RegExp | string) => {
  const field = place.getByRole('combobox', { name })
  await expect(field).toBeEnabled()
  await field.press('ArrowDown')
  const page = 'page' in place ? place.page() : place
  await page.getByRole('option', { name: text }).click()
}
const save = async (page: Page, then: RegExp) => {
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  await expect(page).toHaveURL(then)
}
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

type Teller = Awaited<ReturnType<typeof openCounter>>

interface Dealt {
  id: string
  number: string
  net: string
}

/** Dollars sold to somebody who pays by cheque: they are handed over once it is good. */
async function sell(server: Server, teller: Teller, quantity: string): Promise<Dealt> {
  const traded = await server.beside(readTradedCurrencies)
  const currencyId = traded.find(({ code }) => code === 'USD')?.id
  const lines = [{ side: 'sell', currencyId, quantity }]
  const { totals } = await teller<{ totals: { net: string } }>('/postransaction/manage/price', { lines })
  const modes = await server.beside(enabledModes)
  const modeId = modes.find(({ kind, side }) => kind === 'cheque' && side === 'payment')?.id
  const payments = [{ direction: 'in', modeId, amount: totals.net }]
  const draft = { lines, payments, upTo: 'settle' }
  const made = await teller<{ id: string; number: string }>('/postransaction/manage/create', draft)
  return { ...made, net: totals.net }
}

async function settle(server: Server, teller: Teller, { id }: Dealt) {
  const deal = await server.beside((db) =>
    db.selectFrom('exchange.deal').select('version').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  await teller('/postransaction/manage/settle', { id, version: deal.version })
}

/** An account in local money with a ledger of its own. */
async function openAccount(server: Server) {
  const admin = await server.as('admin')
  const own = { code: account.ledger, name: 'Reef Bank', class: 'asset' }
  const { id: ledgerId } = await admin<{ id: string }>('/posaccounting/ledger/create', own)
  const { items } = await admin<{ items: { id: string; name: string }[] }>('/poscompany/branch/list', {})
  const local = (await server.beside(allCurrencies)).find(({ isLocal }) => isLocal)
  await admin('/posaccounting/bankaccount/create', {
    code: 'REEF',
    name: 'Reef current',
    bankName: 'Reef Bank',
    number: account.number,
    ledgerId,
    branchId: items.find(({ name }) => name === 'Bukit Bintang')?.id,
    currencyId: local?.id,
  })
}

async function record(page: Page, { number }: Dealt, cheque: string) {
  await page.goto('/accounting/cheques/create')
  await choose(page, 'Deal payment', new RegExp(number))
  await page.getByRole('textbox', { name: 'Cheque number' }).fill(cheque)
  await page.getByRole('textbox', { name: 'Drawn on bank' }).fill('Harbour Bank')
  await page.getByRole('textbox', { name: 'Drawer' }).fill('Kedai Sentosa')
  await page.getByRole('textbox', { name: 'Date on the cheque' }).fill(today())
  await save(page, /\/accounting\/cheques$/)
}

async function deposit(page: Page, slip: string, ...own: string[]) {
  await page.goto('/accounting/cheques/deposit')
  await choose(page, 'Branch', 'Bukit Bintang')
  await choose(page, 'To account', /^REEF/)
  for (const cheque of own) await choose(page, 'Cheques in hand', new RegExp(cheque))
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Slip number' }).fill(slip)
  expect(await axe(page)).toEqual([])
  await save(page, /\/accounting\/bank-transfers/)
}

interface Row {
  letter: 'C' | 'D'
  amount: string
  text: string
}
const sum = (rows: readonly Row[]) =>
  rows.reduce((all, { letter, amount }) => all + (letter === 'C' ? 1 : -1) * Number(amount), 0)

/** Imports what the bank says of today, as it sends it. */
async function importLines(page: Page, name: string, opening: number, rows: readonly Row[]) {
  const short = today().replaceAll('-', '').slice(2)
  const figure = (amount: number | string) => Number(amount).toFixed(2).replace('.', ',')
  const text = [
    ':20:1',
    `:25:${account.number}`,
    ':28C:1',
    `:60F:C${short}MYR${figure(opening)}`,
    ...rows.flatMap(({ letter, amount, text: words }) => [
      `:61:${short}${short.slice(2)}${letter}${figure(amount)}NMSCNONREF`,
      `:86:${words}`,
    ]),
    `:62F:C${short}MYR${figure(opening + sum(rows))}`,
    '-',
  ].join('\n')
  await page.goto('/accounting/bank-reconciliation/statements/create')
  await choose(page, 'Bank account', /^REEF/)
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(findSaid(page, `${rows.length} new`)).toBeVisible()
  await press(page, 'Import')
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

/** Chooses a line and the deposit beside it, and matches them, all by the boxes. */
async function matchDeposit(page: Page, line: RegExp, slip: string) {
  const lines = page.getByRole('region', { name: 'Statement lines' })
  const items = page.getByRole('region', { name: 'Open items of the books' })
  await lines.getByRole('checkbox', { name: line }).press('Space')
  const item = items.getByRole('listitem').filter({ hasText: slip }).getByRole('checkbox')
  await item.press('Space')
  await expect(findSaid(page, 'difference 0.00')).toBeVisible()
  await item.press('Enter')
  await expect(lines.getByRole('checkbox', { name: line })).toHaveCount(0)
}

/** What customers owe, by the list of ledgers, which says nothing where there is nothing. */
async function expectOwed(page: Page, amount: string) {
  await page.goto('/accounting/ledgers')
  const row = page.getByRole('row').filter({ hasText: 'Customer receivable' })
  await expect(row).toHaveText(new RegExp(`^1400.*All currencies${amount}$`))
}

async function toCheque(page: Page, cheque: string) {
  await page.goto('/accounting/cheques')
  await page.getByRole('row').filter({ hasText: cheque }).click()
  await page.getByRole('link', { name: 'Open the full page' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(cheque) })).toBeVisible()
}

test('a cheque of a deal bounces by the line of the bank: the customer owes again, until it is presented again and good', async ({
  page,
  server,
  signedIn,
}) => {
  test.setTimeout(90_000)
  const teller = await openCounter(server)
  await openAccount(server)
  const [one, two] = [await sell(server, teller, '60'), await sell(server, teller, '70')]
  await signedIn('accountant')
  await record(page, one, '000701')
  await record(page, two, '000702')
  await deposit(page, 'SLIP 31', '000701', '000702')

  const both = (Number(one.net) + Number(two.net)).toFixed(2)
  const first: Row[] = [
    { letter: 'C', amount: both, text: 'CHEQUE DEPOSIT' },
    { letter: 'D', amount: two.net, text: 'CHEQUE RETURNED' },
  ]
  await importLines(page, 'first.sta', 0, first)
  await page.goto('/accounting/bank-reconciliation/create')
  await choose(page, 'Bank account', /^REEF/)
  await page.getByRole('textbox', { name: 'Until' }).fill(today())
  await save(page, /\/accounting\/bank-reconciliation/)
  await page.getByRole('row').filter({ hasText: 'Reef current' }).click()
  await page.getByRole('link', { name: 'Open the full page' }).press('Enter')
  await press(page, 'Match lines')
  await expect(page).toHaveURL(/\/match$/)
  const matching = page.url()
  await matchDeposit(page, /CHEQUE DEPOSIT/, 'SLIP 31')

  // Both are good: the dollars are handed over, and only then the bank takes one off the account again.
  await settle(server, teller, one)
  await settle(server, teller, two)
  await page.getByRole('button', { name: 'Create from line' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await choose(dialog, 'Kind', 'Bounced cheque')
  await choose(dialog, 'Cheque', /000702/)
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create from line' }).press('Enter')
  await expect(page.getByText('Every line is matched.')).toBeVisible()
  await expectOwed(page, Number(two.net).toFixed(2))

  await toCheque(page, '000702')
  await expect(page.getByText('Bounced').first()).toBeVisible()
  expect(await axe(page)).toEqual([])
  await reach(page, page.getByRole('button', { name: 'Present again', exact: true }))
  await page.keyboard.press('Enter')
  await expect(findSaid(page, 'The cheque is in hand again.')).toBeVisible()
  await expectOwed(page, '')

  await deposit(page, 'SLIP 32', '000702')
  await importLines(page, 'second.sta', sum(first), [
    { letter: 'C', amount: two.net, text: 'SECOND DEPOSIT' },
  ])
  await page.goto(matching)
  await matchDeposit(page, /SECOND DEPOSIT/, 'SLIP 32')
  await toCheque(page, '000702')
  await expect(page.getByText('Cleared').first()).toBeVisible()
})
