// Long because regions, branches and counters are tried together: their rules speak of each other.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { users } from '#modules/access/users/users.contract.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { type Branch, BranchDraft, branches } from './branches/branches.contract.ts'
import { type Counter, counters } from './counters/counters.contract.ts'
import { regions } from './regions/regions.contract.ts'
import { structure } from './structure/structure.contract.ts'

let app: TestApp
let admin: Call
beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
})
afterAll(() => app.stop())

let serial = 0
const code = () => `T${++serial}`
const newRegion = async () => (await admin(regions.create, { code: code(), name: `Region ${serial}` })).body
const newBranch = async (regionId: string | null = null) =>
  (await admin(branches.create, { code: code(), name: `Branch ${serial}`, regionId })).body
const newCounter = async (branchId: string) =>
  (await admin(counters.create, { code: code(), name: `Counter ${serial}`, branchId })).body
const branch = async (id: string) => (await admin(branches.getById, { id })).body
const draftOf = ({ id, version, ...row }: Branch) => {
  const draft = Object.entries(row).filter(([field]) => field in BranchDraft.shape)
  return { id, version, ...(Object.fromEntries(draft) as BranchDraft) }
}
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })
const named = async (name: string, call = admin) => {
  const filters = [{ key: 'name', operator: 'Equals', value: name } as const]
  const { items } = (await call(branches.list, { filters })).body
  return items[0] as Branch
}

describe('regions', () => {
  test('are made, changed, switched off and on, and removed', async () => {
    const made = await newRegion()
    expect(made).toMatchObject({ code: 'T1', isEnabled: true, version: 1 })
    const changed = await admin(regions.update, { ...key(made), code: ' t1-x ', name: 'Renamed' })
    expect(changed.body).toMatchObject({ code: 'T1-X', name: 'Renamed', version: 2 })
    expect((await admin(regions.update, { ...key(made), code: 'T1', name: 'Again' })).status).toBe(409)
    const off = (await admin(regions.disable, key(changed.body))).body
    expect(off.isEnabled).toBe(false)
    expect((await admin(regions.listSelection)).body.map(({ name }) => name)).not.toContain('Renamed')
    const on = (await admin(regions.enable, key(off))).body
    expect((await admin(regions.delete, key(on))).body.message).toBe('Removed Successfully!')
    expect((await admin(regions.getById, { id: made.id })).status).toBe(404)
    expect((await admin(regions.delete, key(on))).status).toBe(404)
    const twice = await admin(regions.create, { code: 'central', name: 'X' })
    expect(twice.error.invalidParams).toEqual([{ field: 'code', message: 'This is already taken.' }])
  })

  test('get exactly the branches that are assigned', async () => {
    const region = await newRegion()
    const [a, b, c] = [await newBranch(region.id), await newBranch(), await newBranch()]
    const { body } = await admin(regions.assignBranches, { ...key(region), branchIds: [b.id, c.id, b.id] })
    const own = async () =>
      (await admin(branches.getListByRegion, { regionId: region.id })).body.map(({ id }) => id)
    expect(new Set(await own())).toEqual(new Set([b.id, c.id]))
    expect((await branch(a.id)).regionId).toBeNull()
    const unknown = { ...key(body), branchIds: [a.id, randomUUID()] }
    expect((await admin(regions.assignBranches, unknown)).status).toBe(404)
    expect(new Set(await own())).toEqual(new Set([b.id, c.id]))
    await admin(regions.assignBranches, { ...key(body), branchIds: [] })
    expect(await own()).toEqual([])
  })

  test('that have enabled branches stay on, and are not removed with any', async () => {
    const region = await newRegion()
    const own = await newBranch(region.id)
    const { error } = await admin(regions.disable, key(region))
    expect(error.code).toBe('REGION_IN_USE')
    expect(error.invalidParams).toEqual([{ field: 'branches', message: '1 enabled branch(es)' }])
    expect((await admin(regions.delete, key(region))).error.code).toBe('IN_USE')
    await admin(branches.disable, key(own))
    expect((await admin(regions.disable, key(region))).status).toBe(200)
  })

  test('that are off take nothing in', async () => {
    const region = await newRegion()
    const [inside, outside] = [await newBranch(region.id), await newBranch()]
    const off = (await admin(branches.disable, key(inside))).body
    const { body } = await admin(regions.disable, key(region))
    for (const answer of [
      await admin(branches.enable, key(off)),
      await admin(branches.create, { code: code(), name: 'X', regionId: region.id }),
      await admin(branches.update, { ...draftOf(outside), regionId: region.id }),
      await admin(regions.assignBranches, { ...key(body), branchIds: [outside.id] }),
    ])
      expect([answer.status, answer.error.code]).toEqual([422, 'REGION_DISABLED'])
  })
})

