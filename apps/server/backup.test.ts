// Long because backup and restore are tried on one awkward database, and compared by one reckoning of it.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client, Pool } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { backup } from '#apps/server/backup.server.ts'
import { restore } from '#apps/server/restore.server.ts'
import { type Connection, type Embedded, startEmbedded } from '#apps/server/embedded.ts'
import { migrate } from '#kit/server/migrate.server.ts'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'

// Everything that is awkward to carry: triggers that write, refuse or hide, generated and identity columns, a
// circle of foreign keys, partitions, rows that a migration made, values full of signs.
const FIRST = `
  create schema shop;
  create type shop.colour as enum ('red', 'green');
  create sequence shop.ticket;
  create table shop.seed (code text primary key, note text);
  insert into shop.seed values ('A', 'made by the migration'), ('B', 'made by the migration');
  create table shop.item (
    id int generated always as identity primary key, "odd ""name" text, colour shop.colour, tags text[], bytes bytea,
    detail jsonb, price numeric, at timestamptz, span interval, length int generated always as (length("odd ""name")) stored,
    boss int);
  alter table shop.item add foreign key (boss) references shop.item;
  alter table shop.item enable row level security;
  alter table shop.item force row level security;
  create policy none on shop.item using (false);
  create table shop.change (at timestamptz default now(), what text);
  create function shop.capture() returns trigger language plpgsql as
    $$ begin insert into shop.change (what) values (tg_op); return null; end $$;
  create trigger capture after insert or update or delete on shop.item for each row execute function shop.capture();
  create function shop.refuse() returns trigger language plpgsql as $$ begin raise exception 'append-only'; end $$;
  create table shop.journal (at date not null, what text) partition by range (at);
  create table shop.journal_rest partition of shop.journal default;
  create trigger append_only before update or delete on shop.journal for each row execute function shop.refuse();
  create trigger no_truncate before truncate on shop.journal execute function shop.refuse();
  create materialized view shop.total as select count(*) as items from shop.item;
  create extension pg_trgm schema shop;
  create schema jobs; create table jobs.waiting (a int);`
const SECOND = 'create table shop.empty (a int); create table shop.large (n int primary key, filler text);'

const DATA = `
  insert into shop.item ("odd ""name", colour, tags, bytes, detail, price, at, span)
    values (E'tab\\tnewline\\nback\\\\slash \\\\N \\r "quotes" 中文', 'red', array['a,b', null, '{}'], '\\x000aff',
            '{"a": [1, null, "\\\\n"]}', 1234567890.123456789, '2026-03-29 01:30:00.123456+00', '1 mon 2 days 03:04'),
           (null, null, null, null, null, 'NaN', 'infinity', null);
  update shop.item set boss = 3 - id;
  update shop.seed set note = 'changed since' where code = 'A';
  delete from shop.seed where code = 'B';
  create table shop.journal_2020 partition of shop.journal for values from ('2020-01-01') to ('2021-01-01');
  insert into shop.journal values ('2020-05-05', 'old'), ('2026-05-05', 'new');
  insert into shop.large select n, repeat(md5(n::text), 20) from generate_series(1, 8000) n;
  select setval('shop.ticket', 77);
  refresh materialized view shop.total;
  insert into jobs.waiting values (1);`

let own: string
let embedded: Embedded
let migrations: string
let filesDir: string
let target: string
let owner: Connection
let count = 0

beforeAll(async () => {
  own = fs.mkdtempSync(join(tmpdir(), 'agio-backup-'))
  embedded = await startEmbedded({ dataDir: join(own), durable: false })
})

afterAll(async () => {
  await embedded?.stop()
  fs.rmSync(own, { recursive: true, force: true })
})

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

beforeEach(async () => {
  owner = embedded.as('agio_owner', `trade${++count}`)
  const home = fs.mkdtempSync(join(own, 'case-'))
  migrations = join(home, 'migrations')
  filesDir = join(home, 'files')
  target = join(home, 'backup.tar.gz')
  fs.mkdirSync(migrations)
  fs.writeFileSync(join(migrations, '0001_shop.sql'), FIRST)
  fs.writeFileSync(join(migrations, '0002_more.sql'), SECOND)
  await run(`create database ${owner.database}`, 'postgres')
  await fillWith(DATA)
  put('company/one', 'the first file')
  put('company/empty', '')
  put(`company/${'long'.repeat(40)}/${'name'.repeat(40)}`, randomBytes(1_000_000))
})

