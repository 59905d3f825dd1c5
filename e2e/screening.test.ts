import { readFileSync } from 'node:fs'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { openCounter } from './counter.ts'
import { axe, expect, type Page, signInOf, test } from './fixtures.ts'
import { loadList } from './people-listed.ts'
import type { Server } from './server.ts'

/** Nobody of this list exists. */
const invented = [
  'Karim Wendelin Ostravik',
  'Karim Wendel Ostravik',
  'Karima Wendelin Ostravik',
  'Bruno Falkenried',
]

/** Answers the question that is open with a reason. */
async function say(page: Page, why: string, act: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(why)
  await dialog.getByRole('button', { name: act, exact: true }).click()
  await expect(dialog).toBeHidden()
}

const as = async (page: Page, server: Server, user: string) =>
  page.addInitScript(
    (kept) => kept.forEach(({ name, value }) => localStorage.setItem(name, value)),
    await signInOf(server, user),
  )

test('candidates are decided by keyboard, and a second person closes a confirmed hit', async ({
  page,
  server,
  signedIn,
  visitor,
}) => {
  await loadList(server, invented)
  await signedIn('compliance')
  await page.goto('/compliance/unsc')
  await page.getByRole('textbox', { name: 'Name' }).fill('Karim Wendelin Ostravik')
  await page.keyboard.press('Enter')
  const candidates = page.getByRole('navigation', { name: 'Candidates' }).getByRole('button')
  await expect(candidates).toHaveText([/Karim Wendelin.*To decide/, /To decide/, /To decide/, /Clear all 3/])
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('Karim Wendelin Ostravik')
  expect(await axe(page)).toEqual([])

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Clear the candidate')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('n')
  await page.keyboard.press('c')
  await say(page, 'Another given name', 'Clear')
  await expect(candidates.nth(1)).toContainText('Cleared')
  // On to the next that waits, and round to the first.
  await expect(candidates.nth(2)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('s')
  await say(page, 'His papers are asked for', 'Skip')
  await expect(candidates.nth(2)).toContainText('Skipped')
  await expect(candidates.nth(0)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('h')
  await say(page, 'The same person by his papers', 'Confirm hit')
  await expect(candidates).toHaveText([/Hit/, /Cleared/, /Skipped/])
  await expect(page.getByText('a second person closes it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Uphold the hit' })).toBeHidden()

  const other = await visitor()
  await as(other, server, 'admin')
  await other.goto('/compliance/unsc/history')
  await other.getByRole('row').filter({ hasText: 'Karim Wendelin Ostravik' }).click()
  await other.getByRole('link', { name: 'Open the full page' }).click()
  await other.getByRole('button', { name: 'Uphold the hit' }).click()
  await say(other, 'Seen by a second person', 'Uphold the hit')
  await expect(other.getByText('Upheld', { exact: true })).toBeVisible()
  await expect(other.getByRole('listitem').filter({ hasText: 'Seen by a second person' })).toBeVisible()
})

test('an entry that is added hits a monitored customer: a word leads to it, and the pair is cleared by two', async ({
  page,
  server,
  signedIn,
  visitor,
}) => {
  const call = await server.as('compliance')
  const everybody = { filters: [], sort: [], pageNum: 1, pageSize: 1 }
  const { items } = await call<{ items: { id: string; name: string }[] }>(
    '/poscustomer/customerindividual/list',
    everybody,
  )
  const [{ id, name } = { id: '', name: '' }] = items
  await call('/v2/poscompliance/screening/enableOgm', { id, dataSource: 'unsc', note: 'Deals often' })
  await signedIn('compliance')
  await page.goto('/compliance/unsc/customer-ogm')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('On')
  await loadList(server, [...invented, name])
  await page.locator('header [aria-haspopup=dialog]').click()
  await page.getByRole('dialog').getByText(name).first().click()
  await page.waitForURL(/\/compliance\/unsc\/history\/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('List changed')).toBeVisible()

  await page.getByRole('button', { name: 'Clear', exact: false }).last().click()
  await say(page, 'Another day of birth', 'Clear')
  await page.getByRole('button', { name: 'Whitelist this pair' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Papers seen')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const other = await visitor()
  await as(other, server, 'admin')
  await other.goto('/compliance/screening-whitelist')
  await other.getByRole('row').filter({ hasText: name }).click()
  await other.getByRole('button', { name: 'Approve' }).click()
  await say(other, 'Agreed', 'Approve')
  await expect(other.getByText('In force', { exact: true })).toBeVisible()

  await page.goto(`/customer/individual/${id}`)
  await page.getByRole('link', { name: 'UNSC', exact: true }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('a file of names is screened, and settings keep each version', async ({ page, server, signedIn }) => {
  await loadList(server, invented)
  await signedIn('compliance')
  await page.goto('/compliance/bulk-screening')
  const csv = 'name,type\nBruno Falkenried,person\nNobody Atall,person\n,person\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.waitForURL(/bulk-screening\/[0-9a-f-]{36}/)
  await expect(page.getByText('3 of 3 rows')).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Result file' }).click()
  const result = readFileSync(await (await coming).path(), 'utf8')
  expect(result).toMatch(/Bruno Falkenried/)
  expect(result).toMatch(/Nobody Atall/)

  await page.goto('/settings/risk-settings')
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Threshold', { exact: false }).first().fill('80')
  await page.getByLabel('Names, one a line').fill('Bruno Falkenrid')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Bruno Falkenrid' })).toContainText(
    /Bruno Falkenried, 9\d%/,
  )
  await page.getByLabel('Reason for the change').fill('Fewer that are nobody')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Fewer that are nobody' })).toContainText(
    'Threshold: 72.00% → 80.00%',
  )
})

test('compliance decides a stopped deal on its own page: the match with its evidence, and the deal goes on', async ({
  page,
  server,
  signedIn,
}) => {
  await loadList(server, invented)
  const teller = await openCounter(server)
  const paper = { nationality: 'SG', idType: 'PASSPORT', idNumber: 'OSTR-1', idIssuingCountry: 'SG' }
  const customer = await teller<{ id: string }>('/poscustomer/customerindividual/create', {
    name: 'Bruno Falkenried',
    ...paper,
  })
  let usd = ''
  await server.change(async (tx) => {
    usd = (await readTradedCurrencies(tx)).find(({ code }) => code === 'USD')?.id ?? ''
  })
  const deal = await teller<{ id: string; state: string }>('/postransaction/manage/create', {
    customerId: customer.id,
    lines: [{ side: 'buy', currencyId: usd, quantity: '20' }],
    upTo: 'submit',
  })
  expect(deal.state).toBe('waiting')
  await signedIn('compliance')
  await page.goto(`/transaction-approvals/${deal.id}`)
  await expect(page.getByRole('region', { name: 'Comparison' })).toContainText('Bruno Falkenried')
  expect(await axe(page)).toEqual([])
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('c')
  await say(page, 'Born ten years later', 'Clear')
  // The match and the gate are settled by one decision.
  await expect(page.getByText('Ready to settle').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Comparison' })).toHaveCount(0)
})
