import { type ClipboardEvent, Fragment, type KeyboardEvent, type ReactNode, type Ref } from 'react'
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

/** Lines whose cells are typed into, with their keys and what is pasted over them: of a document, or of a sheet with fixed rows. */
export function LineGrid<Line>(props: LineGridProps<Line>) {
  const { label, columns, lines, keyOf, lookOf, under, onEnd, ref, children } = props
  const inputs = columns.filter(({ input }) => input)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.currentTarget.getAttribute('aria-expanded') === 'true') return
    const [all, down] = [inputsOf(event.currentTarget.closest('table')), inputs.length]
    const isPast = stepBetween(event, all, { Enter: onEnd ? 1 : down, ArrowDown: down, ArrowUp: -down })
    if (isPast && event.key === 'Enter') onEnd?.()
  }
  const keysAt = (row: number, column: number): CellKeys => ({
    'data-field': true,
    onKeyDown,
    onPaste: (event) => {
      const text = event.clipboardData.getData('text')
      if (!isOfCells(text)) return
      event.preventDefault()
      props.onPaste(text, row, column)
    },
  })
  const draw = (column: GridColumn<Line>, line: Line, index: number) => {
    const { title, isNumber, isHead, input, show } = column
    const Cell = isHead ? 'th' : 'td'
    const said = { 'data-number': isNumber || undefined, ...column.cell?.(line) }
    return (
      <Cell key={title} scope={isHead ? 'row' : undefined} {...said}>
        {input ? input(line, keysAt(index, inputs.indexOf(column)), index) : show?.(line, index)}
      </Cell>
    )
  }
  return (
    <Sheet ref={ref} label={label} columns={columns}>
      {lines.map((line, index) => {
        const below = under?.(line, index)
        return (
          <Fragment key={keyOf?.(line) ?? index}>
            <tr className={lookOf?.(line)}>{columns.map((column) => draw(column, line, index))}</tr>
            {below && (
              <tr>
                <td colSpan={columns.length}>{below}</td>
              </tr>
            )}
          </Fragment>
        )
      })}
      {children}
    </Sheet>
  )
}
