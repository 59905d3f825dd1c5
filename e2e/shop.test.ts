// Long because the journeys of a shop share its goods, from receipt to the end of the day.
import { sql } from 'kysely'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import type { Day } from '#modules/inventory/days/days.contract.ts'
import { defaultLimits } from '#modules/rates/validation/validation.domain.ts'
import { openCounter, reach, seat } from './counter.ts'
import { axe, expect, type Page, signIn, test, unique } from './fixtures.ts'
import { choose, findSaid, notes } from './hands.ts'
import type { Call, Server } from './server.ts'
import { box, sellGoods } from './shop.ts'

// Its day is that of the branch.
test.use({ timezoneId: 'Asia/Kuala_Lumpur', actionTimeout: 15_000 })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const fact = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('definition')
    .and(page.locator(`dt:text-is("${name}") + dd`))

/** Types into a box that the keyboard comes to. */
async function type(page: Page, name: string, text: string) {
  await reach(page, box(page, name))
  await page.keyboard.type(text)
}

/** Goes to a button and presses it. */
async function strike(page: Page, name: string) {
  await reach(page, button(page, name).first())
  await page.keyboard.press('Enter')
}

/** Opens a list of few choices and takes one. */
async function pick(page: Page, name: string, text: string) {
  await reach(page, page.getByRole('combobox', { name, exact: true }))
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: text, exact: true }).click()
}

/** A tax of 8 % that prices contain. */
const taxOf = async (admin: Call) => {
  const code = unique('SST')
  const versions = [{ validFrom: '2020-01-01', rates: ['0.08'] }]
  return (await admin('/posretail/tax/create', { code, name: code, kind: 'standard', versions })).id
}

interface Made {
  id: string
  version: number
  sku: string
}
const itemOf = (admin: Call, name: string, price: string, more = {}) => {
  const sku = unique(name.toUpperCase())
  const draft = { sku, name, kind: 'goods', unit: 'piece', price, ...more }
  return admin<Made>('/posretail/item/create', draft)
}

const branchOf = async (server: Server) =>
  (await server.login('admin')).company.branches.find(({ name }) => name === seat.branch)?.id ?? ''

/** Scans a basket, puts it aside and asks for the money. */
async function scan(page: Page, lines: readonly [code: string, found: RegExp, quantity?: string][]) {
  await page.goto('/pos-retail/sales/create')
  await reach(page, box(page, 'Scan, line 1'))
  for (const [at, [code, found, quantity]] of lines.entries()) {
    // As a scanner does: all of it at once, and Enter.
    await expect(box(page, `Scan, line ${at + 1}`)).toBeFocused()
    await page.keyboard.insertText(code)
    await expect(page.getByText(found)).toBeVisible()
    if (quantity) {
      await reach(page, box(page, `Quantity, line ${at + 1}`))
      await page.keyboard.press('Control+A')
      await page.keyboard.type(quantity)
    } else await page.keyboard.press('Enter')
  }
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await strike(page, 'Take the money')
}

/** Takes cash for the basket whose dialog is open; answers the number of the receipt. */
async function takeCash(page: Page, amount: string) {
  // How it may be paid has come with the dialog or after it.
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Paid by' })).toHaveValue('Cash')
  const tendered = page.getByRole('dialog').getByRole('textbox', { name: 'Tendered' })
  await expect(tendered).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(amount)
  await page.keyboard.press('Enter')
  await expect(findSaid(page, 'Settled Successfully!')).toBeVisible()
  const title = page.getByRole('heading', { level: 1, name: /-S-\d{4}-\d{6}$/ })
  await expect(title).toBeVisible()
  return (await title.textContent()) ?? ''
}

