// Long because every rule of an order is tried at one counter.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { purposeCodes } from '../purposes/purposes.contract.ts'
import { payoutCurrencies } from '../payout-currencies/payout-currencies.contract.ts'
import { payoutBaseRates } from '../base-rates/base-rates.contract.ts'
import { orderTracking } from '../tracking/tracking.contract.ts'
import { orderReceipts } from '../receipts/order-receipts.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { payoutRates } from '../payout-rates/payout-rates.contract.ts'
import { providers } from '../providers/providers.contract.ts'
import { type OrderDraft, orders } from './orders.contract.ts'

let app: TestApp
let companyId: string
let admin: Call
let branchId: string
let counterId: string
let customerId: string
let cash: string
const partner: Record<string, string> = {}

const moving = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
  admin(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

const makePartner = async (code: string, costRate: string, margin = '0') => {
  const made = await admin(providers.create, {
    code,
    name: code,
    services: [
      { country: 'ID', currency: 'IDR', method: 'wallet' },
      { country: 'NP', currency: 'NPR', method: 'bank' },
    ],
    settlementCurrency: 'USD',
    timeZone: 'Asia/Jakarta',
    cutOff: '14:00',
    workdays: '12345',
  })
  const providerId = made.body.id
  partner[code] = providerId
  const rate = { providerId, country: 'ID', currency: 'IDR', costRate, margin }
  expect((await admin(payoutRates.create, rate)).status).toBe(200)
  return providerId
}

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  admin = session.call
  companyId = session.login.company.companyId
  branchId = (await admin(branches.list, {})).body.items[0]?.id ?? ''
  counterId = (await admin(counters.list, {})).body.items.find((one) => one.branchId === branchId)?.id ?? ''
  cash = (await admin(paymentModes.listSelection)).body.find(({ kind }) => kind === 'cash')?.id ?? ''
  await moving(days.open, { counterId })
  await makePartner('GOOD', '3850', '0.01')
  await makePartner('POOR', '3700', '0.01')
  const [row] = await app.owner<{ id: string }>(
    `insert into customers.customer (company_id, customer_type, name, nationality, date_of_birth, address, phone, occupation)
      values ('${companyId}', 1, 'Noor Aminah', 'MY', '1990-05-01', '3 Jalan Ampang', '+60123456789', 'Baker') returning id`,
  )
  customerId = row?.id ?? ''
})
afterAll(() => app.stop())

const draft = (more: Partial<OrderDraft> = {}) => ({
  id: randomUUID(),
  branchId,
  counterId,
  customerId,
  country: 'ID',
  currency: 'IDR',
  method: 'wallet' as const,
  fixed: 'sends' as const,
  amount: '1000',
  providerId: partner['GOOD'] ?? '',
  recipientName: 'Siti Rahmawati',
  recipient: { account: '0812-3456-7890' },
  purpose: 'familySupport' as const,
  sourceOfFunds: 'salary' as const,
  relationship: 'sibling' as const,
  duplicateReason: 'A second gift',
  ...more,
})
const posted = (id: string) =>
  app.owner<{ line: string }>(
    `select a.code || ' ' || l.amount::numeric(20, 2) as line from ledger.entry e
      join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
      join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
      where e.source_id = '${id}' order by a.code, l.amount`,
  )

/** The sender's identity card, with its copy. */
const showPaper = () =>
  app.owner(
    `with f as (insert into kit.file (company_id, name, media_type, size, sha256)
        values ('${companyId}', 'card.png', 'image/png', 1, 'x') returning id)
      insert into customers.document (company_id, customer_id, id_type, id_number, id_issuing_country, id_expiry_date, is_primary,
        front_file_id)
      select '${companyId}', '${customerId}', 'NATIONAL_ID', '900501105566', 'MY', '2035-01-01', true, id from f`,
  )

test('a rate is never above what the partner pays, and only where the partner pays out', async () => {
  const rate = { providerId: partner['GOOD'] ?? '', country: 'ID', currency: 'IDR', costRate: '3850' }
  const above = await admin(payoutRates.create, { ...rate, fixedRate: '3851' })
  expect(above.error).toMatchObject({
    code: 'PAYOUT_RATE_BELOW_COST',
    invalidParams: [{ field: 'fixedRate' }],
  })
  const elsewhere = await admin(payoutRates.create, { ...rate, country: 'PH', currency: 'PHP' })
  expect(elsewhere.error.code).toBe('CORRIDOR_NOT_SERVED')
})

