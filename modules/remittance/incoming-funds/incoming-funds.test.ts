// Long because funds and inward remittances are tried with one partner, one counter and one account.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openPayouts } from '#apps/server/test-payout.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { cdd } from '#modules/compliance/cdd/cdd.contract.ts'
import { deliveryModes } from '#modules/currencies/modes/modes.contract.ts'
import { accounts as ledgers } from '#modules/ledger/accounts/accounts.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { inwards } from '../inward/inward.contract.ts'
import { orders } from '../orders/orders.contract.ts'
import { decisions } from '#modules/screening/decisions/decisions.contract.ts'
import { screenings } from '#modules/screening/screenings/screenings.contract.ts'
import { prefunds } from '../prefunds/prefunds.contract.ts'
import { incomingFunds } from './incoming-funds.contract.ts'

const clock = { now: new Date('2026-11-25T02:00:00Z') }
let app: TestApp
let payouts: Awaited<ReturnType<typeof openPayouts>>
let accountId: string
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

beforeAll(async () => {
  app = await testApp()
  payouts = await openPayouts(app, {
    clock,
    bank: { currency: 'IDR', amount: '90000000', value: '23400' },
  })
  const { admin, moving, branchId } = payouts
  const ledgerId = (await admin(ledgers.create, { code: '1209', name: 'Bank of funds', class: 'asset' })).body
    .id
  const myr = (await admin(bankAccounts.choices)).body.currencies.find(({ name }) => name === 'MYR')
  const account = await moving(bankAccounts.create, {
    code: 'FUNDS',
    name: 'For funds',
    bankName: 'Harbour Bank',
    number: '00990099',
    branchId,
    currencyId: myr?.id ?? '',
    ledgerId,
  })
  accountId = account.body.id
})
afterAll(() => app.stop())

const sums = async () => {
  const all = (await payouts.admin(ledgers.list)).body
  const of = (code: string) => Number(all.find((one) => one.code === code)?.balance ?? 0)
  return { bank: of('1209'), suspense: of('2200'), payable: of('2010') }
}
const wrong = () =>
  inCompany(payouts.companyId, async () =>
    (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0),
  )
/** An order that awaits payment. */
async function awaited(amount: string) {
  const { admin, draftOf } = payouts
  const made = (await admin(orders.create, { id: randomUUID(), ...draftOf(amount) })).body
  return (await admin(orders.agree, key(made))).body
}
const receive = (amount: string, payer = 'NOOR AMINAH', remark = '') =>
  payouts.moving(incomingFunds.create, { accountId, amount, payer, remark, receivedOn: '2026-11-25' })

test('two like payments pay two like orders, one each, and a refund frees its own', async () => {
  const { admin, moving } = payouts
  const before = await sums()
  const [first, second] = [await awaited('500'), await awaited('500')]
  const [one, two] = [(await receive('500')).body, (await receive('500')).body]
  expect(one.number).not.toBe(two.number)
  expect(one.candidates.map(({ isSame, isOtherPayer }) => [isSame, isOtherPayer])).toEqual([
    [true, false],
    [true, false],
  ])
  expect(await sums()).toMatchObject({ bank: before.bank + 1000 })
  const paid = (await moving(incomingFunds.match, { ...key(one), orderId: first.id })).body
  expect(paid).toMatchObject({ state: 'matched', order: first.number })
  const again = await moving(incomingFunds.match, { ...key(two), orderId: first.id })
  expect(again.error.code).toBe('FUND_ORDER_UNKNOWN')
  expect((await moving(incomingFunds.match, { ...key(two), orderId: second.id })).status).toBe(200)
  expect((await admin(orders.getById, { id: first.id })).body).toMatchObject({
    state: 'approved',
    waitsFor: 'prefund',
  })

  const owed = await admin(orders.cancelPaid, {
    ...key((await admin(orders.getById, { id: first.id })).body),
    note: 'Changed plans',
  })
  expect((await moving(orders.refund, key(owed.body))).body.state).toBe('refunded')
  const free = (await admin(incomingFunds.getById, { id: one.id })).body
  expect(free).toMatchObject({ state: 'unmatched', orderId: null })
  expect((await moving(incomingFunds.giveBack, { ...key(free), note: 'Refunded' })).body.state).toBe(
    'returned',
  )
  expect(await sums()).toMatchObject({ bank: before.bank + 500, suspense: before.suspense })
  expect(await wrong()).toEqual([])
})

