import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { Agreements } from '../agreements/agreements.web.tsx'
import { taxSummary, taxSummaryReport } from './tax-summary.contract.ts'

const api = bindContract(taxSummary)

/** Tax of a period by rate, and whether the ledgers of tax say the same. */
export function TaxSummaryPage() {
  const texts = useTexts(taxSummaryReport.texts)
  const [asked, change] = useAsked<Days & { branch?: string | undefined }>()
  const { from, to, isPeriod } = periodOf(asked)
  const isAsked = isPeriod && from <= to
  const ask = { from, to, branchId: asked.branch ?? null }
  const query = useQuery({
    ...api.list.queryOptions(ask),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={taxSummaryReport}
      query={query}
      isAsked={isAsked}
      file={() => api.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={({ side, rate, code }) => `${side} ${rate} ${code}`}
      titles={({ local }) => ({ local })}
      head={({ agreements }) => <Agreements rows={agreements} />}
      cells={{ rate: ({ rate }) => (rate === null ? texts('noRate') : `${rate}%`) }}
      ask={
        <>
          <BranchChoice
            label={texts('branch')}
            placeholder={texts('anyBranch')}
            value={asked.branch ?? null}
            onChange={(branch) => change({ branch: branch ?? undefined })}
          />
          <PeriodBoxes texts={taxSummaryReport.texts} from={from} to={to} change={change} />
        </>
      }
    />
  )
}
