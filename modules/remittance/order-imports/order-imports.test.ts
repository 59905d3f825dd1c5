import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openPayouts } from '#apps/server/test-payout.ts'
import { type Order, type OrderDraft, orders } from '../orders/orders.contract.ts'
import { orderImports } from './order-imports.contract.ts'
import { importColumns } from './order-imports.domain.ts'

let app: TestApp
let payouts: Awaited<ReturnType<typeof openPayouts>>
beforeAll(async () => {
  app = await testApp()
  payouts = await openPayouts(app, {
    clock: { now: new Date('2026-11-25T02:00:00Z') },
    bank: { currency: 'IDR', amount: '90000000', value: '23400' },
  })
})
afterAll(() => app.stop())

const head =
  'Sender,country,currency,method,amount,recipient name,account,purpose,source of funds,relationship,duplicate reason'
const paper = '900501-10-5566'
const csv = (...lines: string[]) =>
  new File([[head, ...lines].join('\r\n')], 'orders.csv', { type: 'text/csv' })
const seat = () => ({ branchId: payouts.branchId, counterId: payouts.counterId })
const upload = (file: File) => payouts.session.send(orderImports.import, seat(), file)
const all = async (): Promise<Order[]> => (await payouts.admin(orders.list, {})).body.items
const faultsOf = (row: { faults: { field: string; code: string }[] } | undefined) =>
  row?.faults.map(({ field, code }) => `${field} ${code}`).toSorted()

test('a dry run says all that is wrong by row and column, and keeps nothing', async () => {
  const { body } = await upload(
    csv(
      `${paper},id,IDR,Wallet,"1,000.00",Siti Rahmawati,0812-3456-7890,Family support,salary,sibling,`,
      'X000,ID,IDR,wallet,12.3.4,,021 1234567,holiday,salary,cousin,',
      `${paper},ID,IDR,wallet,100,李小龙,021 1234567,gift,salary,friend,`,
      `${paper},ID,IDR,bank,100,Siti Rahmawati,,gift,salary,friend,`,
    ),
  )
  const [good, bad, recipient, unserved] = body.rows
  expect(good).toMatchObject({
    rowNumber: 2,
    customer: 'Noor Aminah',
    faults: [],
    price: { provider: 'Islands Payout', sends: '1000.00', gets: '3812500' },
    draft: { country: 'ID', amount: '1000.00', fixed: 'sends', providerId: payouts.providerId },
    order: null,
  })
  expect(faultsOf(bad)).toEqual([
    'amount NOT_A_NUMBER',
    'purpose ORDER_CHOICE',
    'recipientName REQUIRED',
    'relationship ORDER_CHOICE',
    'sender SENDER_UNKNOWN',
  ])
  expect(bad?.draft).toBeNull()
  expect(recipient?.faults.map(({ field }) => field).toSorted()).toEqual(['account', 'recipientName'])
  expect(faultsOf(unserved)).toContain('amount NO_PAYOUT_OFFER')
  expect(await all()).toEqual([])
})

test('a cell that is too long is refused at its column, never cut', async () => {
  const { body } = await upload(
    csv(`${paper},ID,IDR,wallet,100,Siti Rahmawati,${'0'.repeat(256)},gift,salary,friend,`),
  )
  expect(faultsOf(body.rows[0])).toContain('account TEXT_TOO_LONG')
  expect(body.rows[0]?.draft).toBeNull()
})

test('a row is mended by itself, made by the call of the product, and known when its file comes again', async () => {
  const file = () => csv(`${paper},ID,IDR,wallet,250,Dewi Lestari,0812-3456-7890,gift,wages,friend,`)
  const { body } = await upload(file())
  const [row] = body.rows
  expect(faultsOf(row)).toEqual(['sourceOfFunds ORDER_CHOICE'])
  const given = { ...row?.given, sourceOfFunds: 'salary' }
  const looked = await payouts.admin(orderImports.checkRow, {
    ...seat(),
    fileHash: body.fileHash,
    rowNumber: 2,
    given,
  })
  expect(looked.body.faults).toEqual([])
  const draft = looked.body.draft as OrderDraft
  const made = (await payouts.admin(orders.create, draft)).body
  expect(made).toMatchObject({ state: 'quoted', sends: '250.00', recipientName: 'Dewi Lestari' })

  const [again] = (await upload(file())).body.rows
  expect(again).toMatchObject({ draft: null, faults: [], order: { id: made.id, number: made.number } })
  expect((await payouts.admin(orders.create, draft)).body.number).toBe(made.number)
  // In another file it is another row: what is alike is said, and goes with a reason.
  const like = `${paper},ID,IDR,wallet,250,Dewi Lestari,0812-3456-7890,gift,salary,friend`
  const [same, reasoned] = (await upload(csv(`${like},`, `${like},School fees of two children`))).body.rows
  expect(faultsOf(same)).toEqual(['duplicateReason ORDER_LIKE_ANOTHER'])
  expect(same?.faults[0]?.message).toContain(made.number)
  expect(reasoned?.draft).not.toBeNull()
  expect(await all()).toHaveLength(1)
})

test('two rows of a file that are alike are said before the first is made', async () => {
  const row = `${paper},ID,IDR,wallet,75,Budi Santoso,0812-3456-7890,gift,salary,friend,`
  const [first, second] = (await upload(csv(row, row))).body.rows
  expect(first?.draft).not.toBeNull()
  expect(faultsOf(second)).toEqual(['duplicateReason ROW_LIKE_ANOTHER'])
})

test('a file that is no table of orders is refused, and so is one with too many rows', async () => {
  const code = async (file: File) => (await upload(file)).error?.code
  const plain = (text: string, type = 'text/csv') => new File([text], 'orders.csv', { type })
  expect(await code(plain('country,amount\r\nID,1'))).toBe('ORDER_COLUMNS')
  expect(await code(plain(`${head},amount\r\n`))).toBe('ORDER_COLUMNS')
  expect(await code(csv(...Array.from({ length: 201 }, () => 'x')))).toBe('ORDER_ROWS_MOST')
  const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const zip = new File([Buffer.from('PK\u0003\u0004 not a workbook')], 'orders.xlsx', { type: workbook })
  expect((await upload(zip)).status).toBe(400)
  const [error] = (await upload(csv('#REF!,ID,IDR,wallet,1,A B,0812-3456-7890,gift,salary,friend,'))).body
    .rows
  expect(faultsOf(error)).toEqual(['sender CELL_ERROR'])
})

test('the template has a column for each field, and only who makes orders has it', async () => {
  const found = await payouts.admin(orderImports.template)
  expect(found.status).toBe(200)
  expect(new Set(importColumns).size).toBe(importColumns.length)
  const accountant = (await app.signIn('accountant')).call
  expect((await accountant(orderImports.template)).status).toBe(403)
  const row = { ...seat(), fileHash: '0'.repeat(64), rowNumber: 2, given: {} }
  expect((await accountant(orderImports.checkRow, row)).status).toBe(403)
  const elsewhere = { ...row, branchId: randomUUID() }
  expect((await payouts.admin(orderImports.checkRow, elsewhere)).status).toBe(404)
})