afterEach(async () => {
  const names = await run('select datname as name from pg_database', 'postgres')
  for (const { name } of names)
    if (String(name).startsWith('trade')) await run(`drop database ${String(name)} with (force)`, 'postgres')
})

const put = (name: string, content: string | Buffer) => {
  fs.mkdirSync(join(filesDir, name, '..'), { recursive: true })
  fs.writeFileSync(join(filesDir, name), content)
}

async function withClient<T>(database: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...owner, database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const run = (sql: string, database = owner.database): Promise<Record<string, unknown>[]> =>
  withClient(database, async (client) => (await client.query(sql)).rows)

const fillWith = (sql: string) =>
  withClient(owner.database, async (client) => {
    await migrate(client, { dir: migrations })
    await client.query(sql)
  })

/** All rows of all tables and the sequences, as one text each; and the content of all files. */
async function state(database = owner.database, dir = filesDir) {
  const tables = [
    'shop.seed',
    'shop.item',
    'shop.change',
    'shop.journal',
    'shop.journal_2020',
    'shop.empty',
    'shop.large',
  ]
  const rows: Record<string, unknown> = {}
  for (const table of [...tables, 'shop.total', 'shop.ticket', 'shop.item_id_seq', 'kit.migration']) {
    const columns = table.endsWith('ticket') || table.endsWith('_seq') ? 'last_value, is_called' : 't'
    const sql = `select count(*), md5(string_agg(r::text, '|' order by r::text)) as sum from (select ${columns} from ${table} t) r`
    rows[table] = (await run(sql, database))[0]
  }
  return { rows, files: filesIn(dir) }
}

function filesIn(dir: string): Record<string, string> {
  const found = fs.existsSync(dir) ? fs.readdirSync(dir, { recursive: true, withFileTypes: true }) : []
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    paths
      .toSorted()
      .map((path) => [
        path.slice(dir.length),
        createHash('sha256').update(fs.readFileSync(path)).digest('hex'),
      ]),
  )
}

const SPOIL = `
  truncate shop.large, shop.empty; update shop.item set "odd ""name" = 'spoilt'; drop table shop.journal_2020;
  insert into shop.empty values (1); select setval('shop.ticket', 1); refresh materialized view shop.total;`

test('a backup brings back every row, sequence and file; the data of before stays beside', async () => {
  const good = await state()
  const made = await backup(owner, filesDir, target)
  expect(made).toMatchObject({ tables: 7, files: 3 })
  expect(fs.statSync(target).mode & 0o777).toBe(0o600)
  await run(SPOIL)
  fs.rmSync(join(filesDir, 'company/one'))
  put('company/later', 'came after the backup')
  put('company/empty', 'no longer')
  const result = await restore(owner, filesDir, target, { migrations })
  expect(result).toMatchObject(made)
  const again = await state()
  expect(again.rows).toEqual(good.rows)
  expect(again.files).toMatchObject(good.files)
  expect(Object.keys(again.files).filter((name) => !(name in good.files))).toEqual([
    expect.stringMatching(/^\/\.before-restore-.*\/company\/empty$/),
    '/company/later',
  ])
  expect(await run('select "odd ""name" as name from shop.item where id = 1', result.before)).toEqual([
    { name: 'spoilt' },
  ])
  // Triggers and generated values live on, and the next number is the next one.
  await run(`insert into shop.item ("odd ""name") values ('four')`)
  expect(
    await run(
      `select id, length, (select count(*)::int from shop.change) as changes from shop.item where length = 4`,
    ),
  ).toEqual([{ id: 3, length: 4, changes: 5 }])
  await expect(run(`update shop.journal set what = ''`)).rejects.toThrow('append-only')
  expect(await run('select * from jobs.waiting')).toEqual([])
})

test('a backup is of one moment, while others write', async () => {
  const good = await state()
  let wrote = false
  await backup(owner, filesDir, target, {
    log: () => {
      if (!wrote)
        void run(
          SPOIL.replace('drop table shop.journal_2020;', '').replace(
            /truncate.*?;/,
            'delete from shop.large;',
          ),
        )
      wrote = true
    },
  })
  await restore(owner, filesDir, target, { migrations })
  const again = await state()
  expect(again.rows['shop.large']).toEqual(good.rows['shop.large'])
  expect(again.rows['shop.item']).toEqual(good.rows['shop.item'])
})

