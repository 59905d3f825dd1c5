import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { documents } from '../documents/documents.contract.ts'
import { comments } from '../notes/notes.contract.ts'
import { corporates, individuals } from '../profiles/profiles.contract.ts'
import { stakeholders } from '../stakeholders/stakeholders.contract.ts'
import { individualMerges } from './merge.contract.ts'

let app: TestApp
let admin: Session
let teller: Session
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn('admin')
  teller = await app.signIn('teller')
})
afterAll(() => app.stop())

let count = 0
async function person(name: string, more: object = {}) {
  const draft = { name, nationality: 'SG', idType: 'PASSPORT' as const, idNumber: `MERGE${(count += 1)}` }
  const made = await admin.call(individuals.create, {
    ...draft,
    isDuplicateConfirmed: true,
    duplicateReason: 'To be merged.',
    ...more,
  })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}

test('two records become one, with what was chosen, and nothing is lost', async () => {
  const stays = await person('Merge Keeper', { dateOfBirth: '1970-01-01', occupation: 'Baker' })
  const goes = await person('Keeper Merge', {
    dateOfBirth: '1970-01-01',
    occupation: 'Cook',
    email: 'm@k.example',
  })
  const found = await admin.call(individuals.findDuplicates, {
    name: stays.name,
    dateOfBirth: '1970-01-01',
    exceptId: stays.id,
  })
  expect(found.body.map(({ id }) => id)).toEqual([goes.id])
  const firm = await admin.call(corporates.create, { name: 'Merge Holding', registrationNumber: 'MH1' })
  const stake = { corporateId: firm.body.id, role: 'OWNER' as const }
  await admin.call(stakeholders.create, { ...stake, holderId: goes.id, share: '40' })
  await admin.call(comments.create, { customerId: goes.id, text: 'Of the other' })
  const note = 'why'
  await admin.call(individuals.suspicious, { id: goes.id, version: goes.version, note })
  await admin.call(individuals.suspicious, { id: stays.id, version: stays.version, note })
  const blocked = (await admin.call(individuals.block, { id: goes.id, version: goes.version, note })).body

  const input = {
    id: stays.id,
    version: stays.version,
    otherId: goes.id,
    otherVersion: blocked.version,
    take: ['occupation', 'email', 'identity'],
  }
  expect((await teller.call(individualMerges.merge, input)).status).toBe(403)
  const merged = await admin.call(individualMerges.merge, input)
  expect(merged.status, JSON.stringify(merged.error)).toBe(200)
  expect(merged.body).toMatchObject({
    name: 'Merge Keeper',
    occupation: 'Cook',
    email: 'm@k.example',
    idNumber: goes.idNumber,
    isBlocked: true,
    isSuspicious: true,
  })
  const papers = (await admin.call(documents.list, { customerId: stays.id })).body
  expect(papers.map(({ idNumber, isPrimary }) => [idNumber, isPrimary])).toEqual([
    [goes.idNumber, true],
    [stays.idNumber, false],
  ])
  expect((await admin.call(comments.list, { customerId: stays.id })).body).toHaveLength(1)
  const held = await admin.call(stakeholders.ofIndividual, { id: stays.id })
  expect(held.body.map(({ corporateName, share }) => [corporateName, share])).toEqual([
    ['Merge Holding', '40.0000'],
  ])

  const gone = (await admin.call(individuals.getById, { id: goes.id })).body
  expect(gone).toMatchObject({ mergedInto: { id: stays.id, name: 'Merge Keeper' }, can: [] })
  const listed = await admin.call(individuals.queryByText, { text: goes.idNumber })
  expect(listed.body.map(({ id }) => id)).toEqual([stays.id])
  const again = await admin.call(individualMerges.merge, {
    ...input,
    version: merged.body.version,
    otherVersion: gone.version,
  })
  expect(again.error.code).toBe('CUSTOMER_MERGED')
  const { name, idType, idNumber, nationality } = merged.body
  const edit = { id: goes.id, version: gone.version, name, idType, idNumber, nationality }
  expect((await admin.call(individuals.update, edit)).error.code).toBe('CUSTOMER_MERGED')
  // The audit holds what both were before.
  const [{ before } = { before: {} }] = await app.owner<{ before: object }>(
    `select kit.fold(before, after order by seq) as before from kit.audit_change c
     where row_id = $1 and seq < (select m.seq from kit.audit_change m where m.after ->> 'merged_into' = $2)`,
    [goes.id, stays.id],
  )
  expect(before).toMatchObject({ name: 'Keeper Merge', occupation: 'Cook', is_active: true })
})

test('nobody is merged with oneself', async () => {
  const { id, version } = await person('Alone')
  const merged = await admin.call(individualMerges.merge, {
    id,
    version,
    otherId: id,
    otherVersion: version,
    take: [],
  })
  expect(merged.error.code).toBe('MERGE_SAME')
})
