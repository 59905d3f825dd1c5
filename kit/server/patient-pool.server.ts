import type { Pool, PoolClient } from 'pg'
import { isDatabaseAway } from './errors.server.ts'

/** The queue asks again, for as long as it takes, where it finds this code; other errors of a lost connection would end the program. */
const again = 'ETIMEDOUT'

const askAgain = (error: Error & { code?: string }): never => {
  if (isDatabaseAway(error)) error.code = again
  throw error
}

/** The object with one of its methods in another way. */
const withMethod = <T extends object>(object: T, name: keyof T, method: unknown): T =>
  new Proxy(object, {
    get(target, key) {
      const value: unknown = key === name ? method : Reflect.get(target, key)
      return typeof value === 'function' && key !== name ? value.bind(target) : value
    },
  })

/** The pool for the queue, which ends jobs that are done with nobody to hear of it when that fails. */
export const patientPool = (pool: Pool): Pool =>
  withMethod(pool, 'connect', (callback?: (...given: unknown[]) => void) => {
    if (callback) return pool.connect(callback)
    return pool.connect().then((client): PoolClient => {
      const query = client.query.bind(client) as unknown as (...given: unknown[]) => Promise<unknown>
      return withMethod(client, 'query', (...given: unknown[]) => query(...given).catch(askAgain))
    }, askAgain)
  })
