import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEmbedded } from '#apps/server/embedded.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { diskStore } from '#kit/server/files.server.ts'
import { prepare } from '#kit/server/prepare.server.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { lookAtDeals } from '#modules/exchange/public.server.ts'
import { lookAtBooks, replayBooks } from '#modules/ledger/public.server.ts'
import { migrationsDir } from './database.ts'
import { fillDemo } from './demo.ts'
import { type TestApp, testApp } from './test-app.ts'
import { openTill } from './test-till.ts'

vi.setConfig({ testTimeout: 120_000 })

// A disk of its own for database and files, where whoever runs the tests may mount one.
const disk = mkdtempSync(join(tmpdir(), 'agio-disk-'))
const mount = spawnSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=711', 'agio-test', disk])
const isMounted = mount.status === 0
const filler = join(disk, 'filler')

/** Takes all the space that is left. */
function fill(): void {
  const file = openSync(filler, 'a')
  try {
    for (const size of [1 << 20, 1 << 12]) {
      const bytes = Buffer.alloc(size)
      try {
        for (;;) writeSync(file, bytes)
      } catch {
        // In smaller pieces what is left.
      }
    }
  } finally {
    closeSync(file)
  }
}

let app: TestApp
let stop = () => Promise.resolve()
let logged = ''
let postgres = ''
beforeAll(async () => {
  if (!isMounted) return
  const embedded = await startEmbedded({
    dataDir: join(disk, 'data'),
    durable: false,
    log: (line) => void (postgres += line),
  })
  stop = () => embedded.stop()
  const database = { owner: embedded.owner, runtime: embedded.as('agio_server'), name: 'agio' }
  await prepare(database, migrationsDir)
  app = await testApp({
    beside: { database } as TestApp,
    env: { AGIO_DATA_DIR: join(disk, 'data') },
    log: new Writable({ write: (chunk, _encoding, done) => done(void (logged += String(chunk))) }),
  })
  await fillDemo(app.services)
  await app.start()
}, 120_000)
afterAll(async () => {
  rmSync(filler, { force: true })
  if (isMounted) await app.stop()
  await stop()
  if (isMounted) spawnSync('/usr/bin/umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

const readiness = async () => (await app.http.inject('/readyz')).statusCode

test.skipIf(!isMounted)('a full disk is said, loses nothing and is got over', async () => {
  const teller = await app.signIn('teller')
  const { id } = await openTill(app, teller, { stock: { USD: ['10000', '20000'] } })
  const lines = [{ side: 'sell' as const, currencyId: id('USD'), quantity: '1' }]
  const deal = async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { status, body, error } = await teller.call(deals.create, { lines, upTo: 'settle' }, { headers })
    return { status, error, id: status === 200 ? body.id : '' }
  }
  const settled: string[] = []
  const over = new AbortController()
  const others: number[] = []
  const dealing = Promise.all(
    [1, 2, 3].map(async () => {
      while (!over.signal.aborted) {
        const made = await deal()
        if (made.status === 200) settled.push(made.id)
        else others.push(made.status)
      }
    }),
  )
  await expect.poll(() => settled.length).toBeGreaterThan(5)
  expect(await readiness()).toBe(200)
  fill()
  await expect.poll(readiness, { timeout: 30_000 }).toBe(503)
  // What is left of blocks and log that were there before is used up first.
  await expect
    .poll(async () => (await deal()).error, { timeout: 60_000 })
    .toMatchObject({
      code: 'DISK_FULL',
      message: expect.stringContaining('free space') as unknown,
    })
  const refused = others.length
  await expect.poll(() => others.length, { timeout: 30_000 }).toBeGreaterThan(refused + 100)
  expect(await readiness()).toBe(503)

  // Without room for its log PostgreSQL ends; and one that was killed may not even start until there is some.
  const useUpTheLog = `do $$ begin loop perform pg_logical_emit_message(false, '', repeat('x', 1000000)); end loop; end $$`
  await expect(app.owner(useUpTheLog)).rejects.toThrow()
  process.kill(Number(readFileSync(join(disk, 'data/pg/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  await expect.poll(() => postgres, { timeout: 30_000 }).toContain('is started again')
  await expect.poll(async () => (await deal()).status).toBe(503)
  expect(await readiness()).toBe(503)

  const before = settled.length
  rmSync(filler)
  await expect.poll(() => settled.length, { timeout: 60_000 }).toBeGreaterThan(before + 5)
  await expect.poll(readiness, { timeout: 30_000 }).toBe(200)
  // What runs behind the calls goes on too.
  await app.owner(`select jobs.add_job('access.forget')`)
  const left = () =>
    app.owner(
      `select from jobs.jobs where task_identifier = 'access.forget' union all select from kit.outbox`,
    )
  await expect.poll(left, { timeout: 60_000 }).toEqual([])
  over.abort()
  await dealing
  expect(new Set(others)).toEqual(new Set([503]))
  const kept = await app.owner<{ id: string }>(`select id from exchange.deal where state = 'settled'`)
  expect(settled.filter((one) => !kept.some((row) => row.id === one))).toEqual([])
  await inCompany(teller.login.company.companyId, async () => {
    const { db } = app.services
    const looks = [...(await lookAtBooks(db)), ...(await lookAtDeals(db))]
    expect(looks.filter(({ wrong }) => wrong > 0)).toEqual([])
    expect((await replayBooks(db)).differences).toEqual([])
  })
  const loud = logged.split('\n').filter((line) => /"level":[56]0/.test(line))
  expect(loud.length).toBeLessThan(5)
})

test.skipIf(!isMounted)('of a file that has no room nothing is left', async () => {
  const folder = join(disk, 'files')
  mkdirSync(folder)
  const store = diskStore(folder)
  expect(await store.hasRoom()).toBe(true)
  fill()
  expect(await store.hasRoom()).toBe(false)
  await expect(store.put('company', 'id', Buffer.alloc(1 << 20))).rejects.toThrow('ENOSPC')
  expect(readdirSync(join(folder, 'company'))).toEqual([])
  rmSync(filler)
  await store.put('company', 'id', Buffer.alloc(1 << 20))
  expect(readdirSync(join(folder, 'company'))).toEqual(['id'])
})
