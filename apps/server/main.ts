import { sql } from 'kysely'
import { renewKeys } from '#modules/customers/public.server.ts'
import { prepare } from '#kit/server/prepare.server.ts'
import { noteFull } from '#kit/server/room.server.ts'
import { folderRefusal, isNoRoom, StartRefusal } from '#kit/server/start-refusal.server.ts'
import { buildWhenStale } from '#tools/build.ts'
import { type App, createApp, makeLog } from './app.ts'
import { migrationsDir, openPlace } from './database.ts'
import { demoCompany, demoPassword, demoUserNames, fillDemo, hasDemo } from './demo.ts'
import { loadDemoLists } from '#modules/watchlists/demo.server.ts'
import { screenDemo } from '#modules/screening/demo.server.ts'
import { seedStates } from './demo-states.ts'
import { tradeDemo } from '#modules/exchange/demo.server.ts'
import { seedDealsByBank } from '#modules/exchange/demo-by-bank.server.ts'
import { seedPendingDeals } from '#modules/exchange/demo-waiting.server.ts'
import { readSettings } from './settings.ts'

const loopback = new Set(['localhost', '127.0.0.1', '::1'])

const say = (line: string) => process.stdout.write(`${line}\n`)

let stopping = false
/** What the embedded database said when the disk was full: it then ends, or fails whoever asks it. */
let noRoom: StartRefusal | undefined

async function run(): Promise<void> {
  const settings = readSettings(process.env)
  const log = makeLog(settings)
  // While the database is made and filled: the first start waits for the longer of the two.
  const built = settings.AGIO_ROLE === 'worker' ? Promise.resolve(true) : buildWhenStale()
  // Whoever awaits it hears of it.
  built.catch(() => undefined)
  // What was opened is closed in reverse, whether the start fails or somebody asks us to stop.
  const opened: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const close of opened.toReversed()) await close()
  }
  try {
    const place = await openPlace(settings, (line) => {
      if (isNoRoom(line)) {
        noRoom = folderRefusal(line, settings.AGIO_DATA_DIR, 'AGIO_DATA_DIR')
        noteFull()
      }
      log.debug(line)
    })
    opened.push(place.stop)
    await prepare(place, migrationsDir, (line) => log.info(line))
    const app = await createApp({ settings, runtime: place.runtime, log })
    opened.push(app.stop)
    const renewed = await renewKeys(app.services)
    if (renewed > 0) log.info(`Made the search keys of ${renewed} customers anew`)
    if (settings.AGIO_DEMO ?? !settings.DATABASE_URL) await fillDemo(app.services)
    const demo = await hasDemo(app.services.db)
    if (demo) refuseOpenDemo(settings.AGIO_HOST)
    if (demo) await loadDemoLists(app.services)
    if (!(await built)) throw new StartRefusal('The web app could not be built.')
    stopOnSignals(stop)
    void place.exited?.then(giveUp)
    await app.start().catch((error: unknown) => {
      throw portRefusal(error, settings.AGIO_PORT)
    })
    say(settings.AGIO_ROLE === 'worker' ? 'Agio is working' : `Agio is ready at ${app.services.publicUrl}`)
    if (demo && settings.AGIO_ROLE !== 'api' && settings.AGIO_DEMO_DAYS > 0)
      void trade(app, settings.AGIO_DEMO_DAYS, log)
    if (demo) say(`Demonstration sign-ins: ${demoUserNames.join(', ')}; password ${demoPassword}`)
  } catch (error) {
    stopping = true
    await stop()
    throw noRoom ?? error
  }
}

/** Fills the demonstration's past while people already work in it; of several servers one does. */
async function trade({ services }: App, days: number, log: ReturnType<typeof makeLog>): Promise<void> {
  try {
    const companyId = await demoCompany(services.db)
    if (companyId === undefined) return
    await services.db.connection().execute(async (lock) => {
      const { rows } = await sql<{
        is: boolean
      }>`select pg_try_advisory_lock(hashtext('demonstration trade')) as is`.execute(lock)
      if (!rows[0]?.is) return
      await screenDemo(services, companyId)
      const made = await tradeDemo(services, companyId, { days, isOver: () => stopping })
      if (!stopping) await seedPendingDeals(services, companyId)
      if (!stopping) await seedStates(services, companyId)
      if (!stopping) await seedDealsByBank(services, companyId)
      if (made > 0) say(`The demonstration company now looks back on ${days} days of trade`)
    })
  } catch (error) {
    if (!stopping) log.error({ err: error }, 'demonstration trade')
  }
}

/** SIGINT and SIGTERM: finish what runs, then stop; a second signal does not wait. */
function stopOnSignals(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      say('Agio is stopping')
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`)
          process.exit(1)
        },
      )
    })
}

function giveUp(): void {
  if (stopping) return
  if (noRoom) process.stderr.write(`${noRoom.message}\n`)
  process.stderr.write(
    'The database has stopped by itself: start Agio again, it recovers what was committed.\n',
  )
  process.exit(1)
}

function portRefusal(error: unknown, port: number): unknown {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE')
    return new StartRefusal(`Port ${port} is taken by another program: set AGIO_PORT to a free one.`)
  if (code === 'EACCES')
    return new StartRefusal(
      `Port ${port} needs rights that this user has not: set AGIO_PORT to one above 1023.`,
    )
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL')
    return new StartRefusal('AGIO_HOST is not an address of this machine.')
  return error
}

function refuseOpenDemo(host: string): void {
  if (!loopback.has(host))
    throw new StartRefusal(
      `AGIO_HOST is ${host}, but demonstration passwords exist: everybody knows them, so Agio listens on this machine only. Set AGIO_DEMO=0 with a fresh AGIO_DATA_DIR.`,
    )
}

try {
  await run()
} catch (error) {
  const { message, stack } = error as Error
  process.stderr.write(`${error instanceof StartRefusal ? message : (stack ?? message)}\n`)
  process.exit(1)
}
