import { pages } from '#apps/gallery/pages.ts'
import { axe, expect } from './fixtures.ts'
import { openPiece, test, readOutput } from './gallery.ts'

test('every page of the gallery is in order for a reader of screens, in both themes', async ({ page }) => {
  test.slow()
  const look = async (path: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      expect(await axe(page), `${path} ${colorScheme}`).toEqual([])
    }
  }
  await page.goto('/')
  await expect(page.getByRole('listitem')).toHaveCount(pages.length)
  await look('contents')
  for (const { path } of pages) {
    await openPiece(page, path)
    await look(path)
  }
})

test('dialogs take the focus, hold it, and are not dismissed by a click beside them', async ({ page }) => {
  await openPiece(page, 'dialogs')
  const opener = page.getByRole('button', { name: 'Confirmation', exact: true })
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(question).toContainText('The deal KL-100042 is cancelled.')
  await expect(question.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await expect(page.locator('.mantine-Modal-overlay')).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(question).toBeVisible()
  await expect(question.getByRole('button', { name: 'Confirm' })).toBeFocused()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await page.keyboard.press('Enter')
  await readOutput(page).toEqual([false, true])

  await page.getByRole('button', { name: 'Confirmation of what destroys' }).click()
  await page
    .getByRole('dialog', { name: 'Cancel KL-100042' })
    .getByRole('button', { name: 'Keep it' })
    .click()
  await readOutput(page).toEqual([false, true, false])
})

test("a warning has one button, 'OK' unless given; a note is asked for", async ({ page }) => {
  await openPiece(page, 'dialogs')
  const warning = page.getByRole('dialog', { name: 'Please note' })
  for (const [opener, word] of [
    ['Warning', 'OK'],
    ['Warning with a word of its own', 'I see'],
  ] as const) {
    await page.getByRole('button', { name: opener, exact: true }).click()
    await expect(warning.getByRole('button')).toHaveText([word])
    await expect(warning.getByRole('button')).toBeFocused()
    await page.mouse.click(5, 5)
    await expect(warning).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(warning).toHaveCount(0)
  }
  const note = page.getByRole('dialog', { name: 'Add a note' })
  await page.getByRole('button', { name: 'Required note' }).click()
  await expect(note.getByRole('textbox')).toBeFocused()
  await note.getByRole('button', { name: 'OK' }).click()
  await expect(note.getByText('This field is required')).toBeVisible()
  await note.getByRole('textbox').fill('As the customer asked')
  await note.getByRole('button', { name: 'OK' }).click()
  await readOutput(page).toEqual([null, null, 'As the customer asked'])
})

test('snackbars stay 3 seconds, 4.5 with an error', async ({ page }) => {
  await page.clock.install({ time: '2026-03-31T08:00:00Z' })
  await openPiece(page, 'snackbars')
  await page.clock.pauseAt('2026-03-31T09:00:00Z')
  for (const [name, role, stays] of [
    ['Success', 'status', 3000],
    ['Error', 'alert', 4500],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    const bar = page.getByRole(role)
    await expect(bar).toBeVisible()
    await page.clock.runFor(stays - 1)
    await expect(bar).toBeVisible()
    await page.clock.runFor(1)
    await expect(bar).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Error' }).click()
  await page.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the loading overlay covers what is not ready', async ({ page }) => {
  await openPiece(page, 'overlay')
  const overlay = page.getByRole('status', { name: 'Loading' })
  const cell = page.getByRole('cell', { name: 'KL-100042' })
  await expect(overlay).toBeVisible()
  expect(
    await cell.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }),
  ).toBe(false)
  await page.getByRole('button', { name: 'Loaded' }).click()
  await expect(overlay).toHaveCount(0)
  await cell.click()
})

test('a processing button shows every call that is under way, and is pressed once', async ({ page }) => {
  await openPiece(page, 'processing')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).not.toHaveAttribute('data-loading')
  await page.getByRole('button', { name: 'Begin a call' }).click()
  await expect(save).toHaveAttribute('data-loading', 'true')
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(save).not.toHaveAttribute('data-loading')
  await save.click()
  await readOutput(page).toEqual({ pressed: 1 })
  const approve = page.getByRole('button', { name: 'Approve' })
  await expect(approve).toHaveAttribute('aria-disabled', 'true')
  await approve.focus()
  await page.keyboard.press('Enter')
  await expect(approve).toBeFocused()
  await expect(page.getByRole('button', { name: 'Settle' })).toBeDisabled()
  await readOutput(page).toEqual({ pressed: 1 })
})

test('a form marks what is required, and sums up its faults', async ({ page }) => {
  await openPiece(page, 'form')
  await expect(page.getByText('The fields marked with an asterisk are required.')).toBeVisible()
  const name = page.getByRole('textbox', { name: 'Name' })
  const amount = page.getByRole('textbox', { name: 'Amount' })
  for (const [label, marked] of [
    ['Name', true],
    ['Amount', true],
    ['Day', true],
    ['Rate', false],
    ['Email', false],
  ] as const)
    await expect(page.locator('label').filter({ hasText: label }).first(), label).toHaveText(
      marked ? `${label} *` : label,
    )
  await name.focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('This field is required')).toHaveCount(6)
  const summary = page.getByRole('alert')
  await expect(summary).toContainText('3 fields need attention')
  await expect(name).toBeFocused()
  await summary.getByRole('button', { name: /^Amount/ }).press('Enter')
  await expect(amount).toBeFocused()
  expect(await axe(page)).toEqual([])
  await name.fill('Tan Wei Ming')
  await amount.fill('-1,000.50')
  await page.getByRole('textbox', { name: 'Day' }).fill('5/3/2026')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Created Successfully!' })).toBeVisible()
})
