import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { TextLink } from '#kit/web/parts.web.tsx'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { poolStory, position, positionReport, storyReport } from './position.contract.ts'

const api = bindContract(position)
const storyApi = bindContract(poolStory)

/** What there is of each currency and what it is worth; a currency leads to where it lies. */
export function Position() {
  const [asked, change] = useAsked<{ branch?: string | undefined }>()
  const ask = asked.branch ? { branchId: asked.branch } : {}
  const query = useQuery({ ...api.list.queryOptions(ask), placeholderData: keepPreviousData })
  return (
    <ReportPage
      report={positionReport}
      query={query}
      file={() => api.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={({ itemId }) => itemId}
      titles={({ local }) => ({ local })}
      cells={{
        code: ({ itemId, code, flagCode }) => (
          <TextLink to={`/reports/stock-on-hand?level=branch&item=${itemId}`}>
            <CurrencyLabel code={code} flagCode={flagCode} />
          </TextLink>
        ),
      }}
      ask={
        <BranchChoice
          value={asked.branch ?? null}
          onChange={(branch) => change({ branch: branch ?? undefined })}
        />
      }
    />
  )
}

interface StoryAsked extends Days {
  branch?: string | undefined
  item?: string | undefined
}

/** Why the average cost of a currency in a branch is what it is; each movement leads to its entry. */
export function PoolStory() {
  const texts = useTexts(storyReport.texts)
  const [asked, change] = useAsked<StoryAsked>()
  const { from, to, isPeriod } = periodOf(asked)
  const { branch, item } = asked
  const isAsked = isPeriod && from <= to && branch !== undefined && item !== undefined
  const ask = { branchId: branch ?? '', itemId: item ?? '', from, to }
  const query = useQuery({
    ...storyApi.list.queryOptions(ask),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={storyReport}
      query={query}
      isAsked={isAsked}
      file={() => storyApi.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={({ entryId }) => entryId}
      titles={({ local }) => ({ local })}
      head={({ code, local }) => <p>{texts('note', { code, local })}</p>}
      cells={{
        event: ({ entryId, event }) => <TextLink to={`/accounting/journal/${entryId}`}>{event}</TextLink>,
      }}
      ask={
        <>
          <BranchChoice value={branch ?? null} onChange={(one) => change({ branch: one ?? undefined })} />
          <PeriodBoxes texts={storyReport.texts} from={from} to={to} change={change} />
        </>
      }
    />
  )
}
