import type { Locator } from '@playwright/test'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { allAccounts } from '#modules/ledger/public.server.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { openCounter, reach, seat } from './counter.ts'
import { axe, expect, matchRefusedCall, type Page, signIn, test } from './fixtures.ts'
import { choose, fill, findSaid, press, speak, state } from './hands.ts'
import type { Server } from './server.ts'

// The day of the browser is that of the branches.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

const row = (page: Page, ...texts: string[]) =>
  texts.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole('row'))
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const typed = (day: string) => day.split('-').toReversed().join('/')
/** Comes to something by key, and presses it. */
const take = async (page: Page, target: Locator, key?: string) => {
  await reach(page, target, key)
  await page.keyboard.press('Enter')
}

test('an entry above the limit is sent back, mended and approved by another person from their work, by keyboard', async ({
  page,
  visitor,
  expectConsole,
}) => {
  test.slow()
  // Debits and credits that differ, and the work that is done on another screen.
  expectConsole(matchRefusedCall(422))
  await signIn(page, 'accountant')
  await page.goto('/accounting/adjusting-entries/create')
  await choose(page, 'Branch', 'George Town')
  await fill(page, 'Business date', typed(today()))
  const line = async (at: number, ledger: string, side: 'Credit' | 'Debit', amount: string) => {
    await choose(page, `Ledger, line ${at}`, ledger)
    await fill(page, `${side}, line ${at}`, amount)
  }
  await line(1, '6000 Staff, rent, compliance and other expense', 'Debit', '60,000')
  await press(page, 'Add a line')
  await line(2, '1200 Bank local', 'Credit', '6,000')
  await fill(page, 'Reason', 'Rent of the year, paid ahead')
  await expect(page.getByText('Debits and credits differ by 54,000')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText(/Debits and credits differ by 54,?000\.00/)
  expect(await axe(page)).toEqual([])
  // The draft is there by now: the next try changes it.
  await expect(page.getByRole('combobox', { name: 'Branch', exact: true })).toBeDisabled()
  await fill(page, 'Credit, line 2', '60,000')
  await page.keyboard.press('Control+Enter')
  const waits = findSaid(page, 'It is above your limit: another person approves it.')
  await expect(waits).toBeVisible()
  await state(page, 'Submitted')
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''

  const other = await visitor()
  await signIn(other, 'admin')
  await other.goto('/my-work')
  await expect(other.getByRole('list', { name: 'To do' }).getByRole('link')).toHaveCount(1)
  await other.keyboard.press('j')
  await expect(other.getByRole('button', { name: 'Approve', exact: true })).toBeFocused()
  await take(other, other.getByRole('button', { name: 'Reject', exact: true }), 'Shift+Tab')
  await expect(other.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await other.keyboard.type('Which months?')
  await other.keyboard.press('Control+Enter')
  await expect(other.getByText('Nothing pending.')).toBeVisible()

  // It is a draft again, with the question; the open page of its maker follows.
  await state(page, 'Draft')
  await expect(page.getByText('Which months?')).toBeVisible()
  await take(page, page.getByRole('link', { name: 'Change', exact: true }))
  await fill(page, 'Reason', 'Rent of January to December, paid ahead')
  await press(page, 'Save the draft')
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await take(page, page.getByRole('button', { name: 'Submit', exact: true }))
  await expect(waits).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toHaveCount(0)
  await expect(findSaid(page, 'Successfully Posted!')).toHaveCount(0)

  await expect(other.getByRole('list', { name: 'To do' }).getByRole('link')).toHaveCount(1)
  await other.keyboard.press('j')
  await expect(other.getByText('Rent of January to December, paid ahead')).toBeVisible()
  expect(await axe(other)).toEqual([])
  await expect(other.getByRole('button', { name: 'Approve', exact: true })).toBeFocused()
  await other.keyboard.press('Enter')
  await expect(findSaid(other, 'Successfully Posted!')).toBeVisible()
  await state(page, 'Posted')
  await page.goto('/accounting/adjusting-entries')
  await expect(row(page, 'George Town')).toHaveCount(1)
  await expect(row(page, number)).toContainText(/60,000\.00.*Posted/)
})

/** Goes so many times back, as the key of the browser does. */
async function goBack(page: Page, times: number) {
  for (let time = 0; time < times; time++) await page.goBack()
}

test('a figure of a statement leads to its lines, a line to its entry and that to its deal, in three presses, and back to the same place', async ({
  page,
  server,
}) => {
  const teller = await openCounter(server)
  const usd = (await server.beside(readTradedCurrencies)).find(({ code }) => code === 'USD')?.id
  const lines = [{ side: 'sell', currencyId: usd, quantity: '100' }]
  const sold = await teller<{ number: string }>('/postransaction/manage/create', { lines, upTo: 'settle' })
  await signIn(page, 'accountant')
  await page.goto('/accounting/company-income')
  await choose(page, 'Branch', seat.branch)
  const figure = row(page, '4000 ').getByRole('cell').last()
  await expect(figure).toHaveText(/[1-9]/)
  const gain = await figure.innerText()
  const place = page.url()
  let presses = 0
  const follow = async (target: Locator) => {
    await take(page, target)
    presses += 1
  }

  await follow(row(page, '4000 ').getByRole('link'))
  // The same days and the same branch are asked for, and come to the same.
  await expect(page.getByRole('heading', { level: 1, name: 'Detail ledger analysis' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Branch' })).toHaveValue(seat.branch)
  await expect(row(page, 'Closing balance')).toContainText(gain)
  expect(await axe(page)).toEqual([])
  await follow(row(page, sold.number).getByRole('link'))
  await expect(page.getByRole('heading', { level: 1, name: 'Journal entry' })).toBeVisible()
  await expect(row(page, '4000 ')).toContainText(gain)
  expect(await axe(page)).toEqual([])
  await follow(page.getByRole('link', { name: `Deal ${sold.number}` }))
  await expect(page.getByRole('heading', { level: 1, name: sold.number })).toBeVisible()
  expect(presses).toBeLessThanOrEqual(3)

  await goBack(page, presses)
  await expect(page).toHaveURL(place)
  await expect(page.getByRole('combobox', { name: 'Branch' })).toHaveValue(seat.branch)
  await expect(figure).toHaveText(gain)
})

/** An entry of what was spent or bought in a branch on a day. */
async function spend(server: Server, ledger: string, businessDate: string, amount: string) {
  const accountant = await server.as('accountant')
  const chart = await server.beside(allAccounts)
  const idOf = (code: string) => chart.find((one) => one.code === code)?.id
  const { branches } = await server.beside(tree)
  const branchId = branches.find(({ name }) => name === 'George Town')?.id
  const entry = '/posaccounting/adjustingentry'
  const { id, version } = await accountant(`${entry}/create`, {
    branchId,
    businessDate,
    reason: 'Rent',
    lines: [
      { accountId: idOf(ledger), branchId, debit: amount },
      { accountId: idOf('1200'), branchId, credit: amount },
    ],
  })
  await accountant(`${entry}/submit`, { id, version })
}

test('a year is closed to retained earnings, its statement stays as it was, and it is opened again', async ({
  page,
  server,
}) => {
  test.slow()
  const year = Number(today().slice(0, 4)) - 1
  const last = typed(`${year}-12-31`)
  await spend(server, '6000', `${year}-06-30`, '1200')
  await signIn(page, 'accountant')
  const income = async () => {
    await page.goto(`/accounting/company-income?from=${year}-01-01&to=${year}-12-31`)
    await expect(row(page, '6000 ')).toContainText('1,200.00')
    await expect(row(page, 'Result')).toContainText('-1,200.00')
  }
  /** What the two begin the next year with. */
  const expectOpening = async (spent: string, retained: string) => {
    const first = `${year + 1}-01-01`
    await page.goto(`/accounting/trial-balance?from=${first}&to=${first}&whole=yes`)
    await expect(row(page, '6000 ').getByRole('cell').first()).toHaveText(spent)
    await expect(row(page, '3010 ').getByRole('cell').first()).toHaveText(retained)
  }
  await income()
  await expectOpening('1,200.00', '0.00')

  await page.goto('/accounting/year-end')
  await take(page, page.getByRole('link', { name: 'Close a year' }))
  await expect(page.getByRole('textbox', { name: 'Last day' })).toHaveValue(last)
  await expect(page.getByText('a result of -1,200.00 MYR now')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await take(page, page.getByRole('button', { name: /^Save/ }))
  await expect(findSaid(page, 'The year is closed.')).toBeVisible()
  await expect(row(page, last)).toContainText('Closed')
  await income()
  await expectOpening('0.00', '1,200.00')

  await page.goto('/accounting/year-end')
  await row(page, last).press('Enter')
  await state(page, 'Closed')
  await expect(row(page, '3010 ')).toContainText('1,200.00')
  expect(await axe(page)).toEqual([])
  await take(page, page.getByRole('button', { name: 'Open the year again', exact: true }))
  const asked = page.getByRole('dialog')
  await expect(asked.getByRole('button', { name: 'Open the year again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(findSaid(page, 'The year is open again.')).toBeVisible()
  await state(page, 'Open again')
  await income()
  await expectOpening('1,200.00', '0.00')
})

test('a balance sheet is on paper in Traditional Chinese from its title to its checks', async ({
  page,
  server,
  signedIn,
}) => {
  await spend(server, '1500', today(), '340')
  await signedIn('accountant')
  await page.goto(`/accounting/balance-sheet?from=${today()}&to=${today()}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Balance sheet' })).toBeVisible()
  await speak(page, 'zh_Hant')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: '資產負債表' })).toBeVisible()
  await expect(row(page, '按金、預付款及固定資產')).toContainText('340.00')
  await expect(
    page.getByText(`以 MYR（權責發生制）列示，${typed(today())} 至 ${typed(today())}`),
  ).toBeVisible()
  await expect(row(page, '借貸平衡')).toContainText('相符')
  await expect(page.getByRole('button', { name: '列印' })).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveText('財務報表')
  // Whose it is; and what of it is English: the currency, and nothing else.
  const { companyName } = (await server.login('accountant')).company
  await expect(page.getByRole('main').getByText(companyName, { exact: true })).toBeVisible()
  const paper = (await page.getByRole('main').innerText()).replace(companyName, '')
  const words = paper.match(/[A-Za-z]{2,}/g) ?? []
  expect(new Set(words)).toEqual(new Set(['MYR']))
  expect(await axe(page)).toEqual([])
})
