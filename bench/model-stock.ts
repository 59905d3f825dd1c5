import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { transfers } from '#modules/inventory/transfers/transfers.contract.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import { openDay } from './model-counts.ts'
import { dealAt } from './model-follow.ts'
import type { Branch, Item, Person } from './model-places.ts'
import {
  type Adjustment,
  eventId,
  feed,
  heldAt,
  itemsOf,
  midOf,
  type Play,
  noteReply,
  todayAt,
} from './model-play.ts'
import { exact, worth } from './model/numbers.ts'

// What happens to stock beside deals and counts: openings with their reversals, transfers from hand to hand, and new rates.

const anyBranch = ({ house, dice }: Play): Branch => dice.pick(house.branches)
const someQuantity = ({ dice }: Play, item: Item, most: number) => {
  const smallest = item.denominations.at(-1)?.faceValue ?? '1'
  const unit = item.isLocal ? '1' : exact(smallest).gt(1) ? smallest : '1'
  return exact(1 + dice.roll(most))
    .times(unit)
    .toFixed()
}

async function open(play: Play, branch: Branch, lines: { item: Item; quantity: string; cost?: string }[]) {
  const { admin, chief } = play.house
  const by = play.dice.pick([admin, chief])
  const sent = lines.map(({ item, quantity, cost }) => ({ itemId: item.id, quantity, ...(cost && { cost }) }))
  const made = noteReply(
    play,
    'opening',
    await by.call(adjustments.createOpening, { branchId: branch.id, note: 'More stock', lines: sent }),
  )
  if (!made) return
  for (const { item, quantity, cost } of lines) {
    const modelId = eventId(play)
    const input = {
      id: modelId,
      date: todayAt(branch),
      branch: branch.id,
      place: 'vault',
      item: item.code,
      quantity,
    }
    feed(play, 'opening', () => play.book.opening({ ...input, ...(cost && { cost }) }))
    // Of several items the reversal is one document: only openings of one item are taken back here.
    if (lines.length === 1) play.adjustments.push({ id: made.id, version: made.version, modelId, branch, by })
  }
}

const costOf = (play: Play, item: Item, quantity: string) => {
  const off = exact(1000 + play.dice.roll(60) - 30).div(1000)
  return worth(exact(quantity), exact(midOf(play, item.code) ?? 1).times(off), item.quoteUnit, 2).toFixed(2)
}

async function opening(play: Play): Promise<void> {
  const { pick } = play.dice
  const item = pick(itemsOf(play))
  const quantity = someQuantity(play, item, item.code === 'JPY' ? 90 : 400)
  await open(play, anyBranch(play), [
    { item, quantity, ...(!item.isLocal && { cost: costOf(play, item, quantity) }) },
  ])
}

async function move(
  play: Play,
  branch: Branch,
  [from, to]: [string | null, string | null],
  lines: { item: Item; quantity: string }[],
  by: Person,
) {
  const sent = lines.map(({ item, quantity }) => ({ itemId: item.id, quantity }))
  const ends = { fromBranchId: branch.id, fromCounterId: from, toBranchId: branch.id, toCounterId: to }
  const asked = noteReply(play, 'transfer', await by.call(transfers.create, { ...ends, lines: sent }))
  if (!asked) return
  const key = { id: asked.id, version: asked.version }
  const takers = to === null ? branch.seniors : branch.counters.find(({ id }) => id === to)?.tellers
  const taker = play.dice.pick((takers ?? []).filter((one) => one !== by))
  if (!noteReply(play, 'transfer taken', await taker.call(transfers.takeOver, { ...key, lines: sent }))) {
    noteReply(play, 'transfer cancelled', await by.call(transfers.cancel, key))
    return
  }
  const dates = [from, to].flatMap((id) => (id === null ? [] : (play.days.get(id)?.date ?? '')))
  const date = dates.toSorted().at(-1) ?? todayAt(branch)
  for (const { item, quantity } of lines) {
    const modelId = eventId(play)
    const input = {
      id: modelId,
      date,
      branch: branch.id,
      from: from ?? 'vault',
      to: to ?? 'vault',
      item: item.code,
      quantity,
    }
    feed(play, 'transfer', () => play.book.float(input))
  }
}

