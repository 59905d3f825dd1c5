import { transfers } from '#modules/inventory/transfers/transfers.contract.ts'
import { isBeyondMaximum } from './model-limits.ts'
import type { Spot, Person } from './model-places.ts'
import {
  dateAt,
  eventId,
  feed,
  heldAt,
  itemsOf,
  peopleAt,
  type Play,
  noteReply,
  type Travel,
} from './model-play.ts'
import { exact, zero } from './model/numbers.ts'

// Stock on its way between branches, from a vault or a drawer to another, asked for or not: in the model each line is a parcel.

/** The smallest note or coin of an item. */
export const smallestOf = ({ denominations }: Travel['lines'][number]['item']) =>
  exact(denominations.at(-1)?.faceValue ?? '1')

const placeOf = ({ branchId, counterId }: Spot) => ({ branch: branchId, place: counterId ?? 'vault' })
/** From where to where, as the calls have it. */
export const endsOf = (from: Spot, to: Spot) => ({
  fromBranchId: from.branchId,
  fromCounterId: from.counterId,
  toBranchId: to.branchId,
  toCounterId: to.counterId,
})

/** Two places of two branches; the third lies a day behind, so that less can arrive there. */
export function someEnds({ dice, house }: Play): { from: Spot; to: Spot } {
  const { pick, roll } = dice
  const [first, second, third] = house.branches
  const pair = roll(6) === 0 ? [pick([first, second]), third] : [first, second]
  const [from, to] = roll(2) === 0 ? pair : pair.toReversed()
  const spot = (branch: typeof first): Spot => ({
    branchId: branch?.id ?? '',
    counterId: pick([null, null, ...(branch?.counters ?? []).map(({ id }) => id)]),
  })
  return { from: spot(from), to: spot(to) }
}

/** Some of what lies at a place, now and then more than there is. */
export function someLoad(play: Play, { branchId, counterId }: Spot): Travel['lines'] {
  const { roll } = play.dice
  const held = heldAt(play, branchId, counterId ?? 'vault')
  const [most, isTooMuch] = [1 + roll(3), roll(15) === 0]
  return itemsOf(play)
    .filter(() => roll(3) > 0)
    .flatMap((item) => {
      const steps = (held.get(item.code) ?? zero).div(smallestOf(item)).floor()
      const some = steps
        .times(isTooMuch ? 120 : 1 + roll(25))
        .div(100)
        .floor()
      return some.lt(1) ? [] : [{ item, quantity: some.times(smallestOf(item)).toFixed() }]
    })
    .slice(0, most)
}

/** Lines as the calls have them. */
export const sentLines = (lines: Travel['lines']) =>
  lines.map(({ item, quantity }) => ({ itemId: item.id, quantity }))

async function pack(play: Play): Promise<void> {
  const ends = someEnds(play)
  await packLoad(play, { ...ends, lines: someLoad(play, ends.from), requestId: null })
}

/** Packs a load, and holds it where the server takes it. */
export async function packLoad(
  play: Play,
  load: Pick<Travel, 'from' | 'lines' | 'requestId' | 'to'>,
): Promise<void> {
  const { from, to, lines, requestId } = load
  if (lines.length === 0) return
  const maker = play.dice.pick(peopleAt(play, from))
  const draft = { ...endsOf(from, to), requestId, lines: sentLines(lines) }
  const isBeyond = isBeyondMaximum(play, load)
  const answer = await maker.call(transfers.create, draft)
  if (isBeyond ? answer.status === 200 : answer.code === 'ABOVE_MAXIMUM')
    play.deviates(isBeyond ? 'a load goes beyond a maximum' : 'a load is refused below the maximum')
  const made = noteReply(play, 'load packed', answer)
  if (!made) return
  const { id, version, state } = made
  play.travels.push({ ...load, id, version, state, maker, values: [], counted: [] })
}

const parcelOf = ({ id }: Travel, { item }: Travel['lines'][number]) => `${id} ${item.code}`

/** Goes on with a transfer as the server says it stands. */
function goOn(travel: Travel, { version, state }: Pick<Travel, 'state' | 'version'>): void {
  travel.version = version
  travel.state = state
}

const keyOf = ({ id, version }: Travel) => ({ id, version })

async function send(play: Play, travel: Travel): Promise<void> {
  const by = play.dice.pick(peopleAt(play, travel.from))
  const sent = noteReply(play, 'load sent', await by.call(transfers.sendToTransit, keyOf(travel)))
  if (!sent) return
  const { from, to } = travel
  const date = dateAt(play, from)
  play.same(`date of ${sent.number}`, sent.sentDate ?? 'none', date)
  travel.values = travel.lines.map((line) => {
    const parcel = { id: parcelOf(travel, line), date, from: placeOf(from), to: placeOf(to) }
    return (
      feed(play, 'send', () =>
        play.book.send({ ...parcel, item: line.item.code, quantity: line.quantity }),
      ) ?? 'refused'
    )
  })
  for (const [at, { value }] of sent.lines.entries())
    play.same(`value of line ${at} of ${sent.number}`, value ?? 'none', travel.values[at] ?? '')
  goOn(travel, sent)
}

/** What somebody counts of each line: all, a little less, or more. */
const counts = ({ dice: { roll } }: Play, { lines }: Travel) => {
  const isOff = roll(5) < 3
  return lines.map(({ item, quantity }) => {
    const off = isOff ? smallestOf(item).times(roll(6) - 4) : zero
    const found = isOff && roll(6) === 0 ? zero : exact(quantity).plus(off)
    return found.lt(0) ? zero : found
  })
}

