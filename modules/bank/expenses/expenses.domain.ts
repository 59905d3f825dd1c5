import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'
import type { Part, PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'

export const expenseStates = ['draft', 'submitted', 'posted', 'cancelled', 'reversed'] as const
export type ExpenseState = (typeof expenseStates)[number]

const manage = 'manage_payee_expenses'
/** Who decides on what is above the limit of others, of expenses and of payments. */
export const rightToAuthorise = 'authorise_payee_payments'

type Judged = Known & { paid?: string }
/** Nothing of it is paid, and it is within the limit of who reverses it. */
const barOfReversal = ({ paid = '0', above }: Judged) =>
  !new Exact(paid).isZero() ? 'EXPENSE_PAID' : above.includes('limit') ? 'ABOVE_OWN_LIMIT' : undefined

/** What is owed to a payee: above the limit `payment_amount` of who submits it, another one approves. */
export const expenseWorkflow = workflow({
  initial: 'draft',
  states: {
    draft: {},
    submitted: {},
    posted: {},
    cancelled: { final: true },
    reversed: { final: true },
  },
  actions: {
    create: { from: [null], to: 'draft', permission: manage, at: 'branch' },
    update: { from: ['draft'], permission: manage, at: 'branch', implied: true },
    submit: {
      from: ['draft'],
      to: ['submitted', 'posted'],
      becomes: ({ above }: Judged) => (above.includes('limit') ? 'submitted' : 'posted'),
      permission: manage,
      at: 'branch',
    },
    approve: {
      from: ['submitted'],
      to: 'posted',
      permission: rightToAuthorise,
      at: 'branch',
      clears: 'limit',
    },
    reject: {
      from: ['submitted'],
      to: 'draft',
      permission: rightToAuthorise,
      at: 'branch',
      stops: 'limit',
      note: 'required',
      isRefusal: true,
    },
    reverse: {
      from: ['posted'],
      to: 'reversed',
      permission: manage,
      at: 'branch',
      note: 'required',
      guard: barOfReversal,
      final: true,
      isRefusal: true,
    },
    cancel: {
      from: ['draft'],
      to: 'cancelled',
      permission: manage,
      at: 'branch',
      final: true,
      isRefusal: true,
    },
  },
})

export const expenseParts = [
  { code: 'payeePayable', classes: ['liability'], keeps: null, party: 'payee' },
  { code: 'inputTax', classes: ['asset', 'liability'], keeps: null },
] as const satisfies readonly Part[]
export const expenseEvent = {
  code: 'payeeExpense',
  parts: ['payeePayable', 'inputTax'],
} as const satisfies PostingEvent

/** A line with its tax: a fraction of what is without it. */
export interface Taxed {
  amount: string
  taxRate: string
}

/** The tax of a line, rounded by itself, and what is left without it. The amount contains the tax where `isIncluded`. */
export function taxOf({ amount, taxRate }: Taxed, isIncluded: boolean, exponent: number) {
  const size = new Exact(amount)
  const raw = isIncluded ? size.times(taxRate).div(new Exact(taxRate).plus(1)) : size.times(taxRate)
  const tax = raw.toDecimalPlaces(exponent)
  return { net: (isIncluded ? size.minus(tax) : size).toFixed(), tax: tax.toFixed() }
}

const sum = (all: readonly string[]) => all.reduce((total, one) => total.plus(one), new Exact(0)).toFixed()

/** What lines come to: of rounded parts, so that what is owed is what they say. */
export function totalsOf(lines: readonly { net: string; tax: string }[]) {
  const [net, tax] = [sum(lines.map((line) => line.net)), sum(lines.map((line) => line.tax))]
  return { net, tax, total: sum([net, tax]) }
}

interface Posted {
  branchId: string
  payeeId: string
  tax: string
  total: string
}

/** What was bought to its ledgers, the tax beside it, and all of it owed to the payee, who stands on every line. */
export function expenseLines(
  { branchId, payeeId, tax, total }: Posted,
  lines: readonly { ledgerId: string; net: string }[],
): PostingLine<(typeof expenseEvent.parts)[number]>[] {
  const own = { branchId, party: { type: 'payee', id: payeeId } }
  return [
    ...lines
      .filter(({ net }) => !new Exact(net).isZero())
      .map(({ ledgerId, net }) => ({
        ...own,
        part: { id: ledgerId, keeps: null, party: null },
        amount: new Exact(net).toFixed(),
      })),
    ...(new Exact(tax).isZero()
      ? []
      : [{ ...own, part: 'inputTax' as const, amount: new Exact(tax).toFixed() }]),
    { ...own, part: 'payeePayable', amount: new Exact(total).negated().toFixed() },
  ]
}

export const payments = ['open', 'partlyPaid', 'paid'] as const
/** How far an expense is paid, to the cent. */
export const paymentOf = ({ total, paid }: { total: string; paid: string }): (typeof payments)[number] =>
  new Exact(paid).greaterThanOrEqualTo(total) ? 'paid' : new Exact(paid).isZero() ? 'open' : 'partlyPaid'
