import type { Ctx } from '#kit/server/context.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import type { Party } from '#modules/ledger/posting/posting.domain.ts'

/** Money of a deal that is to come by a bank, in the currency of the account, and is not handed over yet. */
export interface AwaitedPayment {
  id: string
  number: string
  on: string
  customer: string
  mode: string
  reference: string
  amount: string
  state: 'bounced' | 'cleared' | 'expected' | 'received'
}

/** What a line of a statement says of payments. */
export interface SaidOfPayments extends Pick<Ctx, 'actor' | 'language' | 'now'> {
  paymentIds: readonly string[]
  /** The account of foreign money that they are awaited at, within reach of the actor; null: local money. */
  accountId: string | null
  state: 'bounced' | 'cleared'
  /** The line in words, for the history of the deal. */
  note: string
}

/** A payment of a deal by cheque, in local currency; of any deal that was not given up. */
export interface DealCheque {
  id: string
  number: string
  on: string
  customer: string
  party: Party
  branchId: string
  modeId: string
  reference: string
  amount: string
  state: AwaitedPayment['state']
  /** The deal has posted it: as a cheque in hand, unless one was recorded before. */
  isHandedOver: boolean
}

/** What becomes of the payment of a deal by what became of its cheque, whether the deal is handed over or not. */
export interface SaidOfCheque extends Pick<Ctx, 'actor' | 'language' | 'now'> {
  paymentId: string
  state: 'bounced' | 'cleared' | 'received'
  note: string
}

interface AskedPayments {
  scope: Scope
  /** The account of foreign money that it is to come to, within reach of who asks; null: local money, whichever account. */
  accountId: string | null
}

/** Asks for the payments of deals that wait for a bank, within reach or at this account, at most 500, the oldest first. */
export const awaitedPayments = hook<AskedPayments, AwaitedPayment[]>('bank.awaitedPayments')
/** Says that payments are good or came back. Throws where one is not awaited, or neither within reach nor at this account. */
export const paymentsSaid = hook<SaidOfPayments, void>('bank.paymentsSaid')
interface AskedHandovers {
  paymentIds: readonly string[]
  /** Nobody else hands their deals over, or takes them back, until the transaction ends. */
  isLocking?: boolean
}

/** Asks by which source the journal has payments that were handed over since, and not taken back: by payment. */
export const handedOverBy = hook<AskedHandovers, Map<string, string>>('bank.handedOverBy')
/** At most 500 without these ids, the newest first; or one alone, whose deal is locked until the transaction ends. */
export type AskedCheques = { scope: Scope } & ({ without: readonly string[] } | { paymentId: string })

/** Asks for the payments of deals by cheque within reach of the last year. */
export const dealCheques = hook<AskedCheques, DealCheque[]>('bank.dealCheques')
/** Says what became of a cheque to the deal that it pays. */
export const chequeSaid = hook<SaidOfCheque, void>('bank.chequeSaid')
