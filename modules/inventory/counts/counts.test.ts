import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { occupyCounter } from '#apps/server/test-till.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { periodLocks } from '#modules/ledger/periods/periods.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { days } from '../days/days.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { stock } from '../stock/stock.contract.ts'
import { counts } from './counts.contract.ts'
import { nextOf } from './counts.domain.ts'

let app: TestApp
let admin: Call
let head: Call
let keeper: Call
let teller: Call
let mate: Call
let branchId: string
let drawer: string
let myr: string
const moving = <E extends Endpoint>(call: Call, endpoint: E, input: CallOf<E>) =>
  call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
/** So many notes of a hundred. */
const hundreds = (count: number) => [
  { itemId: myr, pieces: [{ kind: 'note' as const, faceValue: '100', count }] },
]
const keyOf = ({ id, version }: { id: string; version: number }) => ({ id, version })

/** A count that is accepted, with the reason for it. */
const reasoned = (row?: { id: string; version: number }) => ({
  ...keyOf(row ?? { id: '', version: 0 }),
  note: 'Found nowhere',
})

async function signIn() {
  admin = (await app.signIn('admin')).call
  teller = (await app.signIn('teller')).call
  head = (await app.signIn('head')).call
  keeper = (await app.signIn('keeper')).call
  mate = (await app.signIn('mate')).call
  await occupyCounter(app, keeper, drawer)
}

beforeAll(async () => {
  app = await testApp()
  const [own] = (await (await app.signIn('teller')).call(counters.list, {})).body.items
  drawer = own?.id ?? ''
  branchId = own?.branchId ?? ''
  const workspaces = [{ type: 2 as const, workspaceId: branchId }]
  await app.addUser({ userName: 'keeper', roles: ['vault_keeper'], workspaces })
  await app.addUser({ userName: 'head', roles: ['branch_manager'], workspaces })
  await app.addUser({ userName: 'mate', roles: ['teller'], workspaces: [{ type: 3, workspaceId: drawer }] })
  await signIn()
  myr = (await admin(stockItems.listSelection)).body.find(({ isLocal }) => isLocal)?.id ?? ''
  await moving(admin, adjustments.createOpening, { branchId, lines: [{ itemId: myr, quantity: '50000' }] })
  await teller(days.open, { counterId: drawer })
  await float(5000)
})
afterAll(() => app.stop())

const float = (quantity: number) =>
  moving(keeper, adjustments.createFloat, {
    branchId,
    fromCounterId: null,
    toCounterId: drawer,
    lines: [{ itemId: myr, quantity: String(quantity) }],
  })

test('is thrown away by nobody who could not accept what it found', async () => {
  const place = { branchId, counterId: drawer }
  const { body: first } = await moving(head, counts.createAndProcess, { ...place, lines: hundreds(2) })
  expect(first.state).toBe('recount')
  const thrown = async (call: Call, row: typeof first) =>
    (await call(counts.cancel, { ...keyOf(row), note: 'A mistake' })).error.code
  // Not by whoever works at the drawer, before it is counted again or after.
  expect((await teller(counts.getById, { id: first.id })).body.can).toEqual(['countAgain'])
  expect(await thrown(teller, first)).toBe('OVER_LIMIT')
  const { body: second } = await moving(head, counts.countAgain, { ...keyOf(first), lines: hundreds(49) })
  expect(second).toMatchObject({ state: 'processed' })
  const { body: third } = await moving(head, counts.createAndProcess, { ...place, lines: hundreds(2) })
  const { body: sent } = await moving(head, counts.countAgain, { ...keyOf(third), lines: hundreds(2) })
  expect(sent.state).toBe('submitted')
  for (const call of [teller, mate, keeper]) {
    expect((await call(counts.getById, { id: sent.id })).body.can).not.toContain('cancel')
    expect(await thrown(call, sent)).toBe('OVER_LIMIT')
  }
  expect(await thrown(head, sent)).toBe('MAKER_IS_CHECKER')
  expect((await admin(counts.cancel, { ...keyOf(sent), note: 'Counted wrongly' })).body.state).toBe(
    'cancelled',
  )
  // What nobody was told of yet is withdrawn by whoever wrote it.
  const { body: draft } = await teller(counts.create, { ...place, lines: hundreds(1) })
  expect(draft.can).toEqual(['process', 'cancel'])
  expect((await teller(counts.cancel, { ...keyOf(draft), note: 'Interrupted' })).body.state).toBe('cancelled')
})

