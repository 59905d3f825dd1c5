import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { isOfCells, readPasted, type SheetRow } from '#kit/domain/pasted.domain.ts'

/**
 * Goes from one input to another by the keys named, so many inputs on or back, and selects what stands there. Whether it was such
 * a key and there is no input so far.
 */
export function stepBetween(
  event: KeyboardEvent<HTMLInputElement>,
  inputs: readonly HTMLInputElement[],
  steps: Readonly<Record<string, number>>,
): boolean {
  const by = steps[event.key]
  if (by === undefined || event.ctrlKey || event.metaKey) return false
  event.preventDefault()
  const next = inputs[inputs.indexOf(event.currentTarget) + by]
  next?.focus()
  next?.select()
  return next === undefined
}

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
    const inputs = [...(table.current?.querySelectorAll<HTMLInputElement>('tbody input') ?? [])]
    stepBetween(event, inputs, { ArrowDown: columns, Enter: columns, ArrowUp: -columns })
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
