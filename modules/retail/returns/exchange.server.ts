import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { find as findSales } from '../sales/sales.queries.ts'
import { settleSetOff } from '../sales/sales.server.ts'
import { receiveBack } from './paid-back.server.ts'
import type { Exchange } from './returns.contract.ts'
import type { RefundRow as Row } from './returns.queries.ts'

/**
 * Settles a return and a sale of the same counter together: what is owed for the goods that come back pays the others, and only what
 * is left is paid. Throws EXCHANGE_NOT_CASH of a receipt that was paid otherwise, whose money goes back as it came; EXCHANGE_WAITS
 * where another person must let the sale through first; and as settling both does.
 */
export async function exchange(ctx: Ctx<Exchange>, row: Row) {
  const { db, input, actor, now, language } = ctx
  const { saleId, saleVersion, payments, acceptsPrices } = input
  const [sale] = await findSales(db, [saleId])
  if (!sale || sale.counterId !== row.counterId) throw refuseField('saleId', 'EXCHANGE_OTHER_COUNTER')
  const taken = await receiveBack(ctx, row, { isSetOff: true })
  const paid = { id: saleId, version: saleVersion, payments, deal: null, acceptsPrices }
  const settled = await settleSetOff({ db, actor, now, language, input: paid }, taken)
  if (settled.state !== 'settled') throw new Refusal('EXCHANGE_WAITS')
  const { rounding, businessDate, settledAt } = taken
  return { rounding: new Exact(rounding).toFixed(), businessDate, settledAt }
}
