import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { createApp } from '#apps/server/app.ts'
import { migrationsDir, runtimeUser } from '#apps/server/database.ts'
import { fillDemo } from '#apps/server/demo.ts'
import { loadDemoLists } from '#modules/watchlists/demo.server.ts'
import { readSettings } from '#apps/server/settings.ts'
import { startEmbedded } from '#apps/server/embedded.ts'
import { prepare } from '#kit/server/prepare.server.ts'
import { openHouse, signIn } from './counter-house.ts'
import { ask, countOf, gather } from './crowd.ts'
import { type Scene, settle } from './faults-scene.ts'

// Days are closed and opened and periods locked and lifted while tellers deal, and the business clock goes a day on and back.

const rounds = 24
const day = 86_400_000

export const closing: Scene = async ({ folder, port, people }) => {
  const database = await startEmbedded({ dataDir: folder })
  const place = { owner: database.owner, runtime: database.as(runtimeUser) }
  const env = { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' }
  await prepare(place, migrationsDir)
  let ahead = 0
  const app = await createApp({
    settings: readSettings(env),
    runtime: place.runtime,
    now: () => new Date(Date.now() + ahead),
    log: pino({ level: 'silent' }),
  })
  await fillDemo(app.services)
  await loadDemoLists(app.services)
  await app.start()
  const base = `http://127.0.0.1:${port}/api`
  const house = await openHouse(base, people)
  const crowd = gather(house)
  let admin = await signIn(base, 'admin')
  /** Asks until it is done. Nothing comes between what `body` finds and the asking: a drawer that was dealt from is counted again. */
  const until = async (path: string, body: () => Promise<unknown>): Promise<unknown> => {
    for (;;) {
      const answer = await admin.call(path, await body())
      if (answer.status === 200) return answer.body
      refusedActs.add(`${path.split('/').at(-1)}: ${(answer.body as { code: string }).code}`)
      // The clock has gone a day on.
      if (answer.status === 401) admin = await signIn(base, 'admin')
      else await pause(20)
    }
  }
  const refusedActs = new Set<string>()
  const number = async (text: string, value: unknown) =>
    Number((await ask<{ n: string }>(database.owner, text, [value]))[0]?.n)
  /** Whether something was posted there although its day was closed, or its date locked. */
  const moved = async (text: string, value: unknown) => {
    const before = await number(text, value)
    await pause(400)
    return (await number(text, value)) !== before
  }
  let [closed, locked, broken] = [0, 0, 0]

  async function closeAndOpen(counterId: string) {
    const open = async () =>
      (
        await ask<{ id: string; version: number; state: string }>(
          database.owner,
          `select id, version, state from inventory.day where counter_id = $1 and state <> 'closed'`,
          [counterId],
        )
      )[0]
    for (let now = await open(); now; now = await open())
      await until('/posinventory/day/close', async () => {
        const [found, lines] = await Promise.all([open(), countOf(database.owner, counterId)])
        return { id: found?.id, version: found?.version, lines }
      })
    closed++
    const lines = `select count(*) as n from ledger.line where counter_id = $1`
    if (await moved(lines, counterId)) broken++
    await until('/posinventory/day/open', async () => ({
      counterId,
      lines: await countOf(database.owner, counterId),
    }))
  }

  async function lockAndLift(lockedTo: string) {
    await until('/posaccounting/periodlock/update', () =>
      Promise.resolve({ branchId: null, lockedTo, reason: 'While they deal' }),
    )
    locked++
    if (await moved('select count(*) as n from ledger.entry where business_date <= $1', lockedTo)) broken++
    // Nobody lifts a lock but by unlocks: here the next round has to find none.
    await ask(database.owner, 'delete from ledger.period_lock')
  }

  const dates = await ask<{ today: string }>(
    database.owner,
    `select max(business_date)::text as today from inventory.day`,
  )
  const today = dates[0]?.today ?? ''
  for (let round = 0; round < rounds; round++) {
    // Where the day of a counter is over nobody deals there until it is closed and opened.
    await Promise.race([crowd.more(10), pause(1500)])
    // Two thirds of the time it is the day after those on which the days were opened.
    ahead = round % 6 < 2 ? 0 : day
    if (ahead > 0) await lockAndLift(today)
    await closeAndOpen(house.counterIds[round % house.counterIds.length] ?? '')
  }
  ahead = day
  for (const counterId of house.counterIds) await closeAndOpen(counterId)
  const what = `${closed} days closed, ${locked} times locked, ${broken} times something was posted all the same; clock a day on and back; refused acts: ${[...refusedActs].join(', ') || 'none'}`
  const row = await settle(what, crowd, { env, owner: () => database.owner })
  await app.stop()
  await database.stop()
  return row
}
