import { corrections } from '#modules/inventory/corrections/corrections.contract.ts'
import type { Spot, Item } from './model-places.ts'
import {
  type Correcting,
  countersOf,
  dateAt,
  eventId,
  feed,
  heldAt,
  itemsOf,
  midOf,
  peopleAt,
  type Play,
  noteReply,
} from './model-play.ts'
import { exact, sum, worth, zero } from './model/numbers.ts'

// Adjustments with their reasons: drafted or processed at once, decided on above a limit, and taken back.

const reasons = ['counterfeit', 'damaged', 'correction', 'exchange', 'shortOver'] as const
type Reason = (typeof reasons)[number]

const someSpot = (play: Play): Spot => {
  const { pick, roll } = play.dice
  const counter = pick(countersOf(play))
  return { branchId: counter.branchId, counterId: roll(2) === 0 ? null : counter.id }
}

/** A few of the smallest notes of an item, of what lies at a place. */
function some(play: Play, { branchId, counterId }: Spot, item: Item, most: number) {
  const smallest = exact(item.denominations.at(-1)?.faceValue ?? '1')
  const steps = (heldAt(play, branchId, counterId ?? 'vault').get(item.code) ?? zero).div(smallest).floor()
  const few = exact(1 + play.dice.roll(most))
  return (few.gt(steps) ? steps : few).times(smallest)
}

function someLines(play: Play, reason: Reason, at: Spot): Correcting['lines'] {
  const { pick, roll } = play.dice
  if (reason === 'exchange') {
    const own = itemsOf(play).filter(({ code }) => code === 'USD' || code === 'USD-O')
    const [out, into] = roll(2) === 0 ? own : own.toReversed()
    if (!out || !into) return []
    const smallest = exact(into.denominations.at(-1)?.faceValue ?? '1')
    const quantity = some(play, at, out, 400).div(smallest).floor().times(smallest).toFixed()
    if (quantity === '0') return []
    return [
      { item: out, way: 'out', quantity, cost: null },
      { item: into, way: 'in', quantity, cost: null },
    ]
  }
  const first = pick(itemsOf(play))
  const second = pick(itemsOf(play))
  return [...new Set(roll(3) === 0 ? [first, second] : [first])].flatMap((item) => {
    const isIn = (reason === 'correction' || reason === 'shortOver') && roll(2) === 0
    const quantity = some(play, at, item, roll(6) === 0 ? 2000 : 30)
    if (quantity.isZero()) return []
    const mid = exact(midOf(play, item.code) ?? 1)
      .times(1000 + roll(60) - 30)
      .div(1000)
    const cost =
      reason === 'correction' && isIn && !item.isLocal
        ? worth(quantity, mid, item.quoteUnit, 2).toFixed(2)
        : null
    if (cost !== null && exact(cost).isZero()) return []
    return [{ item, way: isIn ? ('in' as const) : ('out' as const), quantity: quantity.toFixed(), cost }]
  })
}

async function adjust(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const [reason, at] = [pick(reasons), someSpot(play)]
  const lines = someLines(play, reason, at)
  if (lines.length === 0) return
  const maker = pick(peopleAt(play, at))
  const draft = {
    reason,
    ...at,
    note: 'Found',
    lines: lines.map(({ item, ...line }) => ({ itemId: item.id, ...line })),
  }
  const isAtOnce = roll(3) > 0
  const endpoint = isAtOnce ? corrections.createAndProcess : corrections.create
  const made = noteReply(play, `adjusted: ${reason}`, await maker.call(endpoint, draft))
  if (!made) return
  const { id, version } = made
  const known: Correcting = { id, version, state: 'draft', reason, at, lines, maker, date: '', modelIds: [] }
  play.corrections.push(known)
  goOn(play, known, made)
}

/** Goes on with an adjustment as the server says it stands; what is processed goes into the model. */
function goOn(
  play: Play,
  known: Correcting,
  made: { version: number; state: string; value: string; businessDate: string | null; number: string },
): void {
  known.version = made.version
  if (made.state === 'processed' && known.state !== 'processed') {
    known.date = dateAt(play, known.at)
    play.same(`date of ${made.number}`, made.businessDate ?? 'none', known.date)
    const values = booked(play, known)
    play.same(
      `value of ${made.number}`,
      made.value,
      sum(values.map((value) => exact(value).abs())).toFixed(2),
    )
  }
  known.state = made.state
}

/** Puts an adjustment into the model; what each line is worth there. */
function booked(play: Play, known: Correcting): string[] {
  const { reason, at, lines, date } = known
  const place = { date, branch: at.branchId, place: at.counterId ?? 'vault' }
  const add = (work: (id: string) => string | undefined) => {
    const id = eventId(play)
    known.modelIds.push(id)
    return feed(play, `adjustment ${reason}`, () => work(id)) ?? '0'
  }
  const [out, into] = lines
  if (reason === 'exchange' && out && into) {
    const notes = ({ item, quantity }: typeof out) => ({ item: item.code, quantity })
    add((id) => play.book.exchange({ id, ...place, out: notes(out), into: notes(into) }))
    return []
  }
  return lines.map(({ item, way, quantity, cost }) =>
    add((id) => {
      const own = { id, ...place, item: item.code }
      if (way === 'in' && reason === 'correction') {
        play.book.opening({ ...own, quantity, ...(cost !== null && { cost }) })
        return cost ?? quantity
      }
      const mid = midOf(play, item.code)
      const signed = way === 'out' ? exact(quantity).negated().toFixed() : quantity
      return play.book.adjust({ ...own, quantity: signed, reason, ...(mid !== undefined && { mid }) })
    }),
  )
}

async function decide(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const known = pick(play.corrections.filter(({ state }) => state === 'draft' || state === 'pending'))
  if (!known) return
  const { id, version, maker, state, at } = known
  const [key, others] = [{ id, version }, [...peopleAt(play, at), play.house.chief]]
  const chance = roll(10)
  const answer =
    chance === 0
      ? await maker.call(corrections.cancel, key)
      : state === 'draft'
        ? await maker.call(corrections.process, key)
        : chance < 3
          ? await pick(others).call(corrections.reject, { ...key, note: 'Not so' })
          : await pick(others).call(corrections.approve, key)
  const made = noteReply(play, `adjustment decided`, answer)
  if (made) goOn(play, known, made)
}

async function takeBack(play: Play): Promise<void> {
  const { pick } = play.dice
  const known = pick(play.corrections.filter(({ state }) => state === 'processed').slice(-15))
  if (!known) return
  const { id, version, at } = known
  const by = pick([...peopleAt(play, at), play.house.chief])
  const made = noteReply(
    play,
    'adjustment taken back',
    await by.call(corrections.reverse, { id, version, note: 'A slip' }),
  )
  if (!made) return
  const date = [dateAt(play, at), known.date].toSorted().at(-1) ?? ''
  for (const undoes of known.modelIds)
    feed(play, 'undo', () => play.book.undo({ id: eventId(play), date, undoes }))
  known.version = made.version
  known.state = made.state
}

/** How often stock is adjusted, decided on and put back. */
export const correctionActs: readonly (readonly [number, (play: Play) => Promise<void>])[] = [
  [10, adjust],
  [6, decide],
  [4, takeBack],
]
