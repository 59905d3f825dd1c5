import { axe, expect, type Page, test, unique } from './fixtures.ts'

const branches = '/account-management/branch'
const rows = (page: Page) =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply' }).click()

async function addFilter(page: Page, column: string) {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByLabel('Column', { exact: true }).selectOption({ label: column })
}

test('filters are chips that are kept in the address', async ({ page, signedIn }) => {
  await signedIn('auditor')
  await page.goto(branches)
  await expect(rows(page)).not.toHaveCount(0)

  await addFilter(page, 'Name')
  await page.getByLabel('Value').fill('george')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  const chip = page.getByRole('button', { name: 'Name contains george' })
  await expect(chip).toBeVisible()
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await chip.click()
  await page.getByLabel('Comparison').selectOption({ label: 'is not' })
  await page.getByLabel('Value').fill('George Town')
  await apply(page)
  await expect(page.getByRole('button', { name: 'Name is not George Town' })).toBeVisible()
  await expect(rows(page).filter({ hasText: 'George Town' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove the filter Name' }).click()
  await expect(rows(page).filter({ hasText: 'George Town' })).toHaveCount(1)

  await addFilter(page, 'Region')
  await page.getByRole('checkbox', { name: 'Northern' }).check()
  await apply(page)
  await expect(page.getByRole('button', { name: 'Region is Northern' })).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await addFilter(page, 'View only')
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await page.getByLabel('Value').selectOption({ label: 'Yes' })
  await apply(page)
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await page.getByLabel('How filters are joined').selectOption({ label: 'Any of these' })
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await addFilter(page, 'Created')
  await page.getByLabel('From').fill('01/01/2001')
  await page.getByLabel('To', { exact: true }).fill('31/12/2001')
  await apply(page)
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: /^Created 01\/01\/2001/ }).click()
  await page.getByLabel('To', { exact: true }).fill('')
  await apply(page)
  await expect(page.getByRole('button', { name: 'Created ≥ 01/01/2001' })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('search, sort and page outlive a reload and the way back', async ({ page, signedIn, server }) => {
  const admin = await server.as('admin')
  const name = unique('Sorted')
  for (let made = 0; made < 23; made += 1)
    await admin('/poscompany/region/create', { code: `${name}-${made}`, name: `${name} ${made}` })
  await signedIn('auditor')
  await page.goto('/account-management/region')
  await expect(rows(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search', { exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByText('1-20 of 23')).toBeVisible()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button', { name: 'Name' }).click()
  await expect(page).toHaveURL(/sort=name-desc/)
  await expect(rows(page).first()).toContainText(`${name} 9`)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText('21-23 of 23')).toBeVisible()
  await page.reload()
  await expect(page.getByText('21-23 of 23')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  await rows(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('21-23 of 23')).toBeVisible()
  await expect(page.getByLabel('Search', { exact: true })).toHaveValue(name)
  // A page beyond the last is the last.
  await page.goto(`/account-management/region?q=${name}&page=9`)
  await expect(page.getByText('21-23 of 23')).toBeVisible()
  await rows(page).first().click()
  const panel = page.getByRole('dialog', { name: 'Region' })
  await expect(panel).toContainText(name)
  await panel.getByRole('link', { name: 'Open the full page' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('the search keeps its spaces, and a filter that cannot be is not applied', async ({
  page,
  signedIn,
}) => {
  await signedIn('auditor')
  await page.goto(branches)
  const search = page.getByLabel('Search', { exact: true })
  await search.pressSequentially('george ')
  await expect(page).toHaveURL(/q=george/)
  await expect(rows(page)).toHaveCount(1)
  await search.pressSequentially('town')
  await expect(search).toHaveValue('george town')
  await expect(page).toHaveURL(/q=george(%20|\+)town/)
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(search).toHaveValue('')

  await addFilter(page, 'Created')
  await page.getByLabel('From').fill('5/13')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a date as dd/mm/yyyy')).toBeVisible()
  await expect(page).not.toHaveURL(/filter=/)
  await page.goto(`${branches}?filter=${encodeURIComponent('[["createdAt","Between","5/13"]]')}`)
  await expect(rows(page)).not.toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Created/ })).toHaveCount(0)
})

test('the page of a link is shown whatever size this person likes', async ({ page, signedIn, server }) => {
  const { company } = await server.login('auditor')
  await signedIn('auditor')
  await page.addInitScript(
    (key) => localStorage.setItem(key, '{"pageSize":50}'),
    `agio.table.${company.userId}.access:userAudit`,
  )
  await page.goto('/account-management/user-audit')
  await expect(page.getByLabel('Rows per page')).toHaveValue('50')
  await page.goto('/account-management/user-audit?size=20&page=2')
  await expect(page.getByText(/^21-/)).toBeVisible()
  await expect(page).toHaveURL(/size=20/)
})

test('who may do nothing with the rows has no menu on them', async ({ page, signedIn }) => {
  await signedIn('auditor')
  await page.goto(branches)
  await expect(rows(page)).not.toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Actions of the row' })).toHaveCount(0)
  const isLeft = await rows(page)
    .first()
    .evaluate((row) =>
      row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 9 })),
    )
  expect(isLeft).toBe(true)
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('rows stay when they cannot be fetched again, and a bar says so', async ({
  page,
  signedIn,
  context,
  expectConsole,
}) => {
  expectConsole(/net::ERR_|WebSocket/)
  await signedIn('auditor')
  await page.goto(branches)
  await expect(rows(page)).not.toHaveCount(0)
  const shown = await rows(page).count()
  await page.route('**/poscompany/**', (route) => route.abort())
  await context.setOffline(true)
  const bar = page.getByRole('status').filter({ hasText: 'No Internet Connection' })
  await expect(bar).toBeVisible()
  await context.setOffline(false)
  // What was fetched a moment ago is not fetched again as soon as the network is back.
  await expect(async () => {
    await page.evaluate(() => ['offline', 'online'].forEach((name) => dispatchEvent(new Event(name))))
    await expect(page.getByText('Not up to date.')).toBeVisible({ timeout: 4000 })
  }).toPass()
  await expect(rows(page)).toHaveCount(shown)
  await page.unroute('**/poscompany/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Not up to date.')).toHaveCount(0)
})

test('a change shows wherever the row is named, and another language everywhere', async ({
  page,
  signedIn,
  server,
}) => {
  const admin = await server.as('admin')
  const code = unique('NAMED')
  const region = await admin('/poscompany/region/create', { code, name: `${code} before` })
  await admin('/poscompany/branch/create', { code, name: code, regionId: region.id })
  await signedIn('admin')
  await page.goto(`${branches}?q=${code}`)
  await expect(rows(page)).toContainText(`${code} before`)
  await page.locator('nav a[href$="/region"]').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Regions' })).toBeVisible()
  await page.getByLabel('Search', { exact: true }).fill(code)
  await expect(rows(page)).toHaveCount(1)
  const named = rows(page).filter({ hasText: `${code} before` })
  await named.getByRole('button', { name: 'Actions of the row' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(`${code} after`)
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Updated Successfully!' })).toBeVisible()
  await page.locator('nav a[href$="/branch"]').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Branches' })).toBeVisible()
  await page.getByLabel('Search', { exact: true }).fill(code)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(`${code} after`)

  await page.goto('/account-management/company-role')
  await rows(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'See branches' })).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitemradio', { name: '繁體中文' }).click()
  await expect(page.getByRole('img', { name: 'See branches' })).toHaveCount(0)
  // The server keeps it for the next who signs in by this name.
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('img', { name: 'See branches' })).toBeVisible()
})

test('a list says when the server is gone, and comes back by trying again', async ({
  page,
  signedIn,
  server,
  context,
  expectConsole,
}) => {
  expectConsole(/net::ERR_|WebSocket/)
  await signedIn('auditor')
  await page.goto('/account-management/region')
  await expect(rows(page).first()).toBeVisible()
  await context.setOffline(true)
  await page.getByLabel('Search', { exact: true }).fill('offline')
  await expect(page.getByText('No Internet Connection')).toBeVisible({ timeout: 15_000 })
  await context.setOffline(false)
  await server.stop()
  await page.getByLabel('Search', { exact: true }).fill('gone')
  await expect(page.getByText("Sorry, we can't process your request right now.")).toBeVisible({
    timeout: 15_000,
  })
  await server.start()
  // Where the connection is back first, the list has asked again by itself, and the button is gone.
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await again.click({ timeout: 5_000 }).catch(() => expect(again).toHaveCount(0))
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
})
