import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { openPayouts } from '#apps/server/test-payout.ts'
import { deliveryModes } from '#modules/currencies/modes/modes.contract.ts'
import { inwards } from './inward.contract.ts'

const clock = { now: new Date('2026-11-25T02:00:00Z') }
let app: TestApp
let payouts: Awaited<ReturnType<typeof openPayouts>>
let cash: string
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

beforeAll(async () => {
  app = await testApp()
  payouts = await openPayouts(app, { clock, bank: { currency: 'IDR', amount: '90000000', value: '23400' } })
  cash = (await payouts.admin(deliveryModes.listSelection)).body.find(({ kind }) => kind === 'cash')?.id ?? ''
  // What is paid in lies in the drawer.
  for (let times = 0; times < 4; times += 1) await payouts.order('5000')
})
afterAll(() => app.stop())

/** A notice above the threshold of Malaysia's pack. */
const notice = (code: string, more = {}) => ({
  providerId: payouts.providerId,
  branchId: payouts.branchId,
  code,
  recipientName: 'Noor Aminah',
  senderName: 'Budi Santoso',
  country: 'ID',
  settles: '18000000',
  amount: '4700',
  expiresOn: '2026-12-25',
  ...more,
})
const make = async (code: string, more = {}) => (await payouts.admin(inwards.create, notice(code, more))).body
const pay = (one: { id: string; version: number }, code: string, more = {}) => {
  const { counterId, customerId } = payouts
  return payouts.moving(inwards.pay, { ...key(one), code, counterId, customerId, modeId: cash, ...more })
}
const details = {
  senderKind: 'person' as const,
  senderAddress: '',
  senderIdNumber: '',
  senderBirthDate: null,
  senderBirthPlace: '',
}
const names = ['senderAddress', 'senderIdNumber', 'senderBirthDate', 'senderBirthPlace']

test('what a notice lacks is said by field, on its page and in the list, until the partner has said it', async () => {
  const { admin } = payouts
  const small = await make('L-0', { amount: '300' })
  expect(small).toMatchObject({ missing: [], isIncomplete: false })
  const made = await make('L-1')
  expect(made.missing.map(({ field }) => field)).toEqual(names)
  const toAsk = async () =>
    (await admin(inwards.list, { filters: [{ key: 'isIncomplete', operator: 'Equals', value: true }] })).body
      .items
  expect((await toAsk()).map(({ id, missing }) => [id, missing.length])).toEqual([[made.id, 4]])
  const ahead = { ...details, senderBirthDate: '2027-01-01' }
  expect((await admin(inwards.complete, { ...key(made), ...ahead })).error).toMatchObject({
    invalidParams: [{ field: 'senderBirthDate' }],
  })
  const born = { ...details, senderBirthDate: '1985-03-09' }
  const half = (await admin(inwards.complete, { ...key(made), ...born })).body
  expect(half.missing.map(({ field }) => field)).toEqual(names.filter((name) => name !== 'senderBirthDate'))
  const whole = await admin(inwards.complete, { ...key(half), ...born, senderBirthPlace: 'Bandung' })
  expect(whole.body).toMatchObject({ state: 'noticed', missing: [], isIncomplete: false })
  expect(await toAsk()).toEqual([])
  expect((await pay(whole.body, 'L-1')).body).toMatchObject({ state: 'paid' })
})

