import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { refunds } from '#modules/retail/returns/returns.contract.ts'
import { type SaleDetail, sales } from '#modules/retail/sales/sales.contract.ts'
import { type Answer, signIn, type Teller, tellerAt } from './counter-house.ts'
import { ask } from './crowd.ts'
import { killEmbeddedWith } from './faults-kills.ts'
import { ageAccounts } from './kept-data.ts'
import type { Scene } from './faults-scene.ts'
import { askAs } from './faults-stock.ts'
import { fillShop } from './retail-sales.ts'
import { cashMode } from './retail-shop.ts'

// Goods are sold and come back at the counters, while tellers deal and everything is killed.

const sellers = 4

interface Shop {
  goods: readonly string[]
  modeId: string
  /** Who lets returns through, which tellers may not by themselves. */
  decider: Pick<Seat, 'teller'>
}
interface Seat {
  teller: Teller
  branchId: string
  counterId: string
}
type Named = { id: string; version: number; number: string; state: string }

/** Asks under one key until somebody answers; what is refused for good is kept, and undefined. */
export function asking(refused: Map<string, number>) {
  let repeated = 0
  const until = async <T>(
    { teller }: Pick<Seat, 'teller'>,
    path: string,
    body: object,
    key: string = randomUUID(),
  ): Promise<T | undefined> => {
    for (;;) {
      const said: Answer | undefined = await teller.call(path, body, key).catch(() => undefined)
      if (said?.status === 200) return said.body as T
      if (said?.status === 401) await teller.sit().catch(() => undefined)
      else if (said && said.status < 500 && said.status !== 429) {
        const code = `${path}: ${(said.body as { code: string }).code}`
        refused.set(code, (refused.get(code) ?? 0) + 1)
        return undefined
      }
      repeated++
      await pause(50)
    }
  }
  return { until, repeated: () => repeated }
}

/** Sells until told to stop; every tenth sale comes back whole, and every fifth is asked for once more by its id. */
function sell(shop: Shop, seats: readonly Seat[]) {
  const over = new AbortController()
  const refused = new Map<string, number>()
  const { until, repeated } = asking(refused)
  const sold: string[] = []
  const returned: string[] = []
  let [begun, twice] = [0, 0]
  const once = async (seat: Seat) => {
    const { branchId, counterId } = seat
    const at = begun++
    const lines = [0, 1, 2].map((n) => ({
      itemId: shop.goods[(at * 5 + n * 7) % shop.goods.length],
      quantity: String(1 + randomInt(5)),
    }))
    const basket = { id: randomUUID(), branchId, counterId, lines }
    const made = await until<SaleDetail>(seat, sales.create.path, basket)
    if (!made) return
    const { id, version, total } = made
    const paid = { id, version, payments: [{ modeId: shop.modeId, amount: total }] }
    const settled = await until<SaleDetail>(seat, sales.settle.path, paid)
    if (settled?.state !== 'settled') return
    sold.push(settled.number)
    if (at % 5 === 0) {
      const again = await until<SaleDetail>(seat, sales.create.path, basket)
      if (again?.number !== settled.number) twice++
    }
    if (at % 10 > 0) return
    const all = lines.map(({ quantity }, n) => ({ position: n + 1, quantity }))
    const back = { id: randomUUID(), saleId: id, counterId, reason: 'Not wanted', lines: all }
    const waiting = await until<Named>(seat, refunds.create.path, back)
    const key = (known: Named) => ({ id: known.id, version: known.version })
    if (!waiting) return
    const allowed = await until<Named>(shop.decider, refunds.approve.path, key(waiting))
    if (!allowed) return
    const given = await until<Named>(seat, refunds.settle.path, key(allowed))
    if (given) returned.push(given.number)
  }
  const working = seats.map(async (seat) => {
    while (!over.signal.aborted) await once(seat)
  })
  return {
    sold,
    returned,
    refused,
    repeated,
    twice: () => twice,
    async stop() {
      over.abort()
      await Promise.all(working)
    },
  }
}

const tables = { sale: ['retail.sale', 'retailSale'], refund: ['retail.refund', 'refund'] } as const

/** Numbers that were answered and are not there with one entry of the journal, and those that nobody heard of. */
async function compareNumbers(owner: pg.ClientConfig, of: keyof typeof tables, answered: readonly string[]) {
  const [name, source] = tables[of]
  const rows = await ask<{ number: string; entries: number }>(
    owner,
    `select s.number, (select count(*)::int from ledger.entry e where e.source_type = $1 and e.source_id = s.id) as entries
     from ${name} s where s.state = 'settled'`,
    [source],
  )
  const found = Map.groupBy(rows, ({ number }) => number)
  const heard = new Set(answered)
  const isOnce = (number: string) => {
    const [one, ...more] = found.get(number) ?? []
    return one?.entries === 1 && more.length === 0
  }
  return {
    notOnce: answered.filter((number) => !isOnce(number)).length,
    unheard: rows.filter(({ number }) => !heard.has(number)).length,
  }
}

/** Units in all stores beside what was received, sold and given back. */
async function unitsApart(owner: pg.ClientConfig): Promise<number> {
  const [row] = await ask<{ apart: string }>(
    owner,
    `select (select coalesce(sum(quantity), 0) from ledger.pool where kind = 'retail')
       - (select coalesce(sum(l.quantity), 0) from retail.adjustment_line l)
       + (select coalesce(sum(l.quantity), 0) from retail.sale_line l join retail.sale s on s.id = l.sale_id where s.state = 'settled')
       - (select coalesce(sum(l.quantity), 0) from retail.refund_line l join retail.refund r on r.id = l.refund_id
          where r.state = 'settled') as apart`,
  )
  return Number(row?.apart)
}

async function compareSales(owner: pg.ClientConfig, shop: ReturnType<typeof sell>): Promise<string> {
  const of = await compareNumbers(owner, 'sale', shop.sold)
  const back = await compareNumbers(owner, 'refund', shop.returned)
  const refused = [...shop.refused].map(([code, times]) => `${times} x ${code}`).join(', ') || 'none'
  return [
    `${shop.sold.length} sales answered, asked again ${shop.repeated()} times, ${of.notOnce} not there once with one entry`,
    `${of.unheard} there and not answered, ${shop.twice()} made another by a repeated id`,
    `${shop.returned.length} returns, ${back.notOnce} not there once, ${back.unheard} not answered`,
    `${await unitsApart(owner)} units too many or too few, refused: ${refused}`,
  ].join(', ')
}

/** Tellers and sellers at once, while one server with the database that it brings is killed. */
export const killWithSales: Scene = (stage) =>
  killEmbeddedWith(stage, async (base) => {
    const goods = await fillShop(base)
    const { counters } = (await signIn(base, 'admin')).login.companyStructure
    const seats: Seat[] = []
    for (let number = 0; number < Math.min(sellers, stage.people); number++) {
      const { branchId = '', id: counterId = '' } = counters[number % counters.length] ?? {}
      seats.push({ teller: await tellerAt(base, number), branchId, counterId })
    }
    await ageAccounts(stage.folder)
    const admin = askAs(base, 'admin')
    const call: Teller['call'] = async (...said) => (await admin()).call(...said)
    const decider = { teller: { call, sit: () => Promise.resolve() } }
    const shop = sell({ goods, modeId: await cashMode(base), decider }, seats)
    return { stop: shop.stop, compare: (owner) => compareSales(owner, shop) }
  })
