import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Part, PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { type BankPlace, bankLine } from '../accounts/accounts.domain.ts'

/** What can be made of a line that the books do not have. */
export const createdKinds = [
  'charge',
  'interest',
  'suspense',
  'ledger',
  'transferIn',
  'transferOut',
  'cheque',
] as const
export type CreatedKind = (typeof createdKinds)[number]

/** Whether money goes out by it; undefined: either. */
export const goesOut: Readonly<Record<CreatedKind, boolean | undefined>> = {
  charge: true,
  interest: false,
  suspense: undefined,
  ledger: undefined,
  transferIn: false,
  transferOut: true,
  cheque: true,
}

export const matchParts = [
  { code: 'suspense', classes: ['liability'], keeps: null },
] as const satisfies readonly Part[]

export const lineEvent = { code: 'bankLinePosted', parts: ['suspense'] } as const satisfies PostingEvent

/** A line of a statement against a ledger, or against suspense where none is named; foreign money goes at cost, and comes at its value. */
export function linePosting(
  account: BankPlace,
  { amount, value, ledgerId }: { amount: string; value: string; ledgerId: string | null },
): PostingLine<'suspense'>[] {
  const part = ledgerId === null ? ('suspense' as const) : { id: ledgerId, keeps: null, party: null }
  const other = { part, branchId: account.branchId }
  if (!account.isLocal && amount.startsWith('-'))
    return [bankLine(account, { amount }), { ...other, mirrors: 0 }]
  return [
    bankLine(account, account.isLocal ? { amount } : { amount, value }),
    { ...other, amount: new Exact(value).negated().toFixed() },
  ]
}