test('a backup of an older program is brought up to date, one of a newer program is refused', async () => {
  await backup(owner, filesDir, target)
  fs.writeFileSync(
    join(migrations, '0003_price.sql'),
    'update shop.item set price = 1; alter table shop.seed add extra int;',
  )
  await restore(owner, filesDir, target, { migrations })
  expect(await run('select distinct price from shop.item')).toEqual([{ price: '1' }])
  expect(await run('select number from kit.migration where number = 3')).toHaveLength(1)
  await backup(owner, filesDir, target)
  fs.rmSync(join(migrations, '0003_price.sql'))
  await expect(restore(owner, filesDir, target, { migrations })).rejects.toThrow(
    'which this Agio does not know',
  )
})

test('a damaged, shortened or foreign archive is refused before anything is touched', async () => {
  await backup(owner, filesDir, target)
  const whole = fs.readFileSync(target)
  const plain = gunzipSync(whole)
  const flipped = Buffer.from(plain)
  flipped[flipped.length >> 1]! ^= 1
  // Ends after a whole file of the tar: only the manifest's absence tells.
  const cut = Buffer.concat([plain.subarray(0, plain.lastIndexOf('manifest.json\0')), Buffer.alloc(1024)])
  const good = await state()
  const bad: Record<string, Buffer> = {
    half: whole.subarray(0, whole.length >> 1),
    'one byte less': whole.subarray(0, -1),
    empty: Buffer.alloc(0),
    'no archive': Buffer.from('hello'),
    'a bit changed': gzipSync(flipped),
    'no manifest': gzipSync(cut),
  }
  for (const [name, bytes] of Object.entries(bad)) {
    fs.writeFileSync(target, bytes)
    const refused = restore(owner, filesDir, target, { migrations })
    await expect(refused, name).rejects.toThrow(StartRefusal)
    await expect(refused, name).rejects.toThrow(/is damaged \(.*\): nothing was changed/)
  }
  await expect(restore(owner, filesDir, `${target}.none`, { migrations })).rejects.toThrow(
    /cannot be read \(ENOENT\)/,
  )
  expect(await state()).toEqual(good)
  expect(await run(`select datname from pg_database where datname like '${owner.database}\\_%'`)).toEqual([])
})

test('a place that cannot be written is told in one sentence', async () => {
  fs.writeFileSync(`${target}.file`, '')
  await expect(backup(owner, filesDir, `${target}.file/x`)).rejects.toThrow(StartRefusal)
  await expect(backup(owner, filesDir, filesDir)).rejects.toThrow(
    `${filesDir} is a folder: name a file in it.`,
  )
  const unused = { ...owner, database: 'postgres' }
  await expect(backup(unused, filesDir, target)).rejects.toThrow('There is nothing to back up')
  expect(fs.existsSync(target)).toBe(false)
  // A link that somebody left under the name of the unfinished file is not followed.
  if (fs.existsSync('/dev/full')) {
    fs.symlinkSync('/dev/full', `${target}.partial`)
    expect((await backup(owner, filesDir, target)).tables).toBe(7)
  }
})

test('an earlier backup is replaced only by a whole one', async () => {
  await backup(owner, filesDir, target)
  const first = fs.readFileSync(target)
  await run('alter table shop.large rename to great')
  const failing = backup(owner, filesDir, target, {
    log: (line) => {
      if (line.startsWith('shop.great')) throw new Error('the caller failed')
    },
  })
  await expect(failing).rejects.toThrow('the caller failed')
  expect(fs.readFileSync(target).equals(first)).toBe(true)
  expect(fs.existsSync(`${target}.partial`)).toBe(false)
})

test('an owner who may not read every row is refused; one with the named rights may do all', async () => {
  const plain = `plain${count}`
  await run(`create role ${plain} login; alter database ${owner.database} owner to ${plain}`, 'postgres')
  for (const schema of ['shop', 'kit', 'jobs'])
    await run(`grant all on schema ${schema} to ${plain}; grant all on all tables in schema ${schema} to ${plain};
      grant all on all sequences in schema ${schema} to ${plain}`)
  const poor = { ...owner, user: plain }
  await expect(backup(poor, filesDir, target)).rejects.toThrow(
    /lacks a right .*row-level security.*bypassrls/,
  )
  expect(fs.existsSync(target)).toBe(false)
  await run(`alter role ${plain} bypassrls`, 'postgres')
  const made = await backup(poor, filesDir, target)
  await expect(restore(poor, filesDir, target, { migrations })).rejects.toThrow(/lacks a right .*createdb/)
  await run(
    `alter role ${plain} createdb; grant pg_signal_backend to ${plain};
    grant set on parameter session_replication_role to ${plain}`,
    'postgres',
  )
  expect(await restore(poor, filesDir, target, { migrations })).toMatchObject(made)
})

