import { goodsAdjustments } from '#modules/retail/adjustments/adjustments.contract.ts'
import { goodsCounts } from '#modules/retail/counts/counts.contract.ts'
import { goodsTransfers } from '#modules/retail/transfers/transfers.contract.ts'
import type { Branch, Spot, Ware } from './model-places.ts'
import {
  branchAt,
  dateAt,
  eventId,
  feed,
  noteReply,
  type Play,
  type Shipment,
  todayAt,
  unitCost,
  waresAt,
} from './model-play.ts'
import { exact } from './model/numbers.ts'
import type { GoodsInput } from './model/goods.ts'

// Goods come in and go out in stores and at counters, travel between stores and are counted there.

const wares = ({ house }: Play): Ware[] => house.goods.filter(({ kind }) => kind === 'goods')
const anyBranch = ({ house, dice }: Play): Branch => dice.pick(house.branches)
/** Who keeps the goods of a branch. */
const keepers = ({ house }: Play, { seniors }: Branch) => [...seniors.slice(0, 1), house.admin, house.chief]

function someWares({ dice }: Play, all: readonly Ware[], most: number): Ware[] {
  const some = all.filter(() => dice.roll(3) === 0)
  return (some.length > 0 ? some : [dice.pick(all)]).slice(0, most)
}

async function adjust(
  play: Play,
  { branchId, counterId }: Spot,
  reason: GoodsInput['reason'],
  some: readonly Ware[],
  most: number,
) {
  const { roll, pick } = play.dice
  const branch = branchAt(play, branchId)
  const isIn = reason === 'receipt' || reason === 'opening'
  const lines = some.map(({ id, price }) => {
    const quantity = 1 + roll(most)
    const cost = exact(price)
      .times(quantity)
      .times(400 + roll(400))
      .div(1000)
      .toFixed(2)
    return { itemId: id, quantity: String(quantity), ...(isIn && { cost }) }
  })
  const draft = { branchId, counterId, reason, supplier: 'Northern', lines }
  const made = noteReply(
    play,
    counterId === null ? `goods: ${reason}` : `goods at a counter: ${reason}`,
    await pick(keepers(play, branch)).call(goodsAdjustments.create, draft),
  )
  if (made?.state !== 'posted') return
  const date = dateAt(play, { branchId, counterId })
  play.same(`date of ${made.number}`, made.businessDate ?? 'none', date)
  const kept = lines.map(({ itemId, ...line }) => ({ item: itemId, ...line }))
  feed(play, reason, () =>
    play.book.adjustGoods({
      id: eventId(play),
      date,
      branch: branchId,
      place: counterId,
      reason,
      lines: kept,
    }),
  )
}

/** A store, or a counter as often. */
function anySpot(play: Play): Spot {
  const { id: branchId, counters } = anyBranch(play)
  return { branchId, counterId: play.dice.roll(2) === 0 ? null : (play.dice.pick(counters)?.id ?? null) }
}

const receive = (play: Play) =>
  adjust(
    play,
    anySpot(play),
    play.dice.pick(['receipt', 'receipt', 'opening']),
    someWares(play, wares(play), 4),
    30,
  )

/** Mostly of what lies there. */
function useUp(play: Play) {
  const { pick, roll } = play.dice
  const spot = anySpot(play)
  const here = waresAt(play, spot.branchId, spot.counterId)
  const all = here.length > 0 && roll(6) > 0 ? here : wares(play)
  return adjust(
    play,
    spot,
    pick(['supplierReturn', 'damaged', 'expired', 'ownUse']),
    someWares(play, all, 2),
    4,
  )
}

/** Something of everything in every store but that of one item. */
export async function stockShop(play: Play): Promise<void> {
  for (const { id: branchId } of play.house.branches)
    await adjust(play, { branchId, counterId: null }, 'opening', wares(play).slice(1), 60)
}

