import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'
import type { ModePart } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import type { PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'

export const settlementStates = ['pending', 'posted', 'rejected', 'cancelled'] as const
export type SettlementState = (typeof settlementStates)[number]

const manage = { permission: 'manage_retail_principals', at: 'place' } as const
/** Who decides on a settlement above the limit of its maker. */
export const rightToSettle = 'authorise_retail_principals'
const decides = { permission: rightToSettle, at: 'place' } as const

/** A statement is settled at once within the limit `payment_amount` of who makes it; above it another person approves first. */
export const settlementWorkflow = workflow({
  initial: 'pending',
  states: {
    pending: {},
    posted: { final: true },
    rejected: { final: true },
    cancelled: { final: true },
  },
  actions: {
    create: {
      ...manage,
      from: [null],
      to: ['pending', 'posted'],
      becomes: ({ above }: Known) => (above.includes('limit') ? 'pending' : 'posted'),
    },
    approve: { ...decides, from: ['pending'], to: 'posted', clears: 'limit', final: true },
    reject: {
      ...decides,
      from: ['pending'],
      to: 'rejected',
      stops: 'limit',
      note: 'required',
      isRefusal: true,
    },
    cancel: { ...manage, from: ['pending'], to: 'cancelled', final: true, isRefusal: true },
  },
})

export const settlementEvent = {
  code: 'principalSettlement',
  parts: ['principalPayable', 'cash', 'vault', 'bank', 'clearing', 'cheques', 'chequesIssued'],
  isAcrossBranches: true,
} as const satisfies PostingEvent
type SettlementPart = (typeof settlementEvent.parts)[number]

export const isSettlementPart = (part: ModePart | null): part is Extract<SettlementPart, ModePart> =>
  part !== null && part !== 'payable' && part !== 'stock' && part !== 'bankForeign'

/** What is paid is above zero; a principal that owes pays us. */
export const sideOf = (amount: string): 'delivery' | 'payment' =>
  new Exact(amount).isNegative() ? 'payment' : 'delivery'

interface Paid {
  branchId: string
  /** Of cash; null: from the vault. */
  counterId: string | null
  part: Extract<SettlementPart, ModePart>
  modeId: string
  localItemId: string
  amount: string
}

/** The posting of a settlement: what each branch owes the principal goes down, and the money leaves where it is paid. */
export function settlementLines(
  principalId: string,
  owed: readonly { branchId: string; amount: string }[],
  { branchId, counterId, part, modeId, localItemId, amount }: Paid,
): PostingLine<SettlementPart>[] {
  const party = { type: 'principal', id: principalId }
  const less = new Exact(amount).negated().toFixed()
  const money: PostingLine<SettlementPart> =
    part === 'cash'
      ? {
          part: counterId === null ? 'vault' : 'cash',
          branchId,
          counterId,
          itemId: localItemId,
          quantity: less,
          amount: less,
          party,
        }
      : { part, branchId, modeId, amount: less, party }
  return [
    ...owed.map((line) => ({
      part: 'principalPayable' as const,
      branchId: line.branchId,
      party,
      amount: new Exact(line.amount).toFixed(),
    })),
    money,
  ]
}
