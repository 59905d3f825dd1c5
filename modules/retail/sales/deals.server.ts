import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { listDealsForBasket, type SetOffDeal, settleInBasket } from '#modules/exchange/public.server.ts'
import { reaches } from '#modules/organisation/public.server.ts'
import { dueAfter, inCash } from '../payments/net.domain.ts'
import { mayMixDeals, refuseMixed } from '../policy/policy.server.ts'
import { localTerms } from './paid.server.ts'
import type { Settle } from './sales.contract.ts'
import * as queries from './sales.queries.ts'

/** The deals of the counter of a sale that may be settled with it, and what would be left to pay; none where that is switched off. */
export async function listDeals({ db, input, actor }: Ctx<{ id: string }>) {
  const [sale] = await queries.find(db, [input.id])
  if (!sale || !reaches(actor.scope, sale)) throw notFound()
  if (!actor.permissions.has('settle_transactions') || !(await mayMixDeals(db))) return []
  const [money, { cashUnit, decimals }] = [await localMoney(db), await localTerms(db)]
  return (await listDealsForBasket(db, sale.counterId)).map(({ number, customerName, net, ...deal }) => {
    const owed = new Exact(net).negated().toFixed()
    const due = dueAfter(sale.total, owed)
    return {
      ...deal,
      number: number ?? '',
      customer: customerName,
      owed: money(owed),
      due: money(due),
      inCash: inCash(due, cashUnit, decimals),
    }
  })
}

/** Settles the deal of a basket by the rules of deals; null: there is none. Throws DEAL_IN_BASKET_OFF. */
export async function settleDeal(
  ctx: Pick<Ctx<Pick<Settle, 'deal'>>, 'actor' | 'db' | 'input' | 'language' | 'now'>,
  { counterId, customerId }: { counterId: string; customerId: string | null },
): Promise<SetOffDeal | null> {
  const { deal } = ctx.input
  if (deal === null) return null
  await refuseMixed(ctx.db)
  const settled = await settleInBasket(ctx, deal, counterId)
  const { type, id } = settled.party
  if (customerId !== null && type === 'customer' && id !== customerId)
    throw refuseField('deal', 'DEAL_OTHER_CUSTOMER')
  return settled
}
