import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { branchCurrencies } from '#modules/currencies/branch-currencies/branch-currencies.contract.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { structure } from '#modules/organisation/structure/structure.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { baseRates } from './base-rates/base-rates.contract.ts'
import { boardRates } from './board/board.contract.ts'
import { customRates } from './custom-rates/custom-rates.contract.ts'
import { save } from './feeds/feeds.queries.ts'
import { marginRates } from './margin-rates/margin-rates.contract.ts'
import { liveProfile } from './live/live-profile.contract.ts'
import { ratePreview } from './preview/preview.contract.ts'

let app: TestApp
let treasury: Session
let manager: Session
let branchId: string
let awayId: string
let ids: Map<string, string>
const id = (code: string) => ids.get(code) ?? ''
beforeAll(async () => {
  app = await testApp({ rates: false })
  treasury = await app.signIn('admin')
  manager = await app.signIn('manager')
  ids = new Map((await treasury.call(companyCurrencies.list)).body.map((one) => [one.code, one.id]))
  const tree = (await treasury.call(structure.get)).body
  const first = (region: string) => tree.children.find(({ name }) => name === region)?.children[0]?.id ?? ''
  branchId = first('Central')
  awayId = first('Northern')
  await publish({ USD: '4.49', JPY: '2.88', EUR: '4.8' })
})
afterAll(() => app.stop())

const publish = (rates: Record<string, string>, reason = '') =>
  treasury.call(baseRates.update, {
    rates: Object.entries(rates).map(([code, mid]) => ({ currencyId: id(code), mid })),
    reason,
  })
const board = async (at = branchId) => (await treasury.call(boardRates.list, { branchId: at })).body
const preview = async (code: string, ask: object = {}) =>
  (await treasury.call(ratePreview.preview, ask)).body.find((one) => one.code === code)

describe('the board', () => {
  test('shows what the branch trades, in the order of the company, both ways round, with its last change', async () => {
    const { local, items, changedAt } = await board()
    expect([local, ...items.map(({ code }) => code)]).toEqual(['MYR', 'USD', 'EUR', 'JPY'])
    expect(items[0]).toMatchObject({ buy: '4.49', sell: '4.49', inverseBuy: '0.222717', quoteUnit: 1 })
    const without = { branchId, currencyId: id('JPY'), isTraded: false }
    await treasury.call(branchCurrencies.updateBranch, without)
    expect((await board()).items.map(({ code }) => code)).toEqual(['USD', 'EUR'])
    await treasury.call(branchCurrencies.updateBranch, { ...without, isTraded: true })

    // What changes elsewhere is no change here.
    const margin = { kind: 'absolute' as const, buy: '0.03', sell: '0.03', currencyId: id('USD') }
    app.setNow(new Date(Date.now() + 60_000))
    await treasury.call(marginRates.create, { ...margin, branchId: awayId })
    expect((await board()).changedAt).toBe(changedAt)
    expect((await board(awayId)).items[0]?.buy).toBe('4.46')
    const { body } = await treasury.call(marginRates.create, { ...margin, branchId })
    const changed = (await board()).changedAt
    expect(changed && changedAt && changed > changedAt).toBe(true)
    app.setNow(new Date(Date.now() + 120_000))
    await treasury.call(marginRates.delete, { id: body.id })
    const ended = (await board()).changedAt
    expect(ended && changed && ended > changed).toBe(true)
    expect((await board()).items[0]?.buy).toBe('4.49')
  })

  test('is of a branch in reach', async () => {
    expect((await manager.call(boardRates.list, { branchId: awayId })).status).toBe(404)
    expect((await manager.call(boardRates.list, { branchId })).status).toBe(200)
  })

  test('is being updated while rates that were taken from the feed are older than it may be', async () => {
    const { companyId } = treasury.login.company
    const quote = { base: 'EUR', day: '2026-01-05', session: '', unit: 1 }
    const feed = { source: 'ecb' as const, quotes: [{ ...quote, code: 'MYR', rate: '4.8' }] }
    await inCompany(companyId, () => app.services.db.transaction().execute((tx) => save(tx, feed)))
    // Nothing on the board is from there.
    expect((await board()).isStale).toBe(false)
    app.setNow(new Date('2026-01-05T18:00:00Z'))
    await publish({ EUR: '4.8' })
    expect((await board()).isStale).toBe(false)
    app.setNow(new Date('2026-01-09T18:00:00Z'))
    expect((await board()).isStale).toBe(true)
    app.setNow(new Date())
  })
})

describe('the preview', () => {
  test('says which rule made a rate, for whom, and from what it was rounded', async () => {
    expect(await preview('USD')).toMatchObject({ madeBy: 'base', scope: null, margin: null, spread: '0' })
    const rule = { kind: 'percent' as const, buy: '0.0061', sell: '0.006', branchId, amountFrom: '1000' }
    await treasury.call(marginRates.create, rule)
    await treasury.call(configuration.update, {
      settings: [{ key: 'RATE_PRECISION', customerType: 0, value: '4' }],
    })
    expect(await preview('USD', { branchId, amount: '1000' })).toMatchObject({
      madeBy: 'margin',
      buy: '4.4626',
      exactBuy: '4.462611',
      sell: '4.5169',
      exactSell: '4.51694',
      precision: 4,
      scope: { isOfCurrency: false, customerType: null, amountFrom: '1000', amountTo: null },
      margin: { kind: 'percent', buy: '0.0061', sell: '0.006', pipSize: null },
    })
    expect((await preview('USD', { branchId, amount: '999' }))?.madeBy).toBe('base')
    expect((await preview('USD', { amount: '1000' }))?.madeBy).toBe('base')

    const custom = { currencyId: id('EUR'), customerType: 2 as const, buy: '4.79', sell: null }
    await treasury.call(customRates.create, custom)
    await treasury.call(configuration.update, {
      settings: [{ key: 'RATE_SETTING_TYPE', customerType: 2, value: '1' }],
    })
    expect(await preview('EUR', { customerType: 2 })).toMatchObject({
      madeBy: 'custom',
      buy: '4.79',
      sell: null,
      spread: null,
      scope: { isOfCurrency: true, customerType: 2 },
      exactBuy: null,
    })
  })

  test('is taken away as a workbook', async () => {
    const reply = await app.http.inject({
      method: 'POST',
      url: `/api${ratePreview.export.path}`,
      headers: { authorization: `Bearer ${treasury.login.userInfo.accessToken}` },
      payload: {},
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-disposition']).toMatch(/rates-\d{4}-\d\d-\d\d\.xlsx/)
  })
})

test('the live rates that a person watches are their own, on whatever machine', async () => {
  const codes = async (who: Session) => (await who.call(liveProfile.get)).body.codes
  expect(await codes(manager)).toBeNull()
  expect((await manager.call(liveProfile.update, { codes: ['USD', 'EUR', 'USD'] })).body.codes).toEqual([
    'USD',
    'EUR',
  ])
  expect([await codes(manager), await codes(treasury)]).toEqual([['USD', 'EUR'], null])
  await manager.call(liveProfile.update, { codes: [] })
  expect(await codes(manager)).toEqual([])
})
