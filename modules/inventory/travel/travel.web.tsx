import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { ErrorBox, TextLink } from '#kit/web/parts.web.tsx'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { BookedNote } from '../reports/booked-note.web.tsx'
import { ItemChoice } from '../reports/report-ask.web.tsx'
import { branchTransferReport, branchTransfers, transitAgeing, transitReport } from './travel.contract.ts'

const api = bindContract(branchTransfers)
const ageApi = bindContract(transitAgeing)

interface Row {
  transferId: string
  number: string
  itemId: string
  code: string
  flagCode: string
}
const rowKey = ({ transferId, itemId }: Row) => `${transferId} ${itemId}`
const cells = {
  number: ({ transferId, number }: Row) => (
    <TextLink to={`/inventory/transfers/${transferId}`}>{number}</TextLink>
  ),
  code: ({ code, flagCode }: Row) => <CurrencyLabel code={code} flagCode={flagCode} />,
}

interface Asked extends Days {
  branch?: string | undefined
  item?: string | undefined
}

/** What branches sent one another, line by line; each leads to its transfer. */
export function BranchTransfers() {
  const texts = useTexts('inventory:reportAsk')
  const [asked, change] = useAsked<Asked>()
  const { from, to, isPeriod } = periodOf(asked)
  const isAsked = isPeriod && from <= to
  const ask = {
    from,
    to,
    ...(asked.branch && { branchId: asked.branch }),
    ...(asked.item && { itemId: asked.item }),
  }
  const query = useQuery({
    ...api.list.queryOptions(ask),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={branchTransferReport}
      query={query}
      isAsked={isAsked}
      file={() => api.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={rowKey}
      titles={({ local }) => ({ local })}
      head={({ isCut, rows, booked, local }) => (
        <>
          {isCut && <ErrorBox>{texts('cut', { count: rows.length })}</ErrorBox>}
          {rows.length > 0 && <BookedNote booked={booked} local={local} />}
        </>
      )}
      cells={cells}
      ask={
        <>
          <BranchChoice
            value={asked.branch ?? null}
            onChange={(branch) => change({ branch: branch ?? undefined })}
          />
          <ItemChoice value={asked.item} onChange={(item) => change({ item })} />
          <PeriodBoxes texts="inventory:reportAsk" from={from} to={to} change={change} />
        </>
      }
    />
  )
}

/** What is on its way now, the oldest first; each leads to its transfer. */
export function TransitAgeing() {
  const [asked, change] = useAsked<{ branch?: string | undefined }>()
  const ask = asked.branch ? { branchId: asked.branch } : {}
  const query = useQuery({ ...ageApi.list.queryOptions(ask), placeholderData: keepPreviousData })
  return (
    <ReportPage
      report={transitReport}
      query={query}
      file={() => ageApi.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={rowKey}
      titles={({ local }) => ({ local })}
      head={({ rows, booked, local }) => rows.length > 0 && <BookedNote booked={booked} local={local} />}
      cells={cells}
      ask={
        <BranchChoice
          value={asked.branch ?? null}
          onChange={(branch) => change({ branch: branch ?? undefined })}
        />
      }
    />
  )
}
