// Long because one customer goes the whole way: found, cleared, cleared for good, found again, confirmed and closed.
import { afterAll, describe, expect, test } from 'vitest'
import { screeningHouse } from '#apps/server/test-screening.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { decisions } from './decisions/decisions.contract.ts'
import { monitoring } from './monitoring/monitoring.contract.ts'
import { screenings } from './screenings/screenings.contract.ts'
import { expiryJob } from './whitelist/expiry.server.ts'
import { whitelist } from './whitelist/whitelist.contract.ts'

const house = await screeningHouse()
const { app, officer, second, teller, companyId } = house
const { register, load, of, openOf, detail, stands, decide } = house
afterAll(() => app.stop())

describe('a customer', () => {
  test('is screened against every list when made, and again when who they are has changed', async () => {
    const made = await register('Ottoline Brackwater')
    const first = await of(made.id)
    expect(first.map(({ dataSource }) => dataSource)).toEqual(
      expect.arrayContaining(['enhanced', 'ofac', 'unsc']),
    )
    expect(first).toHaveLength(3)
    for (const one of first)
      expect(one).toMatchObject({
        applicationType: 5,
        cause: 'onboarding',
        state: 'no_hit',
        isOpen: false,
      })
    expect(await stands(made.id)).toBe('clear')
    expect(await of(made.id)).toHaveLength(3)
    const { body: now } = await teller.call(individuals.getById, { id: made.id })
    const { id, version, name, idType, idNumber, idIssuingCountry, nationality } = now
    const draft = { id, version, idType: idType as 'PASSPORT', idNumber, idIssuingCountry, nationality }
    expect((await teller.call(individuals.update, { ...draft, name, remarks: 'Tall' })).status).toBe(200)
    expect(await of(made.id)).toHaveLength(3)
    const renamed = await teller.call(individuals.update, {
      ...draft,
      version: version + 1,
      name: 'Viktor Emilovich Zarunin',
      isDuplicateConfirmed: true,
    })
    expect(renamed.status, JSON.stringify(renamed.error)).toBe(200)
    const again = (await of(made.id)).filter(({ cause }) => cause === 'object_updated')
    expect(again).toHaveLength(3)
    expect(await stands(made.id)).toBe('open')
  })

  test('is not screened where compliance is switched off', async () => {
    await app.owner(`set app.company_id = '${companyId}';
      update organisation.company_module set is_enabled = false where module_code = 'compliance'`)
    const made = await register('Viktor Zarounine')
    expect(await of(made.id)).toEqual([])
    expect(await stands(made.id)).toBe('clear')
    await app.owner(`set app.company_id = '${companyId}';
      update organisation.company_module set is_enabled = true where module_code = 'compliance'`)
    expect(await stands(made.id, false)).toBe('clear')
    expect(await stands(made.id)).toBe('open')
    expect((await of(made.id)).every(({ context }) => context === 1)).toBe(true)
  })
})

describe('a hit', () => {
  test('is decided with a reason, clears when all are nobody, and blocks when one is', async () => {
    const made = await register('Viktor Emilovich Zarunin', {
      isDuplicateConfirmed: true,
    })
    const [open] = await openOf(made.id)
    expect(open).toMatchObject({ state: 'in_review', cause: 'onboarding' })
    const { version, candidates } = await detail(open?.id)
    const ids = candidates.map(({ id }) => id)
    const bare = { id: open?.id ?? '', version, candidates: ids, outcome: 'no_hit' as const }
    expect((await officer.call(decisions.decide, { ...bare, note: '' })).status).toBe(400)
    expect((await teller.call(decisions.decide, { ...bare, note: 'I know him' })).status).toBe(403)
    const { body } = await decide(officer, open?.id ?? '', 'no_hit')
    expect(body).toMatchObject({ state: 'no_hit', isOpen: false, pending: 0 })
    expect(body.candidates[0]?.decisions).toMatchObject([{ outcome: 'no_hit', byName: 'officer' }])
    for (const left of await openOf(made.id)) await decide(officer, left.id, 'no_hit')
    expect(await stands(made.id)).toBe('clear')
    await expect(
      app.owner(`set app.company_id = '${companyId}'; update screening.decision set reason = 'x'`),
    ).rejects.toThrow(/append-only/)
  })

  test('that is confirmed blocks the customer, asks for a case, and is closed by a second person', async () => {
    const made = await register('Zhu Wenlang', { dateOfBirth: '1969-12-30' })
    const [open] = await openOf(made.id)
    const id = open?.id ?? ''
    expect((await decide(officer, id, 'confirmed_hit', 0)).body).toMatchObject({
      state: 'confirmed_hit',
      isOpen: true,
      can: ['rescreen'],
    })
    const { body: seen } = await teller.call(individuals.getById, { id: made.id })
    expect(seen.isBlocked).toBe(true)
    // Nobody at the counter learns who decided, nor why.
    expect(JSON.stringify(seen)).not.toMatch(/Seen his papers|officer/i)
    expect(await stands(made.id)).toBe('confirmed')
    expect(
      await app.owner(`select screening_id from screening.case_request where screening_id = $1`, [id]),
    ).toHaveLength(1)
    const { version } = await detail(id)
    const close = { id, version, outcome: 'upheld' as const, note: 'Agreed' }
    expect((await officer.call(decisions.close, close)).error.code).toBe('CONFIRMER_CLOSES')
    expect((await second.call(decisions.close, close)).body).toMatchObject({
      closedAs: 'upheld',
      isOpen: false,
    })
    expect(await stands(made.id)).toBe('confirmed')
  })
})

