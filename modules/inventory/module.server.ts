import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { promisedAt } from '#modules/ledger/public.server.ts'
import { closingBlockers } from '#modules/organisation/public.server.ts'
import { dayBlockers, daysRouter, openCounters } from './days/days.server.ts'

export const inventory: ServerModule = {
  name: 'inventory',
  dependsOn: ['organisation', 'currencies', 'ledger'],
  routers: [daysRouter],
  answers: [
    answer(closingBlockers, (db, { counterIds }) => openCounters(db, counterIds)),
    // What is promised out of the drawer must be handed over or released first.
    answer(dayBlockers, async (db, { counterId }) => {
      const count = await promisedAt(db, counterId)
      return count > 0 ? [{ field: 'stock', code: 'STOCK_PROMISED', data: { count } }] : []
    }),
  ],
}
