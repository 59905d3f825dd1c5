import type { Db } from '#kit/server/database.server.ts'
import type { DealDraft } from '../deals/deals.contract.ts'
import type { ChargedFee, PricedLine } from './pricing.domain.ts'

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
