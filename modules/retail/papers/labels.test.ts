import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import { itemLabels } from '../printing/printing.contract.ts'
import { labelsPdf } from './labels.server.ts'
import { barsOf, placesOf, symbolOf } from './labels.domain.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.stop())

/** How many rectangles each page of a PDF has. */
function rectanglesOf(pdf: Uint8Array): number[] {
  const bytes = Buffer.from(pdf)
  const found: number[] = []
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    const end = bytes.indexOf('\nendstream', at)
    try {
      const text = inflateSync(bytes.subarray(at + 7, end)).toString('latin1')
      const count = text.match(/ re$/gm)?.length ?? 0
      if (count > 0) found.push(count)
    } catch {
      // Fonts and what is not deflated.
    }
    at = end
  }
  return found
}

test('numbers of GS1 have symbols of their own, all else is Code 128, and without a barcode it is the SKU', () => {
  const of = (code: string, units = 1) => symbolOf({ sku: 'SIM-1', barcodes: [{ code, units }] })
  expect(of('4006381333931')).toEqual({ symbology: 'ean13', code: '4006381333931' })
  expect(of('96385074').symbology).toBe('ean8')
  expect(of('10012345678902').symbology).toBe('itf14')
  expect(of('CARTON').symbology).toBe('code128')
  expect(of('4006381333931', 10)).toEqual({ symbology: 'code128', code: 'SIM-1' })
  expect(barsOf([1, 1, 1, 3, 2])).toEqual({
    bars: [
      { left: 0, width: 1 },
      { left: 2, width: 1 },
      { left: 6, width: 2 },
    ],
    modules: 8,
  })
  expect(placesOf('a4', 25).filter(({ isNewPage }) => isNewPage)).toHaveLength(1)
})

test('labels are printed as often as asked, each with the thirty bars of its EAN', async () => {
  const taxId = await shop.tax('T8', [['2020-01-01', '0.08']])
  const more = { taxId, taxMode: 'withoutTax', barcodes: [{ code: '4006381333931' }] }
  const adaptor = await shop.item('ADAPTOR', '10.00', more)
  const print = (itemId: string) =>
    shop.call(itemLabels.print, { branchId: shop.branchId, labels: [{ itemId, copies: 3 }] })
  const { status, headers } = await print(adaptor.id)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  const label = {
    name: 'Adaptor 旅行',
    price: 'MYR 10.80',
    symbology: 'ean13',
    code: '4006381333931',
  } as const
  const sheet = { language: 'en', title: 'Labels' }
  expect(rectanglesOf(await labelsPdf([label, label, label], { ...sheet, paper: 'roll' }))).toEqual([
    30, 30, 30,
  ])
  const pages = rectanglesOf(
    await labelsPdf(
      Array.from({ length: 25 }, () => label),
      { ...sheet, paper: 'a4' },
    ),
  )
  expect(pages).toEqual([24 * 30, 30])
  const { error } = await print(shop.branchId)
  expect(error).toMatchObject({ code: 'ITEM_NOT_SOLD', invalidParams: [{ field: 'labels.0.itemId' }] })
})
