import { randomUUIDv7 } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { Session } from '#apps/server/test-app.ts'
import { screeningHouse } from '#apps/server/test-screening.ts'
import { individualMerges } from '#modules/customers/merges/merge.contract.ts'
import { individuals } from '#modules/customers/profiles/profiles.contract.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { screenings } from '../screenings/screenings.contract.ts'
import { decisions } from './decisions.contract.ts'

const house = await screeningHouse()
const { app, officer, second, teller, register, openOf, detail, stands } = house
afterAll(() => app.stop())

/** A version of the list of the UN in which each of these names stands so many times. */
const load = (names: Record<string, number>) =>
  house.load(
    Object.entries(names).flatMap(([name, times]) =>
      Array.from({ length: times }, (_, at) => ({ id: `${name.replaceAll(/\W/g, '')}${at + 1}`, name })),
    ),
  )
async function decide(
  ...asked: [id: string, outcome: 'no_hit' | 'confirmed_hit' | 'skipped', which?: number]
) {
  const { status, body, error } = await house.decide(officer, ...asked)
  expect(status, JSON.stringify(error)).toBe(200)
  return body
}
const accept = async (id: string, note = 'The whole list was read by hand') =>
  officer.call(decisions.accept, { id, version: (await detail(id)).version, note })

describe('a screening that could not be complete', () => {
  test('because of too many hits is closed by an officer once all that is shown is decided, until a list changes', async () => {
    await load({ 'Tobin Quillfeather': 205 })
    const made = await register('Tobin Quillfeather')
    const [open] = await openOf(made.id)
    const id = open?.id ?? ''
    expect(open).toMatchObject({ state: 'error', hits: 200, pending: 200 })
    expect((await accept(id)).error.code).toBe('ILLEGAL_TRANSITION')
    expect(await decide(id, 'no_hit')).toMatchObject({ state: 'error', isOpen: true, pending: 0 })
    expect((await detail(id)).can).toContain('accept')
    expect(await stands(made.id)).toBe('open')
    expect((await accept(id, '')).status).toBe(400)
    expect((await teller.call(decisions.accept, { id, version: 1, note: 'I know him' })).status).toBe(403)
    const { body } = await accept(id)
    expect(body).toMatchObject({ state: 'no_hit', isOpen: false, decisions: [{ outcome: 'accepted' }] })
    expect(await stands(made.id)).toBe('clear')
    expect((await accept(id)).error.code).toBe('ILLEGAL_TRANSITION')

    await load({ 'Tobin Quillfeather': 206 })
    expect(await stands(made.id)).toBe('open')
    const [next, ...more] = await openOf(made.id)
    expect(more).toEqual([])
    expect(next).toMatchObject({ state: 'in_review', hits: 1, pending: 1 })
  })

  test('because a second name cannot be read clears nobody, and is not asked again of the same names', async () => {
    const made = await register('Ottilie Marchbanks', { originalName: '☾☾ 12' })
    const found = await openOf(made.id)
    expect(found).toHaveLength(3)
    for (const one of found) expect(one).toMatchObject({ state: 'in_review', hits: 0, pending: 0 })
    expect((await detail(found[0]?.id ?? '')).failure).toContain('cannot be read')
    const { body: told } = await officer.call(messages.list, { page: 1, pageSize: 50 })
    expect(told).toContainEqual(
      expect.objectContaining({
        data: { complianceScreeningId: found[0]?.id, dataSource: expect.any(String) as unknown },
      }),
    )
    expect(await stands(made.id)).toBe('open')
    for (const { id } of await openOf(made.id)) expect((await accept(id)).body.state).toBe('no_hit')
    expect(await stands(made.id)).toBe('clear')
    await load({ 'Somebody Else': 1 })
    expect(await stands(made.id)).toBe('clear')
  })
})

