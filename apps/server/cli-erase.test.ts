import { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inCompany } from '#kit/server/database.server.ts'
import { withClient } from '#kit/server/prepare.server.ts'
import { compareKept, sealBooks, verifyChain } from '#modules/ledger/public.server.ts'
import { regions } from '#modules/organisation/regions/regions.contract.ts'
import { eraseCommand } from './cli-erase.ts'
import { type TestApp, testApp } from './test-app.ts'

let app: TestApp
let companyId: string
let region: string
beforeAll(async () => {
  app = await testApp()
  const admin = await app.signIn('admin')
  ;({ companyId } = admin.login.company)
  ;({ id: region } = (await admin.call(regions.create, { code: 'WEST', name: 'Jane Doe' })).body)
  await admin.call(regions.update, { id: region, version: 1, code: 'WEST', name: 'West' })
  await sealed()
})
afterAll(() => app.stop())

const sealed = () => inCompany(companyId, () => sealBooks(app.services.db, app.services.now()))
const differing = async () => (await inCompany(companyId, () => compareKept(app.services.db))).differing
const broken = async () => (await inCompany(companyId, () => verifyChain(app.services.db))).broken
const quietly = (statement: string) => app.owner(`set session_replication_role = replica; ${statement}`)
const said = () =>
  app.owner(`select from kit.audit_change where row_id = '${region}' and concat(before, after) like '%Jane%'`)

/** What `agio ledger erase <table> <key>` says. */
async function erase(table: string, key: string, agreed = 'manager'): Promise<string> {
  const lines: string[] = []
  const program = new Command()
  eraseCommand(program, {
    withApp: (work) => work(app),
    withOwner: (work) => withClient(app.database.owner, work),
    say: (line) => lines.push(line),
  })
  const who = ['--law', 'PDPA 2010', '--reason', 'She asked', '--by', 'admin', '--agreed', agreed]
  await program.parseAsync(['erase', table, key, ...who], { from: 'user' })
  return lines.join('\n')
}

test('an erasure without an act is named, and the row behind it stays compared', async () => {
  const [first] = await app.owner<{ id: string }>(
    `select id from kit.audit_change where row_id = '${region}' order by seq`,
  )
  const hashed = `sha256(convert_to(salt::text || jsonb_build_array(name, before, after)::text, 'UTF8'))`
  await app.owner('create table kept_change as select * from kit.audit_change')
  await quietly(`update kit.audit_change set erased = ${hashed}, salt = null, name = null, before = null, after = null
    where id = '${first?.id}'`)
  expect(await broken()).toBeUndefined()
  expect(await differing()).toContain(`organisation.region ${region}`)
  // As if an act had been made: it is no more than a row that the audit does not know.
  await quietly(`insert into ledger.erasure (company_id, relation, row_id, ids, law, reason, author_id, author, agreed_by_id, agreed_by)
    values ('${companyId}', 'organisation.region', '${region}', array['${first?.id}'::uuid], 'x', 'x', uuidv7(), 'x', uuidv7(), 'y')`)
  expect(await differing()).toContainEqual(expect.stringContaining('ledger.erasure'))
  await quietly(`delete from ledger.erasure; delete from kit.audit_change where id = '${first?.id}';
    insert into kit.audit_change select * from kept_change where id = '${first?.id}'`)
  expect(await differing()).toEqual([])
})

test('words of an act or of an entry that went without an erasure are named', async () => {
  const [act] = await app.owner<{ id: string }>('select id from kit.audit order by at limit 1')
  const words = `jsonb_build_array(nullif(user_name, ''), address, note)`
  await app.owner('create table kept_act as select * from kit.audit')
  await quietly(`update kit.audit set erased = sha256(convert_to(salt::text || ${words}::text, 'UTF8')), salt = null, user_name = '',
    address = null, note = null where id = '${act?.id}'`)
  expect(await broken()).toBeUndefined()
  expect(await differing()).toEqual([`kit.audit ${act?.id}`])
  await quietly(
    `delete from kit.audit where id = '${act?.id}'; insert into kit.audit select * from kept_act where id = '${act?.id}'`,
  )
})

test('two people erase by a law: what they did is sealed, and a later edit of the row is named', async () => {
  await expect(erase('organisation.region', region, 'admin')).rejects.toThrow('Two people')
  await expect(erase('organisation.region', region, 'nobody')).rejects.toThrow('no user nobody')
  await expect(erase('organisation.region', 'none')).rejects.toThrow('nothing to erase')
  expect(await said()).not.toEqual([])
  expect(await erase('organisation.region', region)).toContain('2 rows lost their words')
  expect(await said()).toEqual([])
  await sealed()
  expect(await broken()).toBeUndefined()
  expect(await differing()).toEqual([])
  expect(await app.owner('select law, reason, author, agreed_by from ledger.erasure')).toEqual([
    { law: 'PDPA 2010', reason: 'She asked', author: 'admin', agreed_by: 'manager' },
  ])
  await quietly(`update organisation.region set name = 'Other' where id = '${region}'`)
  expect(await differing()).toEqual([`organisation.region ${region}`])
  await quietly(
    `update organisation.region set name = 'West' where id = '${region}'; update ledger.erasure set agreed_by = 'cashier'`,
  )
  expect(await differing()).toHaveLength(1)
  await quietly(`update ledger.erasure set agreed_by = 'manager'`)
  const [act] = await app.owner<{ id: string }>('select id from kit.audit order by at limit 1')
  expect(await erase('kit.audit', act?.id ?? '')).toContain('1 rows')
  await expect(erase('ledger.erasure', region)).rejects.toThrow('not erased')
  await sealed()
  expect(await broken()).toBeUndefined()
  expect(await differing()).toEqual([])
  await expect(app.owner('update kit.audit set act = act')).rejects.toThrow('append-only')
})
