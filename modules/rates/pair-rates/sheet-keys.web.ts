import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { pasted, type SheetRow } from './typed.domain.ts'

/**
 * The keys of a sheet with so many fields in each row: Enter and the arrows go up and down a column. What is pasted over several
 * cells goes to `fill`; one value alone is pasted as anywhere.
 */
export function useSheetKeys(
  rows: readonly SheetRow[],
  columns: number,
  fill: (filled: ReadonlyMap<string, readonly string[]>) => void,
) {
  const table = useRef<HTMLTableElement>(null)
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
    if (!/[\t\r\n]/.test(text.trim())) return
    event.preventDefault()
    fill(pasted(text, rows, { row, column, columns }))
  }
  return { table, onKeyDown, onPaste }
}