const ofKind = async (kind: string) =>
  (await head(counts.list, { filters: [{ key: 'kind', operator: 'Equals', value: kind }] })).body.items

test('of the end of a day keeps nobody from counting, and is a first one again after something was moved', async () => {
  const close = async (count: number) => {
    const at = (await teller(days.current, { counterId: drawer })).body.day
    return (await teller(days.close, { ...keyOf(at ?? { id: '', version: 0 }), lines: hundreds(count) })).body
  }
  // Counted wrongly in the morning, so that it might be counted again in the evening as if that were the second time.
  expect(await close(1)).toMatchObject({ state: 'open', isRecount: true })
  const place = { branchId, counterId: drawer }
  const surprise = await moving(head, counts.createAndProcess, { ...place, lines: hundreds(49) })
  expect(surprise.body.state).toBe('processed')
  expect((await float(1000)).status).toBe(200)
  // Three hundred are gone since: it is counted twice now.
  expect(await close(56)).toMatchObject({ state: 'open', isRecount: true })
  expect((await ofKind('closing')).map(({ state }) => state)).toEqual(['recount', 'cancelled'])
  expect(await close(56)).toMatchObject({ state: 'closed', isRecount: false })
  const [closing] = await ofKind('closing')
  // Who may decide on it hears of it, and the list says what it is and for whom it waits.
  expect(closing).toMatchObject({ state: 'submitted', variance: '300.00', short: '300.00', over: '0.00' })
  expect(closing?.deciders).toEqual(expect.arrayContaining(['Aisyah Rahman', 'head']))
  expect(closing?.deciders).not.toContain('keeper')
  expect((await toldOf(head, closing?.id ?? '')).map(({ title }) => title)).toEqual([
    'A difference waits for your decision',
  ])
  expect(closing?.can).toContain('accept')
  const accepted = await moving(head, counts.accept, reasoned(closing))
  expect(accepted.body.state).toBe('processed')
})

test('over midnight has the date on which it was made again; what is decided after its day was locked is posted today', async () => {
  const day = 86_400_000
  const later = async (nights: number) => {
    app.setNow(new Date(start + nights * day))
    await signIn()
  }
  const start = Date.now()
  const { body: first } = await teller(days.open, { counterId: drawer, lines: hundreds(55) })
  expect(first.state).toBe('opening')
  await later(1)
  const lock = (lockedTo: string) => admin(periodLocks.update, { branchId, lockedTo, reason: 'Done' })
  expect((await lock(first.businessDate)).status).toBe(200)
  const again = { counterId: drawer, version: first.version, lines: hundreds(55) }
  const { body: open } = await teller(days.open, again)
  expect(open.state).toBe('open')
  expect(open.businessDate > first.businessDate).toBe(true)
  const [opening] = await ofKind('opening')
  expect(opening).toMatchObject({ state: 'submitted', businessDate: open.businessDate, variance: '100.00' })
  await later(2)
  expect((await lock(open.businessDate)).status).toBe(200)
  const accepted = await moving(head, counts.accept, reasoned(opening))
  expect(accepted.body).toMatchObject({ state: 'processed', businessDate: open.businessDate })
  const [entry] = await app.owner<{ late: boolean }>(
    `select business_date > $2::date as late from ledger.entry where source_id = $1`,
    [opening?.id, open.businessDate],
  )
  expect(entry).toEqual({ late: true })
})

