import type { Deal } from '#modules/exchange/deals/deals.contract.ts'
import { stockLimits } from '#modules/inventory/limits/limits.contract.ts'
import type { Decimal } from 'decimal.js'
import type { Spot, Counter } from './model-places.ts'
import {
  type AskedLine,
  branchAt,
  heldAt,
  itemOfLine,
  noteReply,
  type Play,
  type StockLimit,
  type Travel,
} from './model-play.ts'
import { exact, sum, zero } from './model/numbers.ts'

// How much of a currency a branch or a drawer is to have, and what a deal or a load beyond it is told.

const isSameSpot = (a: Spot, b: Spot) => a.branchId === b.branchId && a.counterId === b.counterId

/** What lies there, what of it is promised, and what is on its way there, of one item. */
function stockedAt(play: Play, { branchId, counterId }: Spot, code: string) {
  const places =
    counterId === null ? ['vault', ...branchAt(play, branchId).counters.map(({ id }) => id)] : [counterId]
  const isThere = (spot: Spot) =>
    spot.branchId === branchId && (counterId === null || spot.counterId === counterId)
  const loads = (is: (travel: Travel) => boolean) =>
    sum(
      play.travels
        .filter(is)
        .flatMap(({ lines }) =>
          lines.flatMap((line) => (line.item.code === code ? exact(line.quantity) : [])),
        ),
    )
  const promised = play.book
    .reserved()
    .flatMap((one) =>
      one.branch === branchId && one.item === code && places.includes(one.place) ? exact(one.quantity) : [],
    )
  return {
    held: sum(places.map((place) => heldAt(play, branchId, place).get(code) ?? zero)),
    reserved: sum(promised).plus(
      loads(({ state, from }) => (state === 'created' || state === 'approved') && isThere(from)),
    ),
    coming: loads(({ state, from, to }) =>
      state === 'rejectedReceipt'
        ? isThere(from)
        : ['created', 'pending', 'approved', 'inTransit'].includes(state) && isThere(to),
    ),
  }
}

const limitOf = (play: Play, at: Spot, code: string) =>
  play.limits.find((one) => one.item.code === code && isSameSpot(one.at, at))

/** Sets what a branch or a drawer is to have of a currency, about what it has now, or takes it back. */
async function setLimit(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const branch = pick(play.house.branches)
  const at = { branchId: branch.id, counterId: pick([null, null, ...branch.counters.map(({ id }) => id)]) }
  const { item } = pick(play.house.traded)
  const { held } = stockedAt(play, at, item.code)
  const share = (most: number) => held.times(roll(most)).div(100).floor()
  const isGone = roll(4) === 0
  const limit: StockLimit = {
    at,
    item,
    minimum: isGone || roll(3) === 0 ? null : share(60),
    maximum: isGone || roll(3) === 0 ? null : held.plus(share(80)).plus(roll(400)).floor(),
    isFirm: roll(3) > 0,
  }
  const answer = await play.house.admin.call(stockLimits.update, {
    regionId: null,
    branchId: at.counterId === null ? at.branchId : null,
    counterId: at.counterId,
    lines: [
      {
        itemId: item.id,
        unit: 'units',
        act: limit.isFirm ? 'block' : 'warn',
        minimum: limit.minimum?.toFixed() ?? null,
        target: null,
        maximum: limit.maximum?.toFixed() ?? null,
        bundle: null,
      },
    ],
  })
  if (!noteReply(play, isGone ? 'limit lifted' : 'limit set', answer)) return
  play.limits = [
    ...play.limits.filter((one) => one.item.code !== item.code || !isSameSpot(one.at, at)),
    limit,
  ]
}

export const limitActs = [[6, setLimit]] as const

/** The lines of a deal that would leave a firm limit behind, each with which: the drawer's first, then that of its branch. */
export function gatesBeyond(play: Play, counter: Counter, lines: readonly AskedLine[]): string[] {
  const changed = new Map<string, Decimal>()
  const spots = [counter.id, null].map((counterId) => ({ branchId: counter.branchId, counterId }))
  return lines.flatMap(({ traded, side, quantity, account }, at) => {
    // What goes by a bank is in no drawer.
    if (account) return []
    const { code } = traded.item
    const before = changed.get(code) ?? zero
    const change = side === 'buy' ? before.plus(quantity) : before.minus(quantity)
    changed.set(code, change)
    const found = spots.flatMap((spot) => {
      const limit = limitOf(play, spot, code)
      if (!limit?.isFirm || change.isZero()) return []
      const { held, reserved, coming } = stockedAt(play, spot, code)
      if (change.gt(0)) {
        const isOver = limit.maximum && held.plus(change).plus(coming).gt(limit.maximum)
        return isOver ? [`${at} stockMaximum`] : []
      }
      const isUnder = limit.minimum && held.plus(change).minus(reserved).lt(limit.minimum)
      return isUnder ? [`${at} stockMinimum`] : []
    })
    return found.slice(0, 1)
  })
}

/** Holds the gates that a deal was stopped at for its stock beside those that it should be. */
export function compareGates(play: Play, { gates }: Deal, beyond: readonly string[]): void {
  const found = gates.flatMap(({ line, reason }) =>
    reason === 'stockMinimum' || reason === 'stockMaximum' ? `${line ?? 'none'} ${reason}` : [],
  )
  play.same('limits of stock that stop a deal', found.toSorted().join(), [...beyond].toSorted().join())
}

/** Whether a place would have more than it may with this load: no more of it is sent there. */
export function isBeyondMaximum(play: Play, { to, lines }: Pick<Travel, 'lines' | 'to'>): boolean {
  const spots = to.counterId === null ? [to] : [to, { ...to, counterId: null }]
  return lines.some(({ item, quantity }) =>
    spots.some((spot) => {
      const limit = limitOf(play, spot, item.code)
      if (!limit?.isFirm || !limit.maximum) return false
      const { held, coming } = stockedAt(play, spot, item.code)
      return held.plus(coming).plus(quantity).gt(limit.maximum)
    }),
  )
}

/** Whether notes are sold that are not there or promised, or local cash might not suffice for what is bought. */
export function isShort(play: Play, counter: Counter, lines: readonly AskedLine[]): boolean {
  const held = heldAt(play, counter.branchId, counter.id)
  for (const { item, quantity } of play.book.bankPools()) held.set(item, exact(quantity))
  const promised = (code: string) =>
    sum([
      ...play.book
        .reserved()
        .flatMap((one) => (one.place === counter.id && one.item === code ? exact(one.quantity) : [])),
      ...play.book.bankReserved().flatMap((one) => (one.item === code ? exact(one.quantity) : [])),
    ])
  const sold = Map.groupBy(
    lines.filter(({ side }) => side === 'sell'),
    itemOfLine,
  )
  const isSoldOut = [...sold].some(([code, own]) => {
    const there = (held.get(code) ?? zero).minus(promised(code))
    return sum(own.map(({ quantity }) => exact(quantity))).gt(there)
  })
  const isBought = lines.some(({ side }) => side === 'buy')
  return isSoldOut || (isBought && (held.get(play.house.local.code) ?? zero).lt(30_000))
}
