import { Exact } from '#kit/domain/decimals.domain.ts'
import type { ModePart } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import type { Part, PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'

/** What an order is called where documents of any kind are held. */
export const subjectType = 'remittanceOrder'

/** How long a quote holds, in minutes. */
export const quoteMinutes = 30

export const fundSources = ['salary', 'business', 'savings', 'gift', 'loan', 'sale'] as const
export const relationships = [
  'self',
  'spouse',
  'parent',
  'child',
  'sibling',
  'relative',
  'friend',
  'employee',
  'business',
] as const

/** What an approved or unknown order stands for. */
export const waits = ['', 'prefund', 'rate', 'statement', 'clearing'] as const
export type Waits = (typeof waits)[number]

export const orderParts = [
  { code: 'remittancePayable', classes: ['liability'], keeps: null, party: 'customer' },
] as const satisfies readonly Part[]

/** Money of a customer is taken in for a recipient; domain 4: it is owed to the customer until the partner has accepted. */
export const takenEvent = {
  code: 'remittance.taken',
  parts: [
    'cash',
    'bank',
    'clearing',
    'cheques',
    'suspense',
    'remittancePayable',
    'fee',
    'outputTax',
    'rounding',
  ],
  // Money that came in at a bank may lie in another branch than that of the order.
  isAcrossBranches: true,
} as const satisfies PostingEvent

/** What of a payment stays when an order is refunded: the fee with its tax, and what banks kept where that is the customer's. */
export const keptEvent = {
  code: 'remittance.feeKept',
  parts: [...takenEvent.parts, 'partnerCost', 'remittanceMargin'],
  isAcrossBranches: true,
} as const satisfies PostingEvent

/** Whether an order that was paid then can be cancelled for nothing now. */
export const isFreeToCancel = (paidAt: string | null, now: Date, minutes: number): boolean =>
  paidAt === null || now.getTime() < new Date(paidAt).getTime() + minutes * 60_000

type TakenPart = (typeof takenEvent.parts)[number]
type PaidPart = Extract<TakenPart, ModePart> | 'suspense'

export const isPaidPart = (part: ModePart | null): part is Exclude<PaidPart, 'suspense'> =>
  part === 'cash' || part === 'bank' || part === 'clearing' || part === 'cheques'

const minus = (amount: string) => new Exact(amount).negated().toFixed()

/** What is due of a total by a mode: cash is rounded to the smallest coin, half up. */
export function dueOf(
  total: string,
  { isCash, cashUnit, decimals }: { isCash: boolean; cashUnit: string; decimals: number },
): { due: string; rounding: string } {
  const due = isCash
    ? new Exact(total).dividedBy(cashUnit).toDecimalPlaces(0).times(cashUnit)
    : new Exact(total)
  return { due: due.toFixed(decimals), rounding: due.minus(total).toFixed(decimals) }
}

/** The lines of an order that is paid: what is sent is owed to the customer; fee, its tax and rounding stay. */
export function takenLines(order: {
  branchId: string
  counterId: string
  customerId: string
  localItemId: string
  /** Null: money that came in at a bank and lies in suspense, in the branch of its account. */
  modeId: string | null
  fundBranchId: string | null
  part: PaidPart
  due: string
  sends: string
  /** With its tax. */
  fee: string
  tax: string
  rounding: string
}): PostingLine<TakenPart>[] {
  const { branchId, counterId, customerId, modeId, part, due, sends, fee, tax, rounding } = order
  const here = { branchId, counterId }
  const there = { branchId: order.fundBranchId ?? branchId }
  const lines: PostingLine<TakenPart>[] = [
    part === 'cash'
      ? { part, ...here, itemId: order.localItemId, quantity: due, amount: due }
      : part === 'suspense'
        ? { part, ...there, amount: due }
        : { part, ...here, modeId, amount: due },
    {
      part: 'remittancePayable',
      branchId,
      amount: minus(sends),
      party: { type: 'customer', id: customerId },
    },
    { part: 'fee', ...here, amount: minus(new Exact(fee).minus(tax).toFixed()) },
    { part: 'outputTax', ...here, amount: minus(tax) },
    { part: 'rounding', ...here, amount: minus(rounding) },
  ]
  return lines.filter(({ amount }) => amount === undefined || !new Exact(amount).isZero())
}
