// Long because what becomes of foreign money by a bank is told in one company, whose books are looked at in the end.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { statementFile } from '#apps/server/test-statement.ts'
import { openTill } from '#apps/server/test-till.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { workspaces as seats } from '#modules/access/workspaces/workspaces.contract.ts'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { bankMatches } from '#modules/bank/matches/matches.contract.ts'
import { bankReconciliations } from '#modules/bank/reconciliations/reconciliations.contract.ts'
import { statements } from '#modules/bank/statements/statements.contract.ts'
import { position } from '#modules/inventory/position/position.contract.ts'
import { lookAtBooks, replayBooks } from '#modules/ledger/public.server.ts'
import { revaluations } from '#modules/ledger/revaluations/revaluations.contract.ts'
import { dashboard } from '#modules/reports/dashboard/dashboard.contract.ts'
import { deals } from '../deals/deals.contract.ts'
import { lookAtDeals } from '../settlement/check.queries.ts'

let app: TestApp
let call: Call
let manager: Call
let send: Awaited<ReturnType<TestApp['signIn']>>['send']
let companyId: string
let till: Awaited<ReturnType<typeof openTill>>
let today = ''
const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
const number = '0068123456'

beforeAll(async () => {
  app = await testApp()
  await app.owner(`update access.role_limit set amount = 1000000 where amount is not null`)
  const session = await app.signIn('admin')
  ;({ call, send } = session)
  ;({ companyId } = session.login.company)
  till = await openTill(app, session, { stock: { USD: ['1000', '4200.00'] } })
  today = (await call(dashboard.get)).body.businessDate ?? ''
  const workspaces = [{ type: 2 as const, workspaceId: till.branchId }]
  await app.addUser({ userName: 'head', roles: ['branch_manager'], workspaces })
  manager = (await app.signIn('head')).call
  await manager(seats.switch, { type: 3, workspaceId: till.counterId })
})
afterAll(async () => {
  await inCompany(companyId, async () => {
    const { db } = app.services
    const wrong = [...(await lookAtBooks(db)), ...(await lookAtDeals(db))].filter((one) => one.wrong > 0)
    expect(wrong).toEqual([])
    expect((await replayBooks(db)).differences).toEqual([])
  })
  await app.stop()
})

let count = 0
/** An account in a currency that begins with so much, at that cost. */
async function account(
  currency: string,
  opening?: [amount: string, value: string],
  own = `${number}${count}`,
) {
  count += 1
  const { status, body, error } = await call(
    bankAccounts.create,
    {
      code: `${currency}${count}`,
      name: `Nostro ${count}`,
      bankName: 'Harbour Bank',
      number: own,
      branchId: till.branchId,
      currencyId: till.id(currency),
      ...(opening && { openingAmount: opening[0], openingValue: opening[1] }),
    },
    key(),
  )
  expect(status, JSON.stringify(error)).toBe(200)
  return body.id
}

type Draft = CallOf<typeof deals.create>
const line = (side: 'buy' | 'sell', quantity: string, accountId: string | null) => ({
  side,
  currencyId: till.id('USD'),
  quantity,
  transfer: accountId === null ? null : { accountId, reference: 'FT 1' },
})
const make = (lines: Draft['lines'], more: Partial<Draft> = {}) =>
  call(deals.create, { lines, upTo: 'settle', ...more }, key())
async function made(lines: Draft['lines'], more: Partial<Draft> = {}) {
  const { status, body, error } = await make(lines, more)
  expect(status, JSON.stringify(error)).toBe(200)
  return body
}
const read = async (id: string) => (await call(deals.getById, { id })).body
async function held(id: string) {
  const { balance, value } = (await call(bankAccounts.getById, { id })).body
  return [balance, value]
}
async function notes() {
  const rows = await app.owner<{ pool: string }>(
    `select trim_scale(quantity) || ' / ' || trim_scale(value) as pool from ledger.pool where kind = 'notes' and item_id = $1`,
    [till.id('USD')],
  )
  return rows[0]?.pool
}

