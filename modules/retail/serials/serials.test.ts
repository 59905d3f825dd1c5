import { serialOf } from '#modules/inventory/units/units.domain.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openShop } from '#apps/server/test-retail.ts'
import { sheetHead, sheetTail, workbookOf } from '#kit/test/hostile-files.ts'
import { items } from '../items/items.contract.ts'
import { refunds } from '../returns/returns.contract.ts'
import { sales } from '../sales/sales.contract.ts'
import { serialSheets } from './serial-sheets.contract.ts'
import { serialStory } from './serials.contract.ts'
import { faultOfSerial } from './serials.domain.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  app = await testApp()
  shop = await openShop(app)
})
afterAll(() => app.stop())

interface Answer {
  error: { code: string | number; invalidParams: { field: string; message?: string }[] }
}
const faultOf = ({ error }: Answer) => [error.code, error.invalidParams[0]?.field]
const received = (itemId: string, ...serials: string[]) =>
  shop.adjusted('receipt', [
    { itemId, quantity: String(serials.length), cost: `${serials.length * 20}.00`, serials },
  ])
const back = (saleId: string, serials: string[], quantity = '1') =>
  shop.call(refunds.create, {
    id: randomUUID(),
    saleId,
    counterId: shop.counterId,
    reason: 'Not wanted',
    lines: [{ position: 1, quantity, serials }],
  })
const returned = async (saleId: string, serial: string) => {
  const { body } = await back(saleId, [serial])
  return (await shop.moving(refunds.settle, shop.key(body))).body
}
const countOf = async (itemId: string) =>
  (
    await app.owner<{ n: number }>(`select count(*)::int as n from retail.serial where item_id = '${itemId}'`)
  )[0]?.n

test('two spellings of a serial are one: width, blanks, hyphens and padding are no part of it', () => {
  const one = '8960991234500012342'
  for (const typed of [
    '8960 9912 3450 0012 342',
    `${one}F`,
    `${one}f`,
    '８９６０９９１２３４５０００１２３４２',
    '8960-9912–3450 0012 342',
  ])
    expect(serialOf(typed)).toBe(one)
  expect(serialOf('896099123450001234FF')).toBe('896099123450001234')
  expect(serialOf('898604B7192271000014')).toBe('898604B7192271000014')
  expect(serialOf('A1F')).toBe('A1F')
  expect(faultOfSerial('8.96099123450001E+18')).toBe('CELL_LONG')
  expect(faultOfSerial('12E5')).toBeUndefined()
  expect(faultOfSerial('(?)')).toBe('SERIAL_UNREAD')
})

test('a serial is returned only by the receipt that was the last to sell it, and stays one row with its whole story', async () => {
  const { item, sold, call, moving, counterId } = shop
  const sim = await item('SIM', '35.00', { tracking: 'serial' })
  await received(sim.id, 'S1', 'S2', 'S3')
  const first = await sold([{ itemId: sim.id, quantity: '2', serials: ['S1', 'S2'] }])
  const refund = await returned(first.id, 's-1')
  expect(refund.total).toBe('35.00')
  const { version } = (await call(items.getById, { id: sim.id })).body
  const { body: dearer } = await call(items.update, {
    id: sim.id,
    version,
    sku: 'SIM',
    name: 'SIM',
    kind: 'goods',
    unit: 'piece',
    price: '38.00',
    tracking: 'serial',
  })
  expect(dearer.price).toBe('38.00')
  const second = await sold([{ itemId: sim.id, quantity: '1', serials: ['S1'] }])
  const again = await back(first.id, ['S1'])
  expect(faultOf(again)).toEqual(['SERIAL_SOLD_LATER', 'lines.0.serials'])
  expect(again.error.invalidParams[0]?.message).toContain(second.number)
  expect((await returned(second.id, 'S1')).total).toBe('38.00')
  const unnamed = await back(first.id, [])
  expect(faultOf(unnamed)).toEqual(['SERIAL_MISSING', 'lines.0.serials'])
  expect(unnamed.error.invalidParams[0]?.message).toContain('S2')
  expect(faultOf(await back(first.id, ['S3']))).toEqual(['SERIAL_NOT_SOLD', 'lines.0.serials'])
  const { number } = refund
  expect((await call(refunds.getReturnable, { number, counterId })).error.code).toBe('RECEIPT_UNKNOWN')
  expect((await back(refund.id, ['S1'])).status).toBe(404)
  expect(await countOf(sim.id)).toBe(3)
  expect(
    (await call(refunds.getReturnable, { number: first.number, counterId })).body.lines[0],
  ).toMatchObject({
    left: '1',
    serials: ['S2'],
  })
  const waiting = await back(first.id, ['S2'])
  expect(waiting.body.state).toBe('approved')
  expect((await back(first.id, ['S2'])).status).toBe(422)
  await moving(refunds.settle, shop.key(waiting.body))
  const { rows } = (await call(serialStory.list, { serial: 's 1' })).body
  expect(rows.map(({ act }) => act)).toEqual(['receipt', 'hold', 'sale', 'return', 'hold', 'sale', 'return'])
})

