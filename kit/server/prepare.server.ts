import pg from 'pg'
import { migrateJobs } from '#kit/server/jobs.server.ts'
import { migrate, migrationState, oneByOne } from '#kit/server/migrate.server.ts'
import { refuseTransactionPooler } from '#kit/server/pooler.server.ts'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'

/** The roles of a database: one owns and migrates, the other serves and is held by row-level security. */
export interface Roles {
  /** Absent where only the serving role was given. */
  owner?: pg.ClientConfig
  runtime: pg.ClientConfig
}

const oldestVersion = 180_000

/** Runs `work` with a connected client and ends it. */
export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => undefined)
    throw new StartRefusal(`The database cannot be reached: ${(error as Error).message}.`)
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Migrates where an owner is given and gives the running server's role its rights; otherwise says what is missing. */
export async function prepare(
  roles: Roles,
  migrationsDir: string,
  log: (line: string) => void = () => {},
): Promise<void> {
  const { owner, runtime } = roles
  if (owner)
    await withClient(owner, async (client) => {
      await refuseTransactionPooler(client, owner, 'DATABASE_OWNER_URL')
      await refuseOldVersion(client)
      await oneByOne(client, log, async () => {
        await migrate(client, { dir: migrationsDir, log })
        await admitRuntime(client, runtime)
        await prepareJobs(client, runtime)
      })
    })
  await withClient(runtime, async (client) => {
    await refuseTransactionPooler(client, runtime)
    await refuseOldVersion(client)
    await refuseMightyRole(client)
    const { pending } = owner ? { pending: [] } : await migrationState(client, migrationsDir)
    if (pending.length > 0)
      throw new StartRefusal(
        `The database lacks ${pending.length} migration(s): run "npm run agio -- db migrate" with DATABASE_OWNER_URL set.`,
      )
    // The calendar is extended every night; after a long rest, now.
    await client.query('select kit.extend_partitions()')
  })
}

async function refuseOldVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  if (rows[0] && rows[0].number < oldestVersion)
    throw new StartRefusal(`DATABASE_URL is PostgreSQL ${rows[0].version}, but Agio needs 18 or newer.`)
}

/** Makes the running server's role where it is missing, and a member of the role that holds the rights. */
async function admitRuntime(client: pg.Client, runtime: pg.ClientConfig): Promise<void> {
  const { user, password } = new pg.Client(runtime)
  if (!user) throw new StartRefusal('DATABASE_URL names no user.')
  const name = pg.escapeIdentifier(user)
  const known = await client.query('select from pg_roles where rolname = $1', [user])
  if (known.rowCount === 0) {
    const secret = password ? ` password ${pg.escapeLiteral(password)}` : ''
    await client.query(`create role ${name} login nosuperuser nobypassrls${secret}`)
  }
  const member = await client.query(`select pg_has_role($1, 'agio_runtime', 'member') as yes`, [user])
  if (!(member.rows[0] as { yes: boolean }).yes) await client.query(`grant agio_runtime to ${name}`)
}

/** The queue makes its tables itself, as the role that serves; for that moment alone it may create a schema. */
async function prepareJobs(client: pg.Client, runtime: pg.ClientConfig): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`select current_database() as name`)
  const database = pg.escapeIdentifier(rows[0]?.name ?? '')
  await client.query(`grant create on database ${database} to agio_runtime`)
  try {
    await migrateJobs(runtime)
  } finally {
    await client.query(`revoke create on database ${database} from agio_runtime`)
  }
}

/** The role that serves must be held by row-level security: neither superuser, nor bypassing it, nor an owner of tables. */
async function refuseMightyRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ user: string; bypasses: boolean; owns: boolean }>(
    `select current_user as user, rolsuper or rolbypassrls as bypasses,
            exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                    where c.relrowsecurity and n.nspname <> 'jobs' and pg_has_role(current_user, c.relowner, 'member')) as owns
     from pg_roles where rolname = current_user`,
  )
  const role = rows[0]
  if (role?.bypasses || role?.owns)
    throw new StartRefusal(
      `DATABASE_URL signs in as ${role.user}, which ${role.bypasses ? 'bypasses row-level security' : 'owns the tables'}: give that role to DATABASE_OWNER_URL, and DATABASE_URL a plain role of its own (it is made if it does not exist).`,
    )
}
