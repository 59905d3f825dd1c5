import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { Agreements } from '../agreements/agreements.web.tsx'
import { cashMovement, cashMovementReport } from './cash-movement.contract.ts'

const api = bindContract(cashMovement)

/** What cash and bank accounts took in and gave out in a period, by what happened. */
export function CashMovementPage() {
  const texts = useTexts(cashMovementReport.texts)
  const events = useTexts('ledger:journal')
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
      report={cashMovementReport}
      query={query}
      isAsked={isAsked}
      file={() => api.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={({ accountId, kind, event }) => `${accountId} ${kind} ${event}`}
      titles={({ local }) => ({ local })}
      head={({ agreements }) => <Agreements rows={agreements} />}
      cells={{
        event: ({ event }) =>
          event && events(`values.event.${event.replaceAll('.', '_')}`, { defaultValue: event }),
      }}
      ask={
        <>
          <BranchChoice
            label={texts('branch')}
            placeholder={texts('anyBranch')}
            value={asked.branch ?? null}
            onChange={(branch) => change({ branch: branch ?? undefined })}
          />
          <PeriodBoxes texts={cashMovementReport.texts} from={from} to={to} change={change} />
        </>
      }
    />
  )
}
