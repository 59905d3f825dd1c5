import { expect, test } from './fixtures.ts'

interface Acts {
  items: { at: string }[]
}

test.describe('far from the company', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('a list shows the moments by which it is filtered: those of the company', async ({
    page,
    server,
    signedIn,
  }) => {
    await signedIn('admin')
    await page.goto('/account-management/user-audit')
    const cell = page
      .getByRole('gridcell')
      .filter({ hasText: /\d\d\/\d{4} \d\d:\d\d$/ })
      .first()
    await expect(cell).toBeVisible()
    const admin = await server.as('admin')
    const { items } = await admin<Acts>('/posuser/useraudit/list', { pageSize: 50, sort: ['at-desc'] })
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Kuala_Lumpur',
      dateStyle: 'short',
      timeStyle: 'short',
    })
    const known = items.map(({ at }) => format.format(new Date(at)).replace(',', ''))
    expect(known).toContain(await cell.textContent())
  })
})

test('what another version left in the browser does not end a page', async ({ page, signedIn }) => {
  await signedIn('admin')
  const individuals = page.getByRole('columnheader', { name: 'Name', exact: true })
  await page.goto('/customer/individual')
  await expect(individuals).toBeVisible()
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.endsWith('customers:individuals')) ?? ''
    if (!key) throw new Error('no columns are kept')
    const broken = {
      columnOrder: { 0: 'name', 1: 'idNumber' },
      columnPinning: { start: 'name' },
      pageSize: 'many',
    }
    localStorage.setItem(key, JSON.stringify(broken))
    localStorage.setItem('LAYOUT_SETTINGS', JSON.stringify({ fontSize: 0 }))
    localStorage.setItem('LIVERATE_HISTORY', JSON.stringify({ mids: [{ code: 'USD', mid: '4.1' }] }))
  })
  await page.reload()
  await expect(individuals).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('font-size', '16px')
  await page.goto('/fx-rates?pair=5')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const address of [
    '/customer/individual?q=5&page=two&size=50',
    '/transaction?deal=5',
    '/fx-rates-chart?pair=5',
  ]) {
    await page.goto(address)
    await expect(page.getByText('This page could not be shown')).toHaveCount(0)
    await expect(page.getByRole('main')).toBeVisible()
  }
})
