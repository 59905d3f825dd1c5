import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { allModules } from '#modules/pages.domain.ts'
import { subscription } from '#modules/organisation/subscription/subscription.contract.ts'
import { catalogue } from './catalogue/catalogue.contract.ts'
import { configuration } from './configuration/configuration.contract.ts'
import { informationFields } from './information-fields/information-fields.contract.ts'
import { customizableFields } from './information-fields/information-fields.domain.ts'
import { userSettings } from './user-settings/user-settings.contract.ts'
import { isListed, withApp, withModule } from './user-settings/user-settings.domain.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signIn']>>
let teller: typeof admin
beforeAll(async () => {
  app = await testApp({ rates: false })
  admin = await app.signIn('admin')
  teller = await app.signIn('teller')
})
afterAll(() => app.stop())

const page = { appCode: 'mc', moduleCode: 'rates', link: '/board-rates' }
const setting = (settingType: string, value: unknown, sortIndex: number | null = null, settingName = '') =>
  ({ settingType, settingName, settingValue: JSON.stringify(value), sortIndex }) as never
const shortcuts = [0, 1, 2, 3].map((index) => setting('ShortcutLink', page, index, `Link ${index}`))

describe('settings of a person', () => {
  const save = (who: typeof admin, ...settings: never[]) =>
    who.call(userSettings.update, { companyId: who.login.company.companyId, settings })
  const list = async (who: typeof admin) =>
    (await who.call(userSettings.list, { companyId: who.login.company.companyId })).body

  test('are kept one of a kind, and four shortcuts by number; nobody else sees them', async () => {
    expect(await list(admin)).toEqual([])
    const first = await save(
      admin,
      setting('DefaultApp', { code: 'mc' }),
      setting('LandingPage', page),
      ...shortcuts,
    )
    expect(first.body.map(({ settingType, sortIndex }) => [settingType, sortIndex])).toEqual([
      ['DefaultApp', null],
      ['LandingPage', null],
      ...[0, 1, 2, 3].map((index) => ['ShortcutLink', index]),
    ])
    const again = await save(
      admin,
      setting('DefaultApp', { code: null }),
      setting('Language', { code: 'zh_Hant' }),
    )
    expect(again.body).toHaveLength(7)
    const app0 = again.body.find(({ settingType }) => settingType === 'DefaultApp')
    expect(app0).toMatchObject({
      id: first.body[0]?.id,
      companyId: admin.login.company.companyId,
      userId: admin.login.company.userId,
      settingValue: '{"code":null}',
    })
    expect(await list(teller)).toEqual([])
  })

  test('are refused where they do not hold what they should', async () => {
    const wrong = [
      [setting('LandingPage', { ...page, moduleCode: 'reports' })],
      [setting('LandingPage', { ...page, link: '/login' })],
      [setting('DefaultApp', 'mc')],
      [setting('Language', { code: 'xx' })],
      [setting('DefaultApp', { code: 'mc' }, 0)],
      shortcuts.slice(0, 3),
      [...shortcuts.slice(0, 3), setting('ShortcutLink', page, 2, 'Twice')],
      [...shortcuts.slice(0, 3), setting('ShortcutLink', page, 3, '')],
      [...shortcuts.slice(0, 3), setting('ShortcutLink', page, 3, 'a name of twenty-one c')],
    ]
    for (const settings of wrong) expect((await save(teller, ...settings)).status).toBe(400)
    const settingValue = '{"code":'
    const broken = { settingType: 'Language', settingName: '', settingValue, sortIndex: null } as never
    expect((await save(teller, broken)).status).toBe(400)
    expect(await list(teller)).toEqual([])
  })

  test('a default workspace is a counter where the person may act', async () => {
    const [branch] = teller.login.company.branches
    const mine = { regionId: null, branchId: branch?.id, counterId: branch?.counterIds[0] }
    expect((await save(teller, setting('DefaultWorkspace', mine))).status).toBe(200)
    const theirs = admin.login.company.branches.find(({ id }) => id !== branch?.id)
    const other = { regionId: null, branchId: theirs?.id, counterId: theirs?.counterIds[0] }
    const refused = await save(teller, setting('DefaultWorkspace', other))
    expect(refused).toMatchObject({ status: 422, error: { code: 'OUT_OF_SCOPE' } })
    const foreign = [
      { ...mine, branchId: theirs?.id },
      { ...mine, branchId: null },
      { ...mine, regionId: admin.login.company.companyId },
      { regionId: admin.login.company.companyId, branchId: null, counterId: null },
    ]
    for (const place of foreign)
      expect((await save(teller, setting('DefaultWorkspace', place))).status).toBe(422)
    const nowhere = { regionId: null, branchId: null, counterId: null }
    expect((await save(teller, setting('DefaultWorkspace', nowhere))).status).toBe(200)
  })

  test('another company is not there', async () => {
    const companyId = '018f0000-0000-7000-8000-000000000000'
    expect((await admin.call(userSettings.list, { companyId })).status).toBe(404)
    const settings = [setting('DefaultApp', { code: 'mc' })]
    expect((await admin.call(userSettings.update, { companyId, settings })).status).toBe(404)
  })

  test('metadata names the apps, modules and pages of what is switched on, in the language of the reader', async () => {
    const before = (await teller.call(userSettings.metadata)).body
    expect(before.apps.map(({ code }) => code)).toEqual(['mc', 'accounting', 'posretail', 'remittance'])
    expect(before.apps.map(({ applicationType }) => applicationType)).toEqual([1, 3, 4, 2])
    // Each app lists the settings as its last module.
    expect(before.modules).toHaveLength(allModules.length + before.apps.length)
    const regions = { moduleCode: 'settings', link: '/account-management/region' }
    expect(before.pages.filter(({ link }) => link === regions.link)).toEqual(
      before.apps.map(({ code }) => ({ name: 'Region', appCode: code, ...regions })),
    )
    expect(before.pages).toContainEqual({ name: 'Board rates', ...page })
    await admin.call(subscription.updateModules, {
      modules: [{ appCode: 'mc', moduleCode: 'rates', isEnabled: false }],
    })
    const { pages } = (await teller.call(userSettings.metadata)).body
    expect(pages.some(({ moduleCode }) => moduleCode === 'rates')).toBe(false)
    await admin.call(subscription.updateModules, {
      modules: [{ appCode: 'mc', moduleCode: 'rates', isEnabled: true }],
    })
  })

  test('an app brings its first module and page, a module its first page', () => {
    const offered = {
      modules: [
        { code: 'a', appCode: 'one' },
        { code: 'b', appCode: 'one' },
      ],
      pages: [
        { appCode: 'one', moduleCode: 'b', link: '/b1' },
        { appCode: 'one', moduleCode: 'a', link: '/a1' },
        { appCode: 'one', moduleCode: 'b', link: '/b2' },
      ],
    }
    expect(withApp(offered, 'one')).toEqual({ appCode: 'one', moduleCode: 'a', link: '/a1' })
    expect(withModule(offered, 'one', 'b')).toEqual({ appCode: 'one', moduleCode: 'b', link: '/b1' })
    expect(withApp(offered, 'none')).toEqual({ appCode: 'none', moduleCode: '', link: '' })
    expect([isListed(page), isListed({ ...page, appCode: 'constructor' })]).toEqual([true, false])
  })
})

