import * as fs from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Client, type ClientConfig, DatabaseError, escapeIdentifier } from 'pg'
import * as z from 'zod'
import { errorCode, StartRefusal } from '#kit/server/start-refusal.server.ts'

/** The version of the archive's inner form. */
export const FORMAT = 'agio-backup-1'

const Table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
})

/** The last file of an archive: what it was made of, and every other file with its size and SHA-256. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })),
  tables: z.array(Table),
  // The bounds are PostgreSQL's own text and become part of a statement, so no other signs are let in.
  partitions: z.array(
    z.object({
      parentSchema: z.string(),
      parent: z.string(),
      schema: z.string(),
      name: z.string(),
      bounds: z.string().regex(/^FOR VALUES [\w (),'":+.-]+$/),
    }),
  ),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), last: z.string(), called: z.boolean() }),
  ),
  entries: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
})
export type Manifest = z.output<typeof Manifest>
export type Table = z.output<typeof Table>
export type Named = { schema: string; name: string }
export type Log = (line: string) => void
/** What a backup holds, or a restore has brought back. */
export type BackupSummary = { tables: number; rows: number; files: number }

export const summaryOf = ({ tables }: Pick<Manifest, 'tables'>, files: number): BackupSummary => ({
  tables: tables.length,
  rows: tables.reduce((sum, table) => sum + table.rows, 0),
  files,
})

export const quoteName = ({ schema, name }: Named) => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
export const columnsOf = (table: Table) => table.columns.map((column) => escapeIdentifier(column)).join(', ')
/** Where the pieces of a table lie in the archive. */
export const folderOf = ({ schema, name }: Named) =>
  `tables/${encodeURIComponent(schema)}.${encodeURIComponent(name)}/`

/** Everything that is ours (`c`, `n`): not the system's, not an extension's, not the queue's, which makes itself anew. */
export const OURS = `n.nspname not in ('pg_catalog', 'information_schema', 'jobs') and n.nspname not like 'pg\\_%'
  and not exists (select from pg_depend d
                  where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`
export const NAMES_OF_OURS = `select n.nspname as schema, c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS}`

// The text of values must not depend on a server's or a role's settings.
const PLAIN = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set client_encoding = 'UTF8';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** The same connection, to another database where given; a connection string is taken apart. */
export function connectionTo(owner: ClientConfig, database?: string): ClientConfig & { database: string } {
  const { host, port, user, password, ssl, database: own } = new Client(owner)
  const to = database ?? own
  if (!to) throw new StartRefusal('The connection names no database: add it to DATABASE_URL.')
  return { host, port, ssl, database: to, ...(user && { user }), ...(password && { password }) }
}

/** Runs `work` on a connection of its own. A right that the role has not becomes one sentence that names them all. */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config)
  client.on('error', () => {}) // the query that was running tells it
  await client.connect()
  try {
    await client.query(PLAIN)
    return await work(client)
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '42501') throw error
    throw new StartRefusal(
      `${client.user} lacks a right (${error.message}): use a superuser, or give it createdb, bypassrls, pg_signal_backend and "grant set on parameter session_replication_role".`,
    )
  } finally {
    await client.end()
  }
}

/** The files below a folder, sorted, as paths from it; folders that begin with a dot are our own work. */
export async function filesIn(dir: string): Promise<string[]> {
  const found = await ifThere(fs.readdir(dir, { recursive: true, withFileTypes: true }))
  const names = (found ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
  return names.filter((name) => !name.startsWith('.')).toSorted()
}

/** `undefined` when the file or folder is not there. */
export async function ifThere<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
