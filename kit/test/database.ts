import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { withClient } from '#kit/server/prepare.server.ts'

export interface TestDatabase {
  owner: pg.ClientConfig
  runtime: pg.ClientConfig
  name: string
}

const named = (name: string): TestDatabase => {
  const { owner, runtime } = inject('database')
  return { owner: { ...owner, database: name }, runtime: { ...runtime, database: name }, name }
}

const asOwner = <T>(work: (client: pg.Client) => Promise<T>) =>
  withClient({ ...inject('database').owner, database: 'postgres' }, work)

/** A migrated database of this test's own: empty, or as the template is. It goes with the server at the end of the run. */
export async function testDatabase(template = inject('database').owner.database): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asOwner((client) => client.query(`create database ${name} template ${template}`))
  return named(name)
}

/** The name of a database that is filled once in a run, by whichever file needs it first, for others to be copies of. */
export const templateDatabase = (
  name: string,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<string> =>
  asOwner(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      const made = await testDatabase()
      await fill(made)
      await client.query(`alter database ${made.name} rename to ${name}`)
    }
    return name
  })
