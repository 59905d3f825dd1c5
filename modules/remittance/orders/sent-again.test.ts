import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Session } from '#apps/server/test-app.ts'
import { openPayouts } from '#apps/server/test-payout.ts'
import { screeningHouse } from '#apps/server/test-screening.ts'
import { work } from '#modules/approvals/work/work.contract.ts'
import { cdd } from '#modules/compliance/cdd/cdd.contract.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { payoutBatches } from '../payout-batches/payout-batches.contract.ts'
import { providers } from '../providers/providers.contract.ts'
import { orders } from './orders.contract.ts'

const clock = { now: new Date('2026-11-25T02:00:00Z') }
let house: Awaited<ReturnType<typeof screeningHouse>>
let payouts: Awaited<ReturnType<typeof openPayouts>>
let releaser: Session
let officer: Session
let mlro: Session
let manager: Session
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

beforeAll(async () => {
  house = await screeningHouse()
  // A partner that settles in a third currency: what comes back could be taken for what was to be paid out.
  payouts = await openPayouts(house.app, {
    clock,
    bank: { currency: 'USD', amount: '20000', value: '90000' },
    rate: { settlementRate: '16800' },
  })
  const { branchId } = payouts
  await house.app.addUser({
    userName: 'release',
    roles: ['accountant'],
    workspaces: [{ type: 2 as const, workspaceId: branchId }],
  })
  releaser = await house.app.signIn('release')
  for (const role of ['compliance_officer', 'mlro'])
    await house.app.addUser({ userName: role, roles: [role], workspaces: [{ type: 0, workspaceId: null }] })
  officer = await house.app.signIn('compliance_officer')
  mlro = await house.app.signIn('mlro')
  await house.app.addUser({
    userName: 'overseer',
    roles: ['branch_manager'],
    workspaces: [{ type: 2 as const, workspaceId: branchId }],
  })
  manager = await house.app.signIn('overseer')
  expect((await payouts.topUp('5000')).status).toBe(200)
})
afterAll(() => house.app.stop())

/** Sends what is lined up as one batch. */
async function sendAll() {
  const { admin, moving, providerId } = payouts
  const closed = (
    await admin(payoutBatches.close, key((await admin(payoutBatches.create, { providerId })).body))
  ).body
  expect((await admin(payoutBatches.file, { id: closed.id })).error.code).toBe('BATCH_NOT_APPROVED')
  const approved = (await releaser.call(payoutBatches.approve, key(closed))).body
  expect((await moving(payoutBatches.send, key(approved))).body.state).toBe('sent')
}
const read = (rows: readonly string[], head = 'reference,status,reason,amount,currency') => {
  const file = new File([[head, ...rows].join('\r\n')], 'results.csv', { type: 'text/csv' })
  return payouts.session.send(payoutBatches.readResults, { providerId: payouts.providerId }, file)
}
const rejected = async (amount: string) => {
  const one = await payouts.order(amount)
  await sendAll()
  expect((await read([`${one.reference || one.number},rejected,AC01,,`])).body).toMatchObject({ applied: 1 })
  return payouts.look(one)
}

test('a rejected order that is mended to a listed name waits for compliance, and is let go by nobody else', async () => {
  const { admin } = payouts
  const first = await rejected('100')
  await house.load([{ id: '9001', name: 'Zarvok Quillmere' }])
  const mended = (
    await admin(orders.amend, {
      ...key(first),
      recipientName: 'Zarvok Quillmere',
      recipient: { account: '0812-3456-7891' },
    })
  ).body
  const again = (await admin(orders.sendAgain, key(mended))).body
  expect(again).toMatchObject({ state: 'funded', reference: `${first.number}-2` })
  const cleared = await mlro.call(orders.clear, { ...key(again), note: 'Seen' })
  expect(cleared.error.code).toBe('SCREENING_OPEN')
  // Mended to somebody who is on no list it goes as before.
  const other = await rejected('110')
  expect((await admin(orders.sendAgain, key(other))).body.state).toBe('queued')
})

