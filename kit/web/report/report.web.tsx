import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { columnsOn, isFigure, type Report, type ReportColumn, sumsOf } from '#kit/domain/report.domain.ts'
import { textOf, valueAt } from '#kit/domain/table.domain.ts'
import { useAddress } from '../address.web.ts'
import { DateBox } from '../date-box.web.tsx'
import { ExportButton } from '../export-button.web.tsx'
import { isDay, today } from '../format.web.ts'
import { type Edge, type LineColumn, Lines } from '../lines/lines.web.tsx'
import { type Fetched, Loaded } from '../loaded.web.tsx'
import { EmptyState, ErrorBox, PageHeader } from '../parts.web.tsx'
import { SheetPage } from '../sheet.web.tsx'
import { useTexts } from '../texts.web.ts'
import css from './report.module.css'

/** Prints the page that is shown, through the browser. */
export const PrintButton = ({ children }: { children: ReactNode }) => (
  <Button
    variant="default"
    leftSection={<IconPrinter size={16} stroke={1.75} />}
    onClick={() => window.print()}
  >
    {children}
  </Button>
)

/** What is asked for in the address, and how another answer is written there. */
export function useAsked<Asked extends { [K in keyof Asked]?: string | undefined }>(): [
  Asked,
  (part: Partial<Asked>) => void,
] {
  const navigate = useNavigate()
  const asked = useAddress() as Asked
  const change = (part: Partial<Asked>) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...part }), replace: true })
  return [asked, change]
}

export interface Days {
  from?: string
  to?: string
}

/** The days that are asked for; this month until today unless others are. */
export function periodOf(asked: Days) {
  const to = asked.to ?? today()
  const from = asked.from ?? `${to.slice(0, 8)}01`
  return { from, to, isPeriod: isDay(from) && isDay(to) }
}

/** The two ends of a period, in the ask bar of a report. */
export function PeriodBoxes(props: {
  texts: string
  from: string
  to: string
  change: (days: Days) => void
}) {
  const texts = useTexts(props.texts)
  return (['from', 'to'] as const).map((end) => (
    <DateBox
      key={end}
      label={texts(end)}
      w={170}
      value={props[end]}
      onChange={(day) => props.change({ [end]: day })}
    />
  ))
}

interface FrameProps<Found> {
  /** Where the texts are: `title`, and where used `empty`, `noDay`, or `unasked` where nothing was asked yet. */
  texts: string
  /** Where one place has the texts of several reports. */
  title?: string | undefined
  aside?: number | undefined
  /** What is asked for, one beside the other. */
  ask?: ReactNode
  query: Fetched<Found>
  /** False where what was asked cannot be answered: its days are none. */
  isAsked?: boolean
  isEmpty?: (found: Found) => boolean
  /** The report as a file. */
  file?: (() => Promise<unknown>) | undefined
  children: (found: Found) => ReactNode
  foot?: ReactNode
}

/** What every report has around it: its title, what is asked for, how it is taken away; and what is drawn of what was found. */
export function ReportFrame<Found>({ isAsked = true, ...props }: FrameProps<Found>) {
  const texts = useTexts(props.texts)
  const unasked = texts('unasked', { defaultValue: '' })
  return (
    <SheetPage>
      <PageHeader title={props.title ?? texts('title')} aside={props.aside}>
        <PrintButton>{texts('print')}</PrintButton>
        {props.file && (
          <ExportButton file={props.file} disabled={!isAsked}>
            {texts('export')}
          </ExportButton>
        )}
      </PageHeader>
      {props.ask && <div className={css.ask}>{props.ask}</div>}
      {isAsked ? (
        <Loaded query={props.query} height={480}>
          {(found) => (props.isEmpty?.(found) ? <EmptyState text={texts('empty')} /> : props.children(found))}
        </Loaded>
      ) : unasked ? (
        <EmptyState text={unasked} />
      ) : (
        <ErrorBox>{texts('noDay')}</ErrorBox>
      )}
      {props.foot}
    </SheetPage>
  )
}

interface ReportPageProps<Found, Row> extends Omit<
  FrameProps<Found>,
  'children' | 'isEmpty' | 'texts' | 'title'
> {
  /** Its columns; its texts have `title`, and where used `empty`, `noDay`, `note`. */
  report: Report<Row>
  rows: (found: Found) => readonly Row[]
  rowKey: (row: Row) => string
  /** What is drawn of a row under the key of a column, where that is not its value. */
  cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  /** What titles of columns and the note say besides, such as the currency of all amounts. */
  titles?: (found: Found) => Record<string, string>
  /** Over the rows, and under them instead of what their columns come to. */
  opening?: (found: Found) => Edge
  total?: (found: Found) => Edge
  /** Over the report. */
  head?: (found: Found) => ReactNode
}

/** A report by its definition: what is asked for, what was found, and how it is taken away. */
export const ReportPage = <Found, Row>(props: ReportPageProps<Found, Row>) => (
  <ReportFrame {...props} texts={props.report.texts}>
    {(found) => <ReportRows {...props} found={found} />}
  </ReportFrame>
)

function ReportRows<Answer, Row>(props: ReportPageProps<Answer, Row> & { found: Answer }) {
  const { report, found, cells = {}, titles } = props
  const texts = useTexts(report.texts)
  const rows = props.rows(found)
  const columns = columnsOn(report, 'screen')
  const groups = columns.filter(({ isGroup }) => isGroup)
  const textAt = (row: Row, { key, none = '' }: ReportColumn<Row>) => textOf(valueAt(row, key)) || texts(none)
  const sums = sumsOf(report, rows)
  const opening = props.opening?.(found)
  const total = props.total?.(found) ?? (sums && ([texts('total'), sums] as const))
  return (
    <>
      {props.head?.(found)}
      {rows.length === 0 && <EmptyState text={texts('empty')} />}
      {(rows.length > 0 || opening) && (
        <Lines
          texts={report.texts}
          label={texts('title')}
          rows={rows}
          rowKey={props.rowKey}
          titles={titles?.(found) ?? {}}
          groupOf={
            groups.length > 0 ? (row) => groups.map((column) => textAt(row, column)).join(' · ') : undefined
          }
          opening={opening}
          total={total}
          columns={columns
            .filter(({ isGroup }) => !isGroup)
            .map((column): LineColumn<Row> => {
              const { key, kind, none, isHead = false } = column
              const cell = cells[key] ?? (none === undefined ? undefined : (row: Row) => textAt(row, column))
              return cell
                ? { key, cell, isHead, isNumber: isFigure(column) }
                : { key, isHead, ...(kind && { kind }) }
            })}
        />
      )}
    </>
  )
}
