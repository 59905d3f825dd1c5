import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { mapping, partyMovements } from '#modules/ledger/public.server.ts'
import { listOwedAt } from '../expenses/expenses.queries.ts'
import { ageingReport, payeeAgeing } from './ageing.contract.ts'
import { namesOf } from '../payees/payees.queries.ts'
import { agedRows, bands, withoutDueDate } from './ageing.domain.ts'

export const payeeAgeingRouter = serve(payeeAgeing, {
  list: aged,
  export: async (ctx) => {
    const { rows, local } = await aged(ctx)
    return reportSheet(ctx, ageingReport, { rows, period: ctx.input.date, titles: { local } })
  },
})

async function aged({ db, actor, input }: Pick<Ctx<{ date: string }>, 'actor' | 'db' | 'input'>) {
  const money = await localMoney(db)
  const { localCurrency: local } = await currentCompany(db)
  const owed = await listOwedAt(db, actor.scope, input.date)
  const rest = withoutDueDate(owed, await balancesAt(db, actor.scope, input.date))
  const rows = agedRows([...owed, ...rest]).map((row) => ({
    ...row,
    ...(Object.fromEntries(bands.map((band) => [band, money(row[band])])) as Record<
      (typeof bands)[number],
      string
    >),
    total: money(row.total),
  }))
  return { local, rows }
}

/** What the ledgers of payees moved up to a day, by payee. */
async function balancesAt(db: Ctx['db'], scope: Ctx['actor']['scope'], date: string) {
  const accountIds = [
    ...new Set(
      (await mapping(db)).filter(({ part }) => part === 'payeePayable').map(({ accountId }) => accountId),
    ),
  ]
  const moved = await partyMovements(db, scope, { accountIds, branchId: null, date })
  const names = await namesOf(db, [...new Set(moved.map(({ partyId }) => partyId))])
  return moved.map(({ partyId, amount }) => ({
    payeeId: partyId,
    payee: names.get(partyId)?.name ?? '',
    amount,
  }))
}
