import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Player, Stage, Step } from '#modules/demonstration.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { adjustments } from './adjustments/adjustments.contract.ts'
import { corrections } from './corrections/corrections.contract.ts'
import type { Reason } from './corrections/corrections.domain.ts'
import { counts } from './counts/counts.contract.ts'
import { days } from './days/days.contract.ts'
import { stockItems } from './items/items.contract.ts'
import { type Piece, type StockItem, totalOf } from './items/items.domain.ts'
import { stockLimits } from './limits/limits.contract.ts'
import { stockRequests } from './requests/requests.contract.ts'
import { transfers } from './transfers/transfers.contract.ts'

/** Notes by currency and face value, such as `{ USD: { 100: 20 } }`. */
type Notes = Record<string, Record<string, number>>

/** The vault of a branch by its code, or one of its counters, such as `KLC/C3`. */
type Place = string

interface Move {
  from: Place
  to: Place
  by: Player
  load: Notes
  steps: readonly (readonly [by: Player, act: string, said?: string | Notes])[]
  /** Hours from now until it is expected. */
  due?: number
  bag?: string
  carrier?: string
  note?: string
}

/** What the vault of each branch begins with, in units. */
const opening = { MYR: '150000', USD: '20000', SGD: '15000', EUR: '8000', THB: '200000' }
const secured = { carrier: 'Selangor Cash Logistics' }

/** Stock of the counters where nobody trades yet comes first; what is lost on the way and its claim are among the completed ones. */
const moves: readonly Move[] = [
  {
    from: 'KLC',
    to: 'KLC/C3',
    by: 'manager',
    load: { MYR: { 50: 200 }, USD: { 100: 30 }, SGD: { 50: 60 } },
    steps: [['admin', 'takeOver']],
    note: 'Float of the third counter',
  },
  {
    from: 'KLS',
    to: 'KLS/C2',
    by: 'manager',
    load: { MYR: { 50: 200 }, USD: { 100: 40 } },
    steps: [['admin', 'takeOver']],
    bag: 'KLS-0101',
  },
  {
    from: 'KLC/C3',
    to: 'KLC/C2',
    by: 'manager',
    load: { SGD: { 50: 20 } },
    steps: [['teller', 'takeOver']],
  },
  {
    from: 'KLC',
    to: 'KLS',
    by: 'manager',
    load: { EUR: { 50: 20, 20: 25 } },
    steps: [],
    due: 20,
    bag: 'KLC-2201',
    ...secured,
  },
  { from: 'KLC/C2', to: 'KLC', by: 'teller', load: { MYR: { 100: 100 } }, steps: [], note: 'Above the float' },
  {
    from: 'KLC/C2',
    to: 'KLC/C3',
    by: 'teller',
    load: { USD: { 100: 5 } },
    steps: [['manager', 'approve']],
  },
  {
    from: 'KLC',
    to: 'PEN',
    by: 'manager',
    load: { USD: { 100: 20 } },
    steps: [['manager', 'sendToTransit']],
    due: 24,
    bag: 'KLC-2202',
    ...secured,
  },
  {
    from: 'PEN',
    to: 'KLS',
    by: 'admin',
    load: { THB: { 1000: 50 } },
    steps: [['admin', 'sendToTransit']],
    due: -26,
    bag: 'PEN-0871',
    ...secured,
  },
  {
    from: 'KLC',
    to: 'KLS/C2',
    by: 'manager',
    load: { USD: { 100: 10 } },
    steps: [
      ['manager', 'sendToTransit'],
      ['admin', 'complete', { USD: { 100: 9 } }],
    ],
    bag: 'KLC-2203',
  },
  {
    from: 'KLC/C2',
    to: 'KLS',
    by: 'teller',
    load: { USD: { 100: 4 } },
    steps: [
      ['manager', 'approve'],
      ['teller', 'sendToTransit'],
      ['admin', 'complete', { USD: { 100: 3 } }],
      ['manager', 'claim', 'The bag was opened on the way; the carrier pays'],
    ],
    bag: 'KLC-2204',
    ...secured,
  },
  {
    from: 'KLC',
    to: 'KLS',
    by: 'manager',
    load: { SGD: { 50: 10 } },
    steps: [['admin', 'reject', 'Enough Singapore dollars here this week']],
  },
  { from: 'BTW', to: 'PEN', by: 'admin', load: { EUR: { 50: 10 } }, steps: [['admin', 'cancel']] },
  {
    from: 'KLC',
    to: 'BTW',
    by: 'manager',
    load: { USD: { 50: 20 } },
    steps: [
      ['manager', 'sendToTransit'],
      ['admin', 'rejectReceipt', 'The seal of the bag is broken'],
    ],
    bag: 'KLC-2205',
    ...secured,
  },
  {
    from: 'KLS',
    to: 'PEN',
    by: 'manager',
    load: { EUR: { 20: 20 } },
    steps: [
      ['manager', 'sendToTransit'],
      ['admin', 'rejectReceipt', 'Sent to the wrong branch'],
      ['manager', 'returnToSender'],
    ],
    bag: 'KLS-0102',
  },
]

