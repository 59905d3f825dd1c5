import { Button, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { ErrorBox, TextLink } from '#kit/web/parts.web.tsx'
import { type Days, PeriodBoxes, periodOf, ReportPage, useAsked } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { accounts } from '../accounts/accounts.contract.ts'
import { detailLedger, detailReport } from './journal.contract.ts'

const api = bindContract(detailLedger)
const accountApi = bindContract(accounts)
const place = 'ledger:detail'

interface Asked extends Days {
  account?: string | undefined
  branch?: string | undefined
  /** Type and id of a party. */
  party?: string | undefined
  /** Beyond the first page. */
  whole?: string | undefined
}

/** What is asked for, with the accounts and the parties that can be chosen. */
function useDetail(asked: Asked) {
  const all = useQuery(accountApi.list.queryOptions())
  const accountId = asked.account ?? all.data?.[0]?.id
  const { from, to, isPeriod } = periodOf(asked)
  const hasParties = (all.data?.find(({ id }) => id === accountId)?.party ?? null) !== null
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
      ...(asked.whole === 'true' && { isWhole: 'true' as const }),
    }),
    enabled: accountId !== undefined && isPeriod,
    placeholderData: keepPreviousData,
  })
  return { all, accountId, known, hasParties, query }
}

/** Every line of an account in a period, its balance running along; each leads to its entry. */
export function DetailLedgerPage() {
  const texts = useTexts(place)
  const [asked, change] = useAsked<Asked>()
  const { all, accountId, known, hasParties, query } = useDetail(asked)
  const { from, to, isPeriod } = periodOf(asked)
  return (
    <ReportPage
      report={detailReport}
      query={query}
      isAsked={isPeriod}
      rows={({ lines }) => lines}
      rowKey={({ entryId, position }) => `${entryId} ${position}`}
      head={({ isCut, lines }) =>
        isCut && (
          <Cut
            count={lines.length}
            isWhole={asked.whole === 'true'}
            onWhole={() => change({ whole: 'true' })}
          />
        )
      }
      opening={({ opening }) => [texts('opening'), { balance: opening }]}
      total={({ closing }) => [texts('closing'), { balance: closing }]}
      cells={{
        event: (line) => <EventCell {...line} />,
        branchName: ({ branchName, counterName }) => [branchName, counterName].filter(Boolean).join(' · '),
        'party.name': ({ party }) => party && (party.name || party.id),
      }}
      ask={
        <>
          <Select
            label={texts('account')}
            w={320}
            searchable
            selectFirstOptionOnChange
            data={all.data?.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })) ?? []}
            value={accountId ?? null}
            onChange={(account) => change({ account: account ?? undefined, party: undefined })}
          />
          <BranchChoice
            value={asked.branch ?? null}
            onChange={(branch) => change({ branch: branch ?? undefined })}
          />
          {hasParties && (
            <PartyChoice
              parties={known.data?.parties ?? []}
              value={asked.party}
              onChange={(party) => change({ party })}
            />
          )}
          <PeriodBoxes texts={place} from={from} to={to} change={change} />
        </>
      }
    />
  )
}

/** That there are more lines than are shown, with the way to more of them while there is one. */
function Cut({ count, isWhole, onWhole }: { count: number; isWhole: boolean; onWhole: () => void }) {
  const texts = useTexts(place)
  if (isWhole) return <ErrorBox>{texts('cut', { count })}</ErrorBox>
  return (
    <p role="status">
      {texts('first', { count })}{' '}
      <Button variant="default" size="compact-sm" onClick={onWhole}>
        {texts('whole')}
      </Button>
    </p>
  )
}

/** What happened, with the number of what it came from, and the way to its entry. */
function EventCell({ entryId, event, sourceNumber }: EventOfLine) {
  const events = useTexts('ledger:journal')
  const what = events(`values.event.${event.replaceAll('.', '_')}`, { defaultValue: event })
  return (
    <TextLink to={`/accounting/journal/${entryId}`}>
      {[what, sourceNumber].filter(Boolean).join(' ')}
    </TextLink>
  )
}

interface EventOfLine {
  entryId: string
  event: string
  sourceNumber: string | null
}

interface PartyChoiceProps {
  parties: readonly { type: string; id: string; name: string; balance: string }[]
  value: string | undefined
  onChange: (party: string | undefined) => void
}

/** Whose entries alone are shown, each party with its balance. */
function PartyChoice({ parties, value, onChange }: PartyChoiceProps) {
  const texts = useTexts(place)
  return (
    <Select
      label={texts('party')}
      placeholder={texts('anyParty')}
      w={280}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts('clearParty') }}
      data={parties.map(({ type, id, name, balance }) => ({
        value: `${type} ${id}`,
        label: `${name || id} (${groupDigits(balance)})`,
      }))}
      value={value ?? null}
      onChange={(party) => onChange(party ?? undefined)}
    />
  )
}
