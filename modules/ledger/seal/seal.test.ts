import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { allModes, traded } from '#modules/currencies/public.server.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { post, type Posting, reverse } from '../public.server.ts'
import { sealAll, verifyChain } from './seal.server.ts'

let app: TestApp
let companyId: string
/** A reversal with a note, whose lines say all that a line can say. */
let chosen: string

const within = <T>(work: () => Promise<T>) => inCompany(companyId, work)
const verified = () => within(() => verifyChain(app.services.db))
const owner = <R>(text: string) => app.owner<R>(text)
/** As somebody who owns the database can: past every trigger. */
const quietly = (statement: string) => owner(`set session_replication_role = replica; ${statement}`)

const tables = ['entry', 'line', 'seal', 'sealed'] as const

beforeAll(async () => {
  app = await testApp()
  ;({ companyId } = (await app.signIn('admin')).login.company)
  const { db, now } = app.services
  const actor = { userId: randomUUIDv7(), name: 'Somebody' }
  await within(async () => {
    const ids = new Map((await traded(db)).map((one) => [one.code, one.id]))
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
    const put = (event: string, lines: Posting['lines']) =>
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
    await put('opening', [cash('1000'), { ...place, part: 'opening', amount: '-1000' }])
    const bought = await put('deal.settled', [
      { ...place, part: 'stock', itemId: ids.get('USD') ?? '', quantity: '10', amount: '44' },
      cash('-44'),
    ])
    const undone = { source: { type: 'deal', id: bought.sourceId }, event: 'deal.settled', note: 'Wrong' }
    const back = await db
      .transaction()
      .execute((tx) => reverse({ db: tx, actor, now: now() }, { ...undone, businessDate: '2026-03-02' }))
    chosen = back.id
    await put('opening', [cash('7'), { ...place, part: 'opening', amount: '-7' }])
    await sealAll(db, now())
    await put('opening', [cash('8'), { ...place, part: 'opening', amount: '-8' }])
    await sealAll(db, now())
  })
  for (const table of tables) await owner(`create table kept_${table} as select * from ledger.${table}`)
})
afterAll(() => app.stop())

/** Puts a table back to what it was. */
const restore = async (table: string) => {
  const missing = (one: string, other: string) =>
    `not exists (select from ${other} o where o::text = ${one}::text)`
  await quietly(`delete from ledger.${table} t where ${missing('t', `kept_${table}`)}`)
  await quietly(
    `insert into ledger.${table} select * from kept_${table} k where ${missing('k', `ledger.${table}`)}`,
  )
}

interface Column {
  column: string
  type: string
}
const columnsOf = (table: string) =>
  owner<Column>(
    `select column_name as column, udt_name as type from information_schema.columns
     where table_schema = 'ledger' and table_name = '${table}' order by ordinal_position`,
  )

/** Another value of a column, as little different as its type allows. */
const other = ({ column, type }: Column): string => {
  const by: Record<string, string> = {
    uuid: 'gen_random_uuid()',
    text: `${column} || ' '`,
    date: `${column} + 30`,
    timestamptz: `${column} + interval '1 microsecond'`,
    numeric: `${column} + 0.0001`,
    int2: `${column} + 100::smallint`,
    int4: `${column} + 100`,
    int8: `${column} + 100`,
    bytea: `set_byte(${column}, 0, (get_byte(${column}, 0) + 1) % 256)`,
    xid8: `(${column}::text::bigint + 1)::text::xid8`,
  }
  const text = by[type]
  if (!text) throw new Error(`No other value of ${type}`)
  return text
}

test('whatever column of a sealed table is changed behind its back, the chain names the row', async () => {
  const where = {
    entry: `id = '${chosen}'`,
    line: `entry_id = '${chosen}' and pool_seq is not null`,
    seal: 'number = 1',
    sealed: `entry_id = '${chosen}'`,
  }
  const [row] = await owner<{ position: number }>(`select position from ledger.sealed where ${where.sealed}`)
  const named = {
    entry: { seal: '1', entryId: chosen },
    line: { seal: '1', entryId: chosen },
    seal: { seal: '1' },
    sealed: { seal: '1', position: row?.position },
  }
  expect(await verified()).toEqual({ seals: 2, entries: 5 })
  const unnoticed: string[] = []
  let tried = 0
  for (const table of tables)
    for (const one of await columnsOf(table)) {
      await quietly(`update ledger.${table} set ${one.column} = ${other(one)} where ${where[table]}`)
      const changed = await owner(
        `select from ledger.${table} t where not exists (select from kept_${table} k where k::text = t::text)`,
      )
      expect(changed, `${table}.${one.column}`).toHaveLength(1)
      const { broken } = await verified()
      const isNamed = Object.entries(named[table]).every(([key, value]) => broken?.[key as 'seal'] === value)
      if (!isNamed) unnoticed.push(`${table}.${one.column}: ${JSON.stringify(broken)}`)
      tried++
      await restore(table)
    }
  expect(unnoticed).toEqual([])
  expect(tried).toBeGreaterThan(35)
  expect(await verified()).toEqual({ seals: 2, entries: 5 })
})

test('what was taken away, put in or changed places is named', async () => {
  const found = async (change: string, table: (typeof tables)[number]) => {
    await quietly(change)
    const { broken } = await verified()
    await restore(table)
    return broken
  }
  const gone = (table: string, key: string) => `delete from ledger.${table} where ${key} = '${chosen}'`
  expect(await found(gone('entry', 'id'), 'entry')).toMatchObject({ entryId: chosen, why: 'missing' })
  expect(await found(gone('line', 'entry_id'), 'line')).toMatchObject({ entryId: chosen, why: 'entry' })
  expect(await found(gone('sealed', 'entry_id'), 'sealed')).toMatchObject({
    seal: '1',
    position: 3,
    why: 'missing',
  })
  expect(await found('delete from ledger.seal where number = 1', 'seal')).toMatchObject({
    seal: '1',
    why: 'missing',
  })
  const swap = `update ledger.sealed set position = position + 100 where number = 1 and position in (2, 3);
    update ledger.sealed set position = 105 - position where number = 1 and position > 100`
  expect(await found(swap, 'sealed')).toMatchObject({ seal: '1', position: 2, why: 'row' })
  const more = `insert into ledger.line select company_id, at, entry_id, position + 50, account_id, branch_id, counter_id, item_id,
    mode_id, quantity, amount, pool_seq, business_date from ledger.line where entry_id = '${chosen}'`
  expect(await found(more, 'line')).toMatchObject({ entryId: chosen, why: 'entry' })
  // Two that balance, beside the entry by a microsecond: they are in no leaf, and would be in the accounts.
  const beside = [1, -1].map(
    (
      side,
    ) => `insert into ledger.line select company_id, at + interval '1 microsecond', entry_id, ${60 + side}, account_id, branch_id,
      counter_id, null, null, null, ${side}, null, business_date from ledger.line where entry_id = '${chosen}' and position = 1`,
  )
  expect(await found(beside.join(';'), 'line')).toMatchObject({ entryId: chosen, why: 'stray' })
})

test('names and notes that a law has erased leave the chain whole; others in their place do not', async () => {
  const set = (to: string) => quietly(`update ledger.entry set ${to} where id = '${chosen}'`)
  await set(`note = '', author = '', words_salt = null`)
  expect(await verified()).not.toHaveProperty('broken')
  await set(`note = 'Another'`)
  expect((await verified()).broken).toMatchObject({ entryId: chosen, why: 'entry' })
  await restore('entry')
})
