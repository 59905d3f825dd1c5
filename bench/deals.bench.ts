import { readFileSync } from 'node:fs'
import { dealOf, openHouse, type Teller } from './counter-house.ts'
import { openPeer } from './deals-peer.ts'
import { percentile, startProgram, table, withFolder } from './tools.ts'

// Settled deals a second through the whole path: HTTP, session, gates, posting, audit, receipt number, durable commit.

const port = 4723
const seconds = Number(process.env['BENCH_SECONDS'] ?? 15)

const residentMb = (pid: number | undefined) => {
  const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

async function run(tellers: readonly Teller[], dollars: string, duration: number) {
  const times: number[] = []
  let refused = 0
  const started = performance.now()
  const end = started + duration * 1000
  await Promise.all(
    tellers.map(async (teller, at) => {
      for (let number = at; performance.now() < end; number++) {
        const began = performance.now()
        const { status, body } = await teller.call('/postransaction/manage/create', dealOf(dollars, number))
        const isSettled = status === 200 && (body as { state: string }).state === 'settled'
        if (isSettled) times.push(performance.now() - began)
        else refused++
      }
    }),
  )
  return { times, refused, took: (performance.now() - started) / 1000 }
}

await withFolder(async (folder) => {
  const server = await startProgram(
    'apps/server/main.ts',
    { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
    /Agio is ready/,
  )
  const ours: { clients: number; perSecond: number; cells: (string | number)[] }[] = []
  let currency = ''
  try {
    const { tellers, dollars } = await openHouse(`http://127.0.0.1:${port}/api`, 50)
    currency = dollars
    for (const clients of [1, 8, 50]) {
      const some = tellers.slice(0, clients)
      await run(some, dollars, 3)
      const { times, refused, took } = await run(some, dollars, seconds)
      const perSecond = Math.round(times.length / took)
      const speed = [percentile(times, 0.5).toFixed(1), percentile(times, 0.95).toFixed(1)]
      ours.push({ clients, perSecond, cells: [...speed, refused, `${residentMb(server.pid)} MB`] })
    }
  } finally {
    await server.stop()
  }
  // One at each counter, so that they stand in one another's way as much as those above.
  const peer = await openPeer(
    folder,
    Array.from({ length: 7 }, (_, at) => `bench${at}`),
    currency,
  )
  const rows = ours.map(({ clients, perSecond, cells }) => {
    const theirs = peer?.perSecond(clients, seconds)
    const share = theirs === undefined ? '' : `${Math.round((100 * perSecond) / theirs)} %`
    return [clients, perSecond, theirs ?? 'no pgbench', share, ...cells]
  })
  await peer?.stop()
  const head = [
    'tellers',
    'settled deals/s',
    'pgbench of the same SQL',
    'share',
    'p50 ms',
    'p95 ms',
    'refused',
  ]
  table([...head, 'server resident'], rows)
  if (peer)
    process.stdout.write(`${peer.statements} statements in the transaction of a deal, each a round trip.\n`)
})
