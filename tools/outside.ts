import { spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type PlainFormat, plainText } from '#modules/ledger/plain/plain.domain.ts'
import { plainSample } from '#modules/ledger/plain/plain-sample.domain.ts'
import { root, run } from './run.ts'
import type { Tally } from './tally.ts'

/** A check by a program that npm does not bring. */
interface Check {
  /** The program, as it is found on the PATH. */
  program: string
  /** What a run without it misses. */
  about: string
  run: (program: string) => Promise<boolean>
}

const checks: readonly Check[] = [
  {
    program: 'bean-check',
    about: 'beancount adds up the journal of a period',
    run: (program) => addUp(program, 'beancount'),
  },
  {
    program: 'hledger',
    about: 'hledger adds up the journal of a period',
    run: (program) => addUp(program, 'hledger'),
  },
  { program: 'schemathesis', about: 'a fuzzer calls the server by its own document', run: fuzz },
]

/** Runs what needs programs outside npm; names what is skipped because its program is not here. */
export async function outside(): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 }
  for (const check of checks) {
    const program = findProgram(check.program)
    if (program) tally[(await check.run(program)) ? 'passed' : 'failed'] += 1
    else {
      tally.skipped += 1
      console.log(`skipped  ${check.program} is not installed: ${check.about}`)
    }
  }
  return tally
}

function findProgram(name: string): string | undefined {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** How each program is asked: nothing on its output and no fault is what it should say. */
const asked: Record<PlainFormat, (file: string) => string[]> = {
  beancount: (file) => [file],
  hledger: (file) => ['-f', file, 'check', '--strict'],
}

/**
 * A journal is loaded by a program that nobody here wrote and comes to the same, to the cent; one of which a pair of lines was changed
 * by a cent is refused, with its account and both figures.
 */
async function addUp(program: string, format: PlainFormat): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'agio-plain-'))
  const load = async (name: string, written: string) => {
    const file = join(folder, name)
    writeFileSync(file, written)
    return run([program, ...asked[format](file)])
  }
  try {
    const written = plainText(format, plainSample)
    const right = await load(`right.${format}`, written)
    // The balances stay as they were: another program must see that the lines come to something else.
    const wrong = await load(`wrong.${format}`, written.replaceAll('150.30 MYR', '150.31 MYR'))
    const isNamed = ['1411', '175.30', '175.31'].every((part) => wrong.output.includes(part))
    if (!right.ok || right.output.trim() !== '') console.error(`${program}: ${right.output}`)
    if (wrong.ok || !isNamed) console.error(`${program} lets a cent pass: ${wrong.output}`)
    return right.ok && right.output.trim() === '' && !wrong.ok && isNamed
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What would end the session that everything else is tried with, or ask everybody for a second factor. */
const leftOut = [
  'signOut',
  'changePassword',
  'updateSecondFactorPolicy',
  'addSecondFactor',
  'enrolSecondFactor',
  'updateActiveModules',
]
const seconds = 100

/** Calls the demonstration company's server by its own document: no failure, no undocumented status, no answer of another shape. */
async function fuzz(program: string): Promise<boolean> {
  const server = await startServer()
  try {
    const token = await signIn(server.address)
    const document = join(server.folder, 'openapi.json')
    const headers = { authorization: `Bearer ${token}` }
    writeFileSync(document, await (await fetch(`${server.address}/api/docs/json`, { headers })).text())
    const checked = [
      'not_a_server_error',
      'status_code_conformance',
      'content_type_conformance',
      'response_schema_conformance',
    ]
    const how =
      `--phases examples,fuzzing --max-examples 8 --workers 2 --seed 7 --max-time ${seconds} --no-shrink` +
      ' --continue-on-failure --warnings off --suppress-health-check all --request-timeout 30'
    const { ok } = await run(
      [program, 'run', document, '--url', `${server.address}/api`, '--checks', checked.join(',')].concat(
        how.split(' '),
        ['--header', `Authorization: Bearer ${token}`],
        leftOut.flatMap((id) => ['--exclude-operation-id', id]),
      ),
      { show: true },
    )
    return ok
  } finally {
    await server.stop()
  }
}

/** The program as `npm start` starts it, on a data folder and a port of its own. */
async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'agio-outside-'))
  const port = await freePort()
  const address = `http://localhost:${port}`
  const env = {
    ...process.env,
    AGIO_DATA_DIR: folder,
    AGIO_PORT: String(port),
    AGIO_DEMO_DAYS: '3',
    AGIO_LOG_LEVEL: 'error',
  }
  const server = spawn(process.execPath, ['apps/server/main.ts'], { cwd: root, env, stdio: 'inherit' })
  const ended = new Promise<void>((done) => server.once('exit', () => done()))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 240; tries++) {
    if ((await fetch(`${address}/readyz`).catch(() => undefined))?.ok) return { address, folder, stop }
    await pause(500)
  }
  await stop()
  throw new Error('The server was not ready within two minutes')
}

async function signIn(address: string): Promise<string> {
  const reply = await fetch(`${address}/api/user/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: demoPassword }),
  })
  const { userInfo } = (await reply.json()) as { userInfo: { accessToken: string } }
  return userInfo.accessToken
}

const demoPassword = 'demo1234'

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail)
    server.listen(0, 'localhost', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}