async function pack(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const [first, second] = play.house.branches
  if (!first || !second) return
  const [from, to] = roll(2) === 0 ? [first, second] : [second, first]
  const lines = someWares(play, wares(play), 3).map((ware) => ({ ware, quantity: 1 + roll(8), value: '' }))
  const draft = {
    fromBranchId: from.id,
    toBranchId: to.id,
    lines: lines.map(({ ware, quantity }) => ({ itemId: ware.id, quantity: String(quantity) })),
  }
  const made = noteReply(
    play,
    'goods packed',
    await pick(keepers(play, from)).call(goodsTransfers.create, draft),
  )
  if (!made) return
  const { id, version, state } = made
  play.shipments.push({ id, version, state, from, to, lines, counted: [] })
}

const loadOf = ({ id }: Shipment, { ware }: Shipment['lines'][number]) => `${id} ${ware.id}`
const keyOf = ({ id, version }: Shipment) => ({ id, version })

async function send(play: Play, load: Shipment) {
  const made = noteReply(
    play,
    'goods sent',
    await play.dice.pick(keepers(play, load.from)).call(goodsTransfers.sendToTransit, keyOf(load)),
  )
  if (!made) return
  const [from, to, date] = [load.from.id, load.to.id, todayAt(load.from)]
  for (const line of load.lines) {
    const event = {
      id: loadOf(load, line),
      date,
      from,
      to,
      item: line.ware.id,
      quantity: String(line.quantity),
    }
    line.value = feed(play, 'goods sent', () => play.book.sendGoods(event)) ?? 'refused'
    const shown = made.lines.find(({ itemId }) => itemId === line.ware.id)?.value
    play.same(`value of ${loadOf(load, line)}`, shown ?? 'none', line.value)
  }
  Object.assign(load, { version: made.version, state: made.state })
}

async function arrive(play: Play, load: Shipment, endpoint: 'complete' | 'recount') {
  const { pick, roll } = play.dice
  const isOff = roll(3) === 0
  const counted = load.lines.map(({ quantity }) => Math.max(0, quantity + (isOff ? roll(4) - 2 : 0)))
  const lines = load.lines.map(({ ware }, at) => ({ itemId: ware.id, quantity: String(counted[at]) }))
  const by = pick(keepers(play, load.to))
  const made = noteReply(
    play,
    `goods: ${endpoint}`,
    await by.call(goodsTransfers[endpoint], { ...keyOf(load), lines }),
  )
  if (!made) return
  for (const [at, line] of load.lines.entries()) {
    const more = Math.min(line.quantity, counted[at] ?? 0) - Math.min(line.quantity, load.counted[at] ?? 0)
    if (more !== 0) end(play, load, line, { quantity: more, how: 'arrive' })
  }
  Object.assign(load, { version: made.version, state: made.state, counted })
}

function end(
  play: Play,
  load: Shipment,
  line: Shipment['lines'][number],
  { quantity, how }: { quantity: number; how: 'arrive' | 'claim' | 'loss' | 'return' },
) {
  const date = todayAt(how === 'arrive' ? load.to : load.from)
  const event = { id: eventId(play), date, load: loadOf(load, line), quantity: String(quantity), how }
  feed(play, how, () => play.book.endGoods(event))
}

/** What did not arrive is lost or claimed, and what came beyond it is over. */
async function closeGap(play: Play, load: Shipment) {
  const how = play.dice.pick(['claim', 'loss'] as const)
  const act = how === 'claim' ? goodsTransfers.claim : goodsTransfers.writeOff
  const by = play.dice.pick([play.house.admin, play.house.chief])
  const made = noteReply(play, `goods: ${how}`, await by.call(act, { ...keyOf(load), note: 'Asked' }))
  if (!made) return
  for (const [at, line] of load.lines.entries()) {
    const off = (load.counted[at] ?? 0) - line.quantity
    if (off < 0) end(play, load, line, { quantity: -off, how })
    if (off <= 0) continue
    const unit = exact(line.value).div(line.quantity).toFixed()
    const over = [{ item: line.ware.id, quantity: String(off), unit }]
    const event = { id: eventId(play), date: todayAt(load.to), branch: load.to.id, lines: over }
    feed(play, 'goods over', () => play.book.countGoods(event))
  }
  Object.assign(load, { version: made.version, state: made.state })
}

