import { axe, expect, signIn, test } from './fixtures.ts'

test('a company that keeps no stock has no pages of it, and its day opens without a count', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/settings/general')
  const stock = page.getByRole('switch', { name: 'Keep stock' })
  await expect(stock).toBeChecked()
  await stock.uncheck({ force: true })
  await page.getByRole('button', { name: /^Save/ }).click()
  // The menu is that of the company as it is now, without another sign-in.
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Counter day' })).toBeVisible()
  await expect(page.getByText('Bought, MYR')).toBeVisible()
  await expect(page.getByText('Holding gain, MYR')).toHaveCount(0)

  await page.goto('/inventory/day')
  await expect(page.getByRole('button', { name: 'Open the day', exact: true })).toBeVisible()
  for (const name of ['Stock', 'Position', 'Transfers', 'Requests', 'Limits', 'Audit or count'])
    await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Open the day', exact: true }).click()
  await expect(page.getByText('Business date').first()).toBeVisible()

  await page.goto('/inventory/transfers')
  await expect(page.getByRole('heading', { level: 1, name: 'Permission denied' })).toBeVisible()
})
