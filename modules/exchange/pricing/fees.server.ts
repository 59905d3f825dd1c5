import type { Db } from '#kit/server/database.server.ts'
import type { DealDraft } from '../deals/deals.contract.ts'
import type { PricedLine } from './pricing.server.ts'

/** A fee that a deal is charged, by the rule that asked for it; local currency. */
export interface ChargedFee {
  ruleId: string
  ruleVersion: number
  name: string
  fee: string
  tax: string
  /** The tax lies inside the fee. */
  isInclusive: boolean
  isWaived: boolean
  isWaivable: boolean
  reason: string
}

interface Ask {
  branchId: string
  customerType: number
  lines: readonly PricedLine[]
  modeIds: readonly string[]
  waived: DealDraft['waivedFees']
  exponent: number
}

/** What a deal is charged. */
export const chargedFees = (_db: Db, _ask: Ask): Promise<ChargedFee[]> => Promise.resolve([])