test('a partner with rates is switched off and not removed', async () => {
  const one = (await admin(providers.getById, { id: partner['POOR'] ?? '' })).body
  expect((await admin(providers.delete, key(one))).error.code).toBe('PROVIDER_IN_USE')
})

test('partners are compared by what the recipient gets, in the decimals in which they pay', async () => {
  const found = await admin(orders.compare, {
    branchId,
    country: 'ID',
    currency: 'IDR',
    method: 'wallet',
    fixed: 'sends',
    amount: '1000',
  })
  expect(found.body.map(({ provider, rate, gets }) => [provider, rate, gets])).toEqual([
    ['GOOD', '3811.5', '3811500'],
    ['POOR', '3663', '3663000'],
  ])
})

test('another partner than the best is chosen with a reason', async () => {
  const poor = draft({ providerId: partner['POOR'] ?? '' })
  expect((await admin(orders.create, poor)).error).toMatchObject({
    code: 'PROVIDER_NOT_BEST',
    invalidParams: [{ field: 'providerReason' }],
  })
  expect((await admin(orders.create, { ...poor, providerReason: 'Pays within the hour' })).status).toBe(200)
})

test('a recipient is checked before money is taken, each fault at its field', async () => {
  const refused = await admin(
    orders.create,
    draft({ recipientName: '李小龙', recipient: { account: '021 1234567' } }),
  )
  expect(refused.error).toMatchObject({
    code: 'RECIPIENT_INVALID',
    invalidParams: [{ field: 'recipientName' }, { field: 'recipient.account' }],
  })
})

test('the same order again is the one that it has become', async () => {
  const one = draft()
  const first = (await admin(orders.create, one)).body
  expect((await admin(orders.create, one)).body).toMatchObject(key(first))
})

test('an order is paid in cash, owed to the customer, cancelled, and refunded once', async () => {
  const made = (await admin(orders.create, draft())).body
  expect(made).toMatchObject({
    state: 'quoted',
    sends: '1000.00',
    gets: '3811500',
    recipient: { account: '+6281234567890' },
  })
  const agreed = (await admin(orders.agree, key(made))).body
  const missing = await moving(orders.pay, { ...key(agreed), modeId: cash })
  expect(missing.error).toMatchObject({ code: 'DUE_DILIGENCE_MISSING' })
  expect(missing.error.invalidParams?.map(({ field }) => field)).toContain('customer.idNumber')
  await showPaper()
  const paid = await moving(orders.pay, { ...key(agreed), modeId: cash })
  expect(paid.error?.invalidParams ?? []).toEqual([])
  expect(paid.body.state).toBe('approved')
  expect((await posted(made.id)).map(({ line }) => line)).toEqual(['1000 1000.00', '2010 -1000.00'])

  const cancelled = await admin(orders.cancelPaid, { ...key(paid.body), note: 'The customer changed plans' })
  expect(cancelled.body.state).toBe('refundPending')
  const refunded = await moving(orders.refund, key(cancelled.body))
  expect(refunded.body.state).toBe('refunded')
  expect((await moving(orders.refund, key(refunded.body))).error.code).toBe('ILLEGAL_TRANSITION')
  expect((await posted(made.id)).map(({ line }) => line)).toEqual([
    '1000 -1000.00',
    '1000 1000.00',
    '2010 -1000.00',
    '2010 1000.00',
  ])
  const wrong = await inCompany(companyId, async () =>
    (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0),
  )
  expect(wrong).toEqual([])
})

test('what is on hold waits: nothing but its release is done', async () => {
  const made = (await admin(orders.create, draft())).body
  const held = (await admin(orders.hold, { ...key(made), note: 'Asked the branch manager' })).body
  expect(held).toMatchObject({ isHeld: true, state: 'quoted', can: ['release'] })
  expect((await admin(orders.agree, key(held))).error.code).toBe('ORDER_ON_HOLD')
  expect((await admin(orders.release, { ...key(held), note: 'Clear' })).body.isHeld).toBe(false)
})

test('a quote that is over is priced anew from the side that was fixed', async () => {
  const made = (await admin(orders.create, draft({ fixed: 'gets', amount: '3000000' }))).body
  expect(made).toMatchObject({ gets: '3000000', sends: '787.10' })
  await app.owner(`update remittance.payout_order set quoted_until = now() where id = '${made.id}'`)
  expect((await admin(orders.agree, key(made))).error.code).toBe('QUOTE_EXPIRED')
  const again = (await admin(orders.quote, key(made))).body
  expect(again).toMatchObject({ gets: '3000000', sends: '787.10' })
  expect((await admin(orders.agree, key(again))).body.state).toBe('awaitingFunds')
})

