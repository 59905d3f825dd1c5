import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { ErrorBox, TextLink } from '#kit/web/parts.web.tsx'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { prefunds } from '../prefunds/prefunds.contract.ts'
import { prefundMovements, prefundMovementsReport } from './prefund-movements.contract.ts'

const api = bindContract(prefundMovements)
const prefundApi = bindContract(prefunds)
const place = 'remittance:prefundMovements'

interface Asked extends Days {
  prefund?: string | undefined
}

/** What moved at a partner's balance in a period; each line leads to its entry. */
export function PrefundMovementsPage() {
  const say = useTexts(place)
  const events = useTexts('ledger:journal')
  const [asked, change] = useAsked<Asked>()
  const all = useQuery(prefundApi.listSelection.queryOptions())
  const prefundId = asked.prefund ?? all.data?.[0]?.id ?? ''
  const { from, to, isPeriod } = periodOf(asked)
  const input = { prefundId, from, to }
  const query = useQuery({
    ...api.list.queryOptions(input),
    enabled: prefundId !== '' && isPeriod,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={prefundMovementsReport}
      query={query}
      isAsked={isPeriod && (prefundId !== '' || all.isPending)}
      file={prefundId === '' ? undefined : () => api.export.call(input)}
      rows={({ rows }) => rows}
      rowKey={({ entryId, position }) => `${entryId} ${position}`}
      head={({ isCut, rows }) => isCut && <ErrorBox>{say('cut', { count: rows.length })}</ErrorBox>}
      opening={({ opening }) => [say('opening'), { balance: opening }]}
      total={({ closing }) => [say('closing'), { balance: closing }]}
      cells={{
        event: ({ entryId, event }) => (
          <TextLink to={`/accounting/journal/${entryId}`}>
            {events(`values.event.${event.replaceAll('.', '_')}`, { defaultValue: event })}
          </TextLink>
        ),
      }}
      ask={
        <>
          <Select
            label={say('prefund')}
            w={280}
            searchable
            selectFirstOptionOnChange
            data={all.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={prefundId || null}
            onChange={(prefund) => change({ prefund: prefund ?? undefined })}
          />
          <PeriodBoxes texts={place} from={from} to={to} change={change} />
        </>
      }
    />
  )
}
