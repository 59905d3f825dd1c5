import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { subscription } from '#modules/organisation/subscription/subscription.contract.ts'
import { type Company, company } from './company.contract.ts'

let app: TestApp
let admin: Call
let session: Session
let token: string
beforeAll(async () => {
  app = await testApp()
  session = await app.signIn('admin')
  admin = session.call
  token = session.login.userInfo.accessToken
})
afterAll(() => app.stop())

const read = async () => (await admin(company.getDetail)).body
const draftOf = ({ logoFileId: _logo, ...rest }: Company) => rest

describe('the company', () => {
  test('is read by its id, and by no other', async () => {
    const own = await read()
    expect((await admin(company.getById, { id: own.id })).body).toEqual(own)
    expect((await admin(company.getById, { id: crypto.randomUUID() })).status).toBe(404)
    expect(own).not.toHaveProperty('plan')
  })

  test('is changed, once for each version', async () => {
    const own = draftOf(await read())
    const more = {
      name: 'Straits & Co',
      timeZone: 'Asia/Singapore',
      country: 'SG',
      localCurrency: 'SGD',
      licenceExpiry: null,
    }
    expect((await admin(company.update, { ...own, ...more })).body).toMatchObject({ ...more, version: 2 })
    expect((await admin(company.update, { ...own, ...more })).error.code).toBe('STALE_VERSION')
    const other = await admin(company.update, { ...own, id: crypto.randomUUID() })
    expect(other.status).toBe(404)
  })

  test('refuses what is no country, currency, time zone, day or address, each at its field', async () => {
    const own = draftOf(await read())
    const wrong = {
      country: ['XX', 'my', 'MYS', ''],
      localCurrency: ['XYZ', 'myr', 'RM', ''],
      timeZone: ['Asia/Atlantis', '', '+08:00x'],
      licenceExpiry: ['2026-02-30', '31/12/2026', '2026-1-1', ''],
      email: ['nobody', 'a@b'],
      website: ['javascript:alert(1)', 'ftp://example.com', 'example.com'],
      phone: ['0321412345', '+0123456', 'x'],
      name: ['', '   ', 'x'.repeat(121), 'a\u0000b'],
    }
    for (const [field, values] of Object.entries(wrong))
      for (const value of values) {
        const { status, error } = await admin(company.update, { ...own, [field]: value })
        expect([status, error.invalidParams[0]?.field], `${field}: ${value}`).toEqual([400, field])
      }
    expect((await read()).version).toBe(own.version)
  })
})

