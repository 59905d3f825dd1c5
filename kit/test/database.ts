import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { withClient } from '#kit/server/prepare.server.ts'

export interface TestDatabase {
  owner: pg.ClientConfig
  runtime: pg.ClientConfig
  name: string
}

/** A migrated, empty database of this test's own. It goes with the server at the end of the run. */
export async function testDatabase(): Promise<TestDatabase> {
  const { owner, runtime } = inject('database')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withClient({ ...owner, database: 'postgres' }, (client) =>
    client.query(`create database ${name} template ${owner.database}`),
  )
  return { owner: { ...owner, database: name }, runtime: { ...runtime, database: name }, name }
}
