import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { productOptions } from '#modules/names/matching/options.domain.ts'
import { screeningPreview, screeningSettings } from './settings.contract.ts'
import { settingsFor } from './settings.server.ts'

let app: TestApp
let officer: Session
let companyId: string
let name: string

beforeAll(async () => {
  app = await testApp({ lists: false })
  officer = await app.signIn('compliance')
  companyId = officer.login.company.companyId
  const { firstName, lastName } = officer.login.userInfo
  name = `${firstName} ${lastName}`
})
afterAll(() => app.stop())

const inForce = () => inCompany(companyId, () => settingsFor(app.services.db))
const risk = async (part: Partial<CallOf<typeof screeningSettings.updateRisk>>) => {
  const { versions: _, ...now } = (await officer.call(screeningSettings.getRisk)).body
  return officer.call(screeningSettings.updateRisk, { ...now, reason: 'Asked by the auditor', ...part })
}
const kyc = async (part: Partial<CallOf<typeof screeningSettings.updateKyc>>) => {
  const { versions: _, lists: __, ...now } = (await officer.call(screeningSettings.getKyc)).body
  return officer.call(screeningSettings.updateKyc, { ...now, reason: 'Only what binds us', ...part })
}

describe('the settings of screening', () => {
  test('begin with the product’s own', async () => {
    expect(await inForce()).toEqual({
      versionId: null,
      number: 0,
      options: { ...productOptions, equal: 0.97, anyTypeFrom: 0.9 },
      skipped: { onboarding: [], monitoring: [], manual: [] },
      allowedDays: 7,
    })
    expect((await officer.call(screeningSettings.getKyc)).body).toMatchObject({
      onboarding: ['un', 'ofac-sdn', 'ofac-cons'],
      latest: 0,
      versions: [],
    })
  })

  test('keep each version with its author and reason, and both pages count together', async () => {
    expect((await risk({ threshold: '0.8', weakRule: 'corroborate' })).body).toMatchObject({
      threshold: '0.8',
      latest: 1,
    })
    const after = await kyc({ monitoring: ['un'], allowedDays: 3 })
    expect(after.body).toMatchObject({ monitoring: ['un'], latest: 2 })
    expect(
      after.body.versions.map(({ number, monitoring, reason, author }) => [
        number,
        monitoring.length,
        reason,
        author,
      ]),
    ).toEqual([
      [2, 1, 'Only what binds us', name],
      [1, 3, 'Asked by the auditor', name],
    ])
    const { options, skipped, allowedDays, number } = await inForce()
    expect([options.threshold, options.weakThreshold > 1, allowedDays, number]).toEqual([0.8, true, 3, 2])
    expect(skipped.monitoring).toEqual(['ofac-sdn', 'ofac-cons'])
  })

  test('are not changed over somebody else’s change, without a reason, or to what clears nobody rightly', async () => {
    expect((await risk({ latest: 0 })).status).toBe(409)
    expect((await risk({ reason: ' ' })).status).toBe(400)
    expect((await risk({ threshold: '0.2' })).status).toBe(400)
    expect((await risk({ weakRule: 'threshold', weakThreshold: '0.7' })).error.code).toBe(
      'WEAK_BELOW_THRESHOLD',
    )
    expect((await kyc({ onboarding: ['ofac-sdn'] })).error.code).toBe('UN_LIST_REQUIRED')
    expect((await kyc({ manual: [] })).error.code).toBe('LIST_NONE')
    expect((await kyc({ manual: ['nobody'] })).error.code).toBe('LIST_UNKNOWN')
  })

  test('are tried on a few names before they hold, and nothing of that is kept', async () => {
    const { versions, latest, ...now } = (await officer.call(screeningSettings.getRisk)).body
    const { body } = await officer.call(screeningPreview.tryRisk, {
      ...now,
      threshold: '0.95',
      names: ['Somebody Anywhere'],
    })
    expect(body).toMatchObject([{ name: 'Somebody Anywhere', before: { hits: 0, score: null } }])
    expect((await officer.call(screeningSettings.getRisk)).body).toMatchObject({ latest, versions })
  })

  test('screen against a list that comes later until it is left out', async () => {
    const version = { list: 'own-ours', number: 1, format: 'csv', source: 'ours.csv', contentHash: 'x' }
    const counts = { entries: 1, added: 1, removed: 0, changed: 0, loadedAt: new Date().toISOString() }
    await inCompany(companyId, () =>
      app.services.db
        .insertInto('watchlists.version')
        .values({ ...version, ...counts })
        .execute(),
    )
    const { onboarding, manual } = (await officer.call(screeningSettings.getKyc)).body
    expect([onboarding.includes('own-ours'), manual.includes('own-ours')]).toEqual([true, true])
  })
})
