import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { TextLink } from '#kit/web/parts.web.tsx'
import { ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { ItemChoice } from '../reports/report-ask.web.tsx'
import { denominationReport, heldDenominations } from './denominations.contract.ts'

const api = bindContract(heldDenominations)

/** Which notes and coins lie where; a currency leads to its movements by place. */
export function Denominations() {
  const texts = useTexts(denominationReport.texts)
  const [asked, change] = useAsked<{ branch?: string | undefined; item?: string | undefined }>()
  const ask = {
    ...(asked.branch && { branchId: asked.branch }),
    ...(asked.item && { itemId: asked.item }),
  }
  const query = useQuery({ ...api.list.queryOptions(ask), placeholderData: keepPreviousData })
  return (
    <ReportPage
      report={denominationReport}
      query={query}
      file={() => api.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={({ branchId, counterId, itemId, kind, faceValue }) =>
        `${branchId} ${counterId} ${itemId} ${kind} ${faceValue}`
      }
      head={({ held, known }) => held > 0 && <p>{texts('note', { held, known })}</p>}
      cells={{
        code: ({ branchId, itemId, code, flagCode }) => (
          <TextLink to={`/reports/stock-movements?level=place&branch=${branchId}&item=${itemId}`}>
            <CurrencyLabel code={code} flagCode={flagCode} />
          </TextLink>
        ),
      }}
      ask={
        <>
          <BranchChoice
            value={asked.branch ?? null}
            onChange={(branch) => change({ branch: branch ?? undefined })}
          />
          <ItemChoice value={asked.item} onChange={(item) => change({ item })} />
        </>
      }
    />
  )
}
