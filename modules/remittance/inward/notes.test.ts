import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { addPerson } from '#apps/server/test-customer.ts'
import { openPayouts } from '#apps/server/test-payout.ts'
import { openTill } from '#apps/server/test-till.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { cdd } from '#modules/compliance/cdd/cdd.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { effectiveRates } from '#modules/rates/effective/effective.contract.ts'
import { inwards } from './inward.contract.ts'
import { notesFor, splitAmount } from './notes.domain.ts'

const clock = { now: new Date('2026-11-25T02:00:00Z') }
let app: TestApp
let payouts: Awaited<ReturnType<typeof openPayouts>>
let till: Awaited<ReturnType<typeof openTill>>
let teller: Call
let sell: string

beforeAll(async () => {
  app = await testApp()
  payouts = await openPayouts(app, { clock, bank: { currency: 'IDR', amount: '90000000', value: '23400' } })
  await app.owner(`update currencies.currency set cash_unit = 5 where code = 'EUR'`)
  const session = await app.signIn('teller')
  teller = session.call
  // Dollars that cost less than they are sold for, and euros that cost more.
  const stock = { USD: ['20000', '60000'], EUR: ['1000', '90000'] } as Record<string, [string, string]>
  till = await openTill(app, session, { stock })
  const rates = (await teller(effectiveRates.branchList, { branchId: till.branchId })).body
  sell = rates.find(({ code }) => code === 'USD')?.sell ?? ''
})
afterAll(() => app.stop())

const note = {
  recipientName: 'Noor Aminah',
  senderName: 'Budi Santoso',
  country: 'ID',
  settles: '1000000',
  expiresOn: '2026-12-25',
}
let count = 0
async function payIn(
  call: Call,
  amount: string,
  code: string,
  more: { quantity: string; usualRate?: string },
) {
  const { admin, branchId, providerId, customerId } = payouts
  count += 1
  const drawn = { ...note, providerId, branchId, amount, code: `N-${count}` }
  const { id, version } = (await admin(inwards.create, drawn)).body
  const { counterId } = till
  return call(
    inwards.pay,
    { id, version, code: drawn.code, counterId, customerId, itemId: till.id(code), ...more },
    { headers: { 'idempotency-key': randomUUID() } },
  )
}
/** What a payout has moved of each item, and what it was worth in the books. */
const moved = (id: string) =>
  app.owner<{ account: string; quantity: string | null; amount: string }>(
    `select a.code as account, trim_scale(l.quantity)::text as quantity, trim_scale(l.amount)::text as amount
      from ledger.line l join ledger.entry e on e.company_id = l.company_id and e.id = l.entry_id
      join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
      where e.source_id = $1 and l.counter_id is not null and l.quantity is not null order by l.quantity`,
    [id],
  )
const wrong = () =>
  inCompany(payouts.companyId, async () =>
    (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0),
  )
const most = (amount: string) => notesFor(amount, { sell, quoteUnit: 1, cashUnit: '1' }, 2)

test('an amount pays the notes that fit into it at the sell rate, and the rest is local cash', () => {
  const rate = { sell: '4.12', quoteUnit: 1 }
  expect(notesFor('300', { ...rate, cashUnit: '1' }, 2)).toBe('72')
  expect(notesFor('3', { ...rate, cashUnit: '1' }, 2)).toBe('0')
  expect(splitAmount('300', { quantity: '72', mid: '4.1' }, rate, 2)).toEqual({
    proceeds: '296.64',
    rest: '3.36',
    rate: '4.12',
    deviation: '0',
    worth: '300',
  })
  // One more than fits is all of the amount, at a rate of its own.
  expect(splitAmount('300', { quantity: '75', mid: '4.1' }, rate, 2)).toEqual({
    proceeds: '300',
    rest: '0.00',
    rate: '4',
    deviation: '0.02912621359223300971',
    worth: '307.5',
  })
})

test('notes are paid out at the sell rate of the branch, and what is left of the amount in local cash', async () => {
  const quantity = most('300')
  const paid = await payIn(teller, '300', 'USD', { quantity, usualRate: sell })
  expect(paid.body, JSON.stringify(paid.error)).toMatchObject({ state: 'paid' })
  const lines = await moved(paid.body.id)
  const worth = Number(quantity) * Number(sell)
  const rest = Math.round((300 - worth) * 20) / 20
  expect(rest).toBeLessThan(Number(sell))
  expect(lines.map((line) => Number(line.quantity))).toEqual([-Number(quantity), -rest])
  expect(await wrong()).toEqual([])
})

