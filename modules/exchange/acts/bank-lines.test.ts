import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { statementFile } from '#apps/server/test-statement.ts'
import { openTill } from '#apps/server/test-till.ts'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { bankMatches } from '#modules/bank/matches/matches.contract.ts'
import { bankReconciliations } from '#modules/bank/reconciliations/reconciliations.contract.ts'
import { statements } from '#modules/bank/statements/statements.contract.ts'
import { dashboard } from '#modules/reports/dashboard/dashboard.contract.ts'
import { deals } from '../deals/deals.contract.ts'

let app: TestApp
let call: Call
let send: Awaited<ReturnType<TestApp['signIn']>>['send']
let till: Awaited<ReturnType<typeof openTill>>
let accountId = ''
const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
const number = '7700112233'

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  ;({ call, send } = session)
  till = await openTill(app, session, { stock: { USD: ['1000', '4200.00'] } })
  const { currencies } = (await call(bankAccounts.choices)).body
  const [ledger] = await app.owner<{ id: string }>(
    `select account_id as id from ledger.mapping where part = 'bank' limit 1`,
  )
  const made = await call(
    bankAccounts.create,
    {
      code: 'MAIN',
      name: 'Main',
      bankName: 'Harbour Bank',
      number,
      branchId: till.branchId,
      currencyId: currencies.find(({ name }) => name === 'MYR')?.id ?? '',
      ledgerId: ledger?.id ?? '',
    },
    key(),
  )
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  accountId = made.body.id
})
afterAll(() => app.stop())

/** A sale that is to be paid by a transfer to our bank. */
async function sale(quantity: string) {
  const line = { side: 'sell' as const, currencyId: till.id('USD'), quantity }
  const [mode] = await app.owner<{ id: string }>(
    `select id from currencies.mode where side = 'payment' and kind = 'bankTransfer' and needs_clearing and is_enabled limit 1`,
  )
  const { body: priced } = await call(deals.price, { lines: [line] })
  const payments = [{ direction: 'in' as const, modeId: mode?.id ?? '', amount: priced.totals.net }]
  const made = await call(deals.create, { lines: [line], payments, upTo: 'settle' }, key())
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return { ...made.body, net: priced.totals.net }
}

/** A statement of today with these amounts, and the reconciliation that has them. */
async function bring(amounts: readonly string[]) {
  const today = (await call(dashboard.get)).body.businessDate ?? ''
  const file = statementFile({ number, currency: 'MYR', day: today, opening: '5000', amounts })
  const imported = await send(statements.import, { accountId }, file)
  expect(imported.status, JSON.stringify(imported.error)).toBe(200)
  const made = await call(bankReconciliations.initialize, { accountId, toOn: today })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body.id
}

const linesOf = async (reconciliationId: string) =>
  (await call(bankMatches.lines, { reconciliationId, pageSize: 200 })).body.items
const stateOf = async (id: string) => (await call(deals.getById, { id })).body.payments[0]?.state

test('a line of the bank clears the payment of a deal, another bounces it, and what the deal posts settles the line', async () => {
  const [first, second] = [await sale('10'), await sale('20')]
  const reconciliationId = await bring([first.net, second.net, `-${second.net}`])
  const lines = await linesOf(reconciliationId)
  const lineOf = (amount: string) => lines.find((one) => Number(one.amount) === Number(amount))?.id ?? ''
  const awaited = (await call(bankMatches.payments, { reconciliationId })).body
  expect(awaited.map((one) => [one.number, one.state])).toEqual([
    [first.number, 'expected'],
    [second.number, 'expected'],
  ])
  const [own, other] = awaited.map(({ id }) => id) as [string, string]
  const say = (lineId: string, state: 'bounced' | 'cleared', paymentIds: string[]) =>
    call(bankMatches.clearPayments, { reconciliationId, lineId, state, paymentIds })

  // Neither another amount, nor the other direction, nor a click of the maker.
  expect((await say(lineOf(first.net), 'cleared', [other])).error.code).toBe('MATCH_SUM')
  expect((await say(lineOf(first.net), 'bounced', [own])).error.invalidParams[0]?.field).toBe('state')
  const click = {
    id: first.id,
    version: first.version,
    payment: own,
    state: 'cleared' as const,
    note: 'Seen.',
  }
  expect((await call(deals.clearPayment, click)).error.code).toBe('MAKER_IS_CHECKER')
  expect(await stateOf(first.id)).toBe('expected')

  expect((await say(lineOf(first.net), 'cleared', [own])).status).toBe(200)
  expect((await say(lineOf(first.net), 'cleared', [own])).error.code).toBe('ITEM_SETTLED')
  expect((await say(lineOf(second.net), 'cleared', [other])).status).toBe(200)
  expect((await say(lineOf(`-${second.net}`), 'bounced', [other])).status).toBe(200)
  expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['cleared', 'bounced'])
  const { body: back } = await call(deals.getById, { id: second.id })
  expect(back.events.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['payment.cleared', 'payment.bounced']),
  )
  const refused = await call(deals.settle, { id: second.id, version: back.version }, key())
  expect(refused.error.code).toBe('PAYMENT_NOT_CLEARED')

  // Before the deal is handed over the books have nothing for the line; then it is sure.
  const suggested = async () => (await call(bankMatches.suggestions, { reconciliationId })).body
  expect((await suggested()).sureCount).toBe(0)
  const { body: now } = await call(deals.getById, { id: first.id })
  expect((await call(deals.settle, { id: first.id, version: now.version }, key())).body.state).toBe('settled')
  expect((await suggested()).sureCount).toBe(1)
  expect((await call(bankMatches.matchSure, { reconciliationId }, key())).body.matches).toHaveLength(1)
  // What came and went back settles itself.
  const both = [lineOf(second.net), lineOf(`-${second.net}`)].map((id) => ({ id }))
  const alone = await call(
    bankMatches.match,
    { reconciliationId, lines: both.slice(0, 1), itemIds: [] },
    key(),
  )
  expect(alone.error.code).toBe('MATCH_EMPTY')
  expect((await call(bankMatches.match, { reconciliationId, lines: both, itemIds: [] }, key())).status).toBe(
    200,
  )
  expect((await linesOf(reconciliationId)).map(({ left }) => Number(left))).toEqual([0, 0, 0])
  // A payment rests on the statement: it is not taken out.
  const [statement] = (await call(statements.list, {})).body.items
  const out = { id: statement?.id ?? '', version: statement?.version ?? 0 }
  expect((await call(statements.remove, out)).error.code).toBe('STATEMENT_CLEARED')
})
