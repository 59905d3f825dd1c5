import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { costsAt, goodsAt } from '#modules/ledger/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { money, type OfStock, type StockItem } from '../items/items.domain.ts'
import { isWorthKnown, limitValueOf, type Outflow, outflowLimitValueOf } from './worth.domain.ts'

/** Asked for the worth of one unit of currencies in local money, by their ids: at the mid rates that hold now. */
export const unitValues = hook<readonly string[], ReadonlyMap<string, string>>('inventory.unitValues')

/** What one unit of each currency of these items is worth at its mid rate, by the id of the currency; goods have none. */
export async function midsOf(db: Db, known: Iterable<Pick<StockItem, 'currencyId' | 'name'>>) {
  const ofMoney = [...known].filter(({ name }) => name === undefined)
  const currencyIds = [...new Set(ofMoney.map(({ currencyId }) => currencyId))]
  const [units = new Map<string, string>()] = await unitValues.ask(db, currencyIds)
  return units
}

/** What items cost in a branch, and what they are worth at the mid rate; `exponent`: the decimals of the local currency. */
export async function worthOf(
  db: Db,
  branchId: string,
  known: Iterable<StockItem>,
  { holds, isDrawer = false }: OfStock = money,
) {
  const { localCurrency } = await currentCompany(db)
  const held = [
    ...(holds === 'money' ? await costsAt(db, branchId) : []),
    ...(holds === 'goods' || isDrawer ? await goodsAt(db, branchId) : []),
  ]
  const costs = new Map(held.map((one) => [one.itemId, one]))
  return { costs, units: await midsOf(db, known), exponent: exponentOf(localCurrency) }
}

type Line = { item: StockItem; quantity: string; value: string }

/** Lines as limits see them; `value`: what they cost in local currency. */
async function valuedOf(db: Db, lines: readonly Line[]) {
  const { localCurrency } = await currentCompany(db)
  const units = await midsOf(
    db,
    lines.map(({ item }) => item),
  )
  const valued = lines.map(({ item, quantity, value }) => ({
    isLocal: item.isLocal,
    quantity,
    cost: value,
    mid: units.get(item.currencyId),
  }))
  return { valued, exponent: exponentOf(localCurrency) }
}

/** What limits are asked for where these items are moved at what they cost in the books, in local currency. */
export async function limitValue(db: Db, lines: readonly Line[]): Promise<string> {
  const { valued, exponent } = await valuedOf(db, lines)
  return limitValueOf(valued, exponent)
}

/** The same where they are put in at a cost that somebody types: null where a currency has no mid rate to judge that by. */
export async function openingLimitValue(db: Db, lines: readonly Line[]): Promise<string | null> {
  const { valued, exponent } = await valuedOf(db, lines)
  return isWorthKnown(valued) ? limitValueOf(valued, exponent) : null
}

/** A local amount that was typed, and the foreign money that leaves for it, if any does. */
interface Paid {
  typed: string
  outflow: (Outflow & { currencyId: string }) | undefined
}

/** What limits are asked for where money leaves, in the order of what is paid; null where the worth of what leaves is not known. */
export async function outflowLimitValues(db: Db, paid: readonly Paid[]): Promise<(string | null)[]> {
  const outflows = paid.flatMap(({ outflow }) => outflow ?? [])
  if (outflows.length === 0) return paid.map(({ typed }) => typed)
  const { localCurrency } = await currentCompany(db)
  const mids = await midsOf(
    db,
    outflows.map(({ currencyId }) => ({ currencyId, name: undefined })),
  )
  return paid.map(({ typed, outflow }) =>
    outflow === undefined
      ? typed
      : outflowLimitValueOf(
          { ...outflow, typed, mid: mids.get(outflow.currencyId) },
          exponentOf(localCurrency),
        ),
  )
}
