import { expect, matchRefusedCall, test } from './fixtures.ts'

const alert = (text: string) => ({ hasText: text })

test('who may not do something is told so, whatever this browser believes', async ({
  page,
  server,
  signedIn,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(403))
  await signedIn('auditor')
  // As if the right had been taken away while the page was open.
  const { company } = await server.login('admin')
  await page.addInitScript(
    (codes) => localStorage.setItem('PERMISSIONS', JSON.stringify(codes)),
    company.permissions,
  )
  await page.route('**/api/user/activeUser/check', async (route) => {
    const { apis } = route.request().postDataJSON() as { apis: string[] }
    await route.fulfill({ json: Object.fromEntries(apis.map((one) => [one, { isActivated: true }])) })
  })
  await page.goto('/account-management/region/create')
  await page.getByRole('textbox', { name: 'Code' }).fill('MINE')
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(
    page.getByRole('alert').filter(alert('Access denied. You do not have permission to view this content.')),
  ).toBeVisible()
})

test('what goes wrong in the browser itself is said in its own words', async ({ page, signedIn }) => {
  await signedIn('admin')
  await page.goto('/account-management/company')
  const large = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024) }
  await page.locator('input[type=file]').setInputFiles(large)
  await expect(
    page.getByRole('alert').filter(alert('Invalid file or file size has exceeded it max limit of 5MB.')),
  ).toBeVisible()
})
