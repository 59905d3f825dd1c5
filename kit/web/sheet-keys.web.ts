import { type KeyboardEvent, useState } from 'react'
import { readPasted, type SheetRow } from '#kit/domain/pasted.domain.ts'

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
export const inputsOf = (table: Element | null): HTMLInputElement[] =>
  Array.from(table?.querySelectorAll<HTMLInputElement>('input[data-field]') ?? [])

type Typed = ReadonlyMap<string, readonly string[]>

/** What its fields hold before anything is typed; where that is nothing, a row that is typed blank again is as it was. */
type TypedRow = SheetRow & { begin?: readonly string[] }

/** What is typed or pasted over the fixed rows of a sheet, so many fields in each, and the pasted lines `left` that were not understood. */
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
    const next = new Map(typed)
    for (const [id, given] of filled)
      next.set(
        id,
        textsOf(id).map((text, at) => given[at] || text),
      )
    keep(next)
  }
  const onPaste = (text: string, row: number, column: number) => {
    const pasted = readPasted(text, rows, { row, column, columns })
    setLeft(pasted.left)
    fillIn(pasted.filled)
  }
  const undo = () => {
    setTyped(new Map())
    setLeft([])
  }
  return { typed, textsOf, set, fillIn, undo, left, onPaste }
}