/** What a place asks of another, what is sent of it and how it ends. */
const asked: readonly (Omit<Move, 'steps'> & { loads?: readonly Move['steps'][]; ends?: Step })[] = [
  { from: 'KLC', to: 'KLS', by: 'manager', load: { USD: { 100: 30 } }, note: 'For the weekend' },
  {
    from: 'KLC',
    to: 'PEN',
    by: 'admin',
    load: { SGD: { 50: 40 } },
    loads: [[['manager', 'sendToTransit']]],
  },
  {
    from: 'KLS',
    to: 'KLS/C2',
    by: 'admin',
    load: { MYR: { 50: 100 } },
    loads: [[['admin', 'takeOver']]],
  },
  {
    from: 'KLC',
    to: 'BTW',
    by: 'admin',
    load: { THB: { 1000: 300 } },
    ends: ['manager', 'refuse', { note: 'Needed here for a tour group' }],
  },
  { from: 'PEN', to: 'KLS', by: 'manager', load: { EUR: { 50: 40 } }, ends: ['manager', 'cancel'] },
]

interface Adjusted {
  reason: Reason
  at: Place
  note: string
  out?: Notes
  in?: Notes
  steps: readonly Step[]
  said?: { serials?: string; broughtBy?: string; reference?: string }
}

/** Each is made by the manager, who may process up to a limit. */
const adjusted: readonly Adjusted[] = [
  { reason: 'damaged', at: 'KLC', note: 'Torn in the counting machine', out: { EUR: { 20: 2 } }, steps: [] },
  {
    reason: 'correction',
    at: 'KLC',
    note: 'Bundle found behind the safe',
    in: { USD: { 50: 40 } },
    steps: [['manager', 'process']],
  },
  {
    reason: 'counterfeit',
    at: 'KLC',
    note: 'Found by the note reader; kept for the police',
    out: { USD: { 100: 2 } },
    said: {
      serials: 'KB 46279860 X\nKB 46279861 X',
      broughtBy: 'Walk-in customer',
      reference: 'Police report 2026/0417',
    },
    steps: [['manager', 'process']],
  },
  {
    reason: 'exchange',
    at: 'KLS',
    note: 'Small notes for the counters',
    out: { USD: { 100: 5 } },
    in: { USD: { 20: 25 } },
    steps: [['manager', 'process']],
  },
  {
    reason: 'shortOver',
    at: 'KLC/C3',
    note: 'One note too few in a bundle',
    out: { MYR: { 50: 1 } },
    steps: [['manager', 'process']],
  },
  {
    reason: 'correction',
    at: 'KLS',
    note: 'Lot left out of the opening stock',
    in: { EUR: { 50: 40 } },
    steps: [
      ['manager', 'process'],
      ['accountant', 'approve'],
    ],
  },
  {
    reason: 'damaged',
    at: 'KLC',
    note: 'Wet bundle',
    out: { USD: { 100: 40 } },
    steps: [
      ['manager', 'process'],
      ['accountant', 'reject', { note: 'The bank exchanges wet notes' }],
    ],
  },
  {
    reason: 'damaged',
    at: 'KLC',
    note: 'Written upon',
    out: { SGD: { 50: 1 } },
    steps: [['manager', 'cancel']],
  },
  {
    reason: 'damaged',
    at: 'KLC',
    note: 'Half of a note',
    out: { SGD: { 50: 2 } },
    steps: [
      ['manager', 'process'],
      ['manager', 'reverse', { note: 'The other halves were found' }],
    ],
  },
]

