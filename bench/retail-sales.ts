import { goodsAdjustments } from '#modules/retail/adjustments/adjustments.contract.ts'
import { items } from '#modules/retail/items/items.contract.ts'
import { type SaleDetail, sales } from '#modules/retail/sales/sales.contract.ts'
import { openHouse, signIn, sure, type Teller } from './counter-house.ts'
import { anew, openPeer, type PeerAct } from './deals-peer.ts'
import { addItems, cashMode, callsOf, sellGoods, barcodeAt } from './retail-shop.ts'
import { percentile, startProgram, table, withFolder } from './tools.ts'

// Sales of three lines for cash a second through the whole path: a basket is made, then its money is taken. BENCH_SECONDS and
// BENCH_ROUNDS as in the bench of deals.

const port = 4737
const seconds = Number(process.env['BENCH_SECONDS'] ?? 15)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const clients = [1, 8]
const most = Math.max(...clients)
/** Kinds of goods that move; each sale has three of them. */
const kinds = 24

/** Has goods of every kind in every branch, all for one cost each, so that averages stay. */
export async function fillShop(base: string): Promise<string[]> {
  await sellGoods(base)
  await addItems(base, 0, 1000)
  const { login, call } = await signIn(base, 'admin')
  const { read } = callsOf(base, login)
  const goods = await Promise.all(
    Array.from({ length: kinds }, (_, at) =>
      read<{ id: string }>(items.getByBarcode.path, { code: barcodeAt(20 + at) }),
    ),
  )
  for (const { id: branchId } of login.companyStructure.branches)
    await sure(
      call(goodsAdjustments.create.path, {
        branchId,
        reason: 'opening',
        lines: goods.map(({ id }) => ({ itemId: id, quantity: '9000000', cost: '9000000' })),
      }),
    )
  return goods.map(({ id }) => id)
}

type Ask = Parameters<PeerAct>[0]
type Seat = Parameters<PeerAct>[1]

/** Sells three kinds for cash, which of them the seller and the number say; answers the receipt's number. */
async function sell(
  ask: Ask,
  { branchId, counterId }: Seat,
  { goods, modeId, at }: { goods: readonly string[]; modeId: string; at: number },
): Promise<string> {
  const lines = [0, 1, 2].map((n) => ({ itemId: goods[(at * 5 + n * 7) % kinds], quantity: String(1 + n) }))
  const basket = { id: crypto.randomUUID(), branchId, counterId, lines }
  const { id, version, total } = (await ask(sales.create.path, basket)) as unknown as SaleDetail
  const payments = [{ modeId, amount: total }]
  const settled = (await ask(sales.settle.path, { id, version, payments })) as unknown as SaleDetail
  if (settled.state !== 'settled') throw new Error(JSON.stringify(settled))
  return settled.number
}

interface Shop {
  goods: string[]
  modeId: string
  seats: Seat[]
}

/** Has each of these tellers sell for so many seconds; each sale's time in milliseconds. */
async function sellFor(tellers: readonly Teller[], { seats, goods, modeId }: Shop, during: number) {
  const times: number[] = []
  const started = performance.now()
  const end = started + during * 1000
  await Promise.all(
    tellers.map(async (teller, at) => {
      const seat = seats[at % seats.length]
      if (!seat) throw new Error('Nowhere to sit')
      const ask: Ask = (path, payload) => sure(teller.call(path, payload))
      for (let number = 0; performance.now() < end; number += 1) {
        const began = performance.now()
        await sell(ask, seat, { goods, modeId, at: at * 2 + (number % 2) })
        times.push(performance.now() - began)
      }
    }),
  )
  return { times, took: (performance.now() - started) / 1000 }
}

/** Ours and the same statements in pgbench take turns, as in the bench of deals. */
export async function sellThree(): Promise<void> {
  await withFolder(async (folder) => {
    const rows = clients.map(() => ({ ours: 0, theirs: 0, times: [] as number[] }))
    let [tellers, statements]: [readonly Teller[], number] = [[], 0]
    let shop: Shop | undefined
    for (let round = 0; round < rounds; round += 1) {
      const server = await startProgram(
        'apps/server/main.ts',
        { AGIO_DATA_DIR: folder, AGIO_PORT: String(port), AGIO_HOST: '127.0.0.1' },
        /Agio is ready/,
      )
      try {
        const base = `http://127.0.0.1:${port}/api`
        if (!shop) {
          const goods = await fillShop(base)
          ;({ tellers } = await openHouse(base, most))
          const { counters } = (await signIn(base, 'admin')).login.companyStructure
          const seats = counters.map(({ id: counterId, branchId }) => ({ counterId, branchId }))
          shop = { goods, modeId: await cashMode(base), seats }
        } else await Promise.all(tellers.map((teller) => teller.sit()))
        for (const [at, row] of rows.entries()) {
          const some = tellers.slice(0, clients[at])
          await sellFor(some, shop, 3)
          const { times, took } = await sellFor(some, shop, seconds)
          row.ours += times.length / took / rounds
          row.times.push(...times)
        }
      } finally {
        await server.stop()
      }
      statements = (await replay(folder, shop, rows)) ?? 0
    }
    const head = ['tellers', 'sales of three lines/s', 'pgbench of the same SQL', 'share (aim 85 %)']
    table(
      [...head, 'p50 ms', 'p95 ms'],
      rows.map(({ ours, theirs, times }, at) => [
        clients[at] ?? 0,
        ours.toFixed(0),
        theirs === 0 ? 'no pgbench' : theirs.toFixed(0),
        theirs === 0 ? '' : `${Math.round((100 * ours) / theirs)} %`,
        percentile(times, 0.5).toFixed(1),
        percentile(times, 0.95).toFixed(1),
      ]),
    )
    process.stdout.write(`${statements} statements of a sale; ${rounds} rounds in turns.\n\n`)
  })
}

const count = `select count(*)::int as sales, coalesce(sum(total), 0)::text as total from retail.sale where state = 'settled'`

async function replay(folder: string, { goods, modeId }: Shop, rows: { theirs: number }[]) {
  let at = 0
  // Two scripts of each, which sell what the tellers do.
  const sold =
    (side: number): PeerAct =>
    async (call, seat) =>
      new Map([[await sell(call, seat, { goods, modeId, at: Math.floor(at++ / 4) * 2 + side }), anew]])
  const peer = await openPeer(
    folder,
    Array.from({ length: most }, (_, n) => `bench${n}`),
    [sold(0), sold(1)],
  )
  if (!peer) return undefined
  try {
    for (const [n, row] of rows.entries()) {
      const before = Number((await peer.first(count))?.['sales'])
      const perSecond = peer.perSecond(clients[n] ?? 0, seconds)
      const made = Number((await peer.first(count))?.['sales']) - before
      // What was played must have sold.
      if (made < perSecond * seconds * 0.9) throw new Error(`${made} sales for ${perSecond} a second`)
      row.theirs += perSecond / rounds
    }
    return peer.statements
  } finally {
    await peer.stop()
  }
}
