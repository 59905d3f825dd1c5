import { Exact } from '#kit/domain/decimals.domain.ts'
import type { ModeKind } from '#modules/currencies/modes/modes.domain.ts'
import { partOfMode } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import type { Side } from '../deals/basket.domain.ts'

/** What the journal calls a handover. */
export const settledEvent = 'deal.settled'

/** A line that is handed over; amounts and quantities above zero. */
export interface SettledDealLine {
  side: Side
  itemId: string
  quantity: string
  amount: string
  mid: string
  quoteUnit: number
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

/**
 * The posting of one handover, domain 4: bought notes into stock at what we pay, sold notes out at cost with the gain, money
 * by its mode, fees and tax; what is not balanced between customer and us yet goes to the customer's account.
 */
export function handoverLines(handover: Handover): PostingLine[] {
  const { branchId, counterId, localItemId, lines, payments, fees, rounding } = handover
  const here = { branchId, counterId }
  const moved: PostingLine[] = lines.map(({ side, itemId, quantity, amount, mid, quoteUnit }) =>
    side === 'buy'
      ? { part: 'stock', ...here, itemId, quantity, amount }
      : {
          part: 'stock',
          ...here,
          itemId,
          quantity: `-${quantity}`,
          proceeds: amount,
          valueAt: new Exact(mid).dividedBy(quoteUnit).toFixed(),
        },
  )
  const money = payments.flatMap(({ direction, modeId, kind, amount }): PostingLine[] => {
    const signed = direction === 'in' ? amount : `-${amount}`
    const part = partOfMode(kind, { side: direction === 'in' ? 'payment' : 'delivery', isLocal: true })
    // What is set off within the deal stays between the customer and us.
    if (part === null) return []
    return kind === 'cash'
      ? [{ part, ...here, itemId: localItemId, quantity: signed, amount: signed }]
      : [{ part, ...here, modeId, amount: signed }]
  })
  const charges = fees.flatMap(({ fee, tax }): PostingLine[] => [
    {
      part: 'fee',
      ...here,
      amount: new Exact(tax).minus(fee).toFixed(),
    },
    { part: 'outputTax', ...here, amount: new Exact(tax).negated().toFixed() },
  ])
  const rest: PostingLine[] = [
    { part: 'rounding', ...here, amount: new Exact(rounding).negated().toFixed() },
    { part: 'payable', ...here, amount: new Exact(balanceOf(handover)).negated().toFixed() },
  ]
  const isSomething = ({ amount }: PostingLine) => amount === undefined || !new Exact(amount).isZero()
  return [...moved, ...money, ...charges, ...rest].filter(isSomething)
}
