import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { DealDraft } from '../deals/deals.contract.ts'
import { feesOf } from '../fees/fees.domain.ts'
import { feeRules } from '../fees/fees.server.ts'
import type { ChargedFee, PricedLine } from './pricing.domain.ts'

interface Ask {
  branchId: string
  customerType: number
  lines: readonly PricedLine[]
  /** The mode by which the customer pays, where one is chosen. */
  modeId: string | null
  waived: DealDraft['waivedFees']
}

/** What a deal is charged, waived fees too. Throws FEE_NOT_WAIVABLE at the waiver. */
export async function chargedFees(
  db: Db,
  { branchId, customerType, lines, modeId, waived }: Ask,
): Promise<ChargedFee[]> {
  const { rules, decimals } = await feeRules(db, branchId)
  const asks = lines.map(({ currencyId, side, amount }) => ({
    branchId,
    currencyId,
    side,
    customerType: customerType === 0 ? null : (customerType as 1 | 2),
    modeId,
    localAmount: amount,
  }))
  return feesOf(rules, asks, decimals).map(({ ruleId, version, total, ...charged }) => {
    const at = waived.findIndex((one) => one.ruleId === ruleId)
    if (at >= 0 && !charged.isWaivable)
      throw new Refusal(
        'FEE_NOT_WAIVABLE',
        {},
        { fields: [{ field: `waivedFees.${at}.ruleId`, code: 'FEE_NOT_WAIVABLE' }] },
      )
    return {
      ruleId,
      ruleVersion: version,
      name: charged.name,
      fee: total,
      tax: charged.tax,
      taxName: charged.taxName,
      taxRate: charged.taxRate,
      isWaived: at >= 0,
      isWaivable: charged.isWaivable,
      reason: waived[at]?.reason ?? '',
    }
  })
}
