import { Exact } from '#kit/domain/decimals.domain.ts'
import type { PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'

export const openingEvent = { code: 'bankOpening', parts: ['opening'] } as const satisfies PostingEvent

/** A bank account as postings know it. */
export interface BankPlace {
  id: string
  ledgerId: string
  branchId: string
  currencyId: string
  isLocal: boolean
}

/** An account of foreign money by which a deal may be handed over. */
export interface ForeignAccount extends BankPlace {
  name: string
}

/** What moves at a bank account: in its own currency, above zero what comes in. */
export interface BankMove {
  amount: string
  /** In local currency, of foreign money that comes in; what goes out goes at cost. */
  value?: string
  mirrors?: number
  proceeds?: string
  party?: PostingLine['party']
}

/** The line of a bank account. Foreign money has a quantity and lies in the pool that the account holds. */
export function bankLine(
  account: BankPlace,
  { amount, value, mirrors, proceeds, party }: BankMove,
): PostingLine<never> {
  const { id, ledgerId, branchId, currencyId, isLocal } = account
  const own = { branchId, ...(party && { party }) }
  if (isLocal)
    return { ...own, part: { id: ledgerId, keeps: null, party: null }, amount: new Exact(amount).toFixed() }
  return {
    ...own,
    part: { id: ledgerId, keeps: 'bank', party: null },
    itemId: currencyId,
    holderId: id,
    quantity: new Exact(amount).toFixed(),
    ...(value !== undefined && { amount: value }),
    ...(mirrors !== undefined && { mirrors }),
    ...(proceeds !== undefined && { proceeds }),
  }
}
