import { readFileSync } from 'node:fs'
import { dealOf, openHouse, settleFor, type Teller } from './counter-house.ts'
import { anew, openPeer, type PeerAct } from './deals-peer.ts'
import { ownerOf } from './kept-data.ts'
import { percentile, startProgram, table, withFolder } from './tools.ts'

// Settled deals a second through the whole path: HTTP, session, gates, posting, audit, receipt number, durable commit.

const port = 4723
const seconds = Number(process.env['BENCH_SECONDS'] ?? 15)

const residentMb = (pid: number | undefined) => {
  const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

/** A purchase, or a sale, that is settled at once. */
const settled =
  (dollars: string, side: number): PeerAct =>
  async (call, _seat, number) => {
    const made = await call('/postransaction/manage/create', dealOf(dollars, side + number))
    if (made['state'] !== 'settled') throw new Error(JSON.stringify(made))
    return new Map([[made['number'] as string, anew]])
  }

async function ageAccounts(folder: string): Promise<void> {
  const owner = await ownerOf(folder)
  try {
    await owner.query(`update access.account_hand set at = at - interval '10 years'`)
  } finally {
    await owner.end()
  }
}

/** The machine's own speed drifts within minutes: ours and theirs take turns, and their sums are compared. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const clients = [1, 8, 50]
const most = Math.max(...clients)
/** One at each counter, who deals for the peer alone: what a teller may deal in a day is limited. */
const forPeer = 7

await withFolder(async (folder) => {
  const rows = clients.map(() => ({ ours: 0, theirs: 0, refused: 0, resident: 0, times: [] as number[] }))
  let [tellers, currency, statements]: [readonly Teller[], string, number | undefined] = [[], '', undefined]
  for (let round = 0; round < rounds; round++) {
    const server = await startProgram(
      'apps/server/main.ts',
      { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
      /Agio is ready/,
    )
    try {
      if (round === 0) {
        const house = await openHouse(`http://127.0.0.1:${port}/api`, most + forPeer)
        ;({ tellers, dollars: currency } = house)
        // Accounts that one hand made lately count as one person, with one limit of a day: these were made long ago.
        await ageAccounts(folder)
      }
      for (const [at, row] of rows.entries()) {
        // Others in each round, at the same counters: what one of them may deal in a day is limited.
        const own = tellers.slice(0, most)
        const some = [...own.slice(round * 7), ...own.slice(0, round * 7)].slice(0, clients[at])
        await settleFor(some, currency, 3)
        const { times, refused, took } = await settleFor(some, currency, seconds)
        row.ours += times.length / took / rounds
        row.refused += refused
        row.times.push(...times)
        row.resident = Math.max(row.resident, residentMb(server.pid))
      }
    } finally {
      await server.stop()
    }
    // They stand in one another's way as much as those above.
    const peer = await openPeer(
      folder,
      Array.from({ length: forPeer }, (_, at) => `bench${most + at}`),
      [settled(currency, 0), settled(currency, 1)],
    )
    for (const [at, row] of rows.entries())
      row.theirs += (peer?.perSecond(clients[at] ?? 0, seconds) ?? 0) / rounds
    statements = peer?.statements
    await peer?.stop()
  }
  const head = [
    'tellers',
    'settled deals/s',
    'pgbench of the same SQL',
    'share',
    'p50 ms',
    'p95 ms',
    'refused',
  ]
  table(
    [...head, 'server resident'],
    rows.map(({ ours, theirs, refused, resident, times }, at) => [
      clients[at] ?? 0,
      Math.round(ours),
      theirs === 0 ? 'no pgbench' : Math.round(theirs),
      theirs === 0 ? '' : `${Math.round((100 * ours) / theirs)} %`,
      percentile(times, 0.5).toFixed(1),
      percentile(times, 0.95).toFixed(1),
      refused,
      `${resident} MB`,
    ]),
  )
  if (statements)
    process.stdout.write(
      `${statements} statements of a deal, with the look-up of its session, each a round trip; ${rounds} rounds in turns.\n`,
    )
})
