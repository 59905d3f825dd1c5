import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Language } from '#kit/server/texts.server.ts'
import type { AccountClass } from './accounts.domain.ts'
import { nameIn, nameText } from './names.queries.ts'

export const rows = rowsOf('ledger.accountGroup')

const columns = { class: 'g.class', name: 'g.name', path: 'g.path' }

/** The names on the way down to a group; by the place among its neighbours where `ordered`. */
const pathOf = (text: string) => sql<string>`(
  with recursive up as (
    select u.parent_id, ${sql.raw(text)} as text, 1 as depth from ledger.account_group u
    where u.company_id = kit.company() and u.id = g.id
    union all
    select u.parent_id, ${sql.raw(text)}, up.depth + 1 from up
    join ledger.account_group u on u.company_id = kit.company() and u.id = up.parent_id
  ) select string_agg(up.text, ' › ' order by up.depth desc) from up)`

const named = (db: Db, language: Language) =>
  db.selectFrom(
    db
      .selectFrom('ledger.accountGroup as g')
      .leftJoin('ledger.accountGroup as p', (join) =>
        join.onRef('p.companyId', '=', 'g.companyId').onRef('p.id', '=', 'g.parentId'),
      )
      .select([
        'g.companyId',
        'g.id',
        'g.version',
        'g.name',
        'g.parentId',
        'g.position',
        'g.nameZhHant',
        'g.nameZhHans',
        'g.nameVi',
      ])
      .select([
        sql<AccountClass>`g.class`.as('class'),
        nameIn('p', language).$castTo<string | null>().as('parentName'),
        nameIn('g', language).as('shownName'),
        pathOf(nameText('u', language)).as('path'),
        pathOf("lpad(u.position::text, 4, '0') || u.name").as('place'),
        sql<number>`(select count(*)::int from ledger.account a
          where a.company_id = g.company_id and a.group_id = g.id)`.as('ledgerCount'),
      ])
      .as('g'),
  )

const shape = ['g.id', 'g.version', 'g.class', 'g.parentId', 'g.position'] as const
const read = [
  'g.name',
  'g.nameZhHant',
  'g.nameZhHans',
  'g.nameVi',
  'g.parentName',
  'g.path',
  'g.ledgerCount',
] as const

export const list = (db: Db, input: ListInput, language: Language) =>
  listPage(db, named(db, language).select([...shape, ...read]), input, {
    columns,
    order: ['path-asc'],
    tie: 'g.id',
  })

export const find = (db: Db, id: string, language: Language) =>
  named(db, language)
    .select([...shape, ...read])
    .where('g.id', '=', id)
    .executeTakeFirst()

/** Every group in the order of the statements: by class, then by place at each depth; called as in this language. */
export const all = (db: Db, language: Language = 'en') =>
  named(db, language)
    .select([...shape, 'g.shownName as name', 'g.path'])
    .orderBy(sql`array_position(array['asset', 'liability', 'equity', 'income', 'expense'], g.class)`)
    .orderBy('g.place')
    .execute()

/** How many groups and ledgers lie directly in a group. */
export async function countContents(db: Db, id: string): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select (select count(*) from ledger.account_group g where g.company_id = kit.company() and g.parent_id = ${id})::int
      + (select count(*) from ledger.account a where a.company_id = kit.company() and a.group_id = ${id})::int as count`.execute(
    db,
  )
  return found[0]?.count ?? 0
}
