// Long because all that is played is kept at one place, event by event.
import type { Decimal } from 'decimal.js'
import type { Deal } from '#modules/exchange/deals/deals.contract.ts'
import type { Transfer } from '#modules/inventory/transfers/transfers.contract.ts'
import { type BankDocuments, startBanks } from './model-bank-places.ts'
import type {
  Spot,
  BankAccount,
  Branch,
  Counter,
  House,
  Item,
  Person,
  Reply,
  Traded,
  Ware,
} from './model-places.ts'
import { cashBook, cashRule } from './model-rules.ts'
import { type Book, openBook } from './model/book.ts'
import { exact } from './model/numbers.ts'
import { type Dice, dice } from './model/random.ts'
import type { Payment, Role } from './model/types.ts'

// What one run of the model bench holds: the house, the books beside it, and every document that something can still happen to.

export interface AskedLine {
  traded: Traded
  side: 'buy' | 'sell'
  quantity: string
  /** Where it was negotiated. */
  rate?: string
  /** By which it comes or goes; none: in notes. */
  account?: BankAccount
}

/** The item of the model that a line moves. */
export const itemOfLine = ({ traded, account }: Pick<AskedLine, 'account' | 'traded'>): string =>
  account?.item ?? traded.item.code

/** What a line earns; of a purchase its margin, which is no gain. */
export type LineGain = Record<'purchaseMargin' | 'dealing' | 'holding' | 'realised', string>

/** A deal as it was asked for, and where the model has it. */
export interface Known {
  branch: Branch
  counter: Counter
  maker: Person
  lines: AskedLine[]
  /** As they were asked for; none: all in cash. */
  payments: (Payment & { modeId: string })[]
  waived: string[]
  subject: string | null
  latest: Deal
  /** Under which id the model has it; null before it is submitted. */
  modelId: string | null
  /** What the model says: of the whole, and of each line that was handed over. */
  locals: { item: string; side: 'buy' | 'sell'; quantity: string; local: string; edge: string }[]
  fee: Decimal
  /** What is paid in all, rounding included; above zero by the customer. */
  due: Decimal
  gains: Map<number, LineGain>
  handed: Set<number>
  paid: Set<string>
  dates: string[]
  isReversed: boolean
  /** Gain or loss of purchases that came back at another cost. */
  returned: Decimal
}

export interface Adjustment {
  id: string
  version: number
  modelId: string
  branch: Branch
  by: Person
}

/** What was counted beside what the model holds at that moment; of goods also what a unit costs then. */
export type Taken = Map<string, { counted: Decimal; held: Decimal; unit?: string }>

export interface PendingCount {
  id: string
  version: number
  state: string
  branch: Branch
  counterId: string | null
  date: string
  taken: Taken
  takers: Person[]
}

/** A transfer between branches as it was asked for, and how far it came. */
export interface Travel {
  id: string
  version: number
  state: Transfer['state']
  from: Spot
  to: Spot
  lines: { item: Item; quantity: string }[]
  requestId: string | null
  maker: Person
  /** What each line was worth when it left, by the model. */
  values: string[]
  /** What was counted of each line where it arrived. */
  counted: Decimal[]
}

/** What a place has asked of another. */
export interface AskedStock {
  id: string
  from: Spot
  to: Spot
  lines: { item: Item; quantity: string }[]
  isEnded: boolean
}

/** An adjustment that is drafted, waits or is booked; the model has each line as an event. */
export interface Correcting {
  id: string
  version: number
  state: string
  reason: string
  at: Spot
  lines: { item: Item; way: 'in' | 'out'; quantity: string; cost: string | null }[]
  maker: Person
  date: string
  modelIds: string[]
}

/** What holds for an item in a branch as a whole, or in one drawer; `isFirm`: a deal beyond it waits, and a load is refused. */
export interface StockLimit {
  at: Spot
  item: Item
  minimum: Decimal | null
  maximum: Decimal | null
  isFirm: boolean
}

/** A sale as it was asked for, and how far it came. */
export interface Sold {
  id: string
  version: number
  state: string
  counter: Counter
  seller: Person
  lines: { ware: Ware; quantity: number }[]
  discount: string
  /** Of what is asked back: version and state by id. */
  refunds: { id: string; version: number; state: string; by: Person }[]
}

/** Goods between two branches. */
export interface Shipment {
  id: string
  version: number
  state: Transfer['state']
  from: Branch
  to: Branch
  lines: { ware: Ware; quantity: number; value: string }[]
  counted: number[]
}

/** An entry that was made by hand and stands. */
export interface Written {
  id: string
  version: number
  branch: Branch
  lines: readonly { role: Role; amount: string }[]
}

/** A revaluation that stands. */
export interface Revalued {
  id: string
  version: number
  modelId: string
  date: string
  branch: Branch
}

export interface Play {
  house: House
  book: Book
  dice: Dice
  cash: ReturnType<typeof cashBook>
  deals: Known[]
  adjustments: Adjustment[]
  counts: PendingCount[]
  travels: Travel[]
  requests: AskedStock[]
  corrections: Correcting[]
  limits: StockLimit[]
  sales: Sold[]
  shipments: Shipment[]
  entries: Written[]
  runs: Revalued[]
  banks: BankDocuments
  /** The open day of each counter. */
  days: Map<string, { id: string; version: number; date: string }>
  accepted: Map<string, number>
  refusals: Map<string, number>
  /** What is under way, as deviations name it. */
  now: string
  count: number
  /** A deviation that shows at once. */
  deviates: (what: string) => void
  /** One figure beside another. */
  same: (what: string, product: string, model: string) => void
}

