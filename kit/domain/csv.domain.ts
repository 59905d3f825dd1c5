import { Refusal } from './refusal.domain.ts'
import { tableBounds as most } from './tables.domain.ts'

/**
 * Rows of comma-separated text that comes in pieces. A quoted value may hold lines; `""` in it is a quotation mark.
 * @throws Refusal TABLE_CELL, TABLE_WIDE, or TABLE_QUOTE where a quotation mark is never closed; each with the row
 */
export function csvReader(delimiter: string, mostOfCell: number = most.cell) {
  const special = new RegExp(`[\\${delimiter}\r\n]`, 'g')
  let cells: string[] = []
  let [cell, held, isQuoted, row] = ['', '', false, 1]

  const take = (part: string) => {
    if (cell.length + part.length > mostOfCell) throw new Refusal('TABLE_CELL', { row, most: mostOfCell })
    cell += part
  }
  const endCell = () => {
    if (cells.length >= most.columns) throw new Refusal('TABLE_WIDE', { row, most: most.columns })
    cells.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    const ended = cells
    cells = []
    row += 1
    return ended
  }

  /** Reads on within quotation marks; answers where. A mark at the very end may be the first of two. */
  function quoted(text: string, at: number, isLast: boolean): number {
    const end = text.indexOf('"', at)
    take(text.slice(at, end < 0 ? undefined : end))
    if (end < 0) return text.length
    if (end + 1 === text.length && !isLast) held = '"'
    else if (text[end + 1] === '"') {
      take('"')
      return end + 2
    } else isQuoted = false
    return end + 1
  }

  /** The rows that end in this piece. */
  function* push(piece: string, isLast = false): Generator<string[]> {
    const text = held + piece
    held = ''
    let at = 0
    while (at < text.length) {
      if (isQuoted) at = quoted(text, at, isLast)
      else if (cell === '' && text[at] === '"') {
        isQuoted = true
        at += 1
      } else {
        special.lastIndex = at
        const end = special.exec(text)?.index ?? text.length
        take(text.slice(at, end))
        at = end + 1
        const mark = text[end]
        if (mark === '\r' && at === text.length && !isLast) held = mark
        else if (mark === delimiter) endCell()
        else if (mark !== undefined) {
          if (mark === '\r' && text[at] === '\n') at += 1
          yield endRow()
        }
      }
    }
  }

  return {
    push: (piece: string) => push(piece),
    /** The last row, where no line end follows it. */
    *end(): Generator<string[]> {
      yield* push('', true)
      if (isQuoted) throw new Refusal('TABLE_QUOTE', { row })
      if (cell !== '' || cells.length > 0) yield endRow()
    },
  }
}
