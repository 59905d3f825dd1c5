import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Part, PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { type BankPlace, bankLine } from '#modules/bank/accounts/accounts.domain.ts'

export const prefundParts = [
  { code: 'prefund', classes: ['asset'], keeps: 'partner', party: 'provider' },
  { code: 'partnerCost', classes: ['expense'], keeps: null },
  { code: 'remittanceMargin', classes: ['income', 'expense'], keeps: null },
] as const satisfies readonly Part[]

export const prefundEvents = {
  topUp: { code: 'remittance.toppedUp', parts: ['prefund'], isAcrossBranches: true },
  withdrawal: { code: 'remittance.withdrawn', parts: ['prefund'], isAcrossBranches: true },
  charge: { code: 'remittance.charged', parts: ['prefund', 'partnerCost'] },
  accepted: {
    code: 'remittance.accepted',
    parts: ['remittancePayable', 'prefund', 'remittanceMargin', 'partnerCost'],
    isAcrossBranches: true,
  },
  returned: {
    code: 'remittance.returned',
    parts: [
      'remittancePayable',
      'prefund',
      'remittanceMargin',
      'partnerCost',
      'realisedGain',
      'realisedLoss',
    ],
    isAcrossBranches: true,
  },
} as const satisfies Record<string, PostingEvent>

/** The balance with a partner as postings know it: a place of its currency with a cost pool of its own. */
export interface PrefundPlace {
  providerId: string
  branchId: string
  currencyId: string
  isLocal: boolean
}

const minus = (amount: string) => new Exact(amount).negated().toFixed()
const isNothing = (amount: string) => new Exact(amount).isZero()

/** The line of a balance: in above zero with its value, out below at cost. */
export const prefundLine = (
  { providerId, branchId, currencyId, isLocal }: PrefundPlace,
  quantity: string,
  more: Pick<PostingLine, 'amount' | 'mirrors' | 'proceeds'> = {},
): PostingLine<'prefund'> => ({
  part: 'prefund',
  branchId,
  itemId: currencyId,
  holderId: providerId,
  party: { type: 'provider', id: providerId },
  quantity,
  // Local money is worth itself.
  ...(isLocal && more.mirrors === undefined ? { amount: quantity } : more),
})

/** From a bank account to the balance; what is paid in another currency is worth `value`, and what it had cost leaves the gain. */
export function topUpLines(
  to: PrefundPlace,
  from: BankPlace,
  { amount, bankAmount, value }: { amount: string; bankAmount: string; value: string },
): PostingLine<'prefund'>[] {
  const isSame = from.currencyId === to.currencyId
  return [
    bankLine(from, {
      amount: minus(bankAmount),
      ...(!isSame && !from.isLocal && { proceeds: value }),
    }),
    isSame ? prefundLine(to, amount, { mirrors: 0 }) : prefundLine(to, amount, { amount: value }),
  ]
}

/** From the balance back to a bank account. */
export function withdrawalLines(
  from: PrefundPlace,
  to: BankPlace,
  { amount, bankAmount, value }: { amount: string; bankAmount: string; value: string },
): PostingLine<'prefund'>[] {
  const isSame = from.currencyId === to.currencyId
  return [
    prefundLine(from, minus(amount), isSame || from.isLocal ? {} : { proceeds: value }),
    isSame && !to.isLocal
      ? bankLine(to, { amount: bankAmount, mirrors: 0 })
      : bankLine(to, { amount: bankAmount, value }),
  ]
}

/** What the partner took of the balance for itself. */
export const chargeLines = (from: PrefundPlace, amount: string): PostingLine<'partnerCost' | 'prefund'>[] => [
  prefundLine(from, minus(amount)),
  { part: 'partnerCost', branchId: from.branchId, mirrors: 0 },
]

/** An order that a partner has accepted. */
export interface TakenOrder {
  branchId: string
  customerId: string
  /** In local currency: what was taken in, and what of it the rate earns. */
  sends: string
  margin: string
  /** Of the balance, in its currency, and what the partner takes for itself. */
  settles: string
  partnerFee: string
}

/** Where among the lines of `acceptedLines` the balance pays out. */
export const paidLine = 1
/** Where it pays the partner's fee, if any. */
const feeLine = 2