test('two cards by serial are sold with a deal in notes: 100 dollars at 4.45 against 70.00 pay out 375.00', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  await openCounter(server)
  // Whoever may agree on any rate makes the deal at the counter.
  const admin = await openCounter(server, 'admin')
  const usd = await server.beside(
    async (db) => (await readTradedCurrencies(db)).find(({ code }) => code === 'USD')?.id,
  )
  // A rate that is typed holds as it is.
  await server.change((tx) =>
    sql`insert into rates.rate_rule (company_id, rule, is_enabled)
      select kit.company(), unnest(${Object.keys(defaultLimits)}::text[]), false
      on conflict (company_id, rule) do update set is_enabled = false`.execute(tx),
  )
  await admin('/posrate/baserate/update', {
    rates: [{ currencyId: usd, mid: '4.45' }],
    reason: 'Agreed by the house',
  })
  const sim = await itemOf(admin, 'Sim', '35.00', { tracking: 'serial', taxId: await taxOf(admin) })
  const serials = [1, 2].map((at) => `${sim.sku}-${at}`)
  await admin('/posretail/inventoryadjustment/create', {
    branchId: await branchOf(server),
    reason: 'opening',
    lines: [{ itemId: sim.id, quantity: '2', cost: '49.00', serials }],
  })
  const boss = await visitor()
  await signIn(boss, 'admin', seat)
  await sellGoods(boss)
  await boss.goto('/pos-retail/settings')
  const mixes = boss.getByRole('switch', { name: 'Deals and goods in one basket' })
  await expect(mixes).toBeEnabled()
  if (!(await mixes.isChecked())) {
    await reach(boss, mixes)
    await boss.keyboard.press('Space')
    await strike(boss, 'Save')
    await expect(boss.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible()
  }

  const deal = await admin<{ number: string; state: string }>('/postransaction/manage/create', {
    lines: [{ side: 'buy', currencyId: usd, quantity: '100', rate: '4.45', reason: 'A regular.' }],
    upTo: 'submit',
  })
  expect(deal.state).toBe('pending')
  await signIn(page, 'teller', seat)
  await scan(
    page,
    serials.map((serial) => [serial, new RegExp(`Sim · ${serial} · 35.00`)]),
  )
  const dialog = page.getByRole('dialog')
  await reach(page, dialog.getByRole('combobox', { name: 'With a deal' }), 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: `${deal.number} · USD · 445.00` })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('Paid out to the customer: 375.00')
  expect(await axe(page)).toEqual([])
  await reach(page, dialog.getByRole('button', { name: 'Pay out', exact: true }))
  await page.keyboard.press('Enter')
  await expect(findSaid(page, 'Settled Successfully!')).toBeVisible()
  const paid = page.getByRole('region', { name: 'Payments' })
  await expect(paid.getByRole('row', { name: `Deal ${deal.number}` })).toContainText('445.00')
  await expect(paid.getByRole('row', { name: /^Cash/ })).toContainText('-375.00')
  for (const serial of serials)
    await expect(page.getByRole('cell', { name: serial, exact: true })).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('what was sold for 35.00 comes back for 35.00 though its price is 38.00 by then, and the last unit takes the rest', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  await openCounter(server)
  const admin = await server.as('admin')
  const sim = await itemOf(admin, 'Card', '35.00', { taxId: await taxOf(admin) })
  await admin('/posretail/inventoryadjustment/create', {
    branchId: await branchOf(server),
    reason: 'opening',
    lines: [{ itemId: sim.id, quantity: '2', cost: '49.00' }],
  })
  const boss = await visitor()
  await signIn(boss, 'admin', seat)
  await sellGoods(boss)
  await signIn(page, 'teller', seat)
  await scan(page, [[sim.sku, /Card · 35.00/, '2']])
  const number = await takeCash(page, '70')

  await boss.goto(`/pos-retail/items/update/${sim.id}`)
  await reach(boss, box(boss, 'Price'))
  await boss.keyboard.press('Control+A')
  await boss.keyboard.type('38.00')
  await boss.keyboard.press('Control+Enter')
  await expect(boss.getByText('38.00').first()).toBeVisible()

  // Above what the teller may pay back alone.
  for (const [net, tax] of [
    ['32.40', '2.60'],
    ['32.41', '2.59'],
  ] as const) {
    await boss.goto('/pos-retail/returns/create')
    await type(boss, 'Receipt', number)
    await boss.keyboard.press('Enter')
    await type(boss, 'Reason', 'Not wanted')
    await type(boss, 'Quantity, line 1', '1')
    expect(await axe(boss)).toEqual([])
    await boss.keyboard.press('Control+Enter')
    await strike(boss, 'Pay back')
    await reach(boss, boss.getByRole('dialog').getByRole('button', { name: 'Pay back', exact: true }))
    await boss.keyboard.press('Enter')
    await expect(findSaid(boss, 'Paid Back Successfully!')).toBeVisible()
    await expect(fact(boss, 'Without tax')).toHaveText(net)
    await expect(fact(boss, 'Tax')).toHaveText(tax)
    await expect(fact(boss, 'Total')).toHaveText('35.00')
    expect(await axe(boss)).toEqual([])
  }
})

