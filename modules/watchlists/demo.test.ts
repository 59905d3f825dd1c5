import { afterAll, beforeAll, expect, test } from 'vitest'
import { inCompany } from '#kit/server/database.server.ts'
import { listStates, loadListForAll } from './public.server.ts'
import { samplePath } from '#kit/test/samples.ts'
import { loadDemoLists } from './demo.server.ts'
import { type TestApp, testApp } from '#apps/server/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ demo: false })
})
afterAll(() => app.stop())

const lists = async () => {
  const { db, now } = app.services
  const states = await inCompany(undefined, () => listStates(db, now(), 'en'))
  return Object.fromEntries(
    states.map(({ list, version, isStale }) => [
      list,
      [version?.number, version?.entries, version?.added, version?.removed, version?.changed, isStale],
    ]),
  )
}

test('invented lists are loaded in the official formats, stay fresh, and give way to a published one', async () => {
  await Promise.all([1, 2].map(() => loadDemoLists(app.services)))
  const loaded = {
    un: [2, 15, 3, 1, 2, false],
    'ofac-sdn': [1, 8, 8, 0, 0, false],
    'ofac-cons': [1, 3, 3, 0, 0, false],
    ftm: [1, 6, 6, 0, 0, false],
  }
  expect(await lists()).toEqual(loaded)
  app.setNow(new Date(Date.now() + 30 * 86_400_000))
  expect((await lists())['un']).toEqual([2, 15, 3, 1, 2, true])
  await loadDemoLists(app.services)
  expect(await lists()).toEqual(loaded)
  await loadListForAll(app.services, samplePath('un-older.xml'))
  await loadDemoLists(app.services)
  expect((await lists())['un']).toEqual([3, 34, 34, 15, 0, false])
})