/**
 * The partner has accepted: nothing is owed to the customer any more, the balance pays at cost, margin and gain apart; domain 4.
 * The balance is taken for what the partner's rate said, so that its cost leaves the gain or loss.
 */
export function acceptedLines(
  from: PrefundPlace,
  { branchId, customerId, sends, margin, settles, partnerFee }: TakenOrder,
): PostingLine<(typeof prefundEvents.accepted.parts)[number]>[] {
  const party = { type: 'customer', id: customerId }
  const proceeds = new Exact(sends).minus(margin).toFixed()
  const hasFee = !isNothing(partnerFee)
  const rest = from.isLocal ? new Exact(sends).minus(settles).toFixed() : margin
  return [
    { part: 'remittancePayable', branchId, amount: sends, party },
    prefundLine(from, minus(settles), from.isLocal ? {} : { proceeds }),
    ...(hasFee
      ? [
          prefundLine(from, minus(partnerFee)),
          { part: 'partnerCost' as const, branchId: from.branchId, mirrors: feeLine },
        ]
      : []),
    ...(isNothing(rest) ? [] : [{ part: 'remittanceMargin' as const, branchId, amount: minus(rest) }]),
  ]
}

/** An order that came back. */
export interface ReturnedOrder extends Omit<TakenOrder, 'margin' | 'partnerFee'> {
  /** What the balance's share had cost, and what was gained on it, when it was taken. */
  cost: string
  gain: string
  /** Of what was paid out, in the balance's currency. */
  cameBack: string
}

/**
 * It comes back at the cost at which it went, whatever the rate is by then; what banks kept is what it cost. Gain and margin are
 * given back, and the customer is owed all again.
 */
export function returnedLines(
  to: PrefundPlace,
  { branchId, customerId, sends, settles, cost, gain, cameBack }: ReturnedOrder,
  decimals: number,
): PostingLine<(typeof prefundEvents.returned.parts)[number]>[] {
  const share = new Exact(cost).times(cameBack).div(settles).toDecimalPlaces(decimals)
  const lost = new Exact(cost).minus(share).toFixed()
  const rest = new Exact(sends).minus(cost).minus(gain).toFixed()
  const isLoss = new Exact(gain).isNegative()
  const all: (PostingLine<(typeof prefundEvents.returned.parts)[number]> & { amount: string })[] = [
    {
      part: isLoss ? 'realisedLoss' : 'realisedGain',
      branchId: to.branchId,
      itemId: to.currencyId,
      amount: gain,
    },
    { part: 'partnerCost', branchId: to.branchId, amount: lost },
    { part: 'remittanceMargin', branchId, amount: rest },
    {
      part: 'remittancePayable',
      branchId,
      amount: minus(sends),
      party: { type: 'customer', id: customerId },
    },
  ]
  return [
    ...(isNothing(cameBack) ? [] : [prefundLine(to, cameBack, { amount: share.toFixed() })]),
    ...all.filter(({ amount }) => !isNothing(amount)),
  ]
}

/** What a customer bears of a return, in local currency: what banks kept, at the rate of the order. */
export const returnCharge = (
  { sends, settles, kept }: { sends: string; settles: string; kept: string },
  decimals: number,
): string =>
  isNothing(kept) || isNothing(settles)
    ? '0'
    : new Exact(kept).times(sends).div(settles).toDecimalPlaces(decimals).toFixed()

/** What the partner takes of the balance for an order: all in the balance's currency; undefined where no rate says so. */
export function settlesFor(
  { gets, currency, costRate }: { gets: string; currency: string; costRate: string },
  {
    settlementCurrency,
    localCurrency,
    settlementRate,
    decimals,
  }: {
    settlementCurrency: string
    localCurrency: string
    settlementRate: string | null
    /** Of the settlement currency. */
    decimals: number
  },
): string | undefined {
  if (settlementCurrency === currency) return new Exact(gets).toFixed()
  const rate = settlementCurrency === localCurrency ? costRate : settlementRate
  return rate === null ? undefined : new Exact(gets).div(rate).toDecimalPlaces(decimals).toFixed()
}
