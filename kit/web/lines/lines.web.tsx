import { Fragment, type ReactNode } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { type Path, valueAt } from '#kit/domain/table.domain.ts'
import { Sheet } from '../sheet.web.tsx'
import { useTexts } from '../texts.web.ts'
import { type AnyFact, isNumeric, type Kind, showValue } from '../values.web.tsx'
import css from './lines.module.css'

/**
 * A column under the title `fields.<key>`: the value at a path in the manner of its kind, or what is drawn of the row. `isHead`
 * names the row; `isNumber` puts figures at the right, as a numeric kind does by itself, and those below zero are red.
 */
export type LineColumn<Row> = { isHead?: boolean; isNumber?: boolean } & (
  | { key: Path<Row>; kind?: Kind; cell?: undefined }
  | { key: string; kind?: undefined; cell: (row: Row) => ReactNode }
)

/** A name, and the sums in some of the columns after it. */
export type Edge = readonly [name: string, of: Readonly<Record<string, string | number>>]

interface LinesProps<Row> {
  texts: string
  /** What the table is called where it is not seen. */
  label: string
  columns: readonly (LineColumn<Row> | false)[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string
  /** The heading of the rows that belong together: each stands once, above the first of them. */
  groupOf?: ((row: Row) => string) | undefined
  /** What the titles of the columns say besides. */
  titles?: Record<string, string>
  /** Above and under the rows. */
  opening?: Edge | undefined
  total?: Edge | undefined
}

/** Lines of a document or of a report, drawn whole, their columns as data. */
export function Lines<Row>({ texts: place, label, rows, rowKey, opening, total, ...rest }: LinesProps<Row>) {
  const { groupOf, titles = {} } = rest
  const texts = useTexts(place)
  const columns = rest.columns
    .filter((column) => column !== false)
    .map((column) => ({ ...column, isNumber: column.isNumber || isNumeric(column.kind) }))
    .map((column) => ({ ...column, title: texts(`fields.${column.key}`, titles) }))
  const edge = ([name, of]: Edge) => {
    const first = columns.findIndex(({ key }) => key in of)
    return (
      <tr className={css.edge}>
        <th scope="row" colSpan={first}>
          {name}
        </th>
        {columns.slice(first).map((one) => cell(one, groupDigits(String(of[one.key] ?? '')), of[one.key]))}
      </tr>
    )
  }
  const show = (column: (typeof columns)[number], row: Row) =>
    column.cell ? column.cell(row) : showValue(column as AnyFact<Row>, row, texts)
  return (
    <Sheet label={label} columns={columns} isStacked={columns.length > 4}>
      {opening && edge(opening)}
      {rows.map((row, index) => {
        const group = groupOf?.(row)
        const before = rows[index - 1]
        return (
          <Fragment key={rowKey(row, index)}>
            {group !== undefined && (before === undefined || groupOf?.(before) !== group) && (
              <tr className={css.group}>
                <th scope="rowgroup" colSpan={columns.length}>
                  {group}
                </th>
              </tr>
            )}
            <tr>
              {columns.map((column) =>
                column.isHead ? (
                  <th key={column.key} scope="row">
                    {show(column, row)}
                  </th>
                ) : (
                  cell(column, show(column, row), column.isNumber && valueAt(row, column.key))
                ),
              )}
            </tr>
          </Fragment>
        )
      })}
      {total && edge(total)}
    </Sheet>
  )
}

/** A cell; `figures` is the number in it, false where it holds none. */
const cell = ({ key, title }: { key: string; title: string }, shown: ReactNode, figures: unknown) => (
  <td
    key={key}
    data-title={title}
    data-number={figures !== false || undefined}
    data-negative={(typeof figures === 'string' && figures.startsWith('-')) || undefined}
  >
    {shown}
  </td>
)
