import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#kit/test/database.ts'
import type { Services } from './context.server.ts'
import { type Database, inCompany, openDatabase } from './database.server.ts'
import { type Job, queueOf, startWorker } from './jobs.server.ts'
import { enqueue, relayOnce } from './outbox.server.ts'

const log = pino({ level: 'silent' })
const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
let database: Database
const held = new Map<string, () => void>()
let isOver = false
let worker: Awaited<ReturnType<typeof startWorker>> | undefined
beforeAll(async () => {
  database = openDatabase((await testDatabase()).runtime, { onError: () => undefined })
})
afterAll(async () => {
  isOver = true
  for (const release of held.values()) release()
  await worker?.stop()
  await database.close()
})

test('piles of two companies hold up neither a job for all nor the one file of a third company', async () => {
  const begun: string[] = []
  const jobs: Job[] = [
    {
      name: 'test.file',
      isHeavy: true,
      run: ({ companyId = '', n }) => {
        begun.push(`${companyId} ${String(n)}`)
        return isOver ? Promise.resolve() : new Promise((resolve) => held.set(companyId, resolve))
      },
    },
    {
      name: 'test.fetch',
      isHeavy: true,
      isForAll: true,
      run: () => Promise.resolve(void begun.push('fetch')),
    },
  ]
  const ask = (companyId: string, name: string, n = 0) =>
    inCompany(companyId, () => enqueue(database.db, name, { n }))
  for (let n = 1; n <= 3; n += 1) for (const company of [first, second]) await ask(company, 'test.file', n)
  await ask(first, 'test.fetch')
  await ask(third, 'test.file', 1)
  await inCompany(undefined, () => relayOnce(database.db, queueOf(jobs)))
  worker = await startWorker(database.pool, jobs, { services: { db: database.db } as Services, log })
  await expect
    .poll(() => begun.toSorted(), { timeout: 5000 })
    .toEqual([`${first} 1`, `${second} 1`, 'fetch'].toSorted())
  held.get(first)?.()
  await expect.poll(() => begun.length, { timeout: 5000 }).toBe(4)
  expect(begun[3]).toBe(`${third} 1`)
})