test('a serial is kept as it was typed and refused at its field under any other spelling', async () => {
  const { item, call, branchId } = shop
  const sim = await item('LONG', '35.00', { tracking: 'serial' })
  expect((await received(sim.id, '8960991234500012342')).body.lines[0]?.serials).toEqual([
    '8960991234500012342',
  ])
  for (const typed of [
    '8960 9912 3450 0012 342',
    '8960991234500012342F',
    '８９６０９９１２３４５０００１２３４２',
  ])
    expect(faultOf(await received(sim.id, 'OTHER', typed))).toEqual(['SERIAL_IN_USE', 'lines.0.serials'])
  expect(faultOf(await received(sim.id, '8.96099123450001E+18'))).toEqual(['CELL_LONG', 'lines.0.serials'])
  expect(faultOf(await received(sim.id, 'TWICE', 'twice'))).toEqual(['SERIAL_TWICE', 'lines.0.serials'])
  expect(await countOf(sim.id)).toBe(1)
  const { body } = await call(items.getByBarcode, { code: '8960991234500012342F', branchId })
  expect(body).toMatchObject({ sku: 'LONG', serial: '8960991234500012342', units: 1, available: '1' })
  const count = await shop.adjusted('receipt', [
    { itemId: sim.id, quantity: '2', cost: '1.00', serials: ['X1'] },
  ])
  expect(faultOf(count)).toEqual(['SERIALS_COUNT', 'lines.0.serials'])
})

test('of a sheet every serial is read, or each fault is at its cell and nothing is stored', async () => {
  const sim = await shop.item('SHEET', '35.00', { tracking: 'serial' })
  const { send } = await app.signIn('admin')
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const sheetOf = (...cells: string[]) =>
    new File(
      [
        Uint8Array.from(
          workbookOf({
            sheet:
              sheetHead +
              ['serial']
                .map(text)
                .concat(cells)
                .map((cell) => `<row>${cell}</row>`)
                .join('') +
              sheetTail,
          }),
        ),
      ],
      'serials.xlsx',
    )
  const good = ['<c><v>352099001234562</v></c>', text('898604B7192271000014')]
  const wrong = await send(
    serialSheets.read,
    {},
    sheetOf(...good, '<c><v>8.96099123450001E+18</v></c>', text('352099001234562')),
  )
  expect(wrong.body.serials).toEqual([])
  expect(wrong.body.faults.map(({ row, field, code }) => [row, field, code])).toEqual([
    [4, 'serial', 'CELL_LONG'],
    [5, 'serial', 'SERIAL_TWICE'],
  ])
  expect(wrong.body.faults[0]?.message).toBe('A number of more than 15 digits; enter it as text.')
  const { body } = await send(serialSheets.read, {}, sheetOf(...good))
  expect(body.serials.map(({ serial }) => serial)).toEqual(['352099001234562', '898604B7192271000014'])
  await received(sim.id, ...body.serials.map(({ serial }) => serial))
  const again = await send(serialSheets.read, {}, sheetOf(...good))
  expect(again.body.faults.map(({ row, code }) => [row, code])).toEqual([
    [2, 'SERIAL_IN_USE'],
    [3, 'SERIAL_IN_USE'],
  ])
})

