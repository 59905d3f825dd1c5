import { axe, expect, test, unique } from './fixtures.ts'

test('an administrator makes an API key by keyboard, sees it once, and revokes it with a reason', async ({
  page,
  signedIn,
  server,
}) => {
  await signedIn('admin')
  await page.goto('/account-management/api-key')
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible()
  await expect(page.getByText('There are no API keys.')).toBeVisible()
  expect(await axe(page)).toEqual([])

  await page.getByRole('link', { name: 'New API key' }).first().press('Enter')
  const name = unique('Web shop')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('combobox', { name: 'Counter' }).click()
  await page.getByRole('option', { name: 'Bukit Bintang / Counter 1' }).click()
  await page.getByRole('checkbox', { name: 'All of Currencies' }).focus()
  await page.keyboard.press('Space')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Control+Enter')

  const dialog = page.getByRole('dialog', { name: 'New API key' })
  const secret = await dialog.getByText(/^agio_/).innerText()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'I have kept it' }).press('Enter')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Active')
  const ask = () =>
    fetch(`${server.url}/api/posworkspace/current`, { headers: { authorization: `Bearer ${secret}` } })
  expect((await ask()).status).toBe(200)

  await row.click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Revoke key' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke key' })
  await question.getByRole('textbox').fill('The shop was closed.')
  await question.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('The shop was closed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Revoke key' })).toHaveCount(0)
  await expect.poll(async () => (await ask()).status).toBe(401)
})
