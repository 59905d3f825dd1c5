import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#apps/server/demo.ts'
import { createCompany, createPerson } from '#apps/server/company.ts'
import { otherHouse, type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { freePort } from '#kit/test/free-port.ts'
import { withClient } from '#kit/server/prepare.server.ts'
import { screenings } from '../screenings/screenings.contract.ts'
import { bulk } from './bulk.contract.ts'

// Real processes, really killed.

const root = join(import.meta.dirname, '../../..')
const running = new Set<ChildProcess>()
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(async () => {
  for (const child of running) await kill(child)
})
afterAll(() => app.stop())

/** A server that only takes jobs, on the same database and files. */
async function worker(): Promise<ChildProcess> {
  const { host, user } = app.database.runtime
  const own = Object.entries(process.env).filter(([name]) => !/^AGIO_|^DATABASE_/.test(name))
  const child = spawn(process.execPath, [join(root, 'apps/server/main.ts')], {
    cwd: root,
    env: {
      ...Object.fromEntries(own),
      DATABASE_URL: `postgresql://${user}@localhost/${app.database.name}?host=${encodeURIComponent(host ?? '')}`,
      AGIO_DATA_DIR: app.settings.AGIO_DATA_DIR,
      AGIO_DEMO_DAYS: '0',
      AGIO_ROLE: 'worker',
      AGIO_PORT: String(await freePort()),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  let said = ''
  child.stdout?.on('data', (text: Buffer) => (said += text.toString()))
  await expect.poll(() => said, { timeout: 30_000 }).toContain('Agio is working')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const names = Array.from({ length: 1600 }, (_, at) =>
  [0, 499, 700, 1599].includes(at) ? 'Viktor Emilovich Zarunin' : `Ottoline Brackwater ${at}`,
)

test('a file whose server was killed is screened to its end by another, keeps no hit twice, and no living server is robbed', async () => {
  const officer = await app.signIn('compliance')
  const file = new File([`name\n${names.join('\n')}\n`], 'names.csv')
  const { id } = (await officer.send(bulk.upload, { dataSource: 'unsc' }, file)).body
  const seen = async () => (await officer.call(bulk.getById, { id })).body
  const job = () =>
    app.owner(`select j.locked_by, j.attempts from jobs._private_jobs j join jobs._private_tasks t on t.id = j.task_id
      where t.identifier = 'screening.bulk'`)
  // Whoever comes to the thousandth row waits there.
  await app.owner(`create function screening.wait_there() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return new; end $$;
    create trigger wait_there before update on screening.bulk for each row when (new.done = 1000)
      execute function screening.wait_there()`)
  await withClient(app.database.owner, async (client) => {
    await client.query('select pg_advisory_lock(4711)')
    const first = await worker()
    const waiting = `select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`
    await expect.poll(() => app.owner(waiting), { timeout: 60_000 }).toHaveLength(1)
    const before = await job()
    await worker()
    expect(await job()).toEqual(before)
    await kill(first)
    expect(await seen()).toMatchObject({ state: 'running', done: 500, withHits: 2 })
  })
  await app.owner('drop trigger wait_there on screening.bulk')
  await worker()
  await expect.poll(async () => (await seen()).state, { timeout: 60_000 }).toBe('finished')
  expect(await seen()).toMatchObject({ total: 1600, done: 1600, withHits: 4, faulty: 0 })
  const { body } = await officer.call(bulk.result, { id })
  const rows = String(body).trim().split('\r\n').slice(1)
  expect(rows.map((row) => row.split(',').slice(0, 2).join())).toEqual(
    names.map((name) => `${name},${name.startsWith('V') ? 'in_review' : 'no_hit'}`),
  )
  const filters = [{ key: 'bulkId' as const, operator: 'Equals' as const, value: id }]
  expect((await officer.call(screenings.list, { filters })).body.items).toHaveLength(4)
}, 200_000)

test('a file during which the process ends twice is failed and named, and no other company waits for it or loses its own', async () => {
  await createCompany(app.services, otherHouse, (tx, roleIds) =>
    createPerson(
      tx,
      {
        userName: 'other-officer',
        firstName: 'Other',
        password: demoPassword,
        role: 'compliance_officer',
        places: [{ type: 0, workspaceId: null }],
      },
      roleIds,
    ),
  )
  const [own, other] = [await app.signIn('compliance'), await app.signIn('other-officer')]
  const send = async (who: Session, name: string) => {
    const file = new File(['name\nOttoline Brackwater\n'], name)
    const { status, body, error } = await who.send(bulk.upload, { dataSource: 'unsc' }, file)
    expect(status, JSON.stringify(error)).toBe(200)
    return async () => (await who.call(bulk.getById, { id: body.id })).body
  }
  // Reading this one takes the process along: it waits here until that is killed.
  await app.owner(`create function screening.take_along() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4712); return new; end $$;
    create trigger take_along before update on screening.bulk for each row
      when (new.file_name = 'poison.csv' and new.state = 'running') execute function screening.take_along()`)
  const poison = await send(own, 'poison.csv')
  const beside = await send(other, 'beside.csv')
  const stateOf = async (see: () => Promise<{ state: string }>) => (await see()).state
  const later = await withClient(app.database.owner, async (client) => {
    await client.query('select pg_advisory_lock(4712)')
    const hanging = `select from pg_locks where locktype = 'advisory' and objid = 4712 and not granted`
    const first = await worker()
    await expect.poll(() => app.owner(hanging), { timeout: 60_000 }).toHaveLength(1)
    await expect.poll(() => stateOf(beside), { timeout: 60_000 }).toBe('finished')
    await kill(first)
    // Its connection would go on waiting without it.
    await app.owner(`select pg_terminate_backend(pid) from (${hanging.replace('from', 'pid from')}) w`)
    await expect.poll(() => app.owner(hanging), { timeout: 60_000 }).toHaveLength(0)
    const after = await send(other, 'after.csv')
    const second = await worker()
    await expect.poll(() => app.owner(hanging), { timeout: 60_000 }).toHaveLength(1)
    expect(await stateOf(poison)).toBe('waiting')
    await kill(second)
    return after
  })
  await worker()
  await expect.poll(() => stateOf(poison), { timeout: 60_000 }).toBe('failed')
  expect((await poison()).failure).toMatch(/^The server stopped twice while reading this file/)
  await expect.poll(() => stateOf(later), { timeout: 60_000 }).toBe('finished')
}, 300_000)