describe('a match', () => {
  test('that is skipped waits with its reason, and so does the screening', async () => {
    await load({ 'Wilmot Ferncastle': 2 })
    const made = await register('Wilmot Ferncastle')
    const [open] = await openOf(made.id)
    const id = open?.id ?? ''
    const put = await decide(id, 'skipped', 0)
    expect(put).toMatchObject({ state: 'in_review', isOpen: true, pending: 2 })
    expect(put.candidates[0]).toMatchObject({
      state: 'skipped',
      decisions: [{ outcome: 'skipped', reason: 'Seen his papers', byName: 'officer' }],
    })
    expect(await decide(id, 'no_hit', 1)).toMatchObject({ state: 'in_review', isOpen: true, pending: 1 })
    expect(await stands(made.id)).toBe('open')
    expect(await decide(id, 'no_hit', 0)).toMatchObject({ state: 'no_hit', isOpen: false, pending: 0 })
  })

  test('that was skipped because of a confirmed one waits again when that is let go; until then nobody unblocks', async () => {
    await load({ 'Hesper Lindqvane': 2 })
    const made = await register('Hesper Lindqvane')
    const [open] = await openOf(made.id)
    const id = open?.id ?? ''
    expect((await decide(id, 'confirmed_hit', 0)).candidates.map(({ state }) => state)).toEqual([
      'confirmed_hit',
      'skipped',
    ])
    const admin = await app.signIn('admin')
    const unblock = async (session: Session) => {
      const { version } = (await session.call(individuals.getById, { id: made.id })).body
      return session.call(individuals.unblock, { id: made.id, version, note: 'He is a regular' })
    }
    for (const session of [admin, second]) {
      const { error } = await unblock(session)
      expect([error.code, error.message]).toEqual(['ASK_COMPLIANCE', 'This is for compliance to change.'])
    }
    const { version } = await detail(id)
    const { body } = await second.call(decisions.close, {
      id,
      version,
      outcome: 'released',
      note: 'Another man',
    })
    expect(body).toMatchObject({ state: 'in_review', isOpen: true, pending: 1, closedAs: null })
    expect(body.candidates.map(({ state }) => state)).toEqual(['no_hit', 'pending'])
    expect(await stands(made.id)).toBe('open')
    const { body: seen } = await teller.call(individuals.getById, { id: made.id })
    expect(seen.isBlocked).toBe(false)
    expect(seen.flags).toMatchObject([
      { kind: 'blocked', clearedByName: 'Compliance', clearReason: 'Compliance has lifted the block.' },
    ])
    expect(JSON.stringify(seen)).not.toMatch(/Another man|second/)
    // The case was asked for; a second hit of the same screening asks for no other.
    expect(await decide(id, 'confirmed_hit', 1)).toMatchObject({ state: 'confirmed_hit' })
  })
})

