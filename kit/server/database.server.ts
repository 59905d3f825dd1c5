import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresDialectConfig,
  type ReservedConnectionOptions,
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

  override async acquireConnection(options?: ReservedConnectionOptions): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(options as never)
    if (!this.#companies.has(connection)) this.#forgetOnError(connection)
    const company = companyOfWork.getStore() ?? noCompany
    if (this.#companies.get(connection) === company) return connection
    try {
      await connection.executeQuery(
        CompiledQuery.raw(`select set_config('app.company_id', $1, false)`, [company]) as never,
      )
      this.#companies.set(connection, company)
      return connection
    } catch (error) {
      await this.releaseConnection(connection as never)
      throw error
    }
  }

  #forgetOnError(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (...args: Parameters<typeof execute>) => {
      try {
        return await execute(...args)
      } catch (error) {
        this.#companies.set(connection, 'unknown')
        throw error
      }
    }
  }
}
