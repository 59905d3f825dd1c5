import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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
import { trialBalance } from '#modules/ledger/statements/statements.contract.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { dashboard } from '#modules/reports/dashboard/dashboard.contract.ts'
import { profitReport } from '#modules/reports/profit/profit.contract.ts'
import { deals } from '../deals/deals.contract.ts'
import { lookAtDeals } from '../settlement/check.queries.ts'

let app: TestApp
let call: Call
let manager: Call
/** Keeps the books of the branch of the account, and sees no other. */
let keeper: Awaited<ReturnType<TestApp['signIn']>>
let companyId: string
let till: Awaited<ReturnType<typeof openTill>>
/** The branch of the account. */
let there = ''
let today = ''
const key = () => ({ headers: { 'idempotency-key': randomUUID() } })

beforeAll(async () => {
  app = await testApp()
  await app.owner(`update access.role_limit set amount = 1000000 where amount is not null`)
  const session = await app.signIn('admin')
  ;({ call } = session)
  ;({ companyId } = session.login.company)
  // Who keeps the account reads its branch alone.
  await app.owner(
    `update access.role set permissions = array_remove(permissions, 'view_all_workspaces') where base_role = 'accountant'`,
  )
  till = await openTill(app, session, { stock: { USD: ['1000', '4200.00'] } })
  const { branches } = await inCompany(companyId, () => tree(app.services.db))
  there = branches.find(({ id }) => id !== till.branchId)?.id ?? ''
  today = (await call(dashboard.get)).body.businessDate ?? ''
  const at = (workspaceId: string) => [{ type: 2 as const, workspaceId }]
  await app.addUser({ userName: 'head', roles: ['branch_manager'], workspaces: at(till.branchId) })
  manager = (await app.signIn('head')).call
  await manager(seats.switch, { type: 3, workspaceId: till.counterId })
  await app.addUser({ userName: 'keeper', roles: ['accountant'], workspaces: at(there) })
  keeper = await app.signIn('keeper')
  await keeper.call(seats.switch, { type: 2, workspaceId: there })
})
afterEach(() =>
  inCompany(companyId, async () => {
    const { db } = app.services
    const wrong = [...(await lookAtBooks(db)), ...(await lookAtDeals(db))].filter((one) => one.wrong > 0)
    expect(wrong).toEqual([])
  }),
)
afterAll(async () => {
  await inCompany(companyId, async () => expect((await replayBooks(app.services.db)).differences).toEqual([]))
  await app.stop()
})

let count = 0
/** An account in dollars of the other branch. */
async function account({ isShared = true, opening = ['1000', '4500'] as [string, string] } = {}) {
  count += 1
  const number = `0099000${count}`
  const { status, body, error } = await call(
    bankAccounts.create,
    {
      code: `NOSTRO${count}`,
      name: `Nostro ${count}`,
      bankName: 'Harbour Bank',
      number,
      branchId: there,
      currencyId: till.id('USD'),
      isShared,
      openingAmount: opening[0],
      openingValue: opening[1],
    },
    key(),
  )
  expect(status, JSON.stringify(error)).toBe(200)
  return { id: body.id, number }
}

type Draft = CallOf<typeof deals.create>
const line = (side: 'buy' | 'sell', quantity: string, accountId: string) => ({
  side,
  currencyId: till.id('USD'),
  quantity,
  transfer: { accountId, reference: 'FT 1' },
})
const make = (lines: Draft['lines'], more: Partial<Draft> = {}) =>
  call(deals.create, { lines, upTo: 'settle', ...more }, key())
async function made(lines: Draft['lines'], more: Partial<Draft> = {}) {
  const { status, body, error } = await make(lines, more)
  expect(status, JSON.stringify(error)).toBe(200)
  return body
}
async function held(id: string) {
  const { balance, value } = (await call(bankAccounts.getById, { id })).body
  return [balance, value]
}

