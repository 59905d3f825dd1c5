import type { Tx } from '#kit/server/database.server.ts'
import { usualSettings } from '#modules/rates/feeds/feeds.domain.ts'
import type { Quote } from '#modules/rates/sources/sources.domain.ts'
import { dayBefore } from '#modules/rates/sources/calendar.domain.ts'
import { save, saveSettings, settings } from '#modules/rates/feeds/feeds.queries.ts'
import type { Locator } from '@playwright/test'
import { axe, expect, type Page, matchRefusedCall, test } from './fixtures.ts'

const mid = (page: Page, code: string) => page.getByRole('textbox', { name: `New mid of ${code}` })
const line = (page: Page, code: string) => page.getByRole('row').filter({ has: mid(page, code) })
/** What the sheet says now, times so much. */
const near = async (page: Page, code: string, times: number) =>
  (Number(((await mid(page, code).getAttribute('placeholder')) ?? '').replaceAll(',', '')) * times).toFixed(4)
const paste = (field: Locator, text: string) =>
  field.evaluate((input: HTMLInputElement, lines) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', lines)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
const publish = (page: Page) => page.getByRole('button', { name: 'Publish' })

test('a sheet of rates is typed and pasted; a rule asks why, another stops a slip; margins make what is dealt', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/settings/base-rate')
  const dollar = await near(page, 'USD', 1.005)
  await mid(page, 'USD').fill(dollar)
  await mid(page, 'USD').press('Enter')
  await expect(mid(page, 'EUR')).toBeFocused()
  await mid(page, 'EUR').fill('4,85')
  await expect(page.getByText('This is no rate.')).toBeVisible()
  await expect(publish(page)).toBeDisabled()
  await mid(page, 'EUR').fill(await near(page, 'EUR', 0.995))
  await expect(publish(page)).toBeEnabled()
  expect(await axe(page)).toEqual([])

  // As a spreadsheet copies it: codes in any order, thousands with separators.
  const lines = `JPY\t${await near(page, 'JPY', 1.002)}\nVND\t1,285.71\nSGD\t${await near(page, 'SGD', 0.999)}\n`
  await paste(mid(page, 'GBP'), lines)
  await expect(mid(page, 'VND')).toHaveValue('1,285.71')
  await expect(publish(page)).toBeDisabled()
  await mid(page, 'VND').fill(await near(page, 'VND', 1.001))
  await expect(page.getByText('5 changes to publish')).toBeVisible()
  await publish(page).click()
  await expect(page.getByRole('status').filter({ hasText: '5 rates are published.' })).toBeVisible()
  await expect(mid(page, 'USD')).toHaveAttribute('placeholder', String(Number(dollar)))

  // An empty cell keeps its place, and what is not understood is said.
  await paste(mid(page, 'USD'), `\n${await near(page, 'EUR', 1)}\nXAU/MYR\t9000\n`)
  await expect(mid(page, 'USD')).toHaveValue('')
  await expect(mid(page, 'EUR')).toHaveValue(await near(page, 'EUR', 1))
  await expect(page.getByText('1 pasted line was not understood: XAU/MYR 9000')).toBeVisible()
  await page.getByRole('button', { name: 'Undo changes' }).click()
  await expect(page.getByText('1 pasted line was not understood')).toHaveCount(0)

  await mid(page, 'USD').fill(await near(page, 'USD', 10))
  await expect(page.getByText(/Jumps by 900/)).toBeVisible()
  await expect(publish(page)).toBeDisabled()
  await mid(page, 'USD').fill(await near(page, 'USD', 1.035))
  await expect(page.getByText(/Moves by 3\.(49|5)/)).toBeVisible()
  await publish(page).click()
  const why = page.getByRole('dialog', { name: 'Why these rates?' })
  await why.getByRole('textbox').fill('The market moved')
  await why.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 rate is published.' })).toBeVisible()

  await page.goto('/settings/margin-rate')
  await page.getByRole('link', { name: 'As a sheet' }).click()
  const cell = (side: string, code: string) => page.getByRole('textbox', { name: `${side} of ${code}` })
  await paste(cell('Buy', 'USD'), 'CHF\t0.6\t0.6\nTHB\t1.25\t1.5\nAUD\tx\t1\n')
  await expect(page.getByText('1 entry is no rate')).toBeVisible()
  await cell('Buy', 'AUD').fill('1')
  await cell('Buy', 'AUD').press('ArrowUp')
  await expect(cell('Buy', 'AUD')).not.toBeFocused()
  await expect(page.getByText('3 changes to publish')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await publish(page).click()
  await expect(page.getByRole('status').filter({ hasText: '3 changes are published.' })).toBeVisible()
  await expect(cell('Sell', 'CHF')).toHaveAttribute('placeholder', '0.6%')
  await cell('Buy', 'THB').fill('1.5')
  await expect(page.getByRole('row').filter({ has: cell('Buy', 'THB') })).toContainText('1.25% → 1.5%')
  // What holds ends by the key that clears a field.
  const ended = page.getByRole('row').filter({ has: cell('Buy', 'AUD') })
  await cell('Buy', 'AUD').press('Delete')
  await expect(ended).toContainText('ends')
  await cell('Buy', 'AUD').press('Delete')
  await expect(ended).not.toContainText('ends')
  await ended.getByRole('button', { name: 'End the rate of AUD' }).click()
  await publish(page).click()
  await expect(page.getByRole('status').filter({ hasText: '2 changes are published.' })).toBeVisible()
  await expect(ended).toContainText('1% / 1% → –')
  await page.goto('/settings/base-rate')
  const franc = await near(page, 'CHF', 1)
  await mid(page, 'CHF').fill(franc)
  const side = (times: number) => (Number(franc) * times).toFixed(4).slice(0, 4)
  await expect(line(page, 'CHF')).toContainText(side(0.994))
  await expect(line(page, 'CHF')).toContainText(side(1.006))
})

const daysAgo = (count: number) => dayBefore(new Date().toISOString().slice(0, 10), count)
const shown = (day: string) => day.split('-').toReversed().join('/')

/** What a bank said on three days, and nothing since: a week is longer than any bank rests. */
const oldFeed = async (tx: Tx) => {
  const said = (ago: number, myr: string, usd: string): Quote[] =>
    [
      { code: 'MYR', rate: myr },
      { code: 'USD', rate: usd },
    ].map((quote) => ({ base: 'EUR', day: daysAgo(ago), session: '', unit: 1, ...quote }))
  const quotes = [...said(9, '4.80', '1.17'), ...said(8, '4.70', '1.18'), ...said(7, '4.75', '1.17')]
  await save(tx, { source: 'ecb', quotes })
  await saveSettings(tx, (await settings(tx)).version, usualSettings)
}

test('live rates say that the feed is stale, are watched by pair, and nothing old is published from them', async ({
  page,
  server,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/fx-rates')
  await expect(page.getByText('Simulated rates, made up for training')).toBeVisible()
  await server.change(oldFeed)
  await page.reload()
  const stale = page.getByText('The feed is stale: the last word of European Central Bank is of')
  await expect(stale).toBeVisible()
  await expect(page.getByRole('row', { name: /^USD\/MYR/ })).toContainText(/4\.05982906.*\+1\.93%/)
  await page.getByRole('button', { name: 'Watched pairs' }).click()
  const pairs = page.getByRole('dialog', { name: 'Watched pairs' })
  for (const code of ['GBP', 'SGD']) await pairs.getByRole('checkbox', { name: `${code}/MYR` }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('row', { name: /^USD/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^(GBP|SGD)/ })).toHaveCount(0)
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('LIVE')))
  expect(kept.toSorted()).toEqual(['LIVERATE_HISTORY', 'LIVE_RATE_SETTINGS'])

  await page.goto('/settings/base-rate')
  await expect(stale).toBeVisible()
  await page.getByRole('button', { name: 'Take from the feed' }).click()
  await expect(page.getByText('The feed is too old.').first()).toBeVisible()
  await expect(publish(page)).toBeDisabled()
})