describe('branches', () => {
  test('are made, changed and listed with their region and counters', async () => {
    const region = await newRegion()
    const made = await newBranch(region.id)
    expect(made).toMatchObject({ isOnlyView: false, isEnabled: true, timeZone: null, receiptHeader: '' })
    await newCounter(made.id)
    const more = {
      address: '1 Road\nTown',
      phone: '+6531234567',
      timeZone: 'Asia/Singapore',
      isOnlyView: true,
    }
    const changed = await admin(branches.update, {
      ...draftOf(made),
      ...more,
      receiptHeader: 'Line 1\nLine 2',
    })
    expect(changed.body).toMatchObject({ ...more, receiptHeader: 'Line 1\nLine 2', version: 2 })
    const filters = [{ key: 'regionId', operator: 'Equals', value: region.id } as const]
    const { items } = (await admin(branches.list, { filters })).body
    expect(items).toMatchObject([{ id: made.id, regionName: region.name, counterCount: 1 }])
    for (const wrong of [
      { phone: '12345' },
      { timeZone: 'Mars/Base' },
      { regionId: randomUUID() },
      { name: '' },
    ])
      expect((await admin(branches.update, { ...draftOf(changed.body), ...wrong })).status).toBeOneOf([
        400, 404,
      ])
  })

  test('with open counters or somebody at one stay on; each reason is a line', async () => {
    const busy = await newBranch()
    const [one, two] = [await newCounter(busy.id), await newCounter(busy.id)]
    await app.addUser({
      userName: 'at.work',
      roles: ['teller'],
      workspaces: [{ type: 2, workspaceId: busy.id }],
    })
    const teller = await app.signIn('at.work')
    await teller.call(workspaces.switch, { type: 3, workspaceId: one.id })
    const reasons = async () => (await admin(branches.disable, key(busy))).error.invalidParams
    expect(await reasons()).toEqual([
      { field: 'counters', message: 'Enabled counters: 2' },
      { field: 'counters', message: 'Somebody is working there now: at.work' },
    ])
    const occupied = await admin(counters.disable, key(one))
    expect([occupied.error.code, occupied.error.invalidParams.length]).toEqual(['COUNTER_IN_USE', 1])
    expect((await admin(counters.delete, key(one))).error.code).toBe('COUNTER_IN_USE')
    await admin(counters.disable, key(two))
    expect((await reasons())[0]?.message).toBe('Enabled counters: 1')
    await teller.call(workspaces.switch, { type: 3, workspaceId: one.id })
    await app.owner(`update access.session set ended_at = now() where counter_id = $1`, [one.id])
    await admin(counters.disable, key(one))
    expect((await admin(branches.disable, key(busy))).body.isEnabled).toBe(false)
  })

  test('with somebody at a counter are neither removed nor made to be looked at only', async () => {
    const busy = await newBranch()
    const { call } = await app.signIn('admin')
    await call(workspaces.switch, { type: 3, workspaceId: (await newCounter(busy.id)).id })
    const viewOnly = () => admin(branches.update, { ...draftOf(busy), isOnlyView: true })
    for (const { error } of [await admin(branches.delete, key(busy)), await viewOnly()])
      expect([error.code, error.invalidParams.length]).toEqual(['BRANCH_IN_USE', 1])
    app.setNow(new Date(Date.now() + 31 * 60_000))
    expect((await viewOnly()).status).toBe(200)
    app.setNow(new Date())
  })

  test('take counters from others, unless somebody is at them or they are off', async () => {
    const [from, to] = [await newBranch(), await newBranch()]
    const [one, two] = [await newCounter(from.id), await newCounter(from.id)]
    const moved = await admin(branches.assignCounters, { ...key(to), counterIds: [one.id, one.id] })
    expect([moved.status, moved.body.version]).toEqual([200, 2])
    const of = async (branchId: string) =>
      (await admin(counters.getListByBranch, { branchId })).body.map(({ id }) => id)
    expect([await of(from.id), await of(to.id)]).toEqual([[two.id], [one.id]])
    const unknown = { ...key(moved.body), counterIds: [two.id, randomUUID()] }
    expect((await admin(branches.assignCounters, unknown)).status).toBe(404)
    expect(await of(from.id)).toEqual([two.id])
    const session = await app.signIn('admin')
    await session.call(workspaces.switch, { type: 3, workspaceId: two.id })
    const occupied = await admin(branches.assignCounters, { ...key(moved.body), counterIds: [two.id] })
    expect(occupied.error.code).toBe('COUNTER_IN_USE')
    const closed = await newBranch()
    const { body } = await admin(branches.disable, key(closed))
    expect((await admin(branches.assignCounters, { ...key(body), counterIds: [one.id] })).error.code).toBe(
      'BRANCH_DISABLED',
    )
  })

  test('with counters or people are not removed', async () => {
    const used = await newBranch()
    const counter = await newCounter(used.id)
    expect((await admin(branches.delete, key(used))).error.code).toBe('IN_USE')
    await admin(counters.delete, key(counter))
    const workspace = [{ type: 2 as const, workspaceId: used.id }]
    const person = await app.addUser({ userName: 'assigned', workspaces: workspace })
    expect((await admin(branches.delete, key(used))).error.code).toBe('IN_USE')
    await admin(users.delete, key(person))
    expect((await admin(branches.delete, key(used))).status).toBe(200)
  })
})

