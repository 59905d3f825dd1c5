import { type Count, type CountLines, counts } from '#modules/inventory/counts/counts.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { tidy } from './model-deals.ts'
import type { Branch, Counter, Person, Reply } from './model-places.ts'
import {
  branchAt,
  countersOf,
  eventId,
  feed,
  heldAt,
  midOf,
  type PendingCount,
  type Play,
  noteReply,
  type Taken,
  todayAt,
  unitCost,
  waresAt,
} from './model-play.ts'
import { exact } from './model/numbers.ts'

// Drawers with the goods that lie there and vaults are counted, in the middle of a day and at its ends; what is found differs from the model now and then.

/** What somebody counts of these items: as much as the model has there, now and then a little more or less. */
function counted(
  play: Play,
  branchId: string,
  place: string,
  codes: readonly string[],
  goods: readonly string[] = [],
): { lines: CountLines; taken: Taken } {
  const { roll, pick } = play.dice
  const held = heldAt(play, branchId, place)
  const found: Taken = new Map()
  const lines = codes.flatMap((code) => {
    const item = play.house.items.find((one) => one.code === code)
    if (!item) return []
    const should = held.get(code) ?? exact(0)
    const face = exact(pick(item.denominations)?.faceValue ?? '1')
    const off = roll(3) === 0 ? face.times(roll(5) - 2) : exact(0)
    let left = should.plus(off).lt(0) ? should : should.plus(off)
    const pieces = item.denominations.flatMap(({ kind, faceValue }) => {
      const count = left.div(faceValue).floor()
      left = left.minus(count.times(faceValue))
      return count.gt(0) ? [{ kind, faceValue, count: count.toNumber() }] : []
    })
    const total = pieces.reduce((sum, piece) => sum.plus(exact(piece.faceValue).times(piece.count)), exact(0))
    found.set(code, { counted: total, held: should })
    return [{ itemId: item.id, quantity: total.toFixed(), pieces }]
  })
  const units = goods.map((id) => {
    const should = play.book.goodsLyingAt({ branch: branchId, item: id, place })
    const off = roll(4) === 0 ? should.plus(roll(5) - 2) : should
    const quantity = off.lt(0) ? should : off
    found.set(id, { counted: quantity, held: should, unit: unitCost(play, branchId, id) })
    return { itemId: id, quantity: quantity.toFixed(), pieces: [] }
  })
  return { lines: [...(lines as CountLines), ...units], taken: found }
}

/** What a count found is posted once it is processed: each difference as it was when the place was counted. */
function postCount(
  play: Play,
  { branch, counterId, date, taken: found }: Pick<PendingCount, 'branch' | 'counterId' | 'date' | 'taken'>,
): void {
  for (const [item, { counted: quantity, held, unit }] of found) {
    const difference = quantity.minus(held)
    if (difference.isZero()) continue
    if (unit !== undefined) {
      const off = [{ item, quantity: difference.toFixed(), unit }]
      const event = { id: eventId(play), date, branch: branch.id, place: counterId, lines: off }
      feed(play, 'goods counted at a counter', () => play.book.countGoods(event))
      continue
    }
    const mid = midOf(play, item)
    const at = { id: eventId(play), date, branch: branch.id, place: counterId ?? 'vault', item }
    const input = { ...at, quantity: difference.toFixed(), reason: 'count', ...(mid && { mid }) }
    feed(play, 'count', () => play.book.adjust(input))
  }
}

interface Counting {
  branch: Branch
  counterId: string | null
  taken: Taken
  taker: Person
}

/** Goes on with a count as the server says it stands. */
function goOn(
  play: Play,
  answer: Pick<Count, 'businessDate' | 'id' | 'state' | 'version'>,
  { branch, counterId, taken: found, taker }: Counting,
): void {
  const known = play.counts.find(({ id }) => id === answer.id)
  const { id, version, state, businessDate: date } = answer
  const takers = [...(known?.takers ?? []), taker]
  const next: PendingCount = { id, version, state, branch, counterId, date, taken: found, takers }
  if (known) play.counts.splice(play.counts.indexOf(known), 1)
  if (state === 'processed') postCount(play, next)
  else play.counts.push(next)
}

async function countDrawer(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const counter = pick(countersOf(play))
  const held = [...heldAt(play, counter.branchId, counter.id).keys()]
  const codes = held.filter(() => roll(3) === 0)
  const goods = goodsAt(play, counter).filter(() => roll(3) === 0)
  if (codes.length + goods.length === 0) return
  await countAt(
    play,
    { branch: branchAt(play, counter.branchId), counterId: counter.id, taker: pick(counter.tellers) },
    codes,
    goods,
  )
}

const goodsAt = (play: Play, { branchId, id }: Counter) => waresAt(play, branchId, id).map((ware) => ware.id)

async function countAt(
  play: Play,
  place: Omit<Counting, 'taken'>,
  codes: readonly string[],
  goods: readonly string[] = [],
): Promise<void> {
  const { branch, counterId, taker } = place
  const { lines, taken: found } = counted(play, branch.id, counterId ?? 'vault', codes, goods)
  const draft = { branchId: branch.id, counterId, lines }
  const answer = noteReply(
    play,
    counterId ? 'count of a drawer' : 'count of a vault',
    await taker.call(counts.createAndProcess, draft),
  )
  if (answer) goOn(play, answer, { ...place, taken: found })
}

