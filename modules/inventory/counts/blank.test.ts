import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { settledEvent } from '#modules/exchange/settlement/settlement.domain.ts'
import { post } from '#modules/ledger/public.server.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { stock } from '../stock/stock.contract.ts'
import { heldDenominations } from '../denominations/denominations.contract.ts'
import { countVariances } from '../variances/variances.contract.ts'
import { counts } from './counts.contract.ts'
import { checkSubmitted } from '../items/items.domain.ts'

// The first refusal of a run takes longer than other calls where the machine is busy.
vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
let companyId: string
let admin: Call
let teller: Call
let till: Awaited<ReturnType<typeof openTill>>
const moving = <E extends Endpoint>(call: Call, endpoint: E, input: CallOf<E>) =>
  call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

const local = '500'
beforeAll(async () => {
  app = await testApp({ rates: false })
  const session = await app.signIn('teller')
  teller = session.call
  admin = (await app.signIn('admin')).call
  companyId = session.login.company.companyId
  till = await openTill(app, session, {
    cash: local,
    stock: { USD: ['1200', '5348.00'], EUR: ['450', '2083.50'], THB: ['8000', '1008.00'] },
  })
  const mids = { USD: '4.45', EUR: '4.63', THB: '12.6', SGD: '3.30' }
  const rates = Object.entries(mids).map(([code, mid]) => ({ currencyId: till.id(code), mid }))
  expect((await admin(baseRates.update, { rates, reason: 'As quoted' })).status).toBe(200)
  // The rest of the pools lies in the vault.
  for (const [code, quantity, cost] of [
    ['USD', '1800', '8022.00'],
    ['EUR', '1550', '7176.50'],
  ] as const) {
    const lines = [{ itemId: till.id(code), quantity, cost }]
    const opened = { branchId: till.branchId, note: 'Brought', lines }
    expect((await moving(admin, adjustments.createOpening, opened)).status).toBe(200)
  }
  // What differs is not counted twice here.
  const settings = [{ key: 'COUNT_TOLERANCE' as const, customerType: 0 as const, value: '100000' }]
  expect((await admin(configuration.update, { settings })).status).toBe(200)
})
afterAll(() => app.stop())

const note = (faceValue: string, count: number) => ({ kind: 'note' as const, faceValue, count })
/** As the teller types it: THB is blank. */
const typed = () => [
  { itemId: till.id('USD'), pieces: [note('100', 11), note('50', 1)] },
  { itemId: till.id('EUR'), quantity: '0' },
  { itemId: till.id('SGD'), pieces: [note('10', 2)] },
  { itemId: till.id('THB'), quantity: null },
]
const place = () => ({ branchId: till.branchId, counterId: till.counterId })
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })
const countedOf = ({ takes }: Awaited<ReturnType<typeof drafted>>) =>
  takes[0]?.lines?.map(({ code, counted }) => [code, counted])
const drafted = async (isFull: boolean) =>
  (await teller(counts.create, { ...place(), isFull, lines: typed() })).body

/** What the counter sells, as the journal has it, paid through the bank. */
const sell = (code: string, quantity: string, proceeds: string) =>
  inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, actor: { userId: null, name: 'Somebody' }, now: app.services.now() },
        {
          event: settledEvent,
          source: { type: 'deal', id: randomUUIDv7() },
          businessDate: app.services.now().toISOString().slice(0, 10),
          branchId: till.branchId,
          lines: [
            { part: 'stock', ...place(), itemId: till.id(code), quantity: `-${quantity}`, proceeds },
            { part: 'bank', branchId: till.branchId, amount: proceeds },
          ],
        },
      ),
    ),
  )
const onHand = async (code: string) => {
  const { lines } = (await admin(stock.list, { branchId: till.branchId })).body
  const line = lines.find((one) => one.itemId === till.id(code) && one.counterId === till.counterId)
  return line?.onHand
}
const pool = async (code: string) => {
  const [row] = await app.owner<{ pool: string }>(
    `select trim_scale(quantity)::text || ' / ' || value::numeric(20,2)::text as pool from ledger.pool
      where branch_id = $1 and item_id = $2 and kind = 'notes'`,
    [till.branchId, till.id(code)],
  )
  return row?.pool
}

