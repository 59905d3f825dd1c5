import { Exact } from '#kit/domain/decimals.domain.ts'
import { type BankPlace, bankLine } from '#modules/bank/accounts/accounts.domain.ts'
import type { ModeKind } from '#modules/currencies/modes/modes.domain.ts'
import { type ModePart, partOfMode } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import type { Part, PartyType, PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { Party, PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import type { Side } from '../basket/basket.domain.ts'

/** What a deal earns beside the notes, and what is only rounded. */
export const dealParts = [
  { code: 'fee', classes: ['income', 'expense'], keeps: null },
  { code: 'outputTax', classes: ['liability'], keeps: null },
  { code: 'rounding', classes: ['income', 'expense'], keeps: null },
] as const satisfies readonly Part[]

/** A walk-in customer: what is owed to them is owed by the deal, and lies with that of customers. */
export const walkIn = { code: 'walkIn', standsFor: 'customer' } as const satisfies PartyType

/** With whom a deal is: a customer on file, or a walk-in customer. */
export const partyOf = (customerId: string | null, dealId: string): Party =>
  customerId === null ? { type: walkIn.code, id: dealId } : { type: 'customer', id: customerId }

/** What the journal calls a handover. */
export const settledEvent = {
  code: 'deal.settled',
  parts: [
    'cash',
    'stock',
    'bank',
    'bankForeign',
    'clearing',
    'cheques',
    'chequesIssued',
    'payable',
    'fee',
    'outputTax',
    'rounding',
  ],
  isAcrossBranches: true,
  gainsAtHome: true,
} as const satisfies PostingEvent
/** All that the journal calls an entry of a deal. */
export const settledEvents: readonly string[] = [settledEvent.code, `${settledEvent.code}.reversed`]
export type SettledPart = (typeof settledEvent.parts)[number]

/** A line that is handed over; amounts and quantities above zero. */
export interface SettledDealLine {
  side: Side
  itemId: string
  quantity: string
  amount: string
  mid: string
  quoteUnit: number
  /** The mode by which the foreign money comes or goes where it is not notes; what is set off is no money. */
  mode?: { id: string; kind: Exclude<ModeKind, 'offset'> }
  /** The account of ours at a bank by which it comes or goes, with a cost pool of its own. */
  bank?: BankPlace | undefined
}

/** Money that goes over the counter or another way, in local currency. */
export interface SettledPayment {
  direction: 'in' | 'out'
  modeId: string
  kind: ModeKind
  amount: string
}

export interface Handover {
  branchId: string
  counterId: string
  /** With whom: what is not balanced yet is owed to them. */
  party: Party
  localItemId: string
  lines: readonly SettledDealLine[]
  payments: readonly SettledPayment[]
  /** What is charged with this handover; the tax is a part of the fee. */
  fees: readonly { fee: string; tax: string }[]
  /** Added to the net so that cash can be paid. */
  rounding: string
}

/** What the customer has given above what was handed over until now; below zero it would be credit. */
export const balanceOf = ({ lines, payments, fees, rounding }: Handover): string => {
  let balance = new Exact(0).minus(rounding)
  for (const { side, amount } of lines)
    balance = side === 'buy' ? balance.plus(amount) : balance.minus(amount)
  for (const { direction, amount, kind } of payments)
    if (kind !== 'offset') balance = direction === 'in' ? balance.plus(amount) : balance.minus(amount)
  for (const { fee } of fees) balance = balance.minus(fee)
  return balance.toFixed()
}

/** Foreign money that comes in for what we pay, or goes out; without a cost of its own it goes for what we got. */
function foreignLine(
  { branchId, counterId, party }: Handover,
  { side, itemId, quantity, amount, mid, quoteUnit, mode, bank }: SettledDealLine,
): PostingLine<SettledPart> {
  const valueAt = new Exact(mid).dividedBy(quoteUnit).toFixed()
  if (bank && side === 'buy') return bankLine(bank, { amount: quantity, value: amount, party })
  if (bank) return { ...bankLine(bank, { amount: `-${quantity}`, proceeds: amount, party }), valueAt }
  const money = { side: side === 'buy' ? ('payment' as const) : ('delivery' as const), isLocal: false }
  const part = (mode && partOfMode(mode.kind, money)) ?? 'stock'
  const line = {
    part,
    branchId,
    counterId,
    itemId,
    ...(mode && part !== 'stock' && { modeId: mode.id }),
    ...(isOfParty(part) && { party }),
  }
  if (side === 'buy') return { ...line, quantity, amount }
  const out = { ...line, quantity: `-${quantity}` }
  if (!hasCost(part)) return { ...out, amount: `-${amount}` }
  return { ...out, proceeds: amount, valueAt }
}

/** Lines of such a part say with whom they are. */
const isOfParty = (part: ModePart): boolean => part === 'payable' || part === 'cheques'

/** What goes out by this part comes from a pool. */
export const hasCost = (part: ModePart): boolean => part === 'stock' || part === 'bankForeign'

/** The part that a line of foreign money goes out by. */
export const partOfSale = ({ mode, bank }: Pick<SettledDealLine, 'bank' | 'mode'>): ModePart =>
  bank ? 'bankForeign' : ((mode && partOfMode(mode.kind, { side: 'delivery', isLocal: false })) ?? 'stock')

/**
 * The posting of one handover, domain 4: bought notes into stock at what we pay, sold notes out at cost with the gain, money
 * by its mode, fees and tax; what is not balanced between customer and us yet goes to the customer's account.
 */
export function handoverLines(handover: Handover): PostingLine<SettledPart>[] {
  const { branchId, counterId, party, localItemId, lines, payments, fees, rounding } = handover
  const here = { branchId, counterId }
  const moved = lines.map((line) => foreignLine(handover, line))
  const money = payments.flatMap(({ direction, modeId, kind, amount }): PostingLine<SettledPart>[] => {
    const signed = direction === 'in' ? amount : `-${amount}`
    const part = partOfMode(kind, { side: direction === 'in' ? 'payment' : 'delivery', isLocal: true })
    // What is set off within the deal stays between the customer and us.
    if (part === null) return []
    return kind === 'cash'
      ? [{ part, ...here, itemId: localItemId, quantity: signed, amount: signed }]
      : [{ part, ...here, ...(isOfParty(part) && { party }), modeId, amount: signed }]
  })
  const charges = fees.flatMap(({ fee, tax }): PostingLine<SettledPart>[] => [
    {
      part: 'fee',
      ...here,
      amount: new Exact(tax).minus(fee).toFixed(),
    },
    { part: 'outputTax', ...here, amount: new Exact(tax).negated().toFixed() },
  ])
  const rest: PostingLine<SettledPart>[] = [
    { part: 'rounding', ...here, amount: new Exact(rounding).negated().toFixed() },
    { part: 'payable', ...here, party, amount: new Exact(balanceOf(handover)).negated().toFixed() },
  ]
  const isSomething = ({ amount }: PostingLine) => amount === undefined || !new Exact(amount).isZero()
  return [...moved, ...money, ...charges, ...rest].filter(isSomething)
}
