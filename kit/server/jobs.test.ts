import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#kit/test/database.ts'
import type { Services } from './context.server.ts'
import { type Database, inCompany, openDatabase } from './database.server.ts'
import { type Job, keyOf, queueOf, startWorker } from './jobs.server.ts'
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

const waiting = async () =>
  (
    await database.pool.query<{ payload: { list?: string; n?: number }; priority: number }>(
      `select payload, priority from jobs._private_jobs where is_available order by priority, run_at, id`,
    )
  ).rows
const relay = (jobs: readonly Job[]) =>
  inCompany(undefined, () => relayOnce(database.db, queueOf(jobs), keyOf(jobs)))
const heavy: Job = { name: 'test.waits', isHeavy: true, run: () => Promise.resolve() }

test('a job for all that waits is not added again, whoever asks; one that failed for good comes anew', async () => {
  const jobs: Job[] = [{ ...heavy, name: 'test.list', isForAll: true, sameBy: 'list' }]
  const ask = async (companyId: string | undefined, list: string) => {
    await inCompany(companyId, () => enqueue(database.db, 'test.list', { list }))
    await relay(jobs)
    return (await waiting())
      .map(({ payload }) => payload.list)
      .toSorted((a, b) => String(a).localeCompare(String(b)))
  }
  expect(await ask(first, 'un')).toEqual(['un'])
  expect(await ask(second, 'un')).toEqual(['un'])
  expect(await ask(undefined, 'ofac')).toEqual(['ofac', 'un'])
  await database.pool.query(
    `update jobs._private_jobs set attempts = 3, last_error = 'x', run_at = now() + interval '1 day'`,
  )
  expect(await ask(first, 'un')).toEqual(['ofac', 'un'])
  const of = async (what: string) =>
    (
      await database.pool.query<{ at: unknown }>(
        `select ${what} as at from jobs._private_jobs where key = 'test.list un'`,
      )
    ).rows[0]?.at
  // What is known of it stays, and it is tried now.
  expect([await of('attempts'), await of('last_error'), await of('run_at <= now()')]).toEqual([3, 'x', true])
  await database.pool.query(`update jobs._private_jobs set attempts = max_attempts`)
  expect(await ask(first, 'un')).toEqual(['un'])
  expect([await of('attempts'), await of('last_error')]).toEqual([0, null])
  await database.pool.query('delete from jobs._private_jobs')
})

test('a job that waits is not passed over by each that comes after it', async () => {
  const ask = async (companyId: string, n: number) => {
    await inCompany(companyId, () => enqueue(database.db, heavy.name, { n }))
    await relay([heavy])
  }
  const runs = () =>
    database.pool.query(
      'delete from jobs._private_jobs where id = (select id from jobs._private_jobs order by priority, run_at, id limit 1)',
    )
  const order = async () => (await waiting()).map(({ payload }) => payload.n)
  for (const n of [1, 2, 3]) await ask(first, n)
  await ask(second, 4)
  expect(await order()).toEqual([1, 4, 2, 3])
  await runs()
  await runs()
  // Those that come now are behind what has waited longest, however few theirs are.
  await ask(third, 5)
  await ask(second, 6)
  expect(await order()).toEqual([2, 5, 6, 3])
  await database.pool.query('update jobs._private_jobs set priority = 32767')
  await ask(first, 7)
  expect(await order()).toEqual([2, 3, 5, 6, 7])
  await database.pool.query('delete from jobs._private_jobs')
  await ask(first, 8)
  expect((await waiting()).map(({ priority }) => priority)).toEqual([0])
  await database.pool.query('delete from jobs._private_jobs')
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

test('jobs that wait for servers of others hold up none of ours', async () => {
  const begun: string[] = []
  const jobs: Job[] = [
    {
      name: 'test.send',
      isOutgoing: true,
      run: ({ n }) => {
        begun.push('send')
        return isOver ? Promise.resolve() : new Promise((resolve) => held.set(`send ${String(n)}`, resolve))
      },
    },
    { name: 'test.own', run: () => Promise.resolve(void begun.push('own')) },
  ]
  for (let n = 1; n <= 6; n += 1) await inCompany(first, () => enqueue(database.db, 'test.send', { n }))
  await inCompany(first, () => enqueue(database.db, 'test.own', {}))
  await relay(jobs)
  const ours = await startWorker(database.pool, jobs, { services: { db: database.db } as Services, log })
  await expect
    .poll(() => begun.toSorted(), { timeout: 5000 })
    .toEqual(['own', 'send', 'send', 'send', 'send'])
  isOver = true
  for (const release of held.values()) release()
  await ours.stop()
})

test('a job that is done while the database cannot be reached is ended when it can, and nothing breaks', async () => {
  const few = openDatabase(
    { ...database.pool.options, max: 2, connectionTimeoutMillis: 100 },
    { onError: () => undefined },
  )
  const broken: unknown[] = []
  const hear = (error: unknown) => void broken.push(error)
  process.on('unhandledRejection', hear)
  let taken: { release: () => void } | undefined
  const job: Job = {
    name: 'test.away',
    run: async () => {
      // The queue listens on the other one: none is to be had when it would say that this job is done.
      taken = await few.pool.connect()
    },
  }
  await inCompany(first, () => enqueue(database.db, job.name, {}))
  await relay([job])
  const own = await startWorker(few.pool, [job], { services: {} as Services, log })
  const left = async () =>
    (
      await database.pool.query(
        'select from jobs._private_jobs j join jobs._private_tasks t on t.id = j.task_id where t.identifier = $1',
        [job.name],
      )
    ).rowCount
  await expect.poll(() => taken).toBeDefined()
  await new Promise((passed) => setTimeout(passed, 500))
  expect(await left()).toBe(1)
  taken?.release()
  await expect.poll(left, { timeout: 15_000 }).toBe(0)
  expect(broken).toEqual([])
  process.off('unhandledRejection', hear)
  await own.stop()
  await few.close()
})
