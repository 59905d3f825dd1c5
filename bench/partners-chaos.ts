import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openStore, type Store } from '#apps/partner-simulator/store.ts'
import { runtimeUser } from '#apps/server/database.ts'
import { signIn, type Teller } from './counter-house.ts'
import { books } from './crowd.ts'
import { lastingDatabase } from './faults-kills.ts'
import { clerk } from './partners-clerk.ts'
import { compareBooks } from './partners-compare.ts'
import {
  draftOf,
  openPayouts,
  partnerFee,
  partnerKey,
  type Payouts,
  drawBySeed,
  takeOrder,
} from './partners-house.ts'
import { startProgram } from './tools.ts'

// Orders are taken, sent, lost, rejected, called back, returned and refunded while server and worker are killed; in the end both sides agree.

const main = 'apps/server/main.ts'
const ready = /Agio is (ready|working)/

interface Chaos {
  folder: string
  /** The first of three ports. */
  port: number
  seed: number
  orders: number
  kills: number
  /** Says how it goes. */
  say: (line: string) => void
}

/** The server and its worker, which are killed and started again. */
async function startPair(env: Record<string, string>, port: number) {
  // The partner is between them.
  const at = { api: port, worker: port + 2 }
  const start = (role: keyof typeof at) =>
    startProgram(main, { ...env, AGIO_ROLE: role, AGIO_PORT: String(at[role]) }, ready)
  const running = { api: await start('api'), worker: await start('worker') }
  return {
    async kill(role: keyof typeof running) {
      await running[role].kill()
      running[role] = await start(role)
    },
    async stop() {
      await running.api.stop()
      await running.worker.stop()
    },
  }
}

/** A call that is repeated under one key until it is answered; a refusal that stays is thrown. */
function lasting(teller: Teller) {
  return async (path: string, body: object): Promise<unknown> => {
    const key = randomUUID()
    let said = ''
    for (let time = 0; time < 600; time++) {
      try {
        const { status, body: answer } = await teller.call(path, body, key)
        if (status === 200) return answer
        said = `${status} ${JSON.stringify(answer)}`
        if (status === 401) await teller.sit()
        else if (status < 500 && status !== 429) break
      } catch (error) {
        said = String(error)
      }
      await pause(100)
    }
    throw new Error(`${path}: ${said}`)
  }
}

/** The partner, as a program of its own that keeps its store in a file. */
const startPartner = (file: string, { port, seed }: Chaos, reportUrl: string) => {
  const told = {
    key: partnerKey,
    port: port + 1,
    file,
    'report-url': reportUrl,
    fee: partnerFee,
    seed,
    worst: 1,
  }
  const args = Object.entries(told).flatMap(([name, value]) => [`--${name}`, String(value)])
  return startProgram('apps/server/cli.ts', {}, /The partner answers/, undefined, [
    'partner-simulator',
    ...args,
  ])
}

/** Money goes to the partner by parts: first by our books, and there only after a while, so that orders are rejected for want of it. */
function filler(
  payouts: Payouts,
  call: ReturnType<typeof lasting>,
  { store, part }: { store: Store; part: number },
) {
  const arriving: Promise<void>[] = []
  return {
    async fill() {
      const { providerId, accountId } = payouts
      const amount = String(part)
      await call('/remittance/providertopup/create', { kind: 'topUp', providerId, accountId, amount })
      arriving.push(pause(2000).then(() => store.move('', 'topUp', amount, Date.now())))
    },
    arrived: () => Promise.all(arriving),
  }
}

