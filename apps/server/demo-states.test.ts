import { afterAll, beforeAll, expect, test } from 'vitest'
import { inCompany } from '#kit/server/database.server.ts'
import { lookAtBooks, replayBooks } from '#modules/ledger/public.server.ts'
import { seedStates } from './demo-states.ts'
import { seedPendingDeals } from './demo-waiting.ts'
import { type TestApp, testApp } from './test-app.ts'

let app: TestApp
let companyId: string
beforeAll(async () => {
  app = await testApp()
  companyId = (await app.signIn('admin')).login.company.companyId
  await seedPendingDeals(app.services, companyId)
  const t = process.cpuUsage()
  const w = performance.now()
  await seedStates(app.services, companyId)
  console.log('states', (performance.now() - w) | 0, process.cpuUsage(t))
}, 60_000)
afterAll(() => app.stop())

const states = async (table: string, column = 'state') =>
  (await app.owner<{ is: string }>(`select distinct ${column} as is from ${table} order by 1`)).map(
    ({ is }) => is,
  )

test('stock', async () => {
  for (const t of ['transfer', 'request', 'correction', 'count', 'adjustment'])
    console.log(t, await states('inventory.' + t))
  expect(await states('inventory.transfer')).toHaveLength(10)
})