/** A statement of today of an account with these amounts, and the reconciliation that has them. */
async function bring(accountId: string, own: string, opening: string, amounts: readonly string[]) {
  const file = statementFile({ number: own, currency: 'USD', day: today, opening, amounts })
  const imported = await send(statements.import, { accountId }, file)
  expect(imported.status, JSON.stringify(imported.error)).toBe(200)
  const begun = await call(bankReconciliations.initialize, { accountId, toOn: today })
  expect(begun.status, JSON.stringify(begun.error)).toBe(200)
  return begun.body.id
}

test('what is sold by a bank goes at the cost of its account, apart from the notes, and is outstanding until the bank has it', async () => {
  const own = '0068123456'
  const usd = await account('USD', ['1000', '4500'], own)
  const { body: priced } = await call(deals.price, { lines: [line('sell', '100.55', usd)] })
  // Notes have cost 4.20.
  expect(priced.lines[0]).toMatchObject({ available: '1000', isShort: false, suggested: null })
  expect(Number(priced.lines[0]?.amount) - Number(priced.gain?.realised)).toBeCloseTo(452.48, 2)

  const deal = await made([line('sell', '100.55', usd)])
  expect(deal).toMatchObject({ state: 'settled', accounts: 'Nostro 1' })
  expect(deal.lines[0]?.transfer).toMatchObject({ accountId: usd, name: 'Nostro 1', reference: 'FT 1' })
  expect(await held(usd)).toEqual(['899.45', '4047.52'])
  expect(await notes()).toBe('1000 / 4200')
  // The position has both, each where it lies.
  const { rows } = (await call(position.list, { branchId: till.branchId })).body
  expect(rows.find(({ code }) => code === 'USD')).toMatchObject({
    onHand: '1000',
    atBanks: '899.45',
    quantity: '1899.45',
    value: '8247.52',
  })
  const [row] = (await call(deals.history, {})).body.items
  expect(row).toMatchObject({ number: deal.number, currencies: 'USD', accounts: 'Nostro 1' })

  const reconciliationId = await bring(usd, own, '1000', ['-100.55'])
  const { items } = (await call(bankMatches.items, { reconciliationId })).body
  expect(items).toMatchObject([{ number: deal.number, amount: '-100.55' }])
  const lines = (await call(bankMatches.lines, { reconciliationId, pageSize: 10 })).body.items
  const match = { reconciliationId, lines: [{ id: lines[0]?.id ?? '' }], itemIds: [items[0]?.id ?? ''] }
  expect((await call(bankMatches.match, match, key())).status).toBe(200)
  expect((await call(bankMatches.items, { reconciliationId })).body.items).toEqual([])
})

test('what is bought by a bank waits: a line of the bank clears it or says that it came back, and only then is the cash paid out', async () => {
  const own = '0068129999'
  const usd = await account('USD', ['500', '2250'], own)
  const good = await made([line('buy', '200', usd)])
  const bad = await made([line('buy', '300', usd)])
  expect([good.state, bad.state]).toEqual(['pending', 'pending'])
  expect(good.lines[0]?.transfer?.state).toBe('expected')
  expect((await call(deals.settle, { id: good.id, version: good.version }, key())).error.code).toBe(
    'PAYMENT_NOT_CLEARED',
  )
  // Not by a click of the maker.
  const payment = good.lines[0]?.transfer?.id ?? ''
  const click = { id: good.id, version: good.version, payment, state: 'cleared' as const, note: 'Seen.' }
  expect((await call(deals.clearPayment, click)).error.code).toBe('MAKER_IS_CHECKER')

  const reconciliationId = await bring(usd, own, '500', ['200', '300', '-300'])
  const { body: awaited } = await call(bankMatches.payments, { reconciliationId })
  expect(awaited.map((one) => [one.number, one.amount, one.state, one.reference])).toEqual([
    [good.number, '200.00', 'expected', 'FT 1'],
    [bad.number, '300.00', 'expected', 'FT 1'],
  ])
  const lines = (await call(bankMatches.lines, { reconciliationId, pageSize: 10 })).body.items
  const say = (amount: number, state: 'bounced' | 'cleared', at: number) =>
    call(bankMatches.clearPayments, {
      reconciliationId,
      lineId: lines.find((one) => Number(one.amount) === amount)?.id ?? '',
      state,
      paymentIds: [awaited[at]?.id ?? ''],
    })
  expect((await say(200, 'cleared', 1)).error.code).toBe('MATCH_SUM')
  expect((await say(200, 'cleared', 0)).status).toBe(200)
  expect((await say(300, 'cleared', 1)).status).toBe(200)
  expect((await say(-300, 'bounced', 1)).status).toBe(200)

  const back = await read(bad.id)
  expect(back.lines[0]?.transfer?.state).toBe('bounced')
  expect(back.events.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['payment.cleared', 'payment.bounced']),
  )
  expect((await call(deals.settle, { id: bad.id, version: back.version }, key())).error.code).toBe(
    'PAYMENT_NOT_CLEARED',
  )
  expect((await call(deals.cancel, { id: bad.id, version: back.version })).body.state).toBe('cancelled')

  const cleared = await read(good.id)
  const settled = await call(deals.settle, { id: good.id, version: cleared.version }, key())
  expect(settled.body).toMatchObject({ state: 'settled', lines: [{ isSettled: true }] })
  const cost = (2250 + Number(good.totals.buy)).toFixed(2)
  expect(await held(usd)).toEqual(['700.00', cost])
  expect(await notes()).toBe('1000 / 4200')
  // What the deal posted settles the line that cleared it.
  expect((await call(bankMatches.suggestions, { reconciliationId })).body.sureCount).toBe(1)
  expect((await call(bankMatches.matchSure, { reconciliationId }, key())).body.matches).toHaveLength(1)
})

