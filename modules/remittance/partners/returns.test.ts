import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPartner } from '#apps/server/test-partner.ts'
import { accounts } from '#modules/ledger/accounts/accounts.contract.ts'
import { orders } from '../orders/orders.contract.ts'
import { payoutRates } from '../payout-rates/payout-rates.contract.ts'

const key = ({ id, version }: { id: string; version: number }) => ({ id, version })
type Partner = Awaited<ReturnType<typeof openPartner>>

/** USD 500.00 at 4.47, out of a balance that has cost 4.44; domain 11.3. */
const dollars = (isReturnCharged: boolean) =>
  openPartner({
    clock: { now: new Date('2026-11-25T02:00:00Z') },
    partner: {
      services: [{ country: 'ID', currency: 'USD', method: 'wallet', decimals: 2 }],
      isReturnCharged,
    },
    rate: { costRate: '0.22371365' },
    bank: { currency: 'USD', amount: '10000', value: '44400' },
  })

/** What the ledgers of these codes hold. */
async function held({ admin }: Partner) {
  const all = (await admin(accounts.list)).body
  const of = (code: string) => Number(all.find((one) => one.code === code)?.balance ?? 0)
  return { cash: of('1000'), payable: of('2010'), partnerCost: of('5040'), margin: of('4010') }
}

describe.each([
  { whose: 'our cost, unless the disclosure said otherwise', isCharged: false, paidBack: 2235, cost: 177.6 },
  {
    whose: 'the customer’s, at the rate of the order, where it did',
    isCharged: true,
    paidBack: 2056.2,
    cost: 0,
  },
])('what banks keep of a return is $whose', ({ isCharged, paidBack, cost }) => {
  let partner: Partner
  beforeAll(async () => void (partner = await dollars(isCharged)))
  afterAll(() => partner.stop())

  test('and it comes back at the cost at which it went', async () => {
    const { admin, moving, report, look, later } = partner
    await partner.topUp('10000')
    const one = await partner.order('500', 'gets')
    expect(one.sends).toBe('2235.00')
    partner.simulator.plan(one.number, { ends: 'accepted' })
    await partner.send(one)
    expect(await partner.balance()).toEqual([9500, 0, 9500])
    const back = { id: randomUUID(), reference: one.number, status: 'returned', amount: '460.00' }
    expect((await report(back)).statusCode).toBe(200)
    expect(await look(one)).toMatchObject({ state: 'returned', kept: '40.00' })
    expect(await partner.balance()).toEqual([9960, 0, 9960])
    expect(await held(partner)).toMatchObject({ payable: -2235, partnerCost: 177.6, margin: 0 })
    later(60)
    const owed = (await admin(orders.oweBack, key(await look(one)))).body
    const before = await held(partner)
    const refunded = await moving(orders.refund, key(owed))
    expect(refunded.status, JSON.stringify(refunded.body)).toBe(200)
    const after = await held(partner)
    expect(before.cash - after.cash).toBeCloseTo(paidBack, 4)
    expect(after).toMatchObject({ payable: 0, partnerCost: cost, margin: isCharged ? -1.2 : 0 })
    expect(await partner.wrong()).toEqual([])
  })
})

test.each([
  { fee: '0', goes: 5, left: 0 },
  { fee: '1500', goes: 4, left: 3_806_500 },
])(
  'of six orders at once $goes are promised what the balance reaches for with a fee of $fee, and one more goes once one is rejected',
  async ({ fee, goes, left }) => {
    const partner = await openPartner({
      clock: { now: new Date('2026-11-25T02:00:00Z') },
      partner: { fee },
      bank: { currency: 'IDR', amount: '90000000', value: '23400' },
    })
    try {
      await partner.topUp('19062500')
      const all = await Promise.all(Array.from({ length: 6 }, () => partner.order('1000')))
      const now = async () => Promise.all(all.map((one) => partner.look(one)))
      const queued = (await now()).filter(({ state }) => state === 'queued')
      const waiting = (await now()).filter(({ waitsFor }) => waitsFor === 'prefund')
      expect([queued.length, waiting.length]).toEqual([goes, 6 - goes])
      expect((await partner.balance())[2]).toBe(left)
      const [first] = queued
      if (!first) throw new Error('Some are queued')
      partner.simulator.plan(first.number, { rejects: 'AC01' })
      await partner.send(first)
      expect((await now()).filter(({ state }) => state === 'queued')).toHaveLength(goes)
      expect((await now()).filter(({ waitsFor }) => waitsFor === 'prefund')).toHaveLength(5 - goes)
      expect(await partner.wrong()).toEqual([])
    } finally {
      await partner.stop()
    }
  },
)

test.each([
  { kind: 'rejected', state: 'returned' },
  { kind: 'cancelled', state: 'refundPending' },
])('what was taken by a partner that was not heard, and is $kind, comes back less its fee', async (one) => {
  const partner = await openPartner({
    clock: { now: new Date('2026-11-25T02:00:00Z') },
    partner: { fee: '1500' },
    bank: { currency: 'IDR', amount: '90000000', value: '23400' },
  })
  try {
    await partner.topUp('10000000')
    const order = await partner.order('1000')
    partner.simulator.plan(order.number, { isLost: true, ends: 'accepted' })
    await partner.send(order)
    if (one.kind === 'cancelled') {
      // Its answer is still awaited.
      await partner.app.owner(`update remittance.payout_order set state = 'sent' where id = '${order.id}'`)
      const { id, version } = await partner.look(order)
      await partner.admin(orders.recall, { id, version, note: 'The sender asked' })
    }
    const back = { id: randomUUID(), reference: order.number, status: one.kind, amount: '3800000' }
    expect((await partner.report(back)).statusCode).toBe(200)
    expect(await partner.look(order)).toMatchObject({ state: one.state, kept: '12500.00' })
    // 10,000,000 less 12,500 that banks kept and 1,500 for itself.
    expect(await partner.balance()).toEqual([9_986_000, 0, 9_986_000])
    expect(await partner.wrong()).toEqual([])
  } finally {
    await partner.stop()
  }
})

test('an order whose rate does not say what the partner takes waits for it by name, and goes once it does', async () => {
  const partner = await openPartner({
    clock: { now: new Date('2026-11-25T02:00:00Z') },
    rate: { settlementRate: '16500' },
    bank: { currency: 'USD', amount: '10000', value: '44400' },
  })
  try {
    await partner.topUp('10000')
    const rate = (await partner.admin(payoutRates.list, {})).body.items[0]
    if (!rate) throw new Error('There is a rate')
    await partner.app.owner(
      `update remittance.payout_rate set settlement_rate = null where id = '${rate.id}'`,
    )
    const one = await partner.order('1000')
    expect(one).toMatchObject({ state: 'approved', waitsFor: 'rate' })
    await partner.tick()
    expect((await partner.look(one)).waitsFor).toBe('rate')
    await partner.app.owner(
      `update remittance.payout_rate set settlement_rate = 16500 where id = '${rate.id}'`,
    )
    await partner.tick()
    // 3,812,500 / 16,500, half up.
    expect(await partner.look(one)).toMatchObject({ state: 'queued', waitsFor: '', settles: '231.06' })
  } finally {
    await partner.stop()
  }
})
