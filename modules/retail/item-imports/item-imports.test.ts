import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { items } from '../items/items.contract.ts'
import { itemImports } from './item-imports.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const csv = (...lines: string[]) => new File([lines.join('\r\n')], 'items.csv', { type: 'text/csv' })

test('a dry run stores nothing; then all items of a table are made, each barcode with its units', async () => {
  const { call, send } = await app.signIn('admin')
  const table = () =>
    csv(
      'SKU,Name,Kind,Unit,Price,Price mode,Barcodes',
      'sim1,SIM card,goods,piece,35.00,fixed,4006381333931; CARTON10 = 10',
      'fee1,Delivery,service,piece,,open,',
    )
  const dry = await send(itemImports.import, { dryRun: 'true' }, table())
  expect(dry.body).toEqual({ rows: 2, created: 0, faults: [] })
  expect((await call(items.list, {})).body.items).toEqual([])
  expect((await send(itemImports.import, { dryRun: 'false' }, table())).body).toMatchObject({ created: 2 })
  expect((await call(items.getByBarcode, { code: 'CARTON10' })).body).toMatchObject({
    sku: 'SIM1',
    units: 10,
    price: '35.00',
  })
})

test('one row with a fault keeps all from being made, and every fault is at its cell', async () => {
  const { call, send } = await app.signIn('admin')
  const { body } = await send(
    itemImports.import,
    { dryRun: 'false' },
    csv(
      'sku,name,kind,unit,price,category,barcodes',
      'GOOD,Good,goods,piece,1.00,,',
      'SIM1,There already,goods,piece,1.00,,',
      'BAD1,Mistyped,goods,piece,1.00,,4006381333932',
      'BAD2,Nowhere,goods,piece,1.00,NONE,',
      'BAD3,Too fine,goods,piece,1.001,,',
      'GOOD,Twice,gods,piece,1.00,,',
    ),
  )
  expect(body.created).toBe(0)
  expect(body.faults.map(({ row, field, code }) => [row, field, code])).toEqual([
    [3, 'sku', 'SKU_IN_USE'],
    [4, 'barcodes.0.code', 'CHECK_DIGIT'],
    [5, 'category', 'CATEGORY_UNKNOWN'],
    [6, 'price', 'CELL_UNREAD'],
    [7, 'kind', 'CELL_UNREAD'],
  ])
  expect(body.faults[0]?.message).not.toContain('refusals')
  expect((await call(items.list, {})).body.items.map(({ sku }) => sku)).not.toContain('GOOD')
  const unknown = await send(itemImports.import, {}, csv('sku,name,kind,unit,colour', 'A,A,goods,piece,red'))
  expect(unknown.error.code).toBe('ITEM_COLUMNS')
})

test('how an item is tracked and to whom it is sold is read from the table, and what is neither yes nor no is said', async () => {
  const { call, send } = await app.signIn('admin')
  const head = 'sku,name,kind,unit,price,tracking,sold out,is precious,asks customer,is undiscounted'
  const mistyped = await send(
    itemImports.import,
    { dryRun: 'true' },
    csv(head, 'P1,Phone,goods,piece,900,serial,refuse,no,maybe,no', 'P2,Tea,goods,piece,9,bach,warn,,,'),
  )
  expect(mistyped.body.faults.map(({ row, field, code }) => [row, field, code])).toEqual([
    [2, 'asksCustomer', 'YES_OR_NO'],
    [3, 'tracking', 'CELL_UNREAD'],
  ])
  const table = csv(
    head,
    'P1,Phone,goods,piece,900,serial,refuse,,x,',
    'P2,Tea,goods,piece,9,batch,refuse,FALSE,否,',
    'P4,Cable,goods,piece,9,quantity,warn,,,',
    'P3,Gold bar,goods,piece,450,,,有,có,TRUE',
  )
  expect((await send(itemImports.import, { dryRun: 'false' }, table)).body).toEqual({
    rows: 4,
    created: 4,
    faults: [],
  })
  const made = (await call(items.list, { pageSize: 100 })).body.items
  const of = (sku: string) => made.find((one) => one.sku === sku)
  expect(of('P1')).toMatchObject({ tracking: 'serial', asksCustomer: true, isPrecious: false })
  expect(of('P2')).toMatchObject({ tracking: 'batch', soldOut: 'refuse', asksCustomer: false })
  expect(of('P4')).toMatchObject({ tracking: 'quantity', soldOut: 'warn' })
  expect(of('P3')).toMatchObject({ isPrecious: true, asksCustomer: true, isUndiscounted: true })
})

test('an EAN or UPC whose leading zeros a spreadsheet has taken is refused at its cell', async () => {
  const { send } = await app.signIn('admin')
  const { body } = await send(
    itemImports.import,
    { dryRun: 'true' },
    csv(
      'sku,name,kind,unit,price,barcodes',
      'Z1,UPC without its zero,goods,piece,1.00,36000291452',
      'Z2,UPC without two,goods,piece,1.00,OWN1; 1234567895 = 10',
      'Z3,EAN-8 without its zero,goods,piece,1.00,1234565',
      'Z4,With its zero,goods,piece,1.00,036000291452',
      'Z5,Numbers of our own,goods,piece,1.00,36000291453; 1234566; 123456',
    ),
  )
  expect(body.faults.map(({ row, field, code }) => [row, field, code])).toEqual([
    [2, 'barcodes', 'BARCODE_ZERO_LOST'],
    [3, 'barcodes', 'BARCODE_ZERO_LOST'],
    [4, 'barcodes', 'BARCODE_ZERO_LOST'],
  ])
  expect(body.faults[0]?.message).toContain('leading zero')
})
