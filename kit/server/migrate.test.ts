import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '#apps/server/embedded.ts'
import { migrate, migrationState } from '#kit/server/migrate.server.ts'
import { prepare, withClient } from '#kit/server/prepare.server.ts'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'

let embedded: Embedded
let own: string
let dir: string
let database: string
let count = 0
const clients: Client[] = []

beforeAll(async () => {
  own = fs.mkdtempSync(join(tmpdir(), 'agio-migrate-'))
  embedded = await startEmbedded({ dataDir: own, durable: false })
}, 60_000)

afterAll(async () => {
  await embedded?.stop()
  fs.rmSync(own, { recursive: true, force: true })
})

beforeEach(async () => {
  database = `migrate_${++count}`
  dir = fs.mkdtempSync(join(own, 'migrations-'))
  write('0001_people.sql', 'create table person (name text primary key);')
  write('0002_first_person.sql', "insert into person values ('Ada');")
  const client = await connect('postgres')
  await client.query(`create database ${database}`)
})

afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())))

const write = (name: string, sql: string) => fs.writeFileSync(join(dir, name), sql)

async function connect(name = database, user = 'agio_owner'): Promise<Client> {
  const client = new Client(embedded.as(user, name))
  await client.connect()
  clients.push(client)
  return client
}

async function rows(sql: string): Promise<unknown[]> {
  return (await (await connect()).query(sql)).rows
}

test('files are applied once, in order, and new ones later', async () => {
  const client = await connect()
  expect(await migrationState(client, dir)).toMatchObject({
    applied: [],
    pending: [{ number: 1 }, { number: 2 }],
  })
  expect(await migrate(client, { dir })).toEqual({ applied: ['0001_people.sql', '0002_first_person.sql'] })
  expect(await migrate(client, { dir })).toEqual({ applied: [] })
  write('0003_more.sql', "insert into person values ('Bo');\r\n")
  expect(await migrate(client, { dir })).toEqual({ applied: ['0003_more.sql'] })
  expect(await rows('select name from person order by name')).toEqual([{ name: 'Ada' }, { name: 'Bo' }])
  write('0003_more.sql', "insert into person values ('Bo');\n")
  const { applied, pending } = await migrationState(client, dir)
  expect(applied.map((one) => one.name)).toEqual([
    '0001_people.sql',
    '0002_first_person.sql',
    '0003_more.sql',
  ])
  expect(pending).toEqual([])
})

test('programs that prepare one database together wait for each other', async () => {
  const owner = embedded.as('agio_owner', database)
  const runtime = embedded.as('newcomer', database)
  const start = () => prepare({ owner, runtime }, join(import.meta.dirname, '../../db/migrations'))
  await start()
  // Held up at the rights of the database, the second one must not come there beside the first.
  const [holder, watcher] = [await connect(), await connect()]
  await holder.query(`begin; grant create on database ${database} to agio_runtime`)
  const both = Promise.all([start(), start()])
  const waiting = `select from pg_stat_activity where datname = '${database}' and wait_event_type = 'Lock'`
  await expect.poll(async () => (await watcher.query(waiting)).rowCount).toBe(2)
  await holder.query('rollback')
  await both
  await withClient(runtime, (client) => client.query('select from kit.audit'))
}, 30_000)

test('upTo stops after a number', async () => {
  const client = await connect()
  expect(await migrate(client, { dir, upTo: 1 })).toEqual({ applied: ['0001_people.sql'] })
  expect(await migrationState(client, dir)).toMatchObject({
    applied: [{ number: 1 }],
    pending: [{ number: 2 }],
  })
})

