import type { Ctx } from '#kit/server/context.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import type { Scope } from '#modules/actor.domain.ts'

/** A payment of a deal that is to come by a bank, in local currency, and is not handed over yet. */
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
  state: 'bounced' | 'cleared'
  /** The line in words, for the history of the deal. */
  note: string
}

/** Asks for the payments of deals that wait for a bank within reach, at most 500, the oldest first. */
export const awaitedPayments = hook<{ scope: Scope }, AwaitedPayment[]>('bank.awaitedPayments')
/** Says that payments are good or came back. Throws where one is not awaited, or not within reach. */
export const paymentsSaid = hook<SaidOfPayments, void>('bank.paymentsSaid')
/** Asks by which source the journal has payments that were handed over since: by payment. */
export const handedOverBy = hook<{ paymentIds: readonly string[] }, Map<string, string>>('bank.handedOverBy')
