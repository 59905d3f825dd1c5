import type pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#kit/test/database.ts'
import { exceptions as listed } from '#db/exceptions.ts'
import { checkDatabase } from './check.server.ts'
import { withClient } from '#kit/server/prepare.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})

test('a migrated database has no fault', () =>
  withClient(database.owner, async (client) => expect((await checkDatabase(client)).faults).toEqual([])))

test('every table that is named as excepted is, each for its reason', () =>
  withClient(database.owner, async (client) => {
    const { exceptions } = await checkDatabase(client)
    expect(exceptions).toEqual(
      Object.entries(listed).map(
        ([name, kind]) => expect.stringMatching(`^Excepted: ${name}\\. ${kind}: .{10}`) as unknown,
      ),
    )
  }))

// What somebody might do, and what is said of it.
const faults: Record<string, [sql: string, said: string[]]> = {
  'a table of nobody': [
    'create table kit.loose (id int primary key)',
    ['kit.loose has no column company_id', 'kit.loose lacks row-level security', 'kit.loose leaves no trace'],
  ],
  'a table that excepts itself': [
    `create table kit.loose (id int primary key); comment on table kit.loose is 'Not a tenant table: so I say.'`,
    ['kit.loose excepts itself'],
  ],
  'a table that excepts itself from more than it may': [
    `comment on table kit.outbox is 'Not captured: so I say.'`,
    ['kit.outbox'],
  ],
  'security not forced': [
    'alter table kit.mail no force row level security',
    ['kit.mail lacks row-level security'],
  ],
  'security off': ['alter table kit.mail disable row level security', ['kit.mail lacks row-level security']],
  'no policy': ['drop policy company on kit.mail', ['kit.mail lacks the policy']],
  'a second policy': ['create policy more on kit.mail using (true)', ['kit.mail lacks the policy']],
  'a wider policy': ['alter policy company on kit.mail using (true)', ['kit.mail lacks the policy']],
  'a key across companies': [
    'alter table kit.mail add constraint one_recipient unique (recipient)',
    ['kit.mail: the key kit.one_recipient does not begin'],
  ],
  'a partial key across companies': [
    `create unique index open_mail on kit.mail (recipient) where sent_at is null`,
    ['kit.mail: the key kit.open_mail does not begin'],
  ],
  'a key over an expression': [
    `create unique index lower_mail on kit.mail (lower(recipient), company_id)`,
    ['kit.mail: the key kit.lower_mail does not begin'],
  ],
  'a reference across companies': [
    `alter table kit.file add unique (company_id, name);
     alter table kit.mail add constraint crossed foreign key (recipient, company_id) references kit.file (name, company_id);
     create index crossed on kit.mail (recipient, company_id)`,
    ['kit.mail: the foreign key crossed does not begin'],
  ],
  'a reference without an index': [
    `alter table kit.mail add file_id uuid,
       add constraint attached foreign key (company_id, file_id) references kit.file (company_id, id);
     create index attached on kit.mail (company_id, file_id) where file_id is null`,
    ['kit.mail: no index covers the foreign key attached'],
  ],
  'no trace': ['drop trigger capture on kit.file', ['kit.file leaves no trace']],
  'no trace of what is added': ['drop trigger capture_added on kit.file', ['kit.file leaves no trace']],
  'a trace switched off': ['alter table kit.file disable trigger capture', ['kit.file leaves no trace']],
  'a part that is granted': [
    'grant select on kit.audit_default to agio_runtime',
    ['kit.audit_default can be read past row-level security'],
  ],
  'an audit that can be changed': [
    'alter table kit.audit disable trigger append_only',
    ['kit.audit can be changed', 'kit.audit_'],
  ],
  'a part of the audit that can be truncated': [
    'drop trigger no_truncate on kit.audit_change_default',
    ['kit.audit_change_default can be changed'],
  ],
  'a part that a restore has made, which can be truncated': [
    `create table ledger.entry_old partition of ledger.entry for values from ('2019-01-01') to ('2019-02-01')`,
    ['ledger.entry_old can be changed'],
  ],
  'a row of a time without a part': [
    `insert into kit.audit (company_id, at, user_name, act, kind, outcome, trace_id)
     values (gen_random_uuid(), '2019-01-01', 'Somebody', 'one.two', 'VIEW', 'done', '')`,
    ['Warning: kit.audit_default holds rows: a year of kit.audit has no partition of its own'],
  ],
  'a function with an open path': [
    `create function kit.open_path() returns int language sql security definer return 1;
     revoke all on function kit.open_path() from public`,
    ['kit.open_path() runs with the rights of its owner, but its search_path is not fixed'],
  ],
  'a function for anybody': [
    `create function kit.for_all() returns int language sql security definer set search_path = pg_catalog return 1`,
    ['kit.for_all() runs with the rights of its owner, but anybody may call it'],
  ],
  'a view past row-level security': [
    'create view kit.mails as select * from kit.mail; create materialized view kit.copies as select 1 as one',
    [
      'kit.copies shows rows with the rights of its owner',
      'kit.mails shows rows with the rights of its owner',
    ],
  ],
  'a mark that is missing': [
    'alter function texticlike(text, text) not leakproof',
    ['Warning: list filters by part of a text use no index'],
  ],
}