/** What the ledgers of a branch come to today, by code; those of nothing are not there. */
async function booksOf(branchId: string) {
  const { body } = await call(trialBalance.list, { from: today, to: today, branchId })
  expect(body.checks.filter(({ isRight }) => !isRight)).toEqual([])
  return new Map(
    body.rows.flatMap(({ kind, code, amounts }) =>
      kind === 'ledger' ? [[code, Number(amounts.at(-1))]] : [],
    ),
  )
}
/** What a branch has at banks, of what cost, as the position says. */
async function atBanks(branchId: string) {
  const { rows } = (await call(position.list, { branchId })).body
  return rows.find(({ code }) => code === 'USD')
}
/** What branches owe one another, to the cent the same from both sides. */
async function owed() {
  const [here, other] = [await booksOf(till.branchId), await booksOf(there)]
  expect((here.get('1410') ?? 0) + (other.get('1410') ?? 0)).toBeCloseTo(0, 10)
  return here.get('1410') ?? 0
}

/** By how much ledgers have moved between two looks; those that have not are left out. */
const moved = (was: ReadonlyMap<string, number>, is: ReadonlyMap<string, number>) =>
  [...new Set([...was.keys(), ...is.keys()])]
    .map((code) => Number(((is.get(code) ?? 0) - (was.get(code) ?? 0)).toFixed(2)))
    .filter((amount) => amount !== 0)

/** A statement of today of an account with these amounts, and the reconciliation that has them, by who keeps it. */
async function bring(
  { id: accountId, number }: { id: string; number: string },
  opening: string,
  amounts: readonly string[],
) {
  const file = statementFile({ number, currency: 'USD', day: today, opening, amounts })
  const imported = await keeper.send(statements.import, { accountId }, file)
  expect(imported.status, JSON.stringify(imported.error)).toBe(200)
  const begun = await keeper.call(bankReconciliations.initialize, { accountId, toOn: today })
  expect(begun.status, JSON.stringify(begun.error)).toBe(200)
  return begun.body.id
}

test('a counter sells by an account that another branch shares: at its cost, and the gain is that of the counter', async () => {
  const usd = await account()
  const choices = (await call(deals.accounts)).body
  expect(choices.map(({ name }) => name)).toContain('Nostro 1')
  const before = { owed: await owed(), bank: (await atBanks(there))?.value ?? '0' }
  const ours = await booksOf(till.branchId)
  const theirs = await booksOf(there)
  const deal = await made([line('sell', '100', usd.id)])
  expect(deal).toMatchObject({ state: 'settled', accounts: 'Nostro 1' })
  expect(await held(usd.id)).toEqual(['900.00', '4050.00'])
  // What the account gave at cost is owed to its branch, and no more.
  expect((await owed()) - before.owed).toBeCloseTo(-450, 10)
  const gain = Number(deal.totals.sell) - 450
  const now = { ours: await booksOf(till.branchId), theirs: await booksOf(there) }
  expect(moved(theirs, now.theirs).toSorted((a, b) => a - b)).toEqual([-450, 450])
  expect(moved(ours, now.ours)).toContain(Number((-gain).toFixed(2)))
  expect(Number((await atBanks(there))?.value) - Number(before.bank)).toBeCloseTo(-450, 10)
  const { rows } = (await call(profitReport.profitLoss, { from: today, to: today })).body
  expect(rows.filter((row) => row.source === 'deals' && row.code === 'USD')).toMatchObject([
    { branchId: till.branchId, cost: '450.00', realised: gain.toFixed(2) },
  ])
})

