import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { SealedHead } from '#modules/ledger/public.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { profitLossReport, profitReport } from './profit.contract.ts'
import css from './profit.module.css'

const api = bindContract(profitReport)
const place = 'reports:profit'

/** What was earned in a period, by branch and currency: by the rates, and by what the market did. */
export function ProfitAndLoss() {
  const texts = useTexts(place)
  const [asked, change] = useAsked<Days & { branch?: string | undefined }>()
  const { from, to, isPeriod } = periodOf(asked)
  const isAsked = isPeriod && from <= to
  const ask = { from, to, branchId: asked.branch ?? null }
  const query = useQuery({
    ...api.profitLoss.queryOptions(ask),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={profitLossReport}
      query={query}
      isAsked={isAsked}
      file={() => api.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={({ branchId, currencyId, source }) => `${branchId} ${currencyId} ${source}`}
      cells={{ code: ({ code, flagCode }) => <CurrencyLabel code={code} flagCode={flagCode} /> }}
      head={({ rows, localCurrency: code, isKnown }) =>
        rows.length > 0 && (
          <p className={css.note}>
            {texts('note', { code })} {texts(isKnown ? 'gainNote' : 'gainUnknown')}
          </p>
        )
      }
      ask={
        <>
          <BranchChoice
            value={asked.branch ?? null}
            onChange={(branch) => change({ branch: branch ?? undefined })}
          />
          <PeriodBoxes texts={place} from={from} to={to} change={change} />
        </>
      }
      foot={<SealedHead />}
    />
  )
}
