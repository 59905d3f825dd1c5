import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
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

/** The inputs of a table that are gone through. */
export const inputsOf = (table: Element | null) => [
  ...(table?.querySelectorAll<HTMLInputElement>('input[data-field]') ?? []),
]

type Typed = ReadonlyMap<string, readonly string[]>

/** A row of a sheet, and what its fields hold before anything is typed; where that is blank, one typed blank again is as it was. */
interface TypedRow extends SheetRow {
  begin?: readonly string[]
}

/**
 * What is typed over the fixed rows of a sheet, so many fields in each: Enter and the arrows go up and down a column. What is pasted
 * over several cells fills them, and `left` holds the lines of it that were not understood; one value alone is pasted as anywhere.
 */
export function useTypedRows(rows: readonly TypedRow[], columns: number, onType?: (typed: Typed) => void) {
  const [typed, setTyped] = useState<Typed>(new Map())
  const [left, setLeft] = useState<readonly string[]>([])
  const begin = new Map(rows.map((row) => [row.id, row.begin]))
  const textsOf = (id: string) => typed.get(id) ?? begin.get(id) ?? Array.from({ length: columns }, () => '')
  const keep = (next: Typed) => {
    setTyped(next)
    onType?.(next)
  }
  const set = (id: string, now: readonly string[]) => {
    const next = new Map(typed).set(id, now)
    if (!begin.get(id) && now.every((text) => text.trim() === '')) next.delete(id)
    keep(next)
  }
  const fillIn = (filled: Typed) => {
    const merged = [...filled].map(
      ([id, given]) => [id, textsOf(id).map((text, at) => given[at] || text)] as const,
    )
    keep(new Map([...typed, ...merged]))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const inputs = inputsOf(event.currentTarget.closest('table'))
    stepBetween(event, inputs, { ArrowDown: columns, Enter: columns, ArrowUp: -columns })
  }
  const onPaste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text')
    if (!isOfCells(text)) return
    event.preventDefault()
    const pasted = readPasted(text, rows, { row, column, columns })
    setLeft(pasted.left)
    fillIn(pasted.filled)
  }
  const undo = () => {
    setTyped(new Map())
    setLeft([])
  }
  return { typed, textsOf, set, fillIn, undo, left, keys: { onKeyDown, onPaste } }
}
