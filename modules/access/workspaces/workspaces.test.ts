import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { regions } from '#modules/organisation/regions/regions.contract.ts'
import { users } from '#modules/access/users/users.contract.ts'
import { structure, type WorkspaceNode } from '#modules/organisation/structure/structure.contract.ts'
import { assign, isAssigned, matching, type PlaceNode, placeOf, findTrail } from './places.domain.ts'
import { workspaces } from './workspaces.contract.ts'

let app: TestApp
let admin: Call
let tree: WorkspaceNode
beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  tree = (await admin(structure.get)).body
})
afterAll(() => app.stop())

const at = (...names: string[]): WorkspaceNode =>
  names.reduce((node, name) => node.children.find((child) => child.name === name) ?? tree, tree)
const flat = (node: WorkspaceNode): WorkspaceNode[] => [node, ...node.children.flatMap(flat)]
const current = (call: Call, in_: (node: WorkspaceNode) => unknown) =>
  call(structure.get).then(({ body }) =>
    flat(body)
      .filter((node) => node.isCurrent)
      .map(in_),
  )

describe('a workspace', () => {
  test('is a counter that one is assigned to, and holds for this session alone', async () => {
    const [here, there] = [await app.signIn('teller'), await app.signIn('teller')]
    const { companyId } = here.login.company
    const calendar = { timeZone: 'Asia/Kuala_Lumpur', country: 'MY', places: {} }
    const nowhere = { companyId, regionId: null, branchId: null, counterId: null, type: 3, calendar }
    expect((await here.call(workspaces.current)).body).toEqual(nowhere)
    const [region, branch, counter] = [
      at('Central'),
      at('Central', 'Bukit Bintang'),
      at('Central', 'Bukit Bintang', 'Counter 2'),
    ]
    const taken = {
      companyId,
      regionId: region.id,
      branchId: branch.id,
      counterId: counter.id,
      type: 3,
      calendar,
    }
    expect((await here.call(workspaces.switch, { type: 3, workspaceId: counter.id })).body).toEqual(taken)
    expect((await here.call(workspaces.current)).body).toEqual(taken)
    expect((await there.call(workspaces.current)).body).toEqual(nowhere)
    expect(await current(here.call, ({ name }) => name)).toEqual(['Central', 'Bukit Bintang', 'Counter 2'])
    const back = at('Central', 'Bukit Bintang', 'Counter 1')
    await here.call(workspaces.switch, { type: 3, workspaceId: back.id })
    expect((await here.call(workspaces.current)).body.counterId).toBe(back.id)
    expect(await current(there.call, ({ name }) => name)).toEqual(['Straits Exchange Sdn Bhd'])
  })

  test('is nothing wider than a counter', async () => {
    for (const [type, node] of [
      [0, tree],
      [1, at('Central')],
      [2, at('Central', 'Bukit Bintang')],
    ] as const) {
      const { status, error } = await admin(workspaces.switch, { type, workspaceId: node.id })
      expect([status, error.message]).toEqual([
        422,
        'Please select a Branch and Counter to perform a transaction',
      ])
    }
  })

  test('without a seat is the one region or branch that somebody is assigned to', async () => {
    const [region, branch] = [at('Central'), at('Central', 'KL Sentral')]
    const places = {
      one: [{ type: 2 as const, workspaceId: branch.id }],
      wide: [{ type: 1 as const, workspaceId: region.id }],
      both: [
        { type: 1 as const, workspaceId: region.id },
        { type: 2 as const, workspaceId: branch.id },
      ],
    }
    const seats = []
    for (const [userName, assigned] of Object.entries(places)) {
      await app.addUser({ userName, roles: ['teller'], workspaces: assigned })
      const { type, regionId, branchId } = (await (await app.signIn(userName)).call(workspaces.current)).body
      seats.push({ type, regionId, branchId })
    }
    expect(seats).toEqual([
      { type: 2, regionId: region.id, branchId: branch.id },
      { type: 1, regionId: region.id, branchId: null },
      { type: 1, regionId: null, branchId: null },
    ])
  })

  test('is not a place that one is not assigned to, though one may see it', async () => {
    const { call } = await app.signIn('teller')
    const others = [at('Central', 'Bukit Bintang', 'Counter 3'), at('Northern', 'George Town', 'Counter 1')]
    for (const { id } of others)
      expect((await call(workspaces.switch, { type: 3, workspaceId: id })).status).toBe(404)
    const auditor = await app.signIn('auditor')
    expect((await auditor.call(counters.getById, { id: others[0]?.id ?? '' })).status).toBe(200)
    expect(
      (await auditor.call(workspaces.switch, { type: 3, workspaceId: others[0]?.id ?? '' })).status,
    ).toBe(404)
    expect((await auditor.call(structure.get)).body.children).toEqual([])
  })

  test('is not a counter that is disabled or whose branch may only be looked at', async () => {
    const counter = at('Northern', 'Butterworth', 'Counter 1')
    const enter = () => admin(workspaces.switch, { type: 3, workspaceId: counter.id })
    await admin(counters.disable, { id: counter.id, version: 1 })
    expect((await enter()).status).toBe(404)
    await admin(counters.enable, { id: counter.id, version: 2 })
    const { body } = await admin(branches.getById, { id: at('Northern', 'Butterworth').id })
    const { isEnabled: _on, createdAt: _at, regionName: _region, ...branch } = body
    await admin(branches.update, { ...branch, isOnlyView: true })
    const { status, error } = await enter()
    expect([status, error.message]).toEqual([422, 'This branch can only be looked at.'])
    const seen = flat((await admin(structure.get)).body).filter(({ isOnlyView }) => isOnlyView)
    expect(seen.map(({ name }) => name)).toEqual(['Butterworth', 'Counter 1'])
  })

  test('is lost with the right to it, and lies where its branch lies now', async () => {
    const counter = at('Central', 'KL Sentral', 'Counter 1')
    const place = [{ type: 3 as const, workspaceId: counter.id }]
    const user = await app.addUser({ userName: 'moved', roles: ['teller'], workspaces: place })
    const { call } = await app.signIn('moved')
    const seat = async () => (await call(workspaces.current)).body
    await call(workspaces.switch, { type: 3, workspaceId: counter.id })
    const region = (await admin(regions.create, { code: 'WEST', name: 'West' })).body
    const { body } = await admin(branches.getById, { id: at('Central', 'KL Sentral').id })
    const { isEnabled: _on, createdAt: _at, regionName: _region, ...branch } = body
    await admin(branches.update, { ...branch, regionId: region.id })
    await expect.poll(seat).toMatchObject({ regionId: region.id, counterId: counter.id })
    const { id, version, userName, firstName, lastName, roleIds } = user
    await admin(users.update, { id, version, userName, firstName, lastName, roleIds, workspaces: [] })
    await expect.poll(seat).toMatchObject({ regionId: null, branchId: null, counterId: null })
    const off = await admin(counters.disable, { id: counter.id, version: 1 })
    expect(off.status).toBe(200)
  })

  test('is lost when the counter is closed while its session sleeps', async () => {
    const counter = at('Central', 'KL Sentral', 'Counter 2')
    const { call } = await app.signIn('admin')
    await call(workspaces.switch, { type: 3, workspaceId: counter.id })
    app.setNow(new Date(Date.now() + 31 * 60_000))
    expect((await admin(counters.disable, { id: counter.id, version: 1 })).status).toBe(200)
    app.setNow(new Date())
    await expect.poll(async () => (await call(workspaces.current)).body.counterId).toBeNull()
  })

  test('taken while it is being closed: one of both is refused', async () => {
    const branchId = at('Northern', 'George Town').id
    for (let round = 0; round < 5; round++) {
      const draft = { code: `R${round}`, name: 'Racing', branchId }
      const { id, version } = (await admin(counters.create, draft)).body
      const { call } = await app.signIn('admin')
      const both = await Promise.all([
        call(workspaces.switch, { type: 3, workspaceId: id }),
        admin(counters.disable, { id, version }),
      ])
      expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    }
  })

  test('is written down with each act that is done there', async () => {
    const { call } = await app.signIn('admin')
    const counter = at('Northern', 'George Town', 'Counter 1')
    await call(workspaces.switch, { type: 3, workspaceId: counter.id })
    await call(counters.create, { code: 'NEW', name: 'New', branchId: at('Northern', 'George Town').id })
    const rows = await app.owner(
      `select counter_id, branch_id from kit.audit where act = 'counter.create' and branch_id is not null`,
    )
    expect(rows).toEqual([{ counter_id: counter.id, branch_id: at('Northern', 'George Town').id }])
  })
})

