import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { company } from '#modules/organisation/company/company.contract.ts'
import { structure } from '#modules/organisation/structure/structure.contract.ts'
import { branchCurrencies } from './branch-currencies/branch-currencies.contract.ts'
import { companyCurrencies } from './company-currencies/company-currencies.contract.ts'
import { usualCashUnit, usualDenominations } from './iso/iso.domain.ts'
import { isoCurrencies } from './iso/iso.server.ts'
import { paymentModes } from './modes/modes.contract.ts'
import { subCurrencies } from './sub-currencies/sub-currencies.contract.ts'

type Session = Awaited<ReturnType<TestApp['signIn']>>
let app: TestApp
let admin: Session
let manager: Session
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn('admin')
  manager = await app.signIn('manager')
})
afterAll(() => app.stop())

const listed = async () => (await admin.call(companyCurrencies.list)).body
const byCode = async (code: string) => {
  const found = (await listed()).find((one) => one.code === code)
  if (!found) throw new Error(`${code} is not there`)
  return found
}
const plain = { quoteUnit: 1 as const, cashUnit: '0.01', denominations: [] }

describe('the currencies of a company', () => {
  test('begin with the local one, and carry what the specification names', async () => {
    const { body } = await manager.call(companyCurrencies.getCompanyCurrencies)
    expect(body[0]).toEqual({
      currencyId: (await byCode('MYR')).id,
      currencyCode: 'MYR',
      currencyFlagCode: 'my',
      isLocal: true,
      balance: '0',
    })
    expect(body.filter(({ isLocal }) => isLocal)).toHaveLength(1)
    expect(body).toHaveLength(25)
    expect((await manager.call(companyCurrencies.getLocalCurrency)).body).toEqual(body[0])
    const settings = (await manager.call(companyCurrencies.getSettings)).body
    expect(settings.map(({ code }) => code)).toEqual(body.map(({ currencyCode }) => currencyCode))
  })

  test('are taken from ISO 4217, once each, with its decimals', async () => {
    const dinar = await admin.call(companyCurrencies.create, {
      code: 'kwd',
      quoteUnit: 1,
      cashUnit: '0.005',
      denominations: [
        { kind: 'note', faceValue: '0.250' },
        { kind: 'note', faceValue: '20' },
      ],
    })
    expect(dinar.body).toMatchObject({
      code: 'KWD',
      exponent: 3,
      cashUnit: '0.005',
      denominations: [
        { kind: 'note', faceValue: '20' },
        { kind: 'note', faceValue: '0.25' },
      ],
      isLocal: false,
      sortIndex: 26,
    })
    const again = await admin.call(companyCurrencies.create, { code: 'KWD', ...plain })
    expect([again.status, again.error.invalidParams[0]?.field]).toEqual([409, 'code'])
    for (const code of ['XAU', 'XXX', 'ABC']) {
      const { status, error } = await admin.call(companyCurrencies.create, { code, ...plain })
      expect([status, error.code]).toEqual([422, 'UNKNOWN_CURRENCY'])
    }
  })

  test('refuse amounts that the currency does not have, each at its field', async () => {
    const { id, version } = await byCode('JPY')
    const note = { kind: 'note' as const, faceValue: '1000' }
    const cases = [
      [{ ...plain, cashUnit: '0.5' }, 422, 'cashUnit'],
      [
        { ...plain, cashUnit: '1', denominations: [{ ...note, faceValue: '0.5' }] },
        422,
        'denominations.0.faceValue',
      ],
      [
        { ...plain, cashUnit: '1', denominations: [note, { ...note, faceValue: '1000.0' }] },
        422,
        'denominations.1.faceValue',
      ],
      [{ ...plain, cashUnit: '0' }, 400, 'cashUnit'],
      [{ ...plain, cashUnit: '-1' }, 400, 'cashUnit'],
      [{ ...plain, cashUnit: '1e30' }, 400, 'cashUnit'],
      [{ ...plain, cashUnit: '1', quoteUnit: 7 as never }, 400, 'quoteUnit'],
    ] as const
    for (const [draft, status, field] of cases) {
      const answer = await admin.call(companyCurrencies.update, {
        id,
        version,
        ...draft,
        denominations: [...draft.denominations],
      })
      expect([answer.status, answer.error.invalidParams[0]?.field]).toEqual([status, field])
    }
    expect(await byCode('JPY')).toMatchObject({ version, quoteUnit: 100, cashUnit: '1' })
  })

  test('are put in another order, whole or not at all', async () => {
    const before = await listed()
    const ids = before.map(({ id }) => id)
    const turned = [ids[0] ?? '', ...ids.slice(1).toReversed()]
    const { body } = await admin.call(companyCurrencies.updateIndex, { ids: turned })
    expect(body.map(({ id }) => id)).toEqual(turned)
    for (const wrong of [turned.slice(1), [...turned.slice(1), turned[1] ?? '']])
      expect((await admin.call(companyCurrencies.updateIndex, { ids: wrong })).error.code).toBe(
        'CURRENCIES_CHANGED',
      )
    await admin.call(companyCurrencies.updateIndex, { ids })
  })

  test('are switched off and on, but for the local one', async () => {
    const baht = await byCode('THB')
    const off = await admin.call(companyCurrencies.disable, { id: baht.id, version: baht.version })
    expect(off.body.isEnabled).toBe(false)
    const codes = (await manager.call(companyCurrencies.getCompanyCurrencies)).body.map(
      (one) => one.currencyCode,
    )
    expect(codes).not.toContain('THB')
    await admin.call(companyCurrencies.enable, { id: baht.id, version: off.body.version })
    const { id, version } = await byCode('MYR')
    expect((await admin.call(companyCurrencies.disable, { id, version })).error.code).toBe('LOCAL_CURRENCY')
    expect((await manager.call(companyCurrencies.disable, { id: baht.id, version: 3 })).status).toBe(403)
  })

  test('follow the local currency that the company names', async () => {
    const { logoFileId: _logo, ...before } = (await admin.call(company.getDetail)).body
    const changed = await admin.call(company.update, { ...before, localCurrency: 'OMR' })
    expect(changed.status).toBe(200)
    expect(await byCode('OMR')).toMatchObject({ isLocal: true, isEnabled: true, exponent: 3 })
    expect((await byCode('MYR')).isLocal).toBe(false)
    await admin.call(company.update, { ...before, version: before.version + 1 })
    expect((await byCode('MYR')).isLocal).toBe(true)
  })

  test('are all of ISO 4217, named in the language of the reader', async () => {
    const english = (await admin.call(companyCurrencies.getGlobalCurrencies)).body
    const chinese = (
      await admin.call(
        companyCurrencies.getGlobalCurrencies,
        {},
        { headers: { 'accept-language': 'zh-Hant' } },
      )
    ).body
    expect(english.length).toBeGreaterThan(150)
    expect(english.find(({ code }) => code === 'SGD')).toMatchObject({
      number: '702',
      name: 'Singapore Dollar',
      isTaken: true,
    })
    expect(chinese.find(({ code }) => code === 'SGD')?.name).toBe('新加坡幣')
  })

  test('have usual notes and coins no smaller than their last decimal', () => {
    for (const { code, exponent } of isoCurrencies.values()) {
      const least = new Exact(10).pow(-exponent)
      for (const value of [
        usualCashUnit(code, exponent),
        ...usualDenominations(code).map((one) => one.faceValue),
      ])
        expect(new Exact(value).modulo(least).isZero(), `${code} ${value}`).toBe(true)
    }
  })
})

