import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#kit/test/database.ts'
import { type Database, inCompany, openDatabase } from './database.server.ts'
import { prepare, withClient } from './prepare.server.ts'
import { migrationsDir } from '#apps/server/database.ts'

const companies = Array.from({ length: 5 }, () => randomUUID())
let home: TestDatabase
let database: Database
const statements: string[] = []
beforeAll(async () => {
  home = await testDatabase()
  database = openDatabase(
    { ...home.runtime, max: 2 },
    { onError: () => undefined, onQuery: (text) => statements.push(text) },
  )
  for (const company of companies)
    await inCompany(company, () =>
      database.db.insertInto('kit.mail').values({ recipient: company, subject: '', body: '' }).execute(),
    )
})
afterAll(() => database.close())

const recipients = (company: string | undefined) =>
  inCompany(company, async () => {
    const rows = await database.db.selectFrom('kit.mail').select(['recipient', 'companyId']).execute()
    return rows.map(({ recipient }) => recipient)
  })
const sets = () => statements.filter((text) => text.includes('set_config')).length

describe('a connection', () => {
  test('without a company sees nothing, and can write nothing', async () => {
    expect(await recipients(undefined)).toEqual([])
    expect(await database.db.selectFrom('kit.mail').selectAll().execute()).toEqual([])
    const blank = database.db.insertInto('kit.mail').values({ recipient: '', subject: '', body: '' })
    await expect(blank.execute()).rejects.toThrow(/row-level security|null value/)
    const forged = database.db
      .insertInto('kit.mail')
      .values({ companyId: companies[0] ?? '', recipient: '', subject: '', body: '' })
    await expect(forged.execute()).rejects.toThrow('row-level security')
    const moved = inCompany(companies[0], () =>
      database.db
        .updateTable('kit.mail')
        .set({ companyId: companies[1] ?? '' })
        .execute(),
    )
    await expect(moved).rejects.toThrow('row-level security')
  })

  test('never shows a wrong row, though 2,000 queries of five companies share two of them', async () => {
    const wrong: string[] = []
    await Promise.all(
      Array.from({ length: 2000 }, async (_, n) => {
        const company = companies[n % companies.length] ?? ''
        if (n % 10 === 3)
          await inCompany(company, () => sql`select 1 / 0`.execute(database.db)).catch(() => undefined)
        const seen =
          n % 3 === 0
            ? await inCompany(company, () =>
                database.db.transaction().execute(async (tx) => {
                  const rows = await tx.selectFrom('kit.mail').select('recipient').execute()
                  return rows.map(({ recipient }) => recipient)
                }),
              )
            : await recipients(company)
        if (seen.length !== 1 || seen[0] !== company) wrong.push(`${company}: ${seen.join()}`)
      }),
    )
    expect(wrong).toEqual([])
  })

  test('is told its company only when it differs', async () => {
    for (const company of [companies[0], companies[0]]) await recipients(company)
    const before = sets()
    for (let n = 0; n < 20; n++) await recipients(companies[0])
    expect(sets() - before).toBe(0)
    await recipients(companies[1])
    await recipients(companies[1])
    expect(sets() - before).toBe(1)
  })

  test('forgets after any error', async () => {
    await recipients(companies[0])
    const before = sets()
    await inCompany(companies[0], () => sql`select 1 / 0`.execute(database.db)).catch(() => undefined)
    expect(await recipients(companies[0])).toEqual([companies[0]])
    expect(sets() - before).toBe(1)
  })

  test('that is killed in the middle harms nobody else', async () => {
    const killed = inCompany(companies[0], () =>
      sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.db),
    )
    await expect(killed).rejects.toThrow()
    for (const company of companies) expect(await recipients(company)).toEqual([company])
  })

  test('speaks UTC, whatever the server is set to', async () => {
    await withClient(home.owner, (client) =>
      client.query(`alter database ${home.name} set timezone to 'Asia/Kolkata'`),
    )
    const fresh = openDatabase({ ...home.runtime, max: 1 })
    const { rows } = await sql`select '2026-01-02 03:04:05'::timestamptz as at, '2026-01-02'::date as day,
      1.50::numeric as amount, 9007199254740993 as big`.execute(fresh.db)
    expect(rows).toEqual([
      { at: '2026-01-02T03:04:05.000Z', day: '2026-01-02', amount: '1.50', big: '9007199254740993' },
    ])
    await fresh.close()
  })

  test('that never comes free is refused after ten seconds, not waited for for ever', () => {
    expect(database.pool.options.connectionTimeoutMillis).toBe(10_000)
  })
})