describe('not counted is not nothing', () => {
  test('a draft shows 0 as 0 and a blank as blank, wherever it is opened', async () => {
    const draft = await drafted(false)
    const elsewhere = (await (await app.signIn('teller')).call(counts.getById, { id: draft.id })).body
    expect(countedOf(elsewhere)).toEqual([
      ['USD', '1150'],
      ['EUR', '0'],
      ['SGD', '20'],
      ['THB', null],
    ])
    const again = await teller(counts.update, { ...key(draft), lines: typed().slice(1) })
    expect(countedOf(again.body)?.at(-1)).toEqual(['THB', null])
    await teller(counts.cancel, { ...key(again.body), note: 'Begun again' })
  })

  test('a full count is not taken in while something is blank, and says so there', async () => {
    const draft = await drafted(true)
    expect(countedOf(draft)).toEqual([
      ['USD', '1150'],
      ['EUR', '0'],
      ['SGD', '20'],
      ['THB', null],
      // It lies there and was left out.
      ['MYR', null],
    ])
    const { error } = await moving(teller, counts.process, key(draft))
    expect(error.code).toBe('COUNT_INCOMPLETE')
    expect(error.invalidParams).toEqual([
      { field: 'lines.3.quantity', message: 'Not counted yet: THB. Enter 0 for what is not there.' },
      { field: 'lines.4.quantity', message: 'Not counted yet: MYR. Enter 0 for what is not there.' },
    ])
    await teller(counts.cancel, { ...key(draft), note: 'Begun again' })
    const { error: blank } = await teller(counts.create, { ...place(), lines: typed().slice(3) })
    expect(blank.code).toBe('NOTHING_COUNTED')
  })

  test('in a count of chosen currencies a blank has no line; what is sold later changes no difference', async () => {
    const { body: handed } = await moving(teller, counts.process, key(await drafted(false)))
    expect(handed.state).toBe('submitted')
    await sell('USD', '100', '460.00')
    await sell('THB', '1000', '130.00')
    expect(await pool('USD')).toBe('2900 / 12924.33')
    const seen = (await admin(counts.getById, { id: handed.id })).body
    expect(seen.takes[0]?.lines?.map(({ code, difference }) => [code, difference])).toEqual([
      ['USD', '-50'],
      ['EUR', '-450'],
      ['SGD', '20'],
    ])
    const { body: accepted } = await moving(admin, counts.accept, { ...key(seen), note: 'Looked for' })
    expect(accepted.state).toBe('processed')
    expect(await pool('USD')).toBe('2850 / 12701.50')
    expect(await pool('EUR')).toBe('1550 / 7176.50')
    expect(await pool('SGD')).toBe('20 / 66.00')
    expect(await pool('THB')).toBe('7000 / 882.00')
    expect([await onHand('USD'), await onHand('THB')]).toEqual(['1050', '7000'])
    const [short] = await app.owner<{ amount: string }>(
      `select sum(l.amount)::numeric(20,2)::text as amount from ledger.entry e
        join ledger.line l on l.company_id = e.company_id and l.entry_id = e.id
        where e.source_id = $1 and l.party_id is not null`,
      [handed.id],
    )
    expect(short?.amount).toBe('2240.33')
  })

  test('is in the report of variances under who counted, as the ledger has it, and leads to the count', async () => {
    const ask = { from: '2020-01-01', to: '2099-12-31' }
    const { rows, booked } = (await admin(countVariances.list, ask)).body
    const [row] = rows
    expect(rows).toHaveLength(1)
    expect(row).toMatchObject({ counts: 1, differing: 1, short: '-2306.33', over: '66.00', net: '-2240.33' })
    expect(row).toMatchObject({ countId: null, waiting: '0.00' })
    expect(booked).toEqual({ value: '-2240.33', agrees: true })
    const own = (await admin(countVariances.list, { ...ask, personId: row?.personId ?? '' })).body.rows
    expect(own).toMatchObject([{ net: '-2240.33', person: row?.person }])
    expect((await admin(counts.getById, { id: own[0]?.countId ?? '' })).body.state).toBe('processed')
    // Who counts blind is told nothing of it.
    expect((await teller(countVariances.list, ask)).status).toBe(403)
  })

  test('has notes by place that come to what the ledger has, with what nobody told the notes of', async () => {
    const { rows } = (await admin(heldDenominations.list, { branchId: till.branchId })).body
    const at = (code: string) =>
      rows
        .filter((one) => one.code === code && one.counterId === till.counterId)
        .map(({ kind, faceValue, count, amount, booked }) => [kind, faceValue, count, amount, booked])
    expect(at('USD')).toEqual([
      ['note', '100', 11, '1100', null],
      ['note', '50', 1, '50', null],
      // Sold without saying by which notes.
      ['unknown', null, null, '-100', '1050'],
    ])
    expect(at('SGD')).toEqual([['note', '10', 2, '20', '20']])
    expect(at('THB')).toEqual([['unknown', null, null, '7000', '7000']])
  })

  test('what was counted the first time is counted the second time too, a blank of it is refused', () => {
    const line = (itemId: string, counted: string | null, expected: string) => ({ itemId, counted, expected })
    const of = (isFull: boolean, before: string[]) => () =>
      checkSubmitted(
        [line('usd', '5', '5'), line('thb', null, '8000'), line('sgd', null, '0')],
        isFull,
        before.map((itemId) => ({ itemId })),
        (id) => id,
      )
    expect(of(false, [])()).toEqual([line('usd', '5', '5')])
    expect(of(true, [])).toThrow('COUNT_INCOMPLETE')
    expect(of(false, ['sgd'])).toThrow('COUNT_INCOMPLETE')
  })
})
