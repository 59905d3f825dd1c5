import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { type ClientBase, DatabaseError } from 'pg'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'

/** A migration as recorded in `kit.migration`: its number, file name, and the SHA-256 of its text in hex. */
export type Migration = { number: number; name: string; checksum: string }
/** What a database has and what the program would still apply, both in order. */
export type MigrationState = { applied: Migration[]; pending: Migration[] }

/** The key of the advisory lock that a runner holds; a program that must not meet a migration takes it shared. */
export const MIGRATION_LOCK = `hashtextextended('agio migrate', 0)`

type File = Migration & { sql: string }

/**
 * Applies the migrations `NNNN_words.sql` of a folder that the database does not have yet, each in one
 * transaction, one runner at a time (others wait). Row-level security is off while they run: a data
 * migration sees every row, or fails where the role may not.
 * @param client a connected owner of the database, with no open transaction
 * @param options.upTo the last number to apply; all by default
 * @returns the names of the files that were applied now
 * @throws StartRefusal when folder and database do not fit (see `migrationState`); an Error that names file and
 *   line when a migration fails, of which then nothing stays
 */
export async function migrate(
  client: ClientBase,
  options: { dir: string; upTo?: number; log?: (line: string) => void },
): Promise<{ applied: string[] }> {
  const { upTo = Infinity, log = () => {} } = options
  const files = readFiles(options.dir)
  return oneByOne(client, log, async () => {
    await client.query(`
      create schema if not exists kit;
      create table if not exists kit.migration (
        number int primary key, name text not null, checksum text not null,
        applied_at timestamptz not null default now())`)
    const pending = compare(files, await appliedMigrations(client)).filter((file) => file.number <= upTo)
    for (const file of pending) {
      await apply(client, file)
      log(`Applied ${file.name}`)
    }
    return { applied: pending.map((file) => file.name) }
  })
}

/** Runs `work` while no other program prepares this database; others wait, whoever holds the lock already does not. */
export async function oneByOne<T>(
  client: ClientBase,
  log: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await client.query<{ got: boolean }>(
    `select pg_try_advisory_lock(${MIGRATION_LOCK}) as got`,
  )
  if (!rows[0]?.got) {
    log('Another Agio is preparing this database: waiting for it')
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
  }
  try {
    return await work()
  } finally {
    await client.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`)
  }
}

/**
 * Compares a folder of migrations with a database, which it only reads (select on `kit.migration` is enough).
 * @throws StartRefusal when a number is missing or twice in the folder, an applied file was changed, or the
 *   database has a migration that the folder has not: it belongs to a newer program
 */
export async function migrationState(client: ClientBase, dir: string): Promise<MigrationState> {
  const applied = await appliedMigrations(client)
  return { applied, pending: pendingMigrations(applied, dir) }
}

/** What a folder has beyond `applied`; refuses as `migrationState` does. */
export function pendingMigrations(applied: Migration[], dir: string): Migration[] {
  return compare(readFiles(dir), applied).map(({ number, name, checksum }) => ({ number, name, checksum }))
}

/** The migrations that a database has, in order; none where it was never migrated. */
export async function appliedMigrations(client: ClientBase): Promise<Migration[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('kit.migration') is not null as there`,
  )
  if (!rows[0]?.there) return []
  return (await client.query<Migration>('select number, name, checksum from kit.migration order by number'))
    .rows
}

function readFiles(dir: string): File[] {
  const names = fs.readdirSync(dir).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name, index) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
    if (Number.isNaN(number))
      throw new StartRefusal(`${name} in ${dir} is not named like 0001_some_words.sql.`)
    if (number !== index + 1)
      throw new StartRefusal(
        `${name} in ${dir} should be number ${index + 1}: a number is missing or there twice.`,
      )
    const sql = fs.readFileSync(join(dir, name), 'utf8').replaceAll('\r\n', '\n')
    return { number, name, checksum: createHash('sha256').update(sql).digest('hex'), sql }
  })
}

/** Refuses what does not fit; the files that are still to be applied. */
function compare(files: File[], applied: Migration[]): File[] {
  for (const [index, has] of applied.entries()) {
    const file = files[has.number - 1]
    if (!file)
      throw new StartRefusal(
        `The database has ${has.name}, which this Agio does not know: start the newer Agio.`,
      )
    if (has.number !== index + 1)
      throw new StartRefusal(`The database has ${has.name} but not number ${index + 1}: restore a backup.`)
    const since = /^-- Fixed since Agio (\S+)\.$/m.exec(file.sql)?.[1]
    if (since !== undefined && file.checksum !== has.checksum)
      throw new StartRefusal(
        `This data was made by an Agio before ${since}, whose books say too little to be carried over: begin with an empty data folder, or keep that Agio for it.`,
      )
    if (file.checksum !== has.checksum || file.name !== has.name)
      throw new StartRefusal(
        `${file.name} is not what was applied as ${has.name}: put it back and write a new migration.`,
      )
  }
  return files.slice(applied.length)
}

async function apply(client: ClientBase, file: File): Promise<void> {
  if (/^\s*(commit|rollback)\b/im.test(file.sql))
    throw new Error(`${file.name} must not end its transaction: it runs whole or not at all`)
  await client.query('begin')
  try {
    await client.query('set local row_security = off')
    await client.query(file.sql)
    const values = [file.number, file.name, file.checksum]
    await client.query('insert into kit.migration (number, name, checksum) values ($1, $2, $3)', values)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {}) // the connection may be what failed: say the first error
    const position = error instanceof DatabaseError ? Number(error.position) : NaN
    const line = position ? `:${file.sql.slice(0, position).split('\n').length}` : ''
    throw new Error(`${file.name}${line} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