test('another person says that it is good, or lets the deal go before it is', async () => {
  const usd = await account('USD')
  const deal = await made([line('buy', '50', usd)])
  const payment = deal.lines[0]?.transfer?.id ?? ''
  const of = { id: deal.id, version: deal.version, payment, state: 'cleared' as const }
  expect((await manager(deals.clearPayment, of)).error.invalidParams).toMatchObject([{ field: 'note' }])
  const { body: cleared } = await manager(deals.clearPayment, { ...of, note: 'The bank has called.' })
  expect(cleared.lines[0]?.transfer?.state).toBe('cleared')
  const settled = await call(deals.settle, { id: deal.id, version: cleared.version }, key())
  expect(settled.body.state).toBe('settled')

  const asked = await made([line('buy', '40', usd)], { askAuthorization: true })
  expect(asked).toMatchObject({ state: 'waiting', openGates: ['authorization'] })
  expect(asked.gates).toMatchObject([{ reason: 'uncleared' }])
  const { body: passed } = await manager(deals.approveAuthorization, { id: asked.id, version: asked.version })
  expect((await call(deals.settle, { id: asked.id, version: passed.version }, key())).body.state).toBe(
    'settled',
  )
  expect((await held(usd))[0]).toBe('90.00')
})

test('more than the account has is refused at its line, and of two at once one', async () => {
  const usd = await account('USD', ['100', '450'])
  const short = await make([line('sell', '10', null), line('sell', '100.01', usd)])
  expect(short.error.invalidParams).toMatchObject([{ field: 'lines.1.quantity' }])
  expect(short.error.code).toBe('INSUFFICIENT_STOCK')
  const two = await Promise.all([make([line('sell', '60', usd)]), make([line('sell', '60', usd)])])
  expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await held(usd)).toEqual(['40.00', '180.00'])
  // What is promised to a deal that waits goes to nobody else.
  const kept = await made([line('sell', '30', usd)], { upTo: 'submit' })
  expect((await make([line('sell', '20', usd)])).error.code).toBe('INSUFFICIENT_STOCK')
  const { body } = await call(deals.price, { lines: [line('sell', '20', usd)] })
  expect(body.lines[0]).toMatchObject({ available: '10', isShort: true })
  expect((await call(deals.settle, { id: kept.id, version: kept.version }, key())).body.state).toBe('settled')
  expect(await held(usd)).toEqual(['10.00', '45.00'])
  const empty = await account('USD')
  expect((await make([line('sell', '1', empty)])).error.code).toBe('INSUFFICIENT_STOCK')
})