describe('a block', () => {
  const block = async (id: string, act: 'block' | 'unblock' = 'block') => {
    const admin = await app.signIn('admin')
    const { version } = (await admin.call(individuals.getById, { id })).body
    return admin.call(individuals[act], { id, version, note: 'Owes us money' })
  }
  const release = async (id: string) => {
    const { version } = await detail(id)
    const { body } = await second.call(decisions.close, { id, version, outcome: 'released', note: 'Another' })
    return body
  }

  test('stays until the last hit that was confirmed is let go', async () => {
    const made = await register('Ambrose Tillingcote')
    await load({ 'Ambrose Tillingcote': 1 })
    await stands(made.id)
    const [first] = await openOf(made.id)
    await decide(first?.id ?? '', 'confirmed_hit')
    await load({ 'Ambrose Tillingcote': 2 })
    await stands(made.id)
    const others = (await openOf(made.id)).filter(({ id }) => id !== first?.id)
    expect(others).toHaveLength(1)
    await decide(others[0]?.id ?? '', 'confirmed_hit')
    expect((await release(first?.id ?? '')).customer).toMatchObject({ isBlocked: true })
    expect((await release(others[0]?.id ?? '')).customer).toMatchObject({ isBlocked: false })
  })

  test('is lifted also when a hit that was upheld is opened again by one and let go by another', async () => {
    await load({ 'Cordelia Wexcombe': 1 })
    const made = await register('Cordelia Wexcombe')
    const [open] = await openOf(made.id)
    const id = open?.id ?? ''
    await decide(id, 'confirmed_hit')
    const act = async (session: Session, to: 'upheld' | 'released' | 'reopened') => {
      const key = { id, version: (await detail(id)).version, note: 'The list has let her go' }
      return to === 'reopened'
        ? session.call(decisions.reopen, key)
        : session.call(decisions.close, { ...key, outcome: to })
    }
    expect((await act(officer, 'reopened')).error.code).toBe('ILLEGAL_TRANSITION')
    expect((await act(second, 'upheld')).body.can).toContain('reopen')
    expect((await act(officer, 'reopened')).body).toMatchObject({
      state: 'confirmed_hit',
      isOpen: true,
      closedAs: null,
      customer: { isBlocked: true },
    })
    expect(await stands(made.id)).toBe('confirmed')
    expect((await act(officer, 'released')).error.code).toBe('CONFIRMER_CLOSES')
    const { body } = await act(second, 'released')
    expect(body).toMatchObject({ closedAs: 'released', customer: { isBlocked: false } })
    expect(body.decisions.map(({ outcome }) => outcome)).toEqual(['upheld', 'reopened', 'released'])
    expect(await stands(made.id)).toBe('clear')
  })

  test('is in the hands of two who take turns: whoever doubts a hit cannot close it, and the other can', async () => {
    await load({ 'Thessaly Brackenmoor': 2 })
    const made = await register('Thessaly Brackenmoor')
    const [open] = await openOf(made.id)
    const id = open?.id ?? ''
    const close = async (session: Session, outcome: 'upheld' | 'released') =>
      session.call(decisions.close, { id, version: (await detail(id)).version, outcome, note: 'Asked again' })
    await decide(id, 'confirmed_hit', 0)
    expect((await close(second, 'upheld')).status).toBe(200)
    const { version } = await detail(id)
    const { body } = await second.call(decisions.reopen, { id, version, note: 'Her papers came' })
    expect(body.can).not.toContain('close')
    expect((await close(second, 'released')).error.code).toBe('CONFIRMER_CLOSES')
    expect((await detail(id)).can).toContain('close')
    expect((await close(officer, 'released')).body).toMatchObject({ state: 'in_review', pending: 1 })

    // The other entry was skipped, and waits again: now it is the second one who confirms.
    expect((await house.decide(second, id, 'confirmed_hit', 1)).status).toBe(200)
    expect((await close(second, 'upheld')).error.code).toBe('CONFIRMER_CLOSES')
    expect((await close(officer, 'upheld')).body).toMatchObject({ closedAs: 'upheld', isOpen: false })
  })

  test('that somebody set for another reason stays, also on a customer who turns out to be the same', async () => {
    const made = await register('Leopold Hattersley')
    await block(made.id)
    await load({ 'Leopold Hattersley': 1 })
    await stands(made.id)
    const [open] = await openOf(made.id)
    await decide(open?.id ?? '', 'confirmed_hit')
    expect((await release(open?.id ?? '')).customer).toMatchObject({ isBlocked: true })
    expect((await block(made.id, 'unblock')).body.isBlocked).toBe(false)

    const kept = await register('Rosalind Ettrickshaw')
    const twin = await register('Rosalind Ettrickshaw', { isDuplicateConfirmed: true })
    await block(twin.id)
    await load({ 'Rosalind Ettrickshaw': 1 })
    await stands(kept.id)
    const [hit] = await openOf(kept.id)
    await decide(hit?.id ?? '', 'confirmed_hit')
    const admin = await app.signIn('admin')
    const { version } = (await admin.call(individuals.getById, { id: kept.id })).body
    const other = (await admin.call(individuals.getById, { id: twin.id })).body
    const merged = await admin.call(individualMerges.merge, {
      id: kept.id,
      version,
      otherId: twin.id,
      otherVersion: other.version,
      take: [],
    })
    expect(merged.status, JSON.stringify(merged.error)).toBe(200)
    expect((await release(hit?.id ?? '')).customer).toMatchObject({ isBlocked: true })
  })
})

describe('asked once more', () => {
  test('a customer is screened as they are now, and an earlier screening is answered by it', async () => {
    const made = await register('Linnea Orsbeck')
    await load({ 'Linnea Orsbeck': 1 })
    expect(await stands(made.id)).toBe('open')
    const [open] = await openOf(made.id)
    const { body } = await officer.call(screenings.rescreen, { id: open?.id ?? '' })
    expect(body).toMatchObject({ cause: 'manual', customerId: made.id, state: 'in_review', pending: 1 })
    expect((await detail(open?.id ?? '')).supersededBy).toBe(body.id)
    expect(await openOf(made.id)).toHaveLength(1)
    expect((await teller.call(screenings.rescreen, { id: body.id })).status).toBe(404)
  })

  test('somebody who is not on file is asked for by what was typed then, for the same deal', async () => {
    await load({ 'Idris Vanterpool': 1 })
    const walkIn = { name: 'Idris Vanterpool', idType: '', idNumber: '', idIssuingCountry: '' }
    const dealId = randomUUIDv7()
    const asked = (asks: 'changed' | 'never') => house.standsWalkIn(walkIn, asks, dealId)
    expect(await asked('changed')).toBe('open')
    const [open] = await openOf(walkIn.name, 'name')
    expect((await detail(open?.id ?? '')).can).toContain('rescreen')
    const { body } = await officer.call(screenings.rescreen, { id: open?.id ?? '' })
    expect(body).toMatchObject({ cause: 'transaction', customerId: null, pending: 1 })
    expect((await openOf(walkIn.name, 'name')).map(({ id }) => id)).toEqual([body.id])
    await decide(body.id, 'no_hit')
    expect(await asked('changed')).toBe('clear')
  })
})