async function refuse(play: Play, load: Shipment) {
  const isBack = load.state === 'rejectedReceipt'
  const by = play.dice.pick(keepers(play, isBack ? load.from : load.to))
  const answer = isBack
    ? await by.call(goodsTransfers.returnToSender, keyOf(load))
    : await by.call(goodsTransfers.rejectReceipt, { ...keyOf(load), note: 'Wet' })
  const made = noteReply(play, isBack ? 'goods returned' : 'goods not taken in', answer)
  if (!made) return
  if (isBack) for (const line of load.lines) end(play, load, line, { quantity: line.quantity, how: 'return' })
  Object.assign(load, { version: made.version, state: made.state })
}

async function advance(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const open: readonly Shipment['state'][] = [
    'created',
    'approved',
    'inTransit',
    'differing',
    'rejectedReceipt',
  ]
  const load = pick(play.shipments.filter(({ state }) => open.includes(state)).slice(0, 6))
  if (!load) return
  if (load.state === 'rejectedReceipt') return refuse(play, load)
  if (load.state === 'differing') return roll(3) === 0 ? arrive(play, load, 'recount') : closeGap(play, load)
  if (load.state === 'inTransit') return roll(6) === 0 ? refuse(play, load) : arrive(play, load, 'complete')
  await send(play, load)
}

/** A store is counted whole, again where it differs by much, and what differs is decided on at once. */
async function count(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const branch = anyBranch(play)
  const { admin, chief } = play.house
  const here = play.book
    .goodsLying()
    .filter((one) => one.branch === branch.id && one.place === null && !one.quantity.isZero())
  const taken = here.map(({ item, quantity }) => {
    const found = quantity.plus(roll(4) === 0 ? roll(5) - 2 : 0)
    const counted = found.lt(0) ? exact(0) : found
    const unit = unitCost(play, branch.id, item)
    return { item, counted, off: counted.minus(quantity), unit }
  })
  if (taken.length === 0) return
  const lines = taken.map(({ item, counted }) => ({ itemId: item, quantity: counted.toFixed(), pieces: [] }))
  const by = pick(keepers(play, branch))
  const draft = { branchId: branch.id, lines }
  let made = noteReply(play, 'store counted', await by.call(goodsCounts.createAndProcess, draft))
  const key = () => ({ id: made?.id ?? '', version: made?.version ?? 0 })
  if (made?.state === 'recount')
    made = noteReply(play, 'store counted again', await by.call(goodsCounts.countAgain, { ...key(), lines }))
  const other = by === admin ? chief : admin
  if (made?.state === 'submitted') {
    const accepted = await other.call(goodsCounts.accept, { ...key(), note: 'Seen' })
    made = noteReply(play, 'store accepted', accepted) ?? made
  }
  if (made && made.state !== 'processed') {
    noteReply(play, 'store count dropped', await other.call(goodsCounts.cancel, { ...key(), note: 'Anew' }))
    return
  }
  if (!made) return
  const found = taken.map(({ item, off, unit }) => ({ item, quantity: off.toFixed(), unit }))
  const event = { id: eventId(play), date: made.businessDate, branch: branch.id, lines: found }
  feed(play, 'store counted', () => play.book.countGoods(event))
}

/** How often goods come, go, travel and are counted. */
export const goodsActs: readonly (readonly [number, (play: Play) => Promise<void>])[] = [
  [10, receive],
  [8, useUp],
  [4, pack],
  [12, advance],
  [3, count],
]