test('a reversal puts it back into its account at what it had cost', async () => {
  const usd = await account('USD', ['100', '450'])
  const deal = await made([line('sell', '40', usd)])
  expect(await held(usd)).toEqual(['60.00', '270.00'])
  const back = await manager(deals.reverse, { id: deal.id, version: deal.version, note: 'Wrong bank' }, key())
  expect(back.body.state, JSON.stringify(back.error)).toBe('reversed')
  expect(await held(usd)).toEqual(['100.00', '450.00'])
  expect(await notes()).toBe('1000 / 4200')
})

test('an account that is closed, of another currency or unknown takes no part, and a draft keeps its own', async () => {
  const usd = await account('USD', ['100', '450'])
  const at = (accountId: string, more: Partial<Draft['lines'][number]> = {}) =>
    make([{ ...line('sell', '10', accountId), ...more }])
  for (const other of [randomUUID(), await account('EUR')])
    expect((await at(other)).error).toMatchObject({
      code: 'BANK_ACCOUNT_UNFIT',
      invalidParams: [{ field: 'lines.0.transfer.accountId' }],
    })
  const pieces = [{ kind: 'note' as const, faceValue: '10', count: 1 }]
  expect((await at(usd, { pieces })).error).toMatchObject({
    code: 'NO_PIECES_BY_BANK',
    invalidParams: [{ field: 'lines.0.pieces' }],
  })
  const draft = await made([line('sell', '100', usd)], { upTo: 'draft' })
  const { body: submitted } = await call(deals.submit, { id: draft.id, version: draft.version })
  expect(submitted.lines[0]?.transfer).toMatchObject({ accountId: usd, reference: 'FT 1', state: 'expected' })
  // The account is named by a deal: it stays.
  const { body: mine } = await call(bankAccounts.getById, { id: usd })
  expect((await call(bankAccounts.delete, { id: usd, version: mine.version })).status).not.toBe(200)
  const empty = await account('USD')
  const waiting = await made([line('buy', '10', empty)])
  const { body: closed } = await call(bankAccounts.getById, { id: empty })
  expect((await call(bankAccounts.disable, { id: empty, version: closed.version })).status).toBe(200)
  const payment = waiting.lines[0]?.transfer?.id ?? ''
  const said = { payment, state: 'cleared' as const, note: 'There.' }
  const { body: now } = await manager(deals.clearPayment, {
    id: waiting.id,
    version: waiting.version,
    ...said,
  })
  expect((await call(deals.settle, { id: waiting.id, version: now.version }, key())).error.code).toBe(
    'BANK_ACCOUNT_UNFIT',
  )
  expect((await make([line('buy', '10', empty)])).error.code).toBe('BANK_ACCOUNT_UNFIT')
})

test('only what is in notes counts as cash', async () => {
  const usd = await account('USD', ['1000', '4500'])
  const cashOf = async (id: string) =>
    (
      await app.owner<{ cash: string }>(`select cash::float8 as cash from exchange.deal where id = $1`, [id])
    )[0]?.cash
  const [mode] = await app.owner<{ id: string }>(
    `select id from currencies.mode where side = 'payment' and kind = 'bankTransfer' and is_enabled limit 1`,
  )
  const { body: priced } = await call(deals.price, { lines: [line('sell', '100', usd)] })
  const payments = [{ direction: 'in' as const, modeId: mode?.id ?? '', amount: priced.totals.net }]
  const whole = await made([line('sell', '100', usd)], { payments })
  expect(await cashOf(whole.id)).toBe(0)
  const half = await made([line('sell', '100', usd)])
  expect(await cashOf(half.id)).toBe(Number(half.net))
})

test('a revaluation finds what is at the bank', async () => {
  const usd = await account('USD', ['1000', '4500'])
  await made([line('sell', '400', usd)])
  const drafted = await call(revaluations.create, {
    businessDate: today,
    rateKind: 'entered',
    branchId: till.branchId,
    rates: [{ currencyId: till.id('USD'), rate: '4.60' }],
  })
  const own = drafted.body.lines.filter(({ party }) => party?.endsWith(`Nostro ${count}`))
  expect(own).toMatchObject([{ kind: 'bank', quantity: '600.00', value: '2700.00', difference: '60.00' }])
})
