import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { SealedHead } from '#modules/ledger/public.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { profitReport } from './profit.contract.ts'
import css from './profit.module.css'

const api = bindContract(profitReport)
const place = 'reports:profit'
type Report = Awaited<ReturnType<typeof api.profitLoss.call>>

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
      texts={place}
      query={query}
      isAsked={isAsked}
      isPrinted
      file={() => api.export.call(ask)}
      isEmpty={({ rows }) => rows.length === 0}
      ask={
        <>
          <BranchChoice
            label={texts('branch')}
            placeholder={texts('anyBranch')}
            clear={texts('clear')}
            value={asked.branch ?? null}
            onChange={(branch) => change({ branch: branch ?? undefined })}
          />
          <PeriodBoxes texts={place} from={from} to={to} change={change} />
        </>
      }
      foot={<SealedHead />}
    >
      {(report) => <Rows report={report} />}
    </ReportPage>
  )
}

function Rows({ report: { rows, total, localCurrency } }: { report: Report }) {
  const texts = useTexts(place)
  return (
    <>
      <p className={css.note}>
        {texts('note', { code: localCurrency })} {texts('gainNote')}
      </p>
      <Lines
        texts={place}
        label={texts('title')}
        rows={rows}
        rowKey={({ branchId, currencyId, source }) => `${branchId} ${currencyId} ${source}`}
        columns={[
          { key: 'branch' },
          {
            key: 'code',
            isHead: true,
            cell: ({ code, flagCode }) => <CurrencyLabel code={code} flagCode={flagCode} />,
          },
          { key: 'source', cell: ({ source }) => texts(`values.source.${source}`) },
          ...(
            ['lines', 'bought', 'buy', 'sold', 'sell', 'cost', 'dealing', 'holding', 'realised'] as const
          ).map((key) => ({ key, kind: 'number' as const })),
        ]}
        total={[texts('total'), total]}
      />
    </>
  )
}
