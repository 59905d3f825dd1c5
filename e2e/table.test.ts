import { axe, expect } from './fixtures.ts'
import { findFocusedRow, head, last, lines, readEvents, test } from './gallery.ts'

const sortOf = (name: string) => new RegExp(`^${name}`)

test('sorts in two ways, or in three', async ({ page, open }) => {
  for (const [query, ways] of [
    ['', ['descending', 'ascending', 'descending']],
    ['three', ['descending', 'ascending', 'none']],
  ] as const) {
    await open(query)
    const customer = head(page, 'Customer')
    await expect(head(page, 'Time')).toHaveAttribute('aria-sort', 'descending')
    for (const way of ways) {
      await customer.getByRole('button', { name: sortOf('Customer') }).click()
      await expect(customer).toHaveAttribute('aria-sort', way)
    }
    await expect(head(page, 'Time')).toHaveAttribute('aria-sort', 'none')
    expect((await readEvents(page)).slice(0, 2)).toEqual([
      'sort ["customer.name-desc"]',
      'sort ["customer.name-asc"]',
    ])
    expect(await last(page)).toBe(query === 'three' ? 'sort []' : 'sort ["customer.name-desc"]')
  }
})

test('sorts rows of its own by size, not by text', async ({ page, open }) => {
  await open('kind=client&n=500')
  await head(page, 'Quantity').getByRole('button').first().click()
  const texts = await page.locator('tbody tr td:nth-child(6)').allTextContents()
  const sizes = texts.map((text) => Number(text.replaceAll(',', '')))
  expect(sizes.length).toBeGreaterThan(5)
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
})

for (const controlled of ['', '&controlled'])
  test(`selecting all asks first and is taken back when declined${controlled}`, async ({ page, open }) => {
    await open(`sel=multiple&confirm${controlled}`)
    const all = page.getByRole('checkbox', { name: 'Select all rows' })
    await all.click()
    await expect(page.getByText('Really all of them?')).toBeVisible()
    await expect(page.getByRole('button', { name: 'OK' })).toBeFocused()
    await page.mouse.click(5, 5)
    await expect(page.getByText('Really all of them?')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(all).not.toBeChecked()
    expect(await readEvents(page)).toEqual([])
    await all.click()
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(all).toBeChecked()
    expect(await readEvents(page)).toEqual(['select 50'])
    await page.getByRole('checkbox', { name: 'Select row' }).first().click()
    await expect(all).toHaveJSProperty('indeterminate', true)
    expect(await last(page)).toBe('select 49')
    await expect(lines(page).first()).toHaveAttribute('aria-selected', 'false')
  })

test('shift and space select a range and one more; the bar over the foot acts on them', async ({
  page,
  open,
}) => {
  await open('sel=multiple&bulk')
  const boxes = page.getByRole('checkbox', { name: /^Select row/ })
  await boxes.nth(1).click()
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 selected')).toBeVisible()
  await page.locator('tbody tr[tabindex="0"]').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('5 selected')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select row 2', exact: true })).toBeChecked()
  await expect(page.locator('[inert]').getByText('1-50 of 245')).toBeAttached()
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await readEvents(page)).slice(-2)).toEqual(['export 5', 'select 0'])
  await expect(page.getByText('5 selected')).toHaveCount(0)
  await boxes.nth(1).click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  expect(await last(page)).toBe('select 0')

  // A range begins where the row is now, and nowhere when it is on another page; other filters begin anew.
  await boxes.nth(1).click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText('51-100 of 245')).toBeVisible()
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  await expect(page.getByText('1 selected')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select row 55', exact: true })).toBeChecked()
  await page.evaluate(() => (globalThis as unknown as { list: (rows: string) => void }).list('some'))
  await expect(page.getByText('1 selected')).toHaveCount(0)
})

test('radio buttons choose one', async ({ page, open }) => {
  await open('sel=single')
  const radios = page.getByRole('radio')
  await radios.nth(0).click()
  await radios.nth(2).click()
  await expect(radios.nth(0)).not.toBeChecked()
  await expect(radios.nth(2)).toBeChecked()
  expect(await readEvents(page)).toEqual(['select 1', 'select 1'])
})

