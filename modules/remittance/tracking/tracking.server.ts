import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { isSameSeal, readSealed } from '#modules/exchange/public.server.ts'
import { currentCompany, exponentOf } from '#modules/organisation/public.server.ts'
import type { OrderState } from '../order-rows/order-workflow.domain.ts'
import { find } from '../order-rows/orders.queries.ts'
import { orderTracking, type Tracked } from './tracking.contract.ts'
import { toPublicState } from './tracking.domain.ts'

export const orderTrackingRouter = serve(orderTracking, {
  getTrackedOrder: async ({ db, input }) => ({ order: await trackedOrder(db, input.code) }),
})

/** What a code says of its order, in the company that the code names and in no other. */
async function trackedOrder(db: Db, code: string): Promise<Tracked | null> {
  const asked = readSealed(code)
  if (!asked) return null
  return inCompany(asked.companyId, async () => {
    const [row] = await find(db, [asked.id])
    if (!row || !isSameSeal(row.seal, asked.seal)) return null
    const { name: company } = await currentCompany(db)
    const { number, country, currency, arrivesOn } = row
    const gets = new Exact(row.gets)
    return {
      state: toPublicState(row.state as OrderState),
      company,
      number,
      country,
      gets: gets.isInteger() ? gets.toFixed(0) : gets.toFixed(exponentOf(currency)),
      currency,
      arrivesOn,
    }
  })
}
