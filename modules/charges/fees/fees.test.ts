import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { feeSettings } from './fees.contract.ts'
import { type FeeAsk, feeOf, type FeeRule, feesOf } from './fees.domain.ts'

const rule = (part: Partial<FeeRule> = {}): FeeRule => ({
  id: '1',
  version: 1,
  name: 'Handling',
  priority: 100,
  branchId: null,
  currencyId: null,
  side: null,
  customerType: null,
  modeId: null,
  amountFrom: null,
  amountTo: null,
  kind: 'flat',
  amount: '5',
  percent: null,
  tiers: [],
  minimum: null,
  maximum: null,
  taxKind: 'none',
  taxName: '',
  taxRate: null,
  isWaivable: true,
  ...part,
})
const ask = (part: Partial<FeeAsk> = {}): FeeAsk => ({
  branchId: 'B',
  currencyId: 'USD',
  side: 'sell',
  customerType: 1,
  modeId: null,
  localAmount: '1000',
  ...part,
})
const parts = (part: Partial<FeeRule>, localAmount = '1000') => {
  const fee = feeOf([rule(part)], ask({ localAmount }), 2)
  return fee && [fee.net, fee.tax, fee.total]
}

describe('a fee', () => {
  test('is flat, a part of the amount within bounds, or of the step that the amount reaches', () => {
    expect(parts({})).toEqual(['5.00', '0.00', '5.00'])
    const share = { kind: 'percent', percent: '0.005', minimum: '3', maximum: '20' } as const
    expect(parts(share)).toEqual(['5.00', '0.00', '5.00'])
    expect(parts(share, '100')?.[2]).toBe('3.00')
    expect(parts(share, '10000')?.[2]).toBe('20.00')
    const tiers = [
      { from: '5000', amount: null, percent: '0.001' },
      { from: '0', amount: '2', percent: null },
      { from: '1000', amount: '5', percent: null },
    ]
    const step = (amount: string) => parts({ kind: 'tiered', tiers }, amount)?.[2]
    expect([step('999.99'), step('1000'), step('5000'), step('12345.67')]).toEqual([
      '2.00',
      '5.00',
      '5.00',
      '12.35',
    ])
  })

  test('has its tax within it or on top: 50.00 at 2 % is 49.02 and 0.98, or 50.00 and 1.00', () => {
    const fifty = { amount: '50', taxRate: '0.02' }
    expect(parts({ ...fifty, taxKind: 'inclusive' })).toEqual(['49.02', '0.98', '50.00'])
    expect(parts({ ...fifty, taxKind: 'exclusive' })).toEqual(['50.00', '1.00', '51.00'])
  })

  test('is the first that fits by priority; amounts from inclusive, to exclusive', () => {
    const rules = [
      rule({ id: 'rest', priority: 900 }),
      rule({ id: 'card', priority: 10, modeId: 'CARD' }),
      rule({ id: 'branch', priority: 50, branchId: 'B2' }),
      rule({ id: 'large', priority: 60, amountFrom: '5000', amountTo: '9000' }),
      rule({ id: 'companies', priority: 70, customerType: 2, currencyId: 'USD', side: 'buy' }),
    ]
    const found = (part: Partial<FeeAsk>) => feeOf(rules, ask(part), 2)?.ruleId
    expect(found({})).toBe('rest')
    expect(found({ modeId: 'CARD', branchId: 'B2' })).toBe('card')
    expect(found({ branchId: 'B2' })).toBe('branch')
    expect(['4999.99', '5000', '8999.99', '9000'].map((localAmount) => found({ localAmount }))).toEqual([
      'rest',
      'large',
      'large',
      'rest',
    ])
    expect(found({ customerType: 2, side: 'buy' })).toBe('companies')
    expect(found({ customerType: 2, side: 'buy', currencyId: 'EUR' })).toBe('rest')
    expect(feeOf(rules.slice(1), ask(), 2)).toBeNull()
  })

  test('of a deal is charged once for all lines under a rule', () => {
    const rules = [rule({ id: 'eur', priority: 1, currencyId: 'EUR', amount: '2' }), rule({ id: 'rest' })]
    const lines = [ask(), ask({ currencyId: 'SGD' }), ask({ currencyId: 'EUR' })]
    expect(feesOf(rules, lines, 2).map(({ ruleId, total }) => [ruleId, total])).toEqual([
      ['rest', '5.00'],
      ['eur', '2.00'],
    ])
  })

  test('adds up to the cent whatever it is, and a larger amount never pays less than its bounds', () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 }).map((n) => new Exact(n).dividedBy(100).toFixed(2))
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.constantFrom('none', 'inclusive', 'exclusive'),
        (amount, local, taxKind) => {
          const fee = feeOf([rule({ amount, taxKind, taxRate: '0.06' })], ask({ localAmount: local }), 2)
          expect(new Exact(fee?.net ?? 0).plus(fee?.tax ?? 0).toFixed(2)).toBe(fee?.total)
          if (taxKind !== 'exclusive') expect(fee?.total).toBe(new Exact(amount).toFixed(2))
        },
      ),
    )
  })
})

