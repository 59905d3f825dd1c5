import { useDebouncedCallback } from '@mantine/hooks'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { defaultPageSize } from '#kit/contract/list.contract.ts'
import { pageView, reachable } from '#kit/domain/pagination.domain.ts'
import { arrange, matches, nextDirection, parseSort, sortRows } from '#kit/domain/table.domain.ts'
import type { AnyColumn, DataTableProps, SearchEvent } from './columns.web.ts'

const flipped = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
const nothing: ReadonlySet<string> = new Set()

/** From the rows given to the lines shown: search, sort, page, group and details, each by the server or here. */
export function useTableRows<Row extends object>(
  props: DataTableProps<Row>,
  columns: AnyColumn<Row>[],
  keptSize: number | undefined,
) {
  const { rows, rowId, onSort, onSearch, onPage, pagination, groupBy, serverOrdering = true } = props

  const [ownSort, setOwnSort] = useState<readonly string[]>(() => {
    const first = columns.find((column) => column.orderBy)
    return first ? [`${first.key}-${first.orderBy}`] : []
  })
  const sort = parseSort((props.sort ?? ownSort)[0])
  const [open, setOpen] = useState(nothing)
  const [closed, setClosed] = useState(nothing)
  const [search, setSearch] = useState<SearchEvent>({ global: '', columns: {}, ...props.searchValues })
  const tellSearch = useDebouncedCallback((event: SearchEvent) => onSearch?.(event), 250)

  const server = pagination && !pagination.clientSide ? pagination : undefined
  const [ownPage, setOwnPage] = useState(1)
  const [ownLimit, setOwnLimit] = useState(
    () => keptSize ?? (pagination?.clientSide ? pagination.pageSize : undefined) ?? defaultPageSize,
  )

  const wanted = useDeferredValue(search)
  const found = useMemo(() => {
    const empty = wanted.global === '' && Object.keys(wanted.columns).length === 0
    if (onSearch || empty) return rows
    const paths = columns.map((column) => column.key)
    return rows.filter((row) => matches(row, wanted.columns, wanted.global, paths))
    // Whether the server searches matters, not which function tells it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [rows, wanted, columns, !onSearch])

  const column = sort?.column
  const direction = sort?.direction
  const sorted = useMemo(
    () => (serverOrdering || !column || !direction ? found : sortRows(found, column, direction)),
    [found, serverOrdering, column, direction],
  )

  const limit = server?.pageSize ?? ownLimit
  const total = !server
    ? sorted.length
    : server.isEstimate
      ? reachable(server, props.loading ? limit : rows.length)
      : server.totalItems
  const page = pageView({
    itemsPerPage: limit,
    currentPage: server?.pageNum ?? ownPage,
    totalItems: total,
    maxLinks: props.pageLinks ?? 5,
  })
  const shown = useMemo(
    () => (pagination?.clientSide ? sorted.slice((page.page - 1) * limit, page.page * limit) : sorted),
    [pagination?.clientSide, sorted, page.page, limit],
  )
  const lines = useMemo(
    () => arrange(shown, rowId, { ...(groupBy ? { groupBy } : {}), open, closed }),
    // A new function for the same id changes no line.
    // oxlint-disable-next-line react/exhaustive-deps
    [shown, groupBy, open, closed],
  )

  const goTo = (next: number, nextLimit = limit) => {
    setOwnPage(next)
    setOwnLimit(nextLimit)
    onPage?.({ page: next, limit: nextLimit })
  }
  const mustCorrect = server !== undefined && !props.loading && server.pageNum !== page.page
  useEffect(() => {
    if (mustCorrect) goTo(page.page)
    // One event for one wrong page, not for every new function.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [mustCorrect, page.page])

  return {
    lines,
    /** The rows of the page, which "select all" is about. */
    shown,
    /** Rows before the first one here, on earlier pages. */
    offset: pagination ? (page.page - 1) * limit : 0,
    total,
    isEstimate: server?.isEstimate ?? false,
    page,
    limit,
    goTo,
    sort,
    /** Moves the column to its next direction; no other column stays sorted. */
    toggleSort: (key: string) => {
      const now = sort?.column === key ? sort.direction : undefined
      const next = nextDirection(now, props.threeWaySort ?? false)
      const list = next ? [`${key}-${next}`] : []
      setOwnSort(list)
      if (!server) setOwnPage(1)
      onSort?.(list)
    },
    search,
    find: (next: SearchEvent) => {
      const filled = Object.entries(next.columns).filter(([, value]) => value !== '')
      const event = { global: next.global, columns: Object.fromEntries(filled) }
      setSearch(event)
      if (!server) setOwnPage(1)
      tellSearch(event)
    },
    toggleDetails: (id: string) => setOpen((set) => flipped(set, id)),
    toggleGroup: (id: string) => setClosed((set) => flipped(set, id)),
  }
}
export type RowModel<Row extends object> = ReturnType<typeof useTableRows<Row>>