describe('counters', () => {
  test('are made, changed, moved, switched and removed', async () => {
    const [home, away] = [await newBranch(), await newBranch()]
    const made = await newCounter(home.id)
    const moved = await admin(counters.update, { ...key(made), code: 'Z1', name: 'Moved', branchId: away.id })
    expect(moved.body).toMatchObject({ branchId: away.id, code: 'Z1', version: 2 })
    expect(
      (await admin(counters.create, { code: 'z1', name: 'X', branchId: away.id })).error.invalidParams,
    ).toEqual([{ field: 'code', message: 'This is already taken.' }])
    expect((await admin(counters.create, { code: 'Z1', name: 'X', branchId: home.id })).status).toBe(200)
    const off = (await admin(counters.disable, key(moved.body))).body as Counter
    expect(off.isEnabled).toBe(false)
    await admin(branches.disable, key(away))
    for (const answer of [
      await admin(counters.enable, key(off)),
      await admin(counters.create, { code: code(), name: 'X', branchId: away.id }),
    ])
      expect([answer.error.code, answer.error.invalidParams[0]?.field]).toEqual([
        'BRANCH_DISABLED',
        'branchId',
      ])
    expect((await admin(counters.delete, key(off))).status).toBe(200)
  })

  test('opened while their branch is being closed: one of both is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const racing = await newBranch()
      const draft = { code: code(), name: 'X', branchId: racing.id }
      const [opened, closed] = await Promise.all([
        admin(counters.create, draft),
        admin(branches.disable, key(racing)),
      ])
      expect([opened.status, closed.status].filter((status) => status === 200)).toHaveLength(1)
    }
  })
})

