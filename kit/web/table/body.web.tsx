import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import { textOf } from '#kit/domain/table.domain.ts'
import type { Line } from '#kit/domain/table.domain.ts'
import { isFocusFree } from '../focus.web.ts'
import { useCountFormat } from './count-format.web.ts'
import { DataRow, DetailRow, GroupRow, displayValue } from './lines.web.tsx'
import type { LineContext } from './lines.web.tsx'
import classes from './table.module.css'

interface BodyProps<Row> {
  lines: Line<Row>[]
  context: LineContext<Row>
  groupBy: string | undefined
  scroller: RefObject<HTMLDivElement | null>
  rowHeight: number
  /** Pixels that the sticky head and foot cover. */
  headHeight: number
  footHeight: number
  headRows: number
  /** Rows on the pages before this one. */
  offset: number
  /** Another value brings the body back to its top: other rows, other page, other order. */
  resetKey: string
  activeRow: string | undefined
  onActiveRow: ((id: string) => void) | undefined
  toggle: (line: Line<Row>) => void
  openMenu: (line: Line<Row>, row: HTMLElement, at?: { x: number; y: number }) => void
  onRowClick: ((row: Row) => void) | undefined
  onRowActivate: ((row: Row) => void) | undefined
}

const own = 'a, button, input, select, textarea, label, [role=button], [role=menuitem]'
const estimatedDetail = 120

