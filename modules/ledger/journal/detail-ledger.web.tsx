import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { dateText, groupDigits } from '#kit/web/format.web.ts'
import { EmptyState, ErrorBox, TextLink } from '#kit/web/parts.web.tsx'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { accounts } from '../accounts/accounts.contract.ts'
import { type DetailLedger, detailLedger } from './journal.contract.ts'

const api = bindContract(detailLedger)
const accountApi = bindContract(accounts)
const place = 'ledger:detail'

interface Asked extends Days {
  account?: string | undefined
  branch?: string | undefined
  /** Type and id of a party. */
  party?: string | undefined
}

/** Every line of an account in a period, its balance running along; each leads to its entry. */
export function DetailLedgerPage() {
  const texts = useTexts(place)
  const [asked, change] = useAsked<Asked>()
  const all = useQuery(accountApi.list.queryOptions())
  const accountId = asked.account ?? all.data?.[0]?.id
  const { from, to, isPeriod } = periodOf(asked)
  const kind = all.data?.find(({ id }) => id === accountId)?.party ?? null
  const hasParties = kind !== null
  const known = useQuery({
    ...accountApi.parties.queryOptions({
      accountId: accountId ?? '',
      ...(asked.branch && { branchId: asked.branch }),
    }),
    enabled: accountId !== undefined && hasParties,
  })
  const [partyType, partyId] = asked.party?.split(' ') ?? []
  const query = useQuery({
    ...api.list.queryOptions({
      accountId: accountId ?? '',
      from,
      to,
      ...(asked.branch && { branchId: asked.branch }),
      ...(partyType && partyId && { partyType, partyId }),
    }),
    enabled: accountId !== undefined && isPeriod,
    placeholderData: keepPreviousData,
  })
  return (
    <ReportPage
      texts={place}
      query={query}
      isAsked={isPeriod}
      ask={
        <>
          <Select
            label={texts('account')}
            w={320}
            searchable
            selectFirstOptionOnChange
            allowDeselect={false}
            data={all.data?.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })) ?? []}
            value={accountId ?? null}
            onChange={(account) => change({ account: account ?? undefined, party: undefined })}
          />
          <BranchChoice
            label={texts('branch')}
            placeholder={texts('anyBranch')}
            clear={texts('clear')}
            value={asked.branch ?? null}
            onChange={(branch) => change({ branch: branch ?? undefined })}
          />
          {hasParties && (
            <Select
              label={texts('party')}
              placeholder={texts('anyParty')}
              w={280}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': texts('clearParty') }}
              data={
                known.data?.parties.map(({ type, id, name, balance }) => ({
                  value: `${type} ${id}`,
                  label: `${name || id} (${groupDigits(balance)})`,
                })) ?? []
              }
              value={asked.party ?? null}
              onChange={(party) => change({ party: party ?? undefined })}
            />
          )}
          <PeriodBoxes texts={place} from={from} to={to} change={change} />
        </>
      }
    >
      {(ledger) => <Found ledger={ledger} />}
    </ReportPage>
  )
}

function Found({ ledger: { opening, closing, lines, isCut } }: { ledger: DetailLedger }) {
  const texts = useTexts(place)
  const events = useTexts('ledger:journal')
  return (
    <>
      {isCut && <ErrorBox>{texts('cut', { count: lines.length })}</ErrorBox>}
      <Lines
        texts={place}
        label={texts('title')}
        rows={lines}
        rowKey={({ entryId, position }) => `${entryId} ${position}`}
        opening={[texts('opening'), { balance: opening }]}
        total={[texts('closing'), { balance: closing }]}
        columns={[
          { key: 'date', cell: ({ businessDate }) => dateText(businessDate) },
          {
            key: 'event',
            cell: ({ entryId, event, sourceNumber }) => (
              <>
                <TextLink to={`/accounting/journal/${entryId}`}>
                  {events(`values.event.${event.replaceAll('.', '_')}`, { defaultValue: event })}
                </TextLink>{' '}
                {sourceNumber}
              </>
            ),
          },
          {
            key: 'place',
            cell: ({ branchName, counterName }) => [branchName, counterName].filter(Boolean).join(' · '),
          },
          { key: 'party', cell: ({ party }) => party && (party.name || party.id) },
          { key: 'item' },
          { key: 'quantity', kind: 'number' },
          { key: 'debit', kind: 'number' },
          { key: 'credit', kind: 'number' },
          { key: 'balance', kind: 'number' },
        ]}
      />
      {lines.length === 0 && <EmptyState text={texts('empty')} />}
    </>
  )
}
