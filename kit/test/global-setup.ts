import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Connection, startEmbedded } from '#apps/server/embedded.ts'
import { prepare } from '#kit/server/prepare.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { owner: Connection; runtime: Connection }
  }
}

/** One PostgreSQL for the whole run; its database `agio`, migrated, is the template of every test file's own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-test-'))
  const embedded = await startEmbedded({ dataDir, durable: false })
  const database = { owner: embedded.owner, runtime: embedded.as('agio_server') }
  await prepare(database, join(import.meta.dirname, '../../db/migrations'))
  project.provide('database', database)
  return async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
