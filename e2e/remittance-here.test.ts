import { openCounter, reach, seat } from './counter.ts'
import {
  axe,
  expect,
  matchRefusedCall,
  type Page,
  readPrinted,
  signIn,
  test,
  unique,
  withoutPrinter,
} from './fixtures.ts'
import { findSaid, press, state, walkTo } from './hands.ts'
import {
  addPartner,
  addPerson,
  hireTreasurer,
  recipient,
  sendBatch,
  takePaid,
  type,
  upload,
} from './remittances.ts'

// The day of the browser is that of the branches.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Finds somebody on file by the document that is shown. */
async function find(page: Page, paper: string) {
  const field = page.getByRole('combobox', { name: 'Recipient on file', exact: true })
  await reach(page, field)
  await page.keyboard.type(paper)
  await expect(page.getByRole('option', { name: paper })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(new RegExp(paper))
}

const confirm = (page: Page, act: string) =>
  page.getByRole('dialog').getByRole('button', { name: act, exact: true }).press('Enter')
const fact = (page: Page, name: string) =>
  page
    .locator('dt')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd')

test('an order for pick-up abroad is paid in cash; the page says its reference, and the tracking page its state and no name', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  await openCounter(server)
  const partner = await addPartner(server, { method: 'pickup' })
  await partner.topUp('1000')
  const sender = await addPerson(server, `Quirina ${unique('Harrowgate')}`)
  await withoutPrinter(page)
  await signIn(page, 'teller', seat)
  await page.goto('/pos-remittance')
  await type(page, 'combobox', 'Sender', sender.paper)
  await type(page, 'combobox', 'Destination', 'Indonesia')
  await expect(page.getByRole('combobox', { name: 'Payout method' })).toHaveValue('Cash pick-up')
  await type(page, 'textbox', 'Amount', '400')
  await expect(page.getByRole('radio').first()).toBeChecked()
  await type(page, 'textbox', 'Recipient', recipient.name)
  await type(page, 'textbox', 'Mobile phone', recipient.phone)
  await type(page, 'textbox', 'Identity number', recipient.paper)
  await type(page, 'combobox', 'Purpose', 'Family')
  await type(page, 'combobox', 'Source of funds', 'Salary')
  await type(page, 'combobox', 'Recipient is the sender’s', 'Sibling')
  await page.keyboard.press('Control+Enter')
  await expect(findSaid(page, 'Created Successfully!')).toBeVisible()
  await reach(page, page.getByRole('button', { name: 'Accept quote', exact: true }))
  await page.keyboard.press('Enter')
  await confirm(page, 'Accept quote')
  await reach(page, page.getByRole('button', { name: 'Take payment', exact: true }))
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Cash tendered', exact: true }).press('Enter')
  await expect(findSaid(page, 'Payment taken')).toBeVisible()
  await state(page, 'Queued')
  await expect(fact(page, 'Payout method')).toHaveText('Cash pick-up')

  // What the recipient says at the counter there is what the sender takes away here.
  const heading = page.getByRole('heading', { level: 1, name: /^KLC-R-\d{4}-\d{6}$/ })
  const number = (await heading.textContent()) ?? ''
  await press(page, 'Print receipt')
  await expect.poll(() => readPrinted(page)).toContain(number)
  await sendBatch(server, partner)
  await state(page, 'Sent')
  const say = (status: string) => {
    const rows = ['reference,status', `${number},${status}`].join('\r\n')
    const results = new File([rows], `${status}.csv`, { type: 'text/csv' })
    const { providerId } = partner
    return upload(server, '/rmttransaction/batch/readResults', results, { providerId })
  }
  await say('ready')
  await state(page, 'Ready for pick-up')
  await expect(
    page.getByRole('region', { name: `Reported by the provider, reference ${number}` }),
  ).toBeVisible()
  expect(await axe(page)).toEqual([])

  const track = page.getByRole('link', { name: 'Tracking page' })
  const anybody = await visitor()
  await anybody.goto((await track.getAttribute('href')) ?? '')
  const told = anybody.getByRole('main')
  await expect(told.getByRole('status')).toHaveText('Ready for pick-up')
  await expect(told).toContainText('The recipient can collect the money.')
  await expect(told).toContainText(number)
  await expect(told).not.toContainText(/Quirina|Siti|Rahmawati|0812|Harbour/i)
  expect(await axe(anybody)).toEqual([])
  await say('paid')
  await state(page, 'Paid out')
  await anybody.reload()
  await expect(told.getByRole('status')).toHaveText('Paid out')
})

