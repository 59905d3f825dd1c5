import * as fs from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Client, ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Add, writeArchive } from '#apps/server/backup-archive.server.ts'
import * as format from '#apps/server/backup-format.server.ts'
import { appliedMigrations, MIGRATION_LOCK } from '#kit/server/migrate.server.ts'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'

// A tar entry states its size first and COPY does not know it, so a table lies in pieces of about so many bytes.
const PIECE = 4 * 1024 * 1024
const NEWLINE = 0x0a

/**
 * Writes all data of a database and the files beside it into one archive, as of one moment, while others work.
 * It is logical (PostgreSQL's text format), so a newer major version can read it. The queue is left out.
 * @param owner a role that may read every row @param filesDir the folder of stored files; it need not be there
 * @param target the path of the archive (tar.gz, mode 600); an earlier one is replaced when the new one is whole
 * @param options.log receives a line for each step
 * @throws StartRefusal when the role may not read everything, or the target cannot be written
 */
export async function backup(
  owner: ClientConfig,
  filesDir: string,
  target: string,
  options: { log?: format.Log } = {},
): Promise<format.BackupSummary> {
  const { log = () => {} } = options
  return format.withClient(owner, async (client) => {
    await client.query(`select pg_advisory_lock_shared(${MIGRATION_LOCK})`)
    // With row security off a role that may not see every row fails, instead of writing an empty backup.
    await client.query('begin isolation level repeatable read read only; set local row_security = off')
    const madeAt = new Date().toISOString()
    const content = { format: format.FORMAT, madeAt, ...(await readCatalogue(client)) }
    // An empty archive under the name of a backup is worse than none.
    if (content.migrations.length === 0)
      throw new StartRefusal('There is nothing to back up: no Agio has run on this database yet.')
    log(`${content.tables.length} tables`)
    let files = 0
    await writeArchive(resolve(target), async (add) => {
      for (const table of content.tables) {
        table.rows = await copyOut(client, table, add)
        log(`${table.schema}.${table.name}: ${table.rows} rows`)
      }
      // The rows are of a moment before and bytes are stored before their row: what a row names is there.
      for (const name of await format.filesIn(filesDir)) files += await addFile(add, filesDir, name)
      log(`${files} files`)
      return content
    })
    log(`Written to ${target}`)
    return format.summaryOf(content, files)
  })
}

async function readCatalogue(
  client: Client,
): Promise<Omit<format.Manifest, 'format' | 'madeAt' | 'entries'>> {
  const tables = await client.query<format.Table>(`
    select n.nspname as schema, c.relname as name, 0 as rows, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${format.OURS} and c.relkind in ('r', 'p') and not c.relispartition order by 1, 2`)
  const partitions = await client.query<format.Manifest['partitions'][number]>(`
    select pn.nspname as "parentSchema", p.relname as parent, n.nspname as schema, c.relname as name,
      pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
      join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
    where ${format.OURS} and c.relkind = 'r' and c.relispartition
      and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' order by 3, 4`)
  const names = await client.query<format.Named>(`${format.NAMES_OF_OURS} and c.relkind = 'S' order by 1, 2`)
  const sequences: format.Manifest['sequences'] = []
  for (const sequence of names.rows) {
    const { rows } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${format.quoteName(sequence)}`,
    )
    sequences.push({ ...sequence, ...rows[0]! })
  }
  const migrations = await appliedMigrations(client)
  return { migrations, tables: tables.rows, partitions: partitions.rows, sequences }
}

/** Copies a table with all its partitions, in pieces of whole rows; the number of rows. */
async function copyOut(client: Client, table: format.Table, add: Add): Promise<number> {
  const from = `select ${format.columnsOf(table)} from ${format.quoteName(table)}`
  const stream = client.query(copyTo(`copy (${from}) to stdout`))
  let pieces = 0
  let size = 0
  let held: Buffer[] = []
  const hold = (part: Buffer) => {
    held.push(part)
    size += part.length
  }
  const flush = async () => {
    await add(format.folderOf(table) + String(++pieces).padStart(6, '0'), size, held)
    held = []
    size = 0
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // A newline inside a value is written as \n: this byte only ends rows.
    const end = size + chunk.length < PIECE ? 0 : chunk.lastIndexOf(NEWLINE) + 1
    hold(chunk.subarray(0, end))
    if (end) await flush()
    hold(chunk.subarray(end))
  }
  if (size) await flush()
  return stream.rowCount
}

/** Adds a stored file as long as it is now: 1, or 0 when it has gone meanwhile. */
async function addFile(add: Add, dir: string, name: string): Promise<number> {
  const file = await format.ifThere(fs.open(join(dir, name)))
  if (!file) return 0
  try {
    const { size } = await file.stat()
    await add(`files/${name}`, size, size ? file.createReadStream({ end: size - 1, autoClose: false }) : [])
    return 1
  } finally {
    await file.close()
  }
}
