import type { Player, Step } from '#modules/demonstration.domain.ts'
import type { Reason } from './corrections/corrections.domain.ts'

/** Notes by currency and face value, such as `{ USD: { 100: 20 } }`. */
export type Notes = Record<string, Record<string, number>>

/** The vault of a branch by its code, or one of its counters, such as `KLC/C3`. */
export type Place = string

export interface Move {
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
export const opening = { MYR: '150000', USD: '20000', SGD: '15000', EUR: '8000', THB: '200000' }
const secured = { carrier: 'Selangor Cash Logistics' }

/** Stock of the counters where nobody trades yet comes first; what is lost on the way and its claim are among the completed ones. */
export const moves: readonly Move[] = [
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
    from: 'KLC',
    to: 'KLS',
    by: 'manager',
    load: { EUR: { 50: 20, 20: 25 } },
    steps: [],
    due: 20,
    bag: 'KLC-2201',
    ...secured,
  },
  {
    from: 'KLC/C2',
    to: 'KLC',
    by: 'teller',
    load: { MYR: { 100: 100 } },
    steps: [],
    note: 'Above the float',
  },
  {
    from: 'KLC/C2',
    to: 'KLC/C3',
    by: 'teller',
    load: { USD: { 100: 5 } },
    steps: [['manager', 'approve']],
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
    load: { MYR: { 100: 40 } },
    steps: [
      ['manager', 'approve'],
      ['teller', 'sendToTransit'],
      ['admin', 'complete', { MYR: { 100: 39 } }],
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
export const asked: readonly (Omit<Move, 'steps'> & { loads?: readonly Move['steps'][]; ends?: Step })[] = [
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

export interface Adjusted {
  reason: Reason
  at: Place
  note: string
  out?: Notes
  in?: Notes
  /** Left as a draft, or given up as one. */
  isDraft?: boolean
  steps?: readonly Step[]
  said?: { serials?: string; broughtBy?: string; reference?: string }
}

/** Each is made by the manager, who may process up to a limit. */
export const adjusted: readonly Adjusted[] = [
  {
    reason: 'damaged',
    at: 'KLC',
    note: 'Torn in the counting machine',
    out: { EUR: { 20: 2 } },
    isDraft: true,
  },
  {
    reason: 'correction',
    at: 'KLC',
    note: 'Bundle found behind the safe',
    in: { USD: { 50: 40 } },
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
  },
  {
    reason: 'exchange',
    at: 'KLS',
    note: 'Small notes for the counters',
    out: { USD: { 100: 5 } },
    in: { USD: { 20: 25 } },
  },
  {
    reason: 'shortOver',
    at: 'KLC/C3',
    note: 'One note too few in a bundle',
    out: { MYR: { 50: 1 } },
  },
  {
    reason: 'damaged',
    at: 'KLC',
    note: 'Wet bundle',
    out: { USD: { 100: 40 } },
    steps: [['accountant', 'reject', { note: 'The bank exchanges wet notes' }]],
  },
  {
    reason: 'damaged',
    at: 'KLC',
    note: 'Written upon',
    out: { SGD: { 50: 1 } },
    isDraft: true,
    steps: [['manager', 'cancel']],
  },
  {
    reason: 'damaged',
    at: 'KLC',
    note: 'Half of a note',
    out: { SGD: { 50: 2 } },
    steps: [['manager', 'reverse', { note: 'The other halves were found' }]],
  },
]

type Limit = Partial<Record<'bundle' | 'maximum' | 'minimum' | 'target', string>>

/** By place, `''` being the company; `cash` is all cash in local currency. KLS has too few dollars, BTW too many of Singapore. */
export const limits: Record<Place, Record<string, Limit>> = {
  '': { cash: { maximum: '5000000' }, USD: { maximum: '100000', bundle: '1000' } },
  KLS: { USD: { minimum: '40000', target: '50000' } },
  BTW: { SGD: { minimum: '2000', target: '8000', maximum: '10000' } },
  'KLC/C3': { MYR: { minimum: '2000', target: '10000', maximum: '50000' } },
}
