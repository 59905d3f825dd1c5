import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { barcodeOf, isBarcode, readBarcodes } from './barcodes.domain.ts'
import { items } from './items.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const goods = (sku: string, more = {}) => ({
  sku,
  name: `Item ${sku}`,
  kind: 'goods' as const,
  unit: 'piece',
  price: '12.90',
  ...more,
})

test('the last digit of an EAN or UPC is worked out of the others', () => {
  for (const code of ['4006381333931', '96385074', '036000291452', '10012345678902'])
    expect([code, isBarcode(code)]).toEqual([code, true])
  for (const code of ['4006381333932', '96385075', '4006381333913'])
    expect([code, isBarcode(code)]).toEqual([code, false])
  expect(isBarcode('SIM-0001')).toBe(true)
  expect([barcodeOf('036000291452'), barcodeOf('４００６３８１ ３３３９３１')]).toEqual([
    '0036000291452',
    '4006381333931',
  ])
  expect([barcodeOf('04006381333931'), barcodeOf('00036000291452'), barcodeOf('10012345678902')]).toEqual([
    '4006381333931',
    '0036000291452',
    '10012345678902',
  ])
  expect(readBarcodes('4006381333931 = 10\nABC')).toEqual([
    { code: '4006381333931', units: 10 },
    { code: 'ABC', units: 1 },
  ])
})

test('a digit that is mistyped is always found', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 9 }), (first, at, by) => {
      const right = Array.from({ length: 10 }, (_, last) => [...first, last].join('')).filter(isBarcode)
      expect(right).toHaveLength(1)
      const wrong = Array.from(right[0] ?? '', Number)
      wrong[at] = ((wrong[at] ?? 0) + by) % 10
      expect(isBarcode(wrong.join(''))).toBe(false)
    }),
  )
})

test('a unit and a pack have barcodes of one item, each with its units', async () => {
  const { call } = await app.signIn('admin')
  const barcodes = [{ code: '4006381333931' }, { code: '10012345678902', units: 10 }]
  const { body } = await call(items.create, goods('ADAPTOR', { barcodes }))
  expect(body).toMatchObject({ price: '12.90', barcodes: [{ units: 1 }, { units: 10 }] })
  const scan = async (code: string) => (await call(items.getByBarcode, { code })).body
  expect(await scan('4006381333931')).toMatchObject({ id: body.id, units: 1, price: '12.90' })
  expect(await scan('10012345678902')).toMatchObject({ id: body.id, units: 10 })
  expect(await scan('adaptor')).toMatchObject({ id: body.id, units: 1 })
  await call(items.disable, { id: body.id, version: 1 })
  expect((await call(items.getByBarcode, { code: 'ADAPTOR' })).status).toBe(404)
})

test('what is wrong is refused at its field', async () => {
  const { call } = await app.signIn('admin')
  const faultOf = async (more: object) => {
    const { error } = await call(items.create, goods('WRONG', more))
    return [error.code, error.invalidParams[0]?.field]
  }
  await call(items.create, goods('FIRST', { barcodes: [{ code: '036000291452' }] }))
  expect(await faultOf({ barcodes: [{ code: 'ok' }, { code: '4006381333932' }] })).toEqual([
    'CHECK_DIGIT',
    'barcodes.1.code',
  ])
  // A UPC is the EAN with a zero before it.
  expect(await faultOf({ barcodes: [{ code: '0036000291452' }] })).toEqual([
    'BARCODE_IN_USE',
    'barcodes.0.code',
  ])
  expect(await faultOf({ barcodes: [{ code: 'x' }, { code: 'x' }] })).toEqual([
    'BARCODE_IN_USE',
    'barcodes.1.code',
  ])
  expect(await faultOf({ price: '1.005' })).toEqual(['TOO_MANY_DECIMALS', 'price'])
  expect(await faultOf({ price: null })).toEqual(['PRICE_MISSING', 'price'])
  expect(await faultOf({ priceMode: 'open', leastPrice: '5', mostPrice: '4' })).toEqual([
    'BOUNDS_CROSSED',
    'mostPrice',
  ])
  expect(await faultOf({ kind: 'agency' })).toEqual(['COMMISSION_MISSING', 'commissions'])
  expect(await faultOf({ sku: 'FIRST' })).toEqual(['DUPLICATE', 'sku'])
})

test('a stale version changes nothing, and an item that was never used is removed', async () => {
  const { call } = await app.signIn('admin')
  const { body } = await call(items.create, goods('STALE', { barcodes: [{ code: 'STALE-1' }] }))
  expect((await call(items.update, { ...goods('STALE'), id: body.id, version: 1 })).body.barcodes).toEqual([])
  expect((await call(items.update, { ...goods('STALE'), id: body.id, version: 1 })).status).toBe(409)
  expect((await call(items.delete, { id: body.id, version: 2 })).status).toBe(200)
})

test('what lies at a counter or in a branch is told to those of there alone', async () => {
  const { call } = await app.signIn('admin')
  const { id } = (await call(items.create, goods('LOCAL'))).body
  const places = (await call(counters.list, {})).body.items
  const own = places[0]
  const other = places.find(({ branchId }) => branchId !== own?.branchId)
  const workspaces = [{ type: 3 as const, workspaceId: own?.id ?? '' }]
  await app.addUser({ userName: 'seller', roles: ['teller'], workspaces })
  const seller = (await app.signIn('seller')).call
  const ask = (by: typeof call, at: { branchId?: string | undefined; counterId?: string | undefined }) =>
    by(items.getByBarcode, { code: 'LOCAL', ...at })
  const at = (one: typeof own) => ({ branchId: one?.branchId, counterId: one?.id })
  expect((await ask(seller, {})).body).toMatchObject({ id, available: null })
  expect((await ask(seller, at(own))).body).toMatchObject({ id, available: '0' })
  expect((await ask(seller, { branchId: own?.branchId })).status).toBe(404)
  expect((await ask(seller, at(other))).status).toBe(404)
  expect((await ask(call, { branchId: own?.branchId, counterId: other?.id })).status).toBe(404)
  expect((await ask(call, at(other))).body).toMatchObject({ id, available: '0' })
})
