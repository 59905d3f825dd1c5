import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { branchRows, currentCompany, requireVisible } from '#modules/organisation/public.server.ts'
import { all as allAccounts } from '../accounts/accounts.queries.ts'
import { agreementOf, sumOfAll } from '../agreements/agreements.domain.ts'
import { negate } from '../statements/statements.domain.ts'
import { movements } from '../statements/statements.queries.ts'
import { type TaxAsk, taxSummary, taxSummaryReport } from './tax-summary.contract.ts'
import type { TaxSide } from '../tax-codes/rates.domain.ts'
import { sidesOfLedgers } from '../tax-codes/tax-codes.server.ts'
import { taxRows, type TaxShare, type TaxedSource } from './tax-summary.domain.ts'
import { listMovedBySource } from './tax-summary.queries.ts'

/** Asked of the modules that post tax: at which rates these documents of theirs are taxed. */
export const taxShares = hook<{ type: string; ids: readonly string[] }, readonly TaxShare[]>(
  'ledger.taxShares',
)

type Asking = Pick<Ctx<TaxAsk>, 'actor' | 'db' | 'input' | 'language'>

export const taxSummaryRouter = serve(taxSummary, {
  list: summarised,
  export: async (ctx) => {
    const { rows, local } = await summarised(ctx)
    const period = `${ctx.input.from}-${ctx.input.to}`
    return reportSheet(ctx, taxSummaryReport, { rows, period, titles: { local } })
  },
})

/** The ledgers of tax, each with the side of its part, or of the codes that lead to it. */
async function taxLedgers({ db, language }: Pick<Ctx, 'db' | 'language'>) {
  const sides = await sidesOfLedgers(db)
  return (await allAccounts(db, language)).flatMap((account) => {
    const side = sides.get(account.id)
    return side ? [{ ...account, side }] : []
  })
}

/** As its side has it: collected or paid above zero. */
const asSide = (side: TaxSide, amount: string) => (side === 'output' ? negate(amount) : amount)

async function summarised(ctx: Asking) {
  const { db, actor, input } = ctx
  const { from, to, branchId } = input
  if (from > to) throw refuseField('to', 'PERIOD_TURNED')
  if (branchId !== null) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  const money = await localMoney(db)
  const ledgers = await taxLedgers(ctx)
  const sideOf = new Map(ledgers.map(({ id, side }) => [id, side]))
  const found = await listMovedBySource(db, actor.scope, {
    accountIds: [...sideOf.keys()],
    branchId,
    from,
    to,
  })
  const moved = found.map(({ accountId, sourceType, sourceId, amount }) => {
    const side = sideOf.get(accountId) ?? 'output'
    return { accountId, side, sourceType, sourceId, amount: asSide(side, amount) }
  })
  const rows = taxRows(bySource(moved), await sharesOf(db, moved)).map((row) => ({
    ...row,
    base: row.base === null ? null : money(row.base),
    tax: money(row.tax),
  }))
  const balances = await movements(db, actor.scope, { from, to, branchId: branchId ?? undefined })
  const agreements = ledgers.map(({ side, ...ledger }) => {
    const of = <One extends { accountId: string }>(all: readonly One[]) =>
      all.filter(({ accountId }) => accountId === ledger.id)
    const reported = sumOfAll(of(moved).map(({ amount }) => amount))
    const balance = sumOfAll(
      of(balances).map(({ debit, credit }) => new Exact(debit).minus(credit).toFixed()),
    )
    return agreementOf(ledger, { reported, balance: asSide(side, balance) }, money)
  })
  return { local: (await currentCompany(db)).localCurrency, rows, agreements }
}

/** A document may have lines on several ledgers of one side. */
const bySource = (moved: readonly TaxedSource[]): TaxedSource[] =>
  [...Map.groupBy(moved, ({ side, sourceId }) => `${side} ${sourceId}`).values()].flatMap((own) => {
    const [first] = own
    return first ? [{ ...first, amount: sumOfAll(own.map(({ amount }) => amount)) }] : []
  })

async function sharesOf(db: Db, moved: readonly { sourceType: string; sourceId: string }[]) {
  const shares: TaxShare[] = []
  for (const [type, own] of Map.groupBy(moved, ({ sourceType }) => sourceType))
    shares.push(
      ...(await taxShares.ask(db, { type, ids: [...new Set(own.map(({ sourceId }) => sourceId))] })).flat(),
    )
  return shares
}
