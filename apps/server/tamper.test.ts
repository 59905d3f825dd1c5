import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unproven } from '#db/exceptions.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { lookAtDeals } from '#modules/exchange/public.server.ts'
import {
  compareKept,
  lookAtBooks,
  replayBooks,
  sealBooks,
  verifyChain,
} from '#modules/ledger/public.server.ts'
import { type TestApp, testApp } from './test-app.ts'
import { openTill } from './test-till.ts'

let app: TestApp
let companyId: string
/** Every table of the catalogue with its columns, those of the key after the others and what is hidden from the audit last. */
let tables: { name: string; isCaptured: boolean; columns: string[] }[]

/** As somebody who owns the database can: past every trigger and key. */
const quietly = (statement: string) => app.owner(`set session_replication_role = replica; ${statement}`)

beforeAll(async () => {
  app = await testApp()
  const teller = await app.signIn('teller')
  ;({ companyId } = teller.login.company)
  const { id } = await openTill(app, teller, { stock: { USD: ['10000', '20000'] } })
  const lines = [{ side: 'sell' as const, currencyId: id('USD'), quantity: '10' }]
  const headers = { 'idempotency-key': randomUUID() }
  const { body } = await teller.call(deals.create, { lines, upTo: 'settle' }, { headers })
  expect(body.state).toBe('settled')
  await inCompany(companyId, () => sealBooks(app.services.db, app.services.now()))
  tables = await app.owner(`
    select c.oid::regclass::text as name,
      t.args is not null as "isCaptured",
      (select array_agg(a.attname::text order by a.attname = any (coalesce(t.args[3:], '{}')), a.attnum = any (i.indkey::int2[]), a.attnum)
       from pg_attribute a left join pg_index i on i.indrelid = c.oid and i.indisprimary
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join (select tgrelid, string_to_array(encode(tgargs, 'escape'), '\\000') as args from pg_trigger where tgname = 'capture') t
      on t.tgrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'jobs', 'public')
    order by 1`)
})
afterAll(() => app.stop())

/** What the commands of `agio ledger` find wrong. */
const found = () =>
  inCompany(companyId, async () => {
    const { db } = app.services
    const { broken } = await verifyChain(db)
    const looks = [...(await lookAtBooks(db)), ...(await lookAtDeals(db))].filter(({ wrong }) => wrong > 0)
    const { differences } = await replayBooks(db)
    const { differing } = await compareKept(db)
    return [...(broken ? ['broken'] : []), ...looks.map(({ what }) => what), ...differences, ...differing]
  })

/** A row without a history, of which no rule of the table is asked. */
async function forge(name: string): Promise<void> {
  const columns = await app.owner<{ column: string; value: string }>(
    `select a.attname as column, case when a.atttypid = 'uuid'::regtype then 'uuidv7()' when a.atttypid = 'timestamptz'::regtype then 'now()'
        when a.atttypid = 'date'::regtype then 'current_date' when a.atttypid in ('json'::regtype, 'jsonb'::regtype) then quote_literal('{}')
        when a.atttypid = 'boolean'::regtype then 'true' when t.typcategory = 'N' then '1' when t.typcategory = 'A' then quote_literal('{}')
        when t.typname = 'bytea' then quote_literal('\\x00') else quote_literal('x') end as value
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = '${name}'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'company_id'`,
  )
  const checks = await app.owner<{ conname: string }>(
    `select conname from pg_constraint where conrelid = '${name}'::regclass and contype = 'c'`,
  )
  for (const { conname } of checks) await app.owner(`alter table ${name} drop constraint ${conname}`)
  await app.owner(`alter table ${name} enable always trigger capture_added`)
  await quietly(`insert into ${name} (company_id, ${columns.map(({ column }) => `"${column}"`).join(', ')})
    values ('${companyId}', ${columns.map(({ value }) => value).join(', ')})`)
}

