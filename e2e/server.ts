import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demoPassword } from '#apps/server/demo.ts'
import { joinDeclared } from '#apps/server/modules.ts'
import { runtimeUser } from '#apps/server/database.ts'
import { inCompany, openDatabase, type Tx } from '#kit/server/database.server.ts'
import { runningEmbedded } from '#kit/server/embedded.server.ts'
import type { Login } from '#modules/access/sign-in/sign-in.contract.ts'
import { freePort } from '#kit/test/free-port.ts'
import { type Mailbox, openMailbox } from '#kit/test/mailbox.ts'
import { root } from '#tools/run.ts'

/** Calls of one signed-in user, for what a journey needs to be there before it begins. */
export type Call = <T = { id: string; version: number }>(path: string, body?: unknown) => Promise<T>

export interface Server {
  url: string
  dataDir: string
  mailbox: Mailbox
  /** A port of this machine to which webhooks may send. */
  hookPort: number
  login(user: string): Promise<Login>
  as(user: string): Promise<Call>
  /** A change in the server's own database, in the company of the demonstration: for what no call of a person does. */
  change(work: (tx: Tx) => Promise<unknown>): Promise<void>
  /** Ends the server, as a broken line would look to a browser, until `start`. */
  stop(): Promise<void>
  /** How often a journey has ended it. */
  stops: number
  /** Starts it again; with `ahead`, by a clock that is so many milliseconds ahead of that of the browser. */
  start(ahead?: number): Promise<void>
  /** Begins anew with the data of the demonstration, unless it has just done so for this file. */
  renewFor(file: string): Promise<void>
  close(): Promise<void>
}

/** Runs a command of the operator on this machine, beside the server; answers what it says. */
export async function command({ dataDir }: Server, ...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], AGIO_DATA_DIR: dataDir }
  const asked = promisify(execFile)(process.execPath, ['apps/server/cli.ts', ...args], { cwd: root, env })
  return (await asked).stdout
}

/** A data folder as the first start of a server leaves it. */
const pristine = join(root, 'dist/test/pristine')

/** Makes the data folder that every server begins with a copy of. */
export async function makePristine(): Promise<void> {
  rmSync(pristine, { recursive: true, force: true })
  const server = await openServer()
  await server.stop()
  // What a journey writes need not outlive the machine, and none should wait for its disk.
  appendFileSync(join(server.dataDir, 'pg/postgresql.auto.conf'), 'fsync = off\nfull_page_writes = off\n')
  cpSync(server.dataDir, pristine, { recursive: true })
  await server.close()
}

/**
 * The real server on the built web app, with a data folder, a port and a mailbox of its own; `folder` is where its program is,
 * `host` the name of this machine that people reach it by.
 */
export async function openServer(folder = root, host = '127.0.0.1'): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'agio-e2e-'))
  const mailbox = await openMailbox()
  const port = await freePort()
  const hookPort = await freePort()
  const url = `http://${host}:${port}`
  let running: Running | undefined
  let companyId: string | undefined
  let renewedFor: string | undefined
  const clean = () => {
    rmSync(dataDir, { recursive: true, force: true })
    if (existsSync(pristine)) cpSync(pristine, dataDir, { recursive: true })
  }
  const post = async <T>(path: string, body: unknown, token?: string): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const server: Server = {
    url,
    dataDir,
    mailbox,
    hookPort,
    login: (username) => post('/user/auth/login', { username, password: demoPassword }),
    async as(username) {
      const { userInfo } = await server.login(username)
      return (path, body = {}) => post(path, body, userInfo.accessToken)
    },
    async change(work) {
      joinDeclared()
      companyId ??= (await server.login('admin')).company.companyId
      const database = openDatabase({ ...runningEmbedded(dataDir), user: runtimeUser })
      await inCompany(companyId, () => database.db.transaction().execute(work))
      await database.close()
    },
    async start(ahead = 0) {
      running = await run(folder, ahead, {
        AGIO_HOST: '127.0.0.1',
        // Journeys make the deals that they look at.
        AGIO_DEMO_DAYS: '0',
        AGIO_PORT: String(port),
        AGIO_DATA_DIR: dataDir,
        AGIO_PUBLIC_URL: url,
        AGIO_SMTP_URL: mailbox.url,
        AGIO_WEBHOOK_ORIGINS: `http://127.0.0.1:${hookPort}`,
      })
    },
    stops: 0,
    async stop() {
      server.stops++
      await running?.stop()
      running = undefined
    },
    async renewFor(file) {
      if (renewedFor === file) return
      if (renewedFor !== undefined) {
        await server.stop()
        clean()
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
  clean()
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
      env: { ...Object.fromEntries(own), ...settings, E2E_AHEAD: String(ahead) },
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
