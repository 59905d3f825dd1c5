import { workflow } from '#kit/domain/workflow.domain.ts'
import type { PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { type BankPlace, bankLine } from '#modules/bank/accounts/accounts.domain.ts'

export const fundStates = ['unmatched', 'matched', 'returned'] as const
export type FundState = (typeof fundStates)[number]

const manage = { permission: 'manage_incoming_funds', at: 'place' } as const

/** Money that came in is nobody's until it is matched to an order; what no order wants goes back. */
export const fundWorkflow = workflow({
  initial: 'unmatched',
  states: { unmatched: {}, matched: {}, returned: { final: true } },
  actions: {
    create: { ...manage, from: [null], to: 'unmatched' },
    match: { ...manage, from: ['unmatched'], to: 'matched' },
    unmatch: { ...manage, from: ['matched'], to: 'unmatched', implied: true },
    giveBack: {
      ...manage,
      from: ['unmatched'],
      to: 'returned',
      note: 'required',
      final: true,
      isRefusal: true,
    },
  },
})

export const fundEvents = {
  received: { code: 'remittance.fundReceived', parts: ['suspense'] },
  returned: { code: 'remittance.fundReturned', parts: ['suspense'] },
} as const satisfies Record<string, PostingEvent>

/** Money into a bank account and suspense, or out of both. */
export function fundLines(account: BankPlace, amount: string): PostingLine<'suspense'>[] {
  return [
    bankLine(account, { amount }),
    { part: 'suspense', branchId: account.branchId, amount: new Exact(amount).negated().toFixed() },
  ]
}

/** What of a fund is the payer's still: a fee stays when an order that it paid is refunded. */
export const restOf = ({ amount, kept }: { amount: string; kept: string }): string =>
  new Exact(amount).minus(kept).toFixed()

/** A name without what banks and people write differently: case, marks, signs, and the order of its words. */
const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(' ')

/** Whether two names are of different people, such as payer and sender: not the same words in any order. */
export const isOtherName = (one: string, other: string): boolean => nameKey(one) !== nameKey(other)

/** How likely an order is what money came in for: by its number in the remark, its amount, and its sender. */
export function scoreOrder(
  fund: { amount: string; payer: string; remark: string },
  order: { number: string; total: string; customer: string },
): number {
  const remark = fund.remark.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const isNamed = remark.includes(order.number.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
  const isSame = new Exact(fund.amount).equals(order.total)
  return (isNamed ? 4 : 0) + (isSame ? 2 : 0) + (isOtherName(fund.payer, order.customer) ? 0 : 1)
}