/** Of each line so much as came, at most what was sent. */
const cameOf = ({ lines }: Travel, counted: Travel['counted']) =>
  lines.map(({ quantity }, at) => {
    const found = counted[at] ?? zero
    return found.gt(quantity) ? exact(quantity) : found
  })

/** What was counted arrives, or what a second look finds on top of it. */
async function receive(play: Play, travel: Travel, endpoint: 'complete' | 'recount'): Promise<void> {
  const by = play.dice.pick(peopleAt(play, travel.to))
  const before = cameOf(travel, travel.counted)
  const counted = counts(play, travel)
  const lines = travel.lines.map(({ item }, at) => ({
    itemId: item.id,
    quantity: counted[at]?.toFixed() ?? '',
  }))
  const act = endpoint === 'complete' ? 'load received' : 'load counted again'
  const made = noteReply(play, act, await by.call(transfers[endpoint], { ...keyOf(travel), lines }))
  if (!made) return
  const date = dateAt(play, travel.to)
  for (const [at, came] of cameOf(travel, counted).entries()) {
    const [line, more] = [travel.lines[at], came.minus(before[at] ?? zero)]
    if (!line || more.isZero()) continue
    const part = { id: eventId(play), date, transfer: parcelOf(travel, line), quantity: more.toFixed() }
    feed(play, endpoint, () => play.book.arrive(part))
  }
  const isWhole = travel.lines.every(({ quantity }, at) => counted[at]?.eq(quantity))
  play.same(`state of ${made.number}`, made.state, isWhole ? 'completed' : 'differing')
  travel.counted = counted
  goOn(travel, made)
}

/** What did not arrive is lost or claimed, and what came beyond it is cash over. */
async function settle(play: Play, travel: Travel): Promise<void> {
  const { pick } = play.dice
  const { from, to } = travel
  const people = [
    ...peopleAt(play, { ...from, counterId: null }),
    ...peopleAt(play, { ...to, counterId: null }),
  ]
  const by = pick([...people, play.house.chief])
  const gap = pick(['claim', 'loss'] as const)
  const endpoint = gap === 'claim' ? transfers.claim : transfers.writeOff
  const note = 'Asked the carrier'
  const made = noteReply(play, `difference: ${gap}`, await by.call(endpoint, { ...keyOf(travel), note }))
  if (!made) return
  const came = cameOf(travel, travel.counted)
  for (const [at, line] of travel.lines.entries()) {
    const [missing, beyond] = [
      exact(line.quantity).minus(came[at] ?? zero),
      (travel.counted[at] ?? zero).minus(came[at] ?? zero),
    ]
    const lost = { date: dateAt(play, { ...from, counterId: null }), transfer: parcelOf(travel, line), gap }
    if (missing.gt(0)) feed(play, gap, () => play.book.lose({ ...lost, id: eventId(play) }))
    if (beyond.isZero()) continue
    // Where the receiver has none left, the product takes a surplus in at what the rest of the load has cost.
    const unit = exact(travel.values[at] ?? 0).div(line.quantity)
    const mid = unit.times(line.item.quoteUnit).toFixed()
    const over = { ...placeOf(to), item: line.item.code, quantity: beyond.toFixed(), reason: 'count', mid }
    feed(play, 'surplus', () => play.book.adjust({ ...over, id: eventId(play), date: dateAt(play, to) }))
  }
  goOn(travel, made)
}

async function comeBack(play: Play, travel: Travel): Promise<void> {
  const by = play.dice.pick(peopleAt(play, travel.from))
  const made = noteReply(play, 'load returned', await by.call(transfers.returnToSender, keyOf(travel)))
  if (!made) return
  for (const line of travel.lines) {
    const back = { id: eventId(play), date: dateAt(play, travel.from), transfer: parcelOf(travel, line) }
    feed(play, 'return', () => play.book.returned(back))
  }
  goOn(travel, made)
}

/** An act that moves nothing: it is approved, refused, cancelled, or not taken in. */
async function say(
  play: Play,
  travel: Travel,
  act: 'approve' | 'cancel' | 'reject' | 'rejectReceipt',
): Promise<void> {
  const { pick } = play.dice
  const isSender = act === 'approve' || act === 'cancel'
  const by: Person = pick([...peopleAt(play, isSender ? travel.from : travel.to), play.house.chief])
  const key = keyOf(travel)
  const answer =
    act === 'approve' || act === 'cancel'
      ? await by.call(transfers[act], key)
      : await by.call(transfers[act], { ...key, note: 'Not now' })
  const made = noteReply(play, `load: ${act}`, answer)
  if (made) goOn(travel, made)
}

const underWay: readonly Travel['state'][] = [
  'created',
  'pending',
  'approved',
  'inTransit',
  'differing',
  'rejectedReceipt',
]

async function advance(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const travel = pick(play.travels.filter(({ state }) => underWay.includes(state)).slice(0, 12))
  if (!travel) return
  const chance = roll(10)
  if (travel.state === 'inTransit')
    return chance < 8 ? receive(play, travel, 'complete') : say(play, travel, 'rejectReceipt')
  if (travel.state === 'differing')
    return chance < 4 ? receive(play, travel, 'recount') : settle(play, travel)
  if (travel.state === 'rejectedReceipt') return comeBack(play, travel)
  if (chance < 2) return say(play, travel, chance === 0 ? 'reject' : 'cancel')
  return travel.state === 'pending' ? say(play, travel, 'approve') : send(play, travel)
}

/** What travels, and how often. */
export const travelActs: readonly (readonly [number, (play: Play) => Promise<void>])[] = [
  [12, pack],
  [45, advance],
]
