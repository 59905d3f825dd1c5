import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { currency, findDealHeading, openCounter, quantity, seat } from './counter.ts'
import { expect, type Page, readPrinted, signIn, test, withoutPrinter } from './fixtures.ts'
import { notes } from './hands.ts'
import { loadList } from './people-listed.ts'
import type { Server } from './server.ts'

/** Six tasks by keyboard alone; what each takes is in docs/keys.md. */

/** A keyboard that counts: a press is one, each typed character is one, and what is pasted or scanned is one. */
function countKeys(page: Page) {
  const began = performance.now()
  let keys = 0
  return {
    async press(...all: string[]) {
      for (const key of all) await page.keyboard.press(key)
      keys += all.length
    },
    async type(text: string) {
      await page.keyboard.type(text)
      keys += text.length
    },
    async paste(text: string) {
      await page.keyboard.insertText(text)
      keys += 1
    },
    /** Says what the task took, and that it took no more keys than `most`. */
    end(task: string, most: number) {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      test.info().annotations.push({ type: 'keys', description: `${task}: ${keys} keys, ${seconds} s` })
      expect(keys, task).toBeLessThanOrEqual(most)
    },
  }
}

/** Sits down at the counter; the screen of a deal is empty. */
async function sitDown(page: Page, server: Server) {
  await openCounter(server)
  await withoutPrinter(page)
  await signIn(page, 'teller', seat)
  await expect(currency(page)).toBeFocused()
}

const missing = (page: Page) => page.getByRole('region', { name: 'Still missing' })

async function settle(page: Page, hands: ReturnType<typeof countKeys>) {
  await hands.press('F9')
  await expect(findDealHeading(page)).toBeVisible()
  await expect.poll(() => readPrinted(page)).toMatch(/^KLC-.*\.pdf$/)
}

test('a known customer sells 1,000 dollars', async ({ page, server }) => {
  await sitDown(page, server)
  const hands = countKeys(page)
  await hands.type('usd')
  await hands.press('Tab')
  await hands.type('1k')
  await hands.press('F7')
  await hands.type('tan')
  await expect(page.getByRole('option', { name: /^Tan / }).first()).toBeVisible()
  await hands.press('Enter')
  await expect(missing(page)).toHaveCount(0)
  await settle(page, hands)
  hands.end('known customer', 14)
})

test('a customer whom nobody knows is registered from the passport, and sells 1,000 dollars', async ({
  page,
  server,
}) => {
  await sitDown(page, server)
  const hands = countKeys(page)
  await hands.type('usd')
  await hands.press('Tab')
  await hands.type('1k')
  await hands.press('F7')
  await hands.type('eri')
  await expect(page.getByRole('option', { name: /^Create customer/ })).toBeVisible()
  await hands.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New individual' })
  await expect(dialog.getByRole('combobox', { name: 'Type of identity document' })).toBeFocused()
  const scan = dialog.getByRole('textbox', { name: 'Scan or paste' })
  for (let left = 6; left > 0 && !(await scan.evaluate((one) => one === document.activeElement)); left--)
    await hands.press('Shift+Tab')
  await expect(scan).toBeFocused()
  await hands.paste(
    'P<AUTERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36AUT7408122F3404159<<<<<<<<<<<<<<<4',
  )
  await hands.press('Tab', 'Enter')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Anna Maria Eriksson')
  const create = dialog.getByRole('button', { name: 'Create customer' })
  for (let left = 9; left > 0 && !(await create.evaluate((one) => one === document.activeElement)); left--)
    await hands.press('Tab')
  await hands.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(missing(page)).toHaveCount(0)
  await expect(quantity(page)).toBeFocused()
  await settle(page, hands)
  hands.end('new customer with deal', 26)
})

/** Sends a deal above the teller's limit, and answers its number. */
async function sendAboveLimit(page: Page, hands: ReturnType<typeof countKeys>) {
  await hands.type('usd')
  await hands.press('Tab')
  await hands.type('1k')
  await hands.press('F7')
  await hands.type('tan')
  await expect(page.getByRole('option', { name: /^Tan / }).first()).toBeVisible()
  await hands.press('Enter')
  await expect(page.getByRole('button', { name: /^Send for approval/ })).toBeEnabled()
  await hands.press('Control+Enter')
  await expect(findDealHeading(page)).toBeVisible()
  return (await findDealHeading(page).textContent()) ?? ''
}

