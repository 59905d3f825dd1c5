import { columnsOn, isFigure, type Report, type ReportColumn, sumsOf } from '#kit/domain/report.domain.ts'
import { valueAt } from '#kit/domain/table.domain.ts'
import type { Ctx } from '../context.server.ts'
import type { StreamedFile } from '../files.server.ts'
import { type Language, screenText } from '../texts.server.ts'
import { sheet } from './sheet.server.ts'

/** A report as a workbook: its columns, with the words of its screen, and what they come to; `titles` is what titles say besides. */
export function reportSheet<Row>(
  ctx: Pick<Ctx, 'language' | 'now' | 'services' | 'actor'>,
  report: Report<Row>,
  { rows, period, titles = {} }: { rows: readonly Row[]; period?: string; titles?: Record<string, string> },
): Promise<StreamedFile> {
  const columns = columnsOn(report, 'workbook')
  const words = (key: string) => screenText(ctx.language, report.texts, key, titles) ?? key
  const lines = rows.map((row) =>
    Object.fromEntries(
      columns.map((column) => [
        column.key,
        cellOf(column, valueAt(row, column.key), report.texts, ctx.language),
      ]),
    ),
  )
  const sums = sumsOf(report, rows)
  const [first] = columns
  const total = sums && first && { [first.key]: words('total'), ...sums }
  return sheet<Record<string, string | null>, Record<string, unknown>>(ctx, {
    name: report.name,
    ...(period !== undefined && { period }),
    texts: columns.map(({ key }) => words(`fields.${key}`)),
    columns: Object.fromEntries(
      columns.map((column) => [
        column.key,
        isFigure(column) ? 'number' : column.kind === 'dateTime' ? 'moment' : 'text',
      ]),
    ),
    rows: total && rows.length > 0 ? [...lines, total] : lines,
  })
}

function cellOf<Row>(
  { key, kind, none }: ReportColumn<Row>,
  value: unknown,
  texts: string,
  language: Language,
): string | null {
  if (value === null || value === undefined || value === '')
    return none === undefined ? null : (screenText(language, texts, none) ?? none)
  const plain = String(value as string | number)
  return kind === 'value' ? (screenText(language, texts, `values.${key}.${plain}`) ?? plain) : plain
}