describe('the logo', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100ffd9', 'hex')
  const webp = Buffer.concat([
    Buffer.from(
      'RIFF\u001a\0\0\0WEBPVP8L\u000d\0\0\0\u002f\0\0\0\u0010\u0007\u0010\u0011\u0011\u0088\u0088\u00fe\u0007\0',
      'latin1',
    ),
  ])
  const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])

  async function upload(
    bytes: Buffer,
    name = 'logo.png',
    type = 'image/png',
    fields?: Record<string, string | number>,
  ) {
    const { id, version } = await read()
    const file = new File([Uint8Array.from(bytes)], name, { type })
    return session.send(company.uploadLogo, fields ?? { id, version }, file)
  }
  const download = () =>
    app.http.inject({ url: `/api${company.logo.path}`, headers: { authorization: `Bearer ${token}` } })

  test('may be PNG, JPEG or WebP, whatever it is called, and comes back as it was', async () => {
    expect((await download()).statusCode).toBe(404)
    for (const [bytes, type] of [
      [png, 'image/png'],
      [jpeg, 'image/jpeg'],
      [webp, 'image/webp'],
    ] as const) {
      const { status, body } = await upload(bytes, 'anything.bin', 'application/octet-stream')
      expect([status, body.logoFileId], type).toEqual([200, expect.any(String)])
      const reply = await download()
      expect(reply.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': `default-src 'none'; sandbox`,
        'content-disposition': `inline; filename*=UTF-8''anything.bin`,
      })
      expect(reply.rawPayload.equals(bytes)).toBe(true)
    }
  })

  test('is smaller than 5 MB', async () => {
    expect((await upload(padded(5_242_879))).status).toBe(200)
    for (const bytes of [5_242_880, 5_242_881]) {
      const { status, error } = await upload(padded(bytes))
      expect([status, error.message]).toEqual([
        400,
        'Invalid file or file size has exceeded it max limit of 5MB.',
      ])
    }
  })

  test('is not what only calls itself an image', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    const gif = Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;', 'latin1')
    for (const bytes of [
      html,
      svg,
      gif,
      Buffer.from('%PDF-1.7\n'),
      Buffer.alloc(0),
      Buffer.from([0x89, 0x50]),
    ]) {
      const { status, error } = await upload(bytes, 'logo.png', 'image/png')
      expect([status, error.code]).toEqual([400, 'FILE_TYPE'])
      expect(error.invalidParams).toMatchObject([{ field: 'file' }])
    }
  })

  test('that is an image and a page at once is only ever an image', async () => {
    const both = Buffer.concat([png, Buffer.from('<html><script>alert(1)</script></html>')])
    const name = `evil".html\r\nx-injected: 1`
    expect((await upload(both, name, 'text/html')).status).toBe(200)
    const { headers } = await download()
    expect(headers['content-type']).toBe('image/png')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(headers).not.toHaveProperty('x-injected')
  })

  test('needs the file, the right version and nothing unknown; refused, it leaves no row', async () => {
    const before = await app.owner('select from kit.file')
    const { id, version } = await read()
    expect((await upload(png, 'a.png', 'image/png', { id, version: version - 1 })).status).toBe(409)
    expect((await upload(png, 'a.png', 'image/png', { id, version, more: 1 })).status).toBe(400)
    expect((await upload(png, 'a.png', 'image/png', { id })).status).toBe(400)
    const bare = await app.http.inject({
      method: 'POST',
      url: `/api${company.uploadLogo.path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: { id, version },
    })
    expect(bare.json()).toMatchObject({ code: 'FILE_REQUIRED' })
    expect(await app.owner('select from kit.file')).toHaveLength(before.length)
  })

  test('is taken away', async () => {
    const { id, version } = await read()
    expect((await admin(company.removeLogo, { id, version })).body.logoFileId).toBeNull()
    expect((await download()).statusCode).toBe(404)
  })
})

describe('the subscription', () => {
  test("has run out when its last day is over in the company's own time zone", async () => {
    await app.owner(
      `update organisation.company set plan_expiry = '2026-03-31', time_zone = 'Asia/Kuala_Lumpur'`,
    )
    const at = async (instant: string) => {
      app.setNow(new Date(instant))
      return (await admin(subscription.get)).body
    }
    expect(await at('2026-03-31T15:59:59Z')).toEqual({
      plan: 'demonstration',
      expiryDate: '2026-03-31',
      isExpiryDate: false,
    })
    expect((await at('2026-03-31T16:00:00Z')).isExpiryDate).toBe(true)
    await app.owner(`update organisation.company set time_zone = 'America/New_York'`)
    expect((await at('2026-04-01T03:59:59Z')).isExpiryDate).toBe(false)
    expect((await at('2026-04-01T04:00:00Z')).isExpiryDate).toBe(true)
    await app.owner('update organisation.company set plan_expiry = null')
    expect((await at('2099-01-01T00:00:00Z')).isExpiryDate).toBe(false)
    app.setNow(new Date())
  })

  test('switches modules by their app, and knows no others', async () => {
    const set = async (moduleCode: string, isEnabled: boolean) =>
      admin(subscription.updateModules, { modules: [{ appCode: 'remittance', moduleCode, isEnabled }] })
    const isOn = async () =>
      (await admin(subscription.modules)).body.find(({ moduleCode }) => moduleCode === 'payout')?.isEnabled
    expect(await isOn()).toBe(true)
    await set('payout', false)
    expect(await isOn()).toBe(false)
    await set('payout', true)
    expect(await isOn()).toBe(true)
    expect((await set('ledger', true)).status).toBe(400)
  })

  test("is the vendor's word: the company cannot write its own plan", async () => {
    const { id, version, ...draft } = draftOf(await read())
    const raw = { id, version, ...draft, plan: 'everything', planExpiry: null }
    expect((await admin(company.update, undefined as never, { raw })).status).toBe(400)
  })
})

test('what belongs to the whole company is changed only by whoever is responsible for all of it', async () => {
  const workspaces = [
    { type: 2 as const, workspaceId: (await admin(branches.list, {})).body.items[0]?.id ?? '' },
  ]
  await app.addUser({ userName: 'in.one.branch', roles: ['company_administrator'], workspaces })
  const { call } = await app.signIn('in.one.branch')
  const own = draftOf(await read())
  const modules = [{ appCode: 'remittance' as const, moduleCode: 'payout' as const, isEnabled: false }]
  for (const { status, error } of [
    await call(company.update, { ...own, name: 'Mine' }),
    await call(company.removeLogo, { id: own.id, version: own.version }),
    await call(subscription.updateModules, { modules }),
  ])
    expect([status, error.code]).toEqual([422, 'OUT_OF_SCOPE'])
})