test('an accountant matches without a drawer, and of a refund whose fee stays only the rest goes back', async () => {
  const { admin } = payouts
  const before = await sums()
  const order = await awaited('400')
  await app.owner(`update remittance.payout_order set fee = 12, total = sends + 12 where id = '${order.id}'`)
  const one = (await receive('412')).body
  const books = await app.signIn('accountant')
  const act = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
    books.call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
  const matched = await act(incomingFunds.match, { ...key(one), orderId: order.id })
  expect(matched.body, JSON.stringify(matched.error)).toMatchObject({ state: 'matched', kept: '' })
  expect((await books.call(orders.pay, { ...key(order), modeId: one.id })).status).toBe(403)
  payouts.later(3600)
  const paid = (await admin(orders.getById, { id: order.id })).body
  const owed = await admin(orders.cancelPaid, { ...key(paid), note: 'Too late to be free' })
  expect(owed.body.isFeeKept).toBe(true)
  await payouts.moving(orders.refund, key(owed.body))
  const free = (await admin(incomingFunds.getById, { id: one.id })).body
  expect(free).toMatchObject({ state: 'unmatched', amount: '412.00', kept: '12.00' })
  const again = await awaited('412')
  const refused = await act(incomingFunds.match, { ...key(free), orderId: again.id })
  expect(refused.error.code).toBe('FUND_AMOUNT_DIFFERS')
  expect((await act(incomingFunds.giveBack, { ...key(free), note: 'Refunded' })).body.state).toBe('returned')
  expect(await sums()).toMatchObject({ ...before, bank: before.bank + 12 })
  expect(await wrong()).toEqual([])
})

test('money of another amount pays nothing, and another payer is said why and decided on', async () => {
  const { admin, moving } = payouts
  const order = await awaited('700')
  const short = (await receive('699.99')).body
  expect((await moving(incomingFunds.match, { ...key(short), orderId: order.id })).error).toMatchObject({
    code: 'FUND_AMOUNT_DIFFERS',
    invalidParams: [{ field: 'orderId' }],
  })
  const other = (await receive('700', 'Hassan Trading Sdn Bhd', order.number)).body
  expect(other.candidates[0]).toMatchObject({ number: order.number, isOtherPayer: true })
  const silent = await moving(incomingFunds.match, { ...key(other), orderId: order.id })
  expect(silent.error).toMatchObject({ code: 'FUND_OTHER_PAYER', invalidParams: [{ field: 'payerReason' }] })
  const said = await moving(incomingFunds.match, {
    ...key(other),
    orderId: order.id,
    payerReason: 'Her employer pays',
  })
  expect(said.body.state).toBe('matched')
  expect((await admin(orders.getById, { id: order.id })).body.state).toBe('funded')
})

