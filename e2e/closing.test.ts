import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import type { Day } from '#modules/inventory/days/days.contract.ts'
import { fillDrawer, openCounter, reach, seat } from './counter.ts'
import { axe, expect, type Page, signIn, test } from './fixtures.ts'
import { notes } from './hands.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a day is opened, its open deal is named before the count, and a blank is said to be not counted, by keyboard alone', async ({
  page,
  server,
}) => {
  const mine = { branch: seat.branch, counter: 'Counter 1' }
  await server.change((tx) => fillDrawer(tx, mine.counter, 500, 300))
  await signIn(page, 'teller', mine)
  await page.goto('/inventory/day')
  await reach(page, button(page, 'Open the day'))
  await page.keyboard.press('Enter')
  // Nobody has counted anything.
  const missing = (code: string) => page.getByRole('region', { name: code }).getByRole('alert')
  for (const code of ['MYR', 'USD'])
    await expect(missing(code)).toHaveText('Not counted. Enter 0 if there is none.')
  expect(await axe(page)).toEqual([])
  await reach(page, notes(page, 'MYR', '100'))
  await page.keyboard.type('5')
  await reach(page, notes(page, 'USD', '100'))
  await page.keyboard.type('3')
  await expect(missing('USD')).toHaveCount(0)
  await reach(page, button(page, 'Open the day'))
  await page.keyboard.press('Enter')
  // What comes next has the place and the focus.
  await expect(page.getByRole('link', { name: 'Start trading' })).toBeFocused()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/transaction$/)

  // A deal that waits for somebody.
  await expect(page.getByRole('combobox', { name: 'Currency of line 1' })).toBeFocused()
  await page.keyboard.type('usd')
  await page.keyboard.press('Tab')
  await page.keyboard.type('50')
  await reach(page, page.getByRole('checkbox', { name: 'Ask a second person to look at it' }))
  await page.keyboard.press('Space')
  await expect(button(page, 'Send for approval Ctrl ↵')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Needs authorization')).toBeVisible()
  await page.goto('/inventory/day')
  const why = page.getByRole('status').filter({ hasText: 'The day cannot be closed yet' })
  await expect(why).toContainText('Deals still open at this counter: 1.')
  await expect(notes(page, 'MYR', '100')).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await reach(page, why.getByRole('link', { name: 'Open deals' }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/pending-transaction/)
})

test('a drawer is handed over after its day, counted blind by the next teller from their work, and signed by both, by keyboard alone', async ({
  page,
  server,
  visitor,
}) => {
  test.setTimeout(300_000)
  // A counter where no other journey deals: what lies in its drawer is known.
  const mine = { branch: seat.branch, counter: 'Counter 3' }
  const from = await openCounter(server, 'manager', mine.counter)
  const { items } = await from<{ items: Day[] }>('/posinventory/day/list', { pageSize: 20 })
  const day = items.find(
    ({ branchName, counterName, state }) =>
      branchName === mine.branch && counterName === mine.counter && state === 'open',
  )
  const ids = await server.beside(
    async (db) => new Map((await readTradedCurrencies(db)).map(({ code, id }) => [code, id])),
  )
  const hundreds = (code: string, count: number) => ({
    itemId: ids.get(code),
    pieces: [{ kind: 'note', faceValue: '100', count }],
  })
  const { id = '', version } = day ?? {}
  const lines = [hundreds('MYR', 600), hundreds('USD', 100)]
  await from('/posinventory/day/close', { id, version, lines, isZeroConfirmed: true })

  await signIn(page, 'manager', mine)
  await page.goto('/inventory/day')
  const to = page.getByRole('combobox', { name: 'Hand over to' })
  await reach(page, to)
  const { firstName, lastName } = (await server.login('admin')).userInfo
  await page.keyboard.type(`${firstName} ${lastName}`)
  await expect(to).toHaveValue(`${firstName} ${lastName}`)
  await expect(page.getByRole('option', { name: `${firstName} ${lastName}` })).toBeVisible()
  await page.keyboard.press('Enter')
  await reach(page, button(page, 'Hand over'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^Handover to .* pending/ })).toBeVisible()
  // Nobody opens the day beside it.
  await expect(button(page, 'Open the day')).toHaveCount(0)
  expect(await axe(page)).toEqual([])

  const next = await visitor()
  await signIn(next, 'admin')
  await next.goto('/my-work')
  const waiting = next.getByRole('link', { name: 'Drawer to take over' })
  await reach(next, waiting)
  await next.keyboard.press('Enter')
  await expect(button(next, 'Take over')).toBeVisible()
  expect(await axe(next)).toEqual([])
  await reach(next, notes(next, 'MYR', '100'))
  await next.keyboard.type('600')
  await expect(notes(next, 'MYR', '100')).toHaveValue('600')
  await reach(next, notes(next, 'USD', '100'))
  await next.keyboard.type('100')
  await expect(notes(next, 'USD', '100')).toHaveValue('100')
  await reach(next, button(next, 'Take over'))
  await next.keyboard.press('Enter')
  await expect(next.getByText(/The day is open/)).toBeVisible()

  await page.goto(`/inventory/day-report?day=${id}`)
  await expect(page.getByText(/^Handed over by Daniel Tan at/)).toBeVisible()
  await expect(page.getByText(/^Counted and taken over by .* at/)).toBeVisible()
})

test('a day is closed and its drawer goes to the vault in one act, where another counts it from their work, by keyboard alone', async ({
  page,
  server,
  visitor,
}) => {
  test.setTimeout(120_000)
  await openCounter(server, 'teller', seat.counter)
  await signIn(page, 'teller', seat)
  await page.goto('/inventory/day')
  await reach(page, notes(page, 'MYR', '100'))
  await page.keyboard.type('600')
  await reach(page, notes(page, 'USD', '100'))
  await page.keyboard.type('100')
  await reach(page, button(page, 'Close, drawer to the vault'))
  await page.keyboard.press('Enter')
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Close, drawer to the vault' })
  await expect(sure).toBeFocused()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  const report = page.getByRole('link', { name: 'Report of the last day' })
  await expect(report).toBeFocused()
  // Nothing is left to hand over.
  await expect(button(page, 'Hand over')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Drawer to the vault' })).toBeVisible()

  const keeper = await visitor()
  await signIn(keeper, 'manager')
  await keeper.goto('/my-work')
  await reach(keeper, keeper.getByRole('link', { name: 'To receive' }))
  await keeper.keyboard.press('Enter')
  const receive = button(keeper, 'Receive')
  await expect(receive.first()).toBeVisible()
  await reach(keeper, receive.first())
  await keeper.keyboard.press('Enter')
  await reach(keeper, notes(keeper, 'USD', '100'))
  await keeper.keyboard.type('100')
  await reach(keeper, notes(keeper, 'MYR', '100'))
  await keeper.keyboard.type('600')
  expect(await axe(keeper)).toEqual([])
  await reach(keeper, keeper.getByRole('dialog').getByRole('button', { name: 'Receive', exact: true }))
  await keeper.keyboard.press('Enter')
  await expect(keeper.getByRole('status').filter({ hasText: 'Transferred Successfully!' })).toBeVisible()
  await expect(keeper.getByRole('link', { name: 'To receive' })).toHaveCount(0)
})
