// Long because the stores, loads, sales and returns of one shop are one book.
import type { Decimal } from 'decimal.js'
import { across, keep, type Ledger, post, within } from './ledger.ts'
import { exact, type Figure, share, sum, zero } from './numbers.ts'
import { emptyPool, foundAt, issueFrom, type Pool, receiveInto } from './pool.ts'
import { type Back, type Basket, portion, priceLines, type SoldLine, toPay, totalOf } from './retail.ts'
import { type Event, Refused, type Role } from './types.ts'

interface Refund {
  lines: Back[]
  state: 'asked' | 'dropped' | 'settled'
}
interface Sale {
  branch: string
  lines: SoldLine[]
  payments: { mode: 'cash' | 'card'; left: Decimal }[]
  rounding: Decimal
  refunds: Map<string, Refund>
}
interface Load {
  from: string
  to: string
  item: string
  quantity: Decimal
  value: Decimal
}

/** What lies in stores and at counters, one cost pool for each item in each branch, what is on its way, and what was sold. */
export interface Shop {
  pools: Map<string, Pool>
  held: Map<string, Decimal>
  loads: Map<string, Load>
  sales: Map<string, Sale>
}
const openStores = (): Shop => ({ pools: new Map(), held: new Map(), loads: new Map(), sales: new Map() })

interface At {
  branch: string
  item: string
}
/** The store of a branch, unless it is one of its counters. */
interface Lying extends At {
  place?: string | null | undefined
}
const keyOf = ({ branch, item }: At) => JSON.stringify([branch, item])
const poolAt = (shop: Shop, at: At) => shop.pools.get(keyOf(at)) ?? emptyPool
const lyingKey = ({ branch, item, place }: Lying) => JSON.stringify([branch, item, place ?? null])
const lyingAt = (shop: Shop, at: Lying) => shop.held.get(lyingKey(at)) ?? zero

const lay = (ledger: Ledger, shop: Shop, at: Lying, quantity: Decimal) =>
  keep(ledger, shop.held, lyingKey(at), lyingAt(shop, at).plus(quantity))

/** Out at the average; below zero at what is still known of it, and from nothing at nothing: what comes trues it up. */
function issue(
  ledger: Ledger,
  shop: Shop,
  { place, ...at }: Lying,
  quantity: Decimal,
  mayGoBelow: boolean,
): Decimal {
  if (!mayGoBelow && quantity.gt(lyingAt(shop, { place, ...at }))) throw new Refused('sold-out', keyOf(at))
  lay(ledger, shop, { place, ...at }, quantity.negated())
  const pool = poolAt(shop, at)
  const out = issueFrom({ ...pool, last: null }, quantity, zero, ledger.places)
  if (!out) throw new Refused('no-cost', keyOf(at))
  keep(ledger, shop.pools, keyOf(at), out.pool)
  post(ledger, { role: 'goods', ...at, quantity: quantity.negated(), amount: out.cost.negated() })
  return out.cost
}

/** In at a value; what covers a sale before it came is cost of sales as far as it cost more or less. */
function take(ledger: Ledger, shop: Shop, { place, ...at }: Lying, quantity: Decimal, value: Decimal): void {
  lay(ledger, shop, { place, ...at }, quantity)
  const { pool, loss } = receiveInto(poolAt(shop, at), quantity, value, ledger.places)
  keep(ledger, shop.pools, keyOf(at), pool)
  post(ledger, { role: 'goods', ...at, quantity, amount: value.minus(loss) })
  post(ledger, { role: 'retailCost', ...at, amount: loss })
}

export interface GoodsInput extends Event {
  branch: string
  /** The counter at which they lie; none: the store. */
  place?: string | null
  reason: 'receipt' | 'opening' | 'supplierReturn' | 'damaged' | 'expired' | 'ownUse'
  lines: readonly { item: string; quantity: Figure; cost?: Figure }[]
}
const otherSide: Record<GoodsInput['reason'], Role> = {
  receipt: 'suppliers',
  opening: 'openingEquity',
  supplierReturn: 'suppliers',
  damaged: 'goodsLoss',
  expired: 'goodsLoss',
  ownUse: 'goodsOwnUse',
}

