import { axe, expect, test } from './fixtures.ts'

test('Ctrl K goes to any page that the person may open, also while typing; ? shows the keys', async ({
  page,
  signedIn,
}) => {
  await signedIn('manager')
  await page.goto('/account-management/branch')
  await expect(page.getByRole('heading', { name: 'Branches' })).toBeVisible()
  await page.getByRole('searchbox').or(page.getByPlaceholder('Search')).first().focus()
  await page.keyboard.press('Control+k')
  const search = page.getByPlaceholder('Go to a page')
  await expect(search).toBeFocused()
  expect(await axe(page)).toEqual([])
  await search.fill('general')
  await expect(page.getByText('No page is called that.')).toBeVisible()
  await search.fill('management/counter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Counters' })).toBeVisible()
  await expect(search).toHaveCount(0)

  await page.keyboard.press('Shift+?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Ctrl K')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
})
