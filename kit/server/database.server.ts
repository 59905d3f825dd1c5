import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresDialectConfig,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import type { DB } from '#db/types.ts'

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
// Dates stay `YYYY-MM-DD`, numerics and big integers are strings already; instants become ISO 8601 text in UTC.
const parsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === dateOid) return plainText
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => toInstant(value)
    return pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** PostgreSQL's text of a timestamptz as ISO 8601 UTC with milliseconds. */
const toInstant = (value: string) =>
  new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Opens a pool with tenancy built in. Whoever waits ten seconds for a connection is refused. `onError` hears of connections that break while idle; the pool replaces them.
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
    options: '-c timezone=UTC',
    types: parsers,
    ...connection,
  })
  const heard = (error: Error) => options.onError?.(error)
  pool.on('error', heard)
  pool.on('connect', (client) => client.on('error', heard))
  const { onQuery } = options
  const db = new Kysely<DB>({
    dialect: new TenantDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(onQuery ? { log: (event) => onQuery(event.query.sql, event.query.parameters) } : {}),
  })
  return { db, pool, close: () => db.destroy() }
}
