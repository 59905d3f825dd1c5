import { expect, type Page, matchRefusedCall, test, unique } from './fixtures.ts'
import { findSaid } from './hands.ts'

const home = '/account-management/branch'
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).click()

/** How long a message that is about to appear stays, in milliseconds. */
const stayOf = (page: Page, text: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let since: number | undefined
        new MutationObserver(() => {
          const messages = [...document.querySelectorAll('[role=alert], [role=status]')]
          const isThere = messages.some(({ textContent }) => textContent?.includes(wanted))
          if (isThere) since ??= performance.now()
          else if (since !== undefined) resolve(performance.now() - since)
        }).observe(document.body, { childList: true, subtree: true })
      }),
    text,
  )

test('a form says what is wrong, by the contract at once and by the server after', async ({
  page,
  signedIn,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(422))
  expectConsole(matchRefusedCall(409))
  await signedIn('admin')
  await page.goto(`${home}/create`)
  await expect(page.getByText('The fields marked with an asterisk are required.')).toBeVisible()
  const code = page.getByRole('textbox', { name: 'Code' })
  const name = page.getByRole('textbox', { name: 'Name' })
  await save(page)
  await expect(page.getByRole('alert')).toContainText('2 fields need attention')
  await expect(code).toBeFocused()
  await expect(page.getByText('This field is required')).toHaveCount(4)
  await page.getByRole('alert').getByRole('button', { name: /^Name/ }).click()
  await expect(name).toBeFocused()
  await code.fill('not a code!')
  await name.focus()
  await expect(page.getByText('Letters, digits, dash and underscore; at most 20').last()).toBeVisible()
  await code.fill('KLC')
  await name.fill('A second one')
  await page.getByRole('textbox', { name: 'Phone' }).fill('12')
  await save(page)
  await expect(page.getByText('Enter a valid telephone number')).toBeVisible()
  await page.getByRole('textbox', { name: 'Phone' }).fill('')
  await save(page)
  await expect(page.getByText('This is already taken.')).toBeVisible()
  await expect(code).toBeFocused()

  const own = unique('FORM')
  await code.fill(own)
  await page.keyboard.press('Control+Enter')
  await expect(findSaid(page, 'Created Successfully!')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${home}$`))
})

test('leaving with changes asks', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto(home)
  await page.getByRole('link', { name: 'New branch' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill('HALF')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue('HALF')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('heading', { name: 'Branches' })).toBeVisible()
  await page.getByRole('link', { name: 'New branch' }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue('')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
})

test('what somebody else has changed meanwhile is not overwritten', async ({
  page,
  signedIn,
  server,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(409))
  const admin = await server.as('admin')
  const code = unique('STALE')
  const branch = await admin('/poscompany/branch/create', { code, name: 'As it was' })
  await signedIn('admin')
  await page.goto(`${home}/update/${branch.id}`)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('As it was')
  await admin('/poscompany/branch/update', { id: branch.id, version: branch.version, code, name: 'As it is' })
  await page.getByRole('textbox', { name: 'Name' }).fill('As I want it')
  await save(page)
  const question = page.getByRole('dialog', { name: 'Changed by somebody else' })
  await expect(question).toContainText('Somebody else saved this record after you opened it.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('As I want it')
  await save(page)
  await question.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('As it is')
  await page.getByRole('textbox', { name: 'Name' }).fill('As we want it')
  await save(page)
  await expect(findSaid(page, 'Updated Successfully!')).toBeVisible()
})

test('disabling says what stands against it; deleting asks; messages stay as long as specified', async ({
  page,
  signedIn,
  server,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(422))
  expectConsole(matchRefusedCall(409))
  const admin = await server.as('admin')
  const code = unique('ACTS')
  const branch = await admin('/poscompany/branch/create', { code, name: code })
  const counter = await admin('/poscompany/counter/create', { code: 'C1', name: 'C1', branchId: branch.id })
  await signedIn('admin')
  await page.goto(`${home}?q=${code}`)
  const act = async (name: string) => {
    await page.getByRole('row', { name: code }).getByRole('button', { name: 'Actions of the row' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  let stayed = stayOf(page, 'The branch cannot be disabled yet.')
  await act('Disable')
  await page
    .getByRole('dialog', { name: `Disable ${code}` })
    .getByRole('button', { name: 'Disable' })
    .click()
  const trouble = page.getByRole('alert').filter({ hasText: 'The branch cannot be disabled yet.' })
  await expect(trouble).toContainText('Enabled counters: 1')
  expect(await stayed).toBeGreaterThan(4400)
  expect(await stayed).toBeLessThan(6500)

  await admin('/poscompany/counter/disable', { id: counter.id, version: counter.version })
  stayed = stayOf(page, 'Disabled Successfully')
  await act('Disable')
  await page
    .getByRole('dialog', { name: `Disable ${code}` })
    .getByRole('button', { name: 'Disable' })
    .click()
  expect(await stayed).toBeGreaterThan(2900)
  expect(await stayed).toBeLessThan(4400)
  await expect(page.getByRole('row', { name: code })).toContainText('Disabled')

  const spare = await admin('/poscompany/branch/create', { code: `${code}-X`, name: `${code} spare` })
  await page.goto(`${home}/${spare.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: `Delete ${code} spare` })
  await expect(question).toContainText('This cannot be undone.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(findSaid(page, 'Removed Successfully!')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${home}$`))
})

test('choices that cannot be fetched are asked for again, and cancelling leads to where one came from', async ({
  page,
  signedIn,
  server,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(500))
  const admin = await server.as('admin')
  const code = unique('BACK')
  const branch = await admin('/poscompany/branch/create', { code, name: code })
  await signedIn('admin')
  await page.goto(`${home}/${branch.id}`)
  let isBroken = true
  await page.route('**/poscompany/region/listSelection*', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { code: 'FAILED', message: 'It failed.' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue(code)
  const region = page.getByRole('combobox', { name: 'Region' })
  await expect(region).toBeDisabled()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(region).toBeEnabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(new RegExp(`${home}/${branch.id}$`))
})

test('a choice is typed: Enter takes it however fast, also once more; Tab takes what was typed whole', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/customer/individual/create')
  const country = page.getByRole('combobox', { name: 'Nationality' })
  const typeFast = (text: string, last: string) =>
    Promise.all(
      text
        .split('')
        .concat(last)
        .map((key) => page.keyboard.press(key)),
    )
  await expect(country).toBeEnabled()
  await country.focus()
  await typeFast('Austria', 'Enter')
  await expect(country).toHaveValue('Austria')
  // The label of the choice so far lists all countries: the first of them is not what was typed.
  await page.keyboard.press('Control+a')
  await typeFast('austria', 'Enter')
  await page.keyboard.press('Tab')
  await expect(country).toHaveValue('Austria')
  await country.focus()
  await page.keyboard.press('Control+a')
  await typeFast('norway', 'Tab')
  await expect(country).toHaveValue('Norway')
  await expect(country).not.toBeFocused()
  // What was typed in part is taken by nobody, and the choice stays.
  await country.focus()
  await page.keyboard.press('Control+a')
  await typeFast('Aus', 'Tab')
  await expect(country).toHaveValue('Norway')
  // Walking the list is heard before what the field says.
  await country.focus()
  await page.keyboard.press('ArrowDown')
  const walkedTo = await page.locator('[data-combobox-selected]').innerText()
  expect(walkedTo).not.toBe('Norway')
  await page.keyboard.press('Enter')
  await expect(country).toHaveValue(walkedTo)
})
