import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { roles } from '#modules/access/roles/roles.contract.ts'
import { corporates } from '#modules/customers/profiles/profiles.contract.ts'
import { feeSettings } from '#modules/charges/fees/fees.contract.ts'
import { amountIn, decimalFaults } from './amounts.server.ts'

test.each([
  ['KWD', '1000.500', '1000.500', []],
  ['KWD', '1000.05', '1000.050', []],
  ['KWD', '1500.5555', '', ['amount']],
  ['JPY', '1000', '1000', []],
  ['JPY', '1000.0', '1000', []],
  ['JPY', '1000.5', '', ['amount']],
  ['JPY', '1500.250', '', ['amount']],
  ['MYR', '0.005', '', ['amount']],
])('%s %s has the decimals of its currency, or is refused', (currency, amount, kept, fields) => {
  expect(decimalFaults(currency, { amount }).map(({ field }) => field)).toEqual(fields)
  if (kept) expect(amountIn(currency, amount)).toBe(kept)
})

describe('an amount of local currency with too many decimals', () => {
  let app: TestApp
  let admin: Call
  beforeAll(async () => {
    app = await testApp()
    await app.owner(`update organisation.company set local_currency = 'KWD'`)
    admin = (await app.signIn('admin')).call
  })
  afterAll(() => app.stop())

  test('is refused at its field: turnover, limit of a role, fee', async () => {
    const firm = (annualTurnover: string) =>
      admin(corporates.create, {
        name: `Dinar ${annualTurnover}`,
        registrationNumber: annualTurnover,
        annualTurnover,
      })
    expect((await firm('1000.05')).body).toMatchObject({ annualTurnover: '1000.050' })
    expect((await firm('1000.5555')).error.invalidParams).toMatchObject([
      { field: 'annualTurnover', message: 'An amount in KWD has at most 3 decimals.' },
    ])
    const role = (type: 'deal_amount' | 'rate_deviation', amount: string) =>
      admin(roles.create, {
        name: `Dinars ${type}`,
        baseRole: 'teller',
        level: 3,
        permissions: [],
        limits: [{ type, amount, isUnlimited: false }],
      })
    expect((await role('deal_amount', '1500.5555')).error).toMatchObject({
      code: 'AMOUNT_DECIMALS',
      invalidParams: [{ field: 'limits.0.amount' }],
    })
    // A percentage is no amount.
    expect((await role('rate_deviation', '0.1250')).status).toBe(200)
    const fee = { name: 'Too fine', priority: 1, kind: 'flat' as const, amount: '0.0005' }
    expect((await admin(feeSettings.create, fee)).error.invalidParams).toMatchObject([{ field: 'amount' }])
  })
})
