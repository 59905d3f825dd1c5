import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { occupyCounter } from '#apps/server/test-till.ts'
import { journal } from '#modules/ledger/journal/journal.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { sampleText } from '#kit/test/samples.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { lookAtBooks, replayBooks, sealBooks, verifyChain } from '#modules/ledger/public.server.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import { liveRates } from '#modules/rates/feeds/feeds.contract.ts'
import { marginRates } from '#modules/rates/margin-rates/margin-rates.contract.ts'
import { loadForAll } from '#modules/rates/public.server.ts'
import { deals } from '../deals/deals.contract.ts'
import { profitReport } from '#modules/reports/profit/profit.contract.ts'
import { lookAtDeals } from '../settlement/check.queries.ts'

// A day of five hundred deals at the bank's rates, against books kept beside it in whole sen by another hand.

const history = sampleText('ecb-history-2026-04-13.csv')
const day = '2026-04-13'
const codes = ['USD', 'EUR', 'GBP', 'SGD', 'JPY']

/** The bank's rates of the day, read from its file. */
function ratesOfDay(): Map<string, string> {
  const lines = history.split('\n')
  const cells = (lines.find((line) => line.startsWith(day)) ?? '').split(',')
  return new Map((lines[0] ?? '').split(',').map((code, at) => [code.trim(), cells[at] ?? '']))
}

/** A decimal as a count of 10^-8. */
const whole = (decimal: string) => {
  const [head = '', tail = ''] = decimal.split('.')
  return BigInt(head + tail.slice(0, 8).padEnd(8, '0'))
}
const halfUp = (over: bigint, under: bigint) => (2n * over + under) / (2n * under)
const sen = (amount: bigint) => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const inSen = (amount: string) => BigInt(amount.replace('.', ''))

/** The same numbers for everybody who runs it. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface Priced {
  id: string
  unit: bigint
  /** Counts of 10^-8 of local currency per quote unit. */
  mid: bigint
  buy: bigint
  sell: bigint
}
/** What a branch has of a currency, in the other books: quantity in units, the rest in sen. */
const emptyBook = () => ({
  quantity: 0n,
  value: 0n,
  bought: 0n,
  sold: 0n,
  buy: 0n,
  sell: 0n,
  cost: 0n,
  dealing: 0n,
})

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signIn']>>
const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
const sure = <B>({ status, body }: { status: number; body: B }): B => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

beforeAll(async () => {
  app = await testApp({ rates: false })
  app.setNow(new Date(`${day}T15:00:00Z`))
  await loadForAll(app.services, Buffer.from(history))
  admin = await app.signIn('admin')
})
afterAll(() => app.stop())

/** Publishes the bank's sheet with one margin for all, and answers what follows from it by hand. */
async function publish(): Promise<Map<string, Priced>> {
  const { items } = sure(await admin.call(liveRates.list))
  const all = sure(await admin.call(companyCurrencies.list))
  const ids = new Map(all.map(({ code, id }) => [code, id]))
  const rates = items.flatMap(({ code, mid }) =>
    mid === null ? [] : [{ currencyId: ids.get(code) ?? '', mid }],
  )
  sure(await admin.call(baseRates.update, { rates, reason: 'As the bank says' }))
  sure(await admin.call(marginRates.create, { kind: 'percent', buy: '0.01', sell: '0.015' }))
  const bank = ratesOfDay()
  return new Map(
    codes.map((code) => {
      const unit = BigInt(items.find((one) => one.code === code)?.unit ?? 1)
      const mid = halfUp(
        whole(bank.get('MYR') ?? '') * unit * 10n ** 8n,
        code === 'EUR' ? 10n ** 8n : whole(bank.get(code) ?? ''),
      )
      const [buy, sell] = [halfUp(mid * 990n, 1000n), halfUp(mid * 1015n, 1000n)]
      return [code, { id: ids.get(code) ?? '', unit, mid, buy, sell }] as const
    }),
  )
}

