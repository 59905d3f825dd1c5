// Long because whatever is sealed is attacked against one chain.
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { allModes, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { settledEvent } from '#modules/exchange/settlement/settlement.domain.ts'
import { adjustmentEvents } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { tree } from '#modules/organisation/public.server.ts'
import type { PostingEvent } from '../events/events.domain.ts'
import { regions } from '#modules/organisation/regions/regions.contract.ts'
import { post, type Posting, reverse } from '../public.server.ts'
import { compareKept } from './kept.queries.ts'
import { walk } from './seal.queries.ts'
import { sealAll, type Verified, verifyChain } from './seal.server.ts'

let app: TestApp
let companyId: string
/** A reversal with a note, whose lines say all that a line can say. */
let chosen: string
/** An act that changed one row, and that change. */
let act: string
let change: string
/** Opens with some more cash; answers the entry. */
let postOne: (amount: string) => Promise<string>

const within = <T>(work: () => Promise<T>) => inCompany(companyId, work)
const verified = () => within(() => verifyChain(app.services.db))
const owner = <R>(text: string) => app.owner<R>(text)
/** As somebody who owns the database can: past every trigger. */
const quietly = (statement: string) => owner(`set session_replication_role = replica; ${statement}`)

const tables = [
  'ledger.entry',
  'ledger.line',
  'ledger.seal',
  'ledger.sealed',
  'ledger.sealed_audit',
  'kit.audit',
  'kit.audit_change',
] as const
type Table = (typeof tables)[number]
const copyOf = (table: Table) => `kept_${table.replace('.', '_')}`

beforeAll(async () => {
  app = await testApp()
  const admin = await app.signIn('admin')
  ;({ companyId } = admin.login.company)
  const region = (await admin.call(regions.create, { code: 'WEST', name: 'West' })).body
  await admin.call(regions.update, { id: region.id, version: 1, code: 'WEST', name: 'Far West' })
  const [changed] = await owner<{ act: string; change: string }>(
    `select a.id as act, c.id as change from kit.audit_change c join kit.audit a on a.at = c.at and a.xact = c.xact
     where c.row_id = '${region.id}' and c.before is not null`,
  )
  if (!changed) throw new Error('no change')
  ;({ act, change } = changed)
  const { db, now } = app.services
  const actor = { userId: randomUUIDv7(), name: 'Somebody' }
  await within(async () => {
    const ids = new Map((await readTradedCurrencies(db)).map((one) => [one.code, one.id]))
    const { counters } = await tree(db)
    const [counter] = counters
    if (!counter) throw new Error('no counter')
    const { branchId, id: counterId } = counter
    const [mode] = await allModes(db)
    const place = { branchId, counterId, modeId: mode?.id ?? null }
    const cash = (amount: string) => ({
      ...place,
      part: 'cash' as const,
      itemId: ids.get('MYR') ?? '',
      quantity: amount,
      amount,
    })
    const put = (event: PostingEvent, lines: Posting['lines']) =>
      db.transaction().execute((tx) =>
        post(
          { db: tx, actor, now: now() },
          {
            event,
            source: { type: 'deal', id: randomUUIDv7() },
            businessDate: '2026-03-02',
            branchId,
            lines,
            note: 'Why',
          },
        ),
      )
    await put(adjustmentEvents.opening, [cash('1000'), { ...place, part: 'opening', amount: '-1000' }])
    const bought = await put(settledEvent, [
      {
        ...place,
        part: 'stock',
        party: { type: 'customer', id: randomUUIDv7() },
        itemId: ids.get('USD') ?? '',
        quantity: '10',
        amount: '44',
      },
      cash('-44'),
    ])
    const undone = { source: { type: 'deal', id: bought.sourceId }, event: settledEvent, note: 'Wrong' }
    const back = await db
      .transaction()
      .execute((tx) => reverse({ db: tx, actor, now: now() }, { ...undone, businessDate: '2026-03-02' }))
    chosen = back.id
    postOne = (amount) =>
      within(
        async () =>
          (
            await put(adjustmentEvents.opening, [
              cash(amount),
              { ...place, part: 'opening', amount: `-${amount}` },
            ])
          ).id,
      )
    await postOne('7')
    await sealAll(db, now())
    await postOne('8')
    await sealAll(db, now())
  })
  for (const table of tables) await owner(`create table ${copyOf(table)} as select * from ${table}`)
})
afterAll(() => app.stop())

/** Puts a table back to what it was. */
const restore = async (table: Table) => {
  const missing = (one: string, other: string) =>
    `not exists (select from ${other} o where o::text = ${one}::text)`
  await quietly(`delete from ${table} t where ${missing('t', copyOf(table))}`)
  await quietly(`insert into ${table} select * from ${copyOf(table)} k where ${missing('k', table)}`)
}

interface Column {
  column: string
  type: string
}
const columnsOf = (table: Table) =>
  owner<Column>(
    `select column_name as column, udt_name as type from information_schema.columns
     where table_schema || '.' || table_name = '${table}' order by ordinal_position`,
  )

/** Another value of a column, as little different as its type allows. */
const other = ({ column, type }: Column): string => {
  // Said to be erased by law, though it is all there still.
  if (column === 'what') return `case when what = 'audit' then 'journal' else 'audit' end`
  if (column === 'outcome') return `'failed'`
  if (column === 'erased') return `sha256('another'), salt = null`
  const by: Record<string, string> = {
    uuid: 'gen_random_uuid()',
    text: `coalesce(${column}, '') || ' '`,
    date: `${column} + 30`,
    timestamptz: `${column} + interval '1 microsecond'`,
    numeric: `${column} + 0.0001`,
    int2: `${column} + 100::smallint`,
    int4: `${column} + 100`,
    int8: `${column} + 100`,
    jsonb: `${column} || '{"more": 1}'`,
    _uuid: `array_append(${column}[2:], ${column}[1])`,
    _timestamptz: `${column} || array[now()]`,
    _xid8: `${column} || array['7'::xid8]`,
    bytea: `set_byte(${column}, 0, (get_byte(${column}, 0) + 1) % 256)`,
    xid8: `(${column}::text::bigint + 1)::text::xid8`,
  }
  const text = by[type]
  if (!text) throw new Error(`No other value of ${type}`)
  return text
}

/** The seals: all of the audit that there was, then the journal twice. */
const [ofAudit, ofJournal] = ['1', '2']

test('whatever column of a sealed table is changed behind its back, the chain names the row', async () => {
  const where: Record<Table, string> = {
    'ledger.entry': `id = '${chosen}'`,
    'ledger.line': `entry_id = '${chosen}' and pool_seq is not null`,
    'ledger.seal': `number = ${ofJournal}`,
    'ledger.sealed': `entry_id = '${chosen}'`,
    'ledger.sealed_audit': `number = ${ofAudit}`,
    'kit.audit': `id = '${act}'`,
    'kit.audit_change': `id = '${change}'`,
  }
  const [row] = await owner<{ position: number }>(
    `select position from ledger.sealed where ${where['ledger.sealed']}`,
  )
  const entry = { seal: ofJournal, entryId: chosen }
  const named: Record<Table, Partial<NonNullable<Verified['broken']>>> = {
    'ledger.entry': entry,
    'ledger.line': entry,
    'ledger.seal': { seal: ofJournal },
    'ledger.sealed': { seal: ofJournal, position: row?.position ?? 0 },
    'ledger.sealed_audit': { seal: ofAudit },
    'kit.audit': { seal: ofAudit, entryId: act },
    'kit.audit_change': { seal: ofAudit, entryId: change },
  }
  const whole = await verified()
  expect(whole).toMatchObject({ seals: 3, entries: 5 })
  expect(whole).not.toHaveProperty('broken')
  expect(whole.acts).toBeGreaterThan(50)
  const unnoticed: string[] = []
  let tried = 0
  for (const table of tables)
    for (const one of await columnsOf(table)) {
      await quietly(`update ${table} set ${one.column} = ${other(one)} where ${where[table]}`)
      const changed = await owner(
        `select from ${table} t where not exists (select from ${copyOf(table)} k where k::text = t::text)`,
      )
      expect(changed, `${table}.${one.column}`).toHaveLength(1)
      const { broken } = await verified()
      const isNamed = Object.entries(named[table]).every(([key, value]) => broken?.[key as 'seal'] === value)
      if (!isNamed) unnoticed.push(`${table}.${one.column}: ${JSON.stringify(broken)}`)
      tried++
      await restore(table)
    }
  expect(unnoticed).toEqual([])
  expect(tried).toBeGreaterThan(65)
  expect(await verified()).toEqual(whole)
}, 120_000)

test('the chain is the same however little of it is in memory at a time, and seals alone are checked by their number', async () => {
  const { db } = app.services
  const walked = (only?: string[], most?: { seals: number; entries: number }) =>
    within(() => Array.fromAsync(walk(db, only, most)))
  const whole = await walked()
  expect(whole.map(({ number, rows }) => [number, rows.length])).toEqual([
    ['1', 0],
    ['2', expect.any(Number)],
    ['3', expect.any(Number)],
  ])
  for (const seals of [1, 2, 3])
    for (const entries of [1, 4, 100]) {
      expect(await walked(undefined, { seals, entries })).toEqual(whole)
      expect(await walked(['1', '3'], { seals, entries })).toEqual([whole[0], whole[2]])
    }
  const { entries } = await verified()
  const last = await within(() => verifyChain(db, ['3']))
  expect(last).toEqual({ seals: 1, entries: whole[2]?.rows.length, acts: 0 })
  expect(await within(() => verifyChain(db, ['2', '3']))).toEqual({ seals: 2, entries, acts: 0 })
  expect(await within(() => verifyChain(db, ['3', '4']))).toEqual({
    ...last,
    broken: { seal: '4', why: 'missing' },
  })
  expect((await within(() => verifyChain(db, ['0', '3']))).broken).toEqual({ seal: '0', why: 'missing' })
})

test('what was taken away, put in or changed places is named', async () => {
  const found = async (forged: string, table: (typeof tables)[number]) => {
    await quietly(forged)
    const { broken } = await verified()
    await restore(table)
    return broken
  }
  const gone = (table: string, key: string) => `delete from ledger.${table} where ${key} = '${chosen}'`
  expect(await found(gone('entry', 'id'), 'ledger.entry')).toMatchObject({ entryId: chosen, why: 'missing' })
  expect(await found(gone('line', 'entry_id'), 'ledger.line')).toMatchObject({
    entryId: chosen,
    why: 'entry',
  })
  expect(await found(gone('sealed', 'entry_id'), 'ledger.sealed')).toMatchObject({
    seal: ofJournal,
    position: 3,
    why: 'missing',
  })
  expect(await found(`delete from ledger.seal where number = ${ofJournal}`, 'ledger.seal')).toMatchObject({
    seal: ofJournal,
    why: 'missing',
  })
  const swap = `update ledger.sealed set position = position + 100 where number = ${ofJournal} and position in (2, 3);
    update ledger.sealed set position = 105 - position where number = ${ofJournal} and position > 100`
  expect(await found(swap, 'ledger.sealed')).toMatchObject({ seal: ofJournal, position: 2, why: 'row' })
  const more = `insert into ledger.line select company_id, at, entry_id, position + 50, account_id, branch_id, counter_id, item_id,
    mode_id, holder_id, party_type, party_id, quantity, amount, pool_seq, business_date from ledger.line where entry_id = '${chosen}'`
  expect(await found(more, 'ledger.line')).toMatchObject({ entryId: chosen, why: 'entry' })
  // Two that balance, beside the entry by a microsecond: they are in no leaf, and would be in the accounts.
  const beside = [1, -1].map(
    (
      side,
    ) => `insert into ledger.line select company_id, at + interval '1 microsecond', entry_id, ${60 + side}, account_id, branch_id,
      counter_id, null, null, null, null, null, null, ${side}, null, business_date from ledger.line where entry_id = '${chosen}' and position = 1`,
  )
  expect(await found(beside.join(';'), 'ledger.line')).toMatchObject({ entryId: chosen, why: 'stray' })
})

test('names and notes that a law has erased leave the chain whole; others in their place do not', async () => {
  const set = (to: string) => quietly(`update ledger.entry set ${to} where id = '${chosen}'`)
  await set(`note = '', author = '', words_salt = null`)
  expect(await verified()).not.toHaveProperty('broken')
  await set(`note = 'Another'`)
  expect((await verified()).broken).toMatchObject({ entryId: chosen, why: 'entry' })
  await restore('ledger.entry')
})

test('what the audit said of people may be erased by law, and no more than that', async () => {
  const hashed = `sha256(convert_to(salt::text || jsonb_build_array(name, before, after)::text, 'UTF8'))`
  await quietly(`update kit.audit_change set erased = ${hashed}, salt = null, name = null, before = null, after = null
    where id = '${change}'`)
  expect(await verified()).not.toHaveProperty('broken')
  await quietly(`update kit.audit_change set name = 'Another' where id = '${change}'`)
  expect((await verified()).broken).toMatchObject({ entryId: change, why: 'act' })
  await restore('kit.audit_change')
})

test('an act of the audit that was taken away or put in is named', async () => {
  await quietly(`delete from kit.audit_change where id = '${change}'`)
  expect((await verified()).broken).toMatchObject({ seal: ofAudit, entryId: change, why: 'missing' })
  await restore('kit.audit_change')
  await quietly(`insert into kit.audit_change (company_id, at, xact, relation, row_id)
    select company_id, at, xact, relation, row_id from kit.audit_change where id = '${change}'`)
  expect((await verified()).broken).toMatchObject({ seal: ofAudit, why: 'stray' })
  await restore('kit.audit_change')
  await quietly(
    `insert into kit.audit_change (company_id, relation, row_id) values ('${companyId}', 'a.b', 'c')`,
  )
  expect((await verified()).broken).toMatchObject({ why: 'unsealed' })
  await restore('kit.audit_change')
})

test('a row that is not what the audit says it became is named, whatever the change', async () => {
  const compared = () => within(() => compareKept(app.services.db))
  const whole = await compared()
  expect(whole.differing).toEqual([])
  expect(whole.seen).toBeGreaterThan(100)
  const [region] = await owner<{ id: string }>(`select id from organisation.region where code = 'WEST'`)
  const name = `organisation.region ${region?.id}`
  await owner('create table kept_region as select * from organisation.region')
  const back = `delete from organisation.region where id = '${region?.id}';
    insert into organisation.region select * from kept_region where id = '${region?.id}'`
  for (const forged of [
    `update organisation.region set name = 'Near West' where code = 'WEST'`,
    `delete from organisation.region where code = 'WEST'`,
  ]) {
    await quietly(forged)
    expect((await compared()).differing, forged).toEqual([name])
    await quietly(back)
  }
  await quietly(
    `insert into organisation.region (company_id, code, name) values ('${companyId}', 'NEW', 'New')`,
  )
  expect((await compared()).differing).toHaveLength(1)
  await quietly(`delete from organisation.region where code = 'NEW'`)
  expect(await compared()).toEqual(whole)
})

test('what is posted after a restore is sealed, also once the counter of transactions has passed the mark of before', async () => {
  // As a backup of a cluster that had counted further brings it.
  const ahead = 3000
  await quietly(`update ledger.seal set horizon = (pg_current_xact_id()::text::bigint + ${ahead})::text::xid8
    where number = (select max(number) from ledger.seal)`)
  const posted = await postOne('9')
  await owner(
    `do $$ begin for i in 1..${ahead + 100} loop perform pg_current_xact_id(); commit; end loop; end $$`,
  )
  const waiting = await owner<{ id: string }>('select id from ledger.unsealed() id')
  expect(waiting.map(({ id }) => id)).toContain(companyId)
  expect(await within(() => sealAll(app.services.db, app.services.now()))).toBe(1)
  expect(await owner(`select from ledger.sealed where entry_id = '${posted}'`)).toHaveLength(1)
})
