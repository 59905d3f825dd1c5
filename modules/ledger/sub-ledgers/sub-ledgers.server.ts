import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { branchRows, currentCompany, requireVisible } from '#modules/organisation/public.server.ts'
import { all as allAccounts } from '../accounts/accounts.queries.ts'
import { agreementOf, sumOfAll } from '../agreements/agreements.domain.ts'
import { partiesOf } from '../parties/parties.server.ts'
import { isCreditClass, negate } from '../statements/statements.domain.ts'
import { movements } from '../statements/statements.queries.ts'
import { type SubLedgerAsk, subLedgerReport, subLedgers } from './sub-ledgers.contract.ts'
import { agedBalance } from './sub-ledgers.domain.ts'
import { partyMovements } from './sub-ledgers.queries.ts'

type Asking = Pick<Ctx<SubLedgerAsk>, 'actor' | 'db' | 'input' | 'language'>

export const subLedgersRouter = serve(subLedgers, {
  list: aged,
  export: async (ctx) => {
    const { rows, local } = await aged(ctx)
    return reportSheet(ctx, subLedgerReport, { rows, period: ctx.input.date, titles: { local } })
  },
})

async function aged({ db, actor, input, language }: Asking) {
  const { date, branchId } = input
  if (branchId !== null) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  const money = await localMoney(db)
  const controls = (await allAccounts(db, language)).filter(({ party }) => party !== null)
  const ask = { accountIds: controls.map(({ id }) => id), branchId, date }
  const moved = await partyMovements(db, actor.scope, ask)
  const partyOf = await partiesOf(db, moved)
  const closings = await movements(db, actor.scope, { from: date, to: date, branchId: branchId ?? undefined })
  const rows = controls.flatMap(({ id, code, name, class: kind }) => {
    const turned = (amount: string) => (isCreditClass(kind) ? negate(amount) : amount)
    const own = moved
      .filter(({ accountId }) => accountId === id)
      .map((one) => ({ ...one, amount: turned(one.amount), now: partyOf(one) }))
    // Of two that were merged the one that stayed has the lines of both.
    return [...Map.groupBy(own, ({ now, partyId }) => now?.id ?? partyId)]
      .map(([partyId, all]) => ({
        accountId: id,
        ledger: `${code} ${name}`,
        partyType: all[0]?.partyType ?? '',
        partyId,
        party: all[0]?.now?.name ?? '',
        ...agedBalance(all, date),
      }))
      .toSorted((a, b) => a.party.localeCompare(b.party))
  })
  const agreements = controls.map((control) => {
    const turned = (amount: string) => (isCreditClass(control.class) ? negate(amount) : amount)
    const reported = sumOfAll(
      rows.filter(({ accountId }) => accountId === control.id).map(({ balance }) => balance),
    )
    const balance = sumOfAll(
      closings.filter(({ accountId }) => accountId === control.id).map(({ closing }) => turned(closing)),
    )
    return agreementOf(control, { reported, balance }, money)
  })
  return {
    local: (await currentCompany(db)).localCurrency,
    rows: rows.map((row) => ({
      ...row,
      to30: money(row.to30),
      to60: money(row.to60),
      to90: money(row.to90),
      over90: money(row.over90),
      balance: money(row.balance),
    })),
    agreements,
  }
}
