import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { readVersions } from '#modules/ledger/tax-codes/rates.domain.ts'
import { categories } from '../categories/categories.contract.ts'
import { taxes } from './taxes.contract.ts'
import { narrowest, ratesOn } from './taxes.domain.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const standard = (code: string, ...versions: [string, ...string[]][]) => ({
  code,
  name: `Tax ${code}`,
  kind: 'standard' as const,
  versions: versions.map(([validFrom, ...rates]) => ({ validFrom, rates })),
})

test('a rate holds from its day on, and not before', () => {
  const tax = {
    kind: 'standard' as const,
    versions: readVersions('2026-12-01 = 10% + 5%\n2026-01-01 = 8%') ?? [],
  }
  expect(ratesOn(tax, '2025-12-31')).toBeUndefined()
  expect(ratesOn(tax, '2026-11-30')).toEqual(['0.08'])
  expect(ratesOn(tax, '2026-12-01')).toEqual(['0.1', '0.05'])
  expect(ratesOn({ ...tax, kind: 'exempt' }, '2026-12-01')).toEqual([])
  expect(readVersions('2026-01-01 = much')).toBeUndefined()
})

test('the narrowest that names a tax wins, and says so', () => {
  const none = { branchItem: null, item: null, category: null, branch: null, company: null }
  expect(narrowest(none)).toBeUndefined()
  expect(narrowest({ ...none, company: 'a', branch: 'b' })).toEqual({ taxId: 'b', by: 'branch' })
  expect(narrowest({ ...none, branch: 'b', category: 'c', item: 'd' })).toEqual({ taxId: 'd', by: 'item' })
})

test('two rates of one day are refused at the second, and a standard tax without any', async () => {
  const { call } = await app.signIn('admin')
  const twice = await call(taxes.create, standard('TWICE', ['2026-01-01', '0.08'], ['2026-01-01', '0.06']))
  expect(twice.error).toMatchObject({
    code: 'TAX_RATE_TWICE',
    invalidParams: [{ field: 'versions.1.validFrom' }],
  })
  expect((await call(taxes.create, standard('NONE'))).error.code).toBe('RATE_MISSING')
})

test('one tax is the default, and is not switched off', async () => {
  const { call } = await app.signIn('admin')
  const make = async (code: string) =>
    (await call(taxes.create, { ...standard(code, ['2026-01-01', '0.08']), isDefault: true })).body
  const [first, second] = [await make('A8'), await make('B8')]
  expect((await call(taxes.getById, { id: first.id })).body).toMatchObject({ isDefault: false, version: 2 })
  expect((await call(taxes.disable, { id: second.id, version: 1 })).error.code).toBe('TAX_IS_DEFAULT')
  expect((await call(taxes.disable, { id: first.id, version: 2 })).body.isEnabled).toBe(false)
})

test('what a category names is not removed', async () => {
  const { call } = await app.signIn('admin')
  const { body: tax } = await call(taxes.create, standard('USED', ['2026-01-01', '0.06']))
  const { body: category } = await call(categories.create, { code: 'taxed', name: 'Taxed', taxId: tax.id })
  expect((await call(taxes.delete, { id: tax.id, version: 1 })).error.code).toBe('TAX_IN_USE')
  await call(categories.delete, { id: category.id, version: 1 })
  expect((await call(taxes.delete, { id: tax.id, version: 1 })).status).toBe(200)
})
