import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { addPerson } from '#apps/server/test-customer.ts'
import { openShop } from '#apps/server/test-retail.ts'
import { cdd } from '#modules/compliance/cdd/cdd.contract.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { decisions } from '#modules/screening/decisions/decisions.contract.ts'
import { screenings } from '#modules/screening/screenings/screenings.contract.ts'
import { preciousCashOf } from '../pricing/pricing.domain.ts'
import { sales } from '../sales/sales.contract.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
let officer: Call
let deputy: Call
const admin: Call = (...asked) => shop.call(...asked)

beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
  officer = (await app.signIn('compliance')).call
  await app.addUser({ userName: 'second', roles: ['mlro'], workspaces: [{ type: 0, workspaceId: null }] })
  deputy = (await app.signIn('second')).call
})
afterAll(() => app.stop())

/** Bars of gold in the store. */
async function gold(sku: string, price: string, more = {}) {
  const { id } = await shop.item(sku, price, { isPrecious: true, ...more })
  const received = await shop.adjusted('opening', [{ itemId: id, quantity: '9', cost: '9.00' }])
  expect(received.status, JSON.stringify(received.error)).toBe(200)
  return id
}
const buyer = (name: string, idNumber: string, hasCopy: boolean) =>
  addPerson(app, shop.login.company.companyId, { name, idNumber, hasCopy })
const open = (itemId: string, quantity: string, customerId: string | null) => {
  const { branchId, counterId } = shop
  return admin(sales.create, {
    id: randomUUID(),
    branchId,
    counterId,
    customerId,
    lines: [{ itemId, quantity }],
  })
}
const settle = (sale: { id: string; version: number; total: string }, by: 'card' | 'cash' = 'cash') =>
  shop.paid(sale, [[by, sale.total]])

test('what is not paid by card is paid in notes, as far as the metal goes', () => {
  const card = [{ amount: '30000' }]
  expect(preciousCashOf({ precious: '40000', total: '41000', byBank: [] })).toBe('40000')
  expect(preciousCashOf({ precious: '40000', total: '41000', byBank: card })).toBe('11000')
  expect(preciousCashOf({ precious: '40000', total: '29000', byBank: card })).toBe('0')
})

test('gold for cash counts by the day: nobody, then too little on file, then a second sale of the day', async () => {
  const bar = await gold('GOLD-30K', '30000')
  const big = await gold('GOLD-60K', '60000')
  const nobody = (await open(big, '1', null)).body
  expect((await settle(nobody)).error).toMatchObject({ code: 'CUSTOMER_REQUIRED' })
  const bare = await buyer('Aminah Without Copy', '850501105511', false)
  const [first, second] = [(await open(bar, '1', bare)).body, (await open(bar, '1', bare)).body]
  expect((await settle(first)).body).toMatchObject({ state: 'settled', customer: 'Aminah Without Copy' })
  const refused = await settle(second)
  expect(refused.error).toMatchObject({
    code: 'DUE_DILIGENCE_MISSING',
    invalidParams: [{ field: 'customer.idImage' }],
  })
  // By card nothing is handed over in notes.
  expect((await settle(second, 'card')).body).toMatchObject({ state: 'settled' })
  const whole = await buyer('Aminah With Copy', '850501105522', true)
  expect((await settle((await open(big, '1', whole)).body)).body.state).toBe('settled')
})

test('an item that asks for a customer names the field, and somebody on a list waits for compliance', async () => {
  const phone = await gold('NAMED', '900', { isPrecious: false, asksCustomer: true })
  expect((await open(phone, '1', null)).error).toMatchObject({
    code: 'ITEM_ASKS_CUSTOMER',
    invalidParams: [{ field: 'customerId' }],
  })
  const name = 'Viktor Emilovich Zarunin'
  const { body: made } = await admin(individuals.create, {
    name,
    nationality: 'SG',
    idType: 'PASSPORT',
    idNumber: 'Z771',
    idIssuingCountry: 'SG',
  })
  const opened = await open(phone, '1', made.id)
  expect(opened.status, JSON.stringify(opened.error)).toBe(200)
  const sale = opened.body
  const waiting = (await settle(sale)).body
  expect(waiting).toMatchObject({ state: 'waiting', customer: name })
  const clear = { ...shop.key(waiting), note: 'Another person' }
  expect((await officer(sales.clear, clear)).error.code).toBe('SCREENING_OPEN')
  const filters = [{ key: 'customerId' as const, operator: 'Equals' as const, value: made.id }]
  for (const { id, isOpen } of (await officer(screenings.list, { filters })).body.items) {
    if (!isOpen) continue
    const { version, candidates } = (await officer(screenings.getHistoryDetail, { id })).body
    const all = candidates.map((one) => one.id)
    const draft = { id, version, candidates: all, outcome: 'no_hit' as const, note: 'Another birth date' }
    expect((await officer(decisions.decide, draft)).status).toBe(200)
  }
  const cleared = (await officer(sales.clear, clear)).body
  expect(cleared.state).toBe('open')
  expect((await settle(cleared)).body.state).toBe('settled')
})

test('a sale ends where a second person upholds a hit on its buyer', async () => {
  const phone = await gold('NAMED-2', '900', { isPrecious: false, asksCustomer: true })
  const { body: made } = await admin(individuals.create, {
    name: 'Viktor Emilovich Zarunin',
    nationality: 'SG',
    idType: 'PASSPORT',
    idNumber: 'Z772',
    idIssuingCountry: 'SG',
  })
  const sale = (await settle((await open(phone, '1', made.id)).body)).body
  expect(sale.state).toBe('waiting')
  const filters = [{ key: 'customerId' as const, operator: 'Equals' as const, value: made.id }]
  const [hit] = (await officer(screenings.list, { filters })).body.items.filter(({ isOpen }) => isOpen)
  const detail = async () => (await officer(screenings.getHistoryDetail, { id: hit?.id ?? '' })).body
  const { id, version, candidates } = await detail()
  const one = candidates.slice(0, 1).map((candidate) => candidate.id)
  const word = { id, version, candidates: one, outcome: 'confirmed_hit' as const, note: 'It is the one' }
  expect((await officer(decisions.decide, word)).status).toBe(200)
  const mlro = { id, version: (await detail()).version, outcome: 'upheld' as const, note: 'So it is' }
  expect((await deputy(decisions.close, mlro)).status).toBe(200)
  expect((await admin(sales.getById, { id: sale.id })).body.state).toBe('cancelled')
})

test('sales of earlier days count as far back as a rule of the company looks', async () => {
  const coin = await gold('COIN', '400')
  const person = await buyer('Aminah Of Many Days', '850501105533', true)
  const rule = { name: 'Gold of a week', service: 'goods', direction: 'both', instrument: 'any' } as const
  const made = await officer(cdd.create, {
    code: 'OWN-GOLD-WEEK',
    ...rule,
    metric: 'rollingDays',
    days: 7,
    currency: 'MYR',
    linkBy: ['customer'],
    operator: '>',
    amount: '1000',
    tier: 'CDD',
    approveRole: 'mlro',
    reason: 'Our own',
  })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  const [first, second, third] = [
    (await open(coin, '1', person)).body,
    (await open(coin, '1', person)).body,
    (await open(coin, '1', person)).body,
  ]
  expect((await settle(first)).body.state).toBe('settled')
  await app.owner(
    `update retail.sale set business_date = business_date - 5, settled_at = settled_at - interval '5 days' where id = '${first.id}'`,
  )
  expect((await settle(second)).body.state).toBe('settled')
  expect((await settle(third)).body).toMatchObject({ state: 'waiting' })
})
