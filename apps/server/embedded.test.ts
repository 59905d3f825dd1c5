import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Connection, type Embedded, runningEmbedded, startEmbedded } from '#apps/server/embedded.ts'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'

// Real processes, real kills. Each test has its own data folder; what it starts is ended after it.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let own: string
let dataDir: string
const running: Embedded[] = []
const children: ChildProcess[] = []

beforeEach(() => {
  own = fs.mkdtempSync(join(tmpdir(), 'agio-test-'))
  fs.chmodSync(own, 0o711) // as root: PostgreSQL's user must come through
  dataDir = join(own, 'data')
})

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((done) => child.once('exit', done))
  }
  for (const embedded of running.splice(0)) await embedded.stop()
  await expect.poll(() => fs.existsSync(join(dataDir, 'pg/postmaster.pid')), { timeout: 10_000 }).toBe(false)
  fs.rmSync(socketDir(), { recursive: true, force: true })
  fs.rmSync(own, { recursive: true, force: true })
})

/** Where the socket of `dataDir` will be. */
function socketDir(): string {
  const real = fs.existsSync(dataDir) ? fs.realpathSync(dataDir) : dataDir
  return join(tmpdir(), `agio-${createHash('sha256').update(join(real, 'pg')).digest('hex').slice(0, 16)}`)
}

async function start(dir = dataDir): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir: dir, durable: false })
  running.push(embedded)
  return embedded
}

