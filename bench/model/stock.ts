import type { Decimal } from 'decimal.js'
import { exact, type Figure, worth, zero } from './numbers.ts'
import { reversePurchase, foundAt, issueFrom, receiveInto, reverseSale } from './pool.ts'
import { currencyOf, keep, type Ledger, poolKey, poolOf, post, recordGain, roleOf } from './ledger.ts'
import { type Gain, Refused } from './types.ts'

/** Notes of an item at a place, on their way into or out of its cost pool. */
export interface Move {
  branch: string
  place: string
  item: string
  quantity: Decimal
}

/**
 * A gain (positive) or loss on its account; `mirror` turns an earlier one round, on the account it stood on.
 */
export function postGain(
  ledger: Ledger,
  at: { branch: string; item: string },
  gain: Decimal,
  mirror = false,
) {
  const isLoss = mirror ? gain.gt(0) : gain.lt(0)
  const role = isLoss ? 'realisedLoss' : 'realisedGain'
  post(ledger, { role, branch: at.branch, item: at.item, amount: gain.negated() })
}

interface Difference {
  loss: Decimal
  kind: Gain['kind']
  deal: string | null
  mirror?: boolean
}

/** A difference no sale made: a short cover, or a return at another cost. */
function difference(ledger: Ledger, move: Move, { loss, kind, deal, mirror = false }: Difference) {
  if (loss.isZero()) return
  const gain = loss.negated()
  postGain(ledger, move, gain, mirror)
  const { branch, item, quantity } = move
  const none = { proceeds: zero, cost: zero, margin: zero }
  recordGain(ledger, { deal, branch, item, kind, quantity, ...none, gain, holding: gain })
}

function moveStock(ledger: Ledger, move: Move, sign: 1 | -1, value: Decimal) {
  const { branch, place, item } = move
  const [quantity, amount] = [move.quantity.times(sign), value.times(sign)]
  post(ledger, { role: roleOf(ledger, item), branch, place, item, quantity, amount })
}

function checkStock(ledger: Ledger, { branch, item, quantity }: Move) {
  if (!ledger.options.negativeStock && quantity.gt(poolOf(ledger, branch, item).quantity)) {
    throw new Refused('short-stock', `${branch} ${item} ${quantity.toFixed()}`)
  }
}

const noCost = ({ branch, item }: Move) => new Refused('no-cost', `${branch} ${item}`)

/** Issues stock at cost (3.3); `price` is local money per unit, for a pool that never had a cost. */
export function issue(ledger: Ledger, move: Move, price: Decimal | null): Decimal {
  checkStock(ledger, move)
  const out = issueFrom(poolOf(ledger, move.branch, move.item), move.quantity, price, ledger.places)
  if (!out) throw noCost(move)
  keep(ledger, ledger.pools, poolKey(ledger, move.branch, move.item), out.pool)
  moveStock(ledger, move, -1, out.cost)
  return out.cost
}

/** Takes stock in at a value (3.3); answers what entered the pool, and what a short cover lost. */
export function take(ledger: Ledger, move: Move, value: Decimal, deal: string | null = null) {
  const into = receiveInto(poolOf(ledger, move.branch, move.item), move.quantity, value, ledger.places)
  keep(ledger, ledger.pools, poolKey(ledger, move.branch, move.item), into.pool)
  moveStock(ledger, move, 1, value.minus(into.loss))
  difference(ledger, move, { loss: into.loss, kind: 'shortCover', deal })
  return { value: value.minus(into.loss), loss: into.loss }
}

/**
 * The notes of a reversed sale come back at the original cost (3.3); answers a difference a short pool made.
 */
export function returnSale(ledger: Ledger, move: Move, cost: Decimal, deal: string | null): Decimal {
  const into = reverseSale(poolOf(ledger, move.branch, move.item), move.quantity, cost, ledger.places)
  keep(ledger, ledger.pools, poolKey(ledger, move.branch, move.item), into.pool)
  moveStock(ledger, move, 1, cost.minus(into.loss))
  difference(ledger, move, { loss: into.loss, kind: 'return', deal })
  return into.loss
}

/**
 * The notes of a reversed purchase go back (3.3): at what entered the pool, a short cover undone with it;
 * else at the average, against the whole price. The document names no account for that difference: realised
 * gain or loss.
 */
export function returnPurchase(
  ledger: Ledger,
  move: Move,
  entered: { value: Decimal; loss: Decimal },
  deal: string | null,
) {
  checkStock(ledger, move)
  const out = reversePurchase(
    poolOf(ledger, move.branch, move.item),
    move.quantity,
    entered.value,
    ledger.places,
  )
  if (!out) throw noCost(move)
  keep(ledger, ledger.pools, poolKey(ledger, move.branch, move.item), out.pool)
  moveStock(ledger, move, -1, out.cost)
  const loss = out.cost.minus(entered.value).minus(entered.loss)
  difference(ledger, move, { loss, kind: 'return', deal, mirror: out.original })
  return { cost: out.cost, difference: out.original ? zero : loss }
}

/** What an overage is worth (3.3): at the average, or at mid (per quote unit) where the pool is empty. */
export function foundWorth(ledger: Ledger, move: Omit<Move, 'place'>, mid: Figure | undefined): Decimal {
  const average = foundAt(poolOf(ledger, move.branch, move.item), move.quantity, ledger.places)
  if (average) return average
  if (mid === undefined) throw new Refused('no-cost', `${move.branch} ${move.item}`)
  return localOf(ledger, move.item, move.quantity, exact(mid))
}

/** Local money that `quantity` is worth at a rate per quote unit. */
export const localOf = (ledger: Ledger, item: string, quantity: Decimal, rate: Decimal): Decimal =>
  worth(quantity, rate, currencyOf(ledger, item).unit, ledger.places)
