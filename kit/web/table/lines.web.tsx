import { IconChevronRight, IconDots } from '@tabler/icons-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { textOf, valueAt } from '#kit/domain/table.domain.ts'
import { useIsSelected } from './selection.web.tsx'
import type { Selection } from './selection.web.tsx'
import type { MenuEntry } from './columns.web.ts'
import type { Placed } from './table-columns.web.ts'
import controls from './controls.module.css'
import classes from './table.module.css'

/** What all lines of a table share; the same object as long as nothing of it changes. */
export interface LineContext<Row> {
  placed: Placed<Row>[]
  selection: Selection
  mode: 'none' | 'single' | 'multiple'
  /** Name that joins the radio buttons. */
  group: string
  arrow: boolean
  expand: ((row: Row) => ReactNode) | undefined
  grouped: boolean
  tail: boolean
  rowActions: ((row: Row) => ReactNode) | undefined
  menu: ((row: Row) => MenuEntry[]) | undefined
  /** Here and not by a hook in every row: a subscription for each would be felt when scrolling. */
  t: TFunction<'kit'>
  choose: (id: string, index: number, range: boolean) => void
}

/** Where a line is. */
interface Place {
  index: number
  /** Pixels from the top of the body. */
  start: number
  rowIndex: number
  active: boolean
}

const join = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

/** Classes of a cell: alignment, pinning, and the column's own when `own`. */
export const cellClass = <Row,>(column: Placed<Row>, base: string | undefined, own = true) =>
  join(
    base,
    column.align && classes[column.align],
    column.isPinned && classes['pinned'],
    column.isPinned === 'end' && classes['atEnd'],
    column.firstAtEnd && classes['firstAtEnd'],
    column.narrow && classes['narrow'],
    own && column.cssClass?.name,
  )

/** Value of a row's column as it is shown. */
export const displayValue = <Row,>(column: Placed<Row>, row: Row): ReactNode => {
  const value = valueAt(row, column.key)
  return column.cellTemplate ? column.cellTemplate(value, row) : textOf(value)
}

interface RowProps<Row> extends Place {
  context: LineContext<Row>
  row: Row
  id: string
  /** Which row of all it is, counted from 1. */
  place: number
  odd: boolean
  open: boolean
}

function PlainRow<Row>(props: RowProps<Row>) {
  const { context, row, id, place, odd, open, index, start, rowIndex, active } = props
  const { mode, placed, t } = context
  const selected = useIsSelected(context.selection, id)
  return (
    <tr
      role="row"
      className={join(classes['row'], classes['line'])}
      style={{ transform: `translateY(${start}px)` }}
      data-index={index}
      data-odd={odd}
      tabIndex={active ? 0 : -1}
      aria-rowindex={rowIndex}
      aria-level={context.grouped ? 2 : undefined}
      aria-selected={mode === 'none' ? undefined : selected}
      aria-expanded={context.expand ? open : undefined}
    >
      {context.arrow && (
        <td role="gridcell" className={classes['lead']} data-part="arrow">
          <button
            type="button"
            tabIndex={-1}
            className={controls['icon']}
            data-act="toggle"
            aria-label={t(open ? 'table.collapse' : 'table.expand')}
          >
            <IconChevronRight
              size={16}
              stroke={1.75}
              aria-hidden
              className={controls['chevron']}
              data-open={open}
            />
          </button>
        </td>
      )}
      {mode !== 'none' && (
        <td role="gridcell" className={classes['lead']} data-part="select">
          <label className={controls['hit']}>
            <input
              type={mode === 'single' ? 'radio' : 'checkbox'}
              name={mode === 'single' ? context.group : undefined}
              tabIndex={-1}
              className={controls['check']}
              aria-label={t('table.selectRow', { row: place })}
              checked={selected}
              onChange={(event) => context.choose(id, index, (event.nativeEvent as MouseEvent).shiftKey)}
            />
          </label>
        </td>
      )}
      {placed.map((column) => {
        const value = displayValue(column, row)
        return (
          <td
            key={column.key}
            role="gridcell"
            className={cellClass(column, classes['td'])}
            style={column.style}
            title={typeof value === 'string' && value.length > 12 ? value : undefined}
          >
            {value}
          </td>
        )
      })}
      {context.tail && (
        <td role="gridcell" className={classes['tail']}>
          {context.rowActions?.(row)}
          {context.menu && context.menu(row).length > 0 && (
            <button
              type="button"
              tabIndex={-1}
              className={controls['icon']}
              data-act="menu"
              aria-haspopup="menu"
              aria-label={t('table.rowMenu')}
            >
              <IconDots size={16} stroke={1.75} aria-hidden />
            </button>
          )}
        </td>
      )}
    </tr>
  )
}
export const DataRow = memo(PlainRow) as typeof PlainRow

/** Header of a group: its value, and how many rows it has. */
export function GroupRow(
  props: Place & { title: string | undefined; value: ReactNode; count: string; open: boolean },
) {
  const { index, start, rowIndex, active, open } = props
  return (
    <tr
      role="row"
      className={join(classes['row'], classes['line'], classes['group'])}
      style={{ transform: `translateY(${start}px)` }}
      data-index={index}
      tabIndex={active ? 0 : -1}
      aria-rowindex={rowIndex}
      aria-level={1}
      aria-expanded={open}
    >
      <td role="gridcell" className={classes['groupCell']}>
        <IconChevronRight
          size={16}
          stroke={1.75}
          aria-hidden
          className={controls['chevron']}
          data-open={open}
        />
        {props.title && <span className={classes['muted']}>{props.title}</span>}
        <span className={classes['groupValue']}>{props.value}</span>
        <span className={classes['count']}>{props.count}</span>
      </td>
    </tr>
  )
}

/** Details below a row, as high as they are. */
export function DetailRow({ measure, index, start, rowIndex, children }: DetailProps) {
  return (
    <tr
      ref={(row) => measure(row)}
      role="row"
      className={join(classes['line'], classes['detail'])}
      style={{ transform: `translateY(${start}px)` }}
      data-index={index}
      aria-rowindex={rowIndex}
    >
      <td role="gridcell" className={classes['detailCell']}>
        {children}
      </td>
    </tr>
  )
}
interface DetailProps extends Omit<Place, 'active'> {
  measure: (row: HTMLTableRowElement | null) => void
  children: ReactNode
}

/** Rows of the height and the columns of those to come, so that nothing jumps when they do. */
export function Skeleton<Row>(props: { placed: Placed<Row>[]; lead: ReactNode; rows: number }) {
  return (
    <tbody aria-hidden className={classes['skeleton']}>
      {Array.from({ length: props.rows }, (_, row) => (
        <tr key={row} className={classes['row']}>
          {props.lead}
          {props.placed.map((column, at) => (
            <td key={column.key} className={cellClass(column, classes['td'])} style={column.style}>
              <span className={controls['bone']} style={{ width: `${40 + ((row * 7 + at * 13) % 45)}%` }} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