test('an inward remittance is paid once, to who knows the code, and the partner owes it', async () => {
  const { admin, moving, branchId, counterId, customerId, providerId, prefundId } = payouts
  const cash = (await admin(deliveryModes.listSelection)).body.find(({ kind }) => kind === 'cash')?.id ?? ''
  const notice = {
    providerId,
    branchId,
    code: 'AB-1234',
    recipientName: 'Noor Aminah',
    senderName: 'Budi Santoso',
    country: 'ID',
    settles: '1000000',
    amount: '260',
    expiresOn: '2026-12-25',
  }
  const made = (await admin(inwards.create, notice)).body
  expect(JSON.stringify(made)).not.toContain('AB-1234')
  expect((await admin(inwards.create, notice)).error.code).toBe('INWARD_CODE_USED')
  // What is paid in lies in the drawer.
  await payouts.order('1000')
  const payment = { ...key(made), counterId, customerId, modeId: cash }
  expect((await moving(inwards.pay, { ...payment, code: 'AB-1235' })).error.code).toBe('INWARD_CODE_WRONG')
  const [one, two] = await Promise.all([
    moving(inwards.pay, { ...payment, code: 'AB-1234' }),
    moving(inwards.pay, { ...payment, code: 'AB-1234' }),
  ])
  expect(new Set([one.status, two.status])).toEqual(new Set([200, 409]))
  expect((await admin(inwards.getById, { id: made.id })).body).toMatchObject({
    state: 'paid',
    customer: 'Noor Aminah',
  })
  const held = (await admin(prefunds.getById, { id: prefundId })).body
  expect([held.ledger, held.value]).toEqual(['1000000.00', '260.00'])
  expect(await wrong()).toEqual([])
})

test('an inward remittance from somebody on a list waits for compliance, and is paid to whom it was cleared for', async () => {
  const { admin, moving, branchId, counterId, customerId, providerId } = payouts
  const cash = (await admin(deliveryModes.listSelection)).body.find(({ kind }) => kind === 'cash')?.id ?? ''
  const senderName = 'Viktor Emilovich Zarunin'
  const notice = {
    providerId,
    branchId,
    code: 'ZV-1',
    recipientName: 'Noor Aminah',
    senderName,
    country: 'ID',
  }
  const money = { settles: '500000', amount: '130', expiresOn: '2026-12-25' }
  const made = (await admin(inwards.create, { ...notice, ...money })).body
  const payment = { code: 'ZV-1', counterId, customerId, modeId: cash }
  const before = (await admin(prefunds.getById, { id: payouts.prefundId })).body.ledger
  const asked = (await moving(inwards.pay, { ...key(made), ...payment })).body
  expect(asked).toMatchObject({ state: 'inReview', customer: 'Noor Aminah', businessDate: null })
  expect((await admin(prefunds.getById, { id: payouts.prefundId })).body.ledger).toBe(before)
  expect((await moving(inwards.pay, { ...key(asked), ...payment })).error.code).toBe('ILLEGAL_TRANSITION')
  const officer = (await app.signIn('compliance')).call
  const clear = { ...key(asked), note: 'Another person' }
  expect((await officer(inwards.clear, clear)).error.code).toBe('SCREENING_OPEN')
  const byName = [{ key: 'name' as const, operator: 'Equals' as const, value: senderName }]
  const found = (await officer(screenings.list, { filters: byName })).body.items.filter(
    ({ isOpen }) => isOpen,
  )
  expect(found.length).toBeGreaterThan(0)
  for (const { id } of found) {
    const { version, candidates } = (await officer(screenings.getHistoryDetail, { id })).body
    const all = candidates.map((one) => one.id)
    const draft = { id, version, candidates: all, outcome: 'no_hit' as const, note: 'Another birth date' }
    expect((await officer(decisions.decide, draft)).status).toBe(200)
  }
  const cleared = await officer(inwards.clear, clear)
  expect(cleared.body, JSON.stringify(cleared.error)).toMatchObject({ state: 'cleared' })
  const [other] = await app.owner<{ id: string }>(
    `select id from customers.customer where company_id = '${payouts.companyId}' and id <> '${customerId}'
      and is_active and not is_blocked limit 1`,
  )
  const elsewhere = { ...key(cleared.body), ...payment, customerId: other?.id ?? '' }
  expect((await moving(inwards.pay, elsewhere)).error.code).toBe('INWARD_OTHER_CUSTOMER')
  const paid = await moving(inwards.pay, { ...key(cleared.body), ...payment })
  expect(paid.body, JSON.stringify(paid.error)).toMatchObject({ state: 'paid', businessDate: '2026-11-25' })
  expect(await wrong()).toEqual([])
})