describe('branches', () => {
  test('trade what the company trades but for what was taken out, one by one or by region', async () => {
    const tree = (await admin.call(structure.get)).body
    const central = tree.children.find(({ name }) => name === 'Central')
    const [first, second] = central?.children ?? []
    const currencyId = (await byCode('VND')).id
    const codesAt = async (branchId = '') =>
      (await admin.call(branchCurrencies.getBranchCurrencies, { branchId })).body.map(
        (one) => one.currencyCode,
      )
    await admin.call(branchCurrencies.updateBranch, {
      branchId: first?.id ?? '',
      currencyId,
      isTraded: false,
    })
    expect(await codesAt(first?.id)).not.toContain('VND')
    expect(await codesAt(second?.id)).toContain('VND')
    const region = { regionId: central?.id ?? '' }
    const inRegion = async () =>
      (await admin.call(branchCurrencies.getRegionCurrencies, region)).body.map((one) => one.currencyCode)
    expect(await inRegion()).toContain('VND')
    const off = await admin.call(branchCurrencies.updateRegion, { ...region, currencyId, isTraded: false })
    expect(off.body.find((one) => one.currencyId === currencyId)?.excluded.toSorted()).toEqual(
      central?.children.map(({ id }) => id).toSorted(),
    )
    expect(await inRegion()).not.toContain('VND')
    await admin.call(branchCurrencies.updateRegion, { ...region, currencyId, isTraded: true })
    expect(await codesAt(first?.id)).toContain('VND')

    const local = (await byCode('MYR')).id
    const refused = await admin.call(branchCurrencies.updateBranch, {
      branchId: first?.id ?? '',
      currencyId: local,
      isTraded: false,
    })
    expect(refused.error.code).toBe('LOCAL_CURRENCY')
    const north = tree.children.find(({ name }) => name === 'Northern')?.children[0]
    const beyond = await manager.call(branchCurrencies.updateBranch, {
      branchId: north?.id ?? '',
      currencyId,
      isTraded: false,
    })
    expect(beyond.error.code).toBe('OUT_OF_SCOPE')
  })
})

