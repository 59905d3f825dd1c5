import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { roles } from '#modules/access/roles/roles.contract.ts'
import { corporates } from '#modules/customers/profiles/profiles.contract.ts'
import { cdd } from '#modules/compliance/cdd/cdd.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { feeSettings } from '#modules/charges/fees/fees.contract.ts'
import { company } from './company.contract.ts'
import { amountIn, decimalFaults, formatAmountIn } from './amounts.server.ts'

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

test('an amount that was once kept with more decimals is shown as it was kept', () => {
  expect([
    formatAmountIn('KWD', '1500.5'),
    formatAmountIn('JPY', '1000'),
    formatAmountIn('MYR', '20'),
  ]).toEqual(['1500.500', '1000', '20.00'])
  expect([formatAmountIn('KWD', '0.00050000'), formatAmountIn('JPY', '1000.5')]).toEqual(['0.0005', '1000.5'])
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
      { field: 'annualTurnover', message: 'Too many decimals. This currency has 3.' },
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
      code: 'TOO_MANY_DECIMALS',
      invalidParams: [{ field: 'limits.0.amount' }],
    })
    // A percentage is no amount.
    expect((await role('rate_deviation', '0.1250')).status).toBe(200)
    const fee = { name: 'Too fine', priority: 1, kind: 'flat' as const, amount: '0.0005' }
    expect((await admin(feeSettings.create, fee)).error.invalidParams).toMatchObject([{ field: 'amount' }])
  })
})

describe.each([
  { code: 'KWD', good: '1000.05', kept: '1000.050', bad: '1500.5555' },
  { code: 'JPY', good: '1000', kept: '1000', bad: '1000.5' },
])('amounts of a company whose money is $code', ({ code, good, kept, bad }) => {
  let app: TestApp
  let admin: Call
  let officer: Call
  beforeAll(async () => {
    app = await testApp()
    admin = (await app.signIn('admin')).call
    officer = (await app.signIn('compliance')).call
    const { logoFileId: _, ...before } = (await admin(company.getDetail)).body
    expect((await admin(company.update, { ...before, localCurrency: code })).status).toBe(200)
  })
  afterAll(() => app.stop())
  const refusal = (field: string) => ({ code: 'TOO_MANY_DECIMALS', invalidParams: [{ field }] })

  test('of turnover and credit are kept with its decimals, or refused at their field', async () => {
    const firm = { name: `Brackwater ${code}`, registrationNumber: `BW-${code}` }
    const refused = await admin(corporates.create, { ...firm, annualTurnover: bad })
    expect(refused.error.invalidParams).toMatchObject([{ field: 'annualTurnover' }])
    const made = (await admin(corporates.create, { ...firm, annualTurnover: good })).body
    expect(made.annualTurnover).toBe(kept)
    const key = { id: made.id, version: made.version }
    const credit = (creditLimit: string) => admin(corporates.updateCreditInfo, { ...key, creditLimit })
    expect((await credit(bad)).error).toMatchObject(refusal('creditLimit'))
    expect((await credit(good)).body.creditLimit).toBe(kept)
  })

  test('of a role are shown with its decimals, and a percentage as it is', async () => {
    const limit = (type: 'deal_amount' | 'rate_deviation', amount: string) => ({
      type,
      amount,
      isUnlimited: false,
    })
    const limits = [limit('deal_amount', good), limit('rate_deviation', '0.5')]
    const role = { name: `Limits ${code}`, baseRole: 'teller', level: 3 as const, permissions: [], limits }
    const { body } = await admin(roles.create, role)
    expect(body.limits).toEqual([{ ...limits[0], amount: kept }, limits[1]])
  })

  test('of rules, fees and tolerances are refused at their field', async () => {
    const rule = (amount: string) =>
      officer(cdd.create, {
        code: `OWN-${code}`,
        name: 'Own',
        service: 'money_changing',
        direction: 'both',
        instrument: 'any',
        metric: 'single',
        currency: code,
        linkBy: ['customer'],
        operator: '>=',
        tier: 'EDD',
        amount,
      })
    expect((await rule(bad)).error).toMatchObject(refusal('amount'))
    expect((await rule(good)).body.amount).toBe(kept)
    const fee = (part: object) =>
      admin(feeSettings.create, { name: 'Fee', priority: 1, kind: 'flat', amount: '1', ...part })
    expect((await fee({ amount: bad })).error).toMatchObject(refusal('amount'))
    expect((await fee({ minimum: bad })).error).toMatchObject(refusal('minimum'))
    const tiers = [{ from: bad, amount: '1', percent: null }]
    expect((await fee({ kind: 'tiered', amount: null, tiers })).error).toMatchObject(refusal('tiers'))
    const step = { from: good, amount: good, percent: null }
    expect((await fee({ name: 'Steps', kind: 'tiered', amount: null, tiers: [step] })).body.tiers).toEqual([
      { ...step, from: kept, amount: kept },
    ])
    const made = (await fee({ amount: good, minimum: good })).body
    expect(made).toMatchObject({ amount: kept, minimum: kept, versions: [{ terms: { amount: kept } }] })
    const tolerance = (value: string) =>
      admin(configuration.update, { settings: [{ key: 'COUNT_TOLERANCE', customerType: 0, value }] })
    expect((await tolerance(bad)).error).toMatchObject(refusal('settings.0.value'))
    expect((await tolerance(good)).status).toBe(200)
  })
})