test('goods are received with supplier and invoice, sold, and counted blind; what is missing is decided by another person', async ({
  page,
  server,
  visitor,
}) => {
  test.setTimeout(300_000)
  await openCounter(server)
  const admin = await server.as('admin')
  const code = unique('SHELF')
  const { id: categoryId } = await admin('/posretail/category/create', { code, name: code })
  const watch = await itemOf(admin, 'Watch', '6000.00', { categoryId })
  const boss = await visitor()
  await signIn(boss, 'admin', seat)
  await sellGoods(boss)
  await boss.goto('/pos-retail/adjustments/create')
  await choose(boss, 'Place', 'Bukit Bintang · Store')
  await type(boss, 'Supplier', 'Northern Wholesale')
  await type(boss, 'Invoice', 'INV-7001')
  await choose(boss, 'Item, line 1', `${watch.sku} · Watch`)
  await type(boss, 'Quantity, line 1', '10')
  await type(boss, 'Cost of all, without tax, line 1', '50000.00')
  expect(await axe(boss)).toEqual([])
  await boss.keyboard.press('Control+Enter')
  await expect(findSaid(boss, 'Created Successfully!')).toBeVisible()
  await expect(fact(boss, 'Place')).toHaveText('Bukit Bintang · Store')
  await expect(fact(boss, 'Invoice')).toHaveText('INV-7001')
  await expect(fact(boss, 'Value')).toHaveText('50,000.00')
  expect(await axe(boss)).toEqual([])

  await signIn(page, 'teller', seat)
  await scan(page, [[watch.sku, /Watch · 6,000.00/]])
  await takeCash(page, '6000')

  // Nine are in the books, eight are found; the second count says the same.
  const keeper = await visitor()
  await signIn(keeper, 'manager', { ...seat, counter: 'Counter 1' })
  await keeper.goto('/pos-retail/audit-or-count/create')
  await choose(keeper, 'Branch', seat.branch)
  await choose(keeper, 'Categories', code)
  await keeper.keyboard.press('Escape')
  for (const at of ['first', 'second']) {
    if (at === 'second') await strike(keeper, 'Count')
    await reach(keeper, box(keeper, `Units of ${watch.sku}`))
    await keeper.keyboard.type('8')
    await expect(keeper.getByText('9', { exact: true })).toHaveCount(0)
    expect(await axe(keeper)).toEqual([])
    await strike(keeper, 'Hand in the count')
    const said = at === 'first' ? 'It has to be counted once more.' : 'Somebody who did not count decides'
    await expect(findSaid(keeper, said)).toBeVisible()
  }
  await expect(button(keeper, 'Accept difference')).toHaveCount(0)

  await boss.goto(new URL(keeper.url()).pathname)
  await expect(boss.getByRole('cell', { name: '-5,000.00' }).first()).toBeVisible()
  await strike(boss, 'Accept difference')
  await reach(boss, boss.getByRole('dialog').getByRole('textbox'))
  await boss.keyboard.type('Stolen from the case')
  await reach(boss, boss.getByRole('dialog').getByRole('button', { name: 'Accept difference' }))
  await boss.keyboard.press('Enter')
  await expect(findSaid(boss, 'Difference accepted')).toBeVisible()
  await expect(fact(boss, 'Reason')).toHaveText('Stolen from the case')
  expect(await axe(boss)).toEqual([])
})