/** Goods come in at a cost or go out at the average; answers what they were worth. */
const adjustGoods = (ledger: Ledger, shop: Shop, input: GoodsInput): Decimal =>
  within(ledger, input, () => {
    const { branch, place, reason, lines } = input
    const role = otherSide[reason]
    const isIn = reason === 'receipt' || reason === 'opening'
    const values = lines.map(({ item, quantity, cost = '0' }) => {
      const at = { branch, item, place }
      if (isIn) take(ledger, shop, at, exact(quantity), exact(cost))
      else post(ledger, { role, branch, amount: issue(ledger, shop, at, exact(quantity), false) })
      return exact(cost)
    })
    if (isIn) post(ledger, { role, branch, amount: sum(values).negated() })
    return sum(values)
  })

/** What was counted differs: at the average, against short and over. `unit`: where nothing is left. */
const countGoods = (
  ledger: Ledger,
  shop: Shop,
  input: Event & {
    branch: string
    place?: string | null
    lines: readonly { item: string; quantity: Figure; unit?: Figure }[]
  },
): void =>
  within(ledger, input, () => {
    for (const { item, quantity, unit = '0' } of input.lines) {
      const [at, off] = [{ branch: input.branch, item }, exact(quantity)]
      const lying = { ...at, place: input.place }
      if (off.isZero()) continue
      if (off.lt(0)) {
        const cost = issue(ledger, shop, lying, off.negated(), false)
        post(ledger, { role: 'cashShortOver', ...at, amount: cost })
        continue
      }
      const worth =
        foundAt(poolAt(shop, at), off, ledger.places) ?? off.times(unit).toDecimalPlaces(ledger.places)
      const before = poolAt(shop, at).value
      take(ledger, shop, lying, off, worth)
      // What is short covers itself at its own cost.
      post(ledger, { role: 'cashShortOver', ...at, amount: poolAt(shop, at).value.minus(before).negated() })
    }
  })

export interface SellInput extends Event, Basket {
  sale: string
  branch: string
  counter: string
  coin: string
  /** What other modes than cash pay; cash pays the rest, if `isCash`. */
  card: Figure
  isCash: boolean
}

/** What is sold at a counter lies there first; the rest is the store's. All of a line is sold as one, at one cost. */
function bring(ledger: Ledger, shop: Shop, at: Lying, quantity: Decimal): void {
  const here = lyingAt(shop, at)
  const taken = here.lt(quantity) ? here : quantity
  if (!taken.gt(0)) return
  lay(ledger, shop, at, taken.negated())
  lay(ledger, shop, { ...at, place: null }, taken)
  // From one place to the other at the average of both.
  const out = issueFrom({ ...poolAt(shop, at), last: null }, taken, zero, ledger.places)
  const goods = { role: 'goods' as const, branch: at.branch, item: at.item }
  const amount = out?.cost ?? zero
  post(ledger, { ...goods, quantity: taken.negated(), amount: amount.negated() })
  post(ledger, { ...goods, quantity: taken, amount })
}

/** What came back lies at the counter, if goods lie there; else in the store. */
const keepsGoods = (shop: Shop, branch: string, counter: string) =>
  [...shop.held].some(([key, quantity]) => {
    const [own, , place] = JSON.parse(key) as string[]
    return own === branch && place === counter && quantity.gt(0)
  })

const sell = (ledger: Ledger, shop: Shop, input: SellInput) =>
  within(ledger, input, () => {
    const { sale, branch, counter, coin, isCash } = input
    const priced = priceLines(input, ledger.places)
    const lines = input.lines.map((line, at): SoldLine => {
      const own = priced[at]
      if (!own) throw new Error('A line has no price')
      const place = { branch, item: line.item }
      const isGoods = line.kind === 'goods'
      if (isGoods) bring(ledger, shop, { ...place, place: counter }, exact(line.quantity))
      const cost = isGoods ? issue(ledger, shop, place, exact(line.quantity), line.mayGoBelow) : zero
      post(ledger, { role: 'retailCost', ...place, amount: cost })
      post(ledger, { role: 'retailSales', ...place, amount: own.net.negated() })
      return { ...own, line, cost }
    })
    const card = exact(input.card)
    const rest = totalOf(priced).minus(card)
    const { due, rounding } = isCash ? toPay(rest, coin) : { due: zero, rounding: zero }
    if (!isCash && !rest.isZero()) throw new Refused('not-paid', sale)
    post(ledger, { role: 'cash', branch, place: counter, amount: due })
    post(ledger, { role: 'cardClearing', branch, amount: card })
    post(ledger, { role: 'outputTax', branch, amount: sum(priced.flatMap(({ taxes }) => taxes)).negated() })
    post(ledger, { role: 'rounding', branch, amount: rounding.negated() })
    const payments: Sale['payments'] = [
      { mode: 'card' as const, left: card },
      { mode: 'cash' as const, left: due },
    ].filter(({ left }) => !left.isZero())
    keep(ledger, shop.sales, sale, { branch, lines, payments, rounding, refunds: new Map() })
    return { lines, due, rounding, total: totalOf(priced) }
  })

