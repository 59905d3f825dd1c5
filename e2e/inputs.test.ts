import { expect, type Page } from './fixtures.ts'
import { openPiece, test, readOutput } from './gallery.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const chip = (page: Page) => page.getByRole('button', { name: 'Apply' }).click()

async function addFilter(page: Page, column: string, operator?: string) {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByLabel('Column', { exact: true }).selectOption({ label: column })
  if (operator) await page.getByLabel('Comparison').selectOption({ label: operator })
}

test('the filter bar has every operator for its type of value', async ({ page }) => {
  await openPiece(page, 'filters')
  await page.getByRole('button', { name: 'Add filter' }).click()
  const offered: Record<string, string[]> = {}
  for (const column of ['Name', 'Amount', 'Day', 'State', 'Enabled', 'Branch']) {
    await page.getByLabel('Column', { exact: true }).selectOption({ label: column })
    offered[column] = await page.getByLabel('Comparison').locator('option').allTextContents()
  }
  const sizes = ['more than', 'at least', 'less than', 'at most']
  expect(offered).toEqual({
    Name: ['contains', 'is', 'is not'],
    Amount: ['is', 'is not', ...sizes, 'between'],
    Day: ['between', 'is', ...sizes],
    State: ['is', 'is not'],
    Enabled: [],
    Branch: ['is', 'is not'],
  })
})

test('filters join as And, Or, Xor and Not; Between is two conditions, each only if present', async ({
  page,
}) => {
  await openPiece(page, 'filters')
  await addFilter(page, 'Amount', 'between')
  await page.getByLabel('From').fill('1,000')
  await page.getByLabel('To', { exact: true }).fill('-5.50')
  await page.keyboard.press('Enter')
  const low = { key: 'amount', operator: 'Greater Than Or Equal', value: '1000', type: 'Number' }
  const high = { key: 'amount', operator: 'Less Than Or Equal', value: '-5.50', type: 'Number' }
  await readOutput(page).toEqual([low, high])
  await page.getByRole('button', { name: /^Amount/ }).press('Enter')
  // It is where it stays once it has taken the focus.
  await expect(page.getByLabel('Comparison')).toBeFocused()
  await page.getByLabel('To', { exact: true }).fill('')
  await chip(page)
  await readOutput(page).toEqual([low])

  await addFilter(page, 'Branch')
  await page.getByRole('checkbox', { name: 'Penang' }).check()
  await chip(page)
  const place = {
    key: 'branchId',
    operator: 'Equals',
    value: ['0192d3a4-0000-7000-8000-000000000001'],
    type: 'Guid',
  }
  const join = page.getByLabel('How filters are joined')
  for (const [label, filters] of [
    ['All of these', [low, place]],
    ['Any of these', [{ operator: 'Or', filters: [low, place] }]],
    ['Exactly one', [{ operator: 'Xor', filters: [low, place] }]],
    ['None of these', [{ operator: 'Not', filters: [{ operator: 'Or', filters: [low, place] }] }]],
  ] as const) {
    await join.selectOption({ label })
    await readOutput(page).toEqual(filters)
  }
})

test('the date filter begins 1 day, 7 days, 1 month or 1 year back, and ends before its last day', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-03-31T10:00:00')
  await openPiece(page, 'date-filter')
  const from = (value: string) => ({
    key: 'createdAt',
    operator: 'Greater Than Or Equal',
    value,
    type: 'Date',
  })
  for (const [period, day] of [
    ['1 day', '2026-03-30'],
    ['7 days', '2026-03-24'],
    ['1 month', '2026-02-28'],
    ['1 year', '2025-03-31'],
  ] as const) {
    await page.getByRole('button', { name: period }).press('Enter')
    await expect(page.getByRole('button', { name: period })).toHaveAttribute('aria-pressed', 'true')
    await readOutput(page).toEqual([from(day)])
  }
  await field(page, 'From').fill('01/03/2026')
  await field(page, 'Before').fill('08/03/2026')
  const before = { key: 'createdAt', operator: 'Less Than', value: '2026-03-08', type: 'Date' }
  await readOutput(page).toEqual([from('2026-03-01'), before])
  await field(page, 'From').fill('')
  await readOutput(page).toEqual([before])
  await field(page, 'From').fill('31/02/2026')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Enter a date as dd/mm/yyyy')).toBeVisible()
  await readOutput(page).toEqual([before])
})