/** Runs it all; answers what happened in a line, and every deviation. */
export async function runChaos(chaos: Chaos): Promise<{ said: string; deviations: string[] }> {
  const { folder, port, seed, orders, kills, say } = chaos
  const random = drawBySeed(seed)
  const database = await lastingDatabase(folder)
  const base = `http://127.0.0.1:${port}/api`
  const keys = join(folder, 'keys.json')
  const partnerUrl = `http://127.0.0.1:${port + 1}/partner`
  const { host, user } = database.owner
  const url = (name: string) => `postgresql://${name}@localhost/agio?host=${encodeURIComponent(host)}`
  const env: Record<string, string> = {
    AGIO_DATA_DIR: folder,
    AGIO_HOST: '127.0.0.1',
    AGIO_LOG_LEVEL: process.env['BENCH_LOG'] ?? 'silent',
    AGIO_DEMO: '1',
    DATABASE_URL: url(runtimeUser),
    DATABASE_OWNER_URL: url(user),
  }
  const first = await startProgram(main, { ...env, AGIO_ROLE: 'api', AGIO_PORT: String(port) }, ready)
  const { companyId } = (await signIn(base, 'admin')).login.company
  await first.stop()
  writeFileSync(keys, JSON.stringify({ [`${companyId}/SIM`]: [partnerKey] }))
  const known = { ...env, AGIO_PARTNER_KEYS: keys, AGIO_WEBHOOK_ORIGINS: `${companyId}=${partnerUrl}` }
  const pair = await startPair(known, port)
  const payouts = await openPayouts(base, database.owner, {
    people: 8,
    endpoint: partnerUrl,
    senders: Math.max(20, Math.ceil(orders / 5)),
  })
  const file = join(folder, 'partner.sqlite')
  const partner = await startPartner(file, chaos, base.replace(/\/api$/, '') + payouts.reportPath)
  if (!existsSync(file)) throw new Error('The partner keeps nothing')
  const store = openStore(file)
  const manager: Teller = {
    call: payouts.house.admin.call,
    sit: async () => void Object.assign(manager, await signIn(base, 'admin')),
  }
  const money = filler(payouts, lasting(manager), { store, part: Math.ceil(orders * 1.1) })
  const working = clerk(lasting(manager), { random: drawBySeed(seed), say })
  let [begun, made, killed] = [0, 0, 0]
  const failed: string[] = []
  const ids: string[] = []

  const take = async (teller: Teller, at: number) => {
    const call = lasting(teller)
    while (begun < orders) {
      const number = begun++
      if (number % Math.ceil(orders / 10) === 0) await money.fill()
      const amount = (20 + Math.floor(drawBySeed(seed + number)() * 6000) / 100).toFixed(2)
      const place = payouts.places[at]
      if (!place) throw new Error('Nobody sits there')
      const draft = draftOf(payouts, place, { number, amount })
      ids.push(draft.id)
      try {
        await takeOrder(call, draft, payouts.cash)
      } catch (error) {
        failed.push(`order ${draft.id} was not taken: ${String(error)}`)
      }
      made++
    }
  }
  const killing = async () => {
    const counts = { api: 0, worker: 0 }
    // Three quarters while orders are taken, the others while what became of them is settled.
    for (let kill = 0; kill < kills; kill++) {
      const from = ((kill + random()) / (kills * 0.75)) * orders
      while (made < Math.min(from, orders)) await pause(20)
      await pause(made < orders ? random() * 250 : random() * 8000)
      const role = random() < 0.5 ? 'api' : 'worker'
      counts[role]++
      killed++
      await pair.kill(role)
    }
    return `${counts.api} x server, ${counts.worker} x worker`
  }
  const telling = setInterval(
    () => say(`${made} orders taken, ${killed} kills; ${working.standing()}`),
    15_000,
  )
  const started = performance.now()
  const [what] = await Promise.all([killing(), ...payouts.house.tellers.map(take)])
  const took = (performance.now() - started) / 1000
  say(`All taken in ${took.toFixed(0)} s; it comes to rest`)
  await money.arrived()
  await money.fill()
  await money.arrived()
  const rested = await working.rest(() => store.due(Number.MAX_SAFE_INTEGER).length)
  clearInterval(telling)
  const { deviations, said } = await compareBooks(database.owner, {
    store,
    payouts,
    call: lasting(manager),
    ids,
  })
  const ledger = await books(known)
  await partner.stop()
  await pair.stop()
  store.close()
  await database.stop()
  return {
    said: `${what}; all taken within ${took.toFixed(0)} s, at rest ${rested.toFixed(0)} s later; ${working.did()}; ${said}; ledger ${ledger}`,
    deviations: [...failed, ...deviations, ...(ledger.includes('NOT') ? [`ledger: ${ledger}`] : [])],
  }
}