function saleOf(shop: Shop, id: string): Sale {
  const sale = shop.sales.get(id)
  if (!sale) throw new Refused('not-sold', id)
  return sale
}

const standing = ({ refunds }: Sale, position: number, only: (refund: Refund) => boolean) =>
  [...refunds.values()].filter(only).flatMap(({ lines }) => lines.filter((one) => one.position === position))
const isStanding = ({ state }: Refund) => state !== 'dropped'

/** What of each line is left to come back. */
const leftOf = (sale: Sale, only = isStanding) =>
  sale.lines.map(
    ({ line }, at) =>
      line.quantity - standing(sale, at + 1, only).reduce((count, { quantity }) => count + quantity, 0),
  )

function askBack(
  { places }: Ledger,
  shop: Shop,
  input: { sale: string; refund: string; lines: readonly { position: number; quantity: number }[] },
) {
  const sale = saleOf(shop, input.sale)
  const left = leftOf(sale)
  const lines = input.lines.map((asked) => {
    const own = sale.lines[asked.position - 1]
    if (!own || asked.quantity > (left[asked.position - 1] ?? 0))
      throw new Refused('more-than-sold', input.sale)
    return portion(own, asked, standing(sale, asked.position, isStanding), places)
  })
  sale.refunds.set(input.refund, { lines, state: 'asked' })
  return lines
}

/** Of each payment what goes back: others before cash, cash to the coin, and at last all that is left. */
function payBack(sale: Sale, total: Decimal, coin: string, isLast: boolean) {
  let due = total
  const part = (mode: 'cash' | 'card') => {
    const payment = sale.payments.find((one) => one.mode === mode)
    if (!payment) return zero
    if (mode === 'cash' && !isLast) due = toPay(due, coin).due
    const amount = isLast ? payment.left : due.lt(payment.left) ? due : payment.left
    payment.left = payment.left.minus(amount)
    due = due.minus(amount)
    return amount
  }
  const [card, cash] = [part('card'), part('cash')]
  const rounding = isLast ? sale.rounding : card.plus(cash).minus(total)
  sale.rounding = sale.rounding.minus(rounding)
  return { card, cash, rounding }
}

function giveBack(
  ledger: Ledger,
  shop: Shop,
  input: Event & { sale: string; refund: string; counter: string; coin: string },
) {
  const sale = saleOf(shop, input.sale)
  const refund = sale.refunds.get(input.refund)
  if (refund?.state !== 'asked') throw new Refused('not-asked', input.refund)
  return within(ledger, input, () => {
    const { branch } = sale
    refund.state = 'settled'
    const place = keepsGoods(shop, branch, input.counter) ? input.counter : null
    const isLast = leftOf(sale, ({ state }) => state === 'settled').every((left) => left === 0)
    for (const { position, quantity, net, cost } of refund.lines) {
      const line = sale.lines[position - 1]?.line
      if (!line) throw new Error('A line was not sold')
      const at = { branch, item: line.item }
      if (line.kind === 'goods') take(ledger, shop, { ...at, place }, exact(quantity), cost)
      post(ledger, { role: 'retailCost', ...at, amount: cost.negated() })
      post(ledger, { role: 'retailSales', ...at, amount: net })
    }
    const { card, cash, rounding } = payBack(sale, totalOf(refund.lines), input.coin, isLast)
    post(ledger, { role: 'cash', branch, place: input.counter, amount: cash.negated() })
    post(ledger, { role: 'cardClearing', branch, amount: card.negated() })
    post(ledger, { role: 'outputTax', branch, amount: sum(refund.lines.flatMap(({ taxes }) => taxes)) })
    post(ledger, { role: 'rounding', branch, amount: rounding })
    return { card, cash, rounding }
  })
}

