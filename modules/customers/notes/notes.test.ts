import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { documents } from '../documents/documents.contract.ts'
import { type Customer, individuals } from '../profiles/profiles.contract.ts'
import { comments, infoRequests } from './notes.contract.ts'

let app: TestApp
let teller: Session
let customer: Customer
beforeAll(async () => {
  app = await testApp()
  teller = await app.signIn('teller')
  const draft = { name: 'Paper Holder', nationality: 'SG', idType: 'PASSPORT' as const, idNumber: 'PAPER1' }
  customer = (await teller.call(individuals.create, draft)).body
})
afterAll(() => app.stop())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const send = (fields: Record<string, string>, bytes: Buffer) =>
  teller.send(documents.uploadImage, fields, new File([Uint8Array.from(bytes)], 'scan.png'))

describe('documents', () => {
  test('have images of both sides, are verified, and must be again once they change', async () => {
    const [primary] = (await teller.call(documents.list, { customerId: customer.id })).body
    if (!primary) throw new Error('no document')
    expect(primary).toMatchObject({ isPrimary: true, idNumber: 'PAPER1', hasFront: false })
    const { id, version } = primary
    expect((await teller.call(documents.verify, { id, version, method: 'ORIGINAL' })).error.code).toBe(
      'IMAGE_MISSING',
    )
    const fake = await send({ id, version: String(version), side: 'front' }, Buffer.from('MZ not an image'))
    expect([fake.status, fake.error.code]).toEqual([400, 'FILE_TYPE'])
    expect((await send({ id, version: String(version), side: 'front' }, png)).status).toBe(200)
    expect((await send({ id, version: String(version + 1), side: 'back' }, png)).status).toBe(200)
    const image = await teller.call(documents.image, { id, side: 'back' })
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/png'])
    const verified = await teller.call(documents.verify, { id, version: version + 2, method: 'ORIGINAL' })
    expect(verified.body).toMatchObject({ verifiedByName: 'Mei Ling Wong', hasBack: true })
    const changed = await teller.call(documents.update, {
      id,
      version: version + 3,
      idType: 'PASSPORT',
      idNumber: 'PAPER2',
    })
    expect(changed.body.verifiedAt).toBeNull()
    const found = await teller.call(individuals.queryByText, { text: 'paper2' })
    expect(found.body.map((one) => one.id)).toEqual([customer.id])
  })

  test('cannot lose what the company asks for, nor speak of days to come', async () => {
    const [primary] = (await teller.call(documents.list, { customerId: customer.id })).body
    if (!primary) throw new Error('no document')
    const { id, version } = primary
    const empty = await teller.call(documents.update, { id, version, idType: 'PASSPORT', idNumber: '' })
    expect(empty.error.invalidParams.map(({ field }) => field)).toEqual(['idNumber'])
    const later = await teller.call(documents.create, {
      customerId: customer.id,
      idType: 'LICENCE',
      idIssueDate: '2999-01-01',
    })
    expect(later.error.invalidParams.map(({ field }) => field)).toEqual(['idIssueDate'])
  })
})

test('comments stay with who wrote them and when', async () => {
  await teller.call(comments.create, { customerId: customer.id, text: 'Prefers small notes.' })
  const { body } = await teller.call(comments.list, { customerId: customer.id })
  expect(body).toMatchObject([{ text: 'Prefers small notes.', byName: 'Mei Ling Wong' }])
})

test('an information request is asked, changed, answered once, or cancelled with a reason', async () => {
  const draft = { customerId: customer.id, subject: 'Source of funds', dueDate: '2027-01-31' }
  const made = (await teller.call(infoRequests.create, draft)).body
  expect(made).toMatchObject({ state: 'open', can: ['reply', 'cancel'] })
  const { id } = made
  const changed = await teller.call(infoRequests.update, { id, version: 1, subject: 'Salary slip' })
  expect(changed.body).toMatchObject({ subject: 'Salary slip', version: 2 })
  expect((await teller.call(infoRequests.reply, { id, version: 2, note: '' })).status).toBe(400)
  const replied = await teller.call(infoRequests.reply, { id, version: 2, note: 'Slip of March shown.' })
  expect(replied.body).toMatchObject({ state: 'replied', answer: 'Slip of March shown.', can: [] })
  expect((await teller.call(infoRequests.cancel, { id, version: 3, note: 'x' })).status).toBe(409)
  const kinds = [infoRequests.create, infoRequests.reply, infoRequests.cancel, infoRequests.update]
  expect(kinds.map(({ kind }) => kind)).toEqual(['UPDATE', 'UPDATE', 'UPDATE', 'UPDATE'])
})
