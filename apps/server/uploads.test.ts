import { afterAll, beforeAll, expect, test } from 'vitest'
import { imports } from '#modules/customers/imports/imports.contract.ts'
import { bulk } from '#modules/screening/bulk/bulk.contract.ts'
import { createCompany, createPerson } from './company.ts'
import { demoPassword } from './demo.ts'
import { otherHouse, type Session, type TestApp, testApp } from './test-app.ts'

// What companies send that waits for a job.

let app: TestApp
let own: Session
let other: Session
beforeAll(async () => {
  app = await testApp()
  const person = {
    firstName: 'Other',
    password: demoPassword,
    places: [{ type: 0 as const, workspaceId: null }],
  }
  await createCompany(app.services, otherHouse, async (tx, roleIds) => {
    await createPerson(tx, { ...person, userName: 'other', role: 'company_administrator' }, roleIds)
    await createPerson(tx, { ...person, userName: 'other-officer', role: 'compliance_officer' }, roleIds)
  })
})
afterAll(() => app.stop())

const file = () => new File(['name\nOttoline Brackwater\n'], 'names.csv')
const piles = {
  screening: {
    people: ['compliance', 'other-officer'] as const,
    send: (who: Session) => who.send(bulk.upload, { dataSource: 'unsc' }, file()),
    done: `update screening.bulk set state = 'finished' where id = $1`,
  },
  customers: {
    people: ['admin', 'other'] as const,
    send: (who: Session) => who.send(imports.upload, { customerType: 1 }, file()),
    done: `update customers.import set state = 'checked' where id = $1`,
  },
}

test.each(Object.entries(piles))(
  'of %s a company has twenty files waiting at most, and no other company waits for it',
  async (_, { people, send, done }) => {
    own = await app.signIn(people[0])
    other = await app.signIn(people[1])
    const ids: string[] = []
    for (let n = 0; n < 19; n += 1) {
      const { status, body, error } = await send(own)
      expect(status, JSON.stringify(error)).toBe(200)
      ids.push(body.id)
    }
    const both = await Promise.all([send(own), send(own)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect((await send(own)).error).toMatchObject({
      code: 'FILES_WAITING',
      message: 'Your company has 20 files in the queue. Upload the next one when one of them is done.',
    })
    expect((await send(other)).status).toBe(200)
    await app.owner(done, ids.slice(0, 1))
    expect((await send(own)).status).toBe(200)
  },
)

test('files that were checked are not all taken in at once', async () => {
  await app.owner(`update customers.import set state = 'importing' where state = 'checking'`)
  own = await app.signIn('admin')
  const [row] = await app.owner<{ id: string; version: number }>(
    `update customers.import set state = 'checked', good = 1 where state = 'checked' returning id, version`,
  )
  const given = { id: row?.id ?? '', version: row?.version ?? 0 }
  await app.owner(
    `insert into customers.import_row (company_id, import_id, row_number, state, given, identity, looks, faults)
      select company_id, id, 2, 'good', '{}', '', '{}', '[]' from customers.import where id = $1`,
    [given.id],
  )
  expect((await own.call(imports.start, given)).error.code).toBe('FILES_WAITING')
  await app.owner(`update customers.import set state = 'finished' where state = 'importing'`)
  expect((await own.call(imports.start, given)).status).toBe(200)
})
