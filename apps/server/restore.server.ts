import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Client, type ClientConfig, escapeIdentifier, escapeLiteral } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { readArchive, syncFolder } from '#apps/server/backup-archive.server.ts'
import * as format from '#apps/server/backup-format.server.ts'
import { migrate, pendingMigrations } from '#kit/server/migrate.server.ts'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'

const OWN_MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url))

/**
 * Puts a backup in the place of a database's data and adds its files. The archive is checked from end to end
 * first; its data goes into a database beside, which takes the old one's name in one transaction. Until then
 * nothing that anybody sees has changed, whatever interrupts; what is left over goes with the next restore.
 * Files are only added, since none ever changes under its name; one that differs is put aside. So the old
 * database, which stays under the name `before`, remains whole with its files.
 * @param owner a superuser, or an owner with the rights that the refusal names; `database` is the one to replace
 * @param options.migrations the program's migrations: those newer than the backup are applied to its data
 * @param options.log receives a line for each step
 * @throws StartRefusal when the archive is damaged or of a newer program, a right is missing, or another
 *   restore runs
 */
export async function restore(
  owner: ClientConfig,
  filesDir: string,
  source: string,
  options: { migrations?: string; log?: format.Log } = {},
): Promise<format.BackupSummary & { before: string }> {
  const { migrations: dir = OWN_MIGRATIONS, log = () => {} } = options
  const live = format.connectionTo(owner).database
  return format.withClient(format.connectionTo(owner, 'postgres'), async (maintenance) => {
    await lockRestores(maintenance, live)
    const manifest = readManifest(await readArchive(source), source)
    pendingMigrations(manifest.migrations, dir)
    log(`${source} is whole, of ${manifest.madeAt}`)
    await removeRemainders(maintenance, live, filesDir)
    const mark = randomBytes(6).toString('hex')
    const scratch = `${live}_restore_${mark}`
    const staged = join(resolve(filesDir), `.restore-${mark}`)
    const before = `${live}_before_restore_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 17)}`
    try {
      await createLike(maintenance, live, scratch)
      log(`Made ${scratch}`)
      await format.withClient(format.connectionTo(owner, scratch), async (client) => {
        await migrate(client, { dir, upTo: manifest.migrations.length })
        log(`Migrated it to ${manifest.migrations.length}`)
        await load(client, manifest, source, staged, log)
        log('Loaded')
        await migrate(client, { dir, log })
        await client.query('analyze')
        log('Migrated it to the end')
      })
      const files = await addFiles(staged, resolve(filesDir), log)
      log(`${files} files in place`)
      await swap(owner, maintenance, { live, scratch, before })
      log(`The data of ${manifest.madeAt} is in ${live}; what was there is in the database ${before}`)
      return { ...format.summaryOf(manifest, files), before }
    } catch (error) {
      await removeRemainders(maintenance, live, filesDir).catch(() => {}) // the first error tells more
      throw error
    }
  })
}

function readManifest(text: string, source: string): format.Manifest {
  const read = format.Manifest.safeParse(JSON.parse(text))
  if (read.success) return read.data
  throw new StartRefusal(`${source} is not a backup that this Agio can read: use the Agio that made it.`)
}

