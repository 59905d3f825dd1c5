import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { isDay, today } from '#kit/web/format.web.ts'
import { ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { ageingReport, payeeAgeing } from './ageing.contract.ts'

const api = bindContract(payeeAgeing)

/** What is owed to payees at the end of a day, by how long it is overdue. */
export function AgeingPage() {
  const say = useTexts(ageingReport.texts)
  const [asked, change] = useAsked<{ date?: string }>()
  const date = asked.date ?? today()
  const query = useQuery({ ...api.list.queryOptions({ date }), enabled: isDay(date) })
  return (
    <ReportPage
      report={ageingReport}
      query={query}
      isAsked={isDay(date)}
      file={() => api.export.call({ date })}
      rows={({ rows }) => rows}
      rowKey={({ payeeId }) => payeeId}
      ask={<DateBox label={say('date')} w={170} value={date} onChange={(day) => change({ date: day })} />}
    />
  )
}
