import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { screeningHouse } from '#apps/server/test-screening.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import type { Call } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { adjustmentEvents } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { counts } from '#modules/inventory/counts/counts.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { post } from '#modules/ledger/public.server.ts'
import { periodLocks } from '#modules/ledger/periods/periods.contract.ts'
import { periodUnlocks } from '#modules/ledger/unlocks/unlocks.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { decisions } from '#modules/screening/decisions/decisions.contract.ts'
import { permissionCodes } from '#modules/permissions.domain.ts'
import { pendingOf } from './pending/pending.server.ts'

const house = await screeningHouse()
const { app, officer, second, register, openOf, detail } = house
const { companyId } = officer.login.company
let teller: Call
let branchId: string
let counterId: string
let usd: string
afterAll(() => app.stop())

const moving = async <E extends Endpoint>(call: Call, endpoint: E, input: CallOf<E>) => {
  const { status, body, error } = await call(endpoint, input, {
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(status, JSON.stringify(error)).toBe(200)
  return body
}

beforeAll(async () => {
  teller = (await app.signIn('teller')).call
  const [own] = (await teller(counters.list, {})).body.items
  branchId = own?.branchId ?? ''
  counterId = own?.id ?? ''
  await teller(workspaces.switch, { type: 3, workspaceId: counterId })
  await teller(days.open, { counterId })
  const items = (await teller(stockItems.listSelection)).body
  const idOf = (wanted: string) => items.find(({ code }) => code === wanted)?.id ?? ''
  usd = idOf('USD')
  const cash = { part: 'cash', itemId: idOf('MYR'), quantity: '9000', amount: '9000' } as const
  const place = { branchId, counterId }
  await inCompany(companyId, () =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, actor: { userId: null, name: 'Somebody' }, now: app.services.now() },
        {
          event: adjustmentEvents.opening,
          source: { type: 'opening', id: randomUUIDv7() },
          businessDate: '2026-01-02',
          branchId,
          lines: [
            { ...place, ...cash },
            { ...place, part: 'opening', amount: '-9000' },
          ],
        },
      ),
    ),
  )
  await app.addUser({
    userName: 'head',
    roles: ['branch_manager'],
    workspaces: [{ type: 2, workspaceId: branchId }],
  })
})

/** What waits for somebody, as a list of all documents has it. */
const waitingFor = async (userName: string) => {
  const [found] = await app.owner<{ id: string }>(
    `select user_id as id from access.directory where lower(user_name) = lower($1)`,
    [userName],
  )
  return inCompany(companyId, async () => {
    const holders = await holdersOf(app.services.db, permissionCodes)
    const holder = holders.find(({ userId }) => userId === found?.id)
    if (!holder) throw new Error(`There is no ${userName}`)
    const actor = { ...holder, scope: holder.assigned } as never
    return pendingOf(app.services.db, { actor, now: app.services.now() })
  })
}
const subjects = async (userName: string) =>
  (await waitingFor(userName)).map(({ subject, kind }) => `${subject.type} ${kind}`).toSorted()

test('everything that waits for a second person is in one list, of nobody who has a part in it', async () => {
  const { call: head } = await app.signIn('head')
  const { call: accountant } = await app.signIn('accountant')
  expect(await subjects('admin')).toEqual([])

  const lines = [{ side: 'buy' as const, currencyId: usd, quantity: '30' }]
  const deal = await moving(teller, deals.create, { lines, askAuthorization: true, upTo: 'submit' })
  const opened = {
    branchId,
    lines: [{ itemId: usd, quantity: '1000', cost: '6000' }],
    askApproval: true,
    note: 'Brought by the owner',
  }
  await moving(head, adjustments.createOpening, opened)
  const [myr] = (await teller(counts.itemsAt, { branchId, counterId })).body
  const short = [{ itemId: myr ?? '', pieces: [{ kind: 'note' as const, faceValue: '100', count: 40 }] }]
  const found = { branchId, counterId, lines: short }
  const counted = await moving(teller, counts.createAndProcess, found)
  await moving(teller, counts.countAgain, {
    id: counted.id,
    version: counted.version,
    lines: short,
  })
  await accountant(periodLocks.update, { branchId: null, lockedTo: '2026-03-31', reason: 'Month end' })
  await accountant(periodUnlocks.ask, {
    branchId,
    fromDate: '2026-03-10',
    toDate: '2026-03-12',
    hours: 2,
    reason: 'A late count',
  })
  await house.load([{ id: 'X1', name: 'Hesper Lindqvane' }])
  const [hit] = await openOf((await register('Hesper Lindqvane')).id)
  // What was found is pending with those who may decide on it, and nobody else.
  expect(await subjects('officer')).toContain('screening hit')
  expect(await subjects('teller')).not.toContain('screening hit')
  await house.decide(officer, hit?.id ?? '', 'confirmed_hit')
  expect(await subjects('officer')).not.toContain('screening hit')

  const all = ['adjustment limit', 'count shortage', 'deal authorization', 'periodUnlock unlock']
  expect(await subjects('admin')).toEqual(expect.arrayContaining(all))
  expect(await subjects('second')).toContain('screening confirmedHit')
  for (const [who, type] of [
    ['head', 'adjustment'],
    ['teller', 'deal'],
    ['teller', 'count'],
    ['accountant', 'periodUnlock'],
    ['officer', 'screening'],
  ] as const)
    expect((await waitingFor(who)).map(({ subject }) => subject.type)).not.toContain(type)

  const mine = await waitingFor('admin')
  expect(mine.map(({ since }) => Date.parse(since))).toEqual(
    mine.map(({ since }) => Date.parse(since)).toSorted((a, b) => a - b),
  )
  expect(mine.find(({ subject }) => subject.id === deal.id)).toMatchObject({
    name: deal.number,
    permission: 'authorise_transactions',
    inStead: null,
  })
  // What was decided waits no more.
  const { version } = await detail(hit?.id)
  await second.call(decisions.close, { id: hit?.id ?? '', version, outcome: 'upheld', note: 'It is he' })
  expect(await subjects('second')).not.toContain('screening confirmedHit')
})
