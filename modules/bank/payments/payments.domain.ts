import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'
import type { PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { type BankPlace, bankLine } from '../accounts/accounts.domain.ts'
import { rightToAuthorise } from '../expenses/expenses.domain.ts'

export const paymentStates = ['submitted', 'posted', 'rejected', 'cancelled', 'reversed'] as const
export type PaymentState = (typeof paymentStates)[number]

const manage = 'manage_payee_payments'
const own = ({ makerIds }: Known, actor: Pick<Actor, 'selves'>) =>
  isAmong(makerIds, actor) ? undefined : 'NOT_OWN_REQUEST'
const within = ({ above }: Known) => (above.includes('limit') ? 'ABOVE_OWN_LIMIT' : undefined)

/** What is paid to a payee: at once within the limit `payment_amount` of who makes it, above it once another approves. */
export const paymentWorkflow = workflow({
  initial: 'submitted',
  states: {
    submitted: {},
    posted: {},
    rejected: { final: true },
    cancelled: { final: true },
    reversed: { final: true },
  },
  actions: {
    create: {
      from: [null],
      to: ['submitted', 'posted'],
      becomes: ({ above }: Known) => (above.includes('limit') ? 'submitted' : 'posted'),
      permission: manage,
      at: 'place',
    },
    approve: {
      from: ['submitted'],
      to: 'posted',
      permission: rightToAuthorise,
      at: 'place',
      clears: 'limit',
      final: true,
    },
    reject: {
      from: ['submitted'],
      to: 'rejected',
      permission: rightToAuthorise,
      at: 'place',
      stops: 'limit',
      note: 'required',
      isRefusal: true,
    },
    cancel: {
      from: ['submitted'],
      to: 'cancelled',
      permission: manage,
      at: 'place',
      guard: own,
      final: true,
      isRefusal: true,
    },
    reverse: {
      from: ['posted'],
      to: 'reversed',
      permission: manage,
      at: 'place',
      note: 'required',
      guard: within,
      final: true,
      isRefusal: true,
    },
  },
})

export const paymentEvent = {
  code: 'payeePayment',
  parts: ['payeePayable', 'cash', 'vault'],
  isAcrossBranches: true,
} as const satisfies PostingEvent

/** From where it is paid: a bank account, or local cash of a drawer, or of a vault where no counter is named. */
export type PaidFrom =
  | { account: BankPlace; amount: string }
  | { branchId: string; counterId: string | null; itemId: string }

interface Paid {
  payeeId: string
  total: string
}

/**
 * What is owed goes down at the branch of each expense, and the money leaves. A foreign account gives its own amount at cost; what was
 * settled with it is what it brought, and the difference is the gain.
 */
export function paymentLines(
  { payeeId, total }: Paid,
  settled: readonly { branchId: string; amount: string }[],
  from: PaidFrom,
): PostingLine<(typeof paymentEvent.parts)[number]>[] {
  const party = { type: 'payee', id: payeeId }
  const less = new Exact(total).negated().toFixed()
  const owed = settled.map(({ branchId, amount }) => ({
    part: 'payeePayable' as const,
    branchId,
    party,
    amount: new Exact(amount).toFixed(),
  }))
  if ('account' in from) {
    const { account, amount } = from
    const move = { amount: account.isLocal ? less : `-${amount}`, party }
    return [...owed, bankLine(account, account.isLocal ? move : { ...move, proceeds: total })]
  }
  const { branchId, counterId, itemId } = from
  const part = counterId === null ? ('vault' as const) : ('cash' as const)
  return [...owed, { part, branchId, counterId, itemId, quantity: less, amount: less, party }]
}