async function countVault(play: Play): Promise<void> {
  const branch = play.dice.pick(play.house.branches)
  const codes = [...heldAt(play, branch.id, 'vault')].flatMap(([code, held]) => (held.isZero() ? [] : code))
  await countAt(
    play,
    { branch, counterId: null, taker: play.dice.pick([...branch.seniors, play.house.chief]) },
    codes,
  )
}

/** The second person at a vault, or whoever must count once more. */
async function countAgain(play: Play): Promise<void> {
  const { pick } = play.dice
  const found = pick(play.counts.filter(({ state }) => state === 'confirming' || state === 'recount'))
  if (!found) return
  const { branch, counterId, takers, id, version, state } = found
  const others = [...branch.seniors, play.house.chief].filter((one) => one !== takers.at(-1))
  const taker = state === 'confirming' ? pick(others) : (takers.at(-1) as Person)
  const codes = [...found.taken.keys()]
  const goods = play.house.goods.map((ware) => ware.id).filter((ware) => found.taken.has(ware))
  const { lines, taken: seen } = counted(play, branch.id, counterId ?? 'vault', codes, goods)
  const answer = noteReply(play, 'counted again', await taker.call(counts.countAgain, { id, version, lines }))
  if (answer) goOn(play, answer, { branch, counterId, taken: seen, taker })
  else await ended(play, found)
}

async function decide(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const found = pick(play.counts.filter(({ state }) => state === 'submitted'))
  if (!found) return
  const by = pick([...found.branch.seniors, play.house.admin, play.house.chief])
  const { id, version } = found
  const isAccepted = roll(4) > 0
  const endpoint = isAccepted ? counts.accept : counts.cancel
  const answer = noteReply(
    play,
    isAccepted ? 'difference accepted' : 'count cancelled',
    await by.call(endpoint, { id, version, note: 'Looked at' }),
  )
  if (!answer) return ended(play, found)
  play.counts.splice(play.counts.indexOf(found), 1)
  if (isAccepted) postCount(play, found)
}

/** A count that another has superseded, or the end of a day, is pending no more. */
async function ended(play: Play, found: PendingCount): Promise<void> {
  const { body, status } = await play.house.admin.call(counts.getById, { id: found.id })
  if (status !== 200) return
  if (['superseded', 'cancelled'].includes(body.state)) play.counts.splice(play.counts.indexOf(found), 1)
  else found.version = body.version
}

type DayReply = Reply<{
  id: string
  version: number
  state: string
  isRecount: boolean
  businessDate: string
}>

/** Opens or closes a day with what is counted in the drawer, twice where it differs by too much. */
async function atDay(
  play: Play,
  counter: Counter,
  kind: 'closing' | 'opening',
  ask: (taker: Person, lines: CountLines, version?: number) => Promise<DayReply>,
) {
  const taker = counter.tellers[0] as Person
  const branch = branchAt(play, counter.branchId)
  const codes = [...heldAt(play, branch.id, counter.id)].flatMap(([code, held]) =>
    held.isZero() ? [] : code,
  )
  const goods = goodsAt(play, counter)
  const act = kind === 'closing' ? 'day closed' : 'day opened'
  let { lines, taken: found } = counted(play, branch.id, counter.id, codes, goods)
  let day = noteReply(play, act, await ask(taker, lines))
  if (day && day.state !== (kind === 'closing' ? 'closed' : 'open')) {
    ;({ lines, taken: found } = counted(play, branch.id, counter.id, codes, goods))
    day = noteReply(play, `${act} after a recount`, await ask(taker, lines, day.version))
  }
  if (!day || codes.length + goods.length === 0) return day
  const { items } = (
    await play.house.admin.call(counts.list, {
      filters: [
        { key: 'dayId', operator: 'Equals', value: day.id },
        { key: 'kind', operator: 'Equals', value: [kind] },
      ],
      sort: ['createdAt-desc'],
    })
  ).body
  const [last] = items
  if (last) goOn(play, last, { branch, counterId: counter.id, taken: found, taker })
  return day
}

export async function openDay(play: Play, counter: Counter): Promise<void> {
  const date = todayAt(branchAt(play, counter.branchId))
  const day = await atDay(play, counter, 'opening', (taker, lines, version) =>
    taker.call(days.open, { counterId: counter.id, lines, ...(version && { version }) }),
  )
  if (!day) return
  play.same('business date of the day', day.businessDate, date)
  play.days.set(counter.id, { id: day.id, version: day.version, date })
}

async function closeAndOpen(play: Play): Promise<void> {
  const counter = play.dice.pick(countersOf(play))
  await tidy(play, counter.id)
  const { body } = await play.house.admin.call(days.current, { counterId: counter.id })
  const begun = body.day
  if (begun?.state === 'open') {
    const closed = await atDay(play, counter, 'closing', (taker, lines, version) =>
      taker.call(days.close, { id: begun.id, version: version ?? begun.version, lines }),
    )
    if (closed?.state !== 'closed') return
  }
  await openDay(play, counter)
}

/** How often something is counted, and decided on. */
export const countActs: readonly (readonly [number, (play: Play) => Promise<void>])[] = [
  [6, countDrawer],
  [2, countVault],
  [4, countAgain],
  [4, decide],
  [1, closeAndOpen],
]
