import { useEffect } from 'react'
import type { ReactNode } from 'react'
import type { Pagination } from '#kit/contract/list.contract.ts'
import type { Direction, Path, ValueAt } from '#kit/domain/table.domain.ts'

export type TooltipDirection = 'top' | 'right' | 'bottom' | 'left'

/** What a column says (specification 001, 3), for one key and the type of its value. */
export interface ColumnShape<Row, Key extends string, Value> {
  /** Dotted path to the value; also the column's name in sort and search events. */
  key: Key
  title: string
  /** Text in the empty search input of the column. */
  placeholder?: string
  /** Width in pixels. Without it the column starts at 150 and shares what room is left. */
  width?: number
  /** `true` pins to the start. */
  pinned?: boolean | 'start' | 'end'
  orderEnabled?: boolean
  searchEnabled?: boolean
  /** Direction the table is first sorted in by this column. */
  orderBy?: Direction
  /** Explains the column when its title is hovered or focused. */
  tooltipMessage?: string
  tooltipDirection?: TooltipDirection
  /** Class for the column's cells, for its header too when asked. */
  cssClass?: { name: string; includeHeader?: boolean }
  cellTemplate?(value: Value, row: Row): ReactNode
  /** Something to act on beside the title; a column that names it without giving it is reported. */
  headerActionTemplate?: (() => ReactNode) | undefined
  /** `end` for numbers: right-aligned, tabular figures. */
  align?: 'start' | 'center' | 'end'
  /** Starts hidden; the column chooser can show it. */
  hidden?: boolean
  /** Stands before the others where there is no room for all, as on a phone. */
  narrow?: boolean
}

/** A column of a table of `Row`: the key is one of the row's paths, the value of `cellTemplate` has that path's type. */
export type Column<Row> = { [P in Path<Row>]: ColumnShape<Row, P, ValueAt<Row, P>> }[Path<Row>]

/** A column as the table itself sees it. */
export type AnyColumn<Row> = ColumnShape<Row, string, unknown>

export interface MenuEntry {
  label: string
  onSelect: () => void
  icon?: ReactNode
  /** Shown at the end of the entry; the page itself listens to it. */
  shortcut?: string
  danger?: boolean
  disabled?: boolean
}

export interface SearchEvent {
  global: string
  /** By column key; empty ones are left out. */
  columns: Record<string, string>
}

/** A page of rows from the server, or all rows and the table cuts the pages. */
export type PageSource =
  | (Pick<Pagination, 'pageSize' | 'pageNum' | 'totalItems' | 'isEstimate'> & { clientSide?: false })
  | { clientSide: true; pageSize?: number }

/**
 * `columns`, and the functions that render, should keep their identity between renders: a new one draws all visible rows
 * again.
 */
export interface DataTableProps<Row extends object> {
  /** Name of the table for a screen reader. */
  label: string
  columns: readonly Column<Row>[]
  /** One page from the server, or all rows when `pagination` is absent or client-side. */
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Skeleton rows when there are none yet, a bar over the rows when there are. */
  loading?: boolean
  /** Shown in place of the rows. */
  error?: ReactNode
  emptyState?: ReactNode

  /** List of `column-direction`, at most one; absent: the table keeps it. */
  sort?: readonly string[]
  onSort?: (sort: string[]) => void
  ordering?: boolean
  /** Off: the table sorts the rows itself. */
  serverOrdering?: boolean
  threeWaySort?: boolean

  pagination?: PageSource
  onPage?: (event: { page: number; limit: number }) => void
  rangeSelector?: boolean
  pageLinks?: number

  /** The row of search inputs, for columns with `searchEnabled`. */
  search?: boolean
  globalSearch?: boolean
  searchValues?: Partial<SearchEvent>
  /** Called a quarter of a second after the last keystroke; without it the table filters the rows itself. */
  onSearch?: (event: SearchEvent) => void

  selection?: 'none' | 'single' | 'multiple'
  selected?: readonly string[]
  onSelect?: (ids: string[]) => void
  /** Asks before selecting all; a text replaces the usual question. */
  selectAllConfirm?: boolean | string
  /** A bar over the pagination while rows are selected. */
  bulkActions?: (ids: readonly string[], clear: () => void) => ReactNode

  /** Details below a row; a click on the row opens them unless `onRowClick` is given. */
  expand?: (row: Row) => ReactNode
  detailsArrow?: boolean
  /** Field whose equal values are put under one group header. */
  groupBy?: Path<Row>

  /** What can be done with a row; a row without entries has no menu. */
  contextMenu?: (row: Row) => MenuEntry[]
  /** Shows `rowActions` in a column at the end; on when they are given. */
  additionalActions?: boolean
  rowActions?: (row: Row) => ReactNode
  /** Width of the actions column in pixels. */
  rowActionsWidth?: number
  onRowClick?: (row: Row) => void
  /** Enter on a row, or a double click. */
  onRowActivate?: (row: Row) => void

  /** Footer cells by column key. */
  summary?: Partial<Record<Path<Row>, ReactNode>>
  /** Beside the global search, above the table. */
  toolbar?: ReactNode
  /** The button that shows, hides, orders and pins columns. */
  columnChooser?: boolean

  header?: boolean
  hover?: boolean
  striped?: boolean
  bordered?: boolean
  density?: 'compact' | 'normal' | 'relaxed'
  /** Height of a container: CSS length, pixels, or `auto` for as high as the rows. */
  height?: number | string
  /** Pixels the page's other elements take when `height` is absent: viewport less 135 less these. */
  otherHeight?: number
  /** Says which rows these are, apart from order and page: another text clears the selection and scrolls to the top. */
  listed?: string
  /** The row that is stood on at first, and has the focus if nothing else has; and each one stood on after it. */
  activeRow?: string
  onActiveRow?: (id: string) => void
  /** Turns persistence on: widths, order, visibility, pinning and page size are kept under this name. */
  persistKey?: string
}

const report = (problem: string) => {
  // oxlint-disable-next-line eslint/no-console -- specification 001, 8: these are messages to the developer
  console.error(`DataTable: ${problem}`)
}

/** Tells the developer about a table that is put together wrongly (specification 001, 8). */
export function useConfigCheck<Row extends object>(props: DataTableProps<Row>, columns: AnyColumn<Row>[]) {
  const { columns: given, searchValues, additionalActions, rowActions } = props
  useEffect(() => {
    if (!given) report('the required property "columns" is missing.')
    for (const column of columns) {
      if ('headerActionTemplate' in column && !column.headerActionTemplate)
        report(`the header-action template of column "${column.key}" is missing.`)
    }
    if (additionalActions && !rowActions)
      report('"additionalActions" is on, but the template "rowActions" is missing.')
    for (const key of Object.keys(searchValues?.columns ?? {})) {
      if (!columns.some((column) => column.key === key && column.searchEnabled))
        report(`there is no search input for column "${key}": no such column, or its search is off.`)
    }
  }, [given, columns, searchValues, additionalActions, rowActions])
}