describe('whoever is assigned to a region', () => {
  let call: Call
  beforeAll(async () => {
    const central = await named('Bukit Bintang')
    const permissions = ['manage_regions', 'manage_branches', 'manage_counters'] as const
    const role = { name: 'Regional', base_role: 'branch_manager', level: 1, permissions }
    const [{ id } = { id: '' }] = await app.owner<{ id: string }>(
      `insert into access.role (company_id, name, base_role, level, permissions)
       select company_id, $1, $2, $3, $4 from organisation.company returning id`,
      Object.values(role),
    )
    const place = [{ type: 1 as const, workspaceId: central.regionId }]
    await app.addUser({ userName: 'regional', roleIds: [id], workspaces: place })
    call = (await app.signIn('regional')).call
  })

  test('sees and changes only what is theirs', async () => {
    const all = (await call(branches.list, {})).body.items.map(({ name }) => name)
    expect(all).toEqual(['Bukit Bintang', 'KL Sentral'])
    expect((await call(regions.list, {})).body.items.map(({ name }) => name)).toEqual(['Central'])
    expect((await call(counters.list, {})).body.items).toHaveLength(5)
    const [own, foreign] = [await named('KL Sentral'), await named('George Town')]
    const renamed = { ...draftOf(await branch(own.id)), name: 'KL Central' }
    expect((await call(branches.update, renamed)).status).toBe(200)
    const north = (await admin(regions.getById, { id: foreign.regionId ?? '' })).body
    for (const act of [branches.enable, branches.disable, branches.delete] as const)
      expect((await call(act, key(foreign))).status).toBe(404)
    for (const act of [regions.enable, regions.disable, regions.delete] as const)
      expect((await call(act, key(north))).status).toBe(404)
    expect((await call(branches.update, draftOf(await branch(foreign.id)))).status).toBe(404)
    expect((await call(branches.getListByRegion, { regionId: north.id })).status).toBe(404)
    expect((await call(counters.getListByBranch, { branchId: foreign.id })).status).toBe(404)
  })

  test('cannot reach out of it', async () => {
    const [own, foreign] = [await branch((await named('Bukit Bintang')).id), await named('George Town')]
    const region = (await admin(regions.getById, { id: own.regionId ?? '' })).body
    const theirs = (await admin(counters.getListByBranch, { branchId: foreign.id })).body[0]
    const refusals = [
      await call(regions.create, { code: code(), name: 'X' }),
      await call(branches.create, { code: code(), name: 'X' }),
      await call(branches.create, { code: code(), name: 'X', regionId: foreign.regionId }),
      await call(branches.update, { ...draftOf(own), regionId: null }),
      await call(counters.create, { code: code(), name: 'X', branchId: foreign.id }),
      await call(regions.assignBranches, { ...key(region), branchIds: [own.id, foreign.id] }),
      await call(branches.assignCounters, { ...key(own), counterIds: [theirs?.id ?? ''] }),
    ]
    for (const { status, error } of refusals) expect([status, error.code]).toEqual([422, 'OUT_OF_SCOPE'])
  })
})

test('the structure shows what is enabled, with view-only branches and the place of this session', async () => {
  const { call } = await app.signIn('teller')
  const { body } = await call(structure.get)
  const [region] = body.children
  const central = region?.children[0] as (typeof body.children)[number]
  expect([body.type, region?.type, central.type, central.children[0]?.type]).toEqual([0, 1, 2, 3])
  expect([body.isCurrent, central.isCurrent]).toEqual([true, false])
  expect(central.children.map(({ name }) => name)).toEqual(['Counter 1', 'Counter 2'])
  const loose = await newBranch()
  const whole = (await admin(structure.get)).body.children
  expect(whole.find(({ id }) => id === loose.id)).toMatchObject({ type: 2, name: loose.name })
  await admin(branches.disable, key(loose))
  expect((await admin(structure.get)).body.children.map(({ id }) => id)).not.toContain(loose.id)
})
