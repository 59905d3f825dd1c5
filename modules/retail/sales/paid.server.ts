import { type Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { enabledModes, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import type { SetOffDeal } from '#modules/exchange/public.server.ts'
import { partOfMode } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import { splitNet } from '../payments/net.domain.ts'
import { splitPayment } from '../payments/payment.domain.ts'
import type { Settle } from './sales.contract.ts'
import { isSalePart } from './sales.domain.ts'

export const localTerms = async (db: Db) => {
  const local = (await readTradedCurrencies(db)).find(({ isLocal }) => isLocal)
  return {
    localItemId: local?.id ?? '',
    cashUnit: local?.cashUnit ?? '0.01',
    decimals: local?.exponent ?? 2,
  }
}

/** What each payment comes to; throws at the payment that cannot be. With a deal only what is left after setting it off is paid. */
export async function paymentsFor(
  db: Db,
  given: Settle['payments'],
  { total, deal }: { total: string; deal: SetOffDeal | null },
) {
  const enabled = (await enabledModes(db)).filter(({ side }) => side === 'payment')
  const modes = new Map(enabled.map((mode) => [mode.id, mode]))
  const asked = given.map(({ modeId, amount }, at) => {
    const kind = modes.get(modeId)?.kind
    const part = kind ? partOfMode(kind, { side: 'payment', isLocal: true }) : null
    if (!isSalePart(part)) throw refuseField(`payments.${at}.modeId`, 'MODE_NOT_TAKEN')
    return { modeId, part, amount, isCash: part === 'cash' }
  })
  const terms = await localTerms(db)
  const { owed = '0' } = deal ?? {}
  const paid = deal ? splitNet({ total, owed }, asked, terms) : splitPayment(total, asked, terms)
  if ('code' in paid) throw unpaid(paid)
  const payments = asked.map(({ modeId, part, amount }, at) => ({
    modeId,
    part,
    tendered: amount,
    amount: paid.amounts[at] ?? '0',
  }))
  if (!deal || asked.some(({ isCash }) => isCash)) return { rounding: paid.rounding, payments }
  // Also of nothing: what comes back of a basket with a deal goes back in cash.
  const cash = enabled.find(({ kind }) => kind === 'cash')
  if (!cash) throw refuseField('payments', 'MODE_NOT_TAKEN')
  const { paidOut = '0' } = paid
  const out = { modeId: cash.id, part: 'cash' as const, tendered: paidOut, amount: paidOut }
  return { rounding: paid.rounding, payments: [...payments, out] }
}

function unpaid({ at, code }: { at: number; code: string }): Refusal {
  const field = code === 'DEAL_PAID_IN_CASH' ? 'modeId' : 'amount'
  return refuseField(`payments.${at}.${field}`, code)
}
