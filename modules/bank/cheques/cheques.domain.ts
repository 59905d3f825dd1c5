import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, barOfMaker } from '#modules/actor.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'
import type { Part, PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { Party, PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { type BankPlace, bankLine } from '../accounts/accounts.domain.ts'

export const chequeStates = ['inHand', 'deposited', 'cleared', 'bounced', 'returned'] as const
export type ChequeState = (typeof chequeStates)[number]

const manage = 'manage_bank_transfers'

/** What the guards look at: a line of the bank is more than a click of whoever received or deposited it. */
interface Facts extends Known {
  isOfLine?: boolean
  isPresented: boolean
}

function bounceBar(
  { state, isPresented, isOfLine, makerIds }: Facts & { state: string | null },
  actor: Pick<Actor, 'selves'>,
) {
  if (state === 'inHand' && !isPresented) return new Refusal('CHEQUE_NOT_PRESENTED')
  return isOfLine ? undefined : barOfMaker(makerIds, actor)
}

/**
 * A cheque in hand, domain 12.1. It is deposited, is good, and goes back in hand with the deposit that it is on; what has come back
 * is presented again, or given back to the drawer.
 */
export const chequeWorkflow = workflow({
  initial: 'inHand',
  states: { inHand: {}, deposited: {}, cleared: {}, bounced: {}, returned: { final: true } },
  actions: {
    create: { from: [null], to: 'inHand', permission: manage, at: 'place' },
    deposit: { from: ['inHand'], to: 'deposited', permission: manage, at: 'place', implied: true },
    clear: { from: ['deposited'], to: 'cleared', permission: manage, implied: true },
    takeBack: { from: ['deposited', 'cleared'], to: 'inHand', permission: manage, implied: true },
    bounce: {
      from: ['inHand', 'deposited', 'cleared'],
      to: 'bounced',
      permission: manage,
      at: 'place',
      note: 'required',
      guard: bounceBar,
      isRefusal: true,
    },
    presentAgain: { from: ['bounced'], to: 'inHand', permission: manage, at: 'place' },
    giveBack: {
      from: ['inHand', 'bounced'],
      to: 'returned',
      permission: manage,
      at: 'place',
      note: 'required',
      final: true,
      isRefusal: true,
    },
  },
})

export const chequeParts = [
  { code: 'receivable', classes: ['asset'], keeps: null, party: 'customer' },
] as const satisfies readonly Part[]

const parts = ['cheques', 'payable', 'receivable'] as const
type OwnPart = (typeof parts)[number]
export const chequeEvents = {
  received: { code: 'chequeReceived', parts },
  bounced: {
    code: 'chequeBounced',
    parts: [...parts, 'cashInTransit', 'bankCharges'],
    isAcrossBranches: true,
  },
  presentedAgain: { code: 'chequePresentedAgain', parts },
  givenBack: { code: 'chequeGivenBack', parts },
  unsettled: { code: 'chequeDealReversed', parts },
} as const satisfies Record<string, PostingEvent>
type BouncedPart = (typeof chequeEvents.bounced.parts)[number]

/** Where what a cheque was worth is owed: by the customer's account before the notes have gone, else as a claim. */
export type OwedPart = 'payable' | 'receivable'

/** A cheque as postings know it. */
export interface HeldCheque {
  branchId: string
  amount: string
  modeId: string | null
  party: Party
}

const minus = (amount: string) => new Exact(amount).negated().toFixed()

/** Into cheques in hand, or out below zero; the party is on the line. */
export const chequeLine = (
  { branchId, modeId, party }: HeldCheque,
  amount: string,
): PostingLine<'cheques'> => ({
  part: 'cheques',
  branchId,
  ...(modeId !== null && { modeId }),
  party,
  amount: new Exact(amount).toFixed(),
})

/** In hand, for what the customer has with us or owed us. */
export const inHandLines = (cheque: HeldCheque, owed: OwedPart): PostingLine<OwnPart>[] => [
  chequeLine(cheque, cheque.amount),
  { part: owed, branchId: cheque.branchId, party: cheque.party, amount: minus(cheque.amount) },
]

/** Out of hand; the customer owes it, or has it no longer with us. */
export const outOfHandLines = (cheque: HeldCheque, owed: OwedPart): PostingLine<OwnPart>[] => [
  chequeLine(cheque, minus(cheque.amount)),
  { part: owed, branchId: cheque.branchId, party: cheque.party, amount: new Exact(cheque.amount).toFixed() },
]

/**
 * What stands in place of what a deal had posted of its cheque and has reversed: that it was in hand, or was paid from what the
 * customer has with us. It is with us for the customer, or one that has come back is owed no longer.
 */
export function unsettledLines(
  cheque: HeldCheque,
  { isByDeal, isOwed }: { isByDeal: boolean; isOwed: boolean },
): PostingLine<OwnPart>[] {
  if (isByDeal) return inHandLines(cheque, isOwed ? 'receivable' : 'payable')
  if (!isOwed) return []
  const { branchId, party, amount } = cheque
  return [
    { part: 'payable', branchId, party, amount: new Exact(amount).toFixed() },
    { part: 'receivable', branchId, party, amount: minus(amount) },
  ]
}

/** From where a cheque came back: from hand, out of a deposit on its way in the books of a branch, or off the account. */
export type BouncedFrom =
  | 'hand'
  | { depositId: string; wayBranchId: string; localItemId: string }
  | { account: BankPlace }

export interface Bounce {
  owed: OwedPart
  from: BouncedFrom
  /** What the bank charged for it, and of which account. */
  charge: { amount: string; account: BankPlace } | null
}

/** What a cheque was worth is owed again, and what the bank charged for it is an expense on lines of its own. */
export function bouncedLines(cheque: HeldCheque, { owed, from, charge }: Bounce): PostingLine<BouncedPart>[] {
  const { branchId, party, amount } = cheque
  const claim = { part: owed, branchId, party, amount: new Exact(amount).toFixed() }
  const charged: PostingLine<BouncedPart>[] = charge
    ? [
        bankLine(charge.account, { amount: minus(charge.amount) }),
        { part: 'bankCharges', branchId, amount: new Exact(charge.amount).toFixed() },
      ]
    : []
  if (from === 'hand') return [chequeLine(cheque, minus(amount)), claim, ...charged]
  if ('account' in from) return [bankLine(from.account, { amount: minus(amount), party }), claim, ...charged]
  const way = {
    part: 'cashInTransit' as const,
    branchId: from.wayBranchId,
    itemId: from.localItemId,
    holderId: from.depositId,
    quantity: minus(amount),
    amount: minus(amount),
  }
  return [way, claim, ...charged]
}

/** The last day on which a bank takes a cheque: six months after the day on it, as is the custom of banks. */
function lastGoodDay(datedOn: string): string {
  const [year = 0, month = 0, day = 0] = datedOn.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + 7, 0)).getUTCDate()
  const end = new Date(Date.UTC(year, month - 1 + 6, Math.min(day, last)))
  return end.toISOString().slice(0, 10)
}

export const isStale = (datedOn: string, day: string): boolean => day > lastGoodDay(datedOn)
export const isPostDated = (datedOn: string, day: string): boolean => datedOn > day
