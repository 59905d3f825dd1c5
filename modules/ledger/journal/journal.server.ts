import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allCurrencies, ownStock } from '#modules/currencies/public.server.ts'
import { branchRows, seeOnly } from '#modules/organisation/public.server.ts'
import { rows as accountRows } from '../accounts/accounts.queries.ts'
import {
  type DetailLedger,
  type DetailLedgerAsk,
  detailLedger,
  type EntryDetail,
  journal,
} from './journal.contract.ts'
import * as queries from './journal.queries.ts'

const most = 2000

export const journalRouter = serve(journal, {
  list: ({ db, input, actor }) => queries.list(db, actor.scope, input),
  getById,
})
export const detailLedgerRouter = serve(detailLedger, { list: analyse })

async function getById({ db, input, actor }: Ctx<{ id: string }>): Promise<EntryDetail> {
  const entry = await queries.get(db, actor.scope, input.id)
  if (!entry) throw notFound()
  const codes = await itemCodes(db)
  const lines = (await queries.linesOf(db, entry)).map(({ itemId, amount, ...line }) => ({
    ...line,
    item: itemId && (codes.get(itemId) ?? null),
    ...sides(amount),
  }))
  return { ...entry, lines }
}

async function analyse({ db, input, actor }: Ctx<DetailLedgerAsk>): Promise<DetailLedger> {
  await accountRows.get(db, input.accountId)
  if (input.branchId) seeOnly(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
  if (input.from > input.to)
    throw new Refusal('PERIOD_TURNED', {}, { fields: [{ field: 'to', code: 'PERIOD_TURNED' }] })
  const codes = await itemCodes(db)
  const { opening, closing } = await queries.balances(db, actor.scope, input)
  const found = await queries.linesIn(db, actor.scope, input, most + 1)
  const lines = found.slice(0, most).map(({ itemId, amount, sum, ...line }) => ({
    ...line,
    item: itemId && (codes.get(itemId) ?? null),
    ...sides(amount),
    balance: new Exact(opening).plus(sum).toFixed(),
  }))
  return { opening, closing, isCut: found.length > most, lines }
}

/** An amount on the side that it stands on. */
const sides = (amount: string) =>
  amount.startsWith('-') ? { debit: null, credit: amount.slice(1) } : { debit: amount, credit: null }

/** What items are called. */
async function itemCodes(db: Db): Promise<Map<string, string>> {
  const all = [...(await allCurrencies(db)), ...(await ownStock(db))]
  return new Map(all.map(({ id, code }) => [id, code]))
}
