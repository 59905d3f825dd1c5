import { type ClipboardEvent, type KeyboardEvent, memo, type ReactNode, type Ref } from 'react'
import { isOfCells } from '#kit/domain/pasted.domain.ts'
import { inputsOf, stepBetween } from '../sheet-keys.web.ts'
import { Sheet } from '../sheet.web.tsx'

/** What the input of a cell is given: its keys, and what is pasted from it on. */
export interface CellKeys {
  'data-field': true
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent) => void
}

/** A column: `isNumber` puts it over figures, `isUnseen` only says its title, `isHead` names the line. */
export interface GridColumn<Line> {
  title: string
  isNumber?: boolean
  isUnseen?: boolean
  isHead?: boolean
  /** Enter goes from it to the next line. */
  endsLine?: boolean
  /** What is typed into, */
  input?: (line: Line, keys: CellKeys, index: number) => ReactNode
  /** or what is shown, and what else its cell says. */
  show?: (line: Line, index: number) => ReactNode
  cell?: (line: Line) => { title?: string | undefined; className?: string | undefined }
}

interface LineGridProps<Line> {
  label: string
  columns: readonly GridColumn<Line>[]
  lines: readonly Line[]
  /** By their place, unless given. */
  keyOf?: (line: Line) => string
  /** The class of a line. */
  lookOf?: (line: Line) => string | undefined
  /** Under a line, such as its notes and coins. */
  under?: ((line: Line, index: number) => ReactNode) | undefined
  /** What is pasted over several cells, from that one on; one value alone is pasted as anywhere. */
  onPaste: (text: string, row: number, column: number) => void
  /** Enter goes to the next field and, after the last, here; else down a column, as the arrows do. */
  onEnd?: () => void
  ref?: Ref<HTMLTableElement>
  /** Rows after the lines. */
  children?: ReactNode
}

type GridRowProps<Line> = Pick<LineGridProps<Line>, 'columns' | 'lookOf' | 'onEnd' | 'onPaste' | 'under'> & {
  line: Line
  index: number
}

/** A line is drawn again only where it has changed, or what is drawn of all of them. */
const GridRow = memo(function GridRow<Line>(props: GridRowProps<Line>) {
  const { columns, line, index, lookOf, under, onEnd, onPaste } = props
  const inputs = columns.filter(({ input }) => input)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, column: number) => {
    if (event.currentTarget.getAttribute('aria-expanded') === 'true') return
    const [all, down] = [inputsOf(event.currentTarget.closest('table')), inputs.length]
    const on = inputs[column]?.endsLine ? down - column : 1
    const isPast = stepBetween(event, all, { Enter: onEnd ? on : down, ArrowDown: down, ArrowUp: -down })
    if (isPast && event.key === 'Enter') onEnd?.()
  }
  const keysAt = (column: number): CellKeys => ({
    'data-field': true,
    onKeyDown: (event) => onKeyDown(event, column),
    onPaste: (event) => {
      const text = event.clipboardData.getData('text')
      if (!isOfCells(text)) return
      event.preventDefault()
      onPaste(text, index, column)
    },
  })
  const draw = (column: GridColumn<Line>) => {
    const { title, isNumber, isHead, isUnseen, input, show } = column
    const Cell = isHead ? 'th' : 'td'
    const named = isUnseen ? undefined : title
    const said = { 'data-title': named, 'data-number': isNumber || undefined, ...column.cell?.(line) }
    return (
      <Cell key={title} scope={isHead ? 'row' : undefined} {...said}>
        {input ? input(line, keysAt(inputs.indexOf(column)), index) : show?.(line, index)}
      </Cell>
    )
  }
  const below = under?.(line, index)
  return (
    <>
      <tr className={lookOf?.(line)}>{columns.map(draw)}</tr>
      {below && (
        <tr>
          <td colSpan={columns.length}>{below}</td>
        </tr>
      )}
    </>
  )
}) as <Line>(props: GridRowProps<Line>) => ReactNode

/** Lines whose cells are typed into, with their keys and what is pasted over them: of a document, or of a sheet with fixed rows. */
export function LineGrid<Line>({ label, lines, keyOf, ref, children, ...row }: LineGridProps<Line>) {
  return (
    <Sheet ref={ref} label={label} columns={row.columns} isStacked>
      {lines.map((line, index) => (
        <GridRow key={keyOf?.(line) ?? index} {...row} line={line} index={index} />
      ))}
      {children}
    </Sheet>
  )
}