describe('configuration', () => {
  const value = async (input: { key: 'RATE_PRECISION' | 'RATE_SETTING_TYPE'; customerType?: 0 | 1 | 2 }) =>
    (await teller.call(configuration.getByKey, input as never)).body.value

  test('has defaults; a value of a customer type goes before that of all', async () => {
    expect(await value({ key: 'RATE_PRECISION' })).toBe('8')
    expect(await value({ key: 'RATE_SETTING_TYPE', customerType: 2 })).toBe('0')
    const change = (settings: object[]) => admin.call(configuration.update, { settings } as never)
    await change([
      { key: 'RATE_PRECISION', customerType: 0, value: '5' },
      { key: 'RATE_SETTING_TYPE', customerType: 2, value: '1' },
    ])
    expect(await value({ key: 'RATE_PRECISION', customerType: 1 })).toBe('5')
    expect(await value({ key: 'RATE_SETTING_TYPE', customerType: 2 })).toBe('1')
    expect(await value({ key: 'RATE_SETTING_TYPE', customerType: 1 })).toBe('0')
    const { body } = await change([{ key: 'RATE_SETTING_TYPE', customerType: 2, value: '' }])
    expect(body).toEqual([{ key: 'RATE_PRECISION', customerType: 0, value: '5' }])
    for (const bad of [
      { key: 'RATE_PRECISION', customerType: 1, value: '5' },
      { key: 'RATE_PRECISION', customerType: 0, value: '9' },
      { key: 'RATE_PRECISION', customerType: 0, value: '' },
      { key: 'constructor', customerType: 0, value: '1' },
    ])
      expect((await change([bad])).status).toBe(400)
  })

  test('the default language is that of a setting, on the sign-in screen too', async () => {
    const signInLanguage = async () => (await app.call(configuration.signInLanguage)).body.language
    const own = async () =>
      (await teller.call(configuration.getByKey, { key: 'DEFAULT_LANGUAGE' })).body.value
    expect([await signInLanguage(), await own()]).toEqual([null, 'en'])
    const set = (language: string) =>
      admin.call(configuration.update, {
        settings: [{ key: 'DEFAULT_LANGUAGE', customerType: 0, value: language }],
      })
    expect((await set('zh_Hant')).status).toBe(200)
    expect([await signInLanguage(), await own()]).toEqual(['zh_Hant', 'zh_Hant'])
    expect((await set('tlh')).status).toBe(400)
    await set('en')
  })

  test('says which version runs', async () => {
    expect((await teller.call(configuration.version)).body.version).toMatch(/^\d+\.\d+\.\d+$/)
  })
})