test('a rule that asks for a role has the order let go by who holds it', async () => {
  const { admin } = payouts
  const made = await admin(cdd.create, {
    code: 'OWN-MLRO',
    name: 'Seen by the MLRO',
    service: 'remittance',
    direction: 'both',
    instrument: 'any',
    metric: 'single',
    currency: 'MYR',
    linkBy: ['customer'],
    operator: '>=',
    amount: '500',
    approveRole: 'mlro',
  })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  const high = await payouts.order('600')
  expect(high.state).toBe('funded')
  const clear = ({ call }: Session) => call(orders.clear, { ...key(high), note: 'Seen' })
  expect((await clear(officer)).error.code).toBe('ONLY_MLRO')
  expect((await clear(mlro)).body.state).toBe('queued')
  await sendAll()
  await read([`${high.number},rejected,AC01,,`])
  const recipient = { recipientName: 'Dewi Lestari', recipient: { account: '0812-3456-7892' } }
  const mended = (await admin(orders.amend, { ...key(await payouts.look(high)), ...recipient })).body
  // Let go it was for another recipient.
  const again = (await admin(orders.sendAgain, key(mended))).body
  expect(again.state).toBe('funded')
  const other = { ...key(again), note: 'Seen' }
  expect((await officer.call(orders.clear, other)).error.code).toBe('ONLY_MLRO')
  expect((await mlro.call(orders.clear, other)).body.state).toBe('queued')
})

test('of what came back a file names the settlement currency, or it was all of it', async () => {
  const { body } = await read([
    'X-1,returned,,170.00,IDR',
    'X-2,returned,,170.00,',
    'X-3,paid,,170.00,',
    'X-4,returned,,,',
  ])
  expect(body.faults.map(({ rowNumber, field, code }) => [rowNumber, field, code])).toEqual([
    [2, 'currency', 'RESULT_CURRENCY'],
    [3, 'currency', 'RESULT_CURRENCY'],
  ])
  expect(body.faults[0]?.message).toContain('USD')
})

test('a file of results says nothing of the orders of a partner that is called', async () => {
  const { admin, providerId } = payouts
  await house.app.owner(`update remittance.provider set channel = 'api' where id = '${providerId}'`)
  expect((await admin(providers.getById, { id: providerId })).body.channel).toBe('api')
  expect((await read(['X-1,rejected,,,'])).error.code).toBe('PROVIDER_IS_CALLED')
})

test('an order that is paid by cheque goes out once another person has seen the money', async () => {
  const { admin, moving, draftOf, later } = payouts
  await house.app.owner(`update remittance.provider set channel = 'file' where id = '${payouts.providerId}'`)
  const cheque =
    (await admin(paymentModes.listSelection)).body.find(({ kind }) => kind === 'cheque')?.id ?? ''
  later(1)
  const drafted = (await admin(orders.create, { id: randomUUID(), ...draftOf('120') })).body
  const agreed = (await admin(orders.agree, key(drafted))).body
  const paid = (await moving(orders.pay, { ...key(agreed), modeId: cheque })).body
  expect(paid).toMatchObject({ state: 'approved', waitsFor: 'clearing' })
  later(1)
  const another = (await admin(orders.create, { id: randomUUID(), ...draftOf('130') })).body
  const taken = await manager.call(
    orders.pay,
    { ...key((await admin(orders.agree, key(another))).body), modeId: cheque },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  expect(taken.body.waitsFor).toBe('clearing')
  const byPayer = await manager.call(orders.confirmFunds, { ...key(taken.body), note: 'x' })
  expect(byPayer.error.code).toBe('MAKER_IS_CHECKER')
  const confirm = (by: Session) => by.call(orders.confirmFunds, { ...key(paid), note: 'Line of 25/11' })
  expect((await confirm(payouts.session)).error.code).toBe('MAKER_IS_CHECKER')
  const waiting = (await manager.call(work.list)).body
  expect(JSON.stringify(waiting)).toContain(paid.number)
  const confirmed = (await confirm(manager)).body
  expect(confirmed).toMatchObject({ state: 'queued', waitsFor: '' })
  expect((await manager.call(orders.confirmFunds, { ...key(confirmed), note: 'x' })).status).toBe(409)
})