describe('a cleared pair', () => {
  const expireOn = async (id: string, day: string) => {
    await app.owner(
      `set app.company_id = '${companyId}'; update screening.whitelist set expires_on = '${day}' where id = '${id}'`,
    )
    await inCompany(undefined, () =>
      expiryJob.run({}, { services: app.services, log: app.http.log as never }),
    )
  }

  test('is approved by a second person, holds for this customer and entry, and opens again when either changes', async () => {
    await (
      await load([{ id: '1', name: 'Marrick Dovelane' }])
    )()
    const made = await register('Marrick Dovelane')
    const [open] = await openOf(made.id)
    await decide(officer, open?.id ?? '', 'no_hit')
    const candidate = (await detail(open?.id)).candidates[0]?.id ?? ''
    const expiresOn = new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10)
    const proposed = await officer.call(whitelist.propose, {
      id: candidate,
      expiresOn,
      note: 'Another father',
    })
    expect(proposed.body).toMatchObject({ state: 'proposed', can: ['end'] })
    const key = { id: proposed.body.id, version: 1, note: 'Seen' }
    expect((await officer.call(whitelist.approve, key)).error.code).toBe('MAKER_IS_CHECKER')
    expect((await second.call(whitelist.approve, key)).body.state).toBe('approved')
    const again = () => officer.call(screenings.search, { dataSource: 'unsc', customerId: made.id })
    expect((await again()).body).toMatchObject({
      state: 'no_hit',
      candidates: [{ whitelistId: proposed.body.id }],
    })
    expect(await stands(made.id)).toBe('clear')
    await expireOn(proposed.body.id, expiresOn)
    // Nothing on either side has changed: it is its day that has passed.
    await expireOn(proposed.body.id, '2020-01-01')
    expect(await stands(made.id)).toBe('open')
    for (const { id } of await openOf(made.id)) await decide(officer, id, 'no_hit')
    const renewed = await officer.call(whitelist.propose, {
      id:
        (
          await detail(
            (await of(made.id)).find(({ dataSource, hits }) => dataSource === 'unsc' && hits > 0)?.id,
          )
        ).candidates[0]?.id ?? '',
      expiresOn,
      note: 'Another father still',
    })
    const renewedKey = { id: renewed.body.id, version: 1, note: 'Seen' }
    expect((await second.call(whitelist.approve, renewedKey)).body.state).toBe('approved')
    expect((await again()).body.state).toBe('no_hit')
    await (
      await load([{ id: '1', name: 'Marrick Dovelane', comment: 'Now in Lima' }])
    )()
    expect((await again()).body).toMatchObject({ state: 'in_review', candidates: [{ whitelistId: null }] })
    for (const [id, reopenedBecause] of [
      [renewed.body.id, 'entryChanged'],
      [proposed.body.id, 'expired'],
    ] as const)
      expect((await officer.call(whitelist.getById, { id })).body).toMatchObject({
        state: 'reopened',
        reopenedBecause,
      })
  })
})