test('of several runners at once one applies, the others wait and find nothing to do', async () => {
  write('0003_slow.sql', 'select pg_sleep(0.2);')
  const lines: string[] = []
  const runs = Array.from({ length: 4 }, async () =>
    migrate(await connect(), { dir, log: (line) => lines.push(line) }),
  )
  const applied = (await Promise.all(runs)).map((run) => run.applied.length)
  expect(applied.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 3])
  expect(lines.filter((line) => line.startsWith('Another Agio is preparing'))).toHaveLength(3)
  expect(await rows('select count(*)::int from person')).toEqual([{ count: 1 }])
})

test('a failing file leaves nothing, is named with its line, and may be mended', async () => {
  write(
    '0003_bad.sql',
    'create table half (a int);\ninsert into half values (1);\ninsert into nothing values (1);',
  )
  write('0004_late.sql', 'create table late (a int);')
  const client = await connect()
  await expect(migrate(client, { dir })).rejects.toThrow(
    '0003_bad.sql:3 failed: relation "nothing" does not exist',
  )
  expect(await rows(`select to_regclass('half') as half, to_regclass('late') as late`)).toEqual([
    { half: null, late: null },
  ])
  expect((await migrationState(client, dir)).applied).toHaveLength(2)
  write('0003_bad.sql', 'create table half (a int);')
  expect(await migrate(await connect(), { dir })).toEqual({ applied: ['0003_bad.sql', '0004_late.sql'] })
})

test('a file that ends its own transaction is not run at all', async () => {
  write('0003_sly.sql', 'create table sly (a int);\ncommit;\nselect 1/0;')
  await expect(migrate(await connect(), { dir })).rejects.toThrow('0003_sly.sql must not end its transaction')
  expect(await rows(`select to_regclass('sly') as sly`)).toEqual([{ sly: null }])
})

test('what does not fit is refused in one sentence, and changes nothing', async () => {
  const client = await connect()
  await migrate(client, { dir })
  const refusal = async (sentence: string) => {
    await expect(migrate(client, { dir })).rejects.toThrow(StartRefusal)
    await expect(migrationState(client, dir)).rejects.toThrow(sentence)
  }
  write('0001_people.sql', 'create table person (name text);')
  await refusal('0001_people.sql is not what was applied')
  write('0001_people.sql', 'create table person (name text primary key);')
  fs.rmSync(join(dir, '0002_first_person.sql'))
  await refusal('The database has 0002_first_person.sql, which this Agio does not know')
  write('0003_gap.sql', 'select 1;')
  await refusal('0003_gap.sql in')
  write('0002_first_person.sql', "insert into person values ('Ada');")
  write('0003_twice.sql', 'select 1;')
  await refusal('a number is missing or there twice')
  fs.rmSync(join(dir, '0003_twice.sql'))
  write('three.sql', 'select 1;')
  await refusal('three.sql in')
  fs.rmSync(join(dir, 'three.sql'))
  expect(await migrate(client, { dir })).toEqual({ applied: ['0003_gap.sql'] })
})

test('an owner under forced row-level security is told, instead of changing no rows', async () => {
  const admin = await connect()
  await admin.query(`create role plain_owner login; grant create on database ${database} to plain_owner;
    grant create on schema public to plain_owner`)
  const client = await connect(database, 'plain_owner')
  await migrate(client, { dir })
  write(
    '0003_guard.sql',
    'alter table person enable row level security; alter table person force row level security;',
  )
  write('0004_rename.sql', "update person set name = 'Bea';")
  await expect(migrate(client, { dir })).rejects.toThrow(
    '0004_rename.sql failed: query would be affected by row-level security',
  )
})

test('data of before the version since which a file is fixed is refused by it, in one sentence', async () => {
  const client = await connect()
  await migrate(client, { dir })
  write('0001_people.sql', '-- Fixed since Agio 0.2.0.\ncreate table person (name text primary key);')
  await expect(migrate(client, { dir })).rejects.toThrow(
    /^This data was made by an Agio before 0\.2\.0, whose books say too little to be carried over: begin with .*\.$/,
  )
  await expect(migrate(client, { dir })).rejects.toBeInstanceOf(StartRefusal)
})