test('of what is pending already supersedes it, and makes no difference disappear without a second person', async () => {
  const place = { branchId, counterId: drawer }
  const { onHand: book = '0' } =
    (await admin(stock.list, { branchId })).body.lines.find(({ counterId }) => counterId === drawer) ?? {}
  const [short, whole] = [Number(book) / 100 - 1, Number(book) / 100]
  const counted = (count: number) =>
    moving(teller, counts.createAndProcess, { ...place, lines: hundreds(count) })
  const { body: once } = await counted(short)
  const { body: first } = await moving(teller, counts.countAgain, { ...keyOf(once), lines: hundreds(short) })
  expect(first.state).toBe('submitted')
  // The same again is known, and is not to be counted once more; what was found is still short.
  const { body: same } = await counted(short)
  expect(same).toMatchObject({ state: 'submitted', variance: null, can: [] })
  // Nor does whoever found it short find it whole alone.
  const { body: last } = await counted(whole)
  expect(last).toMatchObject({ state: 'submitted', variance: null, can: [] })
  expect((await teller(counts.getById, { id: first.id })).body).toMatchObject({
    state: 'superseded',
    supersededById: last.id,
  })
  for (const call of [teller, mate])
    expect((await moving(call, counts.accept, reasoned(last))).status).toBe(422)
  const seen = (await keeper(counts.getById, { id: last.id })).body
  expect(seen).toMatchObject({ variance: '0.00', can: ['accept', 'cancel'] })
  expect(seen.supersedes.map(({ id, variance }) => [id, variance])).toEqual([
    [same.id, '100.00'],
    [first.id, '100.00'],
  ])
  expect((await toldOf(keeper, last.id)).length).toBe(1)
  // It is said why.
  const { error } = await moving(keeper, counts.accept, { ...keyOf(last), note: ' ' })
  expect(error.invalidParams).toMatchObject([{ field: 'note' }])
  // Who may decide on what was found, and has not found it, may count again instead.
  const { body: third } = await moving(head, counts.createAndProcess, { ...place, lines: hundreds(short) })
  expect(third.state).toBe('recount')
  const { body: found } = await moving(head, counts.countAgain, { ...keyOf(third), lines: hundreds(short) })
  expect(found).toMatchObject({ state: 'processed', variance: '100.00' })
  expect((await moving(keeper, counts.accept, reasoned(seen))).error.code).toBe('STALE_VERSION')
  const { body: clean } = await counted(short)
  expect(clean.state).toBe('processed')
})

test('in small parts adds up to one difference for whoever posts it alone', async () => {
  const place = { branchId, counterId: drawer }
  await app.addUser({
    userName: 'senior',
    roles: ['senior_teller'],
    workspaces: [{ type: 3, workspaceId: drawer }],
  })
  const senior = (await app.signIn('senior')).call
  const settings = [{ key: 'COUNT_TOLERANCE' as const, customerType: 0 as const, value: '50' }]
  expect((await admin(configuration.update, { settings })).status).toBe(200)
  const { lines } = (await admin(stock.list, { branchId })).body
  const book = Number(lines.find(({ counterId }) => counterId === drawer)?.onHand) / 100
  const counted = (fifties: number) =>
    moving(senior, counts.createAndProcess, {
      ...place,
      lines: [
        { itemId: myr, pieces: [{ kind: 'note' as const, faceValue: '50', count: 2 * book - fifties }] },
      ],
    })
  expect((await counted(1)).body.state).toBe('processed')
  expect((await counted(1)).body.state).toBe('processed')
  const { body: sent } = await counted(2)
  expect(sent.state).toBe('submitted')
  // A draft that was counted before the difference was posted would post it once more.
  const { body: draft } = await teller(counts.create, { ...place, lines: hundreds(book - 1) })
  expect((await moving(head, counts.accept, reasoned(sent))).body.state).toBe('processed')
  expect((await moving(teller, counts.process, keyOf(draft))).error.code).toBe('COUNT_STALE')
  expect((await teller(counts.cancel, { ...keyOf(draft), note: 'Too late' })).status).toBe(200)
})

/** What somebody was told of a count; the list is answered bare. */
const toldOf = async (call: Call, countId: string) => {
  const { body } = await call(messages.list)
  const all = body as unknown as (typeof body)['items']
  return all.filter(({ data }) => data && 'countId' in data && data.countId === countId)
}