const listed = (columns: readonly string[]) => columns.map((one) => `"${one}"`).join(', ')
const copyOf = (name: string) => `kept_${name.replaceAll(/\W/g, '_')}`
const restore = ({ name, columns }: (typeof tables)[number]) =>
  quietly(
    `delete from ${name}; insert into ${name} (${listed(columns)}) select ${listed(columns)} from ${copyOf(name)}`,
  )

/** Another value of a column. */
function valueOf(type: string, column: string): string {
  if (type === 'uuid') return 'uuidv7()'
  if (type === 'boolean') return `${column} is not true`
  if (/^(smallint|integer|bigint|numeric)$/.test(type)) return `coalesce(${column}, 0) + 1`
  if (type === 'date') return `coalesce(${column}, current_date) + 1`
  if (type.startsWith('timestamp')) return `coalesce(${column}, now()) + interval '1 second'`
  if (type.startsWith('json')) return `'{"forged": 1}'`
  if (type === 'text[]') return `coalesce(${column}, '{}') || 'x'::text`
  if (type.endsWith('[]')) return `coalesce(${column}, '{}') || ${column}[1:1]`
  return `coalesce(${column}, '') || 'x'`
}

/** Takes the company's last row away. */
const takeAway = ({ name }: { name: string }) =>
  quietly(
    `delete from ${name} t where t::text = (select max(o::text) from ${name} o where o.company_id = '${companyId}')`,
  )

test('a superuser who takes a row of any table away is noticed, but for the tables that say why not', async () => {
  expect(await found()).toEqual([])
  const unnoticed: string[] = []
  for (const table of tables.filter(({ name, isCaptured }) => !isCaptured && !(name in unproven))) {
    await app.owner(`create table ${copyOf(table.name)} as select * from ${table.name}`)
    await takeAway(table)
    if ((await found()).length === 0) unnoticed.push(table.name)
    await restore(table)
  }
  expect(unnoticed).toEqual([])
  expect(await found()).toEqual([])
}, 300_000)

test('a row of any captured table that was changed or taken away is named', async () => {
  const captured = tables.filter(({ isCaptured }) => isCaptured)
  for (const { name } of captured)
    if ((await app.owner(`select from ${name} where company_id = '${companyId}' limit 1`)).length === 0)
      await forge(name)
  const named = async () => {
    const { differing } = await inCompany(companyId, () => compareKept(app.services.db))
    return new Set(differing.map((one) => one.split(' ')[0]))
  }
  expect(await named()).toEqual(new Set())
  for (const { name } of captured) await app.owner(`create table ${copyOf(name)} as select * from ${name}`)
  // A row of each at once: each is compared by itself.
  for (const table of captured) await takeAway(table)
  const afterDeletion = await named()
  for (const table of captured) await restore(table)
  expect(
    captured.map(({ name }) => name.replaceAll('"', '')).filter((name) => !afterDeletion.has(name)),
  ).toEqual([])
  for (const { name, columns } of captured) {
    const [column = ''] = columns.filter((one) => one !== 'company_id' && one !== 'id')
    const [type] = await app.owner<{ type: string }>(
      `select format_type(atttypid, null) as type from pg_attribute where attrelid = '${name}'::regclass and attname = '${column}'`,
    )
    const checks = await app.owner<{ conname: string }>(
      `select conname from pg_constraint where conrelid = '${name}'::regclass and contype = 'c'`,
    )
    for (const { conname } of checks) await app.owner(`alter table ${name} drop constraint ${conname}`)
    await quietly(`update ${name} t set "${column}" = ${valueOf(type?.type ?? '', `t."${column}"`)}
      where t::text = (select max(o::text) from ${name} o where o.company_id = '${companyId}')`)
  }
  const afterChange = await named()
  expect(
    captured.map(({ name }) => name.replaceAll('"', '')).filter((name) => !afterChange.has(name)),
  ).toEqual([])
}, 300_000)

test('what is said to be unproven is a table that is not captured', () => {
  const free = tables.filter(({ isCaptured }) => !isCaptured).map(({ name }) => name)
  expect(Object.keys(unproven).filter((name) => !free.includes(name))).toEqual([])
})
