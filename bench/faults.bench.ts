import { randomInt, randomUUID } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { dealOf, openHouse, type Teller } from './counter-house.ts'
import { root, startProgram, table, withFolder } from './tools.ts'

// Server and database killed at random moments while deals are made: every deal that was answered is there once, and no other.

const port = 4724
const base = `http://127.0.0.1:${port}/api`
const kills = Number(process.env['BENCH_KILLS'] ?? 100)
const wanted = Number(process.env['BENCH_DEALS'] ?? 2000)
const people = 8

await withFolder(async (folder) => {
  const env = { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' }
  const start = () => startProgram('apps/server/main.ts', env, /Agio is ready/)
  /** The first lines of what PostgreSQL writes down of itself: its process, and the folder of its socket. */
  const ofDatabase = () => readFileSync(join(folder, 'pg/postmaster.pid'), 'utf8').split('\n')
  let server = await start()
  const { tellers, dollars } = await openHouse(base, people)
  const answered: string[] = []
  const refused = new Map<string, number>()
  let [begun, repeated] = [0, 0]
  const over = new AbortController()

  /** Asks for one deal under its key until somebody answers. */
  async function make(teller: Teller): Promise<void> {
    const [deal, key] = [dealOf(dollars, begun++), randomUUID()]
    for (;;) {
      try {
        const { status, body } = await teller.call('/postransaction/manage/create', deal, key)
        if (status === 200) return void answered.push((body as { number: string }).number)
        const code = `${status} ${(body as { code: string }).code}`
        refused.set(code, (refused.get(code) ?? 0) + 1)
        if (status === 401) await teller.sit()
      } catch {
        // Nobody there.
      }
      repeated++
      await pause(50)
    }
  }
  const working = tellers.map(async (teller) => {
    while (!over.signal.aborted) await make(teller)
  })
  for (let kill = 0; kill < kills; kill++) {
    const before = answered.length
    while (answered.length - before < Math.floor(wanted / kills)) await pause(20)
    await pause(randomInt(5, 250))
    // In turns the server alone, and its database first.
    if (kill % 2 === 1) process.kill(Number(ofDatabase()[0]), 'SIGKILL')
    await server.kill()
    server = await start()
  }
  over.abort()
  await Promise.all(working)

  const owner = new pg.Client({ host: ofDatabase()[4] ?? '', user: 'agio_owner', database: 'agio' })
  await owner.connect()
  await owner.query('set row_security = off')
  const { rows } = await owner.query<{ number: string }>('select number from exchange.deal')
  await owner.end()
  await server.stop()
  const count = Map.groupBy(rows, ({ number }) => number)
  const notOnce = answered.filter((number) => count.get(number)?.length !== 1).length
  const known = new Set(answered)
  const unknown = rows.filter(({ number }) => !known.has(number)).length
  const checks = ['check', 'replay', 'verify'].map((what) => {
    const run = spawnSync(process.execPath, [join(root, 'apps/server/cli.ts'), 'ledger', what], {
      cwd: root,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
    if (run.status !== 0) process.stdout.write(`${run.stdout}${run.stderr}`)
    return `${what} ${run.status === 0 ? 'clean' : 'NOT CLEAN'}`
  })
  const head = ['kills', 'deals answered', 'asked again', 'answered, not there once', 'there, not answered']
  const said = [...refused].map(([code, times]) => `${times} x ${code}`).join(', ') || 'none'
  table(
    [...head, 'refusals', 'ledger'],
    [[kills, answered.length, repeated, notOnce, unknown, said, checks.join(', ')]],
  )
})