test('a deal over the limit is sent, approved from My work, and settled where it was made', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  await sitDown(page, server)
  await server.change((tx) =>
    tx
      .updateTable('access.roleLimit')
      .set({ amount: '3000' })
      .where('type', '=', 'deal_amount')
      .where('roleId', 'in', (eb) =>
        eb.selectFrom('access.role').select('id').where('baseRole', '=', 'teller'),
      )
      .execute(),
  )
  const approver = await visitor()
  await signIn(approver, 'manager', seat)
  await approver.goto('/my-work')
  await expect(approver.getByRole('heading', { level: 1, name: 'My work' })).toBeVisible()

  const teller = countKeys(page)
  const number = await sendAboveLimit(page, teller)
  const row = approver.getByRole('link', { name: number })
  await expect(row).toBeVisible()
  const decider = countKeys(approver)
  await decider.press('j')
  await expect(approver.getByRole('button', { name: 'Approve', exact: true })).toBeFocused()
  await decider.press('Enter')
  await expect(approver.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await decider.press('Control+Enter')
  await expect(row).toHaveCount(0)
  decider.end('approval', 3)

  await expect(page.getByText('Approved.', { exact: true })).toBeVisible()
  await teller.press('Control+Enter')
  await expect(page.getByText('Processed Successfully!')).toBeVisible()
  teller.end('over the limit', 17)
})

test('hits that stop deals are decided one after the other from My work', async ({
  page,
  server,
  signedIn,
}) => {
  const teller = await openCounter(server)
  const names = ['Bruno Falkenried', 'Karim Wendelin Ostravik']
  await loadList(server, names)
  let currencyId = ''
  await server.change(async (tx) => {
    currencyId = (await readTradedCurrencies(tx)).find(({ code }) => code === 'USD')?.id ?? ''
  })
  for (const [at, name] of names.entries()) {
    const paper = { nationality: 'SG', idType: 'PASSPORT', idNumber: `OSTR-${at}`, idIssuingCountry: 'SG' }
    const { id } = await teller('/poscustomer/customerindividual/create', { name, ...paper })
    const lines = [{ side: 'buy', currencyId, quantity: '20' }]
    await teller('/postransaction/manage/create', { customerId: id, lines, upTo: 'submit' })
  }
  await signedIn('compliance')
  await page.goto('/my-work')
  const rows = page.getByRole('list', { name: 'To do' }).getByRole('link')
  await expect(rows).toHaveCount(names.length)
  // A reason is written by whoever decides, and counted.
  const why = 'Another day of birth'
  for (const [at, name] of names.entries()) {
    const hands = countKeys(page)
    if (at === 0) await hands.press('j')
    await expect(page.getByRole('region', { name: 'Comparison' })).toContainText(name)
    await hands.press('c')
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await hands.type(why)
    await hands.press('Control+Enter')
    await expect(rows).toHaveCount(names.length - at - 1)
    if (at === 0) hands.end('hit to decision', why.length + 3)
    else hands.end('the next hit', why.length + 2)
  }
  await expect(page).toHaveURL(/my-work$/)
})

test('a day is closed: what lies in the drawer is counted, and the report has the focus', async ({
  page,
  server,
}) => {
  const mine = { ...seat, counter: 'Counter 1' }
  await openCounter(server, 'teller', mine.counter)
  await signIn(page, 'teller', mine)
  await page.goto('/inventory/day')
  const hands = countKeys(page)
  await expect(notes(page, 'MYR', '100')).toBeFocused()
  await hands.type('600')
  await hands.press('PageDown')
  await expect(notes(page, 'USD', '100')).toBeFocused()
  await hands.type('100')
  await hands.press('Control+Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close the day' })).toBeFocused()
  await hands.press('Enter')
  await expect(page.getByRole('link', { name: 'Report of the last day' })).toBeFocused()
  hands.end('close a day', 9)
})
