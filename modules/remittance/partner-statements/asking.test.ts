import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPartner } from '#apps/server/test-partner.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { providers } from '../providers/providers.contract.ts'
import { statementDifferences } from '../statement-differences/statement-differences.contract.ts'
import { partnerStatements } from './partner-statements.contract.ts'

const clock = { now: new Date('2026-11-25T02:00:00Z') }
const day = '2026-11-25'
let partner: Awaited<ReturnType<typeof openPartner>>
let order: { id: string; number: string }

beforeAll(async () => {
  partner = await openPartner({
    clock,
    balance: '0',
    partner: { fee: '0', cutOff: '14:00', timeZone: 'Asia/Jakarta' },
    bank: { currency: 'IDR', amount: '90000000', value: '23400' },
  })
  partner.later(7 * 3600)
  const { body } = await partner.topUp('10000000')
  partner.simulator.move(body.number, 'topUp', '10000000')
  order = await partner.order('1000000', 'gets')
  await partner.send(order)
  partner.later(86_400)
  await partner.askStatements()
})
afterAll(() => partner.stop())

const askFor = (one: string) =>
  partner.admin(partnerStatements.ask, { providerId: partner.providerId, day: one })
/** Asks for the day again, and lets a worker do it; answers what the asker heard of it. */
const askAgain = async () => {
  expect((await askFor(day)).status).toBe(200)
  partner.later(60)
  await partner.askStatementsAgain()
  const { body } = await partner.admin(messages.list)
  // The list is answered bare.
  return (body as unknown as (typeof body)['items'])[0]?.title
}
const statement = async () => {
  const { items } = (await partner.admin(partnerStatements.list, {})).body
  const found = items.find((one) => one.day === day)
  if (!found) throw new Error('It is there')
  return found
}
const open = async () =>
  (
    await partner.admin(statementDifferences.list, {
      filters: [{ key: 'state', operator: 'Equals', value: ['open', 'disputed'] }],
    })
  ).body.items.map(({ kind, reference }) => `${kind} ${reference}`)
const formers = async () =>
  (await partner.admin(partnerStatements.getFormers, { id: (await statement()).id })).body

test('a statement that is asked for again and says the same changes nothing, and the asker hears so', async () => {
  const before = await statement()
  expect(await askAgain()).toBe('Statement unchanged')
  expect(await statement()).toEqual(before)
  expect(await formers()).toEqual([])
  expect(await open()).toEqual([])
})

test('one that says something else is held against the books in the place of the former, which is kept', async () => {
  const first = await statement()
  partner.simulator.plan(order.number, { statement: 'omitted' })
  expect(await askAgain()).toBe('Statement changed')
  expect(await statement()).toMatchObject({ lines: 1, formers: 1, source: 'api' })
  expect(await open()).toContain(`missingThere ${order.number}`)
  const [kept, ...older] = await formers()
  expect(older).toEqual([])
  expect(kept).toMatchObject({
    source: 'api',
    readAt: first.readAt,
    readBy: first.readBy,
    balance: first.balance,
  })
  expect(kept?.lines.map(({ reference }) => reference)).toContain(order.number)
  partner.simulator.plan(order.number, {})
  expect(await askAgain()).toBe('Statement changed')
  expect(await open()).toEqual([])
  expect((await formers()).map(({ lines }) => lines.length)).toEqual([1, 2])
})

test('a file takes the place of what the API said, which is kept, and is said to be the same where it is', async () => {
  const { session, providerId } = partner
  const upload = async (lines: readonly string[]) => {
    const text = ['Reference,Kind,Amount,Balance', ...lines].join('\r\n')
    const file = new File([text], 'day.csv', { type: 'text/csv' })
    return (await session.send(partnerStatements.readFile, { providerId, day }, file)).body
  }
  const { balance, formers: count } = await statement()
  expect(await upload([`LATE FEE,fee,-10,${balance}`])).toMatchObject({ news: 'changed', count: 1 })
  expect(await statement()).toMatchObject({ source: 'file', formers: count + 1 })
  expect((await formers())[0]).toMatchObject({ source: 'api' })
  expect(await upload([`LATE FEE,fee,-10.00,${balance}`])).toMatchObject({ news: 'same' })
  expect(await statement()).toMatchObject({ source: 'file', formers: count + 1 })
  expect(await askAgain()).toBe('Statement changed')
  expect(await open()).toEqual([])
  expect(await partner.wrong()).toEqual([])
})

test('where the partner says nothing what is there stays, and the asker hears so', async () => {
  const { admin, app, providerId } = partner
  const before = await statement()
  const setEndpoint = (endpoint: string) =>
    app.owner(`update remittance.provider set endpoint = '${endpoint}' where id = '${providerId}'`)
  const { endpoint } = (await admin(providers.getById, { id: providerId })).body
  await setEndpoint('http://127.0.0.1:1')
  expect(await askAgain()).toBe('No statement received')
  expect(await statement()).toEqual(before)
  await setEndpoint(endpoint)
})

test('a day is asked for again by who manages balances, of a partner that is called, and up to its latest statement', async () => {
  const { admin, app, branchId, providerId } = partner
  const field = async (one: string) => (await askFor(one)).error
  expect(await field('2026-11-26')).toMatchObject({
    code: 'STATEMENT_BY_ITSELF',
    invalidParams: [{ field: 'day' }],
  })
  const workspaces = [{ type: 2 as const, workspaceId: branchId }]
  await app.addUser({ userName: 'reader', roles: ['teller'], workspaces })
  const reader = (await app.signIn('reader')).call
  expect((await reader(partnerStatements.ask, { providerId, day })).status).toBe(403)
  await app.owner(`update remittance.provider set channel = 'file' where id = '${providerId}'`)
  expect((await admin(partnerStatements.ask, { providerId, day })).error).toMatchObject({
    code: 'STATEMENT_BY_FILE',
    invalidParams: [{ field: 'providerId' }],
  })
})