async function query(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Runs a start in a process of its own, then `then` (code that knows `embedded`); what it prints is collected. */
function startInChild(then: string) {
  const code = `
    const { startEmbedded } = await import('#apps/server/embedded.ts')
    try {
      const embedded = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, durable: false })
      ${then}
    } catch (error) { console.log('refused: ' + error.message); process.exit(1) }
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const printed = { text: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed.text += chunk))
  const says = (part: string | RegExp) =>
    expect.poll(() => printed.text, { timeout: 30_000, interval: 10 }).toMatch(part)
  return { child, printed, says }
}

const postmaster = () => Number(fs.readFileSync(join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
const KEEP = 'create table if not exists kept as select 42 as answer'

test('a first start makes the database, a second start finds it again', async () => {
  const first = await start()
  expect(first.version).toMatch(/^18\./)
  const [row] = await query(
    first.owner,
    `select current_database() as database, current_user as user, current_setting('listen_addresses') as tcp,
            current_setting('server_encoding') as encoding, current_setting('jit') as jit, uuidv7() is not null as uuid`,
  )
  expect(row).toEqual({
    database: 'agio',
    user: 'agio_owner',
    tcp: '',
    encoding: 'UTF8',
    jit: 'off',
    uuid: true,
  })
  expect(fs.statSync(first.socketDir).mode & 0o777).toBe(0o700)
  await query(first.owner, KEEP)
  await query(first.owner, 'create role agio_app login')
  expect(await query(first.as('agio_app'), 'select current_user as name')).toEqual([{ name: 'agio_app' }])
  expect(runningEmbedded(dataDir)).toEqual(first.owner)
  await first.stop()
  await first.stop()
  expect(runningEmbedded(dataDir)).toBeUndefined()
  expect(await first.exited).toEqual({ code: 0, signal: null })
  expect(fs.existsSync(first.socketDir)).toBe(false)
  const second = await start()
  expect(await query(second.owner, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a second Agio on the same folder is refused in one sentence, and the first is not disturbed', async () => {
  const first = await start()
  const pid = postmaster()
  await expect(start()).rejects.toThrow(StartRefusal)
  await expect(start()).rejects.toThrow(`Another Agio is running on ${dataDir}`)
  const other = startInChild('console.log("started")')
  await other.says(/refused: Another Agio is running on .*/)
  expect(postmaster()).toBe(pid)
  expect(await query(first.owner, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of two starts at the same moment one runs', async () => {
  const both = [startInChild('console.log("started")'), startInChild('console.log("started")')]
  await Promise.all(both.map((one) => one.says(/started|refused: Another Agio is running/)))
  expect(both.filter((one) => one.printed.text.includes('started'))).toHaveLength(1)
})

test('after kill -9 of node PostgreSQL stops by itself, and the next start has what was committed', async () => {
  const killed = startInChild('console.log("started " + embedded.owner.host)')
  await killed.says('started')
  const host = killed.printed.text.trim().split(' ')[1] ?? ''
  await query({ host, port: 5432, user: 'agio_owner', database: 'agio', ssl: false }, KEEP)
  const pid = postmaster()
  killed.child.kill('SIGKILL')
  const again = await start()
  expect(postmaster()).not.toBe(pid)
  expect(await query(again.owner, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('after kill -9 PostgreSQL is started again by itself, what is left of it is ended, and it recovers', async () => {
  const first = await start()
  await query(first.owner, KEEP)
  // A busy backend does not notice that its server is gone, and could still write.
  const client = new Client(first.owner)
  client.on('error', () => {})
  await client.connect()
  const [row] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
  const busy = expect(client.query('do $$ begin loop end loop; end $$')).rejects.toThrow(/terminat/)
  await expect
    .poll(() => query(first.owner, `select from pg_stat_activity where query like 'do%'`))
    .toHaveLength(1)
  process.kill(postmaster(), 'SIGKILL')
  await busy
  await expect
    .poll(() => query(first.owner, 'select answer from kept').catch(() => []), { timeout: 20_000 })
    .toEqual([{ answer: 42 }])
  // Gone, or dead and not yet fetched by its parent.
  const state = fs.existsSync(`/proc/${row?.pid}/stat`)
    ? fs.readFileSync(`/proc/${row?.pid}/stat`, 'utf8')
    : ') Z'
  expect(state).toContain(') Z')
})

test('a pid file that is another living process, or damaged, does not stop a start', async () => {
  await (await start()).stop()
  for (const text of [`${process.ppid}\n${join(dataDir, 'pg')}\n1\n5432\n\n\n`, '', '0\n', 'x']) {
    fs.writeFileSync(join(dataDir, 'pg/postmaster.pid'), text)
    const again = await start()
    expect(postmaster()).not.toBe(process.ppid)
    expect(await query(again.owner, 'select 1 as one')).toEqual([{ one: 1 }])
    await again.stop()
  }
  fs.writeFileSync(join(dataDir, 'agio.lock'), 'x'.repeat(2000))
  await expect(start()).rejects.toThrow(
    new StartRefusal(`${join(dataDir, 'agio.lock')} is damaged: remove it and start again.`),
  )
})

test('a PostgreSQL that outlived its Agio is ended before the next start', async () => {
  const killed = startInChild('console.log("started")')
  await killed.says('started')
  const orphan = postmaster()
  // The watching shell dies too: nobody is left to stop PostgreSQL.
  const parent = fs.existsSync('/proc')
    ? /\) \S (\d+)/.exec(fs.readFileSync(`/proc/${orphan}/stat`, 'utf8'))?.[1]
    : ''
  if (parent) process.kill(Number(parent), 'SIGKILL')
  killed.child.kill('SIGKILL')
  const again = await start()
  expect(postmaster()).not.toBe(orphan)
  expect(await query(again.owner, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a first start that was killed inside initdb is repeated from nothing', async () => {
  const killed = startInChild('console.log("started")')
  const partial = () =>
    fs.existsSync(dataDir) && fs.readdirSync(dataDir).find((name) => name.startsWith('pg.partial-'))
  const made = () => fs.readdirSync(join(dataDir, partial() || 'none')).length
  await expect.poll(() => partial() && made(), { interval: 5 }).toSatisfy((count) => Number(count) > 3)
  killed.child.kill('SIGKILL')
  await new Promise((done) => killed.child.once('exit', done))
  expect(fs.existsSync(join(dataDir, 'pg'))).toBe(false)
  const again = await start()
  expect(await query(again.owner, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(fs.readdirSync(dataDir).toSorted()).toEqual(['agio.lock', 'pg'])
})

test('Ctrl-C for the whole group reaches us only: our own close still has its database', async () => {
  const child = startInChild(`
    const { Client } = await import('pg')
    const client = new Client(embedded.owner)
    await client.connect()
    process.once('SIGINT', async () => {
      const { rows } = await client.query('select pg_sleep(0.2), 7 as seven')
      await client.end()
      await embedded.stop()
      console.log('closed ' + rows[0].seven + JSON.stringify(await embedded.exited))
      process.exit(0)
    })
    console.log('started')`)
  await child.says('started')
  process.kill(-child.child.pid!, 'SIGINT')
  await child.says('closed 7{"code":0,"signal":null}')
})

test('a very long data folder has a short socket path', async () => {
  dataDir = join(dataDir, 'a-long-name-'.repeat(9), 'b-long-name-'.repeat(9))
  const embedded = await start()
  expect(embedded.socketDir.length).toBeLessThan(80)
  expect(await query(embedded.owner, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a socket folder that somebody made beforehand is refused', async () => {
  fs.mkdirSync(dataDir, { recursive: true })
  const trap = socketDir()
  fs.symlinkSync(dataDir, trap)
  try {
    await expect(start()).rejects.toThrow(`${trap} was made by somebody else`)
    expect(fs.readlinkSync(trap)).toBe(dataDir)
    if (process.getuid!() !== 0) return
    fs.rmSync(trap)
    fs.mkdirSync(trap)
    fs.chownSync(trap, 12_345, 12_345)
    await expect(start()).rejects.toThrow(`${trap} was made by somebody else`)
  } finally {
    fs.rmSync(trap, { recursive: true })
  }
})

test('the database of another major version is left alone, and the way is told', async () => {
  fs.mkdirSync(join(dataDir, 'pg'), { recursive: true })
  fs.writeFileSync(join(dataDir, 'pg/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(
    /is of PostgreSQL 17, this Agio brings 18: run "db backup".*"db restore"/,
  )
  expect(fs.readdirSync(join(dataDir, 'pg'))).toEqual(['PG_VERSION'])
})

test('a path that cannot be a data folder is refused in one sentence', async () => {
  fs.mkdirSync(join(dataDir, '..'), { recursive: true })
  fs.writeFileSync(dataDir, 'a file')
  await expect(start()).rejects.toThrow(`${dataDir} is not a folder that Agio can use`)
  await expect(start(join(dataDir, 'below'))).rejects.toThrow(StartRefusal)
  if (fs.existsSync('/sys/kernel'))
    await expect(start('/sys/agio')).rejects.toThrow(/Agio may not write in \/sys\/agio/)
})

test.runIf(process.getuid!() === 0)(
  'as root below a folder that only root may enter, the files lie elsewhere',
  async () => {
    fs.chmodSync(join(dataDir, '..'), 0o700)
    const first = await start()
    await query(first.owner, KEEP)
    await first.stop()
    const home = join(fs.readlinkSync(join(dataDir, 'pg')), '..')
    try {
      expect(home).toMatch(/^\/var\/lib\/agio\/data-/)
      const again = await start()
      expect(await query(again.owner, 'select answer from kept')).toEqual([{ answer: 42 }])
      await again.stop()
    } finally {
      fs.rmSync(home, { recursive: true })
    }
  },
)
