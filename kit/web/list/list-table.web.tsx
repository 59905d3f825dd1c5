import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Columns, Page } from '#kit/contract/list.contract.ts'
import { messageOf } from '../failures.web.ts'
import { EmptyState, ErrorState } from '../parts.web.tsx'
import { type Column, DataTable, type DataTableProps } from '../table/data-table.web.tsx'
import { type Texts, useTexts } from '../texts.web.ts'
import { type AnyFact, type Fact, isNumeric, showValue } from '../values.web.tsx'

/** A column of a list: a fact of the row, and how wide it is. It is sorted by when the endpoint can sort by it. */
export type ListColumn<Row> = Fact<Row> & {
  width?: number
  pinned?: boolean | 'start' | 'end'
  /** Starts hidden; the column chooser can show it. */
  hidden?: boolean
}

export interface ListTableProps<Row extends object> extends Omit<
  DataTableProps<Row>,
  'columns' | 'rows' | 'rowId' | 'loading' | 'error' | 'pagination' | 'label'
> {
  /** Where the texts of the columns are: `fields.*`, `values.*.*`. */
  texts: string
  label: string
  columns: readonly ListColumn<Row>[]
  /** What the endpoint can sort by. */
  sortable?: Columns
  /** The page asked for, with `keepPreviousData`. */
  query: UseQueryResult<Page<Row>>
  pageNum: number
  pageSize: number
  rowId?: (row: Row) => string
  /** One sentence why there is nothing, or what fills it. */
  emptyState: ReactNode
}

/** The table of a list, wherever its page is kept. Rows that could not be fetched again stay; without any it offers to try again. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { texts: place, columns, sortable = noColumns, query, pageNum, pageSize, emptyState, ...rest } = props
  const texts = useTexts(place)
  const { items, pagination } = query.data ?? { items: noItems, pagination: undefined }
  const tableColumns = useTableColumns(columns, sortable, texts)
  const hasFailed = !query.data && query.error !== null
  return (
    <DataTable<Row>
      rowId={idOf}
      {...rest}
      columns={tableColumns}
      rows={items}
      loading={query.isPending || query.isPlaceholderData}
      error={
        hasFailed && <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
      }
      emptyState={typeof emptyState === 'string' ? <EmptyState text={emptyState} /> : emptyState}
      pagination={
        hasFailed
          ? undefined
          : {
              pageNum,
              pageSize,
              totalItems: pagination?.totalItems ?? 0,
              isEstimate: pagination?.isEstimate,
            }
      }
    />
  )
}

const noColumns: Columns = {}
const noItems: never[] = []
const idOf = (row: object) => (row as { id: string }).id

/** The columns of the list as the table takes them; the same ones as long as the screen's own do not change. */
function useTableColumns<Row>(given: readonly ListColumn<Row>[], sortable: Columns, texts: Texts) {
  return useMemo(
    () =>
      (given as readonly unknown[] as (AnyFact<Row> & ListColumn<Row>)[]).map((column, at) => ({
        key: column.key,
        title: texts(`fields.${column.key}`),
        width: column.width,
        pinned: column.pinned,
        hidden: column.hidden,
        // On a phone: what the row is called, and how it stands.
        narrow: at === 0 || column.kind === 'badge',
        orderEnabled: column.key in sortable,
        align: isNumeric(column.kind) ? 'end' : 'start',
        cellTemplate: (_: unknown, row: Row) => showValue(column, row, texts),
      })) as unknown as Column<Row>[],
    [given, sortable, texts],
  )
}
