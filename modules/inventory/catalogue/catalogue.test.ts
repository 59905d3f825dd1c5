import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { languages } from '#kit/server/texts.server.ts'
import { countWorkflow } from '../counts/counts.domain.ts'
import { transferWorkflow } from '../transfers/transfers.domain.ts'
import { inventoryCatalogue } from './catalogue.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('every state of a workflow and every movement of stock has a name in each language', async () => {
  const { call } = await app.signIn('teller')
  for (const language of languages)
    for (const endpoint of Object.values(inventoryCatalogue)) {
      const { body } = await call(endpoint, undefined, { headers: { 'accept-language': language } })
      expect(body.length).toBeGreaterThan(2)
      for (const { code, name } of body)
        expect([code, name]).not.toEqual([code, expect.stringMatching(/^$|\./)])
    }
  const codes = async (endpoint: (typeof inventoryCatalogue)['transferStates']) =>
    (await call(endpoint)).body.map(({ code }) => code)
  expect(await codes(inventoryCatalogue.transferStates)).toEqual(Object.keys(transferWorkflow.states))
  expect(await codes(inventoryCatalogue.auditStates)).toEqual(Object.keys(countWorkflow.states))
  const { body } = await call(inventoryCatalogue.transferStates, undefined, {
    headers: { 'accept-language': 'zh-Hant' },
  })
  expect(body.find(({ code }) => code === 'inTransit')?.name).toBe('在途')
})
