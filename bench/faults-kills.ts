import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { runningEmbedded, startEmbedded } from '#apps/server/embedded.ts'
import { runtimeUser } from '#apps/server/database.ts'
import { ask, gather } from './crowd.ts'
import { type House, openHouse } from './counter-house.ts'
import { type Row, type Scene, settle, type Stage } from './faults-scene.ts'
import { startProgram } from './tools.ts'

// What is killed at random moments, by `kill -9`, while tellers deal.

type Program = Awaited<ReturnType<typeof startProgram>>
const ready = /Agio is (ready|working)/
const main = 'apps/server/main.ts'
const urlOf = (port: number) => `http://127.0.0.1:${port}/api`

/** Whoever has started it starts it again by itself. */
const killPostmaster = (folder: string) => () => {
  const [pid] = readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  return Promise.resolve()
}

/** One of the processes that serve a server's connections; the postmaster then ends all others, and recovers. */
async function killBackend(owner: pg.ClientConfig): Promise<void> {
  const backends = await ask<{ pid: number }>(
    owner,
    'select pid from pg_stat_activity where usename = $1 order by random() limit 1',
    [runtimeUser],
  )
  for (const { pid } of backends) process.kill(pid, 'SIGKILL')
}

const oneOf = <T>(all: readonly T[]): T => all[randomInt(all.length)] as T

/** Kills until enough were, each after some more deals. */
async function killing(
  kills: number,
  crowd: ReturnType<typeof gather>,
  targets: Record<string, () => Promise<void>>,
): Promise<string> {
  const killed = new Map<string, number>()
  const begun = performance.now()
  for (let kill = 0; kill < kills; kill++) {
    await crowd.more(20)
    if (kill % 10 === 0) {
      const after = ((performance.now() - begun) / 1000).toFixed(0)
      process.stderr.write(`${kill} of ${kills} killed after ${after} s, ${crowd.answered.length} deals\n`)
    }
    await pause(randomInt(5, 250))
    const target = oneOf(Object.keys(targets))
    killed.set(target, (killed.get(target) ?? 0) + 1)
    await targets[target]?.()
  }
  return [...killed].map(([target, times]) => `${times} x ${target}`).join(', ')
}

/** A server that is started again whenever it ends, as an operator would. */
async function lastingServer(env: Record<string, string>) {
  const start = () => startProgram(main, env, ready)
  let isOver = false
  let server = await start()
  const keep = async () => {
    for (;;) {
      await server.ended
      if (isOver) return
      server = await start().catch(() => server)
    }
  }
  const kept = keep()
  return {
    kill: () => server.kill(),
    async stop() {
      isOver = true
      await server.stop()
      await kept
    },
  }
}

/** What goes on beside the deals, and what is said of it afterwards. */
interface Beside {
  stop: () => Promise<void>
  compare: (owner: pg.ClientConfig) => Promise<string>
}

/** One server with the database that it brings, and whatever else is done there while it is killed. */
export async function killEmbeddedWith(
  { folder, port, people, kills }: Stage,
  begin?: (base: string, house: House) => Promise<Beside>,
): Promise<Row> {
  const env = {
    AGIO_DATA_DIR: folder,
    AGIO_PORT: String(port),
    AGIO_HOST: '127.0.0.1',
    AGIO_LOG_LEVEL: 'silent',
  }
  const ownerOf = () => runningEmbedded(folder) as pg.ClientConfig
  const server = await lastingServer(env)
  const house = await openHouse(urlOf(port), people)
  const beside = await begin?.(urlOf(port), house)
  const crowd = gather(house)
  const what = await killing(kills, crowd, {
    server: () => server.kill(),
    postmaster: killPostmaster(folder),
    backend: () => killBackend(ownerOf()).catch(() => undefined),
  })
  await beside?.stop()
  const [said, ...row] = await settle(what, crowd, { env, owner: ownerOf })
  const more = beside ? `; ${await beside.compare(ownerOf())}` : ''
  await server.stop()
  return [`${said}${more}`, ...row]
}

/** One server with the database that it brings. */
export const killEmbedded: Scene = (stage) => killEmbeddedWith(stage)

/** A database of its own; where it is killed too often to be started again by itself, as an operator would start it. */
export async function lastingDatabase(folder: string) {
  let isOver = false
  let database = await startEmbedded({ dataDir: folder })
  const keep = async () => {
    for (;;) {
      await database.exited
      if (isOver) return
      await database.stop()
      database = await startEmbedded({ dataDir: folder })
    }
  }
  const kept = keep()
  return {
    owner: database.owner,
    async stop() {
      isOver = true
      await database.stop()
      await kept
    },
  }
}

/** Two servers and a worker on a database of their own. */
export const ownDatabase: Scene = async ({ folder, port, people, kills }) => {
  const database = await lastingDatabase(folder)
  const { host, user } = database.owner
  const url = (name: string) => `postgresql://${name}@localhost/agio?host=${encodeURIComponent(host)}`
  const shared = {
    AGIO_DATA_DIR: folder,
    AGIO_HOST: '127.0.0.1',
    AGIO_LOG_LEVEL: 'silent',
    AGIO_DEMO: '1',
    DATABASE_URL: url(runtimeUser),
    DATABASE_OWNER_URL: url(user),
  }
  const start = (role: string, at: number) =>
    startProgram(main, { ...shared, AGIO_ROLE: role, AGIO_PORT: String(port + at) }, ready)
  const programs: Program[] = []
  const roles = ['api', 'api', 'worker']
  for (const [at, role] of roles.entries()) programs.push(await start(role, at))
  const crowd = gather(await openHouse([urlOf(port), urlOf(port + 1)], people))
  const restart = (at: number) => async () => {
    await programs[at]?.kill()
    programs[at] = await start(roles[at] ?? '', at)
  }
  const what = await killing(kills, crowd, {
    'first server': restart(0),
    'second server': restart(1),
    worker: restart(2),
    postmaster: killPostmaster(folder),
    backend: () => killBackend(database.owner),
  })
  const row = await settle(what, crowd, { env: shared, owner: () => database.owner })
  for (const program of programs) await program.stop()
  await database.stop()
  return row
}
