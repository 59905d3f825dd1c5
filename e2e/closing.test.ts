import { fillDrawer, reach, seat } from './counter.ts'
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
