import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDemo, hasDemo } from './demo.ts'
import { type TestApp, testApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ demo: false })
})
afterAll(() => app.stop())

const companies = () => app.owner<{ plan: string }>('select plan from organisation.company')

test('a demonstration company is made once, and known whatever became of its people', async () => {
  expect(await hasDemo(app.services.db)).toBe(false)
  await Promise.all([1, 2, 3].map(() => fillDemo(app.services)))
  expect(await companies()).toEqual([{ plan: 'demonstration' }])
  await app.owner(`update access.user set user_name = 'was ' || user_name`)
  await fillDemo(app.services)
  expect(await companies()).toHaveLength(1)
  expect(await hasDemo(app.services.db)).toBe(true)
  await app.owner(`update organisation.company set plan = 'standard'`)
  await fillDemo(app.services)
  expect([await companies(), await hasDemo(app.services.db)]).toEqual([[{ plan: 'standard' }], false])
})
