import { join } from 'node:path'
import { sql } from 'kysely'
import { inject, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#kit/test/database.ts'
import { startPooler } from '#kit/test/pooler.ts'
import { openDatabase } from './database.server.ts'
import type { Connection } from './embedded.server.ts'
import { prepare } from './prepare.server.ts'

const migrationsDir = join(import.meta.dirname, '../../db/migrations')

async function behind(options: Parameters<typeof startPooler>[1]) {
  const { name } = await testDatabase()
  const target = { ...inject('database').runtime, database: name }
  const pooler = await startPooler(target, options)
  onTestFinished(() => pooler.stop())
  return pooler.as(target.user)
}

const select = async (connection: Connection) => {
  const database = openDatabase({ ...connection, max: 2 })
  onTestFinished(() => database.close())
  return (await sql<{ n: number }>`select 1 as n`.execute(database.db)).rows
}

test.each([
  { servers: 1 },
  { servers: 2 },
  { servers: 5 },
  { servers: 2, fair: true },
  { servers: 3, fair: true },
  { servers: 5, fair: true },
  { servers: 20, fair: true },
])('a pooler in transaction mode is refused, of %o', async (options) => {
  const runtime = await behind({ mode: 'transaction', ...options })
  const refusal = /^DATABASE_URL leads through a pooler in transaction mode[^\n]+\.$/
  await expect(prepare({ runtime }, migrationsDir)).rejects.toThrow(refusal)
  // Also where it was put in after the start.
  await expect(select(runtime)).rejects.toThrow('in transaction mode')
})

test('a pooler in session mode serves', async () => {
  const runtime = await behind({ mode: 'session', servers: 0 })
  await prepare({ runtime }, migrationsDir)
  expect(await select(runtime)).toEqual([{ n: 1 }])
})
