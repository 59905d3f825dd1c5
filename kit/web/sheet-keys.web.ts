import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { isOfCells, readPasted, type SheetRow } from '#kit/domain/pasted.domain.ts'

/**
 * The keys of a sheet with so many fields in each row: Enter and the arrows go up and down a column. What is pasted over several
 * cells goes to `fill`, and `left` holds the lines of it that were not understood; one value alone is pasted as anywhere.
 */
export function useSheetKeys(
  rows: readonly SheetRow[],
  columns: number,
  fill: (filled: ReadonlyMap<string, readonly string[]>) => void,
) {
  const table = useRef<HTMLTableElement>(null)
  const [left, setLeft] = useState<readonly string[]>([])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowDown: columns, Enter: columns, ArrowUp: -columns }[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const inputs = [...(table.current?.querySelectorAll<HTMLInputElement>('tbody input') ?? [])]
    const next = inputs[inputs.indexOf(event.currentTarget) + by]
    next?.focus()
    next?.select()
  }
  const onPaste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text')
    if (!isOfCells(text)) return
    event.preventDefault()
    const pasted = readPasted(text, rows, { row, column, columns })
    setLeft(pasted.left)
    fill(pasted.filled)
  }
  return { table, onKeyDown, onPaste, left, forgetLeft: () => setLeft([]) }
}
