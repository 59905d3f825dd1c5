import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { individualMerges } from '../merges/merge.contract.ts'
import { individuals } from '../profiles/profiles.contract.ts'
import { duplicateReviews } from './duplicate-reviews.contract.ts'
import { askAboutImported } from './duplicate-reviews.server.ts'

let app: TestApp
let teller: Session
let manager: Session
let admin: Session
beforeAll(async () => {
  app = await testApp()
  teller = await app.signIn('teller')
  manager = await app.signIn('manager')
  admin = await app.signIn('admin')
})
afterAll(() => app.stop())

let count = 0
const reason = 'Another passport and another face.'
const register = async (by: Session, name: string, more: object = {}) => {
  const paper = { idType: 'PASSPORT' as const, idNumber: `TWIN${(count += 1)}`, idIssuingCountry: 'SG' }
  const draft = { name, nationality: 'SG', dateOfBirth: '1980-03-04', ...paper }
  const sure = { isDuplicateConfirmed: true, duplicateReason: reason }
  const made = await by.call(individuals.create, { ...draft, ...sure, ...more })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}
const reviews = async (state = 'open') =>
  (
    await manager.call(duplicateReviews.list, {
      filters: [{ key: 'state', operator: 'Equals', value: [state], type: 'select' }],
    })
  ).body.items

test('two of equal name and birth are said to differ by one person and decided by another, never alone', async () => {
  const first = await register(manager, 'Ong Kah Hui')
  expect(await reviews()).toEqual([])
  const twin = await register(manager, 'Kah Hui ONG')
  const [review, ...others] = await reviews()
  expect(others).toEqual([])
  expect(review).toMatchObject({
    customerId: twin.id,
    otherId: first.id,
    dateOfBirth: '1980-03-04',
    reason,
    state: 'open',
    // Whoever asked does not decide.
    can: [],
  })
  const key = { id: review?.id ?? '', version: review?.version ?? 0 }
  const own = await manager.call(duplicateReviews.confirm, key)
  expect([own.status, own.error.code]).toEqual([422, 'ASKER_IS_CHECKER'])
  expect((await teller.call(duplicateReviews.confirm, key)).status).toBe(403)
  const officer = await app.signIn('compliance')
  const told = (await officer.call(messages.list, { pageSize: 10 })).body as unknown as { data: object }[]
  expect(told.map(({ data }) => data)).toContainEqual({ duplicateReviewId: key.id })
  expect((await officer.call(duplicateReviews.getById, { id: key.id })).body.can).toEqual([
    'confirm',
    'reject',
  ])
  const mute = await officer.call(duplicateReviews.reject, { ...key, note: '' })
  expect(mute.status).toBe(400)
  const done = await officer.call(duplicateReviews.confirm, key)
  expect(done.body).toMatchObject({ state: 'different', decidedBy: expect.any(String) as string, can: [] })
  const acts = await app.owner<{ act: string }>(
    `select act from kit.audit where act = 'duplicatereview.confirm' and outcome = 'done'`,
  )
  expect(acts).toHaveLength(1)

  // A later change of one of them asks nobody again; one that makes it look like a third does.
  const { name, nationality, idType, idNumber, idIssuingCountry, dateOfBirth } = twin
  const same = { id: twin.id, version: twin.version, name, nationality, idType, idNumber, idIssuingCountry }
  const sure = { dateOfBirth: dateOfBirth ?? '', isDuplicateConfirmed: true }
  const renamed = await manager.call(individuals.update, { ...same, ...sure, name: 'Ong Kah Hui' })
  expect(renamed.status, JSON.stringify(renamed.error)).toBe(200)
  expect(await reviews()).toEqual([])
})

test('a pair that is one person stays to be merged, and a merge decides what is open', async () => {
  const first = await register(teller, 'Devi Kamala')
  const twin = await register(teller, 'Kamala DEVI')
  const [review] = await reviews()
  const key = { id: review?.id ?? '', version: review?.version ?? 0 }
  expect(review?.can).toEqual(['confirm', 'reject'])
  const { body } = await manager.call(duplicateReviews.reject, { ...key, note: 'The same face.' })
  expect(body).toMatchObject({ state: 'same', note: 'The same face.' })
  expect((await manager.call(duplicateReviews.confirm, { ...key, version: body.version })).status).toBe(409)

  const third = await register(teller, 'KAMALA Devi')
  expect((await reviews()).map(({ otherId }) => otherId).toSorted()).toEqual([first.id, twin.id].toSorted())
  const merging = { id: first.id, version: first.version, otherId: third.id, otherVersion: third.version }
  expect((await admin.call(individualMerges.merge, { ...merging, take: [] })).status).toBe(200)
  expect((await reviews()).map(({ otherId }) => otherId)).toEqual([twin.id])
})

test('who registered one of the two does not decide, whoever asked', async () => {
  await register(manager, 'Siti Rahmah')
  await register(teller, 'Rahmah SITI')
  const [review] = await reviews()
  expect(review?.can).toEqual([])
  const key = { id: review?.id ?? '', version: review?.version ?? 0 }
  for (const act of ['confirm', 'reject'] as const) {
    const { status, error } = await manager.call(duplicateReviews[act], { ...key, note: 'The same face.' })
    expect([status, error.code]).toEqual([422, 'REGISTRAR_IS_CHECKER'])
  }
  const officer = await app.signIn('compliance')
  expect((await officer.call(duplicateReviews.confirm, key)).body.state).toBe('different')
})

test('who comes in by a file, confirmed there, is compared by a second person too', async () => {
  const first = await register(teller, 'Imported Tan', { dateOfBirth: '1999-01-01' })
  const twin = await register(teller, 'Tan Imported', { dateOfBirth: '1999-01-01' })
  await app.owner(`delete from customers.duplicate_review where customer_id = $1`, [twin.id])
  const by = { id: null, name: 'Somebody' }
  await inCompany(admin.login.company.companyId, () =>
    app.services.db
      .transaction()
      .execute((db) => askAboutImported(db, [twin.id], { reason: 'people.csv', by, now: new Date() })),
  )
  expect((await reviews())[0]).toMatchObject({ customerId: twin.id, otherId: first.id, reason: 'people.csv' })
})
