import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { countryName } from '../recipients/country.web.ts'
import { corridorProfit, corridorProfitReport } from './corridor-profit.contract.ts'

const api = bindContract(corridorProfit)
const place = corridorProfitReport.texts

/** What each corridor earned in a period. */
export function CorridorProfitPage() {
  const texts = useTexts(place)
  const [asked, change] = useAsked<Days & { branch?: string | undefined }>()
  const { from, to, isPeriod } = periodOf(asked)
  const isAsked = isPeriod && from <= to
  const input = { from, to, ...(asked.branch && { branchId: asked.branch }) }
  const query = useQuery({
    ...api.list.queryOptions(input),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={corridorProfitReport}
      query={query}
      isAsked={isAsked}
      file={() => api.export.call(input)}
      rows={({ rows }) => rows}
      rowKey={({ providerId, country, method, currency }) =>
        [providerId, country, method, currency].join(' ')
      }
      titles={({ local }) => ({ local })}
      cells={{ country: ({ country }) => (country === null ? texts('noOrder') : countryName(country)) }}
      ask={
        <>
          <BranchChoice
            label={texts('branch')}
            placeholder={texts('anyBranch')}
            value={asked.branch ?? null}
            onChange={(branch) => change({ branch: branch ?? undefined })}
          />
          <PeriodBoxes texts={place} from={from} to={to} change={change} />
        </>
      }
    />
  )
}
