import type * as z from 'zod'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { allCurrencies, localMoney } from '#modules/currencies/public.server.ts'
import { dayAfter } from '#modules/ledger/periods/days.domain.ts'
import { sumHeldBefore, listHeldLines, numbersOfSources, partiesOf } from '#modules/ledger/public.server.ts'
import { screenText } from '#kit/server/texts.server.ts'
import { get as findAccount } from '../accounts/accounts.queries.ts'
import { bankTransactions, type RegisterAsk, registerReport } from './register.contract.ts'

type Asked = Pick<Ctx<z.output<typeof RegisterAsk>>, 'actor' | 'db' | 'input'>
const mostShown = 2000
/** As good as all. */
const mostExported = 1_000_000

export const bankTransactionsRouter = serve(bankTransactions, {
  list: (ctx) => registered(ctx, mostShown),
  export: async (ctx) => {
    const { rows, currency } = await registered(ctx, mostExported)
    const named = rows.map((row) => ({
      ...row,
      event:
        screenText(ctx.language, 'ledger:journal', `values.event.${row.event.replaceAll('.', '_')}`) ??
        row.event,
    }))
    const { from, to } = ctx.input
    return reportSheet(ctx, registerReport, { rows: named, period: `${from}_${to}`, titles: { currency } })
  },
})

/** The first lines of a period; what it closes with is of all of them. */
async function registered({ db, actor, input }: Asked, most: number) {
  const { from, to } = input
  if (from > to) throw refuseField('to', 'PERIOD_TURNED')
  const account = await findAccount(db, actor.scope, input.accountId)
  if (!account) throw notFound()
  const currency = (await allCurrencies(db)).find(({ id }) => id === account.currencyId)
  const money = await localMoney(db)
  const held = { accountId: account.ledgerId, holderId: account.isLocal ? null : account.id }
  const before = await sumHeldBefore(db, held, from)
  const after = await sumHeldBefore(db, held, dayAfter(to))
  const found = await listHeldLines(db, held, { from, to, most: most + 1 })
  const shown = found.slice(0, most)
  const numbers = await numbersOfSources(
    db,
    shown.map(({ sourceId }) => sourceId),
  )
  const partyOf = await partiesOf(db, shown)
  const own = ({ value: local, quantity }: typeof before) => new Exact(account.isLocal ? local : quantity)
  let balance = own(before)
  let value = new Exact(before.value)
  const size = (amount: InstanceType<typeof Exact>) => amount.toFixed(currency?.exponent)
  const opening = size(balance)
  const rows = shown.map(({ quantity, amount, sourceId, partyType, partyId, branchName, ...line }) => {
    const moved = new Exact(account.isLocal ? amount : (quantity ?? 0))
    balance = balance.plus(moved)
    value = value.plus(amount)
    return {
      ...line,
      sourceNumber: numbers.get(sourceId) ?? null,
      party: partyOf({ partyType, partyId })?.name ?? null,
      branch: branchName,
      moneyIn: moved.isNegative() ? null : size(moved),
      moneyOut: moved.isNegative() ? size(moved.negated()) : null,
      balance: size(balance),
      value: money(value.toFixed()),
    }
  })
  return {
    currency: currency?.code ?? '',
    opening,
    closing: size(own(after)),
    openingValue: money(before.value),
    closingValue: money(after.value),
    isCut: found.length > most,
    rows,
  }
}