type Limit = Partial<Record<'bundle' | 'maximum' | 'minimum' | 'target', string>>

/** By place, `''` being the company; `cash` is all cash in local currency. KLS has too few dollars, BTW too many of Singapore. */
const limits: Record<Place, Record<string, Limit>> = {
  '': { cash: { maximum: '5000000' }, USD: { maximum: '100000', bundle: '1000' } },
  KLS: { USD: { minimum: '40000', target: '50000' } },
  BTW: { SGD: { minimum: '2000', target: '8000', maximum: '10000' } },
  'KLC/C3': { MYR: { minimum: '2000', target: '10000', maximum: '50000' } },
}

/** Vaults, counters and items by what they are called here. */
async function readHouse({ perform, mids }: Stage) {
  const page = { pageSize: 100 }
  const { items: known } = await perform('admin', branches.list, page)
  const { items: seats } = await perform('admin', counters.list, page)
  const branchId = new Map(known.map(({ code, id }) => [code, id]))
  const byCode = new Map((await perform('admin', stockItems.listSelection, {})).map((one) => [one.code, one]))
  const at = (place: Place) => {
    const [branch = '', counter] = place.split('/')
    const id = branchId.get(branch) ?? ''
    const seat = seats.find((one) => one.branchId === id && one.code === counter)
    return { branchId: id, counterId: seat?.id ?? null }
  }
  const item = (code: string): StockItem => {
    const found = byCode.get(code)
    if (!found) throw new Error(`The demonstration does not trade ${code}`)
    return found
  }
  const lines = (notes: Notes) =>
    Object.entries(notes).map(([code, faces]) => {
      const pieces: Piece[] = Object.entries(faces).map(([faceValue, count]) => ({
        kind: 'note',
        faceValue,
        count,
      }))
      return { itemId: item(code).id, quantity: totalOf(pieces), pieces }
    })
  const cost = (code: string, quantity: string) => new Exact(mids.get(code) ?? 1).times(quantity).toFixed(2)
  return { at, item, lines, cost }
}
type House = Awaited<ReturnType<typeof readHouse>>

/** Stock of the demonstration: opening stock, limits, and transfers, requests, adjustments and counts in each of their states. */
export async function seedStock(stage: Stage): Promise<void> {
  const house = await readHouse(stage)
  await openVaults(stage, house)
  await setLimits(stage, house)
  for (const place of ['KLC/C3', 'KLS/C2'])
    await stage.perform('manager', days.open, { counterId: house.at(place).counterId ?? '' })
  for (const move of moves) await carry(stage, house, move)
  for (const request of asked) await ask(stage, house, request)
  for (const one of adjusted) await adjust(stage, house, one)
  await count(stage, house)
}

/** The accountant asks for opening stock, which the administrator approves, or not. */
async function openVaults({ perform, follow }: Stage, { at, item, cost }: House): Promise<void> {
  const asks = (place: Place, stock: Record<string, string>) =>
    perform('accountant', adjustments.createOpening, {
      branchId: at(place).branchId,
      note: 'Opening stock of the vault',
      askApproval: true,
      lines: Object.entries(stock).map(([code, quantity]) => ({
        itemId: item(code).id,
        quantity,
        ...(item(code).isLocal ? {} : { cost: cost(code, quantity) }),
      })),
    })
  for (const place of ['KLC', 'KLS', 'PEN', 'BTW'])
    await follow(adjustments, await asks(place, opening), [['admin', 'approve']])
  const large = { USD: '30000' }
  await asks('PEN', large)
  await follow(adjustments, await asks('PEN', large), [['admin', 'reject', { note: 'Entered twice' }]])
  await follow(adjustments, await asks('PEN', large), [['accountant', 'withdraw']])
}

