import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import { work as inbox } from '#modules/approvals/work/work.contract.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { individualMerges } from '../merges/merge.contract.ts'
import { dealingCustomer, holdersOfPaper } from '../dealing/dealing.server.ts'
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
  expect([own.status, own.error.code]).toEqual([422, 'MAKER_IS_CHECKER'])
  expect((await teller.call(duplicateReviews.confirm, key)).status).toBe(403)
  const officer = await app.signIn('compliance')
  const told = (await officer.call(messages.list, { pageSize: 10 })).body as unknown as { data: object }[]
  expect(told.map(({ data }) => data)).toContainEqual({ duplicateReviewId: key.id })
  expect((await officer.call(duplicateReviews.getById, { id: key.id })).body.can).toEqual([
    'confirm',
    'reject',
  ])
  const kinds = async (by: Session) => (await by.call(inbox.list)).body.mine.map(({ kind }) => kind)
  expect(await kinds(officer)).toContain('duplicate')
  expect(await kinds(manager)).not.toContain('duplicate')
  const mute = await officer.call(duplicateReviews.reject, { ...key, note: '' })
  expect(mute.status).toBe(400)
  const done = await officer.call(duplicateReviews.confirm, key)
  expect(await kinds(officer)).not.toContain('duplicate')
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
    expect([status, error.code]).toEqual([422, 'MAKER_IS_CHECKER'])
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

const merge = async (stays: Registered, goes: Registered, take: string[] = []) => {
  const merging = { id: stays.id, version: stays.version, otherId: goes.id, otherVersion: goes.version }
  const merged = await admin.call(individualMerges.merge, { ...merging, take })
  expect(merged.status, JSON.stringify(merged.error)).toBe(200)
  return merged.body
}
type Registered = Awaited<ReturnType<typeof register>>
const inOwn = <T>(work: (db: Db) => Promise<T>) =>
  inCompany(admin.login.company.companyId, () => app.services.db.transaction().execute(work))
const countsWith = async ({ id }: Registered) =>
  (await inOwn((db) => dealingCustomer(db, id)))?.samePerson ?? []

test('a pair counts as one person after a merge of one of them into a third', async () => {
  const born = { dateOfBirth: '1971-02-03' }
  const first = await register(teller, 'Goh Bee Hoon', born)
  const twin = await register(teller, 'Bee Hoon GOH', born)
  const other = await register(manager, 'Somebody Quite Other', born)
  const stays = await merge(other, twin)
  expect(await countsWith(first)).toEqual(expect.arrayContaining([first.id, other.id]))
  expect(await countsWith(stays)).toEqual(expect.arrayContaining([first.id, other.id]))

  // The review asks about the record that stays, and whoever registered either record does not decide.
  const review = (await reviews()).find(({ otherId }) => otherId === first.id)
  expect(review).toMatchObject({ customerId: other.id, customerName: 'Bee Hoon GOH', can: [] })
  const key = { id: review?.id ?? '', version: review?.version ?? 0 }
  expect((await manager.call(duplicateReviews.confirm, key)).error.code).toBe('MAKER_IS_CHECKER')
  const officer = await app.signIn('compliance')
  const same = await officer.call(duplicateReviews.reject, { ...key, note: 'The same face.' })
  expect(same.body).toMatchObject({ state: 'same', customerId: other.id, otherId: first.id })
  expect(await countsWith(stays)).toContain(first.id)
})

test('a merge decides what is open about records that were merged before', async () => {
  const born = { dateOfBirth: '1971-02-04' }
  const first = await register(teller, 'Lim Siew Eng', born)
  const twin = await register(teller, 'Siew Eng LIM', born)
  const other = await register(teller, 'Nobody Like Them', born)
  const stays = await merge(other, twin)
  await merge(stays, first)
  expect((await reviews()).filter(({ dateOfBirth }) => dateOfBirth === born.dateOfBirth)).toEqual([])
})

test('who looks like two others is told of as one who was registered, each pair to be decided', async () => {
  const born = { dateOfBirth: '1971-02-09' }
  await register(teller, 'Chong Mei Fah', born)
  await register(teller, 'Mei Fah CHONG', born)
  const third = await register(teller, 'Fah Chong Mei', born)
  const officer = await app.signIn('compliance')
  const told = (await officer.call(messages.list, { pageSize: 10 })).body as unknown as {
    title: string
    content: string
    data: { duplicateReviewId?: string } | null
  }[]
  const [last] = told
  expect(last?.title).toBe('Possible duplicates to review')
  expect(last?.content).toContain('Fah Chong Mei has the name and date of birth of 2 other customers')
  expect(last?.content).toContain('Each pair needs a decision')
  expect(
    (await reviews()).filter(({ customerId }) => customerId === third.id).map((one) => one.id),
  ).toContain(last?.data?.duplicateReviewId)
})

test('a second person compares whoever took the name of another in a merge, once for each pair', async () => {
  const born = { dateOfBirth: '1971-02-05' }
  const first = await register(teller, 'Rajan Muthu', born)
  const twin = await register(teller, 'Muthu RAJAN', { ...born, dateOfBirth: '1971-02-06' })
  const other = await register(teller, 'Wholly Different', born)
  const stays = await merge(other, twin, ['name'])
  const asked = async () => (await reviews()).filter((one) => one.dateOfBirth === born.dateOfBirth)
  expect(await asked()).toMatchObject([
    { customerId: other.id, otherId: first.id, reason: '', can: ['confirm', 'reject'] },
  ])
  const officer = await app.signIn('compliance')
  const told = (await officer.call(messages.list, { pageSize: 10 })).body as unknown as { data: object }[]
  expect(told.map(({ data }) => data)).toContainEqual({ duplicateReviewId: (await asked())[0]?.id })

  const third = await register(teller, 'Yet Another Name', born)
  await merge(third, stays, ['name'])
  expect(await asked()).toMatchObject([{ customerId: third.id, otherId: first.id }])
})

test('whoever may be the same person as a blocked customer may not deal either, until they are decided to differ', async () => {
  const born = { dateOfBirth: '1971-02-07' }
  const first = await register(teller, 'Farah Aziz', born)
  const twin = await register(teller, 'Aziz FARAH', born)
  const isBlocked = async () => [
    (await inOwn((db) => dealingCustomer(db, twin.id)))?.isBlocked,
    (await inOwn((db) => holdersOfPaper(db, twin.idNumber))).mayNotDeal,
  ]
  expect(await isBlocked()).toEqual([false, false])
  const block = { id: first.id, version: first.version, note: 'Forged papers' }
  expect((await admin.call(individuals.block, block)).status).toBe(200)
  expect(await isBlocked()).toEqual([true, true])
  const review = (await reviews()).find(({ customerId }) => customerId === twin.id)
  const key = { id: review?.id ?? '', version: review?.version ?? 0 }
  expect((await manager.call(duplicateReviews.confirm, key)).status).toBe(200)
  expect(await isBlocked()).toEqual([false, false])
})

test('a block that was lifted after a merge does not come back by the record that was merged', async () => {
  const goes = await register(teller, 'Once Blocked', { dateOfBirth: '1971-02-08' })
  const other = await register(teller, 'Never Blocked', { dateOfBirth: '1971-02-08' })
  const block = { id: goes.id, version: goes.version, note: 'Forged papers' }
  const stays = await merge(other, (await admin.call(individuals.block, block)).body)
  const lift = { id: stays.id, version: stays.version, note: 'They are real' }
  expect((await admin.call(individuals.unblock, lift)).status).toBe(200)
  expect((await inOwn((db) => dealingCustomer(db, stays.id)))?.isBlocked).toBe(false)
})
