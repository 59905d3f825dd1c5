import { randomUUID } from 'node:crypto'
import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { adjustments } from '../adjustments/adjustments.contract.ts'
import { stockItems } from '../items/items.contract.ts'
import { transfers } from './transfers.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('who counts a transfer blind does not learn its value from the workbook either', async () => {
  const { call: admin, login } = await app.signIn('admin')
  const [counter] = (await admin(counters.list, {})).body.items
  const { id: counterId = '', branchId = '' } = counter ?? {}
  await app.addUser({
    userName: 'taker',
    roles: ['teller'],
    workspaces: [{ type: 3, workspaceId: counterId }],
  })
  const itemId = (await admin(stockItems.listSelection)).body.find(({ code }) => code === 'THB')?.id ?? ''
  const once = () => ({ headers: { 'idempotency-key': randomUUID() } })
  const lines = [{ itemId, quantity: '50000', cost: '6000' }]
  await admin(adjustments.createOpening, { branchId, note: 'Brought', lines }, once())
  const sent = { fromBranchId: branchId, fromCounterId: null, toBranchId: branchId, toCounterId: counterId }
  const load = { ...sent, lines: [{ itemId, quantity: '8000' }] }
  expect((await admin(transfers.create, load, once())).body.number).toBeTruthy()

  const rowOf = async (token: string) => {
    const reply = await app.http.inject({
      method: 'POST',
      url: `/api${transfers.export.path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: {},
    })
    const [head, row] = (await Array.fromAsync(streamXlsxRows(reply.rawPayload))).map(({ values }) => values)
    return Object.fromEntries((head ?? []).map((title, at) => [String(title), row?.[at] ?? null]))
  }
  expect(await rowOf(login.userInfo.accessToken)).toMatchObject({ Value: 960, State: 'Created' })
  const taker = await app.signIn('taker')
  expect(await rowOf(taker.login.userInfo.accessToken)).toMatchObject({ Value: null, State: 'Created' })
})