describe('fee settings', () => {
  let app: TestApp
  let admin: Awaited<ReturnType<TestApp['signIn']>>
  let manager: Awaited<ReturnType<TestApp['signIn']>>
  beforeAll(async () => {
    app = await testApp()
    admin = await app.signIn('admin')
    manager = await app.signIn('manager')
    // What the demonstration charges would be charged here too.
    for (const { id, version } of (await admin.call(feeSettings.list)).body.items)
      await admin.call(feeSettings.disable, { id, version })
  })
  afterAll(() => app.stop())

  let count = 0
  const draft = (part: Partial<CallOf<typeof feeSettings.create>> = {}) => ({
    name: `Fee ${(count += 1)}`,
    priority: 500,
    kind: 'flat' as const,
    amount: '2.5',
    ...part,
  })

  test('are kept with every version, and charged while they are switched on', async () => {
    const currencyId = (await admin.call(companyCurrencies.getSettings)).body.find(
      ({ code }) => code === 'USD',
    )?.id as string
    const [branch] = (await admin.call(branches.listSelection)).body
    const line = { currencyId, side: 'sell' as const, localAmount: '4520.00' }
    const deal = { branchId: branch?.id ?? '', lines: [line] }
    expect((await admin.call(feeSettings.calculate, deal)).body).toMatchObject({ fees: [], total: '0.00' })
    const given = draft({ currencyId, taxKind: 'inclusive', taxName: 'SST', taxRate: '0.06' })
    const made = await admin.call(feeSettings.create, given)
    expect(made.body).toMatchObject({ amount: '2.50', currencyCode: 'USD', version: 1 })
    const { id } = made.body
    const charged = (await admin.call(feeSettings.calculate, deal)).body
    expect(charged).toMatchObject({ net: '2.36', tax: '0.14', total: '2.50', fees: [{ taxName: 'SST' }] })
    const dearer = await admin.call(feeSettings.update, { id, version: 1, ...given, amount: '3' })
    expect(dearer.body.versions.map(({ version, terms }) => [version, terms.amount])).toEqual([
      [2, '3.00'],
      [1, '2.50'],
    ])
    expect((await admin.call(feeSettings.calculate, deal)).body.fees[0]).toMatchObject({
      ruleId: id,
      version: 2,
    })
    const off = await admin.call(feeSettings.disable, { id, version: 2 })
    expect(off.body.versions[0]).toMatchObject({ version: 3, isEnabled: false })
    expect((await admin.call(feeSettings.calculate, deal)).body.fees).toEqual([])
  })

  test('that cannot be are refused at their field', async () => {
    const faults = await Promise.all(
      [
        draft({ amount: null }),
        draft({ kind: 'percent', percent: null }),
        draft({ kind: 'tiered', tiers: [] }),
        draft({
          kind: 'tiered',
          tiers: ['1', '1.0'].map((from) => ({ from, amount: '1', percent: null })),
        }),
        draft({ amountFrom: '10', amountTo: '10' }),
        draft({ minimum: '5', maximum: '4' }),
        draft({ taxKind: 'inclusive' }),
        draft({ modeId: '01900000-0000-7000-8000-000000000000' }),
      ].map(async (one) => (await admin.call(feeSettings.create, one)).error.invalidParams[0]?.field),
    )
    expect(faults).toEqual([
      'amount',
      'percent',
      'tiers',
      'tiers',
      'amountTo',
      'maximum',
      'taxRate',
      'modeId',
    ])
  })

  test('of a branch are its manager’s, those of the company are not', async () => {
    const own = (await manager.call(branches.listSelection)).body[0]?.id ?? ''
    expect((await manager.call(feeSettings.create, draft())).error.code).toBe('OUT_OF_SCOPE')
    const made = await manager.call(feeSettings.create, draft({ branchId: own }))
    expect(made.status, JSON.stringify(made.error)).toBe(200)
    const wider = { id: made.body.id, version: 1, ...draft({ name: made.body.name }) }
    expect((await manager.call(feeSettings.update, wider)).error.code).toBe('OUT_OF_SCOPE')
    const teller = await app.signIn('teller')
    expect((await teller.call(feeSettings.list)).status).toBe(403)
  })
})