test('of what is incomplete nothing is paid out until compliance accepts it with a reason, or it goes back', async () => {
  const made = await make('H-1')
  const held = (await pay(made, 'H-1')).body
  expect(held).toMatchObject({ state: 'inReview', isIncomplete: true, businessDate: null })
  const officer = (await app.signIn('compliance')).call
  // Who decides sees what is missing.
  const seen = (await officer(inwards.getById, { id: made.id })).body
  expect(seen.missing.map(({ field }) => field)).toEqual(names)
  expect((await officer(inwards.clear, key(held) as never)).status).toBe(400)
  const teller = (await app.signIn('teller')).call
  expect((await teller(inwards.clear, { ...key(held), note: 'Known here' })).status).toBe(403)
  const note = 'The partner answers by Friday; known for years'
  const cleared = await officer(inwards.clear, { ...key(held), note })
  expect(cleared.body, JSON.stringify(cleared.error)).toMatchObject({ state: 'cleared' })
  expect(cleared.body.history.at(-1)).toMatchObject({ act: 'clear', note })
  expect((await pay(cleared.body, 'H-1')).body).toMatchObject({ state: 'paid', isIncomplete: true })

  const other = (await pay(await make('H-2'), 'H-2')).body
  const refused = await officer(inwards.refuse, { ...key(other), note: 'Their sender is not known' })
  expect(refused.body).toMatchObject({ state: 'returned' })
})

test('who entered what was missing does not clear it', async () => {
  const workspaces = [{ type: 2 as const, workspaceId: payouts.branchId }]
  await app.addUser({ userName: 'both', roles: ['compliance_officer', 'senior_teller'], workspaces })
  const both = (await app.signIn('both')).call
  const held = (await pay(await make('M-1'), 'M-1')).body
  const completed = (await both(inwards.complete, { ...key(held), ...details, senderIdNumber: 'A1' })).body
  expect(completed).toMatchObject({ state: 'inReview', missing: [] })
  const refused = await both(inwards.clear, { ...key(completed), note: 'Complete now' })
  expect(refused.error.code).toBe('MAKER_IS_CHECKER')
})

test('one that was noticed before this was looked at is held as any other', async () => {
  const made = await make('O-1')
  await app.owner(
    `update remittance.inward set travel_rules = null, is_incomplete = false where id = '${made.id}'`,
  )
  const old = (await payouts.admin(inwards.getById, { id: made.id })).body
  expect(old).toMatchObject({ missing: [], isIncomplete: false })
  const held = (await pay(old, 'O-1')).body
  expect(held).toMatchObject({ state: 'inReview', isIncomplete: true })
  expect(held.missing.map(({ field }) => field)).toEqual(names)
})

test('who is paid under another name than the notice has is said why, and compliance decides', async () => {
  const small = { settles: '1000', amount: '30' }
  const same = await make('P-1', { ...small, recipientName: 'AMINAH, Noor' })
  expect((await pay(same, 'P-1')).body).toMatchObject({ state: 'paid' })
  const other = await make('P-2', { ...small, recipientName: 'Siti Rahmawati' })
  expect((await pay(other, 'P-2')).error).toMatchObject({
    code: 'INWARD_OTHER_NAME',
    invalidParams: [{ field: 'note' }],
  })
  expect((await pay(other, 'P-2', { note: '  ' })).error.code).toBe('INWARD_OTHER_NAME')
  const held = (await pay(other, 'P-2', { note: 'Her name before she married' })).body
  expect(held).toMatchObject({ state: 'inReview', businessDate: null })
  const officer = (await app.signIn('compliance')).call
  const seen = (await officer(inwards.getById, { id: other.id })).body
  expect(seen.history.at(-1)).toMatchObject({ act: 'pay', note: 'Her name before she married' })
  const cleared = await officer(inwards.clear, { ...key(held), note: 'Certificate seen' })
  expect(cleared.body, JSON.stringify(cleared.error)).toMatchObject({ state: 'cleared' })
  expect((await pay(cleared.body, 'P-2')).body).toMatchObject({ state: 'paid' })
})

test('a recipient who is on a list by the name of the notice is decided on, whoever comes for it', async () => {
  const made = await make('Z-1', { settles: '1000', amount: '30', recipientName: 'Viktor Emilovich Zarunin' })
  const held = (await pay(made, 'Z-1', { note: 'He is her uncle' })).body
  expect(held).toMatchObject({ state: 'inReview' })
  const officer = (await app.signIn('compliance')).call
  const refused = await officer(inwards.clear, { ...key(held), note: 'Another person' })
  expect(refused.error.code).toBe('SCREENING_OPEN')
})
