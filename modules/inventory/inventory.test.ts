// Long because a branch is opened, floated, counted and corrected as one story, with what is refused on the way.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCompany, createPerson } from '#apps/server/company.ts'
import { demoPassword } from '#apps/server/demo.ts'
import { type Call, otherHouse, type TestApp, testApp } from '#apps/server/test-app.ts'
import { occupyCounter } from '#apps/server/test-till.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { adjustments } from './adjustments/adjustments.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { type CountDetail, counts } from './counts/counts.contract.ts'
import { days } from './days/days.contract.ts'
import { stockItems } from './items/items.contract.ts'
import { stock } from './stock/stock.contract.ts'

let app: TestApp
let companyId: string
let admin: Call
let manager: Call
let keeper: Call
let teller: Call
let branchId: string
let drawer: string
let other: string
let beyond: string
const ids = new Map<string, string>()
const id = (code: string) => ids.get(code) ?? ''
/** A call that moves value, with a key of its own. */
const moving = <E extends Endpoint>(call: Call, endpoint: E, input: CallOf<E>, key: string = randomUUID()) =>
  call(endpoint, input, { headers: { 'idempotency-key': key } })

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  admin = session.call
  companyId = session.login.company.companyId
  teller = (await app.signIn('teller')).call
  const all = (await admin(counters.list, { pageSize: 100 })).body.items
  const own = (await teller(counters.list, {})).body.items
  drawer = own[0]?.id ?? ''
  branchId = own[0]?.branchId ?? ''
  other = own[1]?.id ?? ''
  beyond = all.find((one) => one.branchId !== branchId)?.id ?? ''
  const workspaces = [{ type: 2 as const, workspaceId: branchId }]
  for (const [userName, role] of [
    ['keeper', 'vault_keeper'],
    ['head', 'branch_manager'],
  ] as const)
    await app.addUser({ userName, roles: [role], workspaces })
  keeper = (await app.signIn('keeper')).call
  manager = (await app.signIn('head')).call
  for (const { code, id: itemId } of (await admin(stockItems.listSelection)).body) ids.set(code, itemId)
  await occupyCounter(app, keeper, drawer)
})
afterAll(() => app.stop())

const opening = (lines: { itemId: string; quantity: string; cost?: string }[], call = admin) =>
  moving(call, adjustments.createOpening, { branchId, note: 'Counted late', lines })
const floated = (
  from: string | null,
  to: string | null,
  lines: CallOf<typeof adjustments.createFloat>['lines'],
  call = keeper,
) => moving(call, adjustments.createFloat, { branchId, fromCounterId: from, toCounterId: to, lines })
const notes = (code: string, pieces: Record<string, number>) => ({
  itemId: id(code),
  pieces: Object.entries(pieces).map(([faceValue, count]) => ({ kind: 'note' as const, faceValue, count })),
})
const onHand = async (code: string, counterId: string | null) =>
  (await admin(stock.list, {})).body.lines.find(
    (line) => line.itemId === id(code) && line.counterId === counterId && line.branchId === branchId,
  )
/** What was counted last, as somebody sees it. */
const lastOf = ({ takes: [last] }: CountDetail) => last?.lines ?? []
const tolerate = (value: string) =>
  admin(configuration.update, { settings: [{ key: 'COUNT_TOLERANCE', customerType: 0, value }] })
const countedAgain = (
  call: Call,
  { id: countId, version }: { id: string; version: number },
  lines: CallOf<typeof counts.countAgain>['lines'],
) => moving(call, counts.countAgain, { id: countId, version, lines })
const clean = () =>
  inCompany(companyId, async () => (await lookAtBooks(app.services.db)).filter(({ wrong }) => wrong > 0))
const entries = (event: string) =>
  app.owner<{ sum: string }>(
    `select (select sum(abs(amount)) from ledger.line l where l.entry_id = e.id)::float8::text as sum
     from ledger.entry e where event = $1 order by at, id`,
    [event],
  )

const keyOf = ({ id: countId, version }: { id: string; version: number }) => ({ id: countId, version })

