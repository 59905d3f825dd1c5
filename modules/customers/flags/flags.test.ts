import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { individuals } from '../profiles/profiles.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('a flag that compliance raised is cleared by compliance alone, and it is said who raised it', async () => {
  const { call: teller } = await app.signIn('teller')
  const { call: officer } = await app.signIn('compliance')
  const passport = { idType: 'PASSPORT' as const, idNumber: 'FLAG1', nationality: 'SG' }
  const { body: made } = await teller(individuals.create, { name: 'Flag Bearer', ...passport })
  const { id } = made
  let { version } = made
  const pairs = [
    ['block', 'unblock'],
    ['monitor', 'unmonitor'],
    ['deactivate', 'activate'],
  ] as const
  for (const [set, undo] of pairs) {
    const raised = await officer(individuals[set], { id, version, note: 'For compliance' })
    expect(raised.body.can).toContain(undo)
    const lift = { id, version: raised.body.version, note: 'They are waiting' }
    const refused = await teller(individuals[undo], lift)
    expect([refused.status, refused.error.code, refused.error.message]).toEqual([
      403,
      'FLAG_OF_COMPLIANCE',
      expect.stringContaining('Priya Nair'),
    ])
    expect((await teller(individuals.getById, { id })).body.can).not.toContain(undo)
    const lifted = await officer(individuals[undo], lift)
    expect([undo, lifted.status]).toEqual([undo, 200])
    version = lifted.body.version
  }
})
