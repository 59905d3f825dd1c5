import { currency, openCounter, quantity, seat } from './counter.ts'
import { axe, expect, signIn, test } from './fixtures.ts'

test('a drawer that is short requests the rest from its vault with two keys, and the deal stays', async ({
  page,
  server,
}) => {
  await openCounter(server)
  await signIn(page, 'teller', seat)
  await page.goto('/transaction')
  await expect(currency(page)).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type('usd')
  await page.keyboard.press('Tab')
  await page.keyboard.type('150000')
  await expect(page.getByText('Not enough in the drawer')).toBeVisible()
  await expect(page.getByRole('button', { name: /^F10 Request [\d,.]+ USD$/ })).toBeVisible()
  await page.keyboard.press('F10')
  const question = page.getByRole('dialog', { name: /^Request [\d,.]+ USD\?$/ })
  await expect(question).toContainText(`From ${seat.branch} · Vault to ${seat.counter}`)
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Request \S+ sent$/).first()).toBeVisible()
  // The deal is as it was.
  await expect(quantity(page)).toHaveValue(/^150,?000$/)
  await page.goto('/inventory/inventory-request')
  await expect(page.getByRole('row').filter({ hasText: seat.counter }).first()).toBeVisible()
})