async function float(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const branch = anyBranch(play)
  const places = [null, ...branch.counters.map(({ id }) => id)]
  const [from, to] = [pick(places), pick(places)]
  const item = pick(itemsOf(play))
  const held = heldAt(play, branch.id, from ?? 'vault').get(item.code)
  const smallest = exact(item.denominations.at(-1)?.faceValue ?? '1')
  const steps = held?.div(smallest).floor() ?? exact(0)
  const most = roll(8) === 0 ? 3 : 1
  const count = steps
    .times(1 + roll(60))
    .times(most)
    .div(100)
    .floor()
  if (count.lt(1)) return
  const by = pick([
    ...branch.seniors,
    ...branch.seniors,
    play.house.admin,
    ...branch.counters.flatMap(({ tellers }) => tellers),
  ])
  await move(play, branch, [from, to], [{ item, quantity: count.times(smallest).toFixed() }], by)
}

async function undo(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const found = pick(play.adjustments.slice(-15))
  if (!found) return
  const { branch } = found
  await undoBy(
    play,
    found,
    roll(3) === 0 ? found.by : pick([...branch.seniors, play.house.admin, play.house.chief]),
  )
}

async function undoBy(play: Play, found: Adjustment, by: Person): Promise<void> {
  const { id, version, modelId, branch } = found
  const answer = await by.call(adjustments.reverse, { id, version, note: 'A slip' })
  const made = noteReply(play, 'reverse adjustment', answer)
  if (!made) return
  play.adjustments.splice(play.adjustments.indexOf(found), 1)
  const counterIds = [made.fromCounterId, made.toCounterId].flatMap((one) => one ?? [])
  const own = counterIds.map((one) => play.days.get(one)?.date ?? '')
  const date =
    [...(counterIds.length === 2 ? [] : [todayAt(branch)]), ...own, made.businessDate].toSorted().at(-1) ?? ''
  feed(play, 'undo', () => play.book.undo({ id: eventId(play), date, undoes: modelId }))
}

/** New mids, a little up or down. */
async function publish(play: Play): Promise<void> {
  const { house, dice } = play
  const ids = [...new Set(house.traded.map(({ currencyId }) => currencyId))]
  const rates = ids.map((currencyId) => {
    const factor = exact(1000 + dice.roll(31) - 15).div(1000)
    return {
      currencyId,
      mid: exact(house.mids.get(currencyId) ?? 1)
        .times(factor)
        .toSignificantDigits(5)
        .toFixed(),
    }
  })
  if (
    !noteReply(
      play,
      'rates published',
      await house.admin.call(baseRates.update, { rates, reason: 'The market' }),
    )
  )
    return
  for (const { currencyId, mid } of rates) house.mids.set(currencyId, mid)
}

const rare = 'KWD'

/**
 * Two sums that once differed: a deal that sells before it buys what the branch has none of, and an opening that is reversed when its
 * stock was sold.
 */
export async function sellWhatIsNotThere(play: Play): Promise<void> {
  const [branch] = play.house.branches
  const [counter] = branch?.counters ?? []
  const item = itemsOf(play).find(({ code }) => code === rare)
  if (!branch || !counter || !item) throw new Error('The house has no place for two sums')
  await dealAt(play, counter, rare, [
    ['sell', '20'],
    ['buy', '30'],
  ])
  await dealAt(play, counter, rare, [['sell', '10']])
  await open(play, branch, [{ item, quantity: '10', cost: '1.00' }])
  const opened = play.adjustments.at(-1)
  if (!opened) throw new Error('An opening was not booked')
  await dealAt(play, counter, rare, [['buy', '10']])
  await dealAt(play, counter, rare, [['sell', '10']])
  await undoBy(play, opened, play.house.admin)
}

/** Fills the vaults, opens every counter and gives it a float. */
export async function fill(play: Play): Promise<void> {
  const first: Record<string, string> = {
    MYR: '150000',
    USD: '30000',
    SGD: '20000',
    JPY: '2000000',
    KWD: '4000',
    'USD-O': '9000',
  }
  for (const branch of play.house.branches) {
    // The first branch begins without dinars.
    const items = itemsOf(play).filter(({ code }) => branch !== play.house.branches[0] || code !== rare)
    const lines = items.map((item) => {
      const quantity = first[item.code] ?? '1000'
      return { item, quantity, ...(!item.isLocal && { cost: costOf(play, item, quantity) }) }
    })
    await open(play, branch, lines)
    for (const counter of branch.counters) {
      await openDay(play, counter)
      const some = lines.map(({ item, quantity }) => ({ item, quantity: exact(quantity).div(4).toFixed() }))
      await move(play, branch, [null, counter.id], some, play.house.admin)
    }
  }
}

/** What can happen beside deals, and how often. */
export const stockActs: readonly (readonly [number, (play: Play) => Promise<void>])[] = [
  [2, opening],
  [9, float],
  [3, undo],
  [2, publish],
]
