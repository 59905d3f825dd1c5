import { expect, type Page } from './fixtures.ts'
import { findFocusedRow, head, last, lines, readEvents, test, width } from './gallery.ts'

const titles = (page: Page) => page.locator('thead [data-head]').allTextContents()

test('columns are sized by mouse and by keys, and the width is kept', async ({ page, open }) => {
  await open('persist=demo')
  const before = await width(page, 'Customer')
  const neighbour = await width(page, 'Currency')
  const handle = await page.locator('[data-handle="customer.name"]').boundingBox()
  const { x = 0, y = 0 } = handle ?? {}
  await page.mouse.move(x + 4, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + 64, y + 10, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await width(page, 'Customer')) - before)).toBeGreaterThan(57)
  const dragged = await width(page, 'Customer')
  expect(Math.abs(dragged - before - 60)).toBeLessThan(2)
  expect(await width(page, 'Currency')).toBeCloseTo(neighbour, 0)

  await head(page, 'Customer').getByRole('button').first().focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(page.getByRole('status').last()).toHaveText(/Customer: \d+ pixels wide/)
  expect(Math.abs((await width(page, 'Customer')) - dragged + 20)).toBeLessThan(2)
  const cell = await lines(page).first().locator('td').nth(3).boundingBox()
  expect(Math.abs((cell?.width ?? 0) - dragged + 20)).toBeLessThan(2)
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('customer.name')
  await page.reload()
  await expect.poll(async () => Math.abs((await width(page, 'Customer')) - dragged + 20)).toBeLessThan(2)
})

test('the header is one stop of the tab key', async ({ page, open }) => {
  await open('')
  const button = (name: string) => head(page, name).getByRole('button').first()
  await button('Number').focus()
  await page.keyboard.press('ArrowRight')
  await expect(button('Time')).toBeFocused()
  await page.keyboard.press('End')
  await expect(button('Branch')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(head(page, 'Branch')).toHaveAttribute('aria-sort', 'descending')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => findFocusedRow(page)).toBe(0)
  await page.keyboard.press('ArrowUp')
  await expect(button('Branch')).toBeFocused()
  await expect(page.locator('thead [tabindex="0"]')).toHaveCount(1)
})

test('columns are pinned, hidden, shown and moved, and stay so', async ({ page, open }) => {
  await open('persist=pins')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Pin Side').selectOption('start')
  await page.getByLabel('Pin Branch').selectOption('end')
  await page.getByRole('checkbox', { name: 'Rate' }).uncheck()
  await page.getByRole('checkbox', { name: 'Note' }).check()
  await page.getByRole('button', { name: 'Move Currency up' }).click()
  await page.keyboard.press('Escape')
  const arranged = await titles(page)
  expect(arranged.slice(0, 2)).toEqual(['Number', 'Side'])
  expect(arranged.at(-1)).toBe('Branch')
  expect(arranged).toContain('Note')
  expect(arranged).not.toContain('Rate')
  expect(arranged.indexOf('Currency')).toBeLessThan(arranged.indexOf('Customer'))
  await expect(head(page, 'Side')).toHaveCSS('inset-inline-start', '120px')
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(arranged)

  const scrolled = async (size: number) => {
    await page.setViewportSize({ width: size, height: 700 })
    await page.getByRole('grid').evaluate((grid) => (grid.parentElement as HTMLElement).scrollTo(300, 0))
    return async () => (await lines(page).first().locator('td').first().boundingBox())?.x ?? 0
  }
  const frame = (await page.getByRole('grid').locator('..').boundingBox())?.x ?? 0
  await expect.poll(await scrolled(900)).toBeLessThan(frame + 2)
  expect(await (await scrolled(900))()).toBeGreaterThan(frame - 2)
  // On a phone nothing is pinned: it would hide the rest.
  await expect.poll(await scrolled(500)).toBeLessThan(-100)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect.poll(async () => (await titles(page)).length).toBe(9)
})

test('a column that came later is hidden as it wants to be, whatever was kept before', async ({
  page,
  open,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem('agio.table.older', '{"columnVisibility":{"rate":false},"pageSize":7}'),
  )
  await open('persist=older')
  const shown = await titles(page)
  expect(shown).not.toContain('Note')
  expect(shown).not.toContain('Rate')
})

test('on a phone what a row is and its acts are in view', async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('menu')
  await expect(head(page, 'Status')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Actions of the row' }).first()).toBeInViewport({ ratio: 1 })
  await page.getByRole('grid').evaluate((grid) => (grid.parentElement as HTMLElement).scrollTo(300, 0))
  await expect(page.getByRole('button', { name: 'Actions of the row' }).first()).toBeInViewport({ ratio: 1 })
})

test('the search row asks the server once the typing rests', async ({ page, open }) => {
  await open('search')
  await page.getByRole('searchbox', { name: 'Search Customer' }).pressSequentially('tan')
  await expect.poll(() => last(page)).toBe('search {"global":"","columns":{"customer.name":"tan"}}')
  expect(await readEvents(page)).toHaveLength(1)
  await page.getByRole('searchbox', { name: 'Search all columns' }).fill('KL')
  await expect.poll(() => last(page)).toBe('search {"global":"KL","columns":{"customer.name":"tan"}}')
})

test('the search row looks through rows of its own', async ({ page, open }) => {
  await open('search&kind=client&n=1000')
  await page.getByRole('searchbox', { name: 'Search Customer' }).fill('goh')
  const names = () => page.locator('tbody tr td:nth-child(4)').allTextContents()
  await expect.poll(async () => new Set(await names())).toEqual(new Set(['Goh Boon Kiat']))
  await page.getByRole('searchbox', { name: 'Search Customer' }).fill('zzz')
  await expect(page.getByText('No results')).toBeVisible()
})

test('pages of the server', async ({ page, open }) => {
  await open('limit=20')
  await expect(page.getByText('1-20 of 245')).toBeVisible()
  const third = page.getByRole('button', { name: 'Page 3', exact: true })
  await third.click()
  await expect(page.getByText('41-60 of 245')).toBeVisible()
  await expect(third).toHaveAttribute('aria-current', 'page')
  await expect(lines(page).first()).toHaveAttribute('aria-rowindex', '42')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('61-80 of 245')).toBeVisible()
  const size = page.getByLabel('Rows per page')
  await expect(size.getByRole('option')).toHaveText(['20', '50', '100', '1000'])
  await size.selectOption('100')
  await expect(page.getByText('1-100 of 245')).toBeVisible()
})

test('pages of rows of its own, and a total that is only about right', async ({ page, open }) => {
  await open('kind=client&clientpage&n=101')
  await page.getByRole('button', { name: 'Page 6' }).click()
  await expect(page.getByText('101-101 of 101')).toBeVisible()
  await open('estimate&n=12000')
  await expect(page.getByText('1-50 of about 12,000')).toBeVisible()
  // More than estimated: behind a full page there may be another. Fewer: the way leads back.
  await open('estimate=60&n=130')
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('101-130 of about 130')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await open('estimate=240&n=90')
  await page.getByRole('button', { name: 'Page 5' }).click()
  await expect(page.getByText('51-90 of about 90')).toBeVisible()
})