test('more notes than the amount pays are bound by the limit on rates, whoever pays them', async () => {
  const more = String(Number(most('300')) + 1)
  const { error } = await payIn(teller, '300', 'USD', { quantity: more })
  expect(error).toMatchObject({ code: 'INWARD_TOO_MANY_NOTES', invalidParams: [{ field: 'quantity' }] })
  for (const call of [teller, payouts.admin])
    expect((await payIn(call, '300', 'USD', { quantity: '10000' })).error).toMatchObject({
      code: 'RATE_OUT_OF_TOLERANCE',
      invalidParams: [{ field: 'quantity' }],
    })
  // Less than a hundredth off the sell rate.
  const rounded = String(Number(most('3000')) + 1)
  expect((await payIn(teller, '3000', 'USD', { quantity: rounded })).status).toBe(422)
  const owner = await payIn(payouts.admin, '3000', 'USD', { quantity: rounded })
  expect(owner.body, JSON.stringify(owner.error)).toMatchObject({ state: 'paid' })
  expect((await moved(owner.body.id)).map((line) => Number(line.quantity))).toEqual([-Number(rounded)])
  expect(await wrong()).toEqual([])
})

test('a few notes for a large amount leave the rest in local cash, and no gain', async () => {
  const paid = await payIn(teller, '4700', 'USD', { quantity: '1' })
  // The notice lacks what the law wants for so much.
  expect(paid.body, JSON.stringify(paid.error)).toMatchObject({ state: 'inReview' })
  const small = await payIn(teller, '470', 'USD', { quantity: '1' })
  const rest = Math.round((470 - Number(sell)) * 20) / 20
  expect((await moved(small.body.id)).map((line) => Number(line.quantity))).toEqual([-rest, -1])
})

test('notes that cost more than is paid for them are bound by the limit on sales below cost', async () => {
  expect((await payIn(teller, '470', 'EUR', { quantity: '10' })).error).toMatchObject({
    code: 'INWARD_NOTES_BELOW_COST',
    invalidParams: [{ field: 'quantity' }],
  })
  expect((await payIn(payouts.admin, '470', 'EUR', { quantity: '10' })).body).toMatchObject({ state: 'paid' })
})

test('a quantity can be handed over in its currency, and the rate is the one that was seen', async () => {
  const refused = async (more: { quantity: string; usualRate?: string }) =>
    (await payIn(teller, '300', 'USD', more)).error
  const at = { invalidParams: [{ field: 'quantity' }] }
  expect(await refused({ quantity: '10.001' })).toMatchObject({ code: 'TOO_MANY_DECIMALS', ...at })
  const coarse = await payIn(teller, '300', 'EUR', { quantity: '12' })
  expect(coarse.error).toMatchObject({ code: 'NOT_PAYABLE', ...at })
  expect(await refused({ quantity: '0' })).toMatchObject({ code: 'REQUIRED', ...at })
  const old = await payIn(teller, '300', 'USD', { quantity: '10', usualRate: '1.5' })
  expect([old.status, old.error.code]).toEqual([409, 'RATE_CHANGED'])
  const local = await payIn(teller, '300', 'MYR', { quantity: '10' })
  expect(local.error).toMatchObject({ code: 'CURRENCY_NOT_TRADED', invalidParams: [{ field: 'itemId' }] })
})

test('due diligence judges what the notes are worth where that is more than the amount', async () => {
  const officer = (await app.signIn('compliance')).call
  const rule = await officer(cdd.create, {
    code: 'OWN-NOTES',
    name: 'Paid out at once',
    service: 'remittance',
    direction: 'buy',
    instrument: 'any',
    metric: 'single',
    currency: 'MYR',
    linkBy: ['customer'],
    operator: '>',
    amount: '2000',
    approveRole: 'mlro',
    reason: 'Our own',
  })
  expect(rule.status, JSON.stringify(rule.error)).toBe(200)
  const customerId = await addPerson(app, payouts.companyId, {
    name: 'Noor Aminah',
    idNumber: '910501105577',
  })
  payouts = { ...payouts, customerId }
  expect((await payIn(payouts.admin, '2000', 'USD', { quantity: most('2000') })).body.state).toBe('paid')
  const above = String(Math.floor((2000 / Number(sell)) * 1.018))
  const paid = await payIn(payouts.admin, '2000', 'USD', { quantity: above })
  expect(paid.body, JSON.stringify(paid.error)).toMatchObject({ state: 'inReview' })
})
