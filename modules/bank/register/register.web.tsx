import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { ErrorBox, TextLink } from '#kit/web/parts.web.tsx'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { bankTransactions, registerReport } from './register.contract.ts'

const api = bindContract(bankTransactions)
const accountApi = bindContract(bankAccounts)
const place = 'bank:register'

interface Asked extends Days {
  account?: string | undefined
}

/** What moved at an account in a period, its balance running along; each line leads to its entry. */
export function RegisterPage() {
  const say = useTexts(place)
  const events = useTexts('ledger:journal')
  const [asked, change] = useAsked<Asked>()
  const all = useQuery(accountApi.listSelection.queryOptions())
  const accountId = asked.account ?? all.data?.[0]?.id ?? ''
  const { from, to, isPeriod } = periodOf(asked)
  const input = { accountId, from, to }
  const query = useQuery({
    ...api.list.queryOptions(input),
    enabled: accountId !== '' && isPeriod,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      report={registerReport}
      query={query}
      isAsked={isPeriod && (accountId !== '' || all.isPending)}
      file={accountId === '' ? undefined : () => api.export.call(input)}
      rows={({ rows }) => rows}
      rowKey={({ entryId, position }) => `${entryId} ${position}`}
      head={({ isCut, rows }) => isCut && <ErrorBox>{say('cut', { count: rows.length })}</ErrorBox>}
      opening={({ opening, openingValue }) => [say('opening'), { balance: opening, value: openingValue }]}
      total={({ closing, closingValue }) => [say('closing'), { balance: closing, value: closingValue }]}
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
            label={say('account')}
            w={280}
            searchable
            selectFirstOptionOnChange
            data={all.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={accountId || null}
            onChange={(account) => change({ account: account ?? undefined })}
          />
          <PeriodBoxes texts={place} from={from} to={to} change={change} />
        </>
      }
    />
  )
}
