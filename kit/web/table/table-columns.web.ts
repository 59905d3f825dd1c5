import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ColumnDef } from '@tanstack/react-table'
import { useEffect, useMemo, useState } from 'react'
import type { CSSProperties } from 'react'
import { pageSizes } from '#kit/contract/list.contract.ts'
import { isFlag, isOneOf, isRecordOf, isTexts, readKept } from '../kept-parts.web.ts'
import type { AnyColumn } from './columns.web.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
})

/** Specification 001, 9: a pinned column is offset by 150 pixels for each column before it. */
const defaultWidth = 150
const minWidth = 48
const noRows: object[] = []

/** A visible column with its place; widths and offsets are CSS variables, so that resizing draws no row again. */
export interface Placed<Row> extends AnyColumn<Row> {
  style: CSSProperties
  isPinned: false | 'start' | 'end'
  /** The first one pinned to the end: room that is left stays before it. */
  firstAtEnd: boolean
}

/** What is kept for a person between visits. */
interface Kept {
  columnSizing?: Record<string, number>
  columnOrder?: string[]
  columnVisibility?: Record<string, boolean>
  columnPinning?: { start: string[]; end: string[] }
  pageSize?: number
}

/** What is hidden as long as nobody has shown it. */
const hiddenOf = <Row>(columns: AnyColumn<Row>[]): Record<string, boolean> =>
  Object.fromEntries(columns.filter((column) => column.hidden).map(({ key }) => [key, false]))

const storageKey = (persistKey: string) => `agio.table.${persistKey}`

const isWidth = (value: unknown): value is number =>
  typeof value === 'number' && value >= minWidth && value < 1e4
const isPinning = (value: unknown): value is Required<Kept>['columnPinning'] => {
  const { start, end } = (value ?? {}) as Record<string, unknown>
  return isTexts(start) && isTexts(end)
}

const keptOf = (persistKey: string | undefined): Kept =>
  persistKey === undefined
    ? {}
    : readKept<Required<Kept>>(localStorage.getItem(storageKey(persistKey)), {
        columnSizing: isRecordOf(isWidth),
        columnOrder: isTexts,
        columnVisibility: isRecordOf(isFlag),
        columnPinning: isPinning,
        pageSize: isOneOf<number>(pageSizes),
      })

/** Page size a person chose earlier for the table of this name, for the first call to the server. */
export const readPageSize = (persistKey: string): number | undefined => {
  const { pageSize } = keptOf(persistKey)
  return pageSizes.find((size) => size === pageSize)
}

/**
 * Order, visibility, pinning and widths of the columns, on TanStack Table, kept in the browser when `persistKey` is given.
 * `lead` and `tail` are the pixels that the table's own columns take at both ends.
 */
