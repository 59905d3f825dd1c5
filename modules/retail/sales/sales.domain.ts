import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, barOfMaker, covers } from '#modules/actor.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'
import type { ModePart } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import type { Part, PartyType, PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { Party, PostingLine } from '#modules/ledger/posting/posting.domain.ts'

export const saleStates = ['open', 'waiting', 'settled', 'cancelled'] as const
export type SaleState = (typeof saleStates)[number]

/** What of a sale is above the limits of a person. */
export const saleGates = ['discount', 'belowCost', 'rba'] as const
export type SaleGate = (typeof saleGates)[number]

interface Judged {
  /** The gates at which it would wait, were it settled now. */
  asks?: readonly SaleGate[]
  /** The gates at which it waits. */
  open?: readonly string[]
}

interface Excess {
  /** Off the receipt, in percent of it. */
  percent: string
  /** By how much it is sold for less than it cost, in local currency. */
  belowCost: string
}

/** What of a sale needs another person: what neither the limits of this one cover nor another has allowed. */
export function gatesOfSale(
  { percent, belowCost }: Excess,
  { limits }: Pick<Actor, 'limits'>,
  allowed: Excess,
): SaleGate[] {
  const isFree = (type: string, value: string, until: string) =>
    covers(limits.get(type), value) || compareDecimals(value, until) <= 0
  return [
    ...(isFree('retail_discount', percent, allowed.percent) ? [] : ['discount' as const]),
    ...(isFree('below_cost', belowCost, allowed.belowCost) ? [] : ['belowCost' as const]),
  ]
}

const sell = { permission: 'create_retail_sales', at: 'counter' } as const
/** Who lets a sale through that is above a limit: a right of its own, so that who sells decides on nobody. */
export const rightToApprove = 'approve_transaction_limits'
const decides = { permission: rightToApprove, at: 'counter' } as const
const unmade = ({ makerIds }: Known, actor: Pick<Actor, 'selves'>) => barOfMaker(makerIds, actor)
/** What due diligence asks for, compliance lets through: anywhere, and with a reason. */
export const rightToClear = 'clear_transaction_rba'
const clears = { permission: rightToClear, note: 'required', guard: unmade } as const
const afterGate =
  (gate: SaleGate) =>
  ({ open = [] }: Judged): 'open' | 'waiting' =>
    open.some((one) => one !== gate) ? 'waiting' : 'open'

/** A basket, which may be put aside by a name, until it is paid; above the limits of its maker another person lets it through first. */
export const saleWorkflow = workflow({
  initial: 'open',
  states: { open: {}, waiting: {}, settled: { final: true }, cancelled: { final: true } },
  actions: {
    create: { ...sell, from: [null], to: 'open' },
    // Another basket: by the form, which is no button.
    park: { ...sell, from: ['open'], implied: true },
    settle: {
      ...sell,
      from: ['open'],
      to: ['settled', 'waiting'],
      becomes: ({ asks = [] }: Judged) => (asks.length > 0 ? 'waiting' : 'settled'),
    },
    approveDiscount: {
      ...decides,
      from: ['waiting'],
      to: ['open', 'waiting'],
      becomes: afterGate('discount'),
      clears: 'discount',
    },
    approveBelowCost: {
      ...decides,
      from: ['waiting'],
      to: ['open', 'waiting'],
      becomes: afterGate('belowCost'),
      clears: 'belowCost',
    },
    reject: {
      ...decides,
      from: ['waiting'],
      to: 'open',
      stops: 'discount',
      note: 'required',
      isRefusal: true,
    },
    clear: {
      ...clears,
      from: ['waiting'],
      to: ['open', 'waiting'],
      becomes: afterGate('rba'),
      clears: 'rba',
    },
    refuse: {
      ...clears,
      from: ['waiting'],
      to: 'cancelled',
      stops: 'rba',
      final: true,
      isRefusal: true,
    },
    cancel: { ...sell, from: ['open', 'waiting'], to: 'cancelled', final: true, isRefusal: true },
  },
})

/** Goods are sold gross: what is got for them, and what they had cost. Of what is sold for another only the commission is earned. */
export const saleParts = [
  { code: 'retailSales', classes: ['income'], keeps: null },
  { code: 'retailCost', classes: ['expense'], keeps: null },
  { code: 'retailCommission', classes: ['income'], keeps: null },
  { code: 'principalPayable', classes: ['liability'], keeps: null, party: 'principal' },
  {
    code: 'retailStock',
    classes: ['asset'],
    keeps: 'retail',
    gross: { sales: 'retailSales', cost: 'retailCost' },
  },
] as const satisfies readonly Part[]

export const saleEvent = {
  code: 'sale',
  parts: [
    'retailStock',
    'retailSales',
    'retailCommission',
    'principalPayable',
    'outputTax',
    'rounding',
    'cash',
    'bank',
    'clearing',
    'cheques',
    'payable',
  ],
} as const satisfies PostingEvent
type SalePart = (typeof saleEvent.parts)[number]

type PaidPart = Exclude<Extract<SalePart, ModePart>, 'payable'>

export const isSalePart = (part: ModePart | null): part is PaidPart =>
  part === 'cash' || part === 'bank' || part === 'clearing' || part === 'cheques'

export interface SoldLine {
  itemId: string
  kind: string
  quantity: string
  net: string
  tax: string
  /** Of what is sold for another: whose it is, and what of it is not ours. */
  principalId: string | null
  owed: string
  /** It may be sold before it is received. */
  mayGoBelow?: boolean
  /** Units of it that lie at the counter; the rest comes from the store. */
  fromCounter?: string
}

interface SalePayment {
  part: PaidPart
  modeId: string
  amount: string
}

const minus = (amount: string) => new Exact(amount).negated().toFixed()

/** With whom what is owed for goods is booked: the buyer, or the sale where nobody is named. */
export const soldParty = { code: 'retailSale', standsFor: 'customer' } as const satisfies PartyType
export const saleParty = ({ id, customerId }: { id: string; customerId: string | null }): Party =>
  customerId === null ? { type: soldParty.code, id } : { type: 'customer', id: customerId }

/** The goods among what is sold. */
const goodsOf = <L extends { kind: string }>(lines: readonly L[]): L[] =>
  lines.filter(({ kind }) => kind === 'goods')

/** What is earned by what is sold for others, and what is owed to them for it. */
export const agencyLines = (
  here: { branchId: string; counterId: string },
  lines: readonly Pick<SoldLine, 'net' | 'owed' | 'principalId'>[],
): PostingLine<'principalPayable' | 'retailCommission'>[] =>
  lines.flatMap(({ principalId, net, owed }) =>
    principalId === null
      ? []
      : [
          { part: 'retailCommission', ...here, amount: minus(net) },
          {
            part: 'principalPayable',
            ...here,
            party: { type: 'principal', id: principalId },
            amount: minus(owed),
          },
        ],
  )

/** The goods of which some lie at the counter. */
const atCounter = (lines: readonly SoldLine[]) =>
  goodsOf(lines).filter(({ fromCounter = '0' }) => !new Exact(fromCounter).isZero())

/**
 * What lies at the counter goes into the store at its cost, from where all of a line is sold as one: in two parts it could cost another
 * cent. Before it is sold: of what has gone nobody knows what it cost.
 */
const counterLines = (
  { branchId, counterId }: { branchId: string; counterId: string },
  lines: readonly SoldLine[],
): PostingLine<'retailStock'>[] =>
  atCounter(lines).flatMap(({ itemId, fromCounter = '0' }, index) => [
    { part: 'retailStock', branchId, counterId, itemId, quantity: minus(fromCounter), valueAt: '0' },
    { part: 'retailStock', branchId, itemId, quantity: fromCounter, mirrors: 2 * index },
  ])

/** What each line of a sale has cost, by what the lines of its posting have moved. */
export function costsOf(lines: readonly SoldLine[], moved: readonly (string | undefined)[]): string[] {
  const [goods, from] = [goodsOf(lines), 2 * atCounter(lines).length]
  return lines.map((line) => (line.kind === 'goods' ? minus(moved[from + goods.indexOf(line)] ?? '0') : '0'))
}

/** The posting of a sale: goods out of the counter and of its branch's store at their cost, money by its mode, tax and rounding. */
export function saleLines({
  branchId,
  counterId,
  localItemId,
  lines,
  payments,
  rounding,
  setOff,
}: {
  branchId: string
  counterId: string
  localItemId: string
  lines: readonly SoldLine[]
  payments: readonly SalePayment[]
  rounding: string
  /** What is owed to the customer of a deal, and pays the goods; below zero it is paid with them. */
  setOff?: { party: Party; owed: string }
}): PostingLine<SalePart>[] {
  const here = { branchId, counterId }
  const tax = lines.reduce((sum, line) => sum.plus(line.tax), new Exact(0)).toFixed()
  const goods = goodsOf(lines)
  const posted: PostingLine<SalePart>[] = [
    ...counterLines(here, lines),
    ...goods.map(({ itemId, quantity, net, mayGoBelow }): PostingLine<SalePart> => ({
      part: 'retailStock',
      branchId,
      itemId,
      quantity: minus(quantity),
      proceeds: net,
      // What it costs is not known before it comes; then the difference is cost of sales.
      valueAt: '0',
      ...(mayGoBelow && { mayGoBelow }),
    })),
    ...lines
      .filter(({ kind }) => kind === 'service')
      .map(({ net }): PostingLine<SalePart> => ({ part: 'retailSales', ...here, amount: minus(net) })),
    ...agencyLines(here, lines),
    ...payments.map(({ part, modeId, amount }): PostingLine<SalePart> =>
      part === 'cash'
        ? { part, ...here, itemId: localItemId, quantity: amount, amount }
        : { part, ...here, modeId, amount },
    ),
    ...(setOff ? [{ part: 'payable' as const, ...here, party: setOff.party, amount: setOff.owed }] : []),
    { part: 'outputTax', ...here, amount: minus(tax) },
    { part: 'rounding', ...here, amount: minus(rounding) },
  ]
  return posted.filter(({ amount }) => amount === undefined || !new Exact(amount).isZero())
}