test('a pair is drawn as candles, line and table, by keys too, and in a window of its own', async ({
  page,
  server,
  signedIn,
  expectConsole,
}) => {
  await signedIn('admin')
  await server.change(oldFeed)
  await page.goto('/fx-rates')
  await page.getByRole('link', { name: /^USD\/MYR/ }).click()
  const chart = page.getByRole('application', { name: /^Daily chart of USD\/MYR/ })
  await expect(chart.locator('canvas').first()).toBeVisible()
  await expect(page.getByText('a candle goes from the rate of the day before')).toBeVisible()
  await expect(page.getByText(shown(daysAgo(7)), { exact: true })).toBeVisible()
  await chart.focus()
  await page.keyboard.press('Home')
  await expect(page.getByText(shown(daysAgo(8)), { exact: true })).toBeVisible()
  await expect(page.locator('dl').filter({ hasText: 'Open' })).toContainText('4.1025641')
  expect(await axe(page)).toEqual([])
  await page.getByText('Line', { exact: true }).click()
  await expect(chart.locator('canvas').first()).toBeVisible()
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('row', { name: shown(daysAgo(7)) })).toContainText('4.05982906')

  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Own window' }).click()
  const own = await opened
  await expect(own.getByRole('application')).toBeVisible()
  await expect(own.getByRole('navigation')).toHaveCount(0)
  expect(own.url()).toMatch(/\/fx-rates-chart\/detail\/USDMYR$/)
  await own.goto('/fx-rates-chart/detail/7eur0myr1')
  await expect(own.getByRole('application', { name: /EUR\/MYR/ })).toBeVisible()
  expectConsole(matchRefusedCall(422))
  await own.goto('/fx-rates-chart/detail/12usd')
  await expect(own.getByText('Invalid Pair.')).toBeVisible()
})

