import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { otherHouse, type TestApp, testApp } from '#apps/server/test-app.ts'
import { createCompany } from '#apps/server/company.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { dayBlockers, openDay } from '../public.server.ts'
import { days } from './days.contract.ts'

type Session = Awaited<ReturnType<TestApp['signIn']>>
let app: TestApp
let admin: Session
let teller: Session
let own: { id: string }[]
let foreign: { id: string; branchId: string }
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn('admin')
  teller = await app.signIn('teller')
  const all = (await admin.call(counters.list, { pageSize: 100 })).body.items
  own = (await teller.call(counters.list, {})).body.items
  foreign = all.find(({ id }) => !own.some((one) => one.id === id)) ?? { id: '', branchId: '' }
})
afterAll(() => app.stop())

const open = (counterId = '', session = teller) => session.call(days.open, { counterId })
const held = (counterId: string) =>
  inCompany(admin.login.company.companyId, () =>
    app.services.db.transaction().execute((db) => openDay(db, counterId)),
  )

describe('the day of a counter', () => {
  test('carries the date of the branch, and is closed once', async () => {
    const counterId = own[0]?.id ?? ''
    await expect(held(counterId)).rejects.toMatchObject({ code: 'COUNTER_CLOSED' })
    // In Kuala Lumpur it is the next morning.
    app.setNow(new Date('2026-03-01T23:30:00Z'))
    const { body: day } = await open(counterId)
    expect(day).toMatchObject({ businessDate: '2026-03-02', state: 'open', can: ['close'], version: 1 })
    expect(await held(counterId)).toEqual({ dayId: day.id, businessDate: '2026-03-02' })
    expect((await open(counterId)).error.code).toBe('DAY_OPEN')
    expect((await teller.call(days.current, { counterId })).body.day?.id).toBe(day.id)
    // The date stays when the clock goes on.
    app.setNow(new Date('2026-03-02T23:30:00Z'))
    expect((await held(counterId)).businessDate).toBe('2026-03-02')
    const closed = await teller.call(days.close, { id: day.id, version: 1 })
    expect(closed.body).toMatchObject({ state: 'closed', closedBy: 'Mei Ling Wong', can: [] })
    const again = await teller.call(days.close, { id: day.id, version: 2 })
    expect([again.status, again.error.code]).toEqual([409, 'ILLEGAL_TRANSITION'])
    expect((await teller.call(days.close, { id: day.id, version: 1 })).error.code).toBe('STALE_VERSION')
    await expect(held(counterId)).rejects.toMatchObject({ code: 'COUNTER_CLOSED' })
    expect((await teller.call(days.current, { counterId })).body).toEqual({ counterId, day: null })
    app.setNow(new Date())
  })

  test('is opened by one of two who try at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(own[1]?.id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect(status).toBeOneOf([200, 409, 422])
  })

  test('belongs to whoever is assigned there', async () => {
    expect((await open(foreign.id)).status).toBe(404)
    expect((await teller.call(days.current, { counterId: foreign.id })).status).toBe(404)
    const { body } = await open(foreign.id, admin)
    expect((await teller.call(days.getById, { id: body.id })).status).toBe(404)
    expect((await teller.call(days.close, { id: body.id, version: 1 })).status).toBe(404)
    const seen = (await teller.call(days.list, {})).body.items.map(({ counterId }) => counterId)
    expect(new Set(seen)).toEqual(new Set(own.map(({ id }) => id)))
    // Who may look everywhere acts nowhere by it.
    const auditor = await app.signIn('auditor')
    expect((await auditor.call(days.list, {})).body.items.map(({ id }) => id)).toContain(body.id)
    expect((await open(foreign.id, auditor)).status).toBe(403)
    const other = await createCompany(app.services, otherHouse, () => Promise.resolve())
    const there = inCompany(other, () =>
      app.services.db.transaction().execute((db) => openDay(db, foreign.id)),
    )
    await expect(there).rejects.toMatchObject({ code: 'COUNTER_CLOSED' })
  })

  test('is not closed while something of the drawer is promised', async () => {
    const counterId = own[0]?.id ?? ''
    const { body: day } = await open(counterId)
    const [{ id } = { id: '' }] = await app.owner<{ id: string }>(
      `insert into ledger.holding (company_id, branch_id, counter_id, account_id, item_id, on_hand, reserved)
       select c.company_id, c.branch_id, c.id, a.id, c.id, 5, 2 from organisation.counter c
       join ledger.account a on a.company_id = c.company_id and a.code = '1100' where c.id = $1 returning id`,
      [counterId],
    )
    await app.owner(
      `insert into ledger.reservation (company_id, holding_id, source_id, quantity) values ($1, $2, $2, 2)`,
      [admin.login.company.companyId, id],
    )
    const asked = await inCompany(admin.login.company.companyId, () =>
      dayBlockers.ask(app.services.db, { counterId, dayId: day.id }),
    )
    expect(asked.flat()).toHaveLength(1)
    const { error } = await teller.call(days.close, { id: day.id, version: 1 })
    expect([error.code, error.invalidParams]).toEqual([
      'DAY_NOT_DONE',
      [{ field: 'stock', message: 'Deals to which stock of this drawer is still promised: 1.' }],
    ])
    await app.owner('delete from ledger.reservation where holding_id = $1', [id])
    expect((await teller.call(days.close, { id: day.id, version: 1 })).status).toBe(200)
  })

  test('is not closed by a count of nothing unless zero is meant, and says before what keeps it open', async () => {
    const counterId = own[0]?.id ?? ''
    const { body: day } = await open(counterId)
    expect((await teller.call(days.blockers, { id: day.id })).body).toEqual([])
    const [lying] = await app.owner<{ itemId: string }>(
      `select item_id as "itemId" from ledger.holding where counter_id = $1 and on_hand > 0`,
      [counterId],
    )
    const lines = [{ itemId: lying?.itemId ?? '', quantity: '0' }]
    const { error } = await teller.call(days.close, { id: day.id, version: day.version, lines })
    expect(error.code).toBe('NOTHING_COUNTED')
    const meant = { id: day.id, version: day.version, lines, isZeroConfirmed: true }
    expect((await teller.call(days.close, meant)).error?.code).not.toBe('NOTHING_COUNTED')
  })

  test('is of the counter where one has taken a seat, and keeps it from being closed', async () => {
    expect((await admin.call(days.current)).body).toEqual({ counterId: null, day: null })
    await teller.call(workspaces.switch, { type: 3, workspaceId: own[1]?.id ?? '' })
    expect((await teller.call(days.current)).body.day?.counterId).toBe(own[1]?.id)
    const { id, version } = (await admin.call(counters.getById, { id: foreign.id })).body
    const { error } = await admin.call(counters.disable, { id, version })
    expect([error.code, error.invalidParams[0]?.message]).toEqual([
      'COUNTER_IN_USE',
      'The day of Counter 1 is still open.',
    ])
    expect((await admin.call(branches.getById, { id: foreign.branchId })).body.isEnabled).toBe(true)
  })

  test('begins and ends at an empty drawer of which nothing was typed: nobody had anything to count', async () => {
    const { branchId } = foreign
    const { body: drawer } = await admin.call(counters.create, { branchId, code: 'NEW', name: 'New' })
    const [money] = (await admin.call(stockItems.listSelection)).body
    const lines = [{ itemId: money?.id ?? '', quantity: null }]
    const opened = await admin.call(days.open, { counterId: drawer.id, lines, isZeroConfirmed: true })
    expect(opened.body).toMatchObject({ state: 'open', isRecount: false })
    const { id, version } = opened.body
    expect((await admin.call(days.close, { id, version, lines })).body.state).toBe('closed')
  })
})