describe('ongoing monitoring', () => {
  test('matches what a new version adds or changes, and tells compliance with the page that it opens', async () => {
    const made = await register('Selwyn Ashgrove-Pell')
    const unwatched = await register('Selwyn Ashgrove Pell', { isDuplicateConfirmed: true })
    const off = { id: unwatched.id, dataSource: 'unsc' as const, note: 'Left the house' }
    expect((await officer.call(monitoring.disableOgm, off)).body.isEnabled).toBe(false)
    const run = await load([{ id: '2', name: 'Selwyn Ashgrove-Pell' }])
    expect(await run()).toMatchObject({ hits: 1 })
    expect(await run()).toBeUndefined()
    const [hit] = await openOf(made.id)
    expect(hit).toMatchObject({ cause: 'dataset_updated', dataSource: 'unsc', hits: 1 })
    expect((await detail(hit?.id)).lists).toMatchObject([
      { list: 'un', since: expect.any(Number) as unknown },
    ])
    const { body } = await officer.call(messages.list, { page: 1, pageSize: 50 })
    expect(body).toContainEqual(
      expect.objectContaining({ data: { complianceScreeningId: hit?.id, dataSource: 'UNSC' } }),
    )
    // Who is not watched is asked about before the next deal.
    expect(await openOf(unwatched.id)).toEqual([])
    expect(await stands(unwatched.id)).toBe('open')
    const filters = [{ key: 'customerId' as const, operator: 'Equals' as const, value: made.id }]
    const ogm = await officer.call(monitoring.listOgm, { filters })
    expect(ogm.body.items.find(({ dataSource }) => dataSource === 'unsc')).toMatchObject({
      isEnabled: true,
      openAlerts: 1,
      customerName: 'Selwyn Ashgrove-Pell',
    })
  })

  test('asks nothing again of whom it found, and a past clear silences no new hit', async () => {
    const made = await register('Corwin Mistelbach')
    await (
      await load([{ id: '3', name: 'Corwin Mistelbach' }])
    )()
    const [hit] = await openOf(made.id)
    await decide(officer, hit?.id ?? '', 'no_hit')
    expect(await stands(made.id)).toBe('clear')
    // Once decided on, the entry is not asked about again.
    expect(await openOf(made.id)).toEqual([])
    const two = ['3', '4'].map((id) => ({ id, name: 'Corwin Mistelbach' }))
    await (
      await load(two)
    )()
    const [other] = await openOf(made.id)
    expect((await detail(other?.id)).candidates.map(({ entryId }) => entryId)).toEqual(['4'])
    expect(await stands(made.id)).toBe('open')
  })
})

describe('somebody who is not on file', () => {
  const named = { name: 'Isolde Varnhagen', idType: 'PASSPORT', idNumber: 'V1', idIssuingCountry: 'SG' }
  const asked = (asks: 'changed' | 'stale' | 'never', walkIn = named) => house.standsWalkIn(walkIn, asks)

  test('is asked about again only what the lists have said since', async () => {
    const one = { id: '5', name: 'Isolde Varnhagen' }
    await load([one])
    expect(await asked('changed')).toBe('open')
    const [hit] = await openOf(named.name, 'name')
    await decide(officer, hit?.id ?? '', 'no_hit')
    expect(await asked('changed')).toBe('clear')
    await load([one, { ...one, id: '6' }])
    expect(await asked('never')).toBe('clear')
    expect(await asked('changed')).toBe('open')
    const [other, ...more] = await openOf(named.name, 'name')
    expect(more).toEqual([])
    expect((await detail(other?.id)).candidates.map(({ entryId }) => entryId)).toEqual(['6'])
    await decide(officer, other?.id ?? '', 'no_hit')
    expect(await asked('changed')).toBe('clear')
  })

  test('is cleared by no list that is too old, and no longer held by it once there is a new one', async () => {
    app.setNow(new Date(Date.now() + 8 * 86_400_000))
    const stranger = { ...named, name: 'Perpetua Wollstone' }
    expect(await asked('changed', stranger)).toBe('open')
    expect(await asked('changed', stranger)).toBe('open')
    const kept = () =>
      app.owner<{ isOpen: boolean }>(
        `select is_open as "isOpen" from screening.screening where name = '${stranger.name}' and data_source = 'unsc'`,
      )
    expect(await kept()).toEqual([{ isOpen: true }])
    app.setNow(new Date())
    expect(await asked('never', stranger)).toBe('open')
    expect(await asked('stale', stranger)).toBe('clear')
    expect(await kept()).toEqual([{ isOpen: false }, { isOpen: false }])
  })
})
