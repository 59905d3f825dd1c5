import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresDialectConfig,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { refuseTransactionPooler } from './pooler.server.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

const companyOfWork = new AsyncLocalStorage<string>()
const noCompany = ''

/** Runs `work` with every connection it takes set to this company; `undefined` means none, which sees no tenant row. */
export const inCompany = <T>(companyId: string | undefined, work: () => T): T =>
  companyOfWork.run(companyId ?? noCompany, work)

/**
 * Sets `app.company_id` when a connection is handed out, and only when it differs from what that connection already has.
 * Any error on a connection forgets what was set, so that a doubt costs a statement and never a wrong company.
 */
class TenantDriver extends PostgresDriver {
  readonly #companies = new WeakMap<DatabaseConnection, string>()

  override async acquireConnection(
    options?: Parameters<PostgresDriver['acquireConnection']>[0],
    attempt = 1,
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(options)
    if (!this.#companies.has(connection)) this.#forgetOnError(connection)
    const company = companyOfWork.getStore() ?? noCompany
    if (this.#companies.get(connection) === company) return connection
    try {
      await connection.executeQuery(
        CompiledQuery.raw(`select set_config('app.company_id', $1, false)`, [company]),
      )
      this.#companies.set(connection, company)
      return connection
    } catch (error) {
      await this.releaseConnection(connection as Parameters<PostgresDriver['releaseConnection']>[0])
      // It died while nobody used it: nothing was begun on it, so the next one serves as well.
      if (attempt < 5 && isLost(error)) return this.acquireConnection(options, attempt + 1)
      throw error
    }
  }

  #forgetOnError(connection: DatabaseConnection): void {
    this.#companies.set(connection, 'unknown')
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (query, options) => {
      try {
        return await execute(query, options)
      } catch (error) {
        this.#companies.set(connection, 'unknown')
        throw error
      }
    }
  }
}

/** The connection has ended, and the statement with it. */
const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.startsWith('Connection terminated') ||
    /^(57P0[12]|ECONNRESET|EPIPE)$/.test(String((error as { code?: string }).code)))

class TenantDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): TenantDriver {
    return new TenantDriver(this.#config)
  }
}

const plainText = (value: string) => value
const dateOid = 1082
const instantOid = 1184
// Dates stay `YYYY-MM-DD`, numerics and big integers are strings already; instants become ISO 8601 text in UTC.
const parsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === dateOid) return plainText
    if (oid === instantOid) return (value: string) => toInstant(value)
    return pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** PostgreSQL's text of a timestamptz (`2026-01-31 09:05:00.123456+00`, our connections speak UTC) as ISO 8601 with milliseconds. */
const toInstant = (value: string) =>
  `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.charAt(19) === '.' ? value.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000'}Z`

/**
 * Marks a read that runs all day with other values (by key, a session): each connection prepares it once, and the planner's
 * work is saved. Within a transaction nothing needs the mark. Not for lists: their best plan depends on the values.
 */
export const prepared = sql`/* prepared */`

/** So many different statements are known by name; what comes later is planned each time, and no memory grows. */
const mostPrepared = 1000
/** What PostgreSQL says of a prepared statement whose tables have changed. */
export const planIsOld = '0A000'
type StatementNames = Map<string, string>

/** The name by which PostgreSQL knows a statement again on the same connection. */
function nameOf(text: string, names: StatementNames): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostPrepared) return known
  const name = `agio${names.size}`
  names.set(text, name)
  return name
}

/** Prepares marked statements, and all of a transaction: those are the same few, whatever is changed. */
function prepareStatements(client: pg.PoolClient, names: StatementNames): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let isChanging = false
  // After a change of tables a statement must be prepared anew, and a name cannot be: then all names of this connection are others.
  let generation = 0
  client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string') return query(text, values, ...rest)
    if (/^(begin|start|commit|rollback)/.test(text)) {
      isChanging = text.startsWith('begin') || text.startsWith('start')
      return query(text, values, ...rest)
    }
    const name = isChanging || text.includes('/* prepared */') ? nameOf(text, names) : undefined
    if (name === undefined) return query(text, values, ...rest)
    const answer = query({ name: `${name}.${generation}`, text, values }, ...rest) as Promise<unknown>
    answer.catch((error: { code?: string }) => {
      if (error.code === planIsOld) generation++
    })
    return answer
  }) as pg.PoolClient['query']
}

const databases = new WeakMap<Db, Db>()
const kept = new WeakMap<Db, ((tx: Tx) => Promise<unknown>)[]>()

/** Runs `work` in a transaction that knows the database around it. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const again: ((tx: Tx) => Promise<unknown>)[] = []
  try {
    return await db.transaction().execute((tx) => {
      databases.set(tx, db)
      kept.set(tx, again)
      return work(tx)
    })
  } catch (error) {
    if (error instanceof Refusal) for (const one of again) await db.transaction().execute(one)
    throw error
  }
}

/** Has something done that stays even where a refusal takes back the caller's transaction: then it is done again, in one of its own. */
export async function evenIfRefused<T>(tx: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  kept.get(tx)?.push(work)
  return work(tx)
}

/**
 * The database around a transaction, for what outlives it and needs no more than what is committed. Undefined where the
 * transaction was not begun by `inTransaction`. Never wait for it inside: the pool may have no other connection.
 */
export const outside = (db: Db): Db | undefined => (db.isTransaction ? databases.get(db) : db)

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Opens a pool with tenancy built in. A caller is refused after ten seconds without a connection. `onError` hears of connections that break while idle; the pool replaces them.
 */
export function openDatabase(
  connection: pg.PoolConfig,
  options: {
    onError?: (error: Error) => void
    onQuery?: (sql: string, parameters: readonly unknown[]) => void
  } = {},
): Database {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 10_000,
    // The queue's workers wake together each minute: what they were given then is still there.
    idleTimeoutMillis: 300_000,
    options: '-c timezone=UTC',
    types: parsers,
    // A pooler may have been put in after the start.
    verify: (client, done) => void refuseTransactionPooler(client, connection).then(() => done(), done),
    ...connection,
  })
  let isClosing = false
  // What a connection says after its goodbye, when the server stops in the same moment, is of no interest.
  const heard = (error: Error) => isClosing || options.onError?.(error)
  const names: StatementNames = new Map()
  pool.on('error', heard)
  pool.on('connect', (client) => {
    client.on('error', heard)
    prepareStatements(client, names)
  })
  const { onQuery } = options
  const db = new Kysely<DB>({
    dialect: new TenantDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(onQuery ? { log: (event) => onQuery(event.query.sql, event.query.parameters) } : {}),
  })
  const close = () => {
    isClosing = true
    return db.destroy()
  }
  return { db, pool, close }
}
