import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { allCurrencies, flagCodeOf, ownStock } from '#modules/currencies/public.server.ts'
import { listHeldAt } from '#modules/ledger/public.server.ts'
import {
  drawer,
  faultsOf,
  isBlank,
  type Line,
  money,
  type OfStock,
  refuseNothing,
  type StockItem,
  totalOf,
  type TypedLine,
} from './items.domain.ts'
import { stockItems } from './items.contract.ts'
import { isUnnamed, sizeOf, unitsOf } from '../units/units.domain.ts'

export const stockItemsRouter = serve(stockItems, {
  listSelection: async ({ db, input: { withGoods } }) =>
    [...(await itemsOf(db, withGoods ? drawer : money)).values()].map((item) => ({
      ...item,
      denominations: [...item.denominations],
    })),
})

/** What the company can have in a drawer, the local currency first. */
export async function items(db: Db): Promise<StockItem[]> {
  const currencies = (await allCurrencies(db)).map(
    ({ id, code, exponent, quoteUnit, isLocal, isEnabled, denominations }): StockItem => ({
      id,
      code,
      currencyId: id,
      flagCode: flagCodeOf(code),
      exponent,
      quoteUnit,
      isLocal,
      isEnabled,
      denominations: denominations as StockItem['denominations'],
    }),
  )
  const parts = (await ownStock(db)).flatMap(({ id, code, currencyId, isEnabled, faceValues }) => {
    const whole = currencies.find((one) => one.id === currencyId)
    const own = (faceValues as string[]).map((faceValue) => ({ kind: 'note' as const, faceValue }))
    return whole ? [{ ...whole, id, code, isEnabled: isEnabled && whole.isEnabled, denominations: own }] : []
  })
  return [
    ...currencies.filter(({ isLocal }) => isLocal),
    ...currencies.filter((one) => !one.isLocal),
  ].flatMap((item) => [item, ...parts.filter(({ currencyId }) => currencyId === item.id)])
}

/** Asked for the goods of the company: those of these categories, or all where none is named. */
export const goodsItems = hook<readonly string[], StockItem[]>('inventory.goodsItems')

/** What stock of a kind can consist of, by id. */
export async function itemsOf(
  db: Db,
  { holds, categoryIds = [], isDrawer = false }: OfStock,
): Promise<Map<string, StockItem>> {
  const own = holds === 'money' ? await items(db) : []
  const goods = holds === 'goods' || isDrawer ? (await goodsItems.ask(db, categoryIds)).flat() : []
  // What is kept by serial or batch lies in the store alone.
  const here = isDrawer ? goods.filter(({ tracking }) => !tracking) : goods
  return new Map([...own, ...here].map((item) => [item.id, item]))
}

/** What of a kind of stock, or of these categories of it, lies at a place. */
export async function heldOf(db: Db, of: OfStock, place: Parameters<typeof listHeldAt>[1]) {
  const own = of.holds === 'money' ? await listHeldAt(db, place) : []
  if (of.holds === 'money' && !of.isDrawer) return own
  const known = await itemsOf(db, of)
  const goods = await listHeldAt(db, place, ['retail'])
  return [...own, ...goods.filter(({ itemId }) => known.has(itemId))]
}

/** The items by their id, after the lines of a document were found to be in order; throws with each fault at its field. */
export async function checkItems(
  db: Db,
  lines: readonly Line[],
  of: OfStock = money,
): Promise<Map<string, StockItem>> {
  const known = await itemsOf(db, of)
  const fields = faultsOf(lines, known)
  if (fields[0]) throw new Refusal(fields[0].code, fields[0].data, { fields })
  return known
}

/** A line of a count; without a quantity it was not counted. */
export type CountedLine = Omit<Line, 'quantity'> & { quantity: string | null }

/** The lines with their quantities, after each was found to be in order; notes and coins must be told where there are any. */
export async function countedLines(
  db: Db,
  lines: readonly TypedLine[],
  of: OfStock = money,
): Promise<CountedLine[]> {
  const counted = lines.map(({ quantity, ...line }) => ({
    ...line,
    quantity: quantity ?? (isUnnamed(unitsOf(line)) ? totalOf(line.pieces) : sizeOf(unitsOf(line))),
  }))
  const known = await checkItems(db, counted, of)
  const fields = counted.flatMap(({ itemId, quantity, pieces }, index) =>
    pieces.length === 0 && !new Exact(quantity).isZero() && (known.get(itemId)?.denominations.length ?? 0) > 0
      ? [{ field: `lines.${index}.pieces`, code: 'PIECES_REQUIRED' }]
      : [],
  )
  if (fields.length > 0) throw new Refusal('PIECES_REQUIRED', {}, { fields })
  return counted.map((line, index) =>
    lines[index] && isBlank(lines[index]) ? { ...line, quantity: null } : line,
  )
}

/** Throws NOTHING_COUNTED for a count of nothing that is not confirmed, where something should lie. */
export async function refuseEmpty(
  db: Db,
  place: Parameters<typeof listHeldAt>[1],
  counted: Parameters<typeof refuseNothing>[0],
  of: OfStock = money,
): Promise<void> {
  refuseNothing(counted, (await heldOf(db, of, place)).length > 0)
}