test(
  'five hundred deals over four branches leave clean books, and the profit that is computed beside them',
  { timeout: 240_000 },
  async () => {
    const priced = await publish()
    const of = (code: string) => {
      const found = priced.get(code)
      if (!found) throw new Error(`no rate of ${code}`)
      return found
    }
    const amountOf = (quantity: bigint, rate: bigint, unit: bigint) =>
      halfUp(quantity * rate, unit * 10n ** 6n)
    const { branches, counters } = admin.login.companyStructure
    expect(branches).toHaveLength(4)
    const local = sure(await admin.call(companyCurrencies.getLocalCurrency)).currencyId
    const books = new Map<string, ReturnType<typeof emptyBook>>()
    const book = (branchId: string, code: string) => {
      const found = books.get(`${branchId} ${code}`) ?? emptyBook()
      books.set(`${branchId} ${code}`, found)
      return found
    }
    const desks: { branchId: string; call: Call }[] = []
    for (const [at, branch] of branches.entries()) {
      const counter = counters.find(({ branchId }) => branchId === branch.id)
      const stock = codes.map((code) => {
        const quantity = code === 'JPY' ? 900_000n : 9_000n
        const value = amountOf(quantity, of(code).mid, of(code).unit)
        Object.assign(book(branch.id, code), { quantity, value })
        return { itemId: of(code).id, quantity: String(quantity), cost: sen(value) }
      })
      const lines = [{ itemId: local, quantity: '900000' }, ...stock]
      sure(await admin.call(adjustments.createOpening, { branchId: branch.id, lines }, key()))
      sure(await admin.call(days.open, { counterId: counter?.id ?? '' }))
      await occupyCounter(app, admin.call, counter?.id ?? '')
      const float = { branchId: branch.id, fromCounterId: null, toCounterId: counter?.id ?? '' }
      const moved = lines.map(({ itemId, quantity }) => ({ itemId, quantity }))
      sure(await admin.call(adjustments.createFloat, { ...float, lines: moved }, key()))
      const seats = [{ type: 3 as const, workspaceId: counter?.id ?? '' }]
      await app.addUser({
        userName: `desk${at}`,
        firstName: 'Desk',
        roles: ['branch_manager'],
        workspaces: seats,
      })
      const { call } = await app.signIn(`desk${at}`)
      sure(await call(workspaces.switch, { type: 3, workspaceId: counter?.id ?? '' }))
      desks.push({ branchId: branch.id, call })
    }

    const roll = dice(20_260_413)
    for (let number = 0; number < 500; number++) {
      const desk = desks[number % desks.length]
      if (!desk) throw new Error('four desks')
      const first = roll(codes.length)
      const chosen = [codes[first], roll(5) === 0 ? codes[(first + 1) % codes.length] : undefined]
      const lines = chosen.flatMap((code, at) => {
        if (code === undefined) return []
        const side = (roll(2) + at) % 2 === 0 ? ('buy' as const) : ('sell' as const)
        const quantity = code === 'JPY' ? BigInt(1000 * (1 + roll(40))) : BigInt(1 + roll(300))
        const { id, unit, mid, buy, sell } = of(code)
        return [
          {
            code,
            side,
            quantity,
            id,
            amount: amountOf(quantity, side === 'buy' ? buy : sell, unit),
            atMid: amountOf(quantity, mid, unit),
          },
        ]
      })
      const asked = lines.map(({ side, id, quantity }) => ({
        side,
        currencyId: id,
        quantity: String(quantity),
      }))
      const deal = sure(await desk.call(deals.create, { lines: asked, upTo: 'settle' }, key()))
      expect(deal.state).toBe('settled')
      // What is taken back leaves nothing but its number.
      const isTakenBack = roll(25) === 0
      for (const [at, { code, side, quantity, amount, atMid }] of lines.entries()) {
        expect(deal.lines[at]?.amount).toBe(sen(amount))
        if (isTakenBack) continue
        const kept = book(desk.branchId, code)
        if (side === 'buy') {
          kept.bought += quantity
          kept.buy += amount
          kept.quantity += quantity
          kept.value += amount
        } else {
          const cost = quantity === kept.quantity ? kept.value : halfUp(kept.value * quantity, kept.quantity)
          kept.sold += quantity
          kept.sell += amount
          kept.cost += cost
          kept.dealing += amount - atMid
          kept.quantity -= quantity
          kept.value -= cost
        }
      }
      if (isTakenBack) {
        sure(await admin.call(workspaces.switch, { type: 3, workspaceId: deal.counterId }))
        sure(
          await admin.call(deals.reverse, { id: deal.id, version: deal.version, note: 'Came back.' }, key()),
        )
      }
    }

    const { items: posted } = sure(await admin.call(journal.list, {}))
    const settled = posted.filter(({ event }) => event.startsWith('deal.settled'))
    expect(settled.length).toBeGreaterThan(0)
    for (const { sourceNumber } of settled) expect(sourceNumber).toMatch(/^[A-Z]{3}-\d{4}-\d{6}$/)

    const report = sure(await admin.call(profitReport.profitLoss, { from: day, to: day }))
    expect(report.rows).toHaveLength(books.size)
    for (const row of report.rows) {
      const { quantity: _left, value: _worth, ...mine } = book(row.branchId, row.code)
      const { bought, sold, buy, sell, cost, dealing, realised, holding } = row
      expect({ bought, sold, buy, sell, cost, dealing }).toEqual({
        bought: String(mine.bought),
        sold: String(mine.sold),
        buy: sen(mine.buy),
        sell: sen(mine.sell),
        cost: sen(mine.cost),
        dealing: sen(mine.dealing),
      })
      expect(inSen(realised ?? '')).toBe(mine.sell - mine.cost)
      expect(inSen(dealing ?? '') + inSen(holding ?? '')).toBe(inSen(realised ?? ''))
    }
    const sum = [...books.values()].reduce((all, one) => all + one.sell - one.cost, 0n)
    expect(report.total.realised).toBe(sen(sum))

    await inCompany(admin.login.company.companyId, async () => {
      const { db } = app.services
      const pools = await app.owner<{ id: string; code: string; quantity: string; value: string }>(
        `select p.branch_id as id, c.code, trim_scale(p.quantity)::text as quantity, p.value::numeric(20, 2)::text as value
          from ledger.pool p join currencies.currency c on c.id = p.item_id`,
      )
      for (const { id, code, quantity, value } of pools)
        expect([quantity, value]).toEqual([String(book(id, code).quantity), sen(book(id, code).value)])
      const looks = [...(await lookAtBooks(db)), ...(await lookAtDeals(db))]
      expect(looks.filter(({ wrong }) => wrong > 0)).toEqual([])
      expect(looks.filter(({ seen }) => seen > 0).length).toBeGreaterThan(12)
      expect((await db.transaction().execute(replayBooks)).differences).toEqual([])
      expect(await sealBooks(db, app.services.now())).toBeGreaterThanOrEqual(500)
      expect((await db.transaction().execute(verifyChain)).broken).toBeUndefined()
    })
  },
)