test('a date is typed as dd/mm/yyyy between 1900 and 2099, or between bounds of its own', async ({
  page,
}) => {
  await openPiece(page, 'date')
  const empty = field(page, 'Empty')
  await expect(empty).toHaveAttribute('placeholder', 'dd/mm/yyyy')
  await expect(field(page, 'Filled')).toHaveValue('05/03/2026')
  const value = (name: string) => readOutput(page).toEqual(expect.objectContaining({ empty: name }))
  for (const [typed, kept] of [
    ['31/12/2099', '2099-12-31'],
    ['01/01/1900', '1900-01-01'],
    ['1.2.2026', '2026-02-01'],
  ] as const) {
    await empty.fill(typed)
    await value(kept)
  }
  for (const typed of ['01/01/2100', '31/12/1899', '30/02/2026']) {
    await empty.fill(typed)
    await empty.blur()
    await expect(empty).toHaveAccessibleDescription(/Enter a date as dd\/mm\/yyyy/)
    await value(typed)
  }
  await field(page, 'This year only').fill('31/12/2025')
  await readOutput(page).toEqual(expect.objectContaining({ bounded: '31/12/2025' }))
  await field(page, 'This year only').fill('31/12/2026')
  await readOutput(page).toEqual(expect.objectContaining({ bounded: '2026-12-31' }))
  await expect(field(page, 'Disabled')).toBeDisabled()
})

test('a time is picked by the twelve-hour clock and told as HH:mm:ss', async ({ page }) => {
  await openPiece(page, 'time')
  const part = (name: string) => page.getByLabel(name, { exact: true })
  await part('Empty Hours').focus()
  await page.keyboard.type('023015p')
  await readOutput(page).toEqual(expect.objectContaining({ empty: '14:30:15' }))
  await expect(part('Empty AM or PM')).toHaveValue('PM')
  await expect(part('Filled Hours')).toHaveValue('02')
  await expect(part('Filled AM or PM')).toHaveValue('PM')
  await expect(part('Disabled Hours')).toHaveValue('12')
  await expect(part('Disabled Hours')).toBeDisabled()
})

test.describe(() => {
  test.use({ timezoneId: 'Europe/London' })
  test('a telephone number begins with Singapore where no company is known', async ({ page }) => {
    await openPiece(page, 'phone')
    await expect(page.getByLabel('Country of the number').first()).toHaveValue('SG')
  })
})

test('a telephone number has at most 15 digits, however it is written, and is checked', async ({ page }) => {
  await openPiece(page, 'phone')
  const country = page.getByLabel('Country of the number')
  const empty = page.getByRole('textbox', { name: 'Empty' })
  await country.first().selectOption('SG')
  const offered = await country
    .first()
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  expect(offered.slice(0, 3)).toEqual(['SG', 'US', 'GB'])
  await empty.pressSequentially('12345678901234567')
  // Nothing is cut off: what is left might be the number of somebody else.
  await expect(empty).toHaveValue('12345678901234567')
  await empty.blur()
  await expect(page.getByText('Enter a valid telephone number')).toHaveCount(2)
  await empty.fill('9123 4567')
  await empty.blur()
  await expect(page.getByText('Enter a valid telephone number')).toHaveCount(1)
  await readOutput(page).toEqual(expect.objectContaining({ empty: '+6591234567' }))
  await empty.fill('+60 11-1234 5678')
  await empty.blur()
  await readOutput(page).toEqual(expect.objectContaining({ empty: '+601112345678' }))
  await expect(country.nth(1)).toHaveValue('MY')
})

test('the thousands mask groups with commas, and keeps negatives and every digit', async ({ page }) => {
  await openPiece(page, 'thousands')
  const [empty, filled] = [field(page, 'Empty'), field(page, 'Filled')]
  await expect(filled).toHaveValue('-1,234,567.50')
  await empty.fill('-12345678901234567890.12345678')
  await readOutput(page).toEqual(expect.objectContaining({ empty: '-12345678901234567890.12345678' }))
  await empty.blur()
  await expect(empty).toHaveValue('-12,345,678,901,234,567,890.12345678')
  await empty.fill('1,000,000')
  await readOutput(page).toEqual(expect.objectContaining({ empty: '1000000' }))
})

test('the percent mask shows a fraction times 100 with two decimals, and keeps negatives', async ({
  page,
}) => {
  await openPiece(page, 'percent')
  const [empty, filled] = [field(page, 'Empty'), field(page, 'Filled')]
  await expect(filled).toHaveValue('-5.25%')
  await expect(field(page, 'Disabled')).toHaveValue('1,250.00%')
  for (const [typed, kept, shown] of [
    ['7', '0.07', '7.00%'],
    ['-0.5', '-0.005', '-0.50%'],
    ['12.345', '0.1234', '12.34%'],
    ['1,000%', '10', '1,000.00%'],
  ] as const) {
    await empty.fill(typed)
    await readOutput(page).toEqual(expect.objectContaining({ empty: kept }))
    await empty.blur()
    await expect(empty).toHaveValue(shown)
  }
  // Tab takes the whole of it: what is typed comes in its place, also with a mask on it.
  await empty.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('-1.5')
  await readOutput(page).toEqual(expect.objectContaining({ filled: '-0.015' }))
})
