import { Exact } from './decimals.domain.ts'
import { type Path, textOf, valueAt } from './table.domain.ts'

type ReportKind = 'text' | 'number' | 'rate' | 'percent' | 'date' | 'dateTime' | 'value'

/**
 * A column of a report, on the screen, on paper and in the workbook: the value at a path of its rows, under the title
 * `fields.<key>`. A kind `value` has the words `values.<key>.<value>`; figures are numbers in a workbook.
 */
export interface ReportColumn<Row> {
  key: Path<Row>
  kind?: ReportKind
  /** Names the row. */
  isHead?: true
  /** Its figures are of one unit, and are added up under the rows. */
  isSummed?: true
  /** Rows that are alike in all such columns stand under one heading on the screen. */
  isGroup?: true
  /** Where it is left out of the other. */
  only?: 'screen' | 'workbook'
  /** The key of the text that stands where there is no value. */
  none?: string
}

/** A report as its columns; `texts` is where the screen finds its words, `name` the beginning of the workbook's. */
export interface Report<Row> {
  texts: string
  name: string
  columns: readonly ReportColumn<Row>[]
}

/** Whether a column holds figures. */
export const isFigure = <Row>({ kind }: ReportColumn<Row>): boolean =>
  kind === 'number' || kind === 'rate' || kind === 'percent'

/** The columns of the screen or of the workbook. */
export const columnsOn = <Row>({ columns }: Report<Row>, where: 'screen' | 'workbook') =>
  columns.filter(({ only = where }) => only === where)

/** What the summed columns come to over all rows, each with the decimals of its figures; undefined where none is summed. */
export function sumsOf<Row>(
  { columns }: Report<Row>,
  rows: readonly Row[],
): Record<string, string> | undefined {
  const summed = columns.filter(({ isSummed }) => isSummed)
  if (summed.length === 0) return undefined
  return Object.fromEntries(
    summed.map(({ key }) => {
      const figures = rows.map((row) => textOf(valueAt(row, key)) || '0')
      const places = Math.max(0, ...figures.map((figure) => figure.split('.')[1]?.length ?? 0))
      return [key, figures.reduce((sum, figure) => sum.plus(figure), new Exact(0)).toFixed(places)]
    }),
  )
}
