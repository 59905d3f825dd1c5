import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { TextLink } from '#kit/web/parts.web.tsx'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { BookedNote } from '../reports/booked-note.web.tsx'
import { countVariances, varianceReport } from './variances.contract.ts'

const api = bindContract(countVariances)

interface Asked extends Days {
  branch?: string | undefined
  person?: string | undefined
}

/** What was short and over by who counted; a person leads to their counts, and each of these to its page. */
export function CountVariances() {
  const texts = useTexts(varianceReport.texts)
  const [asked, change] = useAsked<Asked>()
  const { from, to, isPeriod } = periodOf(asked)
  const isAsked = isPeriod && from <= to
  const ask = {
    from,
    to,
    ...(asked.branch && { branchId: asked.branch }),
    ...(asked.person && { personId: asked.person }),
  }
  const query = useQuery({
    ...api.list.queryOptions(ask),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={varianceReport}
      query={query}
      isAsked={isAsked}
      file={() => api.export.call(ask)}
      rows={({ rows }) => rows}
      rowKey={({ personId, branchId, countId }) => countId ?? `${personId} ${branchId}`}
      titles={({ local }) => ({ local })}
      head={({ rows, booked, local }) => rows.length > 0 && <BookedNote booked={booked} local={local} />}
      cells={{
        person: ({ person, personId, branchId, countId }) => (
          <TextLink
            to={
              countId
                ? `/inventory/audit-or-count/${countId}`
                : `/reports/count-variances?person=${personId}&branch=${branchId}&from=${from}&to=${to}`
            }
          >
            {person}
          </TextLink>
        ),
      }}
      ask={
        <>
          <BranchChoice
            value={asked.branch ?? null}
            onChange={(branch) => change({ branch: branch ?? undefined })}
          />
          <PeriodBoxes texts="inventory:reportAsk" from={from} to={to} change={change} />
          {asked.person && (
            <Button variant="default" onClick={() => change({ person: undefined })}>
              {texts('everybody')}
            </Button>
          )}
        </>
      }
    />
  )
}
