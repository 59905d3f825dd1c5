import { randomUUID } from 'node:crypto'
import type { Teller } from './counter-house.ts'
import { sure } from './counter-house.ts'
import { anew, openPeer, type PeerAct } from './deals-peer.ts'
import { ageAccounts } from './kept-data.ts'
import { runningEmbedded } from '#apps/server/embedded.ts'
import { addPartner, draftOf, openPayouts, type Payouts, senderAt, takeOrder } from './partners-house.ts'
import { percentile, startProgram, table } from './tools.ts'

// Orders a second through the whole path (made, agreed to, paid in cash, lined up), and the comparison of partners at the counter.

const seconds = Number(process.env['BENCH_SECONDS'] ?? 15)
/** Ours and theirs take turns: the machine's own speed drifts. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const people = 8
const forPeer = 7
const senders = 5000
/** So many partners serve the corridor that is compared. */
const partners = 6
const amount = '25'

let number = 0

/** Has each teller take one order after another for so many seconds; each order's time in milliseconds. */
async function takeFor(tellers: readonly Teller[], payouts: Payouts, forSeconds: number) {
  const times: number[] = []
  const started = performance.now()
  const end = started + forSeconds * 1000
  await Promise.all(
    tellers.map(async (teller, at) => {
      const place = payouts.places[at]
      if (!place) throw new Error('Nobody sits there')
      while (performance.now() < end) {
        const began = performance.now()
        const draft = draftOf(payouts, place, { number: number++, amount })
        const one = await takeOrder((path, body) => sure(teller.call(path, body)), draft, payouts.cash)
        if (one.state !== 'queued') throw new Error(`${one.number} is ${one.state}, ${one.waitsFor}`)
        times.push(performance.now() - began)
      }
    }),
  )
  return { times, took: (performance.now() - started) / 1000 }
}

/** Has each teller compare what partners offer, another amount each time; each answer's time in milliseconds. */
async function compareFor(tellers: readonly Teller[], payouts: Payouts, forSeconds: number) {
  const times: number[] = []
  const end = performance.now() + forSeconds * 1000
  await Promise.all(
    tellers.map(async (teller, at) => {
      for (let asked = 0; performance.now() < end; asked++) {
        const began = performance.now()
        const offers = await sure<unknown[]>(
          teller.call('/rmttransaction/compare', {
            branchId: payouts.places[at]?.branchId,
            customerId: payouts.customers[asked % payouts.customers.length],
            country: 'ID',
            currency: 'USD',
            method: 'wallet',
            fixed: asked % 2 === 0 ? 'sends' : 'gets',
            amount: String(20 + (asked % 500)),
          }),
        )
        if (offers.length !== partners) throw new Error(`${offers.length} offers`)
        times.push(performance.now() - began)
      }
    }),
  )
  return times
}

/** The statements of an order, of another sender each time. */
const taken =
  (payouts: Payouts): PeerAct =>
  async (call, seat, at) => {
    const draft = draftOf(payouts, seat, { number: at, amount })
    const one = await takeOrder(call, draft, payouts.cash)
    if (one.state !== 'queued') throw new Error(JSON.stringify(one))
    const sender = senderAt(`1 + floor(random() * ${senders})::int`)
    return new Map([
      [one.number, anew],
      [draft.customerId ?? '', sender],
    ])
  }

/** Opens the house in a data folder whose server runs; its balance reaches for all that follows. */
async function open(folder: string, base: string): Promise<Payouts> {
  const owner = runningEmbedded(folder)
  if (!owner) throw new Error('The database is not there')
  const payouts = await openPayouts(base, owner, { people: people + forPeer, senders })
  await ageAccounts(folder)
  const { admin } = payouts.house
  const { providerId, accountId } = payouts
  const topUp = { kind: 'topUp', providerId, accountId, amount: '9000000' }
  await sure(admin.call('/remittance/providertopup/create', topUp, randomUUID()))
  return payouts
}

/** Measures orders in turns with their SQL, then the comparison, and prints both. */
export async function measureSpeed(folder: string, port: number): Promise<void> {
  let payouts: Payouts | undefined
  let statements: number | undefined
  let [ours, theirs] = [0, 0]
  const times: number[] = []
  const compared = new Map<number, number[]>([1, people].map((clients) => [clients, []]))
  for (let round = 0; round < rounds; round++) {
    const server = await startProgram(
      'apps/server/main.ts',
      { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
      /Agio is ready/,
    )
    try {
      payouts ??= await open(folder, `http://127.0.0.1:${port}/api`)
      const tellers = payouts.house.tellers.slice(0, people)
      await takeFor(tellers, payouts, 3)
      const run = await takeFor(tellers, payouts, seconds)
      ours += run.times.length / run.took / rounds
      times.push(...run.times)
      if (round === rounds - 1) {
        for (let more = 1; more < partners; more++)
          await addPartner(payouts.house.admin, { code: `OTHER${more}`, costRate: `0.2${more}371365` })
        for (const [clients, all] of compared) {
          await compareFor(tellers.slice(0, clients), payouts, 2)
          all.push(...(await compareFor(tellers.slice(0, clients), payouts, seconds)))
        }
      }
    } finally {
      await server.stop()
    }
    const names = Array.from({ length: forPeer }, (_, at) => `bench${people + at}`)
    const peer = await openPeer(folder, names, [taken(payouts)])
    theirs += (peer?.perSecond(people, seconds) ?? 0) / rounds
    statements = peer?.statements
    await peer?.stop()
  }
  const ms = (all: readonly number[], share: number) => percentile(all, share).toFixed(1)
  table(
    ['tellers', 'orders/s', 'pgbench of the same SQL', 'share', 'p50 ms', 'p95 ms'],
    [
      [
        people,
        Math.round(ours),
        theirs === 0 ? 'no pgbench' : Math.round(theirs),
        theirs === 0 ? '' : `${Math.round((100 * ours) / theirs)} %`,
        ms(times, 0.5),
        ms(times, 0.95),
      ],
    ],
  )
  if (statements)
    process.stdout.write(
      `${statements} statements of an order in three requests, each a round trip; ${rounds} rounds in turns.\n\n`,
    )
  table(
    ['tellers', 'partners', 'comparisons', 'p50 ms', 'p95 ms'],
    [...compared].map(([clients, all]) => [clients, partners, all.length, ms(all, 0.5), ms(all, 0.95)]),
  )
}
