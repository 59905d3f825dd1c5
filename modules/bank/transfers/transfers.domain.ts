import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, barOfMaker } from '#modules/actor.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'
import { partAt } from '#modules/inventory/items/items.domain.ts'
import type { Part, PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { type BankPlace, bankLine } from '../accounts/accounts.domain.ts'
import { chequeLine, type HeldCheque } from '../cheques/cheques.domain.ts'

export const transferKinds = ['transfer', 'deposit', 'withdrawal', 'charge', 'interest', 'cheques'] as const
export type TransferKind = (typeof transferKinds)[number]
export const transferStates = ['inTransit', 'arrived', 'takenBack', 'reversed'] as const
export type TransferState = (typeof transferStates)[number]

const manage = 'manage_bank_transfers'
/** What a bank charges or pays is there at once; all else is on its way until the bank, or the drawer, says so. */
const begun = ({ kind }: { kind: TransferKind }) =>
  kind === 'charge' || kind === 'interest' ? 'arrived' : 'inTransit'

interface Facts extends Known {
  kind: TransferKind
  /** A line of the bank says so. */
  isOfLine?: boolean
  /** Of cash less is said to have arrived than was sent. */
  isShort?: boolean
}

/** Whether of cash that goes to a bank, or comes from one, less has arrived than was sent. */
export const isShortOfCash = ({ kind, amount }: { kind: string; amount: string }, arrived: string | null) =>
  (kind === 'deposit' || kind === 'withdrawal') && arrived !== null && new Exact(arrived).lessThan(amount)

/**
 * Cheques are good by a line of the bank; by a click alone only if another person says so. That cash is missing another one says in
 * any case.
 */
const arrivalBar = ({ kind, isOfLine, isShort, makerIds }: Facts, actor: Pick<Actor, 'selves'>) =>
  isShort || (kind === 'cheques' && !isOfLine) ? barOfMaker(makerIds, actor) : undefined

export const transferWorkflow = workflow({
  initial: 'inTransit',
  states: { inTransit: {}, arrived: {}, takenBack: { final: true }, reversed: { final: true } },
  actions: {
    create: { from: [null], to: ['inTransit', 'arrived'], becomes: begun, permission: manage, at: 'from' },
    arrive: {
      from: ['inTransit'],
      to: 'arrived',
      permission: manage,
      at: 'to',
      note: 'optional',
      guard: arrivalBar,
    },
    takeBack: {
      from: ['inTransit'],
      to: 'takenBack',
      permission: manage,
      at: 'from',
      note: 'required',
      final: true,
      isRefusal: true,
    },
    reverse: {
      from: ['arrived'],
      to: 'reversed',
      permission: manage,
      at: 'from',
      note: 'required',
      final: true,
      isRefusal: true,
    },
  },
})

export const transferParts = [
  { code: 'bankCharges', classes: ['expense'], keeps: null },
  { code: 'bankInterest', classes: ['income'], keeps: null },
] as const satisfies readonly Part[]

const moved = ['cash', 'vault', 'stock', 'cashInTransit', 'stockInTransit'] as const
export const transferEvents = {
  sent: { code: 'bankTransferSent', parts: [...moved, 'cheques'] },
  chequesTakenBack: { code: 'chequesTakenBack', parts: ['cheques', 'cashInTransit'] },
  arrived: { code: 'bankTransferArrived', parts: [...moved, 'bankCharges'], isAcrossBranches: true },
  charge: { code: 'bankCharged', parts: ['bankCharges'] },
  interest: { code: 'bankInterestPaid', parts: ['bankInterest'] },
} as const satisfies Record<string, PostingEvent>
type SentPart = (typeof moved)[number]
type ArrivedPart = (typeof transferEvents.arrived.parts)[number]

/** One end of a transfer: a bank account, or a drawer or vault. */
export type End = { account: BankPlace } | { branchId: string; counterId: string | null }

/** What is on its way. */
export interface OnWay {
  itemId: string
  isLocal: boolean
  amount: string
  /** The branch in whose books it lies meanwhile. */
  branchId: string
}

const minus = (value: string) => new Exact(value).negated().toFixed()

/** The line of an end: in above zero, out below. Local cash is worth its quantity, all other moves at cost or mirrors a line. */
function endLine(
  end: End,
  { itemId, isLocal }: Pick<OnWay, 'isLocal' | 'itemId'>,
  move: { amount: string; mirrors?: number; value?: string },
): PostingLine<SentPart> {
  if ('account' in end) return bankLine(end.account, move)
  const { branchId, counterId } = end
  const { amount: quantity, mirrors } = move
  const own = { part: partAt({ isLocal }, counterId), branchId, counterId, itemId, quantity }
  if (mirrors !== undefined) return { ...own, mirrors }
  return isLocal ? { ...own, amount: quantity } : own
}

const way = ({ itemId, isLocal, branchId }: OnWay, quantity: string) => ({
  part: isLocal ? ('cashInTransit' as const) : ('stockInTransit' as const),
  branchId,
  itemId,
  quantity,
})

/** Out of one end, at cost, and on its way. */
export const sentLines = (from: End, sent: OnWay): PostingLine<SentPart>[] => [
  endLine(from, sent, { amount: minus(sent.amount) }),
  { ...way(sent, sent.amount), mirrors: 0 },
]

/** Cheques leave hand one by one, each with its party, and travel as one sum; out of transit again below zero. */
export function chequeLines(
  cheques: readonly HeldCheque[],
  sent: OnWay,
  to: 'hand' | 'way',
): PostingLine<'cashInTransit' | 'cheques'>[] {
  const signed = (amount: string, isIn: boolean) => (isIn ? new Exact(amount).toFixed() : minus(amount))
  const total = cheques.reduce((sum, { amount }) => sum.plus(amount), new Exact(0)).toFixed()
  const onWay = signed(total, to === 'way')
  return [
    ...cheques.map((cheque) => chequeLine(cheque, signed(cheque.amount, to === 'hand'))),
    { part: 'cashInTransit', branchId: sent.branchId, itemId: sent.itemId, quantity: onWay, amount: onWay },
  ]
}

/** Into the other end in the same currency; what did not arrive is what a bank charged, never a gain of a rate. */
export function arrivedLines(to: End, sent: OnWay, arrived: string): PostingLine<ArrivedPart>[] {
  const kept = new Exact(sent.amount).minus(arrived)
  const whole: PostingLine<ArrivedPart>[] = [
    way(sent, minus(arrived)),
    endLine(to, sent, { amount: arrived, mirrors: 0 }),
  ]
  if (kept.isZero()) return whole
  return [
    ...whole,
    way(sent, kept.negated().toFixed()),
    { part: 'bankCharges', branchId: sent.branchId, mirrors: 2 },
  ]
}

/**
 * Into an account of another currency: so much of it arrived, worth so much in local currency. What was on its way goes at cost; the
 * difference is the gain. Local money has none: what arrived has cost what was sent.
 */
export const changedLines = (
  to: BankPlace,
  sent: OnWay,
  { arrived, value }: { arrived: string; value: string },
): PostingLine<ArrivedPart>[] => [
  { ...way(sent, minus(sent.amount)), ...(!sent.isLocal && { proceeds: value }) },
  bankLine(to, { amount: arrived, value }),
]

/** What a bank took of an account, at cost. */
export const chargeLines = (account: BankPlace, amount: string): PostingLine<'bankCharges'>[] => [
  bankLine(account, { amount: minus(amount) }),
  account.isLocal
    ? { part: 'bankCharges', branchId: account.branchId, amount: new Exact(amount).toFixed() }
    : { part: 'bankCharges', branchId: account.branchId, mirrors: 0 },
]

/** What a bank paid into an account, worth so much in local currency. */
export const interestLines = (
  account: BankPlace,
  amount: string,
  value: string,
): PostingLine<'bankInterest'>[] => [
  bankLine(account, { amount, value }),
  { part: 'bankInterest', branchId: account.branchId, amount: minus(value) },
]

/** An amount at a rate, local currency for so many units. */
export const worthOf = (
  amount: string,
  rate: string,
  { unit, exponent }: { unit: number; exponent: number },
) => new Exact(amount).times(rate).div(unit).toDecimalPlaces(exponent).toFixed()
