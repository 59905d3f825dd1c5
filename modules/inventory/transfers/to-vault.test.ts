import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { piecesAt } from '../pieces/pieces.server.ts'
import { dayReports } from '../day-reports/day-reports.contract.ts'
import { days } from '../days/days.contract.ts'
import { handovers } from '../handovers/handovers.contract.ts'
import { stock } from '../stock/stock.contract.ts'
import { transfers } from './transfers.contract.ts'

let app: TestApp
let teller: Session
let keeper: Session
let head: Session
let admin: Session
let till: Awaited<ReturnType<typeof openTill>>

beforeAll(async () => {
  app = await testApp()
  teller = await app.signIn('teller')
  admin = await app.signIn('admin')
  till = await openTill(app, teller, { cash: '6000', stock: { USD: ['1000', '3000'] } })
  const workspaces = [{ type: 2 as const, workspaceId: till.branchId }]
  await app.addUser({ userName: 'keeper', roles: ['vault_keeper'], workspaces })
  keeper = await app.signIn('keeper')
  await app.addUser({ userName: 'head', roles: ['senior_teller'], workspaces })
  head = await app.signIn('head')
})
afterAll(() => app.stop())

const headers = () => ({ headers: { 'idempotency-key': randomUUID() } })
const note = (code: string, count: number) => ({
  itemId: till.id(code),
  pieces: [{ kind: 'note' as const, faceValue: '1', count }],
})

/** Closes the day with so much counted, twice where it has to be. */
async function close(dollars: number, money: number, toVault = true) {
  const { day } = (await teller.call(days.current, { counterId: till.counterId })).body
  const lines = [note('USD', dollars), note('MYR', money)]
  const closing = (version: number) =>
    teller.call(days.close, { id: day?.id ?? '', version, lines, isZeroConfirmed: true, toVault }, headers())
  const first = await closing(day?.version ?? 0)
  return first.body.isRecount ? closing(first.body.version) : first
}
/** What lies at the counter and in the vault of the branch. */
async function lying(code: string) {
  const { lines } = (await admin.call(stock.list, { branchId: till.branchId })).body
  const at = (counterId: string | null) =>
    lines.find((one) => one.itemId === till.id(code) && one.counterId === counterId)?.onHand ?? '0'
  return [at(till.counterId), at(null)].map(Number)
}
const find = async (id: string) => (await admin.call(transfers.getById, { id })).body
const wrong = () =>
  inCompany(admin.login.company.companyId, async () =>
    (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0),
  )

test('all money of a drawer is on its way to the vault when its day ends, above any limit of its teller, and counted there by another', async () => {
  const { body, error } = await close(1000, 6000)
  expect(error?.code).toBeUndefined()
  expect(body.state).toBe('closed')
  const sent = await find(body.vaultTransferId ?? '')
  expect(sent).toMatchObject({ kind: 'counterToBranch', state: 'inTransit' })
  expect(sent.lines.map(({ code, quantity, pieces }) => [code, Number(quantity), pieces.length])).toEqual([
    ['USD', 1000, 1],
    ['MYR', 6000, 1],
  ])
  expect([await lying('USD'), await lying('MYR')]).toEqual([
    [0, 0],
    [0, 0],
  ])
  // Who may not know what is expected counts it without; it is not sent back, and not left lying for ever.
  const unknown = (await head.call(transfers.getById, { id: sent.id })).body
  expect([unknown.value, unknown.lines.map(({ quantity }) => quantity)]).toEqual([null, [null, null]])
  expect((await keeper.call(transfers.getById, { id: sent.id })).body.can).toEqual(['complete'])
  expect(sent.expectedAt).not.toBeNull()
  const drawers = await inCompany(admin.login.company.companyId, () =>
    piecesAt(app.services.db, { branchId: till.branchId, counterId: till.counterId }),
  )
  expect(drawers.get(till.id('USD'))?.countOf({ kind: 'note', faceValue: '1' })).toBe(0)
  // Nobody is left a drawer in which nothing lies.
  const handed = await teller.call(handovers.current, { counterId: till.counterId })
  expect(handed.body).toMatchObject({ dayId: null, people: [] })

  // What was held before the count is what came in; the way to the vault is said apart.
  const report = (await admin.call(dayReports.list, { dayId: body.id })).body
  expect(report.drawer.find(({ code }) => code === 'USD')).toMatchObject({
    quantityIn: '1000.00',
    quantityOut: '0.00',
    held: '1000.00',
    counted: '1000.00',
    difference: '0.00',
  })
  expect(report.happened.filter(({ event }) => event.includes('transferSent'))).toHaveLength(2)

  const lines = [note('USD', 1000), note('MYR', 6000)].map((line) => ({
    ...line,
    quantity: String(line.pieces[0]?.count),
  }))
  const counted = { id: sent.id, version: sent.version, lines }
  const own = await teller.call(transfers.complete, counted, headers())
  expect(own.status).toBeGreaterThanOrEqual(400)
  const done = await keeper.call(transfers.complete, counted, headers())
  expect(done.body.state, JSON.stringify(done.error)).toBe('completed')
  expect([await lying('USD'), await lying('MYR')]).toEqual([
    [0, 1000],
    [0, 6000],
  ])
  expect(await wrong()).toEqual([])
})

test('what is missing in the drawer does not go, and no transfer is made of nothing', async () => {
  await teller.call(days.open, { counterId: till.counterId })
  const empty = await close(0, 0)
  expect(empty.body, JSON.stringify(empty.error)).toMatchObject({ state: 'closed', vaultTransferId: null })

  const two = await openTill(app, teller, { cash: '500', stock: { USD: ['100', '300'] } })
  expect(two.counterId).toBe(till.counterId)
  const { body, error } = await close(90, 500)
  expect(error?.code).toBeUndefined()
  const sent = await find(body.vaultTransferId ?? '')
  expect(sent.lines.map(({ code, quantity }) => `${code} ${Number(quantity)}`).toSorted()).toEqual([
    'MYR 500',
    'USD 90',
  ])
  expect(await wrong()).toEqual([])
})

test('a currency of which more is counted than the books have stays in the drawer until that is decided; the rest goes', async () => {
  // What was missing the last time still lies in its books.
  const opened = await teller.call(days.open, { counterId: till.counterId, lines: [note('USD', 10)] })
  expect(opened.error?.code).toBeUndefined()
  const one = await openTill(app, teller, { cash: '70', stock: { USD: ['30', '90'] } })
  expect(one.counterId).toBe(till.counterId)
  const before = await lying('USD')
  const { body } = await close(1030, 70)
  expect(body.state).toBe('closed')
  const sent = await find(body.vaultTransferId ?? '')
  expect(sent.lines.map(({ code, quantity }) => `${code} ${Number(quantity)}`)).toEqual(['MYR 70'])
  expect(await lying('USD')).toEqual(before)
  // Who did not send it does not read in the report of the day what is counted blind in the vault.
  const seen = (await head.call(dayReports.list, { dayId: body.id })).body
  expect(seen.isBlind).toBe(true)
  expect(await wrong()).toEqual([])
})