describe('sub-currencies', () => {
  test('belong to one currency, and are listed while they are on', async () => {
    const currencyId = (await byCode('SGD')).id
    const draft = {
      currencyId,
      code: 'sgd-s',
      name: 'SGD small',
      kind: 'smallNotes' as const,
      faceValues: ['2', '5'],
    }
    const { body } = await admin.call(subCurrencies.create, draft)
    expect(body).toMatchObject({
      code: 'SGD-S',
      currencyCode: 'SGD',
      flagCode: 'sg',
      hasOwnStock: false,
      faceValues: ['2', '5'],
    })
    const active = async () =>
      (await manager.call(subCurrencies.activeList, { currencyId })).body.map(({ code }) => code)
    expect(await active()).toEqual(['SGD-S'])
    const { id } = body
    const moved = await admin.call(subCurrencies.update, {
      ...draft,
      id,
      version: 1,
      currencyId: (await byCode('USD')).id,
    })
    expect(moved.error).toMatchObject({ code: 'CURRENCY_FIXED', invalidParams: [{ field: 'currencyId' }] })
    await admin.call(subCurrencies.disable, { id, version: 1 })
    expect(await active()).toEqual([])
    await admin.call(subCurrencies.enable, { id, version: 2 })
    const twice = await admin.call(subCurrencies.create, draft)
    expect([twice.status, twice.error.invalidParams[0]?.field]).toEqual([409, 'code'])
    const wrong = await admin.call(subCurrencies.create, { ...draft, code: 'SGD-X', faceValues: ['0.001'] })
    expect(wrong.error).toMatchObject({ code: 'TOO_MANY_DECIMALS', invalidParams: [{ field: 'faceValues' }] })
  })
})

describe('modes of payment', () => {
  test('begin with the usual ones, apart from those of delivery', async () => {
    const { items } = (await admin.call(paymentModes.list, {})).body
    expect(items.map(({ code }) => code).toSorted()).toEqual(['BANK', 'CARD', 'CASH', 'CHEQUE'])
    const { body } = await admin.call(paymentModes.create, { code: 'DUIT', name: 'DuitNow', kind: 'eWallet' })
    await admin.call(paymentModes.disable, { id: body.id, version: 1 })
    const offered = (await manager.call(paymentModes.listSelection)).body.map(({ name }) => name)
    expect(offered).toEqual(['Bank transfer', 'Card', 'Cash', 'Cheque'])
  })
})