test('of a vault that another hands in is told to whoever may be the second, that one among them', async () => {
  const { body: draft } = await keeper(counts.create, { branchId, lines: hundreds(430) })
  const { body: handed } = await moving(head, counts.process, keyOf(draft))
  expect(handed).toMatchObject({ state: 'confirming', can: ['countAgain'] })
  const told = await toldOf(head, draft.id)
  expect(told).toMatchObject([{ title: 'A vault waits for its second count' }])
  expect(told[0]?.content).toContain('keeper has counted it')
  expect(await toldOf(keeper, draft.id)).toEqual([])
  expect((await admin(counts.cancel, { ...keyOf(handed), note: 'Made anew' })).body.state).toBe('cancelled')
})

test('of a vault shows to each only what they counted themselves, until it is settled', async () => {
  const { body: draft } = await keeper(counts.create, { branchId, lines: hundreds(430) })
  const { body: handed } = await moving(keeper, counts.process, keyOf(draft))
  expect(handed.state).toBe('confirming')
  // Everybody else who may count there hears of it, and is led to it.
  const waiting = { data: { countId: draft.id }, title: 'A vault waits for its second count' }
  expect(await toldOf(head, draft.id)).toMatchObject([waiting])
  expect(await toldOf(keeper, draft.id)).toEqual([])
  expect(await toldOf(mate, draft.id)).toEqual([])
  const seenBy = async (call: Call) => {
    const { variance, takes } = (await call(counts.getById, { id: draft.id })).body
    const lines = takes.map((one) => one.lines?.map(({ counted, expected }) => [counted, expected]) ?? null)
    return { variance, lines, variances: takes.map((one) => one.variance) }
  }
  const own = [['43000', null]]
  expect(await seenBy(keeper)).toEqual({ variance: null, lines: [own], variances: [null] })
  for (const call of [head, admin])
    expect(await seenBy(call)).toEqual({ variance: null, lines: [null], variances: [null] })
  // Both found the same, and by it is counted once more: still nobody is told by how much it differs.
  const { body: again } = await moving(head, counts.countAgain, { ...keyOf(handed), lines: hundreds(430) })
  expect(again.state).toBe('recount')
  expect(await seenBy(keeper)).toEqual({ variance: null, lines: [null, own], variances: [null, null] })
  expect(await seenBy(admin)).toEqual({ variance: null, lines: [null, null], variances: [null, null] })
  const [listed] = await ofKind('vault')
  expect(listed).toMatchObject({ state: 'recount', variance: null })
  const { body: third } = await moving(head, counts.countAgain, { ...keyOf(again), lines: hundreds(430) })
  const { body: last } = await moving(keeper, counts.countAgain, { ...keyOf(third), lines: hundreds(430) })
  expect(last).toMatchObject({ state: 'submitted', variance: '1000.00' })
  const titles = async (call: Call) => (await toldOf(call, draft.id)).map(({ title }) => title)
  // The newest first. Who counted does not decide, and is not asked to.
  expect(await titles(keeper)).toEqual([
    'A vault waits for its second count',
    'A vault is to be counted again',
  ])
  expect((await titles(admin))[0]).toBe('A difference waits for your decision')
  expect((await seenBy(head)).lines.map((lines) => lines?.[0])).toEqual(
    Array.from({ length: 4 }, () => ['43000', '44000']),
  )
})

test('what is pending already and found again is not counted once more', () => {
  const take = (difference: string) => ({ variance: '100', lines: [{ itemId: 'MYR', difference }] })
  expect(nextOf('closing', [take('-100')], '0')).toBe('recount')
  expect(nextOf('closing', [take('-100')], '0', take('-100'))).toBe('settle')
  expect(nextOf('closing', [take('-100')], '0', take('-99'))).toBe('recount')
  expect(nextOf('vault', [take('-100'), take('-100')], '0', take('-100'))).toBe('settle')
  expect(nextOf('vault', [take('-100')], '0', take('-100'))).toBe('confirming')
})