test('the board shows what a branch deals at, on a second monitor too; the preview says what made it', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/board-rates')
  const yen = page.getByRole('row', { name: /JPY/ })
  await expect(yen).toBeVisible()
  const direct = await yen.textContent()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Own window' }).click()
  const monitor = await opened
  await expect(monitor.getByRole('row', { name: /JPY/ })).toHaveText(direct ?? '')
  await page.getByRole('switch', { name: 'Foreign currency per local' }).check()
  await expect(yen).not.toHaveText(direct ?? '')
  await expect(monitor.getByRole('row', { name: /JPY/ })).toHaveText((await yen.textContent()) ?? '')
  expect(await page.evaluate(() => localStorage.getItem('BOARD_SETTINGS'))).toContain('"isInverse":true')

  await page.goto('/rate-preview')
  await expect(page.getByRole('row', { name: /^USD(?!-)/ })).toContainText(/less 0\.60%, plus 0\.60% for USD/)
  await expect(page.getByRole('row', { name: /^JPY/ })).toContainText('for all currencies')
  await page.getByRole('textbox', { name: 'Amount in foreign currency' }).fill('no')
  await expect(page.getByText('This is no amount.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('textbox', { name: 'Amount in foreign currency' }).fill('1,000')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/^rates-.*\.xlsx$/)
})

test('the settings of live rates choose the source; every version of a mid can be read', async ({
  page,
  signedIn,
}) => {
  await signedIn('admin')
  await page.goto('/fx-rates/settings')
  await page.getByRole('combobox', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'Bank Negara Malaysia' }).click()
  await page.getByRole('textbox', { name: 'Business hours to' }).fill('25:00')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('A time such as 09:00')).toBeVisible()
  await page.getByRole('textbox', { name: 'Business hours to' }).fill('19:00')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved Successfully!' })).toBeVisible()

  await page.goto('/settings/base-rate')
  await page.getByRole('link', { name: /Versions of USD$/ }).click()
  await expect(page.getByRole('heading', { name: 'History of base rates' })).toBeVisible()
  const versions = page.locator('tbody tr[data-index]')
  await expect(versions.first()).toContainText(/USD.*Typed.*Aisyah Rahman.*The market moved/)
})