const counter = (id: string): PlaceNode => ({ id, name: `Counter ${id}`, type: 3, children: [] })
const branch: PlaceNode = { id: 'b', name: 'Sentral', type: 2, children: [counter('c1'), counter('c2')] }
const region: PlaceNode = { id: 'r', name: 'Central', type: 1, children: [branch] }
const company: PlaceNode = { id: 'co', name: 'Straits', type: 0, children: [region] }

describe('assigning places', () => {
  test('takes what lies in a place together when the place itself is checked', () => {
    const single = assign([], counter('c1'), true)
    expect(single).toEqual([{ type: 3, workspaceId: 'c1' }])
    expect(assign(single, region, true)).toEqual([{ type: 1, workspaceId: 'r' }])
  })

  test('gives the whole company no id', () => {
    expect(assign([placeOf(branch)], company, true)).toEqual([{ type: 0, workspaceId: null }])
    expect(isAssigned([{ type: 0, workspaceId: null }], company)).toBe(true)
  })

  test('leaves other places alone when one is unchecked', () => {
    const both = [placeOf(counter('c1')), placeOf(counter('c2'))]
    expect(assign(both, counter('c2'), false)).toEqual([placeOf(counter('c1'))])
  })
})

test('finds the way to a place, or none', () => {
  expect(findTrail(company, placeOf(counter('c2')))?.map(({ name }) => name)).toEqual([
    'Central',
    'Sentral',
    'Counter c2',
  ])
  expect(findTrail(company, { type: 0, workspaceId: null })).toEqual([])
  expect(findTrail(company, { type: 2, workspaceId: 'elsewhere' })).toBeUndefined()
})

test('keeps what leads to a match and what lies in it', () => {
  expect(matching(company, 'c2')?.children[0]?.children[0]?.children.map(({ id }) => id)).toEqual(['c2'])
  expect(matching(company, 'sentral')?.children[0]?.children[0]?.children).toHaveLength(2)
  expect(matching(company, 'nowhere')).toBeUndefined()
})
