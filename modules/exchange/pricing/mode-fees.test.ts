import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { deals } from '../deals/deals.contract.ts'
import { feeSettings } from '#modules/charges/fees/fees.contract.ts'

let app: TestApp
let usd: string
let admin: Call
let teller: Call
let mode: Record<string, string>

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('teller')
  teller = session.call
  admin = (await app.signIn('admin')).call
  usd = (await openTill(app, session, { stock: { USD: ['10000', '20000'] } })).id('USD')
  for (const { id, version } of (await admin(feeSettings.list)).body.items)
    await admin(feeSettings.disable, { id, version })
  const modes = (await teller(paymentModes.listSelection)).body
  mode = Object.fromEntries(modes.map(({ kind, id }) => [kind, id]))
})
afterAll(() => app.stop())

const lines = (...quantities: string[]) =>
  quantities.map((quantity) => ({ side: 'sell' as const, currencyId: usd, quantity }))
type Payments = NonNullable<CallOf<typeof deals.price>['payments']>
const paid = (kind: string, amount: string): Payments[number] => ({
  direction: 'in',
  modeId: mode[kind] ?? '',
  amount,
})
const fee = async (draft: Pick<CallOf<typeof deals.price>, 'lines' | 'payments'>) =>
  (await teller(deals.price, draft)).body.totals
const charging = async (part: Partial<CallOf<typeof feeSettings.create>>, work: () => Promise<void>) => {
  const { body, error } = await admin(feeSettings.create, {
    name: randomUUID(),
    priority: 1,
    kind: 'flat',
    ...part,
  })
  expect(body.id, JSON.stringify(error)).toBeDefined()
  await work()
  await admin(feeSettings.disable, { id: body.id, version: body.version })
}

test('a fee of a mode is charged on what is paid by it, whatever is paid first another way', async () => {
  const { sell } = await fee({ lines: lines('500') })
  await charging({ kind: 'percent', percent: '0.02', modeId: mode['card'] ?? null }, async () => {
    const share = (amount: string) => new Exact(amount).times('0.02').toFixed(2)
    const by = async (...payments: Payments) => (await fee({ lines: lines('500'), payments })).fee
    expect(await by(paid('card', sell))).toBe(share(sell))
    const rest = (first: string) => new Exact(sell).minus(first).toFixed()
    for (const cash of ['0.05', '1000'])
      for (const order of ['first', 'last']) {
        const card = new Exact(rest(cash)).plus(share(rest(cash))).toFixed()
        const both = [paid('cash', cash), paid('card', order === 'first' ? card : rest(cash))]
        expect(await by(...(order === 'first' ? both : both.toReversed()))).toBe(share(rest(cash)))
      }
    // What the fee comes to does not depend on the last payment: whoever pays what is left pays it all.
    const payments = [paid('cash', '1000'), paid('card', new Exact(rest('1000')).times('1.02').toFixed(2))]
    const key = { headers: { 'idempotency-key': randomUUID() } }
    const { status, error } = await teller(
      deals.create,
      { lines: lines('500'), payments, upTo: 'draft' },
      key,
    )
    expect(status, JSON.stringify(error)).toBe(200)
  })
})

test('a flat fee of a mode is charged whole once anything is paid by it', async () => {
  await charging({ amount: '7', modeId: mode['card'] ?? null }, async () => {
    const payments = [paid('cash', '1000'), paid('card', '0.05')]
    expect((await fee({ lines: lines('500'), payments })).fee).toBe('7.00')
    expect((await fee({ lines: lines('500') })).fee).toBe('0.00')
  })
})

test('a band of amounts looks at all that a deal has of a currency on a side', async () => {
  const { sell } = await fee({ lines: lines('400') })
  await charging({ amount: '7', amountFrom: sell }, async () => {
    const of = async (...quantities: string[]) => (await fee({ lines: lines(...quantities) })).fee
    expect([await of('400'), await of('200', '200'), await of('200', '100')]).toEqual([
      '7.00',
      '7.00',
      '0.00',
    ])
  })
  await charging({ amount: '7', amountTo: sell }, async () => {
    expect((await fee({ lines: lines('200', '200') })).fee).toBe('0.00')
  })
})