test('money that came in at another branch pays from the suspense of that branch, and goes back to it', async () => {
  const { admin, moving } = payouts
  const all = (await admin(branches.list, {})).body.items
  const elsewhere = all.find(({ id }) => id !== payouts.branchId)?.id ?? ''
  const myr = (await admin(bankAccounts.choices)).body.currencies.find(({ name }) => name === 'MYR')
  const ledger = await admin(ledgers.create, { code: '1208', name: 'Bank elsewhere', class: 'asset' })
  const account = await moving(bankAccounts.create, {
    code: 'ELSEWHERE',
    name: 'Elsewhere',
    bankName: 'Harbour Bank',
    number: '00990088',
    branchId: elsewhere,
    currencyId: myr?.id ?? '',
    ledgerId: ledger.body.id,
  })
  const suspense = () =>
    app.owner<{ branchId: string; sum: string }>(
      `select l.branch_id as "branchId", trim_scale(sum(l.amount))::text as sum from ledger.line l
        join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
        where a.code = '2200' and l.company_id = $1 group by 1 having sum(l.amount) <> 0`,
      [payouts.companyId],
    )
  const before = await suspense()
  const order = await awaited('300')
  const fund = await moving(incomingFunds.create, {
    accountId: account.body.id,
    amount: '300',
    payer: 'NOOR AMINAH',
    remark: '',
    receivedOn: '2026-11-25',
  })
  expect(await suspense()).toEqual(expect.arrayContaining([...before, { branchId: elsewhere, sum: '-300' }]))
  const matched = await moving(incomingFunds.match, { ...key(fund.body), orderId: order.id })
  expect(matched.status, JSON.stringify(matched.error)).toBe(200)
  expect(await suspense()).toEqual(before)
  const paid = (await admin(orders.getById, { id: order.id })).body
  const owed = await admin(orders.cancelPaid, { ...key(paid), note: 'Changed plans' })
  expect((await moving(orders.refund, key(owed.body))).body.state).toBe('refunded')
  const free = (await admin(incomingFunds.getById, { id: fund.body.id })).body
  expect((await moving(incomingFunds.giveBack, { ...key(free), note: 'Refunded' })).body.state).toBe(
    'returned',
  )
  expect(await suspense()).toEqual(before)
  expect(await wrong()).toEqual([])
})

test('what is paid out to one person in a day is measured together', async () => {
  const { admin, moving, branchId, counterId, customerId, providerId } = payouts
  const cash = (await admin(deliveryModes.listSelection)).body.find(({ kind }) => kind === 'cash')?.id ?? ''
  const officer = (await app.signIn('compliance')).call
  const made = await officer(cdd.create, {
    code: 'OWN-PAYOUT',
    name: 'Paid out in a day',
    service: 'remittance',
    direction: 'buy',
    instrument: 'any',
    metric: 'sameDay',
    currency: 'MYR',
    linkBy: ['customer'],
    operator: '>=',
    // 260 and 130 were paid out before.
    amount: '600',
    approveRole: 'mlro',
    reason: 'Our own',
  })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  const paidOut = async (code: string, amount: string) => {
    const notice = { providerId, branchId, code, recipientName: 'Noor Aminah', senderName: 'Budi Santoso' }
    const rest = { country: 'ID', settles: '100000', amount, expiresOn: '2026-12-25' }
    const one = (await admin(inwards.create, { ...notice, ...rest })).body
    return moving(inwards.pay, { ...key(one), code, counterId, customerId, modeId: cash })
  }
  expect((await paidOut('D-1', '200')).body).toMatchObject({ state: 'paid' })
  expect((await paidOut('D-2', '20')).body).toMatchObject({ state: 'inReview' })
})