test('details open by arrow, key and click', async ({ page, open }) => {
  await open('expand&arrow')
  const row = page.locator('tr[data-index="0"]')
  await expect(row).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: 'Show details' }).first().click()
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('Deal KL-100000')).toBeVisible()
  await row.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(row).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => findFocusedRow(page)).toBe(2)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => findFocusedRow(page)).toBe(0)
  await open('expand')
  await lines(page).first().locator('td').nth(3).click()
  await expect(page.getByText('Deal KL-100000')).toBeVisible()
})

test('groups show value and count, and close', async ({ page, open }) => {
  await open('group')
  const group = page.getByRole('row', { name: /Kuala Lumpur Central 17/ }).first()
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  const height = () => page.locator('tbody').evaluate((body) => body.getBoundingClientRect().height)
  expect(await height()).toBe(53 * 36)
  await group.click()
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await expect.poll(height).toBe(36 * 36)
  await group.focus()
  await page.keyboard.press('Enter')
  await expect(group).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => findFocusedRow(page)).toBe(0)
})

test('the menu of a row opens by key, right click and button, and gives the focus back', async ({
  page,
  open,
}) => {
  await open('menu')
  const item = (name: string) => page.getByRole('menuitem', { name })
  await lines(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')
  await expect(item('Open')).toBeFocused()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => findFocusedRow(page)).toBe(1)
  expect(await last(page)).toBe('open KL-100001')
  await page.keyboard.press('ContextMenu')
  await expect(item('Open')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(item('Print')).toHaveCount(0)
  await expect.poll(() => findFocusedRow(page)).toBe(1)
  await lines(page)
    .nth(3)
    .click({ button: 'right', position: { x: 400, y: 10 } })
  await item('Cancel deal').click()
  expect(await last(page)).toBe('cancel KL-100003')
  await page.getByRole('button', { name: 'Actions of the row' }).nth(2).click()
  await item('Open').click()
  expect(await last(page)).toBe('open KL-100002')
  // A row that nothing can be done with has no menu.
  await expect(lines(page).nth(4).getByRole('button')).toHaveCount(0)
  await lines(page).nth(4).focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('100,000 rows are walked by keys, and few are drawn', async ({ page, open }) => {
  await open('kind=client')
  await lines(page).first().focus()
  await page.keyboard.press('End')
  await expect.poll(() => findFocusedRow(page)).toBe(99_999)
  const end = await page.locator('tr[data-index="99999"]').boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(800)
  await page.keyboard.press('PageUp')
  await expect.poll(() => findFocusedRow(page)).toBeLessThan(99_999)
  expect(await findFocusedRow(page)).toBeGreaterThan(99_970)
  await page.keyboard.press('Home')
  await expect.poll(() => findFocusedRow(page)).toBe(0)
  const top = await page.locator('tr[data-index="0"]').boundingBox()
  const header = await page.locator('thead').boundingBox()
  expect(top?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0) - 2)
  await page.keyboard.press('PageDown')
  await expect.poll(() => findFocusedRow(page)).toBeGreaterThan(8)
  await page.keyboard.press('Enter')
  await expect.poll(() => last(page)).toMatch(/^activate/)
  await page.getByRole('grid').evaluate((grid) => (grid.parentElement as HTMLElement).scrollTo(0, 1e6))
  await expect(page.locator('tr[data-index="27777"]')).toBeVisible()
  expect(await findFocusedRow(page)).toBeGreaterThan(0)
  expect(await lines(page).count()).toBeLessThan(60)
})

test('tells the developer what is missing', async ({ page, open, expectConsole }) => {
  expectConsole(/DataTable: /)
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  await open('nocolumns')
  await expect.poll(() => told.join('\n')).toContain('"columns" is missing')
  await open('badsearch&noactions')
  await expect.poll(() => told.join('\n')).toContain('column "nope"')
  expect(told.join('\n')).toContain('rowActions')
})

for (const [name, query] of Object.entries({
  full: 'sel=multiple&expand&arrow&menu&search&summary',
  group: 'group&sel=single',
  empty: 'state=empty&search',
  loading: 'state=loading&sel=multiple',
  refetch: 'state=refetch',
  error: 'state=error',
}))
  test(`axe finds nothing serious: ${name}`, async ({ page, open }) => {
    await open(query)
    for (const [colorScheme, width] of [['light', 1440] as const, ['dark', 360] as const]) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      expect(await axe(page), `${colorScheme} ${width}`).toEqual([])
    }
  })