describe('opening balances', () => {
  test('put into the vault what a branch begins with, at what it cost', async () => {
    const { body } = await opening([
      { itemId: id('MYR'), quantity: '50000' },
      { itemId: id('USD'), quantity: '2000', cost: '8900' },
      { itemId: id('JPY'), quantity: '100000', cost: '2850' },
      { itemId: id('USD-O'), quantity: '100', cost: '400' },
    ])
    expect(body).toMatchObject({ kind: 'opening', state: 'posted', value: '62150.00', can: ['reverse'] })
    expect(body.lines.map(({ code, value }) => [code, value])).toEqual([
      ['MYR', '50000.00'],
      ['USD', '8900.00'],
      ['JPY', '2850.00'],
      ['USD-O', '400.00'],
    ])
    expect(await onHand('USD', null)).toMatchObject({
      onHand: '2000',
      reserved: '0',
      available: '2000',
      cost: '4.45000000',
      value: '8900.00',
      counterName: null,
    })
    const balances = (await admin(companyCurrencies.getCompanyCurrencies)).body
    expect(balances.find(({ currencyCode }) => currencyCode === 'USD')?.balance).toBe('2000')
  })

  test('are undone by their mirror, once, with a reason', async () => {
    const { body } = await opening([{ itemId: id('SGD'), quantity: '10', cost: '33' }])
    const key = { id: body.id, version: body.version }
    expect(
      (await moving(admin, adjustments.reverse, { ...key, note: ' ' })).error.invalidParams,
    ).toMatchObject([{ field: 'note' }])
    const [one, two] = await Promise.all([
      moving(admin, adjustments.reverse, { ...key, note: 'Wrong branch' }),
      moving(admin, adjustments.reverse, { ...key, note: 'Wrong branch' }),
    ])
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await onHand('SGD', null)).toBeUndefined()
    const again = await moving(admin, adjustments.reverse, {
      ...key,
      version: key.version + 1,
      note: 'Again',
    })
    expect(again.error.code).toBe('ILLEGAL_TRANSITION')
  })

  test('of one key are posted once', async () => {
    const key = randomUUID()
    const draft = { branchId, lines: [{ itemId: id('GBP'), quantity: '10', cost: '60' }] }
    const first = await moving(admin, adjustments.createOpening, draft, key)
    const again = await moving(admin, adjustments.createOpening, draft, key)
    expect(again.body.id).toBe(first.body.id)
    expect((await onHand('GBP', null))?.onHand).toBe('10')
    expect((await admin(adjustments.createOpening, draft)).error.code).toBe('IDEMPOTENCY_KEY_REQUIRED')
  })

  test('refuse amounts that are none, each at its field', async () => {
    const cases = [
      [{ itemId: id('USD'), quantity: '-1', cost: '1' }, 400, 'lines.0.quantity'],
      [{ itemId: id('USD'), quantity: '0', cost: '1' }, 400, 'lines.0.quantity'],
      [{ itemId: id('USD'), quantity: '1e30', cost: '1' }, 400, 'lines.0.quantity'],
      [{ itemId: id('USD'), quantity: '1'.repeat(30), cost: '1' }, 400, 'lines.0.quantity'],
      [{ itemId: id('USD'), quantity: '1', cost: '-1' }, 400, 'lines.0.cost'],
      [{ itemId: id('USD'), quantity: '1.001', cost: '1' }, 422, 'lines.0.quantity'],
      [{ itemId: id('JPY'), quantity: '1.5', cost: '1' }, 422, 'lines.0.quantity'],
      [{ itemId: id('USD'), quantity: '1' }, 422, 'lines.0.cost'],
      [{ itemId: id('USD'), quantity: '1', cost: '1.001' }, 422, 'lines.0.cost'],
      [{ itemId: id('MYR'), quantity: '1', cost: '2' }, 422, 'lines.0.cost'],
      [{ itemId: randomUUID(), quantity: '1', cost: '1' }, 422, 'lines.0.itemId'],
    ] as const
    for (const [line, status, field] of cases) {
      const answer = await opening([line])
      expect([answer.status, answer.error.invalidParams[0]?.field], JSON.stringify(line)).toEqual([
        status,
        field,
      ])
    }
    const twice = { itemId: id('USD'), quantity: '1', cost: '1' }
    expect((await opening([twice, twice])).error.code).toBe('ITEM_TWICE')
    const ahead = { branchId, businessDate: '2999-01-01', lines: [twice] }
    expect((await moving(admin, adjustments.createOpening, ahead)).error.code).toBe('DATE_AHEAD')
  })

  test('go into no locked period, and are not for everybody', async () => {
    await app.owner(
      `insert into ledger.period_lock (company_id, branch_id, locked_to, reason) values ($1, null, '2026-01-31', 'closed')`,
      [companyId],
    )
    const draft = { branchId, lines: [{ itemId: id('USD'), quantity: '1', cost: '4' }] }
    const late = await moving(admin, adjustments.createOpening, { ...draft, businessDate: '2026-01-31' })
    expect(late.error.code).toBe('PERIOD_LOCKED')
    expect((await opening(draft.lines, teller)).status).toBe(403)
    const stranger = await elsewhere()
    expect((await moving(stranger, adjustments.createOpening, draft)).status).toBe(404)
  })
})

