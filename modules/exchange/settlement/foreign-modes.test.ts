import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { inCompany } from '#kit/server/database.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { allModes } from '#modules/currencies/public.server.ts'
import { lookAtBooks, replayBooks } from '#modules/ledger/public.server.ts'
import type { SettledDealLine } from './settlement.domain.ts'
import { postHandover } from './settlement.server.ts'

let app: TestApp
let companyId: string
let here: Awaited<ReturnType<typeof openTill>>
beforeAll(async () => {
  app = await testApp()
  const teller = await app.signIn('teller')
  ;({ companyId } = teller.login.company)
  here = await openTill(app, teller, { stock: { USD: ['100', '400'] } })
})
afterAll(() => app.stop())

test('dollars at the bank have a cost of their own beside those in the drawer', async () => {
  const { db, now } = app.services
  await inCompany(companyId, async () => {
    const modes = await allModes(db)
    const modeId = modes.find(({ kind }) => kind === 'bankTransfer')?.id ?? ''
    const bank = { mode: { id: modeId, kind: 'bankTransfer' as const } }
    const deal = (line: Pick<SettledDealLine, 'amount' | 'mode' | 'quantity' | 'side'>) =>
      db.transaction().execute((tx) =>
        postHandover(
          { db: tx, now: now(), actor: { userId: null, name: 'Somebody' } as unknown as Actor },
          { dealId: null, businessDate: '2026-01-02' },
          {
            branchId: here.branchId,
            counterId: here.counterId,
            party: { type: 'customer', id: here.counterId },
            localItemId: here.id('MYR'),
            lines: [{ ...line, itemId: here.id('USD'), mid: '4.4', quoteUnit: 1 }],
            payments: [
              {
                direction: line.side === 'buy' ? 'out' : 'in',
                modeId: '',
                kind: 'cash',
                amount: line.amount,
              },
            ],
            fees: [],
            rounding: '0',
          },
        ),
      )
    await deal({ side: 'buy', quantity: '1000', amount: '4500', ...bank })
    const notes = await deal({ side: 'sell', quantity: '10', amount: '46' })
    const transfer = await deal({ side: 'sell', quantity: '10', amount: '46', ...bank })
    expect([notes.costs, transfer.costs]).toEqual([['40'], ['45']])
    // What lies in the drawer does not serve a transfer, nor the other way round.
    await expect(deal({ side: 'sell', quantity: '91', amount: '500' })).rejects.toMatchObject({
      code: 'INSUFFICIENT_STOCK',
    })
    await expect(deal({ side: 'sell', quantity: '991', amount: '5000', ...bank })).rejects.toMatchObject({
      code: 'INSUFFICIENT_STOCK',
    })
    const pools = await app.owner(
      `select kind, quantity::float8, value::float8, holder_id is null as own from ledger.pool where item_id = $1 order by kind`,
      [here.id('USD')],
    )
    expect(pools).toEqual([
      { kind: 'bank', quantity: 990, value: 4455, own: false },
      { kind: 'notes', quantity: 90, value: 360, own: true },
    ])
    const held = await app.owner(
      `select on_hand::float8 as hand, counter_id is null as apart from ledger.holding where item_id = $1 order by 1`,
      [here.id('USD')],
    )
    expect(held).toEqual([
      { hand: 90, apart: false },
      { hand: 990, apart: true },
    ])
    expect((await lookAtBooks(db)).filter(({ wrong }) => wrong > 0)).toEqual([])
    expect((await replayBooks(db)).differences).toEqual([])
  })
})

test('what is bought and sold in one deal has one cost, whichever line comes first', async () => {
  const { db, now } = app.services
  await inCompany(companyId, async () => {
    const line = (side: 'buy' | 'sell', quantity: string, amount: string) => ({
      side,
      quantity,
      amount,
      itemId: here.id('CAD'),
      mid: '2.8',
      quoteUnit: 1,
    })
    const settled = await db.transaction().execute((tx) =>
      postHandover(
        { db: tx, now: now(), actor: { userId: null, name: 'Somebody' } as unknown as Actor },
        { dealId: null, businessDate: '2026-01-02' },
        {
          branchId: here.branchId,
          counterId: here.counterId,
          party: { type: 'customer', id: here.counterId },
          localItemId: here.id('MYR'),
          lines: [line('sell', '20', '56.98'), line('buy', '30', '83.44')],
          payments: [{ direction: 'out', modeId: '', kind: 'cash', amount: '26.46' }],
          fees: [],
          rounding: '0',
        },
      ),
    )
    // 83.44 for 30 is 55.63 for 20: a gain of 1.35.
    expect(settled.costs).toEqual(['55.63', null])
    const [gain] = await app.owner<{ amount: string }>(
      `select sum(amount)::text as amount from ledger.line where entry_id = $1 and quantity is null and item_id = $2`,
      [settled.entryId, here.id('CAD')],
    )
    expect(gain?.amount).toBe('-1.3500')
    expect((await lookAtBooks(db)).filter(({ wrong }) => wrong > 0)).toEqual([])
  })
})
