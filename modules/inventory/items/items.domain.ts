import type { Denomination } from '#modules/currencies/iso/units.domain.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import { isUnnamed, type NamedUnits, type Tracking, unitsOf } from '../units/units.domain.ts'

/** So many notes or coins of one face value. */
export interface Piece extends Denomination {
  count: number
}

/** What can lie in a drawer: a currency, or a part of one that has a stock of its own. */
export interface StockItem {
  id: string
  code: string
  currencyId: string
  flagCode: string
  exponent: number
  /** Local currency per so many units. */
  quoteUnit: number
  isLocal: boolean
  isEnabled: boolean
  /** From the largest down, notes before coins. */
  denominations: readonly Denomination[]
  /** Of goods, which lie in the store of a branch or at a counter, whole and at no rate. */
  name?: string | undefined
  /** Of goods that are kept one by one. */
  tracking?: Tracking | undefined
}

/** An item of goods as the documents of stock take it: whole units, with no rate and no pieces. */
export const goodsItem = ({
  tracking,
  ...one
}: {
  id: string
  code: string
  name: string
  isEnabled?: boolean
  tracking?: string
}): StockItem => ({
  isEnabled: true,
  ...one,
  ...((tracking === 'serial' || tracking === 'batch') && { tracking }),
  currencyId: one.id,
  flagCode: '',
  exponent: 0,
  quoteUnit: 1,
  isLocal: false,
  denominations: [],
})

/** What the documents of stock are about: money in drawers and vaults, or goods in stores and at counters. */
export type StockKind = 'goods' | 'money'
export interface OfStock {
  holds: StockKind
  /** Of goods: those of these categories alone, where any are named. */
  categoryIds?: readonly string[]
  /** All that lies at a counter: its goods are counted with its money. */
  isDrawer?: boolean
}
export const money: OfStock = { holds: 'money' }
export const drawer: OfStock = { holds: 'money', isDrawer: true }

/** What a kind of count is about: all at a counter, the money of a vault, or goods of all or some categories of a store. */
export const stockOf = (one: { kind: string; categoryIds?: readonly string[] }): OfStock => ({
  holds: one.kind === 'store' ? 'goods' : 'money',
  isDrawer: one.kind !== 'store' && one.kind !== 'vault',
  categoryIds: one.categoryIds ?? [],
})

/** What notes and coins add up to. */
export const totalOf = (pieces: readonly Piece[]): string =>
  pieces
    .reduce((sum, { faceValue, count }) => sum.plus(new Exact(faceValue).times(count)), new Exact(0))
    .toFixed()

export interface Line extends NamedUnits {
  itemId: string
  quantity: string
  pieces: readonly Piece[]
}

/** A line as it was typed: neither a quantity nor notes nor units is a blank, which is not counted; zero is. */
export interface TypedLine extends Omit<Line, 'quantity'> {
  quantity?: string | null | undefined
}
export const isBlank = ({ quantity, pieces, ...named }: Omit<TypedLine, 'itemId'>): boolean =>
  (quantity ?? null) === null && pieces.length === 0 && isUnnamed(unitsOf(named))

/**
 * What is wrong with the lines of a document, each at its field: an item that is not there or there twice, more decimals than
 * its currency has, notes that it does not have, or that add up to something else than the quantity.
 */
export function faultsOf(lines: readonly Line[], items: ReadonlyMap<string, StockItem>): FieldFault[] {
  const seen = new Set<string>()
  return lines.flatMap(({ itemId, quantity, pieces, serials = [], batches = [] }, index) => {
    const fault = (field: string, code: string, data = {}): FieldFault[] => [
      { field: `lines.${index}.${field}`, code, data },
    ]
    const item = items.get(itemId)
    if (!item) return fault('itemId', 'ITEM_UNKNOWN')
    if (seen.has(itemId)) return fault('itemId', 'ITEM_TWICE')
    seen.add(itemId)
    if (item.tracking !== 'serial' && serials.length > 0) return fault('serials', 'UNITS_NOT_KEPT')
    if (item.tracking !== 'batch' && batches.length > 0) return fault('batches', 'UNITS_NOT_KEPT')
    if (!hasAtMost(quantity, item.exponent))
      return fault('quantity', 'TOO_MANY_DECIMALS', { exponent: item.exponent })
    const values = new Set(pieces.map(({ kind, faceValue }) => `${kind} ${new Exact(faceValue).toFixed()}`))
    const known = new Set(
      item.denominations.map(({ kind, faceValue }) => `${kind} ${new Exact(faceValue).toFixed()}`),
    )
    if (values.size < pieces.length || !values.isSubsetOf(known)) return fault('pieces', 'PIECE_UNKNOWN')
    if (pieces.length > 0 && !new Exact(totalOf(pieces)).equals(quantity))
      return fault('quantity', 'PIECES_DIFFER', { sum: totalOf(pieces), quantity })
    return []
  })
}

/** The part of the books that holds an item at a counter, or in the vault of the branch. */
export const partAt = (
  { isLocal }: Pick<StockItem, 'isLocal'>,
  counterId: string | null,
): 'cash' | 'stock' | 'vault' => (isLocal ? (counterId === null ? 'vault' : 'cash') : 'stock')

/** As `partAt`, of money or of goods. */
export const stockPartAt = (item: StockItem, counterId: string | null) =>
  item.name === undefined ? partAt(item, counterId) : ('retailStock' as const)

/**
 * Throws NOTHING_COUNTED where every line is blank, or a count says that all of it is gone and nobody said that this is meant.
 * @param holdsAny whether something should lie there
 */
export function refuseNothing(
  { lines, isZeroConfirmed = false }: { lines: readonly CountedLine[]; isZeroConfirmed?: boolean },
  holdsAny: boolean,
): void {
  const isNothing = lines.length > 0 && lines.every(isBlank)
  if (isNothing || (holdsAny && !isZeroConfirmed && lines.every(isZero)))
    throw new Refusal('NOTHING_COUNTED', {}, { fields: [{ field: 'lines', code: 'NOTHING_COUNTED' }] })
}
type CountedLine = Omit<TypedLine, 'itemId'>
/** Whether nothing was counted, or zero. */
export const isZero = ({ quantity, pieces, ...named }: CountedLine) =>
  !/[1-9]/.test(quantity ?? '0') && pieces.every(({ count }) => count === 0) && isUnnamed(unitsOf(named))

/**
 * The lines of a take that is handed in, without its blanks. Throws COUNT_INCOMPLETE at each that must be counted: in a full count
 * whatever should lie there, and what was counted before.
 */
export function checkSubmitted<L extends { itemId: string; counted: string | null; expected: string }>(
  lines: readonly L[],
  isFull: boolean,
  before: readonly { itemId: string }[],
  codeOf: (itemId: string) => string,
): (L & { counted: string })[] {
  const known = new Set(before.map(({ itemId }) => itemId))
  const fields = lines.flatMap(({ itemId, counted, expected }, index) => {
    const isAsked = known.has(itemId) || (isFull && !new Exact(expected).isZero())
    if (counted !== null || !isAsked) return []
    const data = { codes: codeOf(itemId) }
    return [{ field: `lines.${index}.quantity`, code: 'COUNT_INCOMPLETE', data }]
  })
  if (fields.length > 0) {
    const codes = fields.map(({ data }) => data.codes).join(', ')
    throw new Refusal('COUNT_INCOMPLETE', { codes }, { fields })
  }
  return lines.flatMap((line) => (line.counted === null ? [] : [{ ...line, counted: line.counted }]))
}