describe('the check finds', () => {
  test.for(Object.entries(faults))('%s', ([, [sql, said]]) =>
    withClient(database.owner, (client) =>
      undone(client, async () => {
        await client.query(sql)
        const { faults: found } = await checkDatabase(client)
        expect(found.length).toBeGreaterThanOrEqual(said.length)
        for (const fault of found)
          expect(
            said.some((start) => fault.startsWith(start)),
            fault,
          ).toBe(true)
        for (const start of said)
          expect(
            found.some((fault) => fault.startsWith(start)),
            start,
          ).toBe(true)
      }),
    ),
  )
})

test(
  'the calendar of the parts goes back to the history that is loaded, seven years at most, each part guarded',
  () =>
    withClient(database.owner, (client) =>
      undone(client, async () => {
        const parts = async () => {
          const { rows } = await client.query<{ n: number }>(
            `select count(*)::int as n from pg_inherits where inhparent in ('ledger.entry'::regclass, 'exchange.deal'::regclass)
           group by inhparent order by inhparent`,
          )
          return rows.map(({ n }) => n)
        }
        const before = await parts()
        expect(before).toHaveLength(2)
        await client.query(`select kit.extend_partitions(now() - interval '3 years')`)
        expect(await parts()).toEqual(before.map((n) => n + 3))
        await client.query(`select kit.extend_partitions('2000-01-01')`)
        expect(await parts()).toEqual(before.map((n) => n + 7))
        expect((await checkDatabase(client)).faults).toEqual([])
      }),
    ),
  60_000,
)

test('an id lies in the part of the year in which it was made, from its first millisecond to its last', () =>
  withClient(database.owner, (client) =>
    undone(client, async () => {
      await client.query('set local session_replication_role = replica')
      const partOf = async (at: string) => {
        const { rows } = await client.query<{ part: string }>(
          `insert into ledger.posted (company_id, source_id, event, entry_id)
           values (uuidv7(), uuidv7($1::timestamptz - clock_timestamp()), 'x', uuidv7()) returning tableoid::regclass as part`,
          [at],
        )
        return rows[0]?.part
      }
      const now = new Date()
      const low = new Date(Date.UTC(now.getUTCFullYear(), 0))
      const before = new Date(Date.UTC(now.getUTCFullYear() - 1, 0))
      const name = (start: Date) => `ledger.posted_${start.getUTCFullYear()}`
      await client.query('select kit.extend_partitions($1)', [before.toISOString()])
      expect(await partOf(new Date(before.getTime() + 50).toISOString())).toBe(name(before))
      expect(await partOf(new Date(low.getTime() - 50).toISOString())).toBe(name(before))
      expect(await partOf(new Date(low.getTime() + 50).toISOString())).toBe(name(low))
      expect(await partOf('2001-01-01')).toBe('ledger.posted_default')
    }),
  ))

async function undone(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
  } finally {
    await client.query('rollback')
  }
}
