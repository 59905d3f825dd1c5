import { type ClipboardEvent, Fragment, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { Sheet } from '../sheet.web.tsx'

/** What the input of a cell is given: its keys, and what is pasted from it on. */
export interface CellKeys {
  'data-field': true
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent) => void
}

/** A column whose cells are typed into, or show something; `isNumber` puts it over figures, `isUnseen` only says its title. */
export type GridColumn<Line> = { title: string; isNumber?: boolean; isUnseen?: boolean } & (
  | { input: (line: Line, keys: CellKeys, index: number) => ReactNode }
  | {
      input?: undefined
      show: (line: Line, index: number) => ReactNode
      /** It names the line. */
      isHead?: boolean
      /** What else its cell says. */
      cell?: (line: Line) => { title?: string | undefined; className?: string | undefined }
    }
)

interface LineGridProps<Line> {
  label: string
  columns: readonly GridColumn<Line>[]
  lines: readonly Line[]
  /** By their place, unless given. */
  keyOf?: (line: Line) => string
  ref?: Ref<HTMLTableElement>
  keys: Pick<CellKeys, 'onKeyDown'> & {
    onPaste: (event: ClipboardEvent, row: number, column: number) => void
  }
  /** The class of a line. */
  lookOf?: (line: Line) => string | undefined
  /** Under a line, such as its notes and coins. */
  under?: ((line: Line, index: number) => ReactNode) | undefined
  /** Rows after the lines. */
  children?: ReactNode
}

/** Lines whose cells are typed into, with their keys and what is pasted over them: of a document, or of a sheet with fixed rows. */
export function LineGrid<Line>(props: LineGridProps<Line>) {
  const { label, columns, lines, keyOf, ref, keys, lookOf, under, children } = props
  const inputs = columns.filter(({ input }) => input)
  const draw = (column: GridColumn<Line>, line: Line, index: number) => {
    const { title, isNumber } = column
    if (column.input) {
      const onPaste = (event: ClipboardEvent) => keys.onPaste(event, index, inputs.indexOf(column))
      const given = { 'data-field': true, onKeyDown: keys.onKeyDown, onPaste } as const
      return (
        <td key={title} data-number={isNumber || undefined}>
          {column.input(line, given, index)}
        </td>
      )
    }
    return column.isHead ? (
      <th key={title} scope="row">
        {column.show(line, index)}
      </th>
    ) : (
      <td key={title} data-number={isNumber || undefined} {...column.cell?.(line)}>
        {column.show(line, index)}
      </td>
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
