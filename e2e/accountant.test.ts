import { axe, expect, type Page, signIn, test } from './fixtures.ts'
import { choose, fill, findSaid, press } from './hands.ts'

// The day of the browser is that of the branches.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const today = () => {
  const [day] = new Date(Date.now() + 8 * 3_600_000).toISOString().split('T')
  return (day ?? '').split('-').toReversed().join('/')
}

test('an entry over the limit is decided by another person from My work, and three clicks tell why a figure is so', async ({
  page,
  visitor,
}) => {
  test.slow()
  await signIn(page, 'accountant')
  await page.goto('/accounting/adjusting-entries/create')
  await choose(page, 'Branch', 'George Town')
  await fill(page, 'Business date', today())
  await fill(page, 'Reason', 'Rent of the year, paid ahead')
  const line = async (at: number, ledger: RegExp, side: 'Credit' | 'Debit') => {
    await page.getByRole('combobox', { name: `Ledger, line ${at}`, exact: true }).click()
    await page.getByRole('option', { name: ledger }).click()
    await fill(page, `${side}, line ${at}`, '60,000')
  }
  await line(1, /^6000 /, 'Debit')
  await line(2, /^1200 /, 'Credit')
  expect(await axe(page)).toEqual([])
  await press(page, 'Submit')
  await expect(findSaid(page, 'another person approves it')).toBeVisible()

  const other = await visitor()
  await signIn(other, 'admin')
  await other.goto('/my-work')
  await other.getByRole('link', { name: /60,000/ }).click()
  await press(other, 'Approve')
  const asked = other.getByRole('dialog')
  if (await asked.isVisible()) await asked.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(findSaid(other, 'Successfully Posted!')).toBeVisible()

  // Figure, line, entry.
  await page.goto('/accounting/company-income')
  await expect(row(page, '6000')).toContainText('60,000.00')
  await row(page, '6000').getByRole('link').click()
  await expect(row(page, 'Adjusting entry').last()).toContainText('60,000.00')
  await row(page, 'Adjusting entry').last().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Adjusting entry')
  await expect(row(page, '1200')).toContainText('60,000.00')
  expect(await axe(page)).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL(/detail-ledger-analysis\?account=/)
})

test('a year is closed to retained earnings, its statement stays as it was, and it is opened again', async ({
  page,
}) => {
  await signIn(page, 'accountant')
  await page.goto('/accounting/year-end/create')
  const last = await page.getByRole('textbox', { name: 'Last day' }).inputValue()
  const [, , year = ''] = last.split('/')
  const income = async () => {
    await page.goto(`/accounting/company-income?from=${year}-01-01&to=${year}-12-31`)
    return row(page, 'Result').innerText()
  }
  const before = await income()
  await page.goto('/accounting/year-end/create')
  await expect(page.getByText('One entry on the last day carries it to retained earnings')).toBeVisible()
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  await expect(findSaid(page, 'The year is closed.')).toBeVisible()
  await expect(row(page, last)).toContainText('Closed')
  expect(await axe(page)).toEqual([])
  expect(await income()).toBe(before)
  await page.goto('/accounting/year-end')
  await row(page, last).dblclick()
  await press(page, 'Open the year again')
  const asked = page.getByRole('dialog')
  if (await asked.getByRole('textbox').isVisible()) await asked.getByRole('textbox').fill('A bill came late')
  await asked.getByRole('button', { name: 'Open the year again' }).press('Enter')
  await expect(findSaid(page, 'The year is open again.')).toBeVisible()
  expect(await income()).toBe(before)
})