test('an order like another of the day is warned of once, and goes with a reason', async () => {
  const like = { recipientName: 'Dewi Lestari', amount: '500', duplicateReason: '' }
  const first = (await admin(orders.create, draft(like))).body
  const again = await admin(orders.create, draft(like))
  expect(again.error).toMatchObject({
    code: 'ORDER_LIKE_ANOTHER',
    invalidParams: [{ field: 'duplicateReason' }],
  })
  const second = await admin(
    orders.create,
    draft({ ...like, duplicateReason: 'School fees of two children' }),
  )
  expect(second.body.number).not.toBe(first.number)
})

test('a purpose is sent as the partner calls it there, or refused at its field', async () => {
  const providerId = partner['GOOD'] ?? ''
  const code = { providerId, country: 'ID', purpose: 'familySupport' as const, code: 'FAMI' }
  const made = (await admin(purposeCodes.create, code)).body
  expect((await admin(orders.create, draft({ amount: '510' }))).body.purposeCode).toBe('FAMI')
  const other = await admin(orders.create, draft({ amount: '511', purpose: 'property' }))
  expect(other.error).toMatchObject({ code: 'PURPOSE_NOT_OFFERED', invalidParams: [{ field: 'purpose' }] })
  await admin(purposeCodes.delete, key(made))
  expect((await admin(orders.create, draft({ amount: '512', purpose: 'property' }))).body.purposeCode).toBe(
    '',
  )
})

test('whoever has the code sees the state of an order and no name', async () => {
  const made = (await admin(orders.create, draft({ amount: '520' }))).body
  const seen = await admin(orderTracking.getTrackedOrder, { code: made.trackingCode })
  expect(seen.body.order).toMatchObject({ state: 'unpaid', number: made.number, currency: 'IDR' })
  expect(JSON.stringify(seen.body)).not.toMatch(/Siti|Noor/)
  const wrong = made.trackingCode.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))
  expect((await admin(orderTracking.getTrackedOrder, { code: wrong })).body.order).toBeNull()
})

test('a paid order is cancelled for nothing for 30 minutes; after them its fee would stay', async () => {
  const pay = async (amount: string) => {
    const made = (await admin(orders.create, draft({ amount }))).body
    const agreed = (await admin(orders.agree, key(made))).body
    return (await moving(orders.pay, { ...key(agreed), modeId: cash })).body
  }
  const soon = await pay('530')
  expect((await admin(orders.cancelPaid, { ...key(soon), note: 'Changed plans' })).body.isFeeKept).toBe(false)
  const late = await pay('531')
  await app.owner(
    `update remittance.payout_order set paid_at = paid_at - interval '30 minutes' where id = '${late.id}'`,
  )
  expect((await admin(orders.cancelPaid, { ...key(late), note: 'Changed plans' })).body.isFeeKept).toBe(true)
})

test('a receipt is printed as PDF', async () => {
  const made = (await admin(orders.create, draft({ amount: '540' }))).body
  const printed = await admin(orderReceipts.print, { id: made.id })
  expect(printed.status).toBe(200)
})

test('a currency that is switched off is offered by no partner', async () => {
  const ask = {
    branchId,
    country: 'ID',
    currency: 'IDR',
    method: 'wallet',
    fixed: 'sends',
    amount: '1000',
  } as const
  const made = (await admin(payoutCurrencies.create, { currency: 'IDR', maximum: '100000' })).body
  expect((await admin(orders.compare, ask)).body).toEqual([])
  const off = (await admin(payoutCurrencies.disable, key(made))).body
  expect((await admin(orders.compare, { ...ask, amount: '20' })).body).toEqual([])
  await admin(payoutCurrencies.delete, key(off))
  expect((await admin(orders.compare, ask)).body).toHaveLength(2)
})

test('a rate without a partner’s follows the base rate', async () => {
  const providerId = partner['GOOD'] ?? ''
  const rate = { providerId, country: 'NP', currency: 'NPR', margin: '0.01' }
  expect((await admin(payoutRates.create, rate)).body.rate).toBeNull()
  await admin(payoutBaseRates.create, { currency: 'NPR', rate: '31.5' })
  const ask = {
    branchId,
    country: 'NP',
    currency: 'NPR',
    method: 'bank',
    fixed: 'sends',
    amount: '1000',
  } as const
  expect((await admin(orders.compare, ask)).body[0]).toMatchObject({ rate: '31.185', gets: '31185.00' })
})