export function useTableColumns<Row extends object>(
  columns: AnyColumn<Row>[],
  options: { lead: number; tail: number; persistKey: string | undefined; pageSize: number | undefined },
) {
  const { lead, tail, persistKey, pageSize } = options
  const defs = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, object> => ({
        id: column.key,
        accessorFn: () => null,
        size: column.width ?? defaultWidth,
        minSize: minWidth,
      })),
    [columns],
  )
  const [initial] = useState(() => {
    const kept = keptOf(persistKey)
    const keys = columns.map((column) => column.key)
    const known = (ids: string[] | undefined) => ids?.filter((id) => keys.includes(id))
    const pinned = (side: 'start' | 'end') =>
      columns.filter((c) => (c.pinned === true ? 'start' : c.pinned) === side).map((c) => c.key)
    return {
      columnOrder: known(kept.columnOrder) ?? [],
      columnSizing: kept.columnSizing ?? {},
      columnVisibility: { ...hiddenOf(columns), ...kept.columnVisibility },
      columnPinning: {
        start: known(kept.columnPinning?.start) ?? pinned('start'),
        end: known(kept.columnPinning?.end) ?? pinned('end'),
      },
    }
  })
  const table = useTable(
    { features, columns: defs, data: noRows, initialState: initial, columnResizeMode: 'onChange' },
    ({ columnOrder, columnPinning, columnSizing, columnVisibility }) => ({
      columnOrder,
      columnPinning,
      columnSizing,
      columnVisibility,
    }),
  )
  const { columnOrder, columnPinning, columnSizing, columnVisibility } = table.state

  useEffect(() => {
    if (!persistKey) return
    const kept: Kept = { columnOrder, columnPinning, columnSizing, columnVisibility, pageSize }
    localStorage.setItem(storageKey(persistKey), JSON.stringify(kept))
  }, [persistKey, columnOrder, columnPinning, columnSizing, columnVisibility, pageSize])

  const sized = Object.keys(columnSizing).length > 0
  const placed = useMemo(() => {
    const centre = table.getCenterVisibleLeafColumns()
    const visible = [...table.getStartVisibleLeafColumns(), ...centre, ...table.getEndVisibleLeafColumns()]
    const grows = centre.filter((c) => columns.find((column) => column.key === c.id)?.width === undefined)
    const growing = new Set((grows.length > 0 ? grows : centre.slice(-1)).map((column) => column.id))
    let seenEnd = false
    return visible.flatMap((column): Placed<Row>[] => {
      const at = columns.findIndex((candidate) => candidate.key === column.id)
      const own = columns[at]
      if (!own) return []
      const isPinned = column.getIsPinned()
      const style: CSSProperties = { flex: `${!sized && growing.has(column.id) ? 1 : 0} 0 var(--w${at})` }
      if (isPinned === 'start') style.insetInlineStart = `var(--o${at})`
      if (isPinned === 'end') style.insetInlineEnd = `var(--o${at})`
      const firstAtEnd = isPinned === 'end' && !seenEnd
      seenEnd ||= firstAtEnd
      return [{ ...own, style, isPinned, firstAtEnd }]
    })
    // The state read through the table's methods decides; `table` itself changes with every state.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [columns, columnOrder, columnPinning, columnVisibility, sized])

  const variables: Record<string, string> = {}
  for (const [at, { key }] of columns.entries()) {
    const column = table.getColumn(key)
    if (!column) continue
    const isPinned = column.getIsPinned()
    variables[`--w${at}`] = `${Math.max(minWidth, column.getSize())}px`
    if (isPinned === 'start') variables[`--o${at}`] = `${lead + column.getStart('start')}px`
    if (isPinned === 'end') variables[`--o${at}`] = `${tail + column.getAfter('end')}px`
  }
  variables['--total'] = `${lead + table.getTotalSize() + tail}px`

  return {
    placed,
    variables,
    /** Every column in its order, hidden ones too. */
    all: table.getAllLeafColumns(),
    order: (ids: string[]) => table.setColumnOrder(ids),
    reset: () => {
      table.resetColumnSizing(true)
      table.resetColumnOrder(true)
      table.setColumnVisibility(hiddenOf(columns))
      table.setColumnPinning({
        start: columns.filter((c) => c.pinned === true || c.pinned === 'start').map((c) => c.key),
        end: columns.filter((c) => c.pinned === 'end').map((c) => c.key),
      })
    },
    /** Fixes the widths as they are on screen, so that changing one moves no other. */
    freeze: (widths: Record<string, number>) => table.setColumnSizing((old) => ({ ...widths, ...old })),
    resize: (key: string, by: number) => {
      const width = Math.max(minWidth, (table.getColumn(key)?.getSize() ?? defaultWidth) + by)
      table.setColumnSizing((old) => ({ ...old, [key]: width }))
      return width
    },
    dragHandler: (key: string) =>
      table
        .getFlatHeaders()
        .find((header) => header.column.id === key)
        ?.getResizeHandler(),
  }
}
export type ColumnModel = ReturnType<typeof useTableColumns>
