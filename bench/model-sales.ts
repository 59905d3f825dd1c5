import { randomUUID } from 'node:crypto'
import { retailPolicy } from '#modules/retail/policy/policy.contract.ts'
import { type RefundDetail, refunds } from '#modules/retail/returns/returns.contract.ts'
import { type SaleDetail, sales } from '#modules/retail/sales/sales.contract.ts'
import { branchAt, countersOf, dateAt, eventId, feed, noteReply, type Play, type Sold } from './model-play.ts'
import type { Counter } from './model-places.ts'
import { exact, sum, zero } from './model/numbers.ts'
import { type Basket, totalOf, toPay } from './model/retail.ts'

// Goods are sold at the counters, for cash and by card, and come back in part or whole.

const coin = '0.05'

const basketOf = ({ house }: Play, { lines, discount }: Pick<Sold, 'discount' | 'lines'>): Basket => ({
  discount,
  taxBy: house.retail.taxBy,
  lines: lines.map(({ ware, quantity }) => ({ ...ware, item: ware.id, quantity })),
})

async function sell(play: Play): Promise<void> {
  const { house, dice } = play
  const { pick, roll } = dice
  const counter = pick(countersOf(play))
  const seller = pick([...counter.tellers, house.admin])
  const lines = Array.from({ length: 1 + roll(4) }, () => ({
    ware: pick(house.goods),
    quantity: 1 + roll(6),
  }))
  const gross = sum(lines.map(({ ware, quantity }) => exact(ware.price).times(quantity)))
  const discount =
    roll(3) === 0
      ? gross
          .times(1 + roll(12))
          .div(100)
          .toFixed(2)
      : '0'
  const draft = {
    id: randomUUID(),
    branchId: counter.branchId,
    counterId: counter.id,
    discount,
    lines: lines.map(({ ware, quantity }) => ({ itemId: ware.id, quantity: String(quantity) })),
  }
  const made = noteReply(play, 'basket', await seller.call(sales.create, draft))
  if (!made) return
  const { id, version, state } = made
  const sold: Sold = { id, version, state, counter, seller, lines, discount, refunds: [] }
  play.sales.push(sold)
  comparePriced(play, sold, made)
  await settle(play, sold)
}

/** What a basket comes to, line by line; its parts add up. */
function comparePriced(play: Play, sold: Sold, shown: SaleDetail): void {
  const priced = play.book.price(basketOf(play, sold))
  const what = `sale ${shown.number}`
  for (const [at, { gross, discount, net, taxes, total }] of priced.entries()) {
    const figures = { gross, discount, net, tax: sum(taxes), total }
    for (const [part, value] of Object.entries(figures))
      play.same(`${what} line ${at} ${part}`, shown.lines[at]?.[part as 'net'] ?? 'none', value.toFixed(2))
  }
  for (const part of ['net', 'tax', 'total', 'discount'] as const)
    play.same(`${what}: lines add up to its ${part}`, shown[part], addUp(shown.lines, part))
  play.same(`${what}: net and tax`, exact(shown.net).plus(shown.tax).toFixed(2), shown.total)
  play.same(`${what} total`, shown.total, totalOf(priced).toFixed(2))
}
const addUp = (lines: SaleDetail['lines'], part: 'discount' | 'net' | 'tax' | 'total') =>
  sum(lines.map((line) => exact(line[part]))).toFixed(2)

/** What lies at a counter and in the store of its branch; neither lends the other what it has not. */
const sellableAt = ({ book }: Play, { branchId: branch, id }: Counter, item: string) =>
  sum(
    [id, null].map((place) => {
      const lying = book.goodsLyingAt({ branch, item, place })
      return lying.gt(0) ? lying : zero
    }),
  )