/** The administrator of another company. */
let abroad: Call | undefined
async function elsewhere(): Promise<Call> {
  if (abroad) return abroad
  await createCompany(app.services, otherHouse, (tx, roleIds) =>
    createPerson(
      tx,
      {
        userName: 'other-admin',
        firstName: 'Other',
        password: demoPassword,
        role: 'company_administrator',
        places: [{ type: 0, workspaceId: null }],
      },
      roleIds,
    ),
  )
  return (abroad = (await app.signIn('other-admin')).call)
}

describe('a float', () => {
  test('goes to a drawer whose day is open, at what it has cost, and back', async () => {
    const lines = [
      { itemId: id('MYR'), quantity: '5000' },
      { itemId: id('USD'), quantity: '500', pieces: notes('USD', { 100: 4, 50: 2 }).pieces },
    ]
    expect((await floated(null, drawer, lines)).error.code).toBe('COUNTER_CLOSED')
    expect((await teller(days.open, { counterId: drawer })).status).toBe(200)
    const { body } = await floated(null, drawer, lines)
    expect(body).toMatchObject({ kind: 'float', value: '7225.00', fromCounter: null, toCounter: 'Counter 1' })
    expect(await onHand('USD', drawer)).toMatchObject({ onHand: '500', value: '2225.00' })
    expect(await onHand('USD', null)).toMatchObject({ onHand: '1500', cost: '4.45000000' })
    // All that a branch has of an item, there and back.
    expect((await floated(null, drawer, [{ itemId: id('JPY'), quantity: '100000' }])).status).toBe(200)
    const { id: floatId, version } = (
      await floated(drawer, null, [{ itemId: id('JPY'), quantity: '100000' }])
    ).body
    const undone = await moving(keeper, adjustments.reverse, { id: floatId, version, note: 'Not yet' })
    expect(undone.body.state).toBe('reversed')
    expect(await onHand('JPY', drawer)).toMatchObject({ onHand: '100000', value: '2850.00' })
    expect(await clean()).toEqual([])
  })

  test('is refused where it does not fit', async () => {
    const one = [{ itemId: id('USD'), quantity: '1' }]
    const code = async (answer: ReturnType<typeof floated>) => (await answer).error.code
    expect(await code(floated(null, drawer, [{ itemId: id('USD'), quantity: '1501' }]))).toBe(
      'INSUFFICIENT_STOCK',
    )
    expect(await code(floated(drawer, drawer, one))).toBe('SAME_PLACE')
    expect(await code(floated(null, null, one))).toBe('SAME_PLACE')
    expect(await code(floated(null, beyond, one, admin))).toBe('OTHER_BRANCH')
    expect(await code(floated(null, other, one))).toBe('COUNTER_CLOSED')
    expect((await floated(null, drawer, one, teller)).status).toBe(403)
    expect((await floated(null, drawer, one, await elsewhere())).status).toBe(404)
    const wrong = [{ itemId: id('USD'), quantity: '70', pieces: notes('USD', { 50: 1 }).pieces }]
    expect((await floated(null, drawer, wrong)).error).toMatchObject({
      code: 'PIECES_DIFFER',
      invalidParams: [{ field: 'lines.0.quantity', message: 'The notes and coins make 50, not 70.' }],
    })
    const strange = [{ itemId: id('USD'), quantity: '70', pieces: notes('USD', { 70: 1 }).pieces }]
    expect(await code(floated(null, drawer, strange))).toBe('PIECE_UNKNOWN')
    const much = await opening([{ itemId: id('EUR'), quantity: '400000', cost: '2000000' }])
    expect(await code(floated(null, drawer, [{ itemId: id('EUR'), quantity: '300000' }]))).toBe(
      'OVER_LIMIT_ASK',
    )
    await moving(admin, adjustments.reverse, { id: much.body.id, version: much.body.version, note: 'Tried' })
  })

  test('of many at once never takes more than there is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => floated(null, drawer, [{ itemId: id('GBP'), quantity: '3' }])),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect((await onHand('GBP', null))?.onHand).toBe('1')
    expect(await clean()).toEqual([])
  })
})

