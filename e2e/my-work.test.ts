import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { openCounter } from './counter.ts'
import { axe, expect, type Page, test } from './fixtures.ts'
import { speak } from './hands.ts'

/** In both themes and both offered languages nothing is wider than the phone, and axe finds nothing. */
async function lookAtAll(page: Page, name: string) {
  for (const language of ['zh_Hant', 'en'] as const)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await speak(page, language)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      const look = `${name} ${language} ${colorScheme}`
      expect(await page.evaluate(() => document.documentElement.scrollWidth), look).toBeLessThanOrEqual(360)
      expect(await axe(page), look).toEqual([])
      await test.info().attach(look, { body: await page.screenshot(), contentType: 'image/png' })
    }
}

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

test('on a phone the work is cards, the acts of what is opened lie at the foot, and two taps decide', async ({
  page,
  server,
  signedIn,
}) => {
  const teller = await openCounter(server)
  let usd = ''
  await server.change(async (tx) => {
    usd = (await readTradedCurrencies(tx)).find(({ code }) => code === 'USD')?.id ?? ''
  })
  for (const quantity of ['40', '60'])
    await teller('/postransaction/manage/create', {
      askAuthorization: true,
      remarks: 'Notes of an old series among them: shall we take them?',
      lines: [{ side: 'buy', currencyId: usd, quantity }],
      upTo: 'submit',
    })
  await signedIn('manager')
  await page.goto('/my-work')
  const cards = page.getByRole('list', { name: 'To do' }).getByRole('link')
  await expect(cards).toHaveCount(2)
  await lookAtAll(page, 'list')
  const second = (await cards.nth(1).locator('span').first().textContent()) ?? ''
  await cards.first().tap()
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toBeInViewport({ ratio: 1 })
  // Under the thumb, and over nothing that is read.
  const place = await approve.boundingBox()
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeGreaterThan(680)
  expect(place?.height).toBeGreaterThanOrEqual(44)
  await lookAtAll(page, 'opened')
  await approve.tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).tap()
  // What comes next opens by itself.
  await expect(page.getByRole('region', { name: second })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible()
})
