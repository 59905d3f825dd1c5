import { reach } from './counter.ts'
import { expect, type Page } from './fixtures.ts'

/** What hands and eyes do on a form, a page and in a dialog, by what is written there. */

export const findSaid = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).press('Enter')
export const choose = async (page: Page, name: string, text: string) => {
  await page.getByRole('combobox', { name, exact: true }).fill(text)
  await page.getByRole('option', { name: text, exact: true }).click()
}
/** Opens a list of choices by key, goes down to one, and takes it. */
export async function walkTo(page: Page, name: string, option: RegExp | string) {
  const field = page.getByRole('combobox', { name, exact: true })
  await expect(field).toBeEnabled()
  await reach(page, field)
  await page.keyboard.press('ArrowDown')
  const choice = page.getByRole('option', { name: option, exact: true })
  await expect(choice).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    if ((await choice.getAttribute('data-combobox-selected')) !== null) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(option)
}
export const fill = (page: Page, name: string, text: string) =>
  page.getByRole('textbox', { name, exact: true }).fill(text)
/** The box of a note in a count. */
export const notes = (page: Page, code: string, face: string) =>
  page.getByRole('textbox', { name: `Notes of ${code} ${face}`, exact: true })
export const state = (page: Page, text: string) =>
  expect(
    page.getByRole('banner').or(page.locator('main')).getByText(text, { exact: true }).first(),
  ).toBeVisible()

/** Speaks another language on the page as it stands, as if somebody had chosen it in another window. */
export async function speak(page: Page, language: 'en' | 'zh_Hant') {
  const tag = language.replace('_', '-')
  if ((await page.locator('html').getAttribute('lang')) === tag) return
  await page.evaluate((spoken) => {
    localStorage.setItem('LAYOUT_SETTINGS', JSON.stringify({ language: spoken }))
    dispatchEvent(new StorageEvent('storage', { key: 'LAYOUT_SETTINGS' }))
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', tag)
}