test('who comes with the code and is on file is paid out in dollar notes of the drawer, once and at one counter', async ({
  page,
  server,
  visitor,
  expectConsole,
}) => {
  test.slow()
  expectConsole(matchRefusedCall(422))
  expectConsole(matchRefusedCall(409))
  await openCounter(server)
  await openCounter(server, 'manager', 'Counter 1')
  const { admin, providerId, prefundId, branchId } = await addPartner(server, { method: 'home' })
  const { name, paper } = await addPerson(server, `Ottoline ${unique('Pemberley')}`)
  const notice = { providerId, branchId, code: unique('KX-48'), recipientName: name, country: 'ID' }
  const sums = { settles: '101.50', amount: '500', expiresOn: dayIn(20) }
  const drawn = { ...notice, ...sums, senderName: 'Budi Santoso' }
  const { id } = await admin('/rmttransaction/inward/create', drawn)

  await signIn(page, 'teller', seat)
  await page.goto(`/remittance/inward/${id}`)
  await reach(page, page.getByRole('button', { name: 'Pay out', exact: true }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  // It is paid from the drawer at which the teller works.
  await expect(dialog.getByRole('combobox', { name: 'Paid at' })).toHaveValue(seat.counter)
  await type(page, 'textbox', 'Pick-up code', 'KX-00000')
  await find(page, paper)
  await walkTo(page, 'Paid out by', 'Notes in USD')
  await type(page, 'textbox', 'Amount in notes', '100')
  await page.keyboard.press('Enter')
  const words = 'This is not the code of this remittance. Ask the recipient again.'
  await expect(dialog.getByRole('alert')).toContainText(words)
  expect(await axe(page)).toEqual([])

  // At the next counter somebody has come with the same code.
  const other = await visitor()
  await signIn(other, 'manager')
  await other.goto(`/remittance/inward/${id}`)
  await press(other, 'Pay out')
  await type(other, 'textbox', 'Pick-up code', notice.code)
  await find(other, paper)
  await expect(other.getByRole('combobox', { name: 'Paid out by' })).toHaveValue('Cash')

  await dialog.getByRole('textbox', { name: 'Pick-up code' }).fill(notice.code)
  await page.keyboard.press('Enter')
  await expect(findSaid(page, 'Paid out.')).toBeVisible()
  await state(page, 'Claimed')
  await expect(fact(page, 'Paid to')).toHaveText(name)
  await expect(page.getByRole('button', { name: 'Pay out' })).toHaveCount(0)
  expect(await axe(page)).toEqual([])

  await state(other, 'Claimed')
  await confirm(other, 'Pay out')
  const late = 'This is no longer possible: it has moved on in the meantime.'
  await expect(other.getByRole('dialog').getByRole('alert')).toContainText(late)
  await confirm(other, 'Cancel')
  await expect(other.getByRole('button', { name: 'Pay out' })).toHaveCount(0)

  // The partner owes it once, and a hundred dollars have left the drawer.
  await other.goto(`/remittance/providers-balance/${prefundId}`)
  await expect(fact(other, 'Ledger balance')).toContainText('101.50')
  await other.goto('/inventory')
  const dollars = other.getByRole('row').filter({ hasText: 'USD' })
  await expect(dollars.filter({ hasText: '9,900.00' })).toHaveCount(1)
})

test('a balance below its limit is said; what the treasury sends and the accountant approves frees the orders that waited', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  const call = await openCounter(server)
  const partner = await addPartner(server)
  const { admin, providerId, prefundId, name } = partner
  await partner.topUp('100')
  await admin('/remittance/providerbalancesetting/create', { providerId, amount: '50' })
  const treasurer = await hireTreasurer(server)
  const { id: customerId } = await addPerson(server, `Leopold ${unique('Ashgrove')}`)
  // Sixty dollars of a hundred, and sixty-one that are not there.
  await takePaid(server, call, partner, { customerId, fixed: 'gets', amount: '960000' })
  const { id } = await takePaid(server, call, partner, { customerId, fixed: 'gets', amount: '976000' })

  const teller = await visitor()
  await signIn(teller, 'teller', seat)
  await teller.goto(`/remittance/${id}`)
  await state(teller, 'Ready to send')
  await expect(fact(teller, 'Waits for')).toHaveText('Provider balance')

  await signIn(page, treasurer)
  await reach(page, page.getByRole('button', { name: 'Notifications, 1 unread' }))
  await page.keyboard.press('Enter')
  const message = page.getByRole('button', { name: 'A provider balance is low' })
  await expect(message).toContainText(`Less than 50.00 USD is available with ${name}.`)
  await reach(page, message)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(fact(page, 'Level')).toHaveText('Low')
  await expect(fact(page, 'Orders waiting')).toHaveText('1')
  await reach(page, page.getByRole('link', { name: 'New top-up' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Provider', exact: true })).toHaveValue(name)
  await walkTo(page, 'Bank account', new RegExp(`^${partner.bank}\\b`))
  await type(page, 'textbox', 'Amount of the balance', '500')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(findSaid(page, 'Created Successfully!')).toBeVisible()
  await state(teller, 'Ready to send')

  // The treasury sends nothing alone.
  const accountant = await visitor()
  await signIn(accountant, 'accountant')
  await accountant.goto('/my-work')
  await expect(accountant.getByRole('list', { name: 'To do' }).getByRole('link')).toHaveCount(1)
  await accountant.keyboard.press('j')
  await expect(accountant.getByRole('button', { name: 'Approve', exact: true })).toBeFocused()
  expect(await axe(accountant)).toEqual([])
  await accountant.keyboard.press('Enter')
  await confirm(accountant, 'Approve')
  await expect(accountant.getByText('Nothing pending.')).toBeVisible()

  await state(teller, 'Queued')
  await expect(fact(teller, 'Waits for')).toHaveCount(0)
  for (const one of [page, accountant]) {
    await one.goto(`/remittance/providers-balance/${prefundId}`)
    await expect(fact(one, 'Level')).toHaveText('Sufficient')
    await expect(fact(one, 'Available')).toContainText('479.00')
    await expect(fact(one, 'Orders waiting')).toHaveText('0')
  }
  // Who may not send money is not led to where it is sent.
  await expect(page.getByRole('link', { name: 'New top-up' })).toBeVisible()
  await expect(accountant.getByRole('link', { name: 'Movements', exact: true })).toBeVisible()
  await expect(accountant.getByRole('link', { name: 'New top-up' })).toHaveCount(0)
  expect(await axe(page)).toEqual([])
})

test('an order that is paid by cheque waits in the work of the manager, and goes once its money is there', async ({
  page,
  server,
}) => {
  test.slow()
  await openCounter(server)
  const partner = await addPartner(server)
  await partner.topUp('1000')
  const order = await takePaid(server, await server.as('teller'), partner, { by: 'cheque' })
  await signIn(page, 'manager')
  await page.goto('/my-work')
  const work = page.getByRole('list', { name: 'To do' }).getByRole('link').filter({ hasText: order.number })
  await expect(work).toContainText('Money of an order to be confirmed')
  await work.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible()
  await expect(fact(page, 'Waits for')).toHaveText('Clearing of the payment')
  expect(await axe(page)).toEqual([])
  await reach(page, page.getByRole('button', { name: 'Confirm money received', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Has the money arrived?')
  expect(await axe(page)).toEqual([])
  await page.getByRole('dialog').getByRole('textbox').fill('Line of the statement of today')
  await page.keyboard.press('Control+Enter')
  await expect(work).toHaveCount(0)
  await page.goto(`/remittance/${order.id}`)
  await state(page, 'Queued')
  await expect(page.getByText('Money confirmed as received')).toBeVisible()
})