test('insurance sold for 120.00 is owed to its principal with 102.00, and settled by the statement', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  await openCounter(server)
  const admin = await server.as('admin')
  const name = unique('Insurer')
  const { id } = await admin('/posretail/principal/create', { code: name.toUpperCase(), name })
  const policy = await itemOf(admin, 'Policy', '120.00', {
    kind: 'agency',
    principalId: id,
    taxId: await taxOf(admin),
    commissions: [{ validFrom: '2020-01-01', rate: '0.15' }],
  })
  const boss = await visitor()
  await signIn(boss, 'admin', seat)
  await sellGoods(boss)
  await signIn(page, 'teller', seat)
  await scan(page, [[policy.sku, /Policy · 120.00/]])
  const number = await takeCash(page, '120')

  await boss.goto(`/pos-retail/principals/${id}`)
  const row = boss.getByRole('row', { name: number })
  for (const amount of ['120.00', '16.67', '1.33', '102.00']) await expect(row).toContainText(amount)
  expect(await axe(boss)).toEqual([])
  await reach(boss, boss.getByRole('link', { name: 'Settle', exact: true }))
  await boss.keyboard.press('Enter')
  await expect(boss.getByText('Due up to the end of the month: 102.00')).toBeVisible()
  await pick(boss, 'Branch', seat.branch)
  await pick(boss, 'Paid by', 'Bank transfer')
  await type(boss, 'Reference', 'TT-4410')
  expect(await axe(boss)).toEqual([])
  await boss.keyboard.press('Control+Enter')
  await expect(findSaid(boss, 'Created Successfully!')).toBeVisible()
  await boss.goto(`/pos-retail/principals/${id}`)
  await expect(fact(boss, 'Owed')).toHaveText('0.00')
  await expect(boss.getByRole('row', { name: /^Closing balance/ })).toContainText('0.00')
})

test('goods of a counter are counted with its drawer as its day ends, and the report of the day names them', async ({
  page,
  server,
  visitor,
}) => {
  test.setTimeout(300_000)
  // A counter where no other journey deals: what lies in its drawer is known.
  const mine = { branch: seat.branch, counter: 'Counter 3' }
  const manager = await openCounter(server, 'manager', mine.counter)
  const admin = await server.as('admin')
  const boss = await visitor()
  await signIn(boss, 'admin', seat)
  await sellGoods(boss)
  const pen = await itemOf(admin, 'Pen', '5.00')
  const { items } = await manager<{ items: Day[] }>('/posinventory/day/list', { pageSize: 20 })
  const day = items.find(
    ({ branchName, counterName, state }) =>
      branchName === mine.branch && counterName === mine.counter && state === 'open',
  )
  await boss.goto('/pos-retail/adjustments/create')
  await choose(boss, 'Place', `${mine.branch} · ${mine.counter}`)
  await pick(boss, 'Reason', 'Opening stock')
  await choose(boss, 'Item, line 1', `${pen.sku} · Pen`)
  await type(boss, 'Quantity, line 1', '6')
  await type(boss, 'Cost of all, without tax, line 1', '12.00')
  await boss.keyboard.press('Control+Enter')
  await expect(fact(boss, 'Place')).toHaveText(`${mine.branch} · ${mine.counter}`)

  await signIn(page, 'manager', mine)
  await page.goto('/inventory/day')
  await reach(page, notes(page, 'MYR', '100'))
  await page.keyboard.type('600')
  await reach(page, notes(page, 'USD', '100'))
  await page.keyboard.type('100')
  await strike(page, 'Close the day')
  // The pens are not counted yet.
  const pens = page.getByRole('region', { name: pen.sku })
  await expect(pens.getByRole('alert')).toHaveText('Not counted. Enter 0 if there is none.')
  expect(await axe(page)).toEqual([])
  await reach(page, box(page, `Units of ${pen.sku}`))
  await page.keyboard.type('6')
  await strike(page, 'Close the day')
  await reach(page, page.getByRole('dialog').getByRole('button', { name: 'Close the day', exact: true }))
  await page.keyboard.press('Enter')
  await expect(findSaid(page, 'is closed.')).toBeVisible()
  const report = page.getByRole('link', { name: 'Report of the last day' })
  await reach(page, report)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`day=${day?.id}`))
  // Nothing in the morning, six came, six were counted.
  await expect(page.getByRole('row', { name: new RegExp(`^${pen.sku} .*0 6 0 6 6`) })).toBeVisible()
  expect(await axe(page)).toEqual([])
})
