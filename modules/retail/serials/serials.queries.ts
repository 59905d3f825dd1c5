import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { SerialAct, SerialState } from './serials.domain.ts'

export interface SerialRow {
  id: string
  itemId: string
  key: string
  typed: string
  branchId: string
  branch: string
  state: SerialState
  saleId: string | null
  heldOn: string | null
  /** The number of the transfer that packs or carries it; nothing else. */
  transfer: string
  /** Of the sale that holds it or has sold it last: its number, or the name of the basket. */
  document: string
}

const named = (db: Db) =>
  db
    .selectFrom('retail.serial as s')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 's.companyId').onRef('b.branchId', '=', 's.branchId'),
    )
    .leftJoin('retail.sale as d', (join) =>
      join.onRef('d.companyId', '=', 's.companyId').onRef('d.id', '=', 's.saleId'),
    )
    .select([
      's.id',
      's.itemId',
      's.key',
      's.typed',
      's.branchId',
      's.state',
      's.saleId',
      's.heldOn',
      's.transfer',
    ])
    .select([
      'b.name as branch',
      sql<string>`coalesce(nullif(s.transfer, ''), nullif(d.number, ''), d.name, '')`.as('document'),
    ])
    .$narrowType<{ branch: string; state: SerialState }>()

/** Serials by their keys. */
export const find = (db: Db, keys: readonly string[]): Promise<SerialRow[]> =>
  named(db)
    .where('s.key', 'in', [...keys])
    .execute()

/** Serials by their keys, which nobody else moves until the caller's transaction ends. */
export async function lock(db: Db, keys: readonly string[]): Promise<Map<string, SerialRow>> {
  if (keys.length === 0) return new Map()
  await sql`select 1 from retail.serial where company_id = kit.company() and key = any(${[...keys]}::text[])
    order by key for update`.execute(db)
  return new Map((await find(db, keys)).map((row) => [row.key, row]))
}

/** The keys of what a sale holds. */
export const heldBy = async (db: Db, saleId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('retail.serial')
      .select('key')
      .where('saleId', '=', saleId)
      .where('state', '=', 'held')
      .execute()
  ).map(({ key }) => key)

/** The serials of an item that lie in the store of a branch, those too that somebody holds or packs, as they were typed. */
export const storedAt = async (db: Db, branchId: string, itemId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('retail.serial')
      .select('typed')
      .where('branchId', '=', branchId)
      .where('itemId', '=', itemId)
      .where('state', 'in', ['stock', 'held', 'packed'])
      .orderBy('typed')
      .execute()
  ).map(({ typed }) => typed)

/** Whether anything became of one of these serials after a moment. */
export async function haveMovedSince(db: Db, keys: readonly string[], at: string): Promise<boolean> {
  const { rows } = await sql`select from retail.serial s
    join retail.serial_event e on e.company_id = s.company_id and e.serial_id = s.id
    where s.company_id = kit.company() and s.key = any(${[...keys]}::text[]) and e.at > ${at} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Makes serials that never were there. */
export const add = (
  db: Db,
  rows: readonly { id: string; itemId: string; key: string; typed: string; branchId: string }[],
) =>
  db
    .insertInto('retail.serial')
    .values(rows.map((row) => ({ ...row, state: 'stock' })))
    .execute()

/** Brings serials into a state, in a branch. */
export const move = (
  db: Db,
  ids: readonly string[],
  to: {
    state: SerialState
    branchId: string
    saleId?: string | null
    heldOn?: string | null
    transfer?: string
  },
) =>
  db
    .updateTable('retail.serial')
    .set({ saleId: null, heldOn: null, transfer: '', ...to })
    .where('id', 'in', [...ids])
    .execute()

export const addEvents = (
  db: Db,
  ids: readonly string[],
  event: {
    at: string
    act: SerialAct
    branchId: string
    documentId: string
    authorId: string
    author: string
    number: string
  },
) =>
  db
    .insertInto('retail.serialEvent')
    .values(ids.map((serialId) => ({ ...event, serialId })))
    .execute()

/** The story of a serial, with the numbers of its documents. */
export async function storyOf(db: Db, key: string) {
  const { rows } = await sql<{
    at: string
    act: SerialAct
    branchId: string
    branch: string
    number: string
    author: string
  }>`
    select e.at, e.act, e.branch_id, b.name as branch, coalesce(nullif(a.number, ''), nullif(d.number, ''), r.number, d.name, e.number) as number,
      e.author
    from retail.serial s
    join retail.serial_event e on e.company_id = s.company_id and e.serial_id = s.id
    join organisation.branch_name_read b on b.company_id = e.company_id and b.branch_id = e.branch_id
    left join retail.adjustment a on a.company_id = e.company_id and a.id = e.document_id
    left join retail.sale d on d.company_id = e.company_id and d.id = e.document_id
    left join retail.refund r on r.company_id = e.company_id and r.id = e.document_id
    where s.company_id = kit.company() and s.key = ${key}
    order by e.at, e.id`.execute(db)
  return rows
}

/** Serials with their items, by a part of their key; the first hundred. */
export async function search(db: Db, part: string) {
  const { rows } = await sql<{
    key: string
    typed: string
    branchId: string
    branch: string
    state: SerialState
    heldOn: string | null
    sku: string
    name: string
  }>`
    select s.key, s.typed, s.branch_id, b.name as branch, s.state, s.held_on, i.sku, i.name
    from retail.serial s
    join retail.item i on i.company_id = s.company_id and i.id = s.item_id
    join organisation.branch_name_read b on b.company_id = s.company_id and b.branch_id = s.branch_id
    where s.company_id = kit.company() and s.key like '%' || ${part} || '%' order by s.key limit 100`.execute(
    db,
  )
  return rows
}
