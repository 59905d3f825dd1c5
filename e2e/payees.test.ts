import type { Locator } from '@playwright/test'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { allAccounts } from '#modules/ledger/public.server.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { reach } from './counter.ts'
import { axe, expect, type Page, signIn, test } from './fixtures.ts'
import { fill, findSaid, state } from './hands.ts'
import type { Server } from './server.ts'

// The day of the browser is that of the branches.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const numbers = { before: '300711224455', asked: '300799887766' }
const payee = 'Lot Bukit Properties'
/** Comes to something by key, and presses it. */
const take = async (page: Page, target: Locator, key?: string) => {
  await reach(page, target, key)
  await page.keyboard.press('Enter')
}
const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A payee whose details were approved, and an account it is paid from. */
async function makePayee(server: Server) {
  const [accountant, admin] = [await server.as('accountant'), await server.as('admin')]
  const { branches } = await server.beside(tree)
  const branchId = branches.find(({ name }) => name === 'Bukit Bintang')?.id
  const local = (await server.beside(allCurrencies)).find(({ isLocal }) => isLocal)
  const ledgerId = (await server.beside(allAccounts)).find(({ code }) => code === '6000')?.id
  await admin('/posaccounting/bankaccount/create', {
    code: 'MAIN',
    name: 'Main current',
    bankName: 'Harbour Bank',
    number: '77001122',
    branchId,
    currencyId: local?.id,
    openingAmount: '5000',
  })
  const { id } = await accountant('/posaccounting/payee/create', {
    code: 'LOT',
    name: payee,
    kind: 'landlord',
  })
  const details = { payeeId: id, holder: payee, bankName: 'Reef Bank', number: numbers.before }
  const home = '/posaccounting/payeebankdetails'
  const change = await accountant(`${home}/create`, { ...details, reason: 'As on the first invoice' })
  const asked = { id: change.id, version: change.version }
  await admin(`${home}/approve`, { ...asked, note: 'Called the number on the contract' })
  return {
    page: `/accounting/payee-list/${id}`,
    pay: `/accounting/payee-payment/create?payee=${id}&branch=${branchId}`,
    /** The rent of a month is owed. */
    owe: async (amount: string) => {
      const lines = [{ ledgerId, amount }]
      const draft = { branchId, payeeId: id, businessDate: today(), dueDate: today(), lines }
      const expense = await accountant('/posaccounting/payeeexpense/create', draft)
      await accountant('/posaccounting/payeeexpense/submit', { id: expense.id, version: expense.version })
    },
  }
}

/** Asks for the new number, as a letter does; stays on the page of what was asked for. */
async function askForChange(page: Page, at: string, reason: string) {
  await page.goto(at)
  await take(page, page.getByRole('link', { name: 'Change the bank details' }))
  await expect(page.getByRole('combobox', { name: 'Payee' })).toHaveValue(`LOT ${payee}`)
  await fill(page, 'In the name of', payee)
  await fill(page, 'Bank', 'Reef Bank')
  await fill(page, 'Number', numbers.asked)
  await fill(page, 'Reason', reason)
  await page.keyboard.press('Control+Enter')
  await expect(findSaid(page, 'Created Successfully!')).toBeVisible()
  await page.goto('/accounting/payee-list/bank-details')
  await page.getByRole('row').filter({ hasText: 'Pending approval' }).press('Enter')
  await state(page, 'Pending approval')
}

/** What waits is opened from the work by a key. */
async function openWork(page: Page) {
  await expect(page.getByRole('list', { name: 'To do' }).getByRole('link')).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(act(page, 'Approve')).toBeFocused()
  await expect(page.getByText(numbers.asked)).toBeVisible()
  await expect(page.getByText(numbers.before)).toBeVisible()
}

/** Says how it was verified, or why not, and sends it. */
async function say(page: Page, note: string) {
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Note' })).toBeFocused()
  await page.keyboard.type(note)
  await page.keyboard.press('Control+Enter')
}

type Rent = Awaited<ReturnType<typeof makePayee>>

/** Pays what is owed; the payment says where to. */
async function pay(page: Page, { owe, pay: form }: Rent, amount: string, number: string) {
  await owe(amount)
  await page.goto(form)
  await expect(page.getByRole('textbox', { name: 'Amount, line 1' })).toHaveValue(amount)
  await take(page, act(page, 'Create'))
  await state(page, 'Posted')
  await expect(page.getByText(`${payee} · Reef Bank · ${number}`)).toBeVisible()
}

test('other bank details of a payee hold once a second person has verified them; till then payments keep the old ones', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  const rent = await makePayee(server)
  await signIn(page, 'accountant')
  const other = await visitor()
  await signIn(other, 'admin')
  await other.goto('/my-work')
  await expect(other.getByText('Nothing pending.')).toBeVisible()

  // Whoever asks does not decide, and is not asked to.
  await askForChange(page, rent.page, 'Asked for by a letter')
  await expect(act(page, 'Withdraw')).toBeVisible()
  await expect(act(page, 'Approve')).toHaveCount(0)
  await expect(act(page, 'Reject')).toHaveCount(0)
  const refused = page.url()
  await page.goto('/my-work')
  await expect(page.getByText('Nothing pending.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Waiting for others' })).toContainText(payee)
  await pay(page, rent, '450.00', numbers.before)

  await openWork(other)
  expect(await axe(other)).toEqual([])
  await take(other, act(other, 'Reject'), 'Shift+Tab')
  await say(other, 'Nobody there knows of another account')
  await expect(other.getByText('Nothing pending.')).toBeVisible()
  await page.goto(refused)
  await state(page, 'Rejected')
  await expect(page.getByText('Nobody there knows of another account')).toBeVisible()
  await page.goto(rent.page)
  await expect(page.getByText(numbers.before)).toBeVisible()

  await askForChange(page, rent.page, 'Its owner asked in person')
  await openWork(other)
  await other.keyboard.press('Enter')
  // To approve without a word is not to have verified.
  await expect(other.getByRole('dialog')).toContainText('Say how you made sure that the payee asks for this')
  await expect(other.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await other.keyboard.press('Control+Enter')
  await expect(other.getByRole('dialog')).toContainText('This field is required')
  expect(await axe(other)).toEqual([])
  await say(other, 'Called the number on the contract')
  await expect(other.getByText('Nothing pending.')).toBeVisible()

  // The page of its maker follows.
  await state(page, 'Approved')
  await expect(page.getByText('Called the number on the contract').first()).toBeVisible()
  await expect(act(page, 'Withdraw')).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await page.goto(rent.page)
  await expect(page.getByText(numbers.asked)).toBeVisible()
  await expect(page.getByText(numbers.before)).toHaveCount(0)
  await pay(page, rent, '650.00', numbers.asked)
  const paid = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''

  // Its entry leads back to it, by its name and not by a code.
  await page.goto('/accounting/journal')
  await page.getByRole('row').filter({ hasText: paid }).press('Enter')
  await take(page, page.getByRole('link', { name: `Payee payments ${paid}` }))
  await expect(page.getByRole('heading', { level: 1, name: paid })).toBeVisible()
})
