import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { screenText } from '#kit/server/texts.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { branchRows, currentCompany, requireVisible } from '#modules/organisation/public.server.ts'
import { all as allAccounts, mapping } from '../accounts/accounts.queries.ts'
import { agreementOf, sumOfAll } from '../agreements/agreements.domain.ts'
import { ledgersOfBanks } from '../entries/openings.server.ts'
import { negate } from '../statements/statements.domain.ts'
import { movements } from '../statements/statements.queries.ts'
import {
  type CashAsk,
  cashMovement,
  type CashMovementRow,
  cashMovementReport,
} from './cash-movement.contract.ts'
import { listMovedByEvent } from './cash-movement.queries.ts'

type Asking = Pick<Ctx<CashAsk>, 'actor' | 'db' | 'input' | 'language'>

export const cashMovementRouter = serve(cashMovement, {
  list: moved,
  export: async (ctx) => {
    const { rows, local } = await moved(ctx)
    const said = rows.map((row) => ({ ...row, event: row.event && wordsOf(ctx.language, row.event) }))
    const period = `${ctx.input.from}-${ctx.input.to}`
    return reportSheet(ctx, cashMovementReport, { rows: said, period, titles: { local } })
  },
})

const wordsOf = (language: Ctx['language'], event: string) =>
  screenText(language, 'ledger:journal', `values.event.${event.replaceAll('.', '_')}`) ?? event

const kept: readonly (string | null)[] = ['cash', 'notes', 'bank']

/** The accounts of money: in drawers and vaults, and at banks, whether in local money or in foreign. */
async function listMoney(db: Db, language: Ctx['language']) {
  const ofBanks = new Set((await ledgersOfBanks.ask(db, null)).flat())
  for (const { part, accountId } of await mapping(db)) if (part === 'bank') ofBanks.add(accountId)
  return (await allAccounts(db, language)).filter(({ id, keeps }) => kept.includes(keeps) || ofBanks.has(id))
}

const isSomething = (amount: string) => !new Exact(amount).isZero()

async function moved({ db, actor, input, language }: Asking) {
  const { from, to, branchId } = input
  if (from > to) throw refuseField('to', 'PERIOD_TURNED')
  if (branchId !== null) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  const money = await localMoney(db)
  const accounts = await listMoney(db, language)
  const ask = { accountIds: accounts.map(({ id }) => id), branchId, from, to }
  const lines = await listMovedByEvent(db, actor.scope, ask)
  const balances = await movements(db, actor.scope, { from, to, branchId: branchId ?? undefined })
  const found = accounts.map((account) => {
    const own = balances.filter(({ accountId }) => accountId === account.id)
    const events = lines.filter(({ accountId }) => accountId === account.id)
    const opening = sumOfAll(own.map((one) => one.opening))
    const closing = sumOfAll(own.map((one) => one.closing))
    const ledger = { accountId: account.id, ledger: `${account.code} ${account.name}` }
    const side = (kind: 'in' | 'out', of: 'credit' | 'debit'): CashMovementRow[] =>
      events
        .filter((one) => isSomething(one[of]))
        .map((one) => ({ ...ledger, kind, event: one.event, amount: money(one[of]) }))
    const rows: CashMovementRow[] = [
      { ...ledger, kind: 'opening', event: null, amount: money(opening) },
      ...side('in', 'debit'),
      ...side('out', 'credit'),
      { ...ledger, kind: 'closing', event: null, amount: money(closing) },
    ]
    // What it began with and what its lines moved, against what it came to by its balances.
    const reported = sumOfAll([opening, ...events.flatMap(({ debit, credit }) => [debit, negate(credit)])])
    const isIdle = events.length === 0 && !isSomething(opening) && !isSomething(closing)
    return {
      rows: isIdle ? [] : rows,
      agreement: agreementOf(account, { reported, balance: closing }, money),
    }
  })
  return {
    local: (await currentCompany(db)).localCurrency,
    rows: found.flatMap(({ rows }) => rows),
    agreements: found.filter(({ rows }) => rows.length > 0).map(({ agreement }) => agreement),
  }
}
