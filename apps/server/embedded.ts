import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { rm } from 'node:fs/promises'
import { constants } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import * as files from '#apps/server/embedded-files.ts'
import { errorCode, folderRefusal, isNoRoom, StartRefusal } from '#kit/server/start-refusal.server.ts'

/** How to connect: everything that `pg.Client` and `pg.Pool` need. Another user differs in `user` only. */
export type Connection = { host: string; port: number; user: string; database: string; ssl: false }

export type Embedded = {
  /** The private folder of the socket: whoever reaches it is trusted. */
  socketDir: string
  /** The owner of everything (a superuser), on the database `agio`. */
  owner: Connection
  /** The same server as another user and, where given, on another database. */
  as: (user: string, database?: string) => Connection
  /** PostgreSQL's version, such as `18.4`. */
  version: string
  /** Orderly stop; open connections are ended. May be called again, and after a crash. */
  stop: () => Promise<void>
  /** Settles when PostgreSQL has ended by `stop` (code 0), or again and again on its own. Never rejects. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

const OWNER = 'agio_owner'
const DATABASE = 'agio'
const PORT = 5432
const START_SECONDS = 60
const LOG_LINES = 60
const DEADLY = ['SIGKILL', 'SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGQUIT', 'SIGTERM'] as const

// Starts a program and sends it SIGINT when our end of the pipe closes, that is when node dies in any way.
// Its own session (detached) keeps Ctrl-C in the terminal from reaching it before our own close does.
const WATCH = `
exec 3<&0
"$@" 3<&- </dev/null &
p=$!
trap "" INT TERM HUP
( read _ <&3; kill -INT $p ) >/dev/null 2>&1 &
w=$!
wait $p
s=$?
kill -9 $w 2>/dev/null
exit $s`

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  // One machine without a standby: the least log, and rare, smooth checkpoints.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] %q%u@%d ',
  timezone: 'UTC',
  log_timezone: 'UTC',
}
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', shared_buffers: '128MB' }

/**
 * Starts PostgreSQL from the platform package's programs, on a Unix socket in a private folder, and makes the
 * cluster (`<dataDir>/pg`) and the database `agio` on the first start. It stops when this process dies.
 * @param options.durable false switches fsync off: for tests only
 * @param options.log receives the lines of PostgreSQL's log and a few of ours
 * @throws StartRefusal with a sentence for people: the folder is in use, unwritable, full, of another version…
 */
export async function startEmbedded(options: {
  dataDir: string
  durable?: boolean
  log?: (line: string) => void
}): Promise<Embedded> {
  const { durable = true, log = () => {} } = options
  const dataDir = openFolder(options.dataDir)
  const unlock = files.lockFolder(dataDir)
  try {
    const runAs = files.chooseUser(join(dataDir, 'pg'))
    const binaries = await files.findBinaries(runAs)
    refuseOtherMajor(join(dataDir, 'pg'), binaries.version)
    const pgDir = files.placeData(dataDir, runAs, log)
    if (!fs.existsSync(pgDir)) await makeCluster(binaries.initdb, pgDir, runAs, durable)
    else if (runAs && fs.statSync(pgDir).uid === 0) files.giveTo(runAs, pgDir)
    await files.endLeftovers(pgDir, runAs, log)
    const socketDir = files.makeSocketDir(pgDir, runAs)
    const settings = { ...SETTINGS, ...(durable ? {} : NOT_DURABLE), unix_socket_directories: socketDir }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const run = () => watched(binaries.postgres, ['-D', pgDir, ...flags], runAs, log)
    const running = run()
    const as = (user: string, database = DATABASE) =>
      ({ host: socketDir, port: PORT, user, database, ssl: false }) as const
    const stopping = new AbortController()
    let kept = { end: running.end, exited: running.exited }
    const stop = async () => {
      stopping.abort()
      kept.end()
      await kept.exited
      fs.rmSync(socketDir, { recursive: true, force: true })
      unlock()
    }
    try {
      await makeDatabase(as(OWNER, 'postgres'), running)
    } catch (error) {
      await stop()
      throw folderRefusal(running.tail(), dataDir, 'AGIO_DATA_DIR') ?? error
    }
    kept = keepRunning(running, stopping.signal, async () => {
      log('PostgreSQL has ended by itself and is started again')
      await files.endLeftovers(pgDir, runAs, log)
      return run
    })
    return { socketDir, owner: as(OWNER), as, version: binaries.version, stop, exited: kept.exited }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Starts PostgreSQL again whenever it ends by itself: what was committed is there. Without end while the disk is full, else until
 * it has failed five times without having run for a minute.
 */
function keepRunning(first: Running, stopping: AbortSignal, tidy: () => Promise<() => Running>) {
  let running = first
  const keep = async () => {
    for (let failures = 0; ;) {
      const started = performance.now()
      const end = await running.exited
      if (stopping.aborted) return end
      if (performance.now() - started > 60_000) failures = 0
      if (!isNoRoom(running.tail()) && ++failures > 5) return end
      await pause(Math.min(500 * failures, 2000) || 2000, undefined, { signal: stopping }).catch(
        () => undefined,
      )
      const run = await tidy().catch(() => undefined)
      if (!run || stopping.aborted) return end
      running = run()
    }
  }
  return { exited: keep(), end: () => running.end() }
}

/** How to reach the PostgreSQL of an Agio that runs on a data folder (for a command beside it); else `undefined`. */
export function runningEmbedded(dataDir: string): Connection | undefined {
  const file = join(dataDir, 'pg', 'postmaster.pid')
  // PostgreSQL writes there: process, data folder, start, port, socket folder, …
  const host = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n')[4] : undefined
  return host ? { host, port: PORT, user: OWNER, database: DATABASE, ssl: false } : undefined
}

/** Makes the data folder where missing; its real path. */
function openFolder(path: string): string {
  try {
    fs.mkdirSync(path, { recursive: true, mode: process.getuid!() === 0 ? 0o711 : 0o700 })
    return fs.realpathSync(path)
  } catch (error) {
    throw folderRefusal(error, resolve(path), 'AGIO_DATA_DIR') ?? error
  }
}

function refuseOtherMajor(pgDir: string, version: string): void {
  const file = join(pgDir, 'PG_VERSION')
  const theirs = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined
  const ours = version.split('.')[0]
  if (theirs !== undefined && theirs !== ours)
    throw new StartRefusal(
      `The database in ${pgDir} is of PostgreSQL ${theirs}, this Agio brings ${ours}: run "db backup" with the Agio that made it, then "db restore" with this one in an empty data folder.`,
    )
}

/** Runs initdb in a folder beside, renamed only when whole: an interrupted first start leaves nothing half. */
async function makeCluster(initdb: string, pgDir: string, runAs: files.RunAs | undefined, durable: boolean) {
  const home = dirname(pgDir)
  for (const name of fs.readdirSync(home).filter((one) => one.startsWith('pg.partial-')))
    // A killed initdb may still be clearing up itself.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 15, retryDelay: 20 })
  const partial = join(home, `pg.partial-${randomBytes(6).toString('hex')}`)
  const args = ['-D', partial, '-U', OWNER, '--auth=trust', '-E', 'UTF8', '--locale-provider=builtin']
  args.push('--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions', ...(durable ? [] : ['--no-sync']))
  try {
    fs.mkdirSync(partial, { mode: 0o700 })
    files.giveTo(runAs, partial)
    const run = watched(initdb, args, runAs, () => {})
    const { code } = await run.exited
    run.end()
    if (code !== 0)
      throw folderRefusal(run.tail(), home, 'AGIO_DATA_DIR') ?? new Error(`initdb failed:\n${run.tail()}`)
    fs.renameSync(partial, pgDir)
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true })
    throw folderRefusal(error, home, 'AGIO_DATA_DIR') ?? error
  }
}

type Running = Pick<Embedded, 'exited'> & { child: ChildProcess; end: () => void; tail: () => string }

/** Starts a program under the watching shell; keeps the last lines that it writes to its standard error. */
function watched(
  program: string,
  args: string[],
  runAs: files.RunAs | undefined,
  log: (line: string) => void,
): Running {
  const child = spawn('/bin/sh', ['-c', WATCH, 'sh', program, ...args], {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(runAs && { uid: runAs.uid | 0, gid: runAs.gid | 0 }),
  })
  const lines: string[] = []
  let rest = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()!
    for (const line of parts) {
      log(line)
      lines.push(line)
      if (lines.length > LOG_LINES) lines.shift()
    }
  })
  child.stdin.on('error', () => {}) // it had ended already
  const exited = (async () => {
    const [code, signal] = await (once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>)
    // Its last words; a backend that outlives its server would keep the pipe open for long.
    await Promise.race([once(child.stderr, 'close'), pause(300)])
    return code !== null && code > 128 ? { code: null, signal: signalName(code - 128) } : { code, signal }
  })().catch((error: unknown) => {
    lines.push(String(error))
    return { code: 1, signal: null }
  })
  return { child, exited, end: () => child.stdin.end(), tail: () => [...lines, rest].join('\n').trim() }
}

const signalName = (number: number) => DEADLY.find((name) => constants.signals[name] === number) ?? null

/** Waits until the server answers, then makes our database where it is missing. */
async function makeDatabase(connection: Connection, running: Running): Promise<void> {
  let ended = false
  void running.exited.then(() => (ended = true))
  for (const deadline = Date.now() + START_SECONDS * 1000; ; await pause(20)) {
    const client = new Client({ ...connection, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const found = await client.query('select from pg_database where datname = $1', [DATABASE])
      if (!found.rowCount) await client.query(`create database ${DATABASE}`)
      return
    } catch (error) {
      const code = errorCode(error)
      const early = code === '57P03' || code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ECONNRESET'
      if (ended) throw new Error(`PostgreSQL ended while starting:\n${running.tail()}`, { cause: error })
      if (!early && !String(error).includes('Connection terminated')) throw error
      if (Date.now() > deadline)
        throw new Error(`PostgreSQL was not ready after ${START_SECONDS} s:\n${running.tail()}`, {
          cause: error,
        })
    } finally {
      await client.end()
    }
  }
}
