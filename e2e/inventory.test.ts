import { axe, expect, type Page, matchRefusedCall, signIn, test } from './fixtures.ts'
import { choose, notes, press, findSaid, fill } from './hands.ts'

// Its day is that of the branch: elsewhere it may still be yesterday, and what is posted there not yet in reach.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
/** Types into a list of choices and takes the one of that name. */

test('a branch begins, a drawer is opened, floated and counted blind to its close; the difference is decided and stands in the journal', async ({
  page,
  visitor,
}) => {
  test.slow()
  await signIn(page, 'admin', { branch: 'Bukit Bintang', counter: 'Counter 1' })
  await page.goto('/inventory/openings/opening')
  await expect(page.getByRole('combobox', { name: 'Branch', exact: true })).toHaveValue('Bukit Bintang')
  await choose(page, 'Currency, line 1', 'MYR')
  await fill(page, 'Quantity, line 1', '50000')
  await press(page, 'Add a line')
  await choose(page, 'Currency, line 2', 'USD')
  await fill(page, 'Quantity, line 2', '2000')
  await fill(page, 'Cost in local money, line 2', '8,900')
  expect(await axe(page)).toEqual([])
  await press(page, 'Post')
  await expect(findSaid(page, 'The opening balance is posted.')).toBeVisible()
  await expect(row(page, 'USD')).toContainText('8,900')

  await page.goto('/inventory/day')
  await expect(page.getByText('Closed', { exact: true })).toBeVisible()
  await press(page, 'Open the day')
  await expect(page.getByText('Open', { exact: true })).toBeVisible()

  await page.goto('/inventory/openings/float')
  await expect(page.getByRole('combobox', { name: 'Branch', exact: true })).toHaveValue('Bukit Bintang')
  await choose(page, 'Currency, line 1', 'MYR')
  await fill(page, 'Quantity, line 1', '500')
  await press(page, 'Add a line')
  await choose(page, 'Currency, line 2', 'USD')
  await press(page, 'Count notes of USD')
  await notes(page, 'USD', '100').fill('2')
  await notes(page, 'USD', '50').fill('2')
  await expect(page.getByRole('textbox', { name: 'Quantity, line 2' })).toHaveValue('300')
  await press(page, 'Post')
  await expect(findSaid(page, 'The float is posted.')).toBeVisible()
  await expect(row(page, 'USD')).toContainText(/1,335.*2 × 100 \+ 2 × 50/)

  // What lies there is named, and not how much.
  const teller = await visitor()
  await signIn(teller, 'teller', { branch: 'Bukit Bintang', counter: 'Counter 1' })
  await teller.goto('/inventory/day')
  await notes(teller, 'MYR', '100').fill('5')
  await notes(teller, 'MYR', '100').press('Enter')
  await expect(notes(teller, 'MYR', '50')).toBeFocused()
  await expect(teller.getByLabel('Total of MYR')).toHaveText('500')
  await notes(teller, 'USD', '100').fill('2')
  await notes(teller, 'USD', '50').fill('1x')
  await expect(teller.getByRole('button', { name: 'Close the day' })).toBeDisabled()
  await notes(teller, 'USD', '50').fill('1')
  await expect(teller.getByLabel('Total of USD')).toHaveText('250')
  expect(await axe(teller)).toEqual([])
  const close = async () => {
    await press(teller, 'Close the day')
    await teller.getByRole('dialog').getByRole('button', { name: 'Close the day' }).press('Enter')
  }
  await close()
  // Fifty dollars are missing: it is counted once more, from the beginning, and then taken as it is.
  await expect(findSaid(teller, 'Count again')).toBeVisible()
  await expect(teller.getByLabel('Total of USD')).toHaveText('–')
  await expect(teller.getByText('Open', { exact: true })).toBeVisible()
  expect(await axe(teller)).toEqual([])
  await notes(teller, 'MYR', '100').fill('5')
  await notes(teller, 'USD', '100').fill('2')
  await notes(teller, 'USD', '50').fill('1')
  await close()
  // What comes next is the report of the day, blind while its count waits.
  await teller.getByRole('link', { name: 'Report of the last day' }).press('Enter')
  await expect(teller).toHaveURL(/\/inventory\/day-report/)
  await expect(row(teller, 'USD').first()).toBeVisible()
  await expect(
    teller.getByText('Figures are shown after the closing count is decided', { exact: false }),
  ).toBeVisible()
  await expect(teller.getByRole('main')).not.toContainText('300')
  expect(await axe(teller)).toEqual([])
  await teller.goto('/inventory/audit-or-count')
  await expect(row(teller, 'Closing count')).toContainText('Waits for a decision')
  await expect(row(teller, 'Closing count')).not.toContainText('222')

  await page.goto('/inventory/audit-or-count')
  await row(page, 'Closing count').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Count 1: Mei Ling Wong' })).toContainText('-50')
  const last = page.getByRole('region', { name: 'Count 2: Mei Ling Wong' })
  await expect(last.getByRole('row').filter({ hasText: 'USD' })).toContainText('-50')
  await press(page, 'Accept difference')
  const asked = page.getByRole('dialog')
  await asked.getByRole('textbox').fill('The note was paid out twice')
  await asked.getByRole('button', { name: 'Accept difference' }).press('Enter')
  await expect(page.getByText('Processed', { exact: true })).toBeVisible()
  await teller.goto('/inventory/day-report')
  await expect(row(teller, 'USD').first()).toContainText(/300.*250.*-50/)
  expect(await axe(teller)).toEqual([])

  await page.goto('/inventory')
  await expect(row(page, 'USD').last()).toContainText('250')
  expect(await axe(page)).toEqual([])
  await page.goto('/accounting/journal')
  await row(page, 'Count difference').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Cash short and over')).toContainText('222.5')
  await page.getByRole('link', { name: /Cash short and over/ }).press('Enter')
  await expect(row(page, 'Closing balance')).toContainText('222.5')
  expect(await axe(page)).toEqual([])
})