/** Goods between the stores of branches, each line a load. */
const sendGoods = (
  ledger: Ledger,
  shop: Shop,
  input: Event & Omit<Load, 'quantity' | 'value'> & { quantity: Figure },
) =>
  within(ledger, input, () => {
    const { id, from, to, item } = input
    const quantity = exact(input.quantity)
    const value = issue(ledger, shop, { branch: from, item }, quantity, false)
    post(ledger, { role: 'goodsInTransit', branch: from, item, quantity, amount: value })
    keep(ledger, shop.loads, id, { from, to, item, quantity, value })
    return value
  })

/** So many of a load arrive, go back, or are lost or claimed; the last take the rest of its value. */
const endGoods = (
  ledger: Ledger,
  shop: Shop,
  input: Event & { load: string; quantity: Figure; how: 'arrive' | 'return' | 'loss' | 'claim' },
): void =>
  within(ledger, input, () => {
    const load = shop.loads.get(input.load)
    const quantity = exact(input.quantity)
    if (!load || quantity.gt(load.quantity)) throw new Refused('not-in-transit', input.load)
    const { from, to, item } = load
    const value = share(load.value, quantity, load.quantity, ledger.places)
    const branch = input.how === 'arrive' ? to : from
    post(ledger, {
      role: 'goodsInTransit',
      branch: from,
      item,
      quantity: quantity.negated(),
      amount: value.negated(),
    })
    across(ledger, from, branch, value)
    if (input.how === 'arrive' || input.how === 'return')
      take(ledger, shop, { branch, item }, quantity, value)
    else
      post(ledger, {
        role: input.how === 'loss' ? 'transitLoss' : 'claimReceivable',
        branch,
        item,
        amount: value,
      })
    const left = { quantity: load.quantity.minus(quantity), value: load.value.minus(value) }
    keep(ledger, shop.loads, input.load, { ...load, ...left })
  })

/** The calls of a shop on a ledger. */
export function shopCalls(ledger: Ledger, shop: Shop = openStores()) {
  return {
    adjustGoods: (input: GoodsInput) => adjustGoods(ledger, shop, input),
    countGoods: (input: Parameters<typeof countGoods>[2]) => countGoods(ledger, shop, input),
    sell: (input: SellInput) => sell(ledger, shop, input),
    price: (basket: Basket) => priceLines(basket, ledger.places),
    askBack: (input: Parameters<typeof askBack>[2]) => askBack(ledger, shop, input),
    dropBack(input: { sale: string; refund: string }) {
      const refund = saleOf(shop, input.sale).refunds.get(input.refund)
      if (refund) refund.state = 'dropped'
    },
    giveBack: (input: Parameters<typeof giveBack>[2]) => giveBack(ledger, shop, input),
    leftOfSale: (id: string) => leftOf(saleOf(shop, id)),
    sendGoods: (input: Parameters<typeof sendGoods>[2]) =>
      sendGoods(ledger, shop, input).toFixed(ledger.places),
    endGoods: (input: Parameters<typeof endGoods>[2]) => endGoods(ledger, shop, input),
    goodsAt: (branch: string, item: string) => poolAt(shop, { branch, item }),
    /** Units in the store, or at a counter. */
    goodsLyingAt: (at: Lying) => lyingAt(shop, at),
    goodsLying: () =>
      [...shop.held].map(([key, quantity]) => {
        const [branch, item, place] = JSON.parse(key) as [string, string, string | null]
        return { branch, item, place, quantity }
      }),
    goodsPools: () =>
      [...shop.pools].map(([key, pool]) => {
        const [branch = '', item = ''] = JSON.parse(key) as string[]
        return { branch, item, ...pool }
      }),
    goodsLoads: () => [...shop.loads].map(([id, load]) => ({ id, ...load })),
  }
}
