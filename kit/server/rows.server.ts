import { CompiledQuery, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { DB } from '#db/types.ts'
import { notFound, staleVersion } from '#kit/domain/refusal.domain.ts'
import { type Db, prepared } from './database.server.ts'

/** Tables that a person edits: keyed by `id`, with a `version` that every change counts up. */
type Versioned = {
  [T in keyof DB]: 'id' extends keyof DB[T] ? ('version' extends keyof DB[T] ? T : never) : never
}[keyof DB]

/**
 * The plain statements on one versioned table, each in the company of the connection. They throw NOT_FOUND for a row that
 * is not there (or another company's) and STALE_VERSION for one that another user changed since it was read.
 */
export function rowsOf<T extends Versioned>(table: T) {
  type Row = Selectable<DB[T]>
  type Key = { id: string; version: number }
  // Kysely cannot follow a table name that is a type parameter; the signatures below hold what matters.
  const on = (db: Db) => db as unknown as Db
  const name = table as 'organisation.branch'
  let findSql: string | undefined

  const rows = {
    async find(db: Db, id: string): Promise<Row | undefined> {
      // The commonest statement of all: it is composed once, then only its value changes.
      findSql ??= on(db).selectFrom(name).selectAll().modifyFront(prepared).where('id', '=', id).compile().sql
      const found = await db.executeQuery(CompiledQuery.raw(findSql, [id]))
      return found.rows[0] as Row | undefined
    },
    async get(db: Db, id: string): Promise<Row> {
      return (await rows.find(db, id)) ?? fail(notFound())
    },
    /** Locks the row for this transaction and checks that it is still the version that the caller saw. */
    async lock(db: Db, key: Key): Promise<Row> {
      const row = await on(db)
        .selectFrom(name)
        .selectAll()
        .modifyFront(prepared)
        .where('id', '=', key.id)
        .forUpdate()
        .executeTakeFirst()
      if (!row) throw notFound()
      if (row.version !== key.version) throw staleVersion()
      return row as Row
    },
    async insert(db: Db, values: Omit<Insertable<DB[T]>, 'companyId'>): Promise<Row> {
      const query = on(db)
        .insertInto(name)
        .values(values as never)
        .returningAll()
      return (await query.executeTakeFirstOrThrow()) as Row
    },
    async update(db: Db, key: Key, values: Updateable<DB[T]>): Promise<Row> {
      const row = await on(db)
        .updateTable(name)
        .set({ ...(values as object), version: key.version + 1 })
        .where('id', '=', key.id)
        .where('version', '=', key.version)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw (await rows.find(db, key.id)) ? staleVersion() : notFound()
      return row as Row
    },
    async remove(db: Db, key: Key): Promise<void> {
      const gone = await on(db)
        .deleteFrom(name)
        .where('id', '=', key.id)
        .where('version', '=', key.version)
        .returning('id')
        .executeTakeFirst()
      if (!gone) throw (await rows.find(db, key.id)) ? staleVersion() : notFound()
    },
  }
  return rows
}

const fail = (error: Error): never => {
  throw error
}
