import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demoPassword } from '#apps/server/demo.ts'
import { joinDeclared } from '#apps/server/modules.ts'
import { runtimeUser } from '#apps/server/database.ts'
import { type Db, inCompany, openDatabase, type Tx } from '#kit/server/database.server.ts'
import { type Connection, startEmbedded } from '#apps/server/embedded.ts'
import { firstCompany } from '#apps/server/test-company.ts'
import { withClient } from '#kit/server/prepare.server.ts'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { freePort } from '#kit/test/free-port.ts'
import { type Mailbox, openMailbox } from '#kit/test/mailbox.ts'
import { root } from '#tools/run.ts'

/** Calls of one signed-in user, for what a journey needs to be there before it begins. */
export type Call = <T = { id: string; version: number }>(path: string, body?: unknown) => Promise<T>

export interface Server {
  url: string
  dataDir: string
  /** Its own database, by the role that owns the tables. */
  owner: Connection
  /** The settings of a command that works on the same data. */
  settings: Record<string, string>
  mailbox: Mailbox
  /** A port of this machine to which webhooks may send. */
  hookPort: number
  /** The operator's file of the keys of partners; there is none in it at first. */
  partnerKeys: string
  login(user: string): Promise<Login>
  as(user: string): Promise<Call>
  /** Works in the server's own database as the server does, in the company of the demonstration. */
  beside<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** A change there, for what no call of a person does. */
  change(work: (tx: Tx) => Promise<unknown>): Promise<void>
  /** Ends the server, as a broken line would look to a browser, until `start`. */
  stop(): Promise<void>
  /** How often a journey has ended it. */
  stops: number
  /** Starts it again; with `ahead`, by a clock that is so many milliseconds ahead of that of the browser. */
  start(ahead?: number): Promise<void>
  /** Whether its data is that of the demonstration and of this file's journeys. */
  isOf(file: string): boolean
  /** Begins anew with the data of the demonstration. */
  renewFor(file: string): Promise<void>
  close(): Promise<void>
}

/** Runs a command of the operator on this machine, beside the server; answers what it says. */
export async function command({ settings }: Server, ...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], ...settings }
  const asked = promisify(execFile)(process.execPath, ['apps/server/cli.ts', ...args], { cwd: root, env })
  return (await asked).stdout
}

/** What the set-up of a run tells its workers: the one PostgreSQL, and the data that every server begins with a copy of. */
interface Ground {
  postgres: Connection
  template: string
  dataDir: string
}
const ground = (): Ground => JSON.parse(process.env['E2E_GROUND'] ?? '') as Ground

/** Starts the PostgreSQL of a run and fills its template by the first start of a server; answers how it is stopped. */
export async function layGround(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'agio-e2e-'))
  const embedded = await startEmbedded({ dataDir: join(folder, 'database'), durable: false })
  const [template, dataDir] = ['demonstration', join(folder, 'data')]
  await withClient(embedded.owner, (client) => client.query(`create database ${template}`))
  const postgres = embedded.as(embedded.owner.user, 'postgres')
  const first = await run(root, 0, {
    AGIO_HOST: 'localhost',
    AGIO_PORT: String(await freePort()),
    AGIO_DATA_DIR: dataDir,
    AGIO_DEMO: '1',
    AGIO_DEMO_DAYS: '0',
    DATABASE_OWNER_URL: urlOf({ ...postgres, database: template }),
    DATABASE_URL: urlOf({ ...postgres, database: template, user: runtimeUser }),
  })
  await first.stop()
  process.env['E2E_GROUND'] = JSON.stringify({ postgres, template, dataDir } satisfies Ground)
  return async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const urlOf = ({ host, port, user, database }: Connection) =>
  `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`

/**
 * The real server on the built web app, with a database, a data folder, a port and a mailbox of its own; `folder` is where its
 * program is, `host` the name of this machine that people reach it by.
 */
export async function openServer(folder = root, host = '127.0.0.1'): Promise<Server> {
  const { postgres, template, dataDir: filled } = ground()
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-e2e-'))
  const mailbox = await openMailbox()
  const port = await freePort()
  const hookPort = await freePort()
  const url = `http://${host}:${port}`
  const owner = { ...postgres, database: `journeys_${port}` }
  const partnerKeys = join(dataDir, 'partner-keys.json')
  let running: Running | undefined
  let companyId: string | undefined
  let renewedFor: string | undefined
  const clean = async () => {
    rmSync(dataDir, { recursive: true, force: true })
    cpSync(filled, dataDir, { recursive: true })
    writeFileSync(partnerKeys, '{}')
    await withClient(postgres, async (client) => {
      await client.query(`drop database if exists ${owner.database} with (force)`)
      await client.query(`create database ${owner.database} template ${template}`)
    })
  }
  const post = async <T>(path: string, body: unknown, token?: string): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // What moves value asks for one.
        'idempotency-key': randomUUID(),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const settings = { AGIO_DATA_DIR: dataDir, DATABASE_URL: urlOf({ ...owner, user: runtimeUser }) }
  const server: Server = {
    url,
    dataDir,
    owner,
    settings,
    mailbox,
    hookPort,
    partnerKeys,
    login: (username) => post('/user/auth/login', { username, password: demoPassword }),
    async as(username) {
      const { userInfo } = await server.login(username)
      return (path, body = {}) => post(path, body, userInfo.accessToken)
    },
    async beside(work) {
      joinDeclared()
      companyId ??= (await server.login('admin')).company.companyId
      const { db, close } = openDatabase({ ...owner, user: runtimeUser })
      try {
        return await inCompany(companyId, () => work(db))
      } finally {
        await close()
      }
    },
    async change(work) {
      await server.beside((db) => db.transaction().execute(work))
    },
    async start(ahead = 0) {
      running = await run(folder, ahead, {
        ...settings,
        AGIO_HOST: '127.0.0.1',
        AGIO_DEMO: '1',
        // Journeys make the deals that they look at.
        AGIO_DEMO_DAYS: '0',
        AGIO_PORT: String(port),
        AGIO_PUBLIC_URL: url,
        AGIO_SMTP_URL: mailbox.url,
        AGIO_PARTNER_KEYS: partnerKeys,
        AGIO_WEBHOOK_ORIGINS: `${await firstCompany(owner)}=http://127.0.0.1:${hookPort}/events`,
      })
    },
    stops: 0,
    async stop() {
      server.stops++
      await running?.stop()
      running = undefined
    },
    isOf: (file) => renewedFor === file,
    async renewFor(file) {
      if (renewedFor !== undefined) {
        await server.stop()
        await clean()
        await server.start()
      }
      renewedFor = file
    },
    async close() {
      await server.stop()
      await mailbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await clean()
  await server.start()
  return server
}
interface Running {
  stop(): Promise<void>
}

async function run(folder: string, ahead: number, settings: Record<string, string>): Promise<Running> {
  const own = Object.entries(process.env).filter(([name]) => !/^AGIO_|^DATABASE_/.test(name))
  const child = spawn(
    process.execPath,
    [...(ahead > 0 ? ['--import', './e2e/later.ts'] : []), 'apps/server/main.ts'],
    {
      cwd: folder,
      env: {
        ...Object.fromEntries(own),
        NODE_COMPILE_CACHE: 'dist/compiled',
        ...settings,
        E2E_AHEAD: String(ahead),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await ready(child)
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const ready = (child: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let said = ''
    const hear = (text: Buffer) => {
      said += text.toString()
      if (said.includes('Agio is ready')) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => reject(new Error(`The server did not start:\n${said}`)))
  })