/** Pays a basket: in cash, with change, by card, or by both. */
async function settle(play: Play, sold: Sold): Promise<void> {
  const { roll } = play.dice
  const total = totalOf(play.book.price(basketOf(play, sold)))
  const how = roll(4)
  const card = how === 0 ? total : how === 1 ? total.div(3).toDecimalPlaces(2) : zero
  const isCash = !card.eq(total)
  const due = isCash ? toPay(total.minus(card), coin).due : zero
  const tender = due.plus(roll(2) === 0 ? exact(roll(40)).times(coin) : 0)
  const modeOf = (kind: string) => play.house.modes.in.find((mode) => mode.kind === kind)?.id ?? ''
  const payments = [
    ...(card.isZero() ? [] : [{ modeId: modeOf('card'), amount: card.toFixed(2) }]),
    ...(isCash ? [{ modeId: modeOf('cash'), amount: tender.toFixed(2) }] : []),
  ]
  const key = { id: sold.id, version: sold.version }
  const before = sold.lines.some(
    ({ ware, quantity }) =>
      ware.kind === 'goods' && !ware.mayGoBelow && sellableAt(play, sold.counter, ware.id).lt(quantity),
  )
  const answer = await sold.seller.call(sales.settle, { ...key, payments })
  const made = noteReply(play, 'sale paid', answer)
  if (!made) {
    const cancelled = await sold.seller.call(sales.cancel, key)
    sold.state = noteReply(play, 'basket cancelled', cancelled)?.state ?? sold.state
    return
  }
  sold.version = made.version
  sold.state = made.state
  if (made.state !== 'settled') return
  if (before) play.deviates('what is not there was sold')
  const branch = sold.counter.branchId
  const place = { branch, counter: sold.counter.id }
  const date = dateAt(play, { branchId: branch, counterId: sold.counter.id })
  play.same(`date of ${made.number}`, made.businessDate ?? 'none', date)
  const event = { id: eventId(play), date, sale: sold.id, ...place, coin, card: card.toFixed(2), isCash }
  const kept = feed(play, 'sale', () => play.book.sell({ ...event, ...basketOf(play, sold) }))
  comparePriced(play, sold, made)
  if (!kept) return
  play.same(`rounding of ${made.number}`, made.rounding, kept.rounding.toFixed(2))
  const paid = sum(made.payments.map(({ amount }) => exact(amount)))
  play.same(`paid of ${made.number}`, paid.toFixed(2), kept.due.plus(card).toFixed(2))
  play.same(`payments of ${made.number}`, paid.minus(made.rounding).toFixed(2), made.total)
}

/** Somebody else allows what is above the limits of the seller, or does not; then it is paid. */
async function allow(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const sold = pick(play.sales.filter(({ state }) => state === 'waiting').slice(-8))
  if (!sold) return
  const by = pick([...branchAt(play, sold.counter.branchId).seniors, play.house.admin, play.house.chief])
  const note = 'Not so'
  const acts = roll(8) === 0 ? [sales.reject] : [sales.approveDiscount, sales.approveBelowCost]
  for (const act of acts) {
    const key = { id: sold.id, version: sold.version, ...(act === sales.reject && { note }) }
    const made = noteReply(
      play,
      'sale allowed or not',
      await by.call(act, key as { id: string; version: number; note: string }),
    )
    if (!made) continue
    sold.version = made.version
    sold.state = made.state
  }
  if (sold.state === 'open') await settle(play, sold)
}

/** Units of some lines, or all that has not come back. */
function someBack(play: Play, sold: Sold): { position: number; quantity: number }[] {
  const { roll } = play.dice
  const isAll = roll(3) === 0
  return play.book.leftOfSale(sold.id).flatMap((left, at) => {
    if (left === 0 || (!isAll && roll(2) === 0)) return []
    return [{ position: at + 1, quantity: isAll ? left : 1 + roll(left) }]
  })
}