test('a restore takes the place while a pool keeps connecting, and a second one is refused', async () => {
  await backup(owner, filesDir, target)
  await run(`insert into shop.empty values (1)`)
  const pool = new Pool({ ...owner, max: 4 })
  pool.on('error', () => {})
  const over = new AbortController()
  const busy = Array.from({ length: 4 }, async () => {
    while (!over.signal.aborted) await pool.query('select 1').catch(() => {})
  })
  let second: Promise<unknown> | undefined
  try {
    await restore(owner, filesDir, target, {
      migrations,
      log: (line) => {
        if (line === 'Loading shop.large')
          second = expect(restore(owner, filesDir, target, { migrations })).rejects.toThrow(
            'Another restore into',
          )
      },
    })
    await second
  } finally {
    over.abort()
    await Promise.all(busy)
    await pool.end()
  }
  expect(await run('select * from shop.empty')).toEqual([])
})

/** Runs one of the two in a process of its own, which kills itself at its n-th line, or is killed after a time. */
async function killed(
  what: 'backup' | 'restore',
  at: { line: number } | { after: number },
): Promise<boolean> {
  const options = what === 'restore' ? `migrations: ${JSON.stringify(migrations)}, ` : ''
  const code = `
    const { ${what} } = await import('#apps/server/${what}.server.ts')
    let left = ${'line' in at ? at.line : -1}
    const log = () => { if (--left === 0) process.kill(process.pid, 'SIGKILL') }
    await ${what}(${JSON.stringify(owner)}, ${JSON.stringify(filesDir)}, ${JSON.stringify(target)}, { ${options}log })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
  if ('after' in at) setTimeout(() => child.kill('SIGKILL'), at.after)
  return new Promise((done) =>
    child.once('exit', (status, signal) => {
      expect(status === 0 || signal === 'SIGKILL').toBe(true)
      done(signal === 'SIGKILL')
    }),
  )
}

test('a backup killed at any step leaves the earlier one, and the next succeeds', async () => {
  await backup(owner, filesDir, target)
  const first = fs.readFileSync(target)
  let line = 1
  for (; await killed('backup', { line }); line++)
    if (fs.existsSync(`${target}.partial`)) expect(fs.readFileSync(target).equals(first)).toBe(true)
    else await restore(owner, filesDir, target, { migrations })
  expect(line).toBeGreaterThan(8)
  for (const after of [350, 450, 550]) await killed('backup', { after })
  await restore(owner, filesDir, target, { migrations })
})

test('a restore killed at any step leaves the old data or the new, both whole, and the next one succeeds', async () => {
  fs.writeFileSync(join(migrations, '0003_column.sql'), 'alter table shop.empty add b int;')
  await fillWith('select 1')
  const good = await state()
  await backup(owner, filesDir, target)
  await run("delete from shop.large where n > 5; update shop.seed set note = 'old data'")
  const spoilFiles = () => {
    fs.rmSync(filesDir, { recursive: true })
    put('company/empty', 'differs')
    put('company/two', 'came later')
  }
  spoilFiles()
  const old = await state()
  const check = async () => {
    const now = await state()
    const isOld = JSON.stringify(now.rows) === JSON.stringify(old.rows)
    expect(now.rows).toEqual(isOld ? old.rows : good.rows)
    const { '/company/empty': _, ...others } = isOld ? old.files : { ...good.files }
    expect(now.files).toMatchObject(others)
    return isOld
  }
  const seen: boolean[] = []
  let line = 1
  for (; await killed('restore', { line }); line++) {
    seen.push(await check())
    spoilFiles()
  }
  expect(line).toBeGreaterThan(12)
  expect(seen).toEqual([...Array.from({ length: line - 2 }, () => true), false])
  expect(await check()).toBe(false)
  expect(filesIn(filesDir)).toMatchObject({ ...good.files, '/company/two': old.files['/company/two'] })
  for (const after of [400, 600, 800, 1000, 1200]) {
    await killed('restore', { after })
    await check()
  }
  await restore(owner, filesDir, target, { migrations })
  const end = await state()
  expect(end.rows).toEqual(good.rows)
  expect(end.files).toMatchObject(good.files)
  expect(
    await run(`select datname from pg_database where datname like '${owner.database}\\_restore\\_%'`),
  ).toEqual([])
  expect(fs.readdirSync(filesDir).filter((name) => name.startsWith('.restore-'))).toEqual([])
})
