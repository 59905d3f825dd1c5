import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#apps/server/embedded.ts'
import { migrate } from '#kit/server/migrate.server.ts'

// Writes db/types.ts from a database made by the migrations; with --check it only says whether the file is current.

const root = join(import.meta.dirname, '..')
const target = join(root, 'db/types.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'agio-types-'))
const mapping = {
  numeric: 'string',
  timestamptz: 'string',
  int8: 'string',
  date: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  xid8: 'string',
}

const embedded = await startEmbedded({ dataDir, durable: false })
try {
  const client = new pg.Client(embedded.owner)
  await client.connect()
  await migrate(client, { dir: join(root, 'db/migrations') })
  const overrides = { columns: await checkedColumns(client) }
  const schemas = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public', 'jobs')`,
  )
  await client.end()
  const fresh = join(dataDir, 'types.ts')
  execFileSync(
    join(root, 'node_modules/.bin/kysely-codegen'),
    [
      '--dialect',
      'postgres',
      '--camel-case',
      '--log-level',
      'error',
      '--include-pattern',
      `(${schemas.rows.map(({ name }) => name).join('|')}).*`,
      '--type-mapping',
      JSON.stringify(mapping),
      '--overrides',
      JSON.stringify(overrides),
      '--url',
      `postgresql://agio_owner@localhost/agio?host=${embedded.owner.host}`,
      '--out-file',
      process.argv.includes('--check') ? fresh : target,
    ],
    // It looks for TypeScript's old compiler API, says so for each override, and does without.
    { stdio: ['ignore', 'inherit', 'pipe'] },
  )
  if (process.argv.includes('--check') && readFileSync(fresh, 'utf8') !== readFileSync(target, 'utf8')) {
    process.stderr.write('db/types.ts is not what the migrations make: run npm run db:types\n')
    process.exitCode = 1
  }
} finally {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** The columns whose check constraint lists their values, each with the union of them: the types follow the SQL. */
async function checkedColumns(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{
    column: string
    definition: string
    generated: boolean
    nullable: boolean
  }>(
    `select n.nspname || '.' || c.relname || '.' || a.attname as column, pg_get_constraintdef(k.oid) as definition,
            a.atthasdef as generated, not a.attnotnull as nullable
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
     where k.contype = 'c' and array_length(k.conkey, 1) = 1 and not c.relispartition
       and pg_get_constraintdef(k.oid) ~ '= ANY \\(\\(?ARRAY\\['
     order by 1`,
  )
  return Object.fromEntries(
    rows.map(({ column, definition, generated, nullable }) => {
      const list = /ARRAY\[(.*?)\]/.exec(definition)?.[1] ?? ''
      const values = list
        .split(', ')
        .map((value) => value.replace(/::[\w ]+$/, '').replace(/^\((.*)\)$/, '$1'))
      const union = [...values, ...(nullable ? ['null'] : [])].join(' | ')
      return [column, generated ? `Generated<${union}>` : union]
    }),
  )
}
