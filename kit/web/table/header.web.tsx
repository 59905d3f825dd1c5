import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode, TouchEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cellClass } from './lines.web.tsx'
import type { ColumnModel, Placed } from './table-columns.web.ts'
import type { RowModel } from './table-rows.web.ts'
import controls from './controls.module.css'
import classes from './table.module.css'

const HeaderTip = lazy(() => import('./header-tip.web.tsx').then((m) => ({ default: m.HeaderTip })))

const step = 10
/** Widths of the header's cells as they are on screen. */
const widthsOf = (inside: Element): Record<string, number> => {
  const cells = inside.closest('tr')?.querySelectorAll<HTMLElement>('[data-key]') ?? []
  return Object.fromEntries(
    Array.from(cells, (cell) => [cell.dataset['key'] ?? '', Math.round(cell.getBoundingClientRect().width)]),
  )
}

/**
 * The sticky head: titles that sort, and the row of search inputs. It is one tab stop; arrows move between the titles,
 * with Shift they make the column wider or narrower.
 */
export function Header<Row extends object>(props: {
  placed: Placed<Row>[]
  model: ColumnModel
  rows: RowModel<Row>
  ordering: boolean
  search: boolean
  /** The table's own first columns, details arrow and selection, for each of the two rows. */
  lead: (titles: boolean) => ReactNode
  tail: boolean
  /** Says something to a screen reader. */
  tell: (text: string) => void
}) {
  const { t } = useTranslation('kit')
  const { placed, model, rows, ordering } = props
  const [at, setAt] = useState(0)

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const { key, shiftKey, currentTarget, target } = event
    const titles = [...currentTarget.querySelectorAll<HTMLElement>('[data-head]')]
    const here = titles.indexOf(target as HTMLElement)
    const column = placed[here]
    if (!column) return
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (by !== 0 && shiftKey) {
      model.freeze(widthsOf(currentTarget))
      props.tell(t('table.width', { column: column.title, width: model.resize(column.key, by * step) }))
    } else if (key === 'ArrowDown') {
      currentTarget.closest('table')?.querySelector<HTMLElement>('tbody [tabindex="0"]')?.focus()
    } else {
      const next = key === 'Home' ? 0 : key === 'End' ? titles.length - 1 : here + by
      if (next === here) return
      titles[next]?.focus()
    }
    event.preventDefault()
  }
  const drag = (key: string) => (event: MouseEvent | TouchEvent) => {
    event.stopPropagation()
    model.freeze(widthsOf(event.currentTarget))
    model.dragHandler(key)?.(event)
  }

  return (
    <thead className={classes['head']} role="rowgroup">
      <tr role="row" aria-rowindex={1} className={classes['row']} onKeyDown={onKeyDown}>
        {props.lead(true)}
        {placed.map((column, index) => {
          const direction = rows.sort?.column === column.key ? rows.sort.direction : undefined
          const canSort = ordering && column.orderEnabled === true
          const Arrow = direction === 'asc' ? IconArrowUp : IconArrowDown
          const roving = {
            'data-head': true,
            tabIndex: index === Math.min(at, placed.length - 1) ? 0 : -1,
            onFocus: () => setAt(index),
            className: classes['title'],
          }
          const title = canSort ? (
            <button type="button" {...roving} onClick={() => rows.toggleSort(column.key)}>
              <span className={classes['titleText']}>{column.title}</span>
              <Arrow
                size={14}
                stroke={1.75}
                aria-hidden
                className={classes['arrow']}
                data-on={direction !== undefined}
              />
            </button>
          ) : (
            <span {...roving}>
              <span className={classes['titleText']}>{column.title}</span>
            </span>
          )
          return (
            <th
              key={column.key}
              role="columnheader"
              data-key={column.key}
              aria-sort={canSort ? (direction ? `${direction}ending` : 'none') : undefined}
              className={cellClass(column, classes['th'], column.cssClass?.includeHeader === true)}
              style={column.style}
            >
              {column.tooltipMessage ? (
                <Suspense fallback={title}>
                  <HeaderTip message={column.tooltipMessage} direction={column.tooltipDirection}>
                    {title}
                  </HeaderTip>
                </Suspense>
              ) : (
                title
              )}
              {column.headerActionTemplate?.()}
              <span
                className={controls['handle']}
                data-handle={column.key}
                aria-hidden
                onMouseDown={drag(column.key)}
                onTouchStart={drag(column.key)}
              />
            </th>
          )
        })}
        {props.tail && (
          <th role="columnheader" className={classes['tail']}>
            <span className={controls['hidden']}>{t('table.actions')}</span>
          </th>
        )}
      </tr>
      {props.search && (
        <tr role="row" aria-rowindex={2} className={classes['row']} data-search>
          {props.lead(false)}
          {placed.map((column) => (
            <td
              key={column.key}
              role="gridcell"
              className={cellClass(column, classes['th'])}
              style={column.style}
            >
              {column.searchEnabled && (
                <input
                  type="search"
                  className={controls['search']}
                  placeholder={column.placeholder}
                  aria-label={t('table.searchColumn', { column: column.title })}
                  value={rows.search.columns[column.key] ?? ''}
                  onChange={(event) => {
                    const wanted = { ...rows.search.columns, [column.key]: event.currentTarget.value }
                    rows.find({ ...rows.search, columns: wanted })
                  }}
                />
              )}
            </td>
          ))}
          {props.tail && <td role="gridcell" className={classes['tail']} />}
        </tr>
      )}
    </thead>
  )
}