describe('the serving role', () => {
  const refused = async (text: string) =>
    expect(
      inCompany(companies[0], () => sql.raw(text).execute(database.db)),
      text,
    ).rejects.toThrow(
      /permission denied|must be owner|violates row-level security|cannot set parameter|must be able to/,
    )

  test('cannot get around row-level security, nor touch what is not its business', async () => {
    for (const text of [
      'set role agio_owner',
      'set session authorization agio_owner',
      'create policy open on kit.mail using (true)',
      'drop policy company on kit.mail',
      'alter table kit.mail disable row level security',
      'alter table kit.mail owner to agio_runtime',
      'alter table kit.audit disable trigger append_only',
      'alter role agio_server bypassrls',
      'create schema mine',
      'create table kit.mine (id int)',
      'create or replace function kit.company() returns uuid language sql return null',
      'select * from access.directory',
      'select * from access.sign_in_lock',
      'select * from kit.audit_default',
      'update kit.audit set act = act',
      'delete from kit.audit',
      'insert into kit.audit_change (relation, row_id) values (1, 1)',
      `update organisation.company set plan = 'everything'`,
      `update organisation.company set plan_expiry = null`,
      'delete from organisation.company',
      'truncate kit.mail',
      'select * from pg_authid',
      'create trigger forged after insert on kit.file execute function kit.capture()',
    ])
      await refused(text)
  })

  test('cannot see past it by asking for it to be off', async () => {
    const off = inCompany(companies[0], () =>
      database.db.transaction().execute(async (tx) => {
        await sql`set local row_security = off`.execute(tx)
        return tx.selectFrom('kit.mail').selectAll().execute()
      }),
    )
    await expect(off).rejects.toThrow('row-level security')
  })
})

describe('the start', () => {
  const fresh = async () => {
    const name = `start_${randomUUID().replaceAll('-', '')}`
    await withClient({ ...home.owner, database: 'postgres' }, (client) =>
      client.query(`create database ${name}`),
    )
    return name
  }
  const role = async (text: string) => {
    const user = `r_${randomUUID().replaceAll('-', '')}`
    await withClient(home.owner, (client) => client.query(text.replaceAll('$', user)))
    return { ...home.owner, user }
  }

  test('refuses to serve as a superuser, as one who bypasses, and as the owner of the tables', async () => {
    const bypassing = await role('create role $ login bypassrls; grant agio_runtime to $')
    const member = await role('create role $ login; grant agio_runtime, agio_owner to $')
    for (const runtime of [home.owner, bypassing, member]) {
      const started = prepare({ runtime }, migrationsDir)
      await expect(started).rejects.toThrow(
        /^DATABASE_URL signs in as \w+, which (bypasses row-level security|owns the tables): give that role to DATABASE_OWNER_URL, and DATABASE_URL a plain role of its own \(it is made if it does not exist\)\.$/,
      )
    }
    await prepare({ runtime: home.runtime }, migrationsDir)
  })

  test('extends the calendar of the audit, and bears a year whose rows lie in the rest', async () => {
    const year = new Date().getUTCFullYear()
    const [filled, empty] = [`kit.audit_${year}`, `kit.audit_change_${year}`]
    await withClient(home.owner, async (client) => {
      await client.query(`drop table ${filled}, ${empty}`)
      await client.query(
        `insert into kit.audit (company_id, user_name, act, kind, outcome, trace_id) values ($1, '', '', '', 'done', '')`,
        [companies[0]],
      )
      await prepare({ runtime: home.runtime }, migrationsDir)
      const { rows } = await client.query('select to_regclass($1) as filled, to_regclass($2) as empty', [
        filled,
        empty,
      ])
      expect(rows).toEqual([{ filled: null, empty }])
    })
  })

  test('says what a database lacks that was not migrated', async () => {
    const runtime = { ...home.runtime, database: await fresh() }
    await expect(prepare({ runtime }, migrationsDir)).rejects.toThrow(
      /lacks \d+ migration\(s\): run "npm run agio -- db migrate"/,
    )
  })

  test('migrates as an ordinary owner, who is no superuser, and all that runs at night works there', async () => {
    const ordinary = await fresh()
    const user = await role(
      'create role $ login createrole; grant agio_runtime to $ with admin option, inherit false, set false',
    )
    await withClient(home.owner, (client) => client.query(`alter database ${ordinary} owner to ${user.user}`))
    const roles = {
      owner: { ...user, database: ordinary },
      runtime: { ...home.runtime, database: ordinary },
    }
    await prepare(roles, migrationsDir)
    const company = randomUUID()
    await withClient(roles.runtime, async (client) => {
      await client.query(`select set_config('app.company_id', $1, false)`, [company])
      await client.query(`insert into kit.idempotency (user_id, key, act, request_hash, created_at)
        values (uuidv7(), 'long ago', 'a', '', now() - interval '2 days'), (uuidv7(), 'just now', 'a', '', now())`)
      await client.query(`select set_config('app.company_id', '', false)`)
      const gone = await client.query(`select kit.forget_answers(interval '1 day') as n`)
      expect(gone.rows).toEqual([{ n: '1' }])
      await client.query('select access.forget_sign_in_locks()')
    })
  })
})
