import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAddress } from '../address.web.ts'
import { DateBox } from '../date-box.web.tsx'
import { ExportButton } from '../export-button.web.tsx'
import { isDay, today } from '../format.web.ts'
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

interface ReportPageProps<Report> {
  /** Where the texts are: `title`, and where used `print`, `export`, `empty`, `noDay`. */
  texts: string
  /** Where one place has the texts of several reports. */
  title?: string
  aside?: number | undefined
  /** What is asked for, one beside the other. */
  ask?: ReactNode
  query: Fetched<Report>
  /** False where what was asked cannot be answered: its days are none. */
  isAsked?: boolean
  isEmpty?: (report: Report) => boolean
  isPrinted?: boolean
  /** The report as a file. */
  file?: () => Promise<unknown>
  children: (report: Report) => ReactNode
  /** Under the report. */
  foot?: ReactNode
}

/** A report: what is asked for, what was found, and how it is taken away. */
export function ReportPage<Report>({ isAsked = true, ...props }: ReportPageProps<Report>) {
  const texts = useTexts(props.texts)
  return (
    <SheetPage>
      <PageHeader title={props.title ?? texts('title')} aside={props.aside}>
        {props.isPrinted && <PrintButton>{texts('print')}</PrintButton>}
        {props.file && (
          <ExportButton file={props.file} disabled={!isAsked}>
            {texts('export')}
          </ExportButton>
        )}
      </PageHeader>
      {props.ask && <div className={css.ask}>{props.ask}</div>}
      {isAsked ? (
        <Loaded query={props.query} height={480}>
          {(report) =>
            props.isEmpty?.(report) ? <EmptyState text={texts('empty')} /> : props.children(report)
          }
        </Loaded>
      ) : (
        <ErrorBox>{texts('noDay')}</ErrorBox>
      )}
      {props.foot}
    </SheetPage>
  )
}
