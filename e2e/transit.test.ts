import { currency, findDealHeading, openCounter, quantity, seat } from './counter.ts'
import { expect, matchRefusedCall, type Page, signIn, test } from './fixtures.ts'
import { choose, notes, press, findSaid, state, fill } from './hands.ts'
import type { Server } from './server.ts'

// Its day is that of the branch.
test.use({ timezoneId: 'Asia/Kuala_Lumpur' })

/** Puts notes into the vault of the first branch. */
async function fillVault(page: Page, code: string, amount: string, cost: string) {
  await page.goto('/inventory/openings/opening')
  await expect(page.getByRole('combobox', { name: 'Branch', exact: true })).toHaveValue('Bukit Bintang')
  await choose(page, 'Currency, line 1', code)
  await fill(page, 'Quantity, line 1', amount)
  await fill(page, 'Cost in local money, line 1', cost)
  await fill(page, 'Note', 'Bought of a bank')
  await press(page, 'Post')
  await expect(findSaid(page, 'The opening balance is posted.')).toBeVisible()
}

/** A teller sends dollars of the drawer to the vault of another branch, above the limit of tellers. */
async function send(
  page: Page,
  { server, visitor }: { server: Server; visitor: () => Promise<Page> },
  amount: string,
) {
  await openCounter(server)
  const approver = await visitor()
  await signIn(approver, 'admin')
  await signIn(page, 'teller', seat)
  await page.goto('/inventory/transfers/create')
  await choose(page, 'From', 'Bukit Bintang · Counter 2')
  await choose(page, 'To', 'KL Sentral · Vault')
  await choose(page, 'Currency, line 1', 'USD')
  await fill(page, 'Quantity, line 1', amount)
  await page.keyboard.press('Control+Enter')
  await state(page, 'Pending approval')
  await approver.goto(new URL(page.url()).pathname)
  await press(approver, 'Approve')
  await press(page, 'Send to transit')
  await expect(findSaid(page, 'Successfully Sent to Transit.')).toBeVisible()
  return { path: new URL(page.url()).pathname, approver }
}

/** Says why, in the dialog of an act, and does it. */
async function confirm(page: Page, act: string, note: string) {
  await press(page, act)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(note)
  await dialog.getByRole('button', { name: act, exact: true }).press('Enter')
}

test('a bag arrives 100 short, as the sender sees at once; another person writes it off, and nothing is on its way', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  const { path, approver: decider } = await send(page, { server, visitor }, '1000')
  await state(page, 'In transit')

  const receiver = await visitor()
  await signIn(receiver, 'manager')
  await receiver.goto(path)
  await press(receiver, 'Receive')
  await notes(receiver, 'USD', '100').fill('9')
  await receiver.getByRole('dialog').getByRole('button', { name: 'Receive', exact: true }).press('Enter')
  await expect(
    findSaid(receiver, 'It differs from what was sent. Another person decides on it.'),
  ).toBeVisible()
  await expect(receiver.getByRole('button', { name: 'Write off the difference' })).toHaveCount(0)

  await state(page, 'Differs')
  await state(decider, 'Differs')
  await confirm(decider, 'Write off the difference', 'The seal of the bag was broken on the ferry.')
  await state(decider, 'Completed')
  await state(page, 'Completed')
  await decider.goto('/reports/transit-ageing')
  await expect(decider.getByText('Nothing is on its way.')).toBeVisible()
})

test('what is rejected on receipt is on its way until the sender takes it back, and then lies where it was', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  const { path } = await send(page, { server, visitor }, '500')

  const receiver = await visitor()
  await signIn(receiver, 'manager')
  await receiver.goto(path)
  await confirm(receiver, 'Reject receipt', 'The bag belongs to another branch.')
  await expect(findSaid(receiver, 'Rejected Successfully!')).toBeVisible()

  await state(page, 'Receipt rejected')
  await press(page, 'Return stock to sender')
  await expect(findSaid(page, 'Transferred Successfully!')).toBeVisible()
  await state(page, 'Returned')
  await receiver.goto('/reports/transit-ageing')
  await expect(receiver.getByText('Nothing is on its way.')).toBeVisible()
})

