import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#kit/test/database.ts'
import { type Database, type Db, inCompany, openDatabase, planIsOld } from './database.server.ts'
import { withClient } from './prepare.server.ts'
import { remember, pinSettings } from './remembered.server.ts'

const [one, other] = [randomUUID(), randomUUID()]
let home: TestDatabase
let database: Database
const statements: string[] = []
const owner = (text: string) => withClient(home.owner, (client) => client.query(text))
beforeAll(async () => {
  home = await testDatabase()
  database = openDatabase({ ...home.runtime, max: 1 }, { onQuery: (text) => statements.push(text) })
  await owner(`insert into kit.revision (company_id) values ('${one}'), ('${other}')`)
})
afterAll(() => database.close())

let reads = 0
beforeEach(() => {
  reads = 0
})
const fresh = () => remember(() => Promise.resolve(++reads))
const within = <T>(company: string, work: (db: Db) => Promise<T>) =>
  inCompany(company, () => work(database.db))
const inTx = (work: (tx: Db) => Promise<unknown>) =>
  within(one, (db) => db.transaction().execute((tx) => work(tx)))
const change = () => owner(`update kit.revision set mark = gen_random_uuid() where company_id = '${one}'`)

test('an answer is given again until a setting of its company changes', async () => {
  const count = fresh()
  expect([await within(one, count), await within(one, count), await within(other, count)]).toEqual([1, 1, 2])
  await change()
  expect([await within(one, count), await within(other, count)]).toEqual([3, 2])
})

test('a transaction remembers nothing, until it says that it changes no settings: then they are those of one moment', async () => {
  const count = fresh()
  await inTx(async (tx) => expect([await count(tx), await count(tx)]).toEqual([1, 2]))
  await inTx(async (tx) => {
    pinSettings(tx)
    expect(await count(tx)).toBe(3)
    await change()
    expect(await count(tx)).toBe(3)
  })
  expect(await within(one, count)).toBe(4)
})

test('what failed is not remembered', async () => {
  const count = remember(() => (++reads === 1 ? Promise.reject(new Error('gone')) : Promise.resolve(reads)))
  await expect(within(one, count)).rejects.toThrow('gone')
  expect(await within(one, count)).toBe(2)
})

test('saying so asks the database nothing: no answer is left that nobody waits for', async () => {
  await inTx(async (tx) => {
    statements.length = 0
    pinSettings(tx)
    await sql`select 1`.execute(tx)
  })
  expect(statements.filter((text) => text.includes('revision'))).toEqual([])
})

test('what was prepared before a table changed fails once, and is prepared anew', async () => {
  await owner('create table kit.scratch (a int); grant select on kit.scratch to agio_runtime')
  const all = () => inTx((tx) => sql`select * from kit.scratch`.execute(tx))
  await all()
  await owner('alter table kit.scratch add b int')
  await expect(all()).rejects.toMatchObject({ code: planIsOld })
  await all()
  await owner('drop table kit.scratch')
})
