import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { demoPassword } from '#apps/server/demo.ts'
import { startSimulator } from '#apps/partner-simulator/simulator.ts'
import { openCounter, reach, seat } from './counter.ts'
import { axe, expect, matchRefusedCall, type Page, signIn, test } from './fixtures.ts'
import { findSaid, walkTo } from './hands.ts'
import {
  addPartner,
  findWrong,
  type Order,
  readDrawer,
  sendBatch,
  takeOrder,
  takePaid,
} from './remittances.ts'
import type { Server } from './server.ts'

// The day of the browser is that of the branches.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

const button = (place: Locator | Page, name: string) => place.getByRole('button', { name, exact: true })
/** Comes to an act by key, and presses it. */
async function take(page: Page, name: string) {
  await reach(page, button(page, name))
  await page.keyboard.press('Enter')
}
/** Says yes to what is asked about an act, where the key is already. */
async function agree(page: Page, name: string) {
  await expect(button(page.getByRole('dialog'), name)).toBeFocused()
  await page.keyboard.press('Enter')
}
/** The state that stands beside the name of a document. */
const expectState = (page: Page, text: string) =>
  expect(page.locator('main header').getByText(text, { exact: true })).toBeVisible()
/** The money is taken at the counter, from the page of the order. */
async function takeCash(page: Page, { id, number }: Order) {
  await page.goto(`/remittance/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await take(page, 'Take payment')
  await expect(page.getByRole('textbox', { name: 'Cash tendered', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(findSaid(page, 'Payment taken')).toBeVisible()
}

/** A partner with a balance in its own currency that reaches. */
async function addFunded(server: Server, more: object = {}) {
  const partner = await addPartner(server, { settles: 'IDR', more })
  expect(await partner.topUp('9000000')).toMatchObject({ state: 'posted' })
  return partner
}

/** Reads what the partner says in a file on the page of the batch: what became of one order, which follows it. */
async function readAnswer(page: Page, line: string) {
  const chooser = page.waitForEvent('filechooser')
  await take(page, 'Read results')
  const content = `reference,status,reason\r\n${line}`
  const file = { name: 'answer.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
  await (await chooser).setFiles(file)
  const said = page.getByRole('dialog', { name: 'Results of the provider' })
  await expect(said.getByText('1 order changed')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(said).toHaveCount(0)
}

test('an order that its partner rejects is told to the counter, and its money goes back over it in cash', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  const teller = await openCounter(server)
  const partner = await addFunded(server)
  const order = await takeOrder(server, teller, partner)
  const before = await readDrawer(server)
  await signIn(page, 'teller', seat)
  await takeCash(page, order)
  await expectState(page, 'Queued')
  expect(await readDrawer(server)).toBeGreaterThanOrEqual(before + 100)

  const batch = await sendBatch(server, partner)
  await expectState(page, 'Sent')
  // Who takes files cannot be asked.
  await expect(button(page, 'Ask provider')).toHaveCount(0)

  const treasury = await visitor()
  await signIn(treasury, 'admin')
  await treasury.goto(`/remittance/batch-management/${batch.id}`)
  await readAnswer(treasury, `${order.number},RJCT,Wallet is closed`)
  await expectState(treasury, 'Settled')
  await expect(treasury.getByRole('row').filter({ hasText: order.number })).toContainText('Rejected')
  await expectState(page, 'Rejected')
  await expect(page.getByRole('row').filter({ hasText: 'Wallet is closed' })).toBeVisible()
  // A teller sees it; whoever is above gives money back.
  await expect(button(page, 'Refund sender')).toHaveCount(0)

  const manager = await visitor()
  await signIn(manager, 'manager', seat)
  await manager.goto(`/remittance/${order.id}`)
  await take(manager, 'Refund sender')
  await expectState(manager, 'Refund due')
  await take(manager, 'Pay refund')
  await agree(manager, 'Pay refund')
  await expectState(manager, 'Refunded')
  await expectState(page, 'Refunded')
  expect(await readDrawer(server)).toBe(before)
  expect(await findWrong(server)).toEqual([])
  expect(await axe(manager)).toEqual([])
  expect(await axe(page)).toEqual([])
})

test('an order of which nothing is heard stays unknown and goes once, until its partner is asked, finds it and pays it', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  const secret = 'a key of at least thirty-two characters'
  const simulator = await startSimulator({ key: secret, port: server.hookPort, balance: '1000000000' })
  try {
    const teller = await openCounter(server)
    const endpoint = `http://127.0.0.1:${server.hookPort}/events`
    const partner = await addFunded(server, { channel: 'api', endpoint })
    const { companyId } = (await server.login('admin')).company
    writeFileSync(server.partnerKeys, JSON.stringify({ [`${companyId}/${partner.code}`]: [secret] }))
    simulator.setReportUrl(`${server.url}${partner.reportPath}`)
    // It takes the order, says nothing, and does not find it however often it is asked.
    simulator.plan('*', { isLost: true, ends: 'accepted', notFoundFirst: 1000 })

    const order = await takeOrder(server, teller, partner)
    const other = await visitor()
    await signIn(other, 'teller', seat)
    await takeCash(other, order)
    await expectState(other, 'Unknown')
    await expect(button(other, 'Ask provider')).toHaveCount(0)

    await signIn(page, 'manager', seat)
    await page.goto(`/remittance/${order.id}`)
    await expectState(page, 'Unknown')
    // Nothing but the partner's word leads out of it: it goes to nobody a second time, and nothing is given back.
    for (const act of ['Send again', 'Repeat sending', 'Recall', 'Cancel and refund', 'Refund sender'])
      await expect(button(page, act)).toHaveCount(0)
    const told = page.getByRole('region', { name: `Reported by the provider, reference ${order.number}` })
    await expect(told.getByRole('rowheader', { name: 'No answer' })).toBeVisible()
    await take(page, 'Ask provider')
    await expect(findSaid(page, 'The provider is asked.').first()).toBeVisible()
    await expect(told.getByRole('rowheader', { name: 'Not found' }).first()).toBeVisible()
    await expectState(page, 'Unknown')
    expect(await axe(page)).toEqual([])

    simulator.plan('*', { isLost: true, ends: 'accepted' })
    await take(page, 'Ask provider')
    await expectState(page, 'Accepted')
    await expect(button(page, 'Ask provider')).toHaveCount(0)
    simulator.become(order.number, 'paid')
    await expectState(page, 'Paid out')
    await expectState(other, 'Paid out')
    expect(simulator.store.all().map(({ reference }) => reference)).toEqual([order.number])
    expect(simulator.store.movements()).toHaveLength(1)
    await expect(told.getByRole('rowheader', { name: 'Duplicate reference' })).toHaveCount(0)
    expect(await findWrong(server)).toEqual([])
    expect(await axe(page)).toEqual([])
  } finally {
    await simulator.stop()
  }
})

