import { type Book, openBook, Refused } from './book.ts'
import type { DealInput, Options, Payment, SettleInput } from './types.ts'

// Event sequences from a seed, held against the invariants: two branches, four places, every kind of event.

const currencies = {
  MYR: { exponent: 2, unit: 1 },
  USD: { exponent: 2, unit: 1 },
  JPY: { exponent: 0, unit: 100 },
  KWD: { exponent: 3, unit: 1 },
}
const mids = { USD: 4.49, JPY: 2.88, KWD: 14.6 }
type Item = keyof typeof mids

/** Whole numbers from a seed (mulberry32), the same on every machine. */
export function dice(seed: number) {
  let state = seed
  const roll = (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T
  return { roll, pick }
}

export type Dice = ReturnType<typeof dice>

const optionsOf = ({ pick, roll }: Dice): Partial<Options> => ({
  cashRounding: pick(['0', '0.05', '1']),
  cashRoundingMethod: pick(['nearest', 'nearest', 'down', 'up']),
  poolLevel: pick(['branch', 'branch', 'company']),
  negativeStock: roll(2) === 0,
  negativeCash: roll(2) === 0,
  lineOrder: pick(['given', 'buysFirst']),
  splitBy: pick(['margin', 'holding']),
  presentation: pick(['net', 'gross']),
  customerAccount: pick(['both', 'both', 'receivable', 'payable']),
  feesAt: pick(['first', 'last']),
  roundingAt: pick(['payment', 'first']),
  transitOwner: pick(['sender', 'receiver']),
  transitLossOf: pick(['sender', 'receiver']),
  dueLines: roll(4) !== 0,
  floatAtCost: roll(2) === 0,
})

/** One sequence under way: what it may refer to, and what the dice say next. */
interface Run {
  book: Book
  dice: Dice
  deals: string[]
  parcels: string[]
  /** Openings and floats, which can be taken back. */
  floats: string[]
  count: number
}

const event = (run: Run) => ({ id: `e${++run.count}`, date: dateOf(run.count) })
const dateOf = (count: number) => `2026-11-${String(1 + Math.floor(count / 8)).padStart(2, '0')}`
const somewhere = ({ dice: { pick } }: Run) => ({
  branch: pick(['A', 'B']),
  place: pick(['vault', 'till']),
})
const anItem = ({ dice: { pick } }: Run): Item => pick(['USD', 'JPY', 'KWD'])

function quantityOf({ dice: { roll } }: Run, item: string, most = 2000) {
  const whole = 1 + roll(item === 'JPY' ? most * 100 : most)
  const exponent = currencies[item as Item]?.exponent ?? 2
  return roll(3) === 0 && exponent > 0 ? `${whole}.${roll(10 ** exponent)}` : String(whole)
}

const rateNear = ({ dice: { roll } }: Run, item: Item) =>
  (mids[item] * (1 + (roll(2000) - 1000) / 10000)).toFixed(4)

function addDeal(run: Run) {
  const { pick, roll } = run.dice
  const named = event(run)
  const lines = Array.from({ length: roll(4) }, (): DealInput['lines'][number] => {
    const item = anItem(run)
    const side = pick(['buy', 'sell'] as const)
    const [rate, mid] = [rateNear(run, item), rateNear(run, item)]
    return { side, item, quantity: quantityOf(run, item), rate, mid }
  })
  const fees = Array.from({ length: roll(3) }, () => ({
    amount: `${roll(20)}.${roll(10)}${roll(10)}`,
    tax: { rate: pick(['0', '0.06', '0.085']), kind: pick(['inclusive', 'exclusive'] as const) },
  }))
  run.book.deal({ ...named, ...somewhere(run), customer: `c${roll(3)}`, lines, fees })
  run.deals.push(named.id)
  if (roll(2) > 0) run.book.settle({ ...event(run), deal: named.id })
}

function settle(run: Run) {
  const { pick, roll } = run.dice
  const modes = ['cash', 'bank', 'cheque', 'card', 'account'] as const
  const pay = Array.from({ length: roll(3) }, (): Payment => {
    const part =
      roll(3) === 0 ? {} : { amount: `${roll(500)}.${roll(10)}5`, direction: pick(['in', 'out'] as const) }
    return { mode: pick(modes), ...part }
  })
  const hand = [0, 1]
    .slice(roll(2))
    .map((line) => (roll(2) ? { line } : { line, quantity: String(1 + roll(50)) }))
  const open = run.deals.filter((id) => ['pending', 'partlySettled'].includes(run.book.stateOf(id) ?? ''))
  const input: SettleInput = { ...event(run), deal: pick(open) }
  run.book.settle({ ...input, ...(roll(3) > 0 && { pay }), ...(roll(3) > 0 && { hand }) })
}

function move(run: Run) {
  const { roll, pick } = run.dice
  const [from, to] = [somewhere(run), somewhere(run)]
  const item = pick(['MYR', 'USD', 'JPY', 'KWD'])
  const quantity = quantityOf(run, item)
  if (from.branch === to.branch && roll(3) > 0) {
    const moved = event(run)
    run.book.float({ ...moved, branch: from.branch, from: from.place, to: to.place, item, quantity })
    run.floats.push(moved.id)
    return
  }
  const sent = event(run)
  run.book.send({ ...sent, from, to, item, quantity })
  run.parcels.push(sent.id)
}

function arrive(run: Run) {
  const { roll, pick } = run.dice
  const named = { ...event(run), transfer: pick(run.parcels) }
  if (roll(4) === 0) run.book.returned(named)
  else if (roll(2) === 0) run.book.receive(named)
  else {
    const counted = { quantity: String(roll(2000)), gap: pick(['loss', 'claim'] as const), mid: '4.5' }
    run.book.receive({ ...named, ...counted })
  }
}

function correct(run: Run) {
  const { roll, pick } = run.dice
  const item = pick(['MYR', 'USD', 'JPY', 'KWD'])
  const quantity = quantityOf(run, item, 50)
  const at = { ...event(run), ...somewhere(run), item, mid: '4.5' }
  if (roll(2)) run.book.count({ ...at, counted: quantity })
  else
    run.book.adjust({
      ...at,
      quantity: `${pick(['', '-'])}${quantity}`,
      reason: pick(['counterfeit', 'damaged']),
    })
}

function onAccount(run: Run) {
  const { roll, pick } = run.dice
  const at = { ...event(run), ...somewhere(run), amount: `${1 + roll(300)}.${roll(10)}0` }
  const direction = pick(['in', 'out'] as const)
  const kind = roll(3)
  const customer = `c${roll(3)}`
  if (kind === 0) run.book.collect({ ...at, customer, direction, mode: pick(['cash', 'bank']) })
  else if (kind === 1) run.book.banking({ ...at, direction })
  else {
    const outcome = pick(['cleared', 'bounced'] as const)
    run.book.clear({ ...at, mode: pick(['cheque', 'card']), direction, outcome, customer, charge: '0.50' })
  }
}

function revalue(run: Run) {
  const rates = { USD: rateNear(run, 'USD'), JPY: rateNear(run, 'JPY'), KWD: rateNear(run, 'KWD') }
  const one = run.dice.roll(3) === 0 && { include: ['stock'] as const, method: 'permanent' as const }
  run.book.revalue({ ...event(run), rates, ...one })
}

function reverse(run: Run) {
  const begun = run.deals.filter((id) => ['settled', 'partlySettled'].includes(run.book.stateOf(id) ?? ''))
  run.book.reverse({ ...event(run), deal: run.dice.pick(begun) })
}
const undoFloat = (run: Run) => run.book.undo({ ...event(run), undoes: run.dice.pick(run.floats) })
const cancel = (run: Run) => run.book.cancel({ ...event(run), deal: run.dice.pick(run.deals) })

const kinds = [
  addDeal,
  addDeal,
  addDeal,
  settle,
  settle,
  move,
  move,
  arrive,
  correct,
  onAccount,
  reverse,
  undoFloat,
  cancel,
  revalue,
]

/**
 * Plays one sequence; answers how many events of a kind posted, how many were refused, and every broken
 * invariant with its event.
 */
export function play(seed: number, events: number) {
  const thrown = dice(seed)
  const options = optionsOf(thrown)
  const run: Run = {
    book: openBook({ local: 'MYR', currencies, ...options }),
    dice: thrown,
    deals: [],
    parcels: [],
    floats: ['e2', 'e4'],
    count: 0,
  }
  for (const branch of ['A', 'B']) {
    run.book.opening({ ...event(run), branch, place: 'vault', item: 'MYR', quantity: '20000' })
    run.book.opening({ ...event(run), branch, place: 'till', item: 'USD', quantity: '900', cost: '4011.00' })
  }
  const posted: Record<string, number> = {}
  let refused = 0
  for (let number = 0; number < events; number++) {
    const kind = thrown.pick(kinds)
    try {
      kind(run)
      posted[kind.name] = (posted[kind.name] ?? 0) + 1
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused++
    }
    const [fault] = number % 5 === 0 || number === events - 1 ? run.book.faults() : []
    if (fault !== undefined)
      return { posted, refused, fault: `seed ${seed}, ${kind.name} ${run.count}: ${fault}` }
  }
  return { posted, refused, fault: null }
}
