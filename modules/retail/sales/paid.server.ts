import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { enabledModes, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { partOfMode } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import { type Paid, splitPayment } from './payment.domain.ts'
import type { Settle } from './sales.contract.ts'
import { isSalePart } from './sales.domain.ts'

/** What each payment comes to; throws at the payment that cannot be. */
export async function paymentsFor(db: Db, given: Settle['payments'], total: string) {
  const modes = new Map(
    (await enabledModes(db)).filter(({ side }) => side === 'payment').map((mode) => [mode.id, mode]),
  )
  const local = (await readTradedCurrencies(db)).find(({ isLocal }) => isLocal)
  const asked = given.map(({ modeId, amount }, at) => {
    const kind = modes.get(modeId)?.kind
    const part = kind ? partOfMode(kind, { side: 'payment', isLocal: true }) : null
    if (!isSalePart(part)) throw refuseField(`payments.${at}.modeId`, 'MODE_NOT_TAKEN')
    return { modeId, part, amount, isCash: part === 'cash' }
  })
  const paid = splitPayment(total, asked, {
    cashUnit: local?.cashUnit ?? '0.01',
    decimals: local?.exponent ?? 2,
  })
  if ('code' in paid) throw unpaid(paid)
  return {
    rounding: paid.rounding,
    payments: asked.map(({ modeId, part }, at) => ({ modeId, part, amount: paid.amounts[at] ?? '0' })),
  }
}

function unpaid({ at, code }: Exclude<ReturnType<typeof splitPayment>, Paid>): Refusal {
  const options = { fields: [{ field: `payments.${at}.amount`, code }] }
  if (code === 'MORE_THAN_DUE') return new Refusal('MORE_THAN_DUE', {}, options)
  return code === 'PAID_TOO_LITTLE'
    ? new Refusal('PAID_TOO_LITTLE', {}, options)
    : new Refusal('NOT_PAYABLE_IN_CASH', {}, options)
}