test('what is bought waits for the account: its keeper sees it, clears one and says that another came back', async () => {
  const usd = await account({ opening: ['500', '2250'] })
  const [good, bad] = [await made([line('buy', '200', usd.id)]), await made([line('buy', '300', usd.id)])]
  expect([good.state, bad.state]).toEqual(['pending', 'pending'])
  // Another branch's deal is no business of theirs otherwise.
  expect((await keeper.call(deals.getById, { id: good.id })).status).not.toBe(200)
  const reconciliationId = await bring(usd, '500', ['200', '300', '-300'])
  const { body: awaited } = await keeper.call(bankMatches.payments, { reconciliationId })
  expect(awaited.map((one) => [one.number, one.amount, one.state])).toEqual([
    [good.number, '200.00', 'expected'],
    [bad.number, '300.00', 'expected'],
  ])
  const lines = (await keeper.call(bankMatches.lines, { reconciliationId, pageSize: 10 })).body.items
  const say = (amount: number, state: 'bounced' | 'cleared', at: number) =>
    keeper.call(bankMatches.clearPayments, {
      reconciliationId,
      lineId: lines.find((one) => Number(one.amount) === amount)?.id ?? '',
      state,
      paymentIds: [awaited[at]?.id ?? ''],
    })
  for (const said of [
    await say(200, 'cleared', 0),
    await say(300, 'cleared', 1),
    await say(-300, 'bounced', 1),
  ])
    expect(said.status, JSON.stringify(said.error)).toBe(200)

  const back = (await call(deals.getById, { id: bad.id })).body
  expect(back.lines[0]?.transfer?.state).toBe('bounced')
  expect(back.events.find(({ act }) => act === 'payment.bounced')).toMatchObject({ by: 'keeper' })
  const refused = await call(deals.settle, { id: bad.id, version: back.version }, key())
  expect(refused.error.code).toBe('PAYMENT_NOT_CLEARED')
  expect(await held(usd.id)).toEqual(['500.00', '2250.00'])

  const before = await owed()
  const cleared = (await call(deals.getById, { id: good.id })).body
  const settled = await call(deals.settle, { id: good.id, version: cleared.version }, key())
  expect(settled.body.state, JSON.stringify(settled.error)).toBe('settled')
  expect(await held(usd.id)).toEqual(['700.00', (2250 + Number(good.totals.buy)).toFixed(2)])
  expect((await owed()) - before).toBeCloseTo(Number(good.totals.buy), 10)
  const matched = await keeper.call(bankMatches.matchSure, { reconciliationId }, key())
  expect(matched.body.matches).toHaveLength(1)
})

test('a reversal brings back what moved in both branches, and what it is worth otherwise by then is the gain of the counter', async () => {
  const usd = await account({ opening: ['100', '450'] })
  const before = await owed()
  const sale = await made([line('sell', '40', usd.id)])
  const back = await manager(deals.reverse, { id: sale.id, version: sale.version, note: 'Wrong bank' }, key())
  expect(back.body.state, JSON.stringify(back.error)).toBe('reversed')
  expect(await held(usd.id)).toEqual(['100.00', '450.00'])
  expect(await owed()).toBeCloseTo(before, 10)

  const bought = await made([line('buy', '100', usd.id)])
  const payment = bought.lines[0]?.transfer?.id ?? ''
  const said = { id: bought.id, version: bought.version, payment, state: 'cleared' as const, note: 'There.' }
  const { body: cleared } = await manager(deals.clearPayment, said)
  const settled = await call(deals.settle, { id: bought.id, version: cleared.version }, key())
  expect(settled.body.state, JSON.stringify(settled.error)).toBe('settled')
  await made([line('sell', '100', usd.id)])
  // What goes back is worth the average of both purchases by then.
  const was = { ours: await booksOf(till.branchId), theirs: await booksOf(there), held: await held(usd.id) }
  const note = 'Not ours'
  const took = await manager(deals.reverse, { id: bought.id, version: settled.body.version, note }, key())
  expect(took.body.state, JSON.stringify(took.error)).toBe('reversed')
  const now = await held(usd.id)
  expect(now).toEqual(['0.00', '0.00'])
  const left = Number((Number(now[1]) - Number(was.held[1])).toFixed(2))
  const gain = Number((left + Number(bought.totals.buy)).toFixed(2))
  expect(gain).not.toBe(0)
  const theirs = moved(was.theirs, await booksOf(there))
  expect(theirs.toSorted((a, b) => a - b)).toEqual([left, -left])
  expect(moved(was.ours, await booksOf(till.branchId))).toContain(Number((-gain).toFixed(2)))
})

test('one that its branch does not share takes no part', async () => {
  const own = await account({ isShared: false })
  const unfit = await make([line('sell', '10', own.id)])
  expect(unfit.error).toMatchObject({
    code: 'BANK_ACCOUNT_UNFIT',
    invalidParams: [{ field: 'lines.0.transfer.accountId' }],
  })
  expect((await call(deals.accounts)).body.map(({ id }) => id)).not.toContain(own.id)
})
