import { expect, type Page, matchRefusedCall } from './fixtures.ts'
import { openPiece, test, readOutput } from './gallery.ts'

/** The calls for names that the page has made, each by its text and page. */
function asked(page: Page) {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/gallery/people')
      calls.push(
        `${searchParams.get('text') ?? ''} ${searchParams.get('pageNum')}/${searchParams.get('pageSize')}`,
      )
  })
  return calls
}
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const listed = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const box = (page: Page, name: string) => page.getByRole('combobox', { name })

test.describe('with the clock standing still', () => {
  test.beforeEach(async ({ page }) => page.clock.install({ time: '2026-03-31T08:00:00Z' }))

  test('the autocomplete asks 300 ms after the last key, and not for an empty text', async ({ page }) => {
    const calls = asked(page)
    await openPiece(page, 'autocomplete')
    await expect(box(page, 'Filled')).toHaveValue('Ah Kow Lee')
    await page.clock.pauseAt('2026-03-31T09:00:00Z')
    const empty = box(page, 'Empty')
    await empty.pressSequentially('Aish')
    await page.clock.runFor(299)
    await empty.press('Backspace')
    await page.clock.runFor(299)
    expect(calls).toEqual([])
    await page.clock.runFor(1)
    await expect.poll(() => calls).toEqual(['Ais 1/20'])
    await page.clock.resume()
    await expect(options(page)).toHaveCount(20)
    await empty.press('ArrowDown')
    await empty.press('Enter')
    await expect(empty).toHaveValue('Tan Aisyah')
    await readOutput(page).toEqual(expect.objectContaining({ empty: 'p4' }))
    await page.clock.pauseAt('2026-03-31T10:00:00Z')
    await empty.fill('  ')
    await page.clock.runFor(1000)
    await expect(options(page)).toHaveCount(0)
    expect(calls).toEqual(['Ais 1/20'])
  })

  test('a lazily loaded select fetches 50 at a time, within 10 of the end, after 100 ms', async ({
    page,
  }) => {
    const calls = asked(page)
    await openPiece(page, 'lazy-select')
    await expect(box(page, 'Filled')).toHaveValue('Ah Kow Lee')
    expect(calls).toEqual([])
    await box(page, 'Empty').press('Enter')
    await expect(options(page)).toHaveCount(50)
    await page.clock.pauseAt('2026-03-31T09:00:00Z')
    // Until the page has heard of it: the browser tells of scrolling with its next frame, whatever the clock.
    const show = (at: number) =>
      options(page)
        .nth(at)
        .evaluate(async (option) => {
          const heard = new Promise((resolve) => {
            document.addEventListener('scroll', resolve, { once: true, capture: true })
          })
          option.scrollIntoView({ block: 'end' })
          await heard
        })
    await show(36)
    await page.clock.runFor(1000)
    expect(calls).toEqual([' 1/50'])
    await show(41)
    await page.clock.runFor(99)
    expect(calls).toEqual([' 1/50'])
    const held = Promise.withResolvers<void>()
    await page.route('**/api/gallery/people?*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.clock.runFor(1)
    await expect.poll(() => calls).toEqual([' 1/50', ' 2/50'])
    // Near the end when it was scrolled, no more once the page is there.
    await show(44)
    held.resolve()
    await expect(async () => {
      await page.clock.runFor(1)
      await expect(options(page)).toHaveCount(100, { timeout: 500 })
    }).toPass()
    await page.clock.runFor(1000)
    expect(calls).toEqual([' 1/50', ' 2/50'])
  })
})

test('a lazily loaded select is worked by keyboard', async ({ page }) => {
  const calls = asked(page)
  await openPiece(page, 'lazy-select')
  const empty = box(page, 'Empty')
  await empty.press('Enter')
  await expect(options(page)).toHaveCount(50)
  for (let pressed = 0; pressed < 45; pressed += 1) await empty.press('ArrowDown')
  await expect(options(page)).toHaveCount(100)
  for (let pressed = 45; pressed < 60; pressed += 1) await empty.press('ArrowDown')
  await empty.press('Enter')
  await readOutput(page).toEqual(expect.objectContaining({ empty: 'p59' }))
  expect(calls).toEqual([' 1/50', ' 2/50'])
  await expect(box(page, 'Disabled')).toBeDisabled()
})

test('when the search fails the list is empty and says why; afterwards it works again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(matchRefusedCall(500))
  await openPiece(page, 'autocomplete')
  let isBroken = true
  await page.route('**/api/gallery/people*', (route) =>
    isBroken ? route.fulfill({ status: 500, json: { message: 'It failed.' } }) : route.continue(),
  )
  const empty = box(page, 'Empty')
  await empty.fill('lim')
  await expect(page.getByText('It failed.')).toBeVisible()
  await expect(options(page)).toHaveCount(0)
  isBroken = false
  await empty.fill('lim w')
  await expect(options(page)).toHaveText(['Lim Wei Ming'])
  await empty.fill('nobody at all')
  await expect(page.getByText('No results')).toBeVisible()
})

const limit = 5_242_880
const file = (name: string, size: number) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.alloc(size, 1),
})

test('every file is checked, not only the first; it must be smaller than 5 MB', async ({ page }) => {
  await openPiece(page, 'upload')
  const picker = page.locator('input[type=file]').first()
  await picker.setInputFiles([
    file('small.pdf', 10),
    file('at the limit.pdf', limit),
    file('below.pdf', limit - 1),
  ])
  await expect(page.getByRole('alert')).toContainText(
    'Invalid file or file size has exceeded it max limit of 5MB.',
  )
  await expect(listed(page, 'small.pdf')).toBeVisible()
  await expect(listed(page, 'below.pdf')).toBeVisible()
  await expect(listed(page, 'at the limit.pdf')).toHaveCount(0)
})

test('a pending file that is removed leaves the list, a stored one is marked and hidden', async ({
  page,
}) => {
  await openPiece(page, 'upload')
  const stored = { isPending: false, isDelete: false }
  const names = (...rows: Record<string, unknown>[]) =>
    readOutput(page).toEqual(rows.map((row) => expect.objectContaining(row)))
  const [passport, address] = [
    { name: 'passport.pdf', ...stored },
    { name: 'proof of address of Tan Wei Ming, March 2026.pdf', ...stored },
  ]
  await names(passport, address)
  await expect(listed(page, 'proof of address of …h 2026.pdf')).toHaveCount(2)
  await page.locator('input[type=file]').first().setInputFiles(file('new.pdf', 10))
  await names(passport, address, { name: 'new.pdf', isPending: true })
  await page.getByRole('button', { name: 'Remove new.pdf' }).press('Enter')
  await names(passport, address)
  await page.getByRole('button', { name: 'Remove passport.pdf' }).first().press('Enter')
  await names({ ...passport, isDelete: true }, address)
  await expect(listed(page, 'passport.pdf')).toHaveCount(1)
})
