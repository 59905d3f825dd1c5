import { Exact } from '#kit/domain/decimals.domain.ts'
import { type Piece, type StockItem, totalOf } from './items.domain.ts'

/** What was typed beside each note and coin, by item and then by `note 100`; `amount` where a currency has none. */
export type Entered = ReadonlyMap<string, ReadonlyMap<string, string>>

type Denominated = Pick<StockItem, 'denominations'>

const isCount = (text: string) => /^\d{1,7}$/.test(text) && Number(text) <= 1_000_000

/** The pieces that were typed; what is no number is left out. */
export const piecesOf = ({ denominations }: Denominated, typed: ReadonlyMap<string, string>): Piece[] =>
  denominations.flatMap(({ kind, faceValue }) => {
    const text = typed.get(`${kind} ${faceValue}`)?.trim() ?? ''
    return isCount(text) && Number(text) > 0 ? [{ kind, faceValue, count: Number(text) }] : []
  })

/** The sum of what was typed for an item, running along. */
export const runningTotal = (item: Denominated, typed: ReadonlyMap<string, string>): string =>
  item.denominations.length > 0 ? totalOf(piecesOf(item, typed)) : plainOf(typed.get('amount') ?? '')

const plainOf = (text: string) => {
  const plain = text.replaceAll(/[,\s]/g, '')
  return /^\d{1,14}(\.\d{1,4})?$/.test(plain) ? new Exact(plain).toFixed() : '0'
}

/** Whether what was typed beside one note or coin can be a count. */
export const isEntry = (text: string): boolean => text.trim() === '' || isCount(text.trim())

/** The lines as a count takes them; an item of which nothing was typed is counted as none. */
export const linesOf = (entered: Entered, items: readonly StockItem[]) =>
  items.map((item) => {
    const typed = entered.get(item.id) ?? new Map<string, string>()
    const pieces = piecesOf(item, typed)
    return { itemId: item.id, quantity: runningTotal(item, typed), pieces }
  })
