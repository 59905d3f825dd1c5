import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { isDay, today } from '#kit/web/format.web.ts'
import { TextLink } from '#kit/web/parts.web.tsx'
import { ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { Agreements } from '../agreements/agreements.web.tsx'
import { type SubLedgerRow, subLedgerReport, subLedgers } from './sub-ledgers.contract.ts'

const api = bindContract(subLedgers)

/** What is open with each party at the end of a day, by age; a party leads to its lines. */
export function SubLedgerPage() {
  const texts = useTexts(subLedgerReport.texts)
  const [asked, change] = useAsked<{ date?: string; branch?: string | undefined }>()
  const date = asked.date ?? today()
  const ask = { date, branchId: asked.branch ?? null }
  const query = useQuery({
    ...api.list.queryOptions(ask),
    enabled: isDay(date),
    placeholderData: keepPreviousData,
  })
  const behind = ({ accountId, partyType, partyId }: SubLedgerRow) =>
    `/accounting/detail-ledger-analysis?${new URLSearchParams({
      account: accountId,
      party: `${partyType} ${partyId}`,
      from: `${date.slice(0, 4)}-01-01`,
      to: date,
      ...(asked.branch && { branch: asked.branch }),
    }).toString()}`
  return (
    <ReportPage
      report={subLedgerReport}
      query={query}
      isAsked={isDay(date)}
      file={() => api.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={({ accountId, partyId }) => `${accountId} ${partyId}`}
      titles={({ local }) => ({ local })}
      head={({ agreements }) => <Agreements rows={agreements} />}
      cells={{ party: (row) => <TextLink to={behind(row)}>{row.party || texts('unnamed')}</TextLink> }}
      ask={
        <>
          <BranchChoice
            label={texts('branch')}
            placeholder={texts('anyBranch')}
            value={asked.branch ?? null}
            onChange={(branch) => change({ branch: branch ?? undefined })}
          />
          <DateBox label={texts('date')} w={170} value={date} onChange={(day) => change({ date: day })} />
        </>
      }
    />
  )
}
