import { Exact } from '#kit/domain/decimals.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { isUnnamed, listUnits, noUnits, readUnits, sizeOf, type Units } from '../units/units.domain.ts'
import { type Piece, type StockItem, totalOf } from './items.domain.ts'

/** What was typed beside each note and coin, by item and then by `note 100`; `amount` where a currency has none, `units` of goods kept one by one. */
export type Entered = ReadonlyMap<string, ReadonlyMap<string, string>>

type Counted = Pick<StockItem, 'denominations' | 'exponent' | 'tracking'>

/** How many notes or coins were typed, nothing for none; undefined for what is no count. */
function countOf(text: string): number | undefined {
  if (text.trim() === '') return 0
  const count = Number(readNumber(text, { decimals: 0, digits: 7 }) ?? NaN)
  return count <= 1_000_000 ? count : undefined
}

/** The pieces that were typed; what is no count is left out. */
export const piecesOf = (
  { denominations }: Pick<StockItem, 'denominations'>,
  typed: ReadonlyMap<string, string>,
): Piece[] =>
  denominations.flatMap(({ kind, faceValue }) => {
    const count = countOf(typed.get(`${kind} ${faceValue}`) ?? '')
    return count ? [{ kind, faceValue, count }] : []
  })

/** The sum of what was typed for an item, running along; undefined where something typed is no number. */
export function runningTotal(item: Counted, typed: ReadonlyMap<string, string>): string | undefined {
  const { denominations, exponent, tracking } = item
  if (tracking) return sizeOf(readUnits(typed.get('units') ?? '', tracking))
  if (denominations.some(({ kind, faceValue }) => !isEntry(typed.get(`${kind} ${faceValue}`) ?? '')))
    return undefined
  return denominations.length > 0
    ? totalOf(piecesOf(item, typed))
    : quantityOf(typed.get('amount') ?? '', exponent)
}

function quantityOf(text: string, exponent: number): string | undefined {
  const plain = text.trim() === '' ? '0' : readNumber(text, { decimals: exponent, digits: 14 })
  return plain === undefined ? undefined : new Exact(plain).toFixed()
}

/** Whether what was typed beside one note or coin can be a count. */
export const isEntry = (text: string): boolean => countOf(text) !== undefined

/** Whether what was typed as the amount of an item can be one, with the decimals that its currency has. */
export const isAmount = (text: string, { exponent }: Pick<StockItem, 'exponent'>): boolean =>
  quantityOf(text, exponent) !== undefined

/** Whether nothing was typed for an item: that is not counted, which is not zero. */
export const isUntouched = (typed: ReadonlyMap<string, string> = new Map()): boolean =>
  [...typed.values()].every((text) => text.trim() === '')

/** The lines as a count takes them; an item of which nothing was typed is blank. What is no number is refused there. */
export const linesOf = (entered: Entered, items: readonly StockItem[]) =>
  items.map((item) => {
    const typed = entered.get(item.id)
    if (!typed || isUntouched(typed)) return { itemId: item.id, quantity: null, pieces: [] }
    const units = item.tracking && readUnits(typed.get('units') ?? '', item.tracking)
    const quantity = runningTotal(item, typed) ?? ''
    return { itemId: item.id, quantity, pieces: piecesOf(item, typed), ...units }
  })

/** What was typed, from the lines of a draft: `0` beside the first note where an item was counted as none, nothing where it is blank. */
export function enteredOf(
  lines: readonly { itemId: string; counted: string | null; pieces: readonly Piece[]; units?: Units }[],
  items: readonly StockItem[],
): Entered {
  const known = new Map(items.map((item) => [item.id, item]))
  return new Map(
    lines.flatMap(({ itemId, counted, pieces, units = noUnits }) => {
      const [first] = known.get(itemId)?.denominations ?? []
      if (counted === null) return []
      if (known.get(itemId)?.tracking)
        return [[itemId, new Map([['units', isUnnamed(units) ? '0' : listUnits(units).join('\n')]])] as const]
      const typed: [string, string][] = pieces.map(({ kind, faceValue, count }) => [
        `${kind} ${new Exact(faceValue).toFixed()}`,
        String(count),
      ])
      if (typed.length === 0) typed.push([first ? `${first.kind} ${first.faceValue}` : 'amount', counted])
      return [[itemId, new Map(typed)] as const]
    }),
  )
}