test('a batch that one person closes is released by another from their work, sent, and answered order by order', async ({
  page,
  server,
  visitor,
  expectConsole,
}) => {
  test.slow()
  expectConsole(matchRefusedCall(403))
  const teller = await openCounter(server)
  const partner = await addFunded(server)
  const first = await takePaid(server, teller, partner)
  await signIn(page, 'admin')
  await page.goto('/remittance/batch-management/create')
  await walkTo(page, 'Provider', partner.name)
  await page.keyboard.press('Control+Enter')
  await expect(findSaid(page, 'Created Successfully!')).toBeVisible()
  // By the cell: a name and the count beside it read like the name of another partner.
  const named = page.getByRole('gridcell', { name: partner.name, exact: true })
  await page.getByRole('row').filter({ has: named }).press('Enter')
  const items = page.getByRole('region', { name: 'Items' })
  await expect(items.getByRole('row')).toHaveCount(2)
  const second = await takePaid(server, teller, partner, { amount: '150' })
  await take(page, 'Collect queued orders')
  await expect(items.getByRole('row').filter({ hasText: second.number })).toBeVisible()
  await take(page, 'Close batch')
  await expectState(page, 'Closed')
  // Whoever closes it does not release it.
  await expect(button(page, 'Release')).toHaveCount(0)
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  expect(await axe(page)).toEqual([])

  const other = await visitor()
  await signIn(other, 'accountant')
  const long = { provedAt: '2026-01-01T00:00:00Z' }
  await server.change((tx) => tx.updateTable('access.session').set(long).execute())
  await other.goto('/my-work')
  const waiting = other.getByRole('list', { name: 'To do' }).getByRole('link')
  await expect(waiting).toHaveCount(1)
  await expect(waiting).toContainText(number)
  await expect(waiting).toContainText('Batch to release')
  await other.keyboard.press('j')
  await expect(button(other, 'Release')).toBeFocused()
  await expect(other.getByRole('region', { name: 'Items' }).getByRole('row')).toHaveCount(3)
  expect(await axe(other)).toEqual([])
  await other.keyboard.press('Enter')
  const asked = other.getByRole('dialog', { name: 'Confirm it is you' })
  await expect(asked.getByLabel('Password', { exact: true })).toBeFocused()
  await other.keyboard.type(demoPassword)
  await other.keyboard.press('Enter')
  await expect(findSaid(other, 'Released.')).toBeVisible()
  await expect(other.getByText('Nothing pending.')).toBeVisible()

  // The page of who made it follows.
  await expectState(page, 'Approved')
  const download = page.waitForEvent('download')
  await take(page, 'Download file')
  const file = await download
  expect(file.suggestedFilename()).toBe(`${number}.csv`)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  for (const [at, one] of [first, second].entries()) expect(lines[at + 1]).toContain(one.number)
  await take(page, 'Mark as sent')
  await expect(page.getByRole('dialog')).toContainText('Has the file reached the provider?')
  await agree(page, 'Mark as sent')
  await expectState(page, 'Sent')

  await readAnswer(page, `${first.number},ACSC,`)
  await expectState(page, 'Acknowledged')
  await readAnswer(page, `${second.number},paid,`)
  await expectState(page, 'Settled')
  for (const { number: one } of [first, second])
    await expect(items.getByRole('row').filter({ hasText: one })).toContainText('Paid out')
  expect(await findWrong(server)).toEqual([])
  expect(await axe(page)).toEqual([])
  await page.goto(`/remittance/${second.id}`)
  await expectState(page, 'Paid out')
})