test('what holds for the whole company is changed only by who is assigned to all of it', async () => {
  const [branch] = teller.login.company.branches
  await app.addUser({
    userName: 'somewhere',
    roles: ['company_administrator'],
    workspaces: [{ type: 2, workspaceId: branch?.id ?? '' }],
  })
  const somewhere = await app.signIn('somewhere')
  const config = { settings: [{ key: 'RATE_PRECISION', customerType: 0, value: '4' }] } as const
  const rule = { customerType: 1, fieldCode: 'phone', option: 'HIDDEN', actionCode: 'NONE' } as const
  const refused = { status: 422, error: { code: 'OUT_OF_SCOPE' } }
  expect(await somewhere.call(configuration.update, config as never)).toMatchObject(refused)
  expect(await somewhere.call(informationFields.update, { fields: [rule] })).toMatchObject(refused)
})

test('information fields have a default each, and what the company changed', async () => {
  const { body } = await teller.call(informationFields.list)
  expect(body).toHaveLength(customizableFields[1].length + customizableFields[2].length)
  const fields = [{ customerType: 1, fieldCode: 'email', option: 'REQUIRED', actionCode: 'WARN' }] as const
  expect((await admin.call(informationFields.update, { fields: [...fields] })).body).toContainEqual(fields[0])
  expect((await teller.call(informationFields.list)).body).toContainEqual(fields[0])
  for (const bad of [
    { ...fields[0], option: 'OPTIONAL' as const },
    { ...fields[0], customerType: 2 as const, fieldCode: 'gender' },
  ])
    expect((await admin.call(informationFields.update, { fields: [bad] })).status).toBe(400)
  const named = (await teller.call(informationFields.fields)).body
  expect(named).toHaveLength(body.length)
  expect(named.every(({ name }) => !name.startsWith('messages.'))).toBe(true)
  expect((await teller.call(informationFields.customerTypes)).body).toEqual([
    { id: 1, name: 'Individual' },
    { id: 2, name: 'Corporate' },
  ])
  expect((await teller.call(informationFields.options)).body).toHaveLength(3)
  expect((await teller.call(informationFields.actions)).body).toHaveLength(3)
})

describe('the catalogue', () => {
  test('has 250 countries, each once, with codes, calling code and currency', async () => {
    const { body } = await teller.call(catalogue.list)
    expect(body).toHaveLength(250)
    for (const key of ['id', 'countryCode', 'isoAlpha3', 'name'] as const)
      expect(new Set(body.map((row) => row[key])).size).toBe(250)
    expect(body.find(({ countryCode }) => countryCode === 'MY')).toEqual({
      id: 458,
      name: 'Malaysia',
      countryCode: 'MY',
      isoAlpha3: 'MYS',
      phoneCode: 60,
      currencyCode: 'MYR',
    })
    expect(body.find(({ countryCode }) => countryCode === 'XK')).toMatchObject({
      phoneCode: 383,
      currencyCode: 'EUR',
    })
    expect(body.every(({ currencyCode }) => /^[A-Z]{3}$/.test(currencyCode ?? ''))).toBe(true)
  })

  test('has states, their cities, and time zones', async () => {
    const states = (await teller.call(catalogue.states, { countryCode: 'MY' })).body
    expect(states).toHaveLength(16)
    const penang = states.find(({ name }) => name === 'Penang')
    const cities = (await teller.call(catalogue.cities, { countryCode: 'MY', stateCode: penang?.code ?? '' }))
      .body
    expect(cities).toContain('George Town')
    expect((await teller.call(catalogue.cities, { countryCode: 'MY', stateCode: '../x' })).body).toEqual([])
    const zones = (await teller.call(catalogue.timeZones)).body
    expect(zones.find(({ name }) => name === 'Asia/Kuala_Lumpur')?.offset).toBe('GMT+08:00')
    const offset = async (at: string) => {
      app.setNow(new Date(at))
      const { body } = await teller.call(catalogue.timeZones)
      return body.find(({ name }) => name === 'Europe/London')?.offset
    }
    expect([await offset('2026-03-29T00:59:00Z'), await offset('2026-03-29T01:01:00Z')]).toEqual([
      'GMT+00:00',
      'GMT+01:00',
    ])
    app.setNow(new Date())
  })
})