test('nothing is taken over at a counter whose day is closed; once it is open, its teller takes it', async ({
  page,
  server,
  signedIn,
  visitor,
  expectConsole,
}) => {
  test.slow()
  expectConsole(matchRefusedCall(422))
  await openCounter(server)
  await signedIn('admin')
  await fillVault(page, 'SGD', '800', '2700')
  await page.goto('/inventory/transfers/create')
  await choose(page, 'From', 'Bukit Bintang · Vault')
  await choose(page, 'To', 'Bukit Bintang · Counter 1')
  await choose(page, 'Currency, line 1', 'SGD')
  await fill(page, 'Quantity, line 1', '300')
  await page.keyboard.press('Control+Enter')
  await expect(findSaid(page, 'Created Successfully!')).toBeVisible()

  const teller = await visitor()
  await signIn(teller, 'teller', { ...seat, counter: 'Counter 1' })
  await teller.goto(new URL(page.url()).pathname)
  await press(teller, 'Take over')
  await notes(teller, 'SGD', '100').fill('3')
  const dialog = teller.getByRole('dialog')
  const taken = dialog.getByRole('button', { name: 'Take over', exact: true })
  await taken.press('Enter')
  await expect(dialog.getByText("The counter's day is not open. Open it first.")).toBeVisible()
  await state(page, 'Created')

  const { company } = await server.login('teller')
  const there = company.branches.find(({ name }) => name === seat.branch)?.counterIds ?? []
  const counterId = company.counters.find(({ id, name }) => there.includes(id) && name === 'Counter 1')?.id
  await (
    await server.as('teller')
  )('/posinventory/day/open', { counterId })
  await taken.press('Enter')
  await expect(findSaid(teller, 'Transferred Successfully!')).toBeVisible()
  await state(page, 'Completed')
})

test('euros that a drawer lacks are asked for from the deal, sent by the vault, taken over and sold', async ({
  page,
  server,
  visitor,
}) => {
  test.slow()
  await openCounter(server)
  const keeper = await visitor()
  await signIn(keeper, 'admin')
  await fillVault(keeper, 'EUR', '2000', '7000')

  await signIn(page, 'teller', seat)
  await page.goto('/transaction')
  await expect(currency(page)).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type('eur')
  await page.keyboard.press('Tab')
  await page.keyboard.type('400')
  await expect(page.getByText('Not enough in the drawer')).toBeVisible()
  await page.keyboard.press('F10')
  await expect(page.getByRole('dialog', { name: /^Request [\d,.]+ EUR\?$/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Request \S+ sent$/).first()).toBeVisible()

  await keeper.goto('/inventory/inventory-request')
  await keeper.locator('tbody tr[data-index]').first().focus()
  await keeper.keyboard.press('Enter')
  await keeper.getByRole('link', { name: 'Send', exact: true }).click()
  await expect(keeper.getByRole('textbox', { name: 'Quantity, line 1', exact: true })).toHaveValue('400')
  await keeper.getByRole('textbox', { name: 'Note', exact: true }).focus()
  await keeper.keyboard.press('Control+Enter')
  await state(keeper, 'Created')

  // The deal stays on the screen meanwhile.
  const drawer = await page.context().newPage()
  await drawer.goto(new URL(keeper.url()).pathname)
  await press(drawer, 'Take over')
  await notes(drawer, 'EUR', '100').fill('4')
  await drawer.getByRole('dialog').getByRole('button', { name: 'Take over', exact: true }).press('Enter')
  await state(drawer, 'Completed')
  await state(keeper, 'Completed')

  await expect(quantity(page)).toHaveValue('400')
  await page.keyboard.press('Control+Enter')
  await expect(findDealHeading(page)).toBeVisible()
  await expect(page.getByText('Settled.', { exact: true })).toBeVisible()
})
