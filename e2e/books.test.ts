import { axe, expect, type Page, matchRefusedCall, signIn, test } from './fixtures.ts'
import { findSaid } from './hands.ts'

// The day of the browser is that of the branches.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

const row = (page: Page, ...texts: string[]) =>
  texts.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole('row'))
const choose = async (page: Page, name: string, text: string) => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: text, exact: true }).click()
}

test('an accountant leads the opening balances of one branch to another account, changes it and ends it', async ({
  page,
  signedIn,
  expectConsole,
}) => {
  await signedIn('accountant')
  await page.goto('/accounting/global-ledger-mappings')
  await expect(page.getByText('Everything has an account')).toBeVisible()
  await expect(row(page, 'Fees', '4020 Fee income')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'New mapping' }).press('Enter')
  await choose(page, 'Part', 'Opening balances')
  await choose(page, 'Branch', 'George Town')
  // Only accounts that may be used for it are offered.
  await page.getByRole('combobox', { name: 'Account' }).click()
  await expect(page.getByRole('option', { name: '3000 Capital' })).toBeVisible()
  await expect(page.getByRole('option', { name: '1200 Bank local' })).toHaveCount(0)
  await page.getByRole('option', { name: '3000 Capital' }).click()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  const own = row(page, 'Opening balances', 'George Town')
  await expect(own).toContainText('3000 Capital')

  // The same once more is refused where it was typed.
  expectConsole(matchRefusedCall(422))
  await page.getByRole('link', { name: 'New mapping' }).press('Enter')
  await choose(page, 'Part', 'Opening balances')
  await choose(page, 'Branch', 'George Town')
  await choose(page, 'Account', '3010 Retained earnings')
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  await expect(page.getByText('There is such a mapping already. Change its account.').first()).toBeVisible()
  await page.goto('/accounting/global-ledger-mappings')

  const menu = async (name: string) => {
    await expect(async () => {
      await own.focus()
      await page.keyboard.press('Shift+F10')
      await expect(page.getByRole('menuitem').first()).toBeVisible({ timeout: 1000 })
    }).toPass()
    await page.getByRole('menuitem', { name }).press('Enter')
  }
  await menu('Edit')
  await expect(page.getByRole('combobox', { name: 'Branch' })).toBeDisabled()
  await choose(page, 'Account', '3010 Retained earnings')
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  await expect(own).toContainText('3010 Retained earnings')
  await menu('End')
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).press('Enter')
  await expect(own).toHaveCount(0)
  await expect(findSaid(page, 'Removed Successfully!')).toBeVisible()
})

test('an accountant sees what is left of a month, where it is done, and locks it', async ({
  page,
  signedIn,
  server,
  visitor,
}) => {
  const admin = await server.as('admin')
  const { items } = await admin<{ items: { id: string; branchId: string }[] }>('/poscompany/counter/list', {
    filters: [],
  })
  await admin('/posinventory/day/open', { counterId: items[0]?.id })
  await signedIn('accountant')
  await page.goto('/accounting/month-end')
  await expect(row(page, 'Settle or cancel open deals')).toContainText('Done')
  await expect(row(page, 'Lock the month')).toContainText('To do')
  await row(page, 'Seal and verify').getByRole('button', { name: 'Verify the seals' }).press('Enter')
  await expect(row(page, 'Seal and verify')).toContainText('no entry of the month is sealed')
  expect(await axe(page)).toEqual([])

  // The month that runs has a day that is not closed.
  const chosen = page.getByRole('combobox', { name: 'Month' })
  const before = await chosen.inputValue()
  await chosen.click()
  await page.getByRole('option').first().click()
  await expect(page.getByText('The month is not over yet', { exact: false })).toBeVisible()
  await expect(row(page, 'Close the days of counters')).toContainText(/1 not closed: .+ · Counter/)
  await page.reload()
  await expect(row(page, 'Close the days of counters')).toContainText('To do')
  await chosen.click()
  await page.getByRole('option', { name: before }).click()
  await expect(page.getByText('The month is not over yet', { exact: false })).toBeHidden()

  await row(page, 'Settle or cancel open deals').getByRole('link', { name: 'Open deals' }).press('Enter')
  await expect(page).toHaveURL(/pending-transaction\?filter=/)
  await page.goBack()
  await row(page, 'Lock the month').getByRole('link', { name: 'Period lock' }).press('Enter')
  const last = new Date(Date.now() + 8 * 3_600_000)
  last.setUTCDate(0)
  const day = last.toISOString().slice(0, 10).split('-').toReversed().join('/')
  await page.getByRole('textbox', { name: 'Locked up to' }).fill(day)
  await page.getByRole('textbox', { name: 'Reason' }).first().fill('Month end')
  await page.getByRole('button', { name: 'Lock', exact: true }).press('Enter')
  await expect(findSaid(page, 'The books are locked.')).toBeVisible()
  // Its statements are kept as they are now.
  await page.goto('/accounting/frozen-statements')
  await page.getByRole('link', { name: 'Freeze the statements' }).first().press('Enter')
  await expect(page.getByRole('textbox', { name: 'To' })).toHaveValue(day)
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  await expect(row(page, day)).toContainText('Whole company')
  await row(page, day).dblclick()
  await expect(page.getByText('Every ledger has the same balance today.')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.goto('/accounting/month-end')
  await expect(page.getByText(`Everything is done, and locked up to ${day}.`)).toBeVisible()
  await expect(row(page, 'Lock the month')).toContainText('Done')

  // Two persons say so, and all branches are seen at once.
  const sign = async (by: Page) => {
    await by.getByRole('button', { name: 'Sign off', exact: true }).press('Enter')
    await by.getByRole('dialog').getByRole('button', { name: 'Sign off', exact: true }).press('Enter')
    await expect(findSaid(by, 'Signed off.')).toBeVisible()
  }
  await sign(page)
  await expect(page.getByText('a second person is still to sign', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign off', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Branches side by side' }).press('Enter')
  await expect(row(page, 'Bukit Bintang')).toBeVisible()
  expect(await axe(page)).toEqual([])
  const other = await visitor()
  await signIn(other, 'admin')
  await other.goto('/accounting/month-end')
  await sign(other)
  await expect(other.getByText(/Signed off by .+ · .+/)).toBeVisible()
})
