import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Line } from '#kit/domain/table.domain.ts'
import { Body } from './body.web.tsx'
import { useConfigCheck } from './columns.web.ts'
import type { AnyColumn, DataTableProps } from './columns.web.ts'
import { Header } from './header.web.tsx'
import { cellClass, Skeleton } from './lines.web.tsx'
import type { LineContext } from './lines.web.tsx'
import { PaginationBar } from './pagination-bar.web.tsx'
import { ChooserButton, RowMenu } from './opened.web.tsx'
import type { MenuPlace } from './row-menu.web.tsx'
import { Foot, SelectAll, useSelection } from './selection.web.tsx'
import { readPageSize, useTableColumns } from './table-columns.web.ts'
import { useTableRows } from './table-rows.web.ts'
import controls from './controls.module.css'
import classes from './table.module.css'

export type { Column, DataTableProps, MenuEntry } from './columns.web.ts'
export { readPageSize } from './table-columns.web.ts'

const rowHeights = { compact: 30, normal: 36, relaxed: 44 }
const arrowWidth = 32
const selectWidth = 40
const noColumns: [] = []
const noEntries: [] = []

/**
 * The table of every list (specification 001, 2.6 and 9): sorted, searched, selected, expanded, grouped, its columns
 * arranged by the person. Draws only the lines in view, so 100,000 rows are as quick as 20.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { t } = useTranslation('kit')
  const {
    header = true,
    ordering = true,
    selection: mode = 'none',
    density = 'normal',
    loading = false,
  } = props
  const { rowId, rowActions, contextMenu, expand, detailsArrow = false, persistKey, pagination } = props
  // `Column` ties each key to its value for the caller; in here a column is any column.
  const columns = (props.columns ?? noColumns) as readonly unknown[] as AnyColumn<Row>[]
  useConfigCheck(props, columns)

  const name = useId()
  const area = useRef<HTMLDivElement>(null)
  const [told, setTold] = useState('')
  const [menu, setMenu] = useState<MenuPlace>()
  const anchor = useRef<string>(undefined)

  const arrow = detailsArrow && expand !== undefined
  const leadWidth = (arrow ? arrowWidth : 0) + (mode === 'none' ? 0 : selectWidth)
  const [keptSize] = useState(() => (persistKey ? readPageSize(persistKey) : undefined))
  const rows = useTableRows(props, columns, keptSize)
  const { shown } = rows
  // Nobody may do anything with any of the rows: then there is no column for it.
  const hasMenu = useMemo(
    () =>
      contextMenu !== undefined && (shown.length === 0 || shown.some((row) => contextMenu(row).length > 0)),
    [contextMenu, shown],
  )
  const tail = props.additionalActions ?? (rowActions !== undefined || hasMenu)
  const tailWidth = tail ? (props.rowActionsWidth ?? 44) : 0
  const pageSize = pagination ? rows.limit : undefined
  const model = useTableColumns(columns, { lead: leadWidth, tail: tailWidth, persistKey, pageSize })
  const { placed } = model

  const selection = useSelection(props.selected)
  const select = (ids: ReadonlySet<string>) => {
    selection.set(ids)
    props.onSelect?.([...ids])
  }
  const choose = (id: string, index: number, range: boolean) => {
    if (mode === 'none') return
    if (mode === 'single') return select(new Set([id]))
    const next = new Set(selection.get())
    const on = !next.has(id)
    const start = rows.lines.findIndex((line) => line.kind === 'row' && line.id === anchor.current)
    const from = range && start >= 0 ? start : index
    for (const line of rows.lines.slice(Math.min(from, index), Math.max(from, index) + 1)) {
      if (line.kind !== 'row') continue
      if (on) next.add(line.id)
      else next.delete(line.id)
    }
    anchor.current = id
    select(next)
  }
  // Rows are drawn again when their context changes, so it calls the newest function without holding it.
  const latest = useRef(choose)
  useLayoutEffect(() => {
    latest.current = choose
  })
  const wasListed = useRef(props.listed)
  useEffect(() => {
    if (wasListed.current === props.listed) return
    wasListed.current = props.listed
    if (selection.get().size > 0) select(new Set())
  })
  const grouped = props.groupBy !== undefined
  const context = useMemo(
    (): LineContext<Row> => ({
      placed,
      selection,
      mode,
      group: name,
      arrow,
      expand,
      grouped,
      tail,
      rowActions,
      menu: contextMenu,
      t,
      choose: (...chosen) => latest.current(...chosen),
    }),
    [placed, selection, mode, name, arrow, expand, grouped, tail, rowActions, contextMenu, t],
  )

  const toggle = (line: Line<Row>) => {
    if (line.kind === 'group') rows.toggleGroup(line.id)
    else if (expand) rows.toggleDetails(line.id)
  }
  const openMenu = (line: Line<Row>, row: HTMLElement, at?: { x: number; y: number }) => {
    const box = row.getBoundingClientRect()
    const place = at ?? { x: Math.max(box.left, 0) + leadWidth + 12, y: box.bottom - 4 }
    setMenu({ ...place, row, entries: contextMenu?.(line.row) ?? noEntries })
  }
  const lead = (titles: boolean) => {
    const Cell = titles ? 'th' : 'td'
    const role = titles ? 'columnheader' : 'gridcell'
    return (
      <>
        {arrow && (
          <Cell role={role} className={classes['lead']} data-part="arrow">
            {titles && <span className={controls['hidden']}>{t('table.details')}</span>}
          </Cell>
        )}
        {mode !== 'none' && (
          <Cell role={role} className={classes['lead']} data-part="select">
            {titles && mode === 'single' && <span className={controls['hidden']}>{t('table.select')}</span>}
            {titles && mode === 'multiple' && (
              <SelectAll
                selection={selection}
                ids={() => rows.shown.map(rowId)}
                confirm={props.selectAllConfirm ?? false}
                onChange={select}
              />
            )}
          </Cell>
        )}
      </>
    )
  }

  const rowHeight = rowHeights[density]
  const search = props.search ?? false
  const headRows = header ? 1 + Number(search) : 0
  const headHeight = headRows * Math.max(rowHeight, 36)
  const { summary, toolbar, globalSearch, columnChooser = true } = props
  const empty = rows.lines.length === 0
  const extra = rows.lines.length - rows.shown.length
  const rowCount = rows.isEstimate ? -1 : headRows + rows.total + extra + Number(summary !== undefined)
  const height =
    props.height === 'auto'
      ? undefined
      : (props.height ?? `calc(100dvh - 135px - ${props.otherHeight ?? 0}px)`)
  const style: CSSProperties & Record<`--${string}`, string> = {
    ...model.variables,
    '--row': `${rowHeight}px`,
    '--head': `${headHeight}px`,
    '--arrow': `${arrow ? arrowWidth : 0}px`,
    '--tail': `${tailWidth}px`,
    height,
  }
  const state = props.error || (empty && !loading ? (props.emptyState ?? t('table.noResults')) : undefined)

  return (
    <div
      className={`${classes['root']} ${controls['tokens']}`}
      style={style}
      data-hover={props.hover ?? true}
      data-striped={props.striped ?? true}
      data-bordered={props.bordered ?? true}
      data-auto={props.height === 'auto'}
    >
      {(toolbar !== undefined || globalSearch || columnChooser) && (
        <div className={controls['toolbar']}>
          {globalSearch && (
            <input
              type="search"
              className={controls['search']}
              placeholder={t('table.search')}
              aria-label={t('table.searchAll')}
              value={rows.search.global}
              onChange={(event) => rows.find({ ...rows.search, global: event.currentTarget.value })}
            />
          )}
          <div className={controls['tools']}>{toolbar}</div>
          {columnChooser && <ChooserButton columns={columns} model={model} />}
        </div>
      )}
      <div className={classes['frame']}>
        <div ref={area} className={classes['area']} aria-busy={loading} data-still={loading && empty}>
          <table
            role={grouped || expand ? 'treegrid' : 'grid'}
            aria-label={props.label}
            aria-rowcount={rowCount}
            aria-multiselectable={mode === 'multiple' ? true : undefined}
            className={classes['table']}
          >
            {header && (
              <Header
                placed={placed}
                model={model}
                rows={rows}
                ordering={ordering}
                search={search}
                lead={lead}
                tail={tail}
                tell={setTold}
              />
            )}
            {loading && empty && (
              <Skeleton placed={placed} lead={lead(false)} rows={Math.min(rows.limit, 30)} />
            )}
            {!empty && !props.error && (
              <Body
                lines={rows.lines}
                context={context}
                groupBy={props.groupBy}
                scroller={area}
                rowHeight={rowHeight}
                headHeight={headHeight}
                footHeight={summary ? rowHeight : 0}
                headRows={headRows}
                offset={rows.offset}
                resetKey={`${props.listed} ${rows.page.page} ${rows.limit} ${rows.sort?.column} ${rows.sort?.direction}`}
                activeRow={props.activeRow}
                onActiveRow={props.onActiveRow}
                toggle={toggle}
                openMenu={openMenu}
                onRowClick={props.onRowClick}
                onRowActivate={props.onRowActivate}
              />
            )}
            {summary && (
              <tfoot className={classes['foot']} role="rowgroup">
                <tr role="row" className={classes['row']}>
                  {lead(false)}
                  {placed.map((column) => (
                    <td
                      key={column.key}
                      role="gridcell"
                      className={cellClass(column, classes['td'])}
                      style={column.style}
                    >
                      {(summary as Record<string, ReactNode>)[column.key]}
                    </td>
                  ))}
                  {tail && <td role="gridcell" className={classes['tail']} />}
                </tr>
              </tfoot>
            )}
          </table>
          {state !== undefined && (
            <div className={controls['state']} role={props.error ? 'alert' : 'status'}>
              {state}
            </div>
          )}
        </div>
        {loading && (
          <div className={controls['loading']} role="status" data-over={!empty}>
            {t('table.loading')}
          </div>
        )}
      </div>
      {(pagination || props.bulkActions) && (
        <Foot selection={selection} onClear={() => select(new Set())} bulkActions={props.bulkActions}>
          {pagination && (
            <PaginationBar
              page={rows.page}
              limit={rows.limit}
              total={rows.total}
              isEstimate={rows.isEstimate}
              rangeSelector={props.rangeSelector ?? true}
              onGo={rows.goTo}
            />
          )}
        </Foot>
      )}
      <span role="status" className={controls['hidden']}>
        {told}
      </span>
      <RowMenu place={menu} onClose={() => setMenu(undefined)} />
    </div>
  )
}
