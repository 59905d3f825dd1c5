import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPartner } from '#apps/server/test-partner.ts'
import { feeSettings } from '#modules/charges/fees/fees.contract.ts'
import { prefundMoves } from '../prefund-moves/prefund-moves.contract.ts'
import { corridorProfit } from './corridor-profit.contract.ts'

let partner: Awaited<ReturnType<typeof openPartner>>
beforeAll(async () => {
  partner = await openPartner({
    clock: { now: new Date('2026-11-24T02:00:00Z') },
    partner: { fee: '1500' },
    rate: { margin: '0.01' },
    bank: { currency: 'IDR', amount: '90000000', value: '23400' },
  })
  const { status } = await partner.admin(feeSettings.create, {
    name: 'Remittance fee',
    priority: 1,
    kind: 'flat',
    amount: '10.60',
    taxKind: 'inclusive',
    taxName: 'SST',
    taxRate: '0.06',
  })
  expect(status).toBe(200)
})
afterAll(() => partner.stop())

const read = async (from: string, to: string) =>
  (await partner.admin(corridorProfit.list, { from, to })).body.rows
const accept = async (one: { id: string; number: string }) => {
  partner.simulator.plan(one.number, { ends: 'accepted' })
  await partner.send(one)
  expect((await partner.look(one)).state).toBe('accepted')
}
/** What the ledgers of margin, fee, partner's cost and gain moved by in a period, straight from their lines. */
const moved = async (from: string, to: string) => {
  const [sums] = await partner.app.owner<Record<'cost' | 'fee' | 'gain' | 'margin', string>>(
    `select coalesce(-sum(l.amount) filter (where a.code = '4010'), 0)::numeric(20, 2) as margin,
      coalesce(-sum(l.amount) filter (where a.code = '4020'), 0)::numeric(20, 2) as fee,
      coalesce(-sum(l.amount) filter (where a.code = '5040'), 0)::numeric(20, 2) as cost,
      coalesce(-sum(l.amount) filter (where a.code in ('4000', '5000')), 0)::numeric(20, 2) as gain
     from ledger.line l join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
     where l.company_id = $1 and l.business_date between $2 and $3`,
    [partner.companyId, from, to],
  )
  return sums
}
const totals = (rows: Awaited<ReturnType<typeof read>>) => {
  const sum = (key: 'cost' | 'fee' | 'gain' | 'margin' | 'profit') =>
    rows.reduce((all, row) => all + Math.round(Number(row[key]) * 100), 0) / 100
  const [margin, fee, cost, gain] = [sum('margin'), sum('fee'), sum('cost'), sum('gain')]
  expect(sum('profit')).toBeCloseTo(margin + fee + cost + gain, 6)
  return { margin, fee, cost, gain }
}
const numbers = (sums: Awaited<ReturnType<typeof moved>>) =>
  Object.fromEntries(Object.entries(sums ?? {}).map(([key, amount]) => [key, Number(amount)]))

test('a corridor has what its orders brought, and comes to what the ledgers moved', async () => {
  await partner.topUp('30000000')
  const [first, second] = [await partner.order('1000'), await partner.order('2000')]
  await accept(first)
  // The other is accepted on the next day: its fee is of the day on which it was paid.
  partner.later(86_400)
  await accept(second)
  const [row, ...others] = await read('2026-11-24', '2026-11-25')
  expect(others).toEqual([])
  expect(row).toMatchObject({
    country: 'ID',
    method: 'wallet',
    currency: 'IDR',
    provider: 'Islands Payout',
    orders: 2,
    sends: '3000.00',
    // 10.60 with 6 % tax in it, twice.
    fee: '20.00',
  })
  expect(Number(row?.margin)).toBeGreaterThan(0)
  expect(Number(row?.cost)).toBeLessThan(0)
  expect(Number(row?.gain)).not.toBe(0)
  for (const [from, to] of [
    ['2026-11-24', '2026-11-25'],
    ['2026-11-24', '2026-11-24'],
    ['2026-11-25', '2026-11-25'],
  ] as const)
    expect(totals(await read(from, to))).toEqual(numbers(await moved(from, to)))

  // What comes back takes its margin and gain with it, on its own day.
  partner.later(86_400)
  const back = { id: randomUUID(), reference: second.number, status: 'returned', amount: '7000000' }
  expect((await partner.report(back)).statusCode).toBe(200)
  const [after] = await read('2026-11-26', '2026-11-26')
  expect(after).toMatchObject({ orders: -1, sends: '-2000.00', fee: '0.00' })
  expect(totals(await read('2026-11-26', '2026-11-26'))).toEqual(
    numbers(await moved('2026-11-26', '2026-11-26')),
  )
  expect(await read('2026-11-24', '2026-11-26')).toMatchObject([{ orders: 1, sends: '1000.00' }])
})

test('what a partner takes for no order is its own row', async () => {
  partner.later(86_400)
  const { providerId } = partner
  const charge = await partner.moving(prefundMoves.create, { kind: 'charge', providerId, amount: '25000' })
  expect(charge.status, JSON.stringify(charge.body)).toBe(200)
  const rows = await read('2026-11-27', '2026-11-27')
  expect(rows).toMatchObject([{ country: null, method: null, currency: null, orders: 0, cost: '-6.50' }])
  expect(totals(rows)).toEqual(numbers(await moved('2026-11-27', '2026-11-27')))
})

test('it is taken away as a workbook, and a period that ends before it begins is refused', async () => {
  const ask = { from: '2026-11-24', to: '2026-11-27' }
  expect((await partner.admin(corridorProfit.export, ask)).status).toBe(200)
  const turned = await partner.admin(corridorProfit.list, { from: ask.to, to: ask.from })
  expect(turned.error.code).toBe('PERIOD_TURNED')
  const teller = (await partner.app.signIn('teller')).call
  expect((await teller(corridorProfit.list, ask)).status).toBe(403)
})