test('a vault is counted by two, the second blind to the first; what differs is counted once more by both', async ({
  page,
  signedIn,
  visitor,
}) => {
  await signedIn('admin')
  await page.goto('/inventory/openings/opening')
  // What is chosen at first comes with the places: typed over before that, it would stand before what is typed.
  await expect(page.getByRole('combobox', { name: 'Branch', exact: true })).toHaveValue('Bukit Bintang')
  await choose(page, 'Branch', 'KL Sentral')
  await choose(page, 'Currency, line 1', 'MYR')
  await fill(page, 'Quantity, line 1', '300')
  await press(page, 'Post')
  await expect(findSaid(page, 'The opening balance is posted.')).toBeVisible()

  const counted = async (who: Page, hundreds: string) => {
    await notes(who, 'MYR', '100').fill(hundreds)
    await expect(who.getByLabel('Total of MYR')).toHaveText(`${hundreds}00`)
    await press(who, 'Hand in the count')
  }
  await page.goto('/inventory/audit-or-count/create')
  await choose(page, 'Place', 'KL Sentral · Vault')
  await counted(page, '2')
  await expect(page.getByText('Second person counts', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Count', exact: true })).toHaveCount(0)

  const manager = await visitor()
  await signIn(manager, 'manager')
  await manager.goto(new URL(page.url()).pathname)
  await expect(manager.getByText('What was found is not shown', { exact: false })).toBeVisible()
  await expect(manager.getByRole('region', { name: 'What was counted' })).toHaveCount(0)
  await press(manager, 'Count')
  await expect(manager.getByText('without knowing what the first found')).toBeVisible()
  expect(await axe(manager)).toEqual([])
  await counted(manager, '2')
  // Both found 100 less than the books have.
  await expect(manager.getByText('To be counted again', { exact: true })).toBeVisible()
  await press(manager, 'Count')
  await counted(manager, '3')
  await expect(manager.getByText('Second person counts', { exact: true })).toBeVisible()

  await page.reload()
  await press(page, 'Count')
  await counted(page, '3')
  await expect(page.getByText('Processed', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Count 4/ })).toContainText('300')
  await expect(page.getByRole('region', { name: /^Count 2/ })).toContainText('-100')
  expect(await axe(page)).toEqual([])

  await page.goto('/settings/general')
  await fill(page, 'Counted again above a difference of', '25')
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  await expect(findSaid(page, 'Saved Successfully!')).toBeVisible()
  await page.goto('/settings/general')
  await expect(page.getByRole('textbox', { name: 'Counted again above a difference of' })).toHaveValue('25')
})

test('opening stock above a limit is requested, and another posts it by approving it', async ({
  page,
  signedIn,
  visitor,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(422))
  const manager = await visitor()
  await signIn(manager, 'manager')
  await manager.goto('/inventory/openings/opening')
  await expect(manager.getByRole('combobox', { name: 'Branch', exact: true })).not.toHaveValue('')
  await choose(manager, 'Currency, line 1', 'GBP')
  await fill(manager, 'Quantity, line 1', '7000')
  // Typed low: the limit goes by the mid rate.
  await fill(manager, 'Cost in local money, line 1', '7')
  await fill(manager, 'Note', 'Brought by the owner')
  await press(manager, 'Post')
  await expect(manager.getByText('This is above your limit', { exact: false })).toBeVisible()
  await press(manager, 'Request approval')
  await expect(findSaid(manager, 'The approval is requested.')).toBeVisible()
  await expect(manager.getByText('Pending approval', { exact: true })).toBeVisible()
  await expect(manager.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(manager.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  expect(await axe(manager)).toEqual([])

  await signedIn('admin')
  await page.goto(new URL(manager.url()).pathname)
  await press(page, 'Approve')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(findSaid(page, 'Opening stock posted.')).toBeVisible()
  await expect(page.getByText('Posted', { exact: true })).toBeVisible()
})