/** The virtualised lines, and everything the mouse and the keyboard do with them; one row is in the tab order. */
export function Body<Row extends object>(props: BodyProps<Row>) {
  const format = useCountFormat()
  const { lines, context, scroller, rowHeight, headHeight, footHeight, toggle, openMenu } = props
  const [atFirst] = useState(() =>
    lines.findIndex((line) => line.kind === 'row' && line.id === props.activeRow),
  )
  const [chosen, setChosen] = useState(Math.max(0, atFirst))
  const body = useRef<HTMLTableSectionElement>(null)
  // Which line waits for the focus, not only that one does: what a drawing before it left to do comes after the key.
  const focusAt = useRef(atFirst)
  const active = Math.min(chosen, lines.length - 1)
  const setActive = (index: number) => {
    setChosen(index)
    const line = lines[index]
    if (line?.kind === 'row') props.onActiveRow?.(line.id)
  }

  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    // A new function measures all lines again, so these change with what they read and not with every render.
    estimateSize: useCallback(
      (index: number) => (lines[index]?.kind === 'detail' ? estimatedDetail : rowHeight),
      [lines, rowHeight],
    ),
    getItemKey: useCallback((index: number) => `${lines[index]?.kind} ${lines[index]?.id}`, [lines]),
    overscan: 6,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: footHeight,
    useFlushSync: false,
    // The active row stays in the document, so that the focus is not lost when it is scrolled away.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const seen = defaultRangeExtractor(range)
        if (active < 0 || seen.includes(active)) return seen
        return [...seen, active].toSorted((a, b) => a - b)
      },
      [active],
    ),
  })

  // On mount as well: the scroller's own element is known to the virtualizer only after the first drawing.
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const shownKey = useRef(props.resetKey)
  useEffect(() => {
    if (shownKey.current === props.resetKey) return
    shownKey.current = props.resetKey
    setChosen(0)
    scroller.current?.scrollTo({ top: 0 })
  }, [props.resetKey, scroller])
  useEffect(() => {
    if (atFirst < 0) return
    if (!isFocusFree()) focusAt.current = -1
    virtualizer.scrollToIndex(atFirst, { align: 'auto' })
  }, [atFirst, virtualizer])
  useEffect(() => {
    if (focusAt.current !== active) return
    const row = body.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)
    if (!row) return
    focusAt.current = -1
    row.focus({ preventScroll: true })
    // Asked before the scroller's element was known, the virtualizer has let it pass.
    virtualizer.scrollToIndex(active, { align: 'auto' })
  })

  /** Moves the focus by some lines, over details, which are read but not stood on. */
  const moveTo = (to: number) => {
    const by = to > active ? 1 : -1
    let next = Math.min(Math.max(0, to), lines.length - 1)
    while (lines[next]?.kind === 'detail' && next + by < lines.length) next += by
    if (lines[next]?.kind === 'detail') next = active
    focusAt.current = next === active ? -1 : next
    setActive(next)
    virtualizer.scrollToIndex(next, { align: 'auto' })
  }
  const lineOf = (target: EventTarget) => {
    const row = (target as Element).closest<HTMLElement>('tr[data-index]')
    const line = lines[Number(row?.dataset['index'] ?? -1)]
    return row && line ? { row, line, index: Number(row.dataset['index']) } : undefined
  }

  const hasMenu = (line: Line<Row>) =>
    line.kind === 'row' && context.menu !== undefined && context.menu(line.row).length > 0

  const onKeyDown = (event: KeyboardEvent) => {
    const at = lineOf(event.target)
    if (!at || at.line.kind === 'detail') return
    const { line, row, index } = at
    if (hasMenu(line) && (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))) {
      event.preventDefault()
      openMenu(line, row)
      return
    }
    if (event.target !== row || event.ctrlKey || event.metaKey || event.altKey) return
    const pageRows = Math.max(
      1,
      Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1,
    )
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: lines.length - 1,
      PageDown: index + pageRows,
      PageUp: index - pageRows,
    }
    const canToggle = line.kind === 'group' || context.expand !== undefined
    const to = moves[event.key]
    if (event.key === 'ArrowUp' && index === 0)
      row.closest('table')?.querySelector<HTMLElement>('[data-head][tabindex="0"]')?.focus()
    else if (to !== undefined) moveTo(to)
    else if (event.key === 'Enter' && line.kind === 'row' && props.onRowActivate)
      props.onRowActivate(line.row)
    else if (event.key === 'Enter' && canToggle) toggle(line)
    else if (event.key === ' ' && line.kind === 'group') toggle(line)
    else if (event.key === ' ' && context.mode === 'none' && line.kind === 'row' && props.onRowClick)
      props.onRowClick(line.row)
    else if (event.key === ' ') context.choose(line.id, index, event.shiftKey)
    else if (event.key === 'ArrowRight' && canToggle && !line.open) toggle(line)
    else if (event.key === 'ArrowLeft' && canToggle && line.open) toggle(line)
    else if (event.key === 'ArrowLeft' && context.grouped && line.kind === 'row')
      moveTo(lines.slice(0, index).findLastIndex((other) => other.kind === 'group'))
    else return
    event.preventDefault()
  }

  const onClick = (event: MouseEvent) => {
    const at = lineOf(event.target)
    if (!at || at.line.kind === 'detail') return
    const target = event.target as Element
    setActive(at.index)
    const act = target.closest<HTMLElement>('[data-act]')
    if (at.line.kind === 'group' || act?.dataset['act'] === 'toggle') return toggle(at.line)
    if (act?.dataset['act'] === 'menu') {
      const { left, bottom } = act.getBoundingClientRect()
      return openMenu(at.line, at.row, { x: left, y: bottom })
    }
    if (target.closest(own) || getSelection()?.toString()) return
    if (props.onRowClick) props.onRowClick(at.line.row)
    else if (context.expand && !context.arrow) toggle(at.line)
  }
  const onDoubleClick = (event: MouseEvent) => {
    const at = lineOf(event.target)
    if (at?.line.kind === 'row' && !(event.target as Element).closest(own)) props.onRowActivate?.(at.line.row)
  }
  const onContextMenu = (event: MouseEvent) => {
    const at = lineOf(event.target)
    if (!at || !hasMenu(at.line)) return
    event.preventDefault()
    setActive(at.index)
    // A key raises this event too, without a place.
    openMenu(
      at.line,
      at.row,
      event.clientX || event.clientY ? { x: event.clientX, y: event.clientY } : undefined,
    )
  }

  const groupColumn = context.placed.find((column) => column.key === props.groupBy)
  return (
    <tbody
      ref={body}
      role="rowgroup"
      className={classes['body']}
      style={{ height: virtualizer.getTotalSize() }}
      data-clickable={Boolean(props.onRowClick ?? (context.expand && !context.arrow))}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onContextMenu={onContextMenu}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const line = lines[item.index]
        if (!line) return null
        const place = {
          index: item.index,
          start: item.start - headHeight,
          rowIndex: props.headRows + props.offset + item.index + 1,
          active: item.index === active,
        }
        if (line.kind === 'group') {
          const value = groupColumn ? displayValue(groupColumn, line.row) : textOf(line.value)
          return (
            <GroupRow
              key={item.key}
              {...place}
              title={groupColumn?.title}
              value={value}
              count={format(line.count)}
              open={line.open}
            />
          )
        }
        if (line.kind === 'detail')
          return (
            <DetailRow key={item.key} {...place} measure={virtualizer.measureElement}>
              {context.expand?.(line.row)}
            </DetailRow>
          )
        return (
          <DataRow
            key={item.key}
            {...place}
            context={context}
            row={line.row}
            id={line.id}
            place={props.offset + line.place + 1}
            odd={line.place % 2 === 1}
            open={line.open}
          />
        )
      })}
    </tbody>
  )
}