async function lockRestores(maintenance: Client, live: string): Promise<void> {
  const { rows } = await maintenance.query<{ got: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('agio restore ' || $1, 0)) as got`,
    [live],
  )
  if (!rows[0]?.got) throw new StartRefusal(`Another restore into ${live} is running: wait for it.`)
}

/** Databases and folders of restores that were interrupted. The caller holds the lock, so nobody uses them. */
async function removeRemainders(maintenance: Client, live: string, filesDir: string): Promise<void> {
  const { rows } = await maintenance.query<{ name: string }>('select datname as name from pg_database')
  for (const { name } of rows)
    if (name.startsWith(`${live}_restore_`) && /_restore_[0-9a-f]{12}$/.test(name))
      await maintenance.query(`drop database ${escapeIdentifier(name)} with (force)`)
  for (const name of (await format.ifThere(fs.readdir(filesDir))) ?? [])
    if (name.startsWith('.restore-')) await fs.rm(join(filesDir, name), { recursive: true, force: true })
}

/** Makes an empty database with the owner, encoding and collation of another one. */
async function createLike(maintenance: Client, live: string, name: string): Promise<void> {
  type Like = Record<'owner' | 'encoding' | 'collate' | 'ctype' | 'provider', string> & {
    locale: string | null
  }
  const { rows } = await maintenance.query<Like>(
    `select pg_get_userbyid(datdba) as owner, pg_encoding_to_char(encoding) as encoding, datcollate as collate,
       datctype as ctype, datlocale as locale,
       case datlocprovider when 'b' then 'builtin' when 'i' then 'icu' else 'libc' end as provider
     from pg_database where datname = $1`,
    [live],
  )
  const like = rows[0]
  if (!like) throw new StartRefusal(`There is no database ${live} to restore into: make it first.`)
  const locale = like.locale === null ? '' : `${like.provider}_locale ${escapeLiteral(like.locale)}`
  await maintenance.query(`create database ${escapeIdentifier(name)} template template0
    owner ${escapeIdentifier(like.owner)} encoding ${escapeLiteral(like.encoding)}
    lc_collate ${escapeLiteral(like.collate)} lc_ctype ${escapeLiteral(like.ctype)}
    locale_provider ${like.provider} ${locale}`)
}

/** Brings the archive's rows and sequences into the migrated, still empty database, and its files into a folder. */
async function load(
  client: Client,
  manifest: format.Manifest,
  source: string,
  staged: string,
  log: format.Log,
): Promise<void> {
  // As a replica no trigger fires: rows come as they were, in any order, and none is captured a second time.
  await client.query('begin; set local row_security = off; set local session_replication_role = replica')
  const { tables, partitions, sequences } = manifest
  if (tables.length) await client.query(`truncate ${tables.map(format.quoteName).join(', ')}`)
  for (const { parentSchema, parent, bounds, ...part } of partitions) {
    const of = format.quoteName({ schema: parentSchema, name: parent })
    await client.query(`create table if not exists ${format.quoteName(part)} partition of ${of} ${bounds}`)
  }
  const byFolder = new Map(tables.map((table) => [format.folderOf(table), table]))
  let last: format.Table | undefined
  await fs.mkdir(staged, { recursive: true, mode: 0o700 })
  await readArchive(source, async (name, chunks) => {
    if (name.startsWith('files/')) return stage(staged, name.slice('files/'.length), chunks)
    const table = byFolder.get(name.slice(0, name.lastIndexOf('/') + 1))
    if (!table) throw new Error(`${name} belongs to no table of the manifest`)
    if (table !== last) log(`Loading ${table.schema}.${table.name}`)
    last = table
    const into = `${format.quoteName(table)} (${format.columnsOf(table)})`
    await pipeline(chunks, client.query(copyFrom(`copy ${into} from stdin`)))
  })
  for (const { last: value, called, ...sequence } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [format.quoteName(sequence), value, called])
  for (const table of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${format.quoteName(table)}`)
    if (Number(rows[0]?.count) !== table.rows)
      throw new Error(`${table.schema}.${table.name} has ${rows[0]?.count} rows instead of ${table.rows}`)
  }
  const views = await client.query<format.Named>(`${format.NAMES_OF_OURS} and c.relkind = 'm' order by c.oid`)
  for (const view of views.rows) await client.query(`refresh materialized view ${format.quoteName(view)}`)
  await client.query('commit')
}

async function stage(staged: string, name: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const path = resolve(staged, name)
  if (!path.startsWith(staged + sep)) throw new Error(`${name} lies outside the folder of files`)
  await fs.mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await pipeline(chunks, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
}

/** Moves the staged files to their places, each in one step. One of another content under its name is kept aside. */
async function addFiles(staged: string, filesDir: string, log: format.Log): Promise<number> {
  const aside = join(filesDir, `.before-${staged.slice(staged.lastIndexOf('.') + 1)}`)
  const folders = new Set([filesDir])
  const names = await format.filesIn(staged)
  for (const name of names) {
    const from = join(staged, name)
    const to = join(filesDir, name)
    const old = await format.ifThere(fs.readFile(to))
    if (old?.equals(await fs.readFile(from))) continue
    if (old) {
      log(`${name} differed; what was there is in ${aside}`)
      await fs.mkdir(dirname(join(aside, name)), { recursive: true, mode: 0o700 })
      await fs.link(to, join(aside, name))
    }
    for (let folder = dirname(to); folder !== filesDir; folder = dirname(folder)) folders.add(folder)
    await fs.mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await fs.rename(from, to)
  }
  for (const folder of folders) await syncFolder(folder)
  await fs.rm(staged, { recursive: true })
  return names.length
}

/** Gives the scratch database the live one's name, in one transaction, and ends whoever is connected to either. */
async function swap(
  owner: ClientConfig,
  maintenance: Client,
  { live, scratch, before }: { live: string; scratch: string; before: string },
): Promise<void> {
  const rename = (from: string, to: string) =>
    `alter database ${escapeIdentifier(from)} rename to ${escapeIdentifier(to)}`
  const renaming = new AbortController()
  const renameBoth = async () => {
    try {
      await maintenance.query('begin')
      await maintenance.query(rename(live, before))
      await maintenance.query(rename(scratch, live))
      await maintenance.query('commit')
    } catch (error) {
      await maintenance.query('rollback').catch(() => {}) // a lost connection has rolled back already
      throw error
    } finally {
      renaming.abort()
    }
  }
  // A rename lets nobody in while it waits up to 5 s for those inside: meanwhile we send them away. Closing
  // the database beforehand would leave it closed if we died in between.
  const clear = async (helper: Client) => {
    const ours = `datname in (${escapeLiteral(live)}, ${escapeLiteral(scratch)}) and backend_type = 'client backend'`
    while (!renaming.signal.aborted) {
      await helper.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`)
      await pause(20)
    }
  }
  await format.withClient(format.connectionTo(owner, 'postgres'), (helper) =>
    Promise.all([renameBoth(), clear(helper)]),
  )
}
