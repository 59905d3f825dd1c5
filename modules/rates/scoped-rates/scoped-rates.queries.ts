import { type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ListInput } from '#kit/contract/list.contract.ts'
import { notFound, staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { type ColumnMap, listPage } from '#kit/server/list.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export type ScopedTable = 'rates.marginRate' | 'rates.customRate'

type Act = Pick<Selectable<DB['rates.publication']>, 'author' | 'reason' | 'publishedAt'>
/** A rate that holds, with the act that published it. */
export type ScopedRow<T extends ScopedTable> = Selectable<DB[T]> & {
  id: string
  currencyId: string | null
  branchId: string | null
  endedBy: string | null
} & Act
export type Draft<T extends ScopedTable> = Omit<Insertable<DB[T]>, 'companyId' | 'publicationId'>

/** The statements on one table of rates that hold for a scope: those that hold now, of the whole company or of a branch in reach. */
export function scopedRows<T extends ScopedTable>(table: T, columns: ColumnMap) {
  // Kysely cannot follow a table name that is a type parameter; the signatures below hold what matters.
  const name = table as 'rates.marginRate'
  const inReach = (db: Db, scope: Scope) =>
    db
      .selectFrom(`${table} as m` as 'rates.marginRate as m')
      .innerJoin('rates.publication as p', (join) =>
        join.onRef('p.companyId', '=', 'm.companyId').onRef('p.id', '=', 'm.publicationId'),
      )
      .selectAll('m')
      .select(['p.author', 'p.reason', 'p.publishedAt'])
      .where(sql<SqlBool>`(m.branch_id is null or ${withinScope(scope, 'branchIds', 'm.branchId')})`)
  const current = (db: Db, scope: Scope) => inReach(db, scope).where('m.endedBy', 'is', null)
  return {
    list: async (db: Db, scope: Scope, input: ListInput) => {
      const page = await listPage(db, current(db, scope), input, {
        columns,
        order: ['currencyId-asc'],
        tie: 'm.id',
      })
      return { ...page, items: page.items as unknown as ScopedRow<T>[] }
    },
    async get(db: Db, scope: Scope, id: string): Promise<ScopedRow<T>> {
      const row = await current(db, scope).where('m.id', '=', id).executeTakeFirst()
      if (!row) throw notFound()
      return row as unknown as ScopedRow<T>
    },
    /** As `get`, for whoever ends it: throws STALE_VERSION where another user has ended it meanwhile. */
    async holding(db: Db, scope: Scope, id: string): Promise<ScopedRow<T>> {
      const row = await inReach(db, scope).where('m.id', '=', id).executeTakeFirst()
      if (!row) throw notFound()
      if (row.endedBy !== null) throw staleVersion()
      return row as unknown as ScopedRow<T>
    },
    /** Of each of these currencies the two that were published last for exactly this scope, the newer first, each with what ended it. */
    async versions(
      db: Db,
      currencies: readonly { id: string }[],
      scope: Readonly<Record<string, string | number | null>>,
    ): Promise<(ScopedRow<T> & { ended: Act | null })[]> {
      const exactly = Object.entries(scope).map(
        ([key, value]) => sql`and ${sql.ref(`o.${key}`)} is not distinct from ${value}`,
      )
      const { rows } = await sql<ScopedRow<T> & { ended: Act | null }>`
        select m.*, p.author, p.reason, p.published_at,
          case when e.id is not null then jsonb_build_object('author', e.author, 'reason', e.reason, 'publishedAt', e.published_at) end
            as ended
        from unnest(${currencies.map(({ id }) => id)}::uuid[]) c (id)
        cross join lateral (select * from ${sql.table(table)} o
          where o.company_id = kit.company() and o.currency_id = c.id ${sql.join(exactly, sql` `)}
          order by o.id desc limit 2) m
        join rates.publication p on p.company_id = m.company_id and p.id = m.publication_id
        left join rates.publication e on e.company_id = m.company_id and e.id = m.ended_by
        order by m.id desc`.execute(db)
      return rows
    },
    async insert(db: Db, publicationId: string, drafts: readonly Draft<T>[]): Promise<string> {
      const [first] = await db
        .insertInto(name)
        .values(drafts.map((draft) => ({ ...(draft as object), publicationId }) as never))
        .returning('id')
        .execute()
      return first?.id ?? ''
    },
    /** Throws STALE_VERSION where another user has ended one of them meanwhile. */
    async end(db: Db, ids: readonly string[], publicationId: string): Promise<void> {
      const ended = await db
        .updateTable(name)
        .set({ endedBy: publicationId })
        .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
        .where('endedBy', 'is', null)
        .returning('id')
        .execute()
      if (ended.length < ids.length) throw staleVersion()
    },
  }
}
