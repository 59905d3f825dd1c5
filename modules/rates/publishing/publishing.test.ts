import { afterAll, describe, expect, test } from 'vitest'
import { ratesHouse } from '#apps/server/test-rates.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { structure } from '#modules/organisation/structure/structure.contract.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { baseRates } from '../base-rates/base-rates.contract.ts'
import { customRates } from '../custom-rates/custom-rates.contract.ts'
import { effectiveRates } from '../effective/effective.contract.ts'
import { marginRates } from '../margin-rates/margin-rates.contract.ts'
import { rateValidation } from '../validation/validation.contract.ts'

const { app, treasury, manager, id, publish, faults } = await ratesHouse()
afterAll(() => app.stop())

const rateOf = async (code: string, ask: object = {}) =>
  (await treasury.call(effectiveRates.getRates, ask)).body.find((one) => one.code === code)

describe('base rates', () => {
  test('are published as a sheet, each a version with its author, the one before still known', async () => {
    const first = await publish({ USD: '4.49', JPY: '2.88', IDR: '285.71' })
    expect(first.status).toBe(200)
    const second = await publish({ USD: '4.50' })
    expect(second.body.find(({ code }) => code === 'USD')).toMatchObject({
      mid: '4.5',
      previousMid: '4.49',
      author: 'Aisyah Rahman',
      source: 'manual',
    })
    expect(second.body.some(({ code }) => code === 'MYR')).toBe(false)
    const filters = [{ key: 'currencyId' as const, operator: 'Equals' as const, value: id('USD') }]
    const { items } = (await treasury.call(baseRates.history, { filters })).body
    expect(items.map(({ mid }) => mid)).toEqual(['4.5', '4.49'])
  })

  test('ask for a reason where a rule warns, and are stopped whole where one blocks', async () => {
    const jump = await publish({ USD: '4.70', JPY: '2.89' })
    expect([jump.status, jump.error.code, ...faults(jump)]).toEqual([
      422,
      'REASON_REQUIRED',
      'rates.0.mid',
      'reason',
    ])
    const slip = await publish({ JPY: '2.89', USD: '45' }, 'The market moved')
    expect([slip.status, slip.error.code, ...faults(slip)]).toEqual([422, 'RATES_BLOCKED', 'rates.1.mid'])
    expect((await rateOf('JPY'))?.mid).toBe('2.88')
    const told = await publish({ USD: '4.70' }, 'The market moved')
    expect(told.body.find(({ code }) => code === 'USD')).toMatchObject({
      mid: '4.7',
      reason: 'The market moved',
    })
    await publish({ USD: '4.49' }, 'and back')
    // Quoted the other way round, though within no other limit of this company.
    await treasury.call(rateValidation.update, {
      rules: [{ rule: 'jump', warn: null, block: null, isEnabled: false }],
    })
    const turned = await publish({ USD: '0.2227' }, 'no')
    expect(faults(turned)).toEqual(['rates.0.mid'])
    await treasury.call(rateValidation.update, {
      rules: [{ rule: 'jump', warn: '0.03', block: '0.2', isEnabled: true }],
    })
  })

  test('refuse what is no rate, no traded currency, or there twice', async () => {
    for (const mid of ['0', '-1', '1e30', '4.123456789', '4,49', ' 4.49', '', '9'.repeat(13)]) {
      const answer = await publish({ USD: mid })
      expect([mid, answer.status, ...faults(answer)]).toEqual([mid, 400, 'rates.0.mid'])
    }
    const rate = { currencyId: id('USD'), mid: '4.49' }
    const twice = await treasury.call(baseRates.update, { rates: [rate, rate], reason: '' })
    expect([twice.status, ...faults(twice)]).toEqual([422, 'rates.1.currencyId'])
    expect((await publish({ MYR: '1' })).error.code).toBe('LOCAL_IS_ONE')
    const unknown = { currencyId: '018f0000-0000-7000-8000-000000000000', mid: '1' }
    const foreign = await treasury.call(baseRates.update, { rates: [unknown], reason: '' })
    expect(foreign.error.code).toBe('CURRENCY_NOT_TRADED')
    expect((await publish({ USD: '4.49' }, '', manager)).error.code).toBe('OUT_OF_SCOPE')
  })

  test('published by two at once come one after the other', async () => {
    const answers = await Promise.all([publish({ EUR: '4.80' }), publish({ EUR: '4.81' })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const euro = (await treasury.call(baseRates.list)).body.find(({ code }) => code === 'EUR')
    expect(new Set([euro?.previousMid, euro?.mid])).toEqual(new Set(['4.8', '4.81']))
  })

  test('follow a quote unit that changes', async () => {
    const before = (await treasury.call(companyCurrencies.list)).body.find(({ code }) => code === 'JPY')
    if (!before) throw new Error('no yen')
    const { version, cashUnit, denominations } = before
    const draft = { id: before.id, version, cashUnit, denominations: denominations as never }
    await treasury.call(companyCurrencies.update, { ...draft, quoteUnit: 1 })
    expect(await rateOf('JPY')).toMatchObject({ quoteUnit: 1, mid: '0.0288' })
    await treasury.call(companyCurrencies.update, { ...draft, version: version + 1, quoteUnit: 100 })
    expect(await rateOf('JPY')).toMatchObject({ quoteUnit: 100, mid: '2.88' })
  })

  test('show what would come of a sheet before it is published', async () => {
    const rates = [{ currencyId: id('USD'), mid: '4.70' }]
    const { body } = await treasury.call(baseRates.preview, { rates })
    expect(body[0]).toMatchObject({ mid: '4.7', findings: [{ rule: 'jump', level: 'warn' }] })
    expect(new Exact(body[0]?.change ?? '0').toFixed(4)).toBe('0.0468')
    expect((await rateOf('USD'))?.mid).toBe('4.49')
  })
})

const margin = { kind: 'absolute' as const, buy: '0.03', sell: '0.03' }

describe('margins and custom rates', () => {
  test('make the rate that is dealt, the narrowest one, and say which it was', async () => {
    const { body } = await treasury.call(marginRates.create, { ...margin, currencyId: id('USD') })
    expect(await rateOf('USD')).toMatchObject({
      buy: '4.46',
      sell: '4.52',
      rule: { kind: 'margin', id: body.id },
      inverseBuy: '0.22421525',
    })
    const all = await treasury.call(marginRates.create, { kind: 'percent', buy: '0.01', sell: '0.01' })
    expect(await rateOf('JPY')).toMatchObject({ buy: '2.8512', sell: '2.9088', rule: { id: all.body.id } })
    const twice = await treasury.call(marginRates.create, { ...margin, currencyId: id('USD') })
    expect(twice.status).toBe(409)
  })

  test('are never changed: a changed one takes the place of the old, for one of two at once', async () => {
    const { items } = (await treasury.call(marginRates.list, {})).body
    const old = items.find(({ code }) => code === 'USD')
    const change = (sell: string) =>
      treasury.call(marginRates.update, { ...margin, sell, currencyId: id('USD'), id: old?.id ?? '' })
    const answers = await Promise.all([change('0.04'), change('0.05')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const sells = (await treasury.call(marginRates.list, {})).body.items.filter(({ code }) => code === 'USD')
    expect(sells).toHaveLength(1)
    const kept = await app.owner<{ n: number }>(
      `select count(*)::int as n from rates.margin_rate where currency_id = $1`,
      [id('USD')],
    )
    expect(kept[0]?.n).toBe(2)
  })

  test('of a branch are for who may act there', async () => {
    const tree = (await treasury.call(structure.get)).body
    const central = tree.children.find(({ name }) => name === 'Central')?.children[0]
    const north = tree.children.find(({ name }) => name === 'Northern')?.children[0]
    const draft = { ...margin, buy: '0.02', currencyId: id('EUR') }
    const away = await treasury.call(marginRates.create, { ...draft, branchId: north?.id ?? '' })
    expect(away.status).toBe(200)
    const seen = (await manager.call(marginRates.list, {})).body.items
    expect(seen.map(({ branchName }) => branchName)).not.toContain(north?.name)
    expect((await manager.call(marginRates.getById, { id: away.body.id })).status).toBe(404)
    const taken = await manager.call(marginRates.delete, { id: away.body.id })
    expect(taken.status).toBe(404)
    const put = await manager.call(marginRates.create, { ...draft, buy: '0.01', branchId: north?.id ?? '' })
    expect([put.status, put.error.code]).toEqual([422, 'OUT_OF_SCOPE'])
    await treasury.call(marginRates.create, {
      ...margin,
      buy: '0.02',
      currencyId: id('EUR'),
      branchId: central?.id,
    })
    const there = await treasury.call(effectiveRates.branchList, { branchId: central?.id ?? '' })
    const euro = there.body.find(({ code }) => code === 'EUR')
    expect(euro?.buy).toBe(new Exact(euro?.mid ?? '0').minus('0.02').toString())
  })

  test('explicit rates hold where the company prefers them, within what the rules let pass', async () => {
    const usual = await rateOf('USD')
    const draft = {
      currencyId: id('USD'),
      customerType: 2 as const,
      buy: usual?.buy ?? '',
      sell: usual?.sell ?? '',
    }
    const made = await treasury.call(customRates.create, { ...draft, buy: '4.47' })
    expect(made.status).toBe(200)
    expect((await rateOf('USD', { customerType: 2 }))?.rule.kind).toBe('margin')
    await treasury.call(configuration.update, {
      settings: [{ key: 'RATE_SETTING_TYPE', customerType: 2, value: '1' }],
    })
    expect(await rateOf('USD', { customerType: 2 })).toMatchObject({
      buy: '4.47',
      rule: { kind: 'custom', id: made.body.id },
    })
    expect((await rateOf('USD', { customerType: 1 }))?.rule.kind).toBe('margin')
    const far = await treasury.call(customRates.update, { ...draft, id: made.body.id, buy: '4.3' })
    expect([far.status, far.error.code]).toEqual([422, 'REASON_REQUIRED'])
    const off = await treasury.call(customRates.update, {
      ...draft,
      id: made.body.id,
      buy: '3',
      reason: 'please',
    })
    expect(off.error.code).toBe('RATES_BLOCKED')
    const crossed = await treasury.call(customRates.create, {
      currencyId: id('EUR'),
      buy: '4.82',
      sell: '4.81',
    })
    expect(crossed.error.code).toBe('RATES_BLOCKED')
    const none = await treasury.call(customRates.create, { currencyId: id('EUR') })
    expect([none.status, ...faults(none)]).toEqual([422, 'buy'])
    await treasury.call(customRates.delete, { id: made.body.id })
    expect((await rateOf('USD', { customerType: 2 }))?.rule.kind).toBe('margin')
  })

  test('of a currency that is no longer traded can still be taken away', async () => {
    const { body } = await treasury.call(marginRates.create, { ...margin, currencyId: id('THB') })
    const baht = (await treasury.call(companyCurrencies.list)).body.find(({ code }) => code === 'THB')
    const act = { id: id('THB'), version: baht?.version ?? 0 }
    expect((await treasury.call(companyCurrencies.disable, act)).status).toBe(200)
    expect((await treasury.call(marginRates.delete, { id: body.id })).status).toBe(200)
  })

  test('may be for one customer, who must be there, and goes before all others', async () => {
    const { items } = (await treasury.call(individuals.list, {})).body
    const [one, other] = items
    const usual = await rateOf('USD', { customerType: 1 })
    const draft = {
      currencyId: id('USD'),
      buy: usual?.buy ?? '',
      sell: usual?.sell ?? '',
      reason: 'a friend',
    }
    const unknown = await treasury.call(customRates.create, {
      ...draft,
      customerId: '018f0000-0000-7000-8000-000000000000',
    })
    expect(unknown.status).toBe(404)
    await treasury.call(configuration.update, {
      settings: [{ key: 'RATE_SETTING_TYPE', customerType: 1, value: '1' }],
    })
    const { body } = await treasury.call(customRates.create, { ...draft, customerId: one?.id ?? null })
    expect(body).toMatchObject({ customerName: one?.name })
    const ruleFor = async (customerId = '') => (await rateOf('USD', { customerType: 1, customerId }))?.rule
    expect(await ruleFor(one?.id)).toEqual({ kind: 'customer', id: body.id })
    expect((await ruleFor(other?.id))?.kind).toBe('margin')
    const stranger = await treasury.call(effectiveRates.getRates, {
      customerId: '018f0000-0000-7000-8000-000000000000',
    })
    expect(stranger.status).toBe(404)
    await treasury.call(customRates.delete, { id: body.id })
  })

  test('refuse margins that are none', async () => {
    const cases = [
      [{ ...margin, kind: 'pips' as const }, 'pipSize'],
      [{ ...margin, kind: 'percent' as const, buy: '1' }, 'buy'],
      [{ ...margin, amountFrom: '100', amountTo: '50' }, 'amountTo'],
      [{ ...margin, currencyId: id('MYR') }, 'currencyId'],
    ] as const
    for (const [draft, field] of cases)
      expect(faults(await treasury.call(marginRates.create, draft))).toEqual([field])
  })
})
