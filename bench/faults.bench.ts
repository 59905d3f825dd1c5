import { randomInt, randomUUID } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { dealOf, openHouse, signIn, type Teller, userNames } from './counter-house.ts'
import { root, startProgram, table, withFolder } from './tools.ts'

// Server and database killed at random moments while deals are made: every deal that was answered is there once, and no other.

const port = 4724
const base = `http://127.0.0.1:${port}/api`
const kills = Number(process.env['BENCH_KILLS'] ?? 100)
const wanted = Number(process.env['BENCH_DEALS'] ?? 2000)
const people = 8

/** What was asked for under one key, and the number that was answered. */
interface Asked {
  key: string
  number: number
  answered: string | undefined
}

await withFolder(async (folder) => {
  const env = { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' }
  const start = () => startProgram('apps/server/main.ts', env, /Agio is ready/)
  let server = await start()
  let { tellers, dollars }: { tellers: Teller[]; dollars: string } = await openHouse(base, people)
  const asked: Asked[] = []
  let isOver = false
  let repeated = 0
  const work = async (at: number) => {
    let mine: Asked | undefined
    while (!isOver) {
      mine ??= { key: randomUUID(), number: asked.length, answered: undefined }
      if (!asked.includes(mine)) asked.push(mine)
      try {
        const { status, body } = await (tellers[at] as Teller).call(
          '/postransaction/manage/create',
          dealOf(dollars, mine.number),
          mine.key,
        )
        if (status === 200) {
          mine.answered = (body as { number: string }).number
          mine = undefined
        } else if (status === 401) await pause(50)
      } catch {
        // Nobody there: the same deal is asked for again, under its key, until somebody answers.
        repeated++
        await pause(50)
      }
    }
    // What was begun is brought to its end.
    while (mine && mine.answered === undefined) {
      const { status, body } = await (tellers[at] as Teller)
        .call('/postransaction/manage/create', dealOf(dollars, mine.number), mine.key)
        .catch(() => ({ status: 0, body: undefined }))
      if (status === 200) mine.answered = (body as { number: string }).number
      else await pause(50)
    }
  }
  const working = Array.from({ length: people }, (_, at) => work(at))
  const ofServer = () => Number(readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[0])
  for (let kill = 0; kill < kills || asked.filter(({ answered }) => answered).length < wanted; kill++) {
    await pause(randomInt(50, 900))
    if (kill >= kills) continue
    // In turns the server, and its database first.
    if (kill % 2 === 1) process.kill(ofServer(), 'SIGKILL')
    await server.kill()
    server = await start()
    tellers = await Promise.all(userNames(people).map((name) => signIn(base, name)))
  }
  isOver = true
  await Promise.all(working)
  const socket = readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const owner = new pg.Client({ host: socket, user: 'agio_owner', database: 'agio' })
  await owner.connect()
  const { rows } = await owner
    .query<{ number: string; n: string }>(
      `set row_security = off; select number, count(*) as n from exchange.deal group by number`,
    )
    .then((all) => (Array.isArray(all) ? all.at(-1) : all) as pg.QueryResult<{ number: string; n: string }>)
  await owner.end()
  await server.stop()
  const answered = asked.flatMap(({ answered: number }) => number ?? [])
  const stored = new Map(rows.map(({ number, n }) => [number, Number(n)]))
  const lost = answered.filter((number) => stored.get(number) !== 1).length
  const unknown = [...stored.keys()].filter((number) => !answered.includes(number)).length
  const checks = ['check', 'replay', 'verify'].map((what) => {
    const run = spawnSync(process.execPath, [join(root, 'apps/server/cli.ts'), 'ledger', what], {
      cwd: root,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
    if (run.status !== 0) process.stdout.write(`${run.stdout}${run.stderr}`)
    return `${what} ${run.status === 0 ? 'clean' : 'NOT CLEAN'}`
  })
  table(
    [
      'kills',
      'deals answered',
      'asked again',
      'answered and not there once',
      'there and not answered',
      'ledger',
    ],
    [[kills, answered.length, repeated, lost, unknown, checks.join(', ')]],
  )
})