test('a serial in a basket is held until the day ends; sold, unknown or of another item it is refused', async () => {
  const { item, parked, paid, call, branchId, counterId, key } = shop
  const [sim, other] = [await item('HOLD', '10.00', { tracking: 'serial' }), await item('PLAIN', '10.00')]
  await received(sim.id, 'H1', 'H2')
  const ask = async (itemId: string, ...serials: string[]) =>
    faultOf(
      await call(sales.create, {
        id: randomUUID(),
        branchId,
        counterId,
        lines: [{ itemId, quantity: '1', serials }],
      }),
    )
  const line = [{ itemId: sim.id, quantity: '1', serials: ['H1'] }]
  const basket = await parked(line)
  expect(await ask(sim.id, 'H1')).toEqual(['SERIAL_HELD', 'lines.0.serials'])
  expect(await ask(sim.id, 'NONE')).toEqual(['SERIAL_UNKNOWN', 'lines.0.serials'])
  expect(await ask(sim.id)).toEqual(['SERIALS_COUNT', 'lines.0.serials'])
  expect(await ask(other.id, 'H1')).toEqual(['SERIALS_NOT_KEPT', 'lines.0.serials'])
  const { body: swapped } = await call(sales.park, {
    ...key(basket),
    lines: [{ itemId: sim.id, quantity: '1', serials: ['H2'] }],
  })
  const free = await parked(line)
  expect(free.lines[0]?.serials).toEqual(['H1'])
  expect((await call(sales.cancel, key(free))).body.state).toBe('cancelled')
  expect((await paid(swapped, [['card', '10.00']])).body.lines[0]?.serials).toEqual(['H2'])
  expect(await ask(sim.id, 'H2')).toEqual(['SERIAL_NOT_IN_STOCK', 'lines.0.serials'])
  const late = await parked(line)
  await shop.goTo('2026-12-01')
  const next = await parked(line)
  expect(next.lines[0]?.serials).toEqual(['H1'])
  expect((await paid(late, [['card', '10.00']])).error.code).toBe('SERIAL_HELD')
  expect((await paid(next, [['card', '10.00']])).body.state).toBe('settled')
})

test('what went back to its supplier may come again, and is the same row', async () => {
  const { item, adjusted } = shop
  const sim = await item('BACK', '10.00', { tracking: 'serial' })
  await received(sim.id, 'B1')
  const line = { itemId: sim.id, quantity: '1', serials: ['b1'] }
  expect((await adjusted('supplierReturn', [line])).body.state).toBe('posted')
  expect((await adjusted('damaged', [line])).error.code).toBe('SERIAL_NOT_IN_STOCK')
  expect((await received(sim.id, 'B1')).body.state).toBe('posted')
  expect(await countOf(sim.id)).toBe(1)
})

test('a basket that is given up does not free a serial that another has sold meanwhile', async () => {
  const { item, parked, sold, call, key } = shop
  const sim = await item('RACE', '10.00', { tracking: 'serial' })
  await received(sim.id, 'R1', 'R2')
  const basket = await parked([{ itemId: sim.id, quantity: '1', serials: ['R1'] }])
  const { id } = await sold([{ itemId: sim.id, quantity: '1', serials: ['R2'] }])
  // Whoever cancels still reads it as held, and waits for the row.
  const selling = app.owner(
    `update retail.serial set state = 'sold', sale_id = '${id}', held_on = null where key = 'R1'; select pg_sleep(2)`,
  )
  await app.owner(`select pg_sleep(0.5)`)
  expect((await call(sales.cancel, key(basket))).body.state).toBe('cancelled')
  await selling
  const at = await app.owner<{ at: string }>(
    `select state || ' ' || sale_id as at from retail.serial where key = 'R1'`,
  )
  expect(at).toEqual([{ at: `sold ${id}` }])
})
