import { afterAll, describe, expect, test } from 'vitest'
import { ratesHouse } from '#apps/server/test-rates.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { structure } from '#modules/organisation/structure/structure.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { customRates } from '../custom-rates/custom-rates.contract.ts'
import { effectiveRates } from '../effective/effective.contract.ts'
import { marginRates } from '../margin-rates/margin-rates.contract.ts'

const { app, treasury, manager, id, publish: publishMids, faults } = await ratesHouse()
await publishMids({ USD: '4.49', EUR: '4.8', JPY: '2.88', GBP: '5.7', CHF: '5.1' })
afterAll(() => app.stop())

const pair = (code: string, replaces: string | null = null) => ({
  baseCurrencyId: id(code),
  quoteCurrencyId: id('MYR'),
  replaces,
})
const percent = (buy: string, sell = buy) => ({ kind: 'percent' as const, buy, sell })
const marginOf = async (code: string, scope: object = {}) =>
  (await treasury.call(marginRates.getPairRates, scope)).body.find((one) => one.code === code)
const customOf = async (code: string, scope: object = {}) =>
  (await treasury.call(customRates.getPairRates, scope)).body.find((one) => one.code === code)

describe('a sheet of margins', () => {
  test('has every pair with the local currency, and is published as one act', async () => {
    const { body } = await treasury.call(marginRates.getPairRates, {})
    expect(body.map(({ code }) => code)).not.toContain('MYR')
    expect(new Set(body.map(({ quoteCurrencyId }) => quoteCurrencyId))).toEqual(new Set([id('MYR')]))
    expect(await marginOf('USD')).toMatchObject({ mid: '4.49', buy: '4.49', holds: null, before: null })
    const rates = [
      { ...pair('USD'), ...percent('0.006') },
      { ...pair('JPY'), kind: 'pips' as const, buy: '100', sell: '150', pipSize: '0.0001' },
    ]
    expect((await treasury.call(marginRates.updatePairRates, { rates })).status).toBe(200)
    expect(await marginOf('USD')).toMatchObject({
      buy: '4.46306',
      sell: '4.51694',
      holds: { kind: 'percent', buy: '0.006', sell: '0.006', author: 'Aisyah Rahman' },
      before: null,
    })
    expect(await marginOf('JPY')).toMatchObject({ buy: '2.87', sell: '2.895', holds: { pipSize: '0.0001' } })
    const acts = await app.owner<{ n: number }>(
      'select count(distinct publication_id)::int as n from rates.margin_rate',
    )
    expect(acts[0]?.n).toBe(1)
  })

  test('replaces what it showed, keeps what was before, and none that somebody else has replaced', async () => {
    const held = (await marginOf('USD'))?.holds?.id ?? ''
    const change = (buy: string) =>
      treasury.call(marginRates.updatePairRates, { rates: [{ ...pair('USD', held), ...percent(buy) }] })
    const answers = await Promise.all([change('0.007'), change('0.008')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await marginOf('USD')).toMatchObject({ before: { buy: '0.006' } })
    expect((await change('0.009')).error.code).toBe('STALE_VERSION')
    const unseen = { rates: [{ ...pair('USD'), ...percent('0.009') }] }
    expect((await treasury.call(marginRates.updatePairRates, unseen)).error.code).toBe('STALE_VERSION')
  })

  test('of one scope leaves the others alone', async () => {
    const scope = { customerType: 2 as const, amountFrom: '1000' }
    expect((await marginOf('EUR', scope))?.holds).toBeNull()
    const rates = [{ ...pair('EUR'), ...percent('0.002') }]
    await treasury.call(marginRates.updatePairRates, { ...scope, rates })
    expect((await marginOf('EUR', scope))?.holds).toMatchObject({ buy: '0.002' })
    expect((await marginOf('EUR'))?.holds).toBeNull()
    const listed = (await treasury.call(marginRates.list, {})).body.items
    expect(listed.find(({ code }) => code === 'EUR')).toMatchObject({ customerType: 2, amountFrom: '1000' })
    await treasury.call(marginRates.delete, { id: (await marginOf('EUR', scope))?.holds?.id ?? '' })
    expect(await marginOf('EUR', scope)).toMatchObject({ holds: null, before: { buy: '0.002' } })
  })

  test('is refused whole, at the rows that are wrong', async () => {
    const before = await treasury.call(marginRates.getPairRates, {})
    const good = { ...pair('EUR'), ...percent('0.001') }
    const publish = (rates: object[], scope: object = {}) =>
      treasury.call(marginRates.updatePairRates, { ...scope, rates } as never)
    const wide = await publish([good, { ...pair('GBP'), ...percent('1', '0') }])
    expect([wide.status, ...faults(wide)]).toEqual([422, 'rates.1.buy'])
    const turned = { ...good, baseCurrencyId: id('MYR'), quoteCurrencyId: id('EUR') }
    const wrongPair = await publish([turned])
    expect([wrongPair.status, wrongPair.error.message]).toEqual([422, 'Invalid Pair.'])
    expect((await publish([{ ...good, quoteCurrencyId: id('USD') }])).error.code).toBe('INVALID_PAIR')
    expect(faults(await publish([good, good]))).toEqual(['rates.1.baseCurrencyId'])
    const band = await publish([good], { amountFrom: '10', amountTo: '5' })
    expect(faults(band)).toEqual(['amountTo'])
    for (const buy of ['-1', '1e30', '0.123456789', '0,5', ''])
      expect(faults(await publish([good, { ...good, buy }]))).toEqual(['rates.1.buy'])
    const afar = await manager.call(marginRates.updatePairRates, { rates: [good] })
    expect(afar.error.code).toBe('OUT_OF_SCOPE')
    expect((await treasury.call(marginRates.getPairRates, {})).body).toEqual(before.body)
  })

  test('of a branch is for who may act there', async () => {
    const tree = (await treasury.call(structure.get)).body
    const north = tree.children.find(({ name }) => name === 'Northern')?.children[0]?.id ?? ''
    expect((await manager.call(marginRates.getPairRates, { branchId: north })).status).toBe(404)
    const rates = [{ ...pair('EUR'), ...percent('0.001') }]
    const put = await manager.call(marginRates.updatePairRates, { branchId: north, rates })
    expect(put.error.code).toBe('OUT_OF_SCOPE')
  })
})

describe('a rate that ends with a sheet', () => {
  test('no longer holds, is said to have ended by whom, and leaves what is dealt otherwise', async () => {
    const all = [
      { ...pair('GBP'), ...percent('0.01') },
      { ...pair('CHF'), ...percent('0.02') },
    ]
    await treasury.call(marginRates.updatePairRates, { rates: all })
    const [pound, franc] = [await marginOf('GBP'), await marginOf('CHF')]
    expect(pound).toMatchObject({
      holds: { buy: '0.01' },
      ended: null,
      buy: '5.643',
      otherwise: { buy: '5.7' },
    })
    const ends = [{ ...pair('GBP'), replaces: pound?.holds?.id ?? '' }]
    const rates = [{ ...pair('CHF', franc?.holds?.id), ...percent('0.03') }]
    const publish = (draft: object) => treasury.call(marginRates.updatePairRates, draft as never)
    // Nothing, what never held, what is priced anew in the same sheet: none of it is done by half.
    expect((await publish({})).error.code).toBe('INVALID')
    const never = [{ ...pair('SGD'), replaces: pound?.holds?.id ?? '' }]
    expect((await publish({ rates, ends: never })).error.code).toBe('STALE_VERSION')
    const both = await publish({ rates, ends: [{ ...pair('CHF'), replaces: franc?.holds?.id ?? '' }] })
    expect([both.error.code, ...faults(both)]).toEqual(['RATE_TWICE', 'ends.0.baseCurrencyId'])
    expect((await marginOf('CHF'))?.holds).toMatchObject({ buy: '0.02' })

    expect((await publish({ rates, ends, reason: 'Quiet days' })).status).toBe(200)
    expect(await marginOf('GBP')).toMatchObject({
      holds: null,
      before: { buy: '0.01' },
      ended: { author: 'Aisyah Rahman', reason: 'Quiet days' },
      otherwise: null,
      buy: '5.7',
    })
    expect(await marginOf('CHF')).toMatchObject({ holds: { buy: '0.03' }, before: { buy: '0.02' } })
    expect((await publish({ ends })).error.code).toBe('STALE_VERSION')
    // It may begin again.
    expect((await publish({ rates: [{ ...pair('GBP'), ...percent('0.005') }] })).status).toBe(200)
    expect(await marginOf('GBP')).toMatchObject({
      holds: { buy: '0.005' },
      before: { buy: '0.01' },
      ended: null,
    })
  })
})

describe('a sheet of custom rates', () => {
  test('asks for a reason, stops a slip, and holds for one named customer alone', async () => {
    await treasury.call(configuration.update, {
      settings: [{ key: 'RATE_SETTING_TYPE', customerType: 1, value: '1' }],
    })
    const [one, other] = (await treasury.call(individuals.list, {})).body.items
    const scope = { customerId: one?.id ?? null }
    const publish = (rates: object[], reason = '') =>
      treasury.call(customRates.updatePairRates, { ...scope, reason, rates } as never)
    const fair = { ...pair('EUR'), buy: '4.79', sell: '4.81' }
    const far = { ...pair('USD'), buy: '4.30', sell: '4.60' }
    const asked = await publish([fair, far])
    expect([asked.error.code, ...faults(asked)]).toEqual(['REASON_REQUIRED', 'rates.1.buy', 'reason'])
    const slip = await publish([fair, { ...far, buy: '43' }], 'please')
    expect([slip.error.code, ...faults(slip)]).toEqual(['RATES_BLOCKED', 'rates.1.buy'])
    const none = await publish([{ ...fair, buy: null, sell: null }], 'please')
    expect(faults(none)).toEqual(['rates.0.buy'])
    expect((await publish([fair, far], 'An old friend')).status).toBe(200)
    expect(await customOf('USD', scope)).toMatchObject({
      buy: '4.3',
      sell: '4.6',
      holds: { buy: '4.3', sell: '4.6', reason: 'An old friend' },
    })
    const dealt = async (customerId: string | undefined) =>
      (await treasury.call(effectiveRates.getRates, { customerType: 1, customerId })).body.find(
        ({ code }) => code === 'USD',
      )?.rule.kind
    expect([await dealt(one?.id), await dealt(other?.id)]).toEqual(['customer', 'margin'])
    const stranger = { ...scope, customerId: '018f0000-0000-7000-8000-000000000000' }
    expect((await treasury.call(customRates.getPairRates, stranger)).status).toBe(404)
  })
})