export const modelOptions = ({ items, local, goods, banks }: House, isIssuedApart: boolean) => ({
  local: local.code,
  currencies: Object.fromEntries([
    ...items.map(({ code, exponent, quoteUnit }) => [code, { exponent, unit: quoteUnit }] as const),
    ...goods.map(({ id }) => [id, { exponent: 0, unit: 1 }] as const),
    ...banks.accounts.flatMap(({ item, exponent, unit }) =>
      item === null ? [] : [[item, { exponent, unit, isAtBank: true }] as const],
    ),
  ]),
  cashRounding: '0.05',
  // Choices that the document leaves open, as the product has made and documented them.
  customerAccount: 'payable' as const,
  splitBy: 'holding' as const,
  floatAtCost: true,
  roundingAt: 'first' as const,
  lineOrder: 'buysFirst' as const,
  reasons: {
    counterfeit: 'counterfeitLoss' as const,
    damaged: 'damagedNotes' as const,
    correction: 'openingEquity' as const,
  },
  modes: {
    cash: { in: 'cash', out: 'cash' },
    bankTransfer: { in: 'bank', out: 'bank' },
    cheque: { in: 'chequesInHand', out: isIssuedApart ? 'chequesIssued' : 'chequesInHand' },
    card: { in: 'cardClearing', out: 'cardClearing' },
  } as const,
})

export function startPlay(
  house: House,
  { seed, isIssuedApart }: { seed: number; isIssuedApart: boolean },
  watch: Pick<Play, 'deviates' | 'same'>,
): Play {
  return {
    house,
    book: openBook(modelOptions(house, isIssuedApart)),
    dice: dice(seed),
    cash: cashBook(cashRule.amount, house.reportsSince),
    deals: [],
    adjustments: [],
    counts: [],
    travels: [],
    requests: [],
    corrections: [],
    limits: [],
    sales: [],
    shipments: [],
    entries: [],
    runs: [],
    banks: startBanks(),
    days: new Map(),
    accepted: new Map(),
    refusals: new Map(),
    now: '',
    count: 0,
    ...watch,
  }
}

const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** Notes what the server said to an act; the body where it was accepted. A failure of the server ends the bench. */
export function noteReply<B>(play: Play, act: string, { status, body, code }: Reply<B>): B | undefined {
  if (status >= 500 || status === 400)
    throw new Error(`${play.now} ${act}: ${status} ${JSON.stringify(body)}`)
  if (status === 200) add(play.accepted, act)
  else add(play.refusals, code)
  return status === 200 ? body : undefined
}

/** Puts into the model what the server has accepted; what the model refuses then deviates. */
export function feed<T>(play: Play, what: string, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    play.deviates(`${what}: the product accepts what the model refuses: ${(error as Error).message}`)
    return undefined
  }
}

export const eventId = (play: Play) => `${play.count}.${Math.random()}`

/** The date that it is where a branch lies. */
export const todayAt = ({ zone }: Branch): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())

/** The business date of what moves at a place: the open day of a drawer, or the date at the branch. */
export const dateAt = (play: Play, { branchId, counterId }: Spot): string =>
  counterId === null ? todayAt(branchAt(play, branchId)) : (play.days.get(counterId)?.date ?? '')

/** Who may be found at a place: a drawer's tellers, and whoever keeps the vault. */
export function peopleAt(play: Play, { branchId, counterId }: Spot): Person[] {
  const { counters, seniors } = branchAt(play, branchId)
  const tellers = counters.find(({ id }) => id === counterId)?.tellers ?? []
  return [...tellers, ...tellers, ...seniors, play.house.admin]
}

export const itemsOf = ({ house }: Play): Item[] => [
  ...new Set([house.local, ...house.traded.map(({ item }) => item)]),
]

export const countersOf = ({ house }: Play): Counter[] => house.branches.flatMap(({ counters }) => counters)
export const branchAt = ({ house }: Play, id: string): Branch =>
  house.branches.find((branch) => branch.id === id) as Branch

/** What lies at a place by the model, by the code of the item; nothing is left out. */
export const heldAt = ({ book }: Play, branchId: string, place: string) =>
  new Map(
    book
      .holdings()
      .filter((one) => one.branch === branchId && one.place === place)
      .map(({ item, quantity }) => [item, exact(quantity)]),
  )

/** What a currency is worth by the last published mid, per quote unit, by the code of its item. */
export const midOf = ({ house }: Play, code: string): string | undefined => {
  const item = house.items.find((one) => one.code === code)
  return house.mids.get(item?.currencyId ?? '')
}

/** What one unit of an item costs in a branch; of nothing, nothing. */
export function unitCost({ book }: Play, branchId: string, item: string): string {
  const { quantity, value } = book.goodsAt(branchId, item)
  return quantity.isZero() ? '0' : value.div(quantity).toFixed()
}

/** The goods that lie at a place. */
export const waresAt = ({ book, house }: Play, branchId: string, counterId: string | null): Ware[] =>
  house.goods.filter(({ id }) => book.goodsLyingAt({ branch: branchId, item: id, place: counterId }).gt(0))
