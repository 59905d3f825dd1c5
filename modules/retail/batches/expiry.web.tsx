import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { expiryReport, retailExpiry } from './batches.contract.ts'

const api = bindContract(retailExpiry)

/** Batches in stock by their last day of sale. */
export function ExpiryReport() {
  const texts = useTexts('retail:expiry')
  const [asked, change] = useAsked<{ branch?: string | undefined; until?: string | undefined }>()
  const ask = {
    ...(asked.branch && { branchId: asked.branch }),
    ...(asked.until && { until: asked.until }),
  }
  const query = useQuery({ ...api.list.queryOptions(ask), placeholderData: keepPreviousData })
  return (
    <ReportPage
      report={expiryReport}
      query={query}
      file={() => api.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={(row) => JSON.stringify(row)}
      titles={() => ({})}
      ask={
        <>
          <BranchChoice value={asked.branch ?? null} onChange={(id) => change({ branch: id ?? undefined })} />
          <DateBox
            label={texts('fields.until')}
            value={asked.until ?? ''}
            onChange={(until) => change({ until: until || undefined })}
          />
        </>
      }
    />
  )
}
