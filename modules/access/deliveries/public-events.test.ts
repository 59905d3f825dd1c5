import { afterAll, beforeAll, expect, test } from 'vitest'
import { screeningHouse } from '#apps/server/test-screening.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import { marginRates } from '#modules/rates/margin-rates/margin-rates.contract.ts'
import { publicEvents } from '../webhooks/events.contract.ts'
import { webhooks } from '../webhooks/webhooks.contract.ts'
import { webhookDeliveries } from './deliveries.contract.ts'

// No worker runs: what is written here waits.
const { app, register, openOf, decide, officer, load } = await screeningHouse()
const admin = await app.signIn('admin')
afterAll(() => app.stop())

beforeAll(async () => {
  const events = publicEvents.all().map(({ code }) => code)
  const url = 'https://93.184.216.34/events'
  const made = await admin.call(webhooks.create, { name: 'All', url, events })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
})

/** What was said since it was last asked, in order. */
const seen = new Set<string>()
async function said() {
  const { items } = (await admin.call(webhookDeliveries.list, { pageSize: 1000, sort: ['createdAt-asc'] }))
    .body
  const fresh = items.filter(({ id }) => !seen.has(id))
  for (const { id } of fresh) seen.add(id)
  return fresh.map(({ event, body }) => [event, (JSON.parse(body ?? '') as { data: unknown }).data])
}

test('rates that are published are said: base rates with their mids, margins without', async () => {
  const [euro] = (await admin.call(baseRates.list)).body.filter(({ code }) => code === 'EUR')
  const rates = [{ currencyId: euro?.currencyId ?? '', mid: euro?.mid ?? '' }]
  const published = await admin.call(baseRates.update, { rates, reason: 'As before' })
  expect(published.status, JSON.stringify(published.error)).toBe(200)
  expect(await said()).toEqual([
    [
      'rate.published',
      {
        publicationId: expect.any(String) as unknown,
        publishedAt: expect.any(String) as unknown,
        baseRates: [{ currencyId: euro?.currencyId, mid: euro?.mid, quoteUnit: euro?.quoteUnit }],
      },
    ],
  ])
  const [margin] = (await admin.call(marginRates.list, {})).body.items
  expect((await admin.call(marginRates.delete, { id: margin?.id ?? '' })).status).toBe(200)
  expect(await said()).toMatchObject([['rate.published', { baseRates: [] }]])
})

test('a customer is said when registered, changed and blocked; that somebody is suspicious or watched is not', async () => {
  const { id: customerId, version } = await register('Halvard Oakmoss')
  expect(await said()).toEqual([['customer.created', { customerId }]])
  const note = 'Because.'
  for (const name of ['suspicious', 'monitor', 'block', 'deactivate'] as const) {
    const { version: now } = (await admin.call(individuals.getById, { id: customerId })).body
    const acted = await admin.call(individuals[name], { id: customerId, version: now, note })
    expect([name, acted.status], JSON.stringify(acted.error)).toEqual([name, 200])
  }
  expect(version).toBe(1)
  expect(await said()).toEqual([
    ['customer.state_changed', { customerId, change: 'blocked' }],
    ['customer.state_changed', { customerId, change: 'deactivated' }],
  ])
})

test('an alert of screening is said when it is raised and when it is decided, with the block that follows', async () => {
  await load([{ id: '1', name: 'Tobin Quillfeather' }])
  const { id: customerId } = await register('Tobin Quillfeather')
  const [open] = await openOf(customerId)
  const screeningId = open?.id ?? ''
  const raised = await said()
  expect(raised).toContainEqual([
    'screening.alert_raised',
    { screeningId, customerId, dealId: null, cause: 'onboarding', state: 'in_review', matches: 1 },
  ])
  expect((await decide(officer, screeningId, 'confirmed_hit')).status).toBe(200)
  expect(await said()).toEqual([
    ['customer.state_changed', { customerId, change: 'blocked' }],
    ['screening.alert_decided', { screeningId, customerId, decision: 'decide', state: 'confirmed_hit' }],
  ])
})
