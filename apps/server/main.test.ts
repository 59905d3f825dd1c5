import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { withClient } from '#kit/server/prepare.server.ts'
import { freePort } from '#kit/test/free-port.ts'
import { readSettings } from './settings.ts'

// Real processes: what an operator sees when starting, stopping and killing. The worker role needs no web app.

const root = join(import.meta.dirname, '../..')
const made: string[] = []
const running = new Set<ChildProcess>()

afterEach(async () => {
  await Promise.all([...running].map((child) => ended(child, 'SIGKILL')))
  for (const each of made.splice(0)) rmSync(each, { recursive: true, force: true })
})

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'agio-main-'))
  made.push(path)
  return path
}

interface Program {
  child: ChildProcess
  /** All that was said so far, on both outputs. */
  said(): string
  /** Resolves with the exit code. */
  end: Promise<number | null>
}

function run(file: string, args: string[], env: Record<string, string>, input = ''): Program {
  const own = Object.entries(process.env).filter(([name]) => !/^AGIO_|^DATABASE_/.test(name))
  const child = spawn(process.execPath, [join(root, 'apps/server', file), ...args], {
    cwd: root,
    env: { ...Object.fromEntries(own), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  let said = ''
  child.stdout?.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  child.stdin?.end(input)
  const end = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  void end.then(() => running.delete(child))
  return { child, said: () => said, end }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.kill(signal)
  await gone
}

const worker = async (dataDir: string, env: Record<string, string> = {}) => {
  const own = {
    AGIO_DATA_DIR: dataDir,
    AGIO_DEMO_DAYS: '0',
    AGIO_ROLE: 'worker',
    AGIO_PORT: String(await freePort()),
  }
  return run('main.ts', [], { ...own, ...env })
}

const works = (program: Program) =>
  expect.poll(program.said, { timeout: 30_000, interval: 50 }).toContain('Agio is working')
const ready = (program: Program) =>
  expect.poll(program.said, { timeout: 30_000, interval: 50 }).toMatch(/Agio is working[^]*password/)

describe('the program', { timeout: 90_000 }, () => {
  test('starts, prints the demonstration sign-ins, and stops in order on SIGINT and SIGTERM', async () => {
    const dataDir = folder()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const program = await worker(dataDir)
      await ready(program)
      expect(program.said()).toContain(
        'admin, manager, teller, compliance, accountant, auditor; password demo1234',
      )
      program.child.kill(signal)
      expect(await program.end).toBe(0)
      expect(program.said()).toContain('Agio is stopping')
    }
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  test('refuses a second start on the same folder with one sentence, and comes back after kill -9', async () => {
    const dataDir = folder()
    const first = await worker(dataDir)
    await ready(first)
    const second = await worker(dataDir)
    expect(await second.end).toBe(1)
    expect(second.said().trim().split('\n')).toHaveLength(1)
    expect(second.said()).toContain('Another Agio is running')
    await ended(first.child, 'SIGKILL')
    const third = await worker(dataDir)
    await ready(third)
    await ended(third.child, 'SIGINT')
  })

  test('makes no demonstration company when told so', async () => {
    const program = await worker(folder(), { AGIO_DEMO: '0' })
    await works(program)
    expect(program.said()).not.toContain('demo1234')
    await ended(program.child, 'SIGINT')
  })

  test('makes none in a database of your own unless told so, and starts there several at once', async () => {
    const { owner } = inject('database')
    const name = `own_${randomUUID().replaceAll('-', '')}`
    await withClient({ ...owner, database: 'postgres' }, (client) => client.query(`create database ${name}`))
    const url = (user: string) =>
      `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(owner.host)}`
    const together = async (more: Record<string, string>) => {
      const shared = { DATABASE_OWNER_URL: url(owner.user), DATABASE_URL: url(name), ...more }
      const programs = await Promise.all([1, 2, 3].map(() => worker(folder(), shared)))
      await Promise.all(programs.map(works))
      await Promise.all(programs.map(({ child }) => ended(child, 'SIGINT')))
      return programs.map((program) => program.said().includes('demo1234'))
    }
    expect(await together({})).toEqual([false, false, false])
    expect(await together({ AGIO_DEMO: '1' })).toEqual([true, true, true])
    const { rows } = await withClient({ ...owner, database: name }, (client) =>
      client.query('select plan from organisation.company'),
    )
    expect(rows).toEqual([{ plan: 'demonstration' }])
  })

  test('stays on this machine while demonstration passwords exist', async () => {
    const program = await worker(folder(), { AGIO_HOST: '0.0.0.0' })
    expect(await program.end).toBe(1)
    expect(program.said()).toContain('everybody knows them')
  })
})

describe('a wrong setting', () => {
  test.each([
    [{ AGIO_PORT: 'http' }, 'AGIO_PORT'],
    [{ AGIO_PORT: '70000' }, 'from 1 to 65535'],
    [{ AGIO_DEMO: 'yes' }, 'it is 0 or 1'],
    [{ AGIO_ROLE: 'boss' }, 'api, worker or all'],
    [{ DATABASE_URL: 'mysql://x' }, 'postgresql://'],
    [{ AGIO_SECRET: 'short' }, '32 characters'],
    [{ AGIO_PROT: '4000' }, 'AGIO_PROT is not a setting'],
    [{ DATABASE_OWNER_URL: 'postgresql://o@h/d' }, 'without DATABASE_URL'],
  ])('%o is named with its reason', (env, reason) => {
    expect(() => readSettings(env)).toThrow(reason)
    expect(() => readSettings(env)).toThrow(/^[^\n]+\.$/)
  })

  test('log warnings and above unless told otherwise, by name or by number', () => {
    const level = (value?: string) =>
      readSettings(value === undefined ? {} : { AGIO_LOG_LEVEL: value }).AGIO_LOG_LEVEL
    expect(level()).toBe('warn')
    expect(['0', '1', '2', '3', '4'].map(level)).toEqual(['silent', 'error', 'warn', 'info', 'debug'])
    expect(level('debug')).toBe('debug')
    expect(() => level('5')).toThrow('from 0 to 4')
  })

  test('never shows a secret', () => {
    const shown = (env: NodeJS.ProcessEnv) => {
      try {
        readSettings(env)
      } catch (error) {
        return (error as Error).message
      }
      return ''
    }
    expect(shown({ DATABASE_URL: 'mysql://u:hunter2@h/d' })).not.toContain('hunter2')
    expect(shown({ AGIO_SECRET: 'hunter2' })).not.toContain('hunter2')
  })

  test('stops the start with that one sentence', async () => {
    const program = run('main.ts', [], { AGIO_PORT: '0' })
    expect(await program.end).toBe(1)
    expect(program.said().trim()).toBe('AGIO_PORT is "0", but a port is a whole number from 1 to 65535.')
  })
})

describe('the command line', { timeout: 120_000 }, () => {
  const agio = async (dataDir: string, args: string[], input = '') => {
    const program = run('cli.ts', args, { AGIO_DATA_DIR: dataDir }, input)
    return { code: await program.end, said: program.said() }
  }
  const house = [
    'company',
    'create',
    '--name=My House',
    '--country=MY',
    '--time-zone=Asia/Kuala_Lumpur',
    '--local-currency=MYR',
    '--admin=boss',
    '--first-name=Bo',
  ]

  test('makes a company, sets a password, checks, backs up and restores, beside a running server too', async () => {
    const dataDir = folder()
    const archive = join(dataDir, 'backup.tar.gz')
    expect(await agio(dataDir, house, 'secret99\n')).toMatchObject({
      code: 0,
      said: expect.stringContaining('boss may sign in') as unknown,
    })
    expect(await agio(dataDir, house, 'secret99\n')).toMatchObject({
      code: 1,
      said: expect.stringContaining('is taken') as unknown,
    })
    const server = await worker(dataDir)
    await works(server)
    // Where a company is, no other one with known passwords comes beside it.
    expect(server.said()).not.toContain('demo1234')
    // Without an end of line too, as `printf` gives it.
    expect(await agio(dataDir, ['user', 'reset-password', 'boss'], 'other99')).toMatchObject({ code: 0 })
    expect(await agio(dataDir, ['user', 'reset-password', 'boss'])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^Password: [^\n]+\n$/) as unknown,
    })
    const check = await agio(dataDir, ['db', 'check'])
    expect(check).toMatchObject({ code: 0, said: expect.stringMatching(/\nNo fault found\.\n$/) as unknown })
    expect(check.said).toContain('Excepted: kit.mail. Not captured: a mail may hold a link')
    for (const command of ['check', 'replay', 'verify'])
      expect(await agio(dataDir, ['ledger', command])).toMatchObject({
        code: 0,
        said: expect.stringMatching(/holdings are the sum|as stored|none was altered/) as unknown,
      })
    expect(await agio(dataDir, ['db', 'backup', archive])).toMatchObject({ code: 0 })
    const beside = await agio(dataDir, ['db', 'restore', archive, '--yes'])
    expect(beside).toMatchObject({
      code: 1,
      said: expect.stringContaining('Another Agio is running') as unknown,
    })
    await ended(server.child, 'SIGTERM')
    expect(await agio(dataDir, ['db', 'restore', archive])).toMatchObject({ code: 1 })
    expect(await agio(dataDir, ['db', 'restore', archive, '--yes'])).toMatchObject({ code: 0 })
    const again = await worker(dataDir)
    await works(again)
  })

  test('explains itself, and names the option that is wrong', async () => {
    for (const args of [
      ['--help'],
      ['company', '--help'],
      ['company', 'create', '--help'],
      ['db', 'restore', '--help'],
    ])
      expect(await agio(folder(), args)).toMatchObject({
        code: 0,
        said: expect.stringContaining('Usage: agio') as unknown,
      })
    const wrong = house.map((word) => (word === '--country=MY' ? '--country=ZZ' : word))
    expect(await agio(folder(), wrong)).toMatchObject({
      code: 1,
      said: expect.stringContaining('--country') as unknown,
    })
    expect((await agio(folder(), ['user', 'reset-password', 'nobody-here'], 'abcd\n')).said).toContain(
      'There is no user',
    )
  })
})