describe('a count', () => {
  const right = () => [
    notes('MYR', { 100: 50 }),
    notes('USD', { 100: 5 }),
    notes('JPY', { 10000: 10 }),
    notes('GBP', { 5: 1 }),
  ]

  test('is blind, and whatever lies there must be in it', async () => {
    const held = (await teller(counts.itemsAt, { branchId, counterId: drawer })).body
    expect(new Set(held)).toEqual(new Set(['MYR', 'USD', 'JPY', 'GBP'].map(id)))
    const { body } = await teller(counts.create, { branchId, counterId: drawer, lines: right() })
    expect(body).toMatchObject({ kind: 'intraday', state: 'draft', can: ['process', 'cancel'] })
    const twice = await Promise.all(
      [0, 1].map(() => moving(teller, counts.process, { id: body.id, version: body.version })),
    )
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    // Nine pounds were there and five counted: what differs is counted once more, and nobody begins another count meanwhile.
    const first = (await teller(counts.getById, { id: body.id })).body
    expect(first).toMatchObject({ state: 'recount', variance: null, can: ['countAgain'] })
    const meanwhile = await teller(counts.create, { branchId, counterId: drawer, lines: right() })
    expect(meanwhile.error.code).toBe('COUNT_GOING_ON')
    const twiceAgain = await Promise.all([0, 1].map(() => countedAgain(teller, first, right())))
    expect(twiceAgain.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    // It is more than a teller may accept.
    const after = (await teller(counts.getById, { id: body.id })).body
    expect(after).toMatchObject({ state: 'submitted', variance: null, can: [] })
    expect(after.takes.map(({ take, author }) => [take, author])).toEqual([
      [2, 'Mei Ling Wong'],
      [1, 'Mei Ling Wong'],
    ])
    // Whoever counted short does not make that go away.
    const gone = await teller(counts.cancel, { id: body.id, version: after.version, note: 'Oh.' })
    expect(gone.error.code).toBe('MAKER_IS_CHECKER')
    for (const line of lastOf(after))
      expect([line.expected, line.difference, line.value]).toEqual([null, null, null])
    const seen = (await keeper(counts.getById, { id: body.id })).body
    // At what they cost, which is above the mid.
    expect(seen.variance).toBe('24.00')
    expect(lastOf(seen).find(({ code }) => code === 'GBP')).toMatchObject({
      counted: '5',
      expected: '9',
      difference: '-4',
      value: '-24.00',
    })
  })

  test('with a difference is decided by a second person, and posted once', async () => {
    const [waiting] = (
      await manager(counts.list, { filters: [{ key: 'state', operator: 'Equals', value: 'submitted' }] })
    ).body.items
    const key = { id: waiting?.id ?? '', version: waiting?.version ?? 0 }
    const own = await moving(teller, counts.accept, { ...key, note: 'Mine' })
    expect([own.status, own.error.code]).toEqual([422, 'MAKER_IS_CHECKER'])
    // A second count of the same items is decided in its place; of some of them it waits for the decision.
    const place = { branchId, counterId: drawer }
    const some = await moving(teller, counts.createAndProcess, { ...place, lines: right().slice(1, 2) })
    expect(some.error).toMatchObject({
      code: 'COUNT_PENDING',
      message:
        'A count of MYR, USD, JPY, GBP is pending review. Count these together, or wait for the decision.',
    })
    const second = await moving(teller, counts.createAndProcess, { ...place, lines: right() })
    expect(second.body.state).toBe('submitted')
    expect((await moving(manager, counts.accept, { ...key, note: 'Seen' })).error.code).toBe('STALE_VERSION')
    const decided = { ...keyOf(second.body), note: 'Four pounds are not found' }
    const done = await moving(manager, counts.accept, decided)
    expect(done.body).toMatchObject({ state: 'processed', endedBy: 'head', reason: decided.note })
    const again = await moving(manager, counts.accept, { ...decided, version: decided.version + 1 })
    expect(again.status).toBe(409)
    expect(await entries('count')).toEqual([{ sum: '48' }])
    expect(await onHand('GBP', drawer)).toMatchObject({ onHand: '5', value: '30.00' })
    expect(await clean()).toEqual([])
  })

  test('of a vault is within the limit of who keeps it, local money too; what was never bought has the mid', async () => {
    const lines = [
      // A ringgit less, a dollar more, ten baht that nobody knew of.
      { ...notes('MYR', { 100: 449, 50: 1, 20: 2, 5: 1, 1: 4 }) },
      notes('USD', { 100: 15, 1: 1 }),
      notes('THB', { 20: 1 }),
      notes('USD-O', { 100: 1 }),
    ]
    await tolerate('20')
    const short = await moving(keeper, counts.createAndProcess, { branchId, lines })
    expect(short.error).toMatchObject({
      code: 'COUNT_INCOMPLETE',
      message: 'Not counted yet: GBP. Enter 0 for what is not there.',
    })
    const whole = [...lines, { itemId: id('GBP'), quantity: '0' }]
    const first = (await moving(keeper, counts.createAndProcess, { branchId, lines: whole })).body
    expect(first).toMatchObject({ kind: 'vault', state: 'confirming', counterId: null, can: [] })
    const { body } = await countedAgain(manager, first, whole)
    expect(body).toMatchObject({ kind: 'vault', state: 'processed', counterId: null })
    expect(lastOf(body).map(({ code, difference }) => [code, difference])).toEqual([
      ['MYR', '-1'],
      ['USD', '1'],
      ['THB', '20'],
      ['USD-O', '0'],
      ['GBP', '-1'],
    ])
    await tolerate('0')
    expect(await onHand('MYR', null)).toMatchObject({ onHand: '44999' })
    expect(Number((await onHand('THB', null))?.value)).toBeGreaterThan(0)
    expect(await onHand('GBP', null)).toBeUndefined()
    expect(await clean()).toEqual([])
  })

  test('is refused at a place that is not theirs, and with notes that are none', async () => {
    expect((await teller(counts.create, { branchId, lines: right() })).status).toBe(404)
    expect((await keeper(counts.create, { branchId, counterId: beyond, lines: right() })).status).toBe(404)
    const closed = await teller(counts.create, { branchId, counterId: other, lines: right() })
    expect(closed.error.code).toBe('COUNTER_CLOSED')
    const away = await (await elsewhere())(counts.create, { branchId, counterId: drawer, lines: right() })
    expect(away.status).toBe(404)
    const draft = (line: object) =>
      teller(counts.create, { branchId, counterId: drawer, lines: [{ itemId: id('USD'), ...line }] })
    const piece = { kind: 'note' as const, faceValue: '100', count: 1 }
    for (const pieces of [
      [{ ...piece, count: -1 }],
      [{ ...piece, count: 1.5 }],
      [{ ...piece, faceValue: '1e30' }],
    ])
      expect((await draft({ pieces })).status).toBe(400)
    expect((await draft({ pieces: [piece, piece] })).error.code).toBe('PIECE_UNKNOWN')
    expect((await draft({ quantity: '100' })).error.code).toBe('PIECES_REQUIRED')
  })

  test('closes the day, is reported and never forced, and opens the next one', async () => {
    const { body: at } = await teller(days.current, { counterId: drawer })
    const key = { id: at.day?.id ?? '', version: at.day?.version ?? 0 }
    expect(at.day?.isRecount).toBe(false)
    const draft = await teller(counts.create, { branchId, counterId: drawer, lines: right() })
    expect((await teller(days.close, { ...key, lines: right() })).error.invalidParams).toEqual([
      { field: 'counts', message: 'Counts of this day that were begun and not finished: 1.' },
    ])
    const { id: countId, version } = draft.body
    const changed = await teller(counts.update, { id: countId, version, lines: [notes('USD', { 100: 1 })] })
    expect(lastOf(changed.body).map(({ code, counted }) => [code, counted])).toEqual([['USD', '100']])
    await teller(counts.cancel, { id: countId, version: changed.body.version, note: 'Interrupted' })
    expect((await teller(days.close, key)).error.code).toBe('COUNT_INCOMPLETE')
    const [myr, ...rest] = right()
    const less = [{ ...myr, ...notes('MYR', { 100: 49 }) }, ...rest]
    const once = await teller(days.close, { ...key, lines: less })
    expect(once.body).toMatchObject({ state: 'open', isRecount: true })
    // Sent twice, the first count is not taken for the second.
    expect((await teller(days.close, { ...key, lines: less })).error.code).toBe('STALE_VERSION')
    const closed = await teller(days.close, { ...key, version: once.body.version, lines: less })
    expect(closed.body).toMatchObject({ state: 'closed', isRecount: false })
    const [report] = (
      await manager(counts.list, { filters: [{ key: 'kind', operator: 'Equals', value: 'closing' }] })
    ).body.items
    expect(report).toMatchObject({ state: 'submitted', variance: '100.00', dayId: key.id })
    // The hundred that is missing in the morning too is one difference, and is decided once.
    const { body: next } = await teller(days.open, { counterId: drawer, lines: less })
    expect(next.state).toBe('open')
    const [first] = (
      await manager(counts.list, { filters: [{ key: 'kind', operator: 'Equals', value: 'opening' }] })
    ).body.items
    expect(first).toMatchObject({ state: 'submitted', variance: '100.00', dayId: next.id })
    const before = (await manager(counts.getById, { id: report?.id ?? '' })).body
    expect(before).toMatchObject({ state: 'superseded', supersededById: first?.id })
    await moving(manager, counts.accept, { ...keyOf(first ?? { id: '', version: 0 }), note: 'Gone' })
    expect(await onHand('MYR', drawer)).toMatchObject({ onHand: '4900' })
    expect(await clean()).toEqual([])
  })

  test('of a vault is made by two, each blind to the other, until they agree', async () => {
    const whole = (usd: number) => [
      notes('MYR', { 100: 449, 50: 1, 20: 2, 5: 1, 1: 4 }),
      notes('USD', { 100: usd, 1: 1 }),
      notes('THB', { 20: 1 }),
      notes('USD-O', { 100: 1 }),
    ]
    const { body: begun } = await keeper(counts.create, { branchId, lines: whole(15) })
    expect([begun.state, lastOf(begun)[0]?.expected]).toEqual(['draft', null])
    const { body: handed } = await moving(keeper, counts.process, keyOf(begun))
    expect(handed).toMatchObject({ state: 'confirming', variance: null, can: [] })
    // Who counts next sees neither what the first found nor what should be there, though they hold the right to both.
    // Nor, by what may be thrown away, whether that is more than their limit.
    const blind = (await manager(counts.getById, { id: begun.id })).body
    expect(blind).toMatchObject({ variance: null, can: ['countAgain'] })
    expect(blind.takes).toMatchObject([{ author: 'keeper', variance: null, lines: null }])
    expect((await countedAgain(keeper, handed, whole(15))).error.code).toBe('SAME_COUNTER')
    const gone = await keeper(counts.cancel, { ...keyOf(handed), note: 'No' })
    expect(gone.error.code).toBe('MAKER_IS_CHECKER')
    const stuck = await manager(counts.cancel, { ...keyOf(handed), note: 'No' })
    expect(stuck.error.code).toBe('ILLEGAL_TRANSITION')
    // The two differ, and so do the next two; what one of them found alone is never posted.
    const { body: differs } = await countedAgain(manager, handed, whole(14))
    expect(differs.state).toBe('recount')
    const { body: third } = await countedAgain(manager, differs, whole(14))
    expect(third.state).toBe('confirming')
    const { body: still } = await countedAgain(keeper, third, whole(15))
    expect(still.state).toBe('recount')
    const { body: fifth } = await countedAgain(keeper, still, whole(14))
    // What a deal or a float moves between the two counts is no difference.
    expect((await teller(days.current, { counterId: drawer })).body.day?.state).toBe('open')
    expect((await floated(null, drawer, [{ itemId: id('USD'), quantity: '100' }])).status).toBe(200)
    const { body: done } = await countedAgain(manager, fifth, whole(13))
    expect(done.takes.map(({ author }) => author)).toEqual([
      'head',
      'keeper',
      'keeper',
      'head',
      'head',
      'keeper',
    ])
    expect(lastOf(done).find(({ code }) => code === 'USD')).toMatchObject({
      counted: '1301',
      expected: '1401',
      difference: '-100',
    })
    // Within what the second may accept it is posted, once; both have counted, so neither could decide on more.
    expect(done.state).toBe('processed')
    expect(await onHand('USD', null)).toMatchObject({ onHand: '1301' })
    expect(await clean()).toEqual([])
  })

  test('compares with what lay there when it was counted, not when it is handed in', async () => {
    const { body: draft } = await teller(counts.create, {
      branchId,
      counterId: drawer,
      lines: [notes('USD', { 100: 6 })],
    })
    expect((await floated(drawer, null, [{ itemId: id('USD'), quantity: '100' }])).status).toBe(200)
    const { body } = await moving(teller, counts.process, keyOf(draft))
    expect(body).toMatchObject({ state: 'processed', variance: null })
    expect((await keeper(counts.getById, { id: draft.id })).body.variance).toBe('0.00')
  })

  test('that differs keeps the day from opening until it is made again', async () => {
    const now = (await teller(days.current, { counterId: drawer })).body.day
    const lines = [
      notes('MYR', { 100: 49 }),
      notes('USD', { 100: 5 }),
      notes('JPY', { 10000: 10 }),
      notes('GBP', { 5: 1 }),
    ]
    const closed = await teller(days.close, { id: now?.id ?? '', version: now?.version ?? 0, lines })
    expect(closed.body.state).toBe('closed')
    const less = [notes('MYR', { 100: 48 }), ...lines.slice(1)]
    const { body: first } = await teller(days.open, { counterId: drawer, lines: less })
    expect(first).toMatchObject({ state: 'opening', isRecount: true, can: ['open'] })
    expect((await floated(null, drawer, [{ itemId: id('USD'), quantity: '1' }])).error.code).toBe(
      'COUNTER_CLOSED',
    )
    const twice = await teller(days.open, { counterId: drawer, lines: less })
    expect([twice.status, twice.error.code]).toEqual([409, 'DAY_OPENING'])
    const [report] = (
      await manager(counts.list, { filters: [{ key: 'state', operator: 'Equals', value: 'recount' }] })
    ).body.items
    expect(report).toMatchObject({ kind: 'opening', variance: '100.00', can: ['cancel'] })
    expect((await countedAgain(teller, keyOf(report ?? { id: '', version: 0 }), less)).error.code).toBe(
      'COUNT_AT_DAY',
    )
    const { body: open } = await teller(days.open, { counterId: drawer, version: first.version, lines })
    expect(open).toMatchObject({ state: 'open', isRecount: false })
    const made = (await manager(counts.getById, { id: report?.id ?? '' })).body
    expect(made).toMatchObject({ state: 'processed', variance: '0.00' })
    expect(made.takes.map(({ variance }) => variance)).toEqual(['0.00', '100.00'])
    expect(await clean()).toEqual([])
  })
})