async function setLimits({ perform }: Stage, { at, item }: House): Promise<void> {
  for (const [place, own] of Object.entries(limits)) {
    const { branchId, counterId } = at(place)
    const level = { regionId: null, branchId: counterId || place === '' ? null : branchId, counterId }
    const lines = Object.entries(own).map(([code, limit]) => ({
      itemId: code === 'cash' ? null : item(code).id,
      unit: code === 'cash' ? ('local' as const) : ('units' as const),
      act: 'warn' as const,
      ...{ minimum: null, target: null, maximum: null, bundle: null },
      ...limit,
    }))
    await perform('admin', stockLimits.update, { ...level, lines })
  }
}

const ends = ({ at }: House, { from, to }: { from: Place; to: Place }) => ({
  fromBranchId: at(from).branchId,
  fromCounterId: at(from).counterId,
  toBranchId: at(to).branchId,
  toCounterId: at(to).counterId,
})

async function carry(
  { perform, follow, now }: Stage,
  house: House,
  { steps, load, due, by, bag = '', carrier = '', note = '', ...way }: Move & { requestId?: string },
): Promise<void> {
  const { from, to, requestId = null } = way
  const sent = await perform(by, transfers.create, {
    ...ends(house, { from, to }),
    requestId,
    bag,
    carrier,
    note,
    expectedAt: due === undefined ? null : new Date(now.getTime() + due * 3_600_000).toISOString(),
    lines: house.lines(load),
  })
  await follow(
    transfers,
    sent,
    steps.map(([who, act, said]): Step => {
      if (typeof said === 'string') return [who, act, { note: said }]
      const isTaken = act === 'complete' || act === 'takeOver'
      return isTaken ? [who, act, { lines: house.lines(said ?? load) }] : [who, act]
    }),
  )
}

async function ask(stage: Stage, house: House, one: (typeof asked)[number]): Promise<void> {
  const { from, to, by, load, note = '', loads = [], ends: end } = one
  const lines = house.lines(load)
  const request = await stage.perform(by, stockRequests.create, { ...ends(house, { from, to }), note, lines })
  for (const steps of loads)
    await carry(stage, house, { from, to, load, by: 'manager', steps, requestId: request.id })
  if (end) await stage.follow(stockRequests, request, [end])
}

async function adjust({ perform, follow }: Stage, house: House, one: Adjusted): Promise<void> {
  const { reason, at, note, said, steps } = one
  const codes = Object.keys(one.in ?? {})
  const into = house.lines(one.in ?? {}).map((line, index) => ({
    ...line,
    way: 'in' as const,
    ...(reason === 'correction' && { cost: house.cost(codes[index] ?? '', line.quantity) }),
  }))
  const out = house.lines(one.out ?? {}).map((line) => ({ ...line, way: 'out' as const }))
  const draft = { reason, ...house.at(at), note, ...said, lines: [...out, ...into] }
  await follow(corrections, await perform('manager', corrections.create, draft), steps)
}

/** Counts that are not finished, wait for a decision, or were superseded or given up; openings and closings are processed ones. */
async function count({ perform, follow }: Stage, { at, lines }: House): Promise<void> {
  const counted = (by: Player, place: Place, notes: Notes, note: string) =>
    perform(by, counts.createAndProcess, { ...at(place), note, lines: lines(notes) })
  const draft = (place: Place, notes: Notes) =>
    perform('admin', counts.create, { ...at(place), note: 'Begun before lunch', lines: lines(notes) })
  await draft('PEN', { EUR: { 100: 80 } })
  await follow(counts, await draft('KLC', { MYR: { 100: 900 } }), [
    ['admin', 'cancel', { note: 'A transfer was being packed' }],
  ])
  await counted('manager', 'KLC/C3', { MYR: { 50: 190 } }, 'Spot check')
  const short = { USD: { 100: 46 } }
  await follow(counts, await counted('manager', 'KLS/C2', short, 'Spot check'), [
    ['manager', 'countAgain', { lines: lines(short) }],
  ])
  await counted('manager', 'KLS/C2', short, 'Counted again after closing time')
  const whole = {
    MYR: { 100: 1500 },
    USD: { 100: 200 },
    SGD: { 50: 300 },
    EUR: { 100: 80 },
    THB: { 1000: 200 },
  }
  await counted('admin', 'BTW', whole, 'Vault at the end of the month')
}
