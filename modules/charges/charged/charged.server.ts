import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { byModes, feesOf } from '../fees/fees.domain.ts'
import { feeRules } from '../fees/fees.server.ts'
import type { ChargedFee } from './charged.domain.ts'

interface Ask {
  branchId: string
  customerType: number
  /** What is charged for, each with its worth in local currency. */
  lines: readonly { currencyId: string; side: 'buy' | 'sell'; amount: string }[]
  /** By which modes the customer pays how much of `principal`, the whole before fees; none where the house pays. */
  payments: readonly { modeId: string; amount: string }[]
  principal: string
  waived: readonly { ruleId: string; reason: string }[]
}

/** What a document is charged, waived fees too. Throws FEE_NOT_WAIVABLE at the waiver. */
export async function priceFees(db: Db, { branchId, ...ask }: Ask): Promise<ChargedFee[]> {
  return (await feePricer(db, branchId))(ask)
}

/** As `priceFees` at a branch, for several that are compared: its rules are read once. */
export async function feePricer(db: Db, branchId: string) {
  const { rules, decimals } = await feeRules(db, branchId)
  return (ask: Omit<Ask, 'branchId'>) => chargedBy(rules, decimals, { branchId, ...ask })
}

type Rules = Awaited<ReturnType<typeof feeRules>>

function chargedBy(
  rules: Rules['rules'],
  decimals: Rules['decimals'],
  { branchId, customerType, lines, payments, principal, waived }: Ask,
): ChargedFee[] {
  const asks = lines.map(({ currencyId, side, amount }) => ({
    branchId,
    currencyId,
    side,
    customerType: customerType === 0 ? null : (customerType as 1 | 2),
    localAmount: amount,
  }))
  const parts = byModes(asks, payments, { principal, decimals })
  return feesOf(rules, parts, decimals).map(({ ruleId, version, total, ...charged }) => {
    const at = waived.findIndex((one) => one.ruleId === ruleId)
    if (at >= 0 && !charged.isWaivable) throw refuseField(`waivedFees.${at}.ruleId`, 'FEE_NOT_WAIVABLE')
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
