import type { Sender } from '#modules/customers/dealing/sender.domain.ts'
import type { ReportKind } from '../partners/reports.domain.ts'
import type { SentOrder } from '../queue/sent.domain.ts'
import type { TravelPayload } from '../travel/travel.domain.ts'

/** An order as it is sent to a partner; amounts are units of the payout currency, in the decimals in which the partner pays. */
export interface SentPayout extends SentOrder {
  purpose: string
  relationship: string
  sourceOfFunds: string
  sender: Sender
  /** What the law wants to go with it, by the rules and mids of when it is sent. */
  travelRule: TravelPayload
}

/** What a partner answers about one order. */
export interface PartnerAnswer {
  kind: ReportKind
  amount?: string | null
  reason?: string
  occurredAt?: Date | null
}

/**
 * What every partner that is called can do, whatever its own interface is. Each of them answers within its time or says `unknown`:
 * it throws nothing, since the absence of an answer is none.
 */
export interface PartnerAdapter {
  create: (payout: SentPayout) => Promise<PartnerAnswer>
  query: (reference: string) => Promise<PartnerAnswer>
  cancel: (reference: string) => Promise<PartnerAnswer>
  /** What the partner says it holds for us, in the settlement currency; null where it did not say. */
  balance: () => Promise<{ amount: string; at: Date } | null>
  /** What moved there on a day of its calendar; null where it did not say. */
  statement: (day: string) => Promise<PartnerStatement | null>
}

export interface PartnerStatement {
  lines: readonly StatementLine[]
  /** What it holds for us at the end of the day; null where it does not say. */
  balance: string | null
}

export interface StatementLine {
  reference: string
  kind: 'payout' | 'return' | 'topUp' | 'fee'
  /** Above zero what came in. */
  amount: string
}
