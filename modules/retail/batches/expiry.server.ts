import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { branchRows, businessDate, reaches, requireVisible } from '#modules/organisation/public.server.ts'
import { type ExpiryAsk, expiryReport, type ExpiryRow, retailExpiry } from './batches.contract.ts'
import { isExpired } from './batches.domain.ts'
import * as queries from './batches.queries.ts'

export const expiryRouter = serve(retailExpiry, {
  list: expiry,
  export: async (ctx) => reportSheet(ctx, expiryReport, { rows: (await expiry(ctx)).rows, titles: {} }),
})

const dayLength = 86_400_000

/** Batches in the stores in reach, by their branch's own day. */
async function expiry({ db, actor, now, input }: Pick<Ctx<ExpiryAsk>, 'actor' | 'db' | 'input' | 'now'>) {
  const { branchId, until } = input
  if (branchId) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  const found = (await queries.expiring(db, until ?? null)).filter(
    (row) =>
      (branchId === undefined || row.branchId === branchId) &&
      reaches(actor.scope, { branchId: row.branchId }),
  )
  const todays = new Map<string, string>()
  for (const row of found)
    if (!todays.has(row.branchId)) todays.set(row.branchId, await businessDate(db, row.branchId, now))
  const rows = found.map((row): ExpiryRow => {
    const today = todays.get(row.branchId) ?? ''
    return {
      ...row,
      days: Math.round((Date.parse(row.expiresOn) - Date.parse(today)) / dayLength),
      state: isExpired(row, today) ? 'expired' : 'sellable',
    }
  })
  return { rows }
}
