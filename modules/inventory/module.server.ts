import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { filledAmong, promisedAt } from '#modules/ledger/public.server.ts'
import { closingBlockers } from '#modules/organisation/public.server.ts'
import { adjustmentsRouter } from './adjustments/adjustments.server.ts'
import { drafts } from './counts/counts.queries.ts'
import { countsRouter } from './counts/counts.server.ts'
import { dayBlockers, daysRouter, openCounters } from './days/days.server.ts'
import { stockRouter } from './stock/stock.server.ts'
import { stockItemsRouter } from './items/items.server.ts'

export const inventory: ServerModule = {
  name: 'inventory',
  dependsOn: ['organisation', 'currencies', 'ledger'],
  routers: [daysRouter, stockItemsRouter, adjustmentsRouter, countsRouter, stockRouter],
  answers: [
    answer(closingBlockers, (db, { counterIds }) => openCounters(db, counterIds)),
    answer(closingBlockers, async (db, { counterIds }) => {
      const count = await filledAmong(db, counterIds)
      return count > 0 ? [{ field: 'stock', code: 'STOCK_LEFT', data: { count } }] : []
    }),
    answer(dayBlockers, async (db, { dayId }) => {
      const count = await drafts(db, dayId)
      return count > 0 ? [{ field: 'counts', code: 'COUNT_UNFINISHED', data: { count } }] : []
    }),
    // What is promised out of the drawer must be handed over or released first.
    answer(dayBlockers, async (db, { counterId }) => {
      const count = await promisedAt(db, counterId)
      return count > 0 ? [{ field: 'stock', code: 'STOCK_PROMISED', data: { count } }] : []
    }),
  ],
}
