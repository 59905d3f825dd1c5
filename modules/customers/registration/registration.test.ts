import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { roles } from '#modules/access/roles/roles.contract.ts'
import { userAudit } from '#modules/access/user-audit/user-audit.contract.ts'
import { informationFields } from '#modules/settings/information-fields/information-fields.contract.ts'
import { corporates, individuals } from '../profiles/profiles.contract.ts'

let app: TestApp
let admin: Session
let teller: Session
let officer: Session

beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn('admin')
  teller = await app.signIn('teller')
  officer = await app.signIn('compliance')
})
afterAll(() => app.stop())

let count = 0
const passport = () => ({
  idType: 'PASSPORT' as const,
  idNumber: `K${8_000_000 + (count += 1)}`,
  idIssuingCountry: 'SG',
  nationality: 'SG',
})

/** A person whom nobody looks like. */
async function register(draft: Partial<Parameters<typeof teller.call<typeof individuals.create>>[1]> = {}) {
  const made = await teller.call(individuals.create, { name: `Person ${count}`, ...passport(), ...draft })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}
const faultsOf = (answer: { error: { invalidParams: { field: string }[] } }) =>
  answer.error.invalidParams.map(({ field }) => field)

describe('an individual', () => {
  test('is registered from a MyKad number and a name', async () => {
    const { status, body } = await teller.call(individuals.createFromMyKad, {
      name: 'Lim Wei Jie',
      idNumber: '900215075231',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      dateOfBirth: '1990-02-15',
      gender: 'M',
      placeOfBirth: 'Pulau Pinang',
      nationality: 'MY',
      idNumber: '900215-07-5231',
    })
    const found = await teller.call(individuals.getByDocument, {
      idType: 'MYKAD',
      idNumber: '900215 07 5231',
    })
    expect(found.body.map(({ id }) => id)).toEqual([body.id])
  })

  test('with facts that cannot be true is refused, each fault at its field', async () => {
    const wrong = await teller.call(individuals.create, {
      name: 'Nobody',
      ...passport(),
      dateOfBirth: '2999-01-01',
      idIssueDate: '2020-05-05',
      idExpiryDate: '2019-05-05',
      phone: '+60111111',
    })
    expect(wrong.status).toBe(400)
    expect(faultsOf(wrong)).toEqual(['dateOfBirth', 'idExpiryDate', 'phone'])
    const other = await teller.call(individuals.create, {
      name: 'Nobody',
      nationality: 'MY',
      idType: 'MYKAD',
      idNumber: '900215075231',
      dateOfBirth: '1991-02-15',
      gender: 'F',
    })
    expect(faultsOf(other)).toEqual(['dateOfBirth', 'gender'])
  })

  test('is asked what the company asks, on the server too', async () => {
    const bare = await teller.call(individuals.create, { name: 'Bare' })
    expect(faultsOf(bare)).toEqual(['nationality', 'idType', 'idNumber'])
    const kept = await register({ occupation: 'Baker' })
    const rule = (fieldCode: string, option: 'HIDDEN' | 'OPTIONAL' | 'REQUIRED') => ({
      customerType: 1 as const,
      fieldCode,
      option,
      actionCode: 'NONE' as const,
    })
    await admin.call(informationFields.update, {
      fields: [rule('occupation', 'HIDDEN'), rule('employer', 'REQUIRED'), rule('idImage', 'REQUIRED')],
    })
    const hidden = await teller.call(individuals.create, {
      name: 'Hidden',
      ...passport(),
      occupation: 'Cook',
    })
    expect(faultsOf(hidden).toSorted()).toEqual(['employer', 'occupation'])
    const changed = await teller.call(individuals.update, {
      id: kept.id,
      version: kept.version,
      name: kept.name,
      ...passport(),
      employer: 'Bakery',
    })
    expect(changed.body).toMatchObject({ occupation: 'Baker', employer: 'Bakery', missing: ['idImage'] })
    await admin.call(informationFields.update, {
      fields: [rule('occupation', 'OPTIONAL'), rule('employer', 'OPTIONAL'), rule('idImage', 'OPTIONAL')],
    })
  })

  test('who is registered already is refused; who only looks the same must be confirmed', async () => {
    const first = await register({ name: 'Ong Kah Hui', dateOfBirth: '1980-03-04' })
    const { idType, idNumber, idIssuingCountry } = first
    const same = await teller.call(individuals.create, {
      name: 'Another',
      nationality: 'SG',
      idType,
      idNumber: ` ${idNumber.slice(0, 3)}-${idNumber.slice(3)}`,
      idIssuingCountry,
      isDuplicateConfirmed: true,
    })
    expect([same.status, same.error.code, faultsOf(same)]).toEqual([422, 'DUPLICATE_CUSTOMER', ['idNumber']])
    const twin = { name: 'Kah Hui ONG', dateOfBirth: '1980-03-04', ...passport() }
    const likely = await teller.call(individuals.create, twin)
    expect([likely.status, likely.error.code]).toEqual([422, 'LIKELY_DUPLICATE'])
    const seen = await teller.call(individuals.findDuplicates, {
      name: twin.name,
      dateOfBirth: twin.dateOfBirth,
    })
    expect(seen.body.map(({ id, reasons }) => [id, reasons])).toEqual([[first.id, ['NAME_BIRTH']]])
    const alone = await teller.call(individuals.create, { ...twin, isDuplicateConfirmed: true })
    expect([alone.error.code, faultsOf(alone)]).toEqual(['DUPLICATE_REASON', ['duplicateReason']])
    const sure = { isDuplicateConfirmed: true, duplicateReason: 'Another passport and another face.' }
    expect((await teller.call(individuals.create, { ...twin, ...sure })).status).toBe(200)
  })

  test('has credit that tellers neither see nor change', async () => {
    const { id, version } = await register()
    expect((await teller.call(individuals.getCreditInfo, { id })).status).toBe(403)
    const kept = await admin.call(individuals.updateCreditInfo, {
      id,
      version,
      creditLimit: '5000',
      creditDays: 14,
    })
    expect(kept.body).toMatchObject({ creditLimit: '5000.00', creditDays: 14, version: version + 1 })
    expect(Object.keys((await teller.call(individuals.getById, { id })).body)).not.toContain('creditLimit')
  })

  test('has a picture, which must be one', async () => {
    const { id, version } = await register()
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const send = (bytes: Buffer) =>
      teller.send(
        individuals.uploadAvatar,
        { id, version },
        new File([Uint8Array.from(bytes)], 'portrait.png'),
      )
    // The first bytes of a picture make none.
    for (const start of ['', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0', 'RIFF\xff\xff\0\0WEBPVP8 ']) {
      const fake = await send(Buffer.from(`${start}${'not a picture '.repeat(9)}`, 'latin1'))
      expect([start, fake.status, fake.error.code]).toEqual([start, 400, 'FILE_TYPE'])
    }
    expect((await teller.call(individuals.avatar, { id })).status).toBe(404)
    const kept = await send(png)
    expect(kept.body).toMatchObject({ version: version + 1, avatarFileId: expect.any(String) as unknown })
    expect((await teller.call(individuals.avatar, { id })).headers['content-type']).toBe('image/png')
    const bare = await teller.call(individuals.removeAvatar, { id, version: version + 1 })
    expect(bare.body.avatarFileId).toBeNull()
  })

  test('is printed as an act that the audit names', async () => {
    const { id, name } = await register()
    expect((await teller.call(individuals.print, { id })).body.name).toBe(name)
    const filters = [{ key: 'act' as const, operator: 'Equals' as const, value: 'customerindividual.print' }]
    const [entry] = (await admin.call(userAudit.list, { filters, pageSize: 1 })).body.items
    expect(entry).toMatchObject({ kind: 'PRINT', subject: name, userName: 'Mei Ling Wong' })
  })

  test('has no deals before there are any', async () => {
    const { id } = await register()
    const { status, body } = await teller.call(individuals.listForTransactionHistory, { customerId: id })
    expect([status, body.items]).toEqual([200, []])
  })

  test('is no company', async () => {
    const { id } = await register()
    expect((await teller.call(corporates.getById, { id })).status).toBe(404)
  })
})

describe('flags', () => {
  test('are raised and cleared with who, when and why, each for itself', async () => {
    const made = await register()
    const act = async (name: 'block' | 'monitor' | 'unblock' | 'deactivate', version: number) =>
      teller.call(individuals[name], { id: made.id, version, note: `because of ${name}` })
    const blocked = (await act('block', made.version)).body
    const watched = (await act('monitor', blocked.version)).body
    expect(watched).toMatchObject({ isBlocked: true, isMonitored: true, isActive: true })
    expect(watched.can).toEqual(['unblock', 'unmonitor', 'deactivate'])
    expect((await act('block', watched.version)).status).toBe(409)
    const free = (await act('unblock', watched.version)).body
    expect(free.flags.find(({ kind }) => kind === 'blocked')).toMatchObject({
      raiseReason: 'because of block',
      clearReason: 'because of unblock',
      raisedByName: 'Mei Ling Wong',
    })
    expect(
      (await teller.call(individuals.block, { id: made.id, version: free.version, note: ' ' })).status,
    ).toBe(400)
  })

  test('of suspicion are for compliance alone: nothing that a teller can reach differs', async () => {
    const { id, version } = await register()
    const before = (await teller.call(individuals.getById, { id })).body
    const note = 'pays for strangers'
    const marked = await officer.call(individuals.suspicious, { id, version, note })
    expect(marked.body).toMatchObject({ isSuspicious: true, version })
    expect(marked.body.flags[0]).toMatchObject({ kind: 'suspicious', raiseReason: note })
    expect((await teller.call(individuals.getById, { id })).body).toEqual(before)
    const refusals = []
    for (const one of [individuals.suspicious, individuals.unsuspicious])
      refusals.push(await teller.call(one, { id, version, note }))
    refusals.push(await teller.call(individuals.listSuspicious))
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403])
    const filtered = { filters: [{ key: 'isSuspicious', operator: 'Equals', value: true }] }
    expect((await teller.call(individuals.list, undefined, { raw: filtered })).status).toBe(400)
    const seen = await officer.call(individuals.listSuspicious)
    expect(seen.body.items.map((row) => row.id)).toEqual([id])
    expect((await officer.call(individuals.suspicious, { id, version, note })).status).toBe(409)

    const watching = { permissions: ['view_user_audit', 'view_all_workspaces'] as const, limits: [] }
    const role = { name: 'Watcher', baseRole: 'auditor', level: 0 as const, description: '', ...watching }
    const made = await admin.call(roles.create, { ...role, permissions: [...role.permissions] })
    expect(made.status, JSON.stringify(made.error)).toBe(200)
    await app.addUser({ userName: 'watcher', roleIds: [made.body.id] })
    const watcher = await app.signIn('watcher')
    const acts = async (who: typeof watcher) =>
      (await who.call(userAudit.list, { pageSize: 100 })).body.items.filter(({ act }) =>
        act.endsWith('suspicious'),
      )
    expect(await acts(watcher)).toEqual([])
    const entry = (await acts(officer)).find(({ outcome }) => outcome === 'done')
    expect(entry?.note).toBe(note)
    expect((await watcher.call(userAudit.getById, { id: entry?.id ?? '' })).status).toBe(404)

    const cleared = await officer.call(individuals.unsuspicious, { id, version, note: 'a relative' })
    expect(cleared.body.isSuspicious).toBe(false)
    expect((await teller.call(individuals.getById, { id })).body).toEqual(before)
  })
})

describe('a company', () => {
  test('is registered once, by its registration and country', async () => {
    const draft = {
      name: 'Zenith Umbrella Works',
      registrationNumber: '202001012345',
      countryOfIncorporation: 'MY',
    }
    const made = await teller.call(corporates.create, draft)
    expect(made.body).toMatchObject({ ...draft, can: ['block', 'monitor', 'deactivate'] })
    const again = await teller.call(corporates.create, { ...draft, registrationNumber: '2020-0101 2345' })
    expect([again.status, faultsOf(again)]).toEqual([422, ['registrationNumber']])
    const named = await teller.call(corporates.create, { ...draft, registrationNumber: '1' })
    expect(named.error.code).toBe('LIKELY_DUPLICATE')
    const young = await teller.call(corporates.create, {
      name: 'Young Bhd',
      registrationNumber: '2',
      dateOfIncorporation: '2999-01-01',
    })
    expect(faultsOf(young)).toEqual(['dateOfIncorporation'])
    const found = await teller.call(corporates.queryByText, { text: 'zenit 2020010' })
    expect(found.body.map(({ id }) => id)).toEqual([made.body.id])
  })
})