async function takeBack(play: Play): Promise<void> {
  const { pick } = play.dice
  const sold = pick(play.sales.filter(({ state }) => state === 'settled').slice(-25))
  if (!sold) return
  const lines = someBack(play, sold)
  if (lines.length === 0) return
  const by = pick([...sold.counter.tellers, play.house.admin])
  const id = randomUUID()
  const asked = lines.map((line) => ({ ...line, quantity: String(line.quantity) }))
  const draft = { id, saleId: sold.id, counterId: sold.counter.id, reason: 'Not wanted', lines: asked }
  const made = noteReply(play, 'return asked', await by.call(refunds.create, draft))
  if (!made) return
  const kept = feed(play, 'return', () => play.book.askBack({ sale: sold.id, refund: id, lines })) ?? []
  for (const [at, { net, taxes, total }] of kept.entries())
    for (const [part, value] of Object.entries({ net, tax: sum(taxes), total }))
      play.same(
        `${made.number} line ${at} ${part}`,
        made.lines[at]?.[part as 'net'] ?? 'none',
        value.toFixed(2),
      )
  play.same(`total of ${made.number}`, made.total, totalOf(kept).toFixed(2))
  const refund = { id, version: made.version, state: made.state, by }
  sold.refunds.push(refund)
  if (made.state === 'approved') await payBack(play, sold, refund)
}

async function payBack(play: Play, sold: Sold, refund: Sold['refunds'][number]): Promise<void> {
  const { id, version, by } = refund
  const made = noteReply(play, 'return paid', await by.call(refunds.settle, { id, version }))
  if (!made) return
  refund.state = made.state
  const { branchId, id: counterId } = sold.counter
  const event = { id: eventId(play), date: dateAt(play, { branchId, counterId }), counter: counterId, coin }
  const kept = feed(play, 'return paid', () => play.book.giveBack({ ...event, sale: sold.id, refund: id }))
  if (!kept) return
  play.same(`rounding of ${made.number}`, made.rounding, kept.rounding.toFixed(2))
  play.same(`paid of ${made.number}`, paidBy(made).toFixed(2), kept.card.plus(kept.cash).toFixed(2))
}
const paidBy = ({ payments }: RefundDetail) => sum(payments.map(({ amount }) => exact(amount)))

/** A return above the limit of its maker is allowed or not; what was allowed is paid. */
async function decide(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const waiting = play.sales.flatMap((sold) =>
    sold.refunds.flatMap((refund) =>
      refund.state === 'pending' || refund.state === 'approved' ? [{ sold, refund }] : [],
    ),
  )
  const found = pick(waiting.slice(-8))
  if (!found) return
  const { sold, refund } = found
  if (refund.state === 'approved') return payBack(play, sold, refund)
  const by = pick([...branchAt(play, sold.counter.branchId).seniors, play.house.admin, play.house.chief])
  const key = { id: refund.id, version: refund.version }
  const answer =
    roll(6) === 0
      ? await by.call(refunds.reject, { ...key, note: 'Worn' })
      : await by.call(refunds.approve, key)
  const made = noteReply(play, 'return decided', answer)
  if (!made) return
  refund.version = made.version
  refund.state = made.state
  if (made.state === 'rejected') play.book.dropBack({ sale: sold.id, refund: refund.id })
  if (made.state === 'approved') await payBack(play, sold, refund)
}

/** Taxes are rounded on each line from now on, or on the receipt. */
async function roundOtherwise(play: Play): Promise<void> {
  const { admin, retail } = play.house
  const taxBy = retail.taxBy === 'line' ? ('receipt' as const) : ('line' as const)
  const approval = { isOn: true, reference: 'BNM/2026/118', approvedOn: '2026-01-05' }
  const draft = { version: retail.version, taxBy, ...approval }
  const made = noteReply(play, 'taxes rounded otherwise', await admin.call(retailPolicy.update, draft))
  if (made) Object.assign(retail, { version: made.version, taxBy })
}

/** How often goods are sold, allowed and given back. */
export const saleActs: readonly (readonly [number, (play: Play) => Promise<void>])[] = [
  [28, sell],
  [6, allow],
  [12, takeBack],
  [8, decide],
  [1, roundOtherwise],
]
