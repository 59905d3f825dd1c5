import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allCurrencies, localMoney, ownStock } from '#modules/currencies/public.server.ts'
import { branchRows, requireVisible } from '#modules/organisation/public.server.ts'
import { rows as accountRows } from '../accounts/accounts.queries.ts'
import {
  type DetailLedger,
  type DetailLedgerAsk,
  detailLedger,
  type EntryDetail,
  journal,
} from './journal.contract.ts'
import { balancesAt } from '../balances/balances.queries.ts'
import { idsOfParty, partiesOf } from '../parties/parties.server.ts'
import * as queries from './journal.queries.ts'
import { typeOfSource } from '#modules/applications.domain.ts'

/** How many lines are shown first, and when all are asked for: more than these nobody reads on a page. */
const shownOf = { first: 200, whole: 2000 }

/** The numbers by which people know what was posted, by the id of the source; asked of the modules that post. */
export const sourceNumbers = hook<readonly string[], ReadonlyMap<string, string>>('ledger.sourceNumbers')

/** What people know each of these sources by; one that nobody numbers is left out. */
export async function numbersOfSources(db: Db, sourceIds: readonly string[]): Promise<Map<string, string>> {
  const ids = [...new Set(sourceIds)]
  return new Map((await sourceNumbers.ask(db, ids)).flatMap((one) => [...one]))
}

async function numbered<E extends { sourceId: string }>(db: Db, entries: readonly E[]) {
  const numbers = await numbersOfSources(
    db,
    entries.map(({ sourceId }) => sourceId),
  )
  return entries.map((entry) => ({ ...entry, sourceNumber: numbers.get(entry.sourceId) ?? null }))
}

const applicationOf = ({ sourceType }: { sourceType: string }) => ({
  applicationType: typeOfSource(sourceType),
})

export const journalRouter = serve(journal, {
  list: async ({ db, input, actor }) => {
    const { items, pagination } = await queries.list(db, actor.scope, input)
    const money = await localMoney(db)
    const shown = items.map((row) => ({ ...row, ...applicationOf(row), value: money(row.value) }))
    return { items: await numbered(db, shown), pagination }
  },
  getById,
})
export const detailLedgerRouter = serve(detailLedger, { list: analyse })

async function getById({ db, input, actor, language }: Ctx<{ id: string }>): Promise<EntryDetail> {
  const row = await queries.get(db, actor.scope, input.id)
  const [entry] = await numbered(db, row ? [row] : [])
  if (!entry) throw notFound()
  const money = await localMoney(db)
  const ofItem = await itemTexts(db)
  const found = await queries.linesOf(db, entry, language)
  const partyOf = await partiesOf(db, found)
  const lines = found.map(({ itemId, quantity, amount, partyType, partyId, ...line }) => ({
    ...line,
    party: partyOf({ partyType, partyId }),
    ...ofItem(itemId, quantity),
    ...sides(money(amount)),
  }))
  return { ...entry, ...applicationOf(entry), value: money(entry.value), lines }
}

async function analyse({ db, input, actor }: Ctx<DetailLedgerAsk>): Promise<DetailLedger> {
  await accountRows.get(db, input.accountId)
  if (input.branchId) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
  if (input.from > input.to) throw refuseField('to', 'PERIOD_TURNED')
  const money = await localMoney(db)
  const ofItem = await itemTexts(db)
  const { partyType: type, partyId: id, isWhole, ...rest } = input
  const most = isWhole ? shownOf.whole : shownOf.first
  const party =
    type === undefined || id === undefined ? undefined : { type, ids: await idsOfParty(db, { type, id }) }
  const ask = { ...rest, party }
  const { opening, closing } = await balancesAt(db, actor.scope, ask)
  const found = await queries.linesIn(db, actor.scope, ask, most + 1)
  const shown = await numbered(db, found.slice(0, most))
  const partyOf = await partiesOf(db, shown)
  const lines = shown.map(
    ({ itemId, quantity, amount, sum, sourceId: _source, partyType, partyId, ...line }) => ({
      ...line,
      party: partyOf({ partyType, partyId }),
      ...ofItem(itemId, quantity),
      ...sides(money(amount)),
      balance: money(new Exact(opening).plus(sum).toFixed()),
    }),
  )
  return { opening: money(opening), closing: money(closing), isCut: found.length > most, lines }
}

/** An amount on the side that it stands on. */
const sides = (amount: string) =>
  amount.startsWith('-') ? { debit: null, credit: amount.slice(1) } : { debit: amount, credit: null }

/** What an item is called, and so much of it with the decimals of its currency. */
async function itemTexts(db: Db) {
  const currencies = await allCurrencies(db)
  const exponents = new Map(currencies.map(({ id, exponent }) => [id, exponent]))
  const items = new Map([
    ...currencies.map(({ id, code, exponent }) => [id, { code, exponent }] as const),
    ...(await ownStock(db)).map(
      ({ id, code, currencyId }) => [id, { code, exponent: exponents.get(currencyId) ?? 2 }] as const,
    ),
  ])
  return (itemId: string | null, quantity: string | null) => {
    const item = itemId === null ? undefined : items.get(itemId)
    return {
      item: item?.code ?? null,
      quantity: quantity === null ? null : new Exact(quantity).toFixed(item?.exponent),
    }
  }
}
