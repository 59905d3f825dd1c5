import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { dateText, groupDigits, isDay, today } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { EmptyState, ErrorBox, PageHeader, TextLink } from '#kit/web/parts.web.tsx'
import { Sheet, SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { BranchChoice } from '#modules/organisation/public.web.tsx'
import { accounts } from '../accounts/accounts.contract.ts'
import { type DetailLedger, detailLedger } from './journal.contract.ts'
import css from './ledger.module.css'

const api = bindContract(detailLedger)
const accountApi = bindContract(accounts)
const place = 'ledger:detail'
const fields = ['date', 'event', 'place', 'party', 'item', 'quantity', 'debit', 'credit', 'balance']
const numbers = ['quantity', 'debit', 'credit', 'balance']

interface Asked {
  account?: string
  branch?: string
  /** Type and id of a party. */
  party?: string
  from?: string
  to?: string
}

/** Every line of an account in a period, its balance running along; each leads to its entry. */
export function DetailLedgerPage() {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const asked: Asked = useSearch({ strict: false })
  const all = useQuery(accountApi.list.queryOptions())
  const accountId = asked.account ?? all.data?.[0]?.id
  const to = asked.to ?? today()
  const from = asked.from ?? `${to.slice(0, 8)}01`
  const isAsked = isDay(from) && isDay(to)
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
    enabled: accountId !== undefined && isAsked,
    placeholderData: keepPreviousData,
  })
  const change = (part: Asked) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...part }), replace: true })
  return (
    <SheetPage>
      <PageHeader title={texts('title')} />
      <div className={css.ask}>
        <Select
          label={texts('account')}
          w={320}
          searchable
          selectFirstOptionOnChange
          allowDeselect={false}
          data={all.data?.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })) ?? []}
          value={accountId ?? null}
          onChange={(account) =>
            change({ account: account ?? undefined, party: undefined } as unknown as Asked)
          }
        />
        <BranchChoice
          label={texts('branch')}
          placeholder={texts('anyBranch')}
          clear={texts('clear')}
          value={asked.branch ?? null}
          onChange={(branch) => change({ branch: branch ?? undefined } as Asked)}
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
            onChange={(party) => change({ party: party ?? undefined } as Asked)}
          />
        )}
        <DateBox label={texts('from')} w={170} value={from} onChange={(day) => change({ from: day })} />
        <DateBox label={texts('to')} w={170} value={to} onChange={(day) => change({ to: day })} />
      </div>
      {isAsked ? (
        <Loaded query={query} height={480}>
          {(found) => <Lines ledger={found} />}
        </Loaded>
      ) : (
        <ErrorBox>{texts('noDay')}</ErrorBox>
      )}
    </SheetPage>
  )
}

const number = (value: string | null) => (value === null ? '' : groupDigits(value))

function Lines({ ledger: { opening, closing, lines, isCut } }: { ledger: DetailLedger }) {
  const texts = useTexts(place)
  const events = useTexts('ledger:journal')
  const edge = (name: string, value: string) => (
    <tr className={css.edge}>
      <th scope="row" colSpan={fields.length - 1}>
        {texts(name)}
      </th>
      <td data-number>{groupDigits(value)}</td>
    </tr>
  )
  return (
    <>
      {isCut && <ErrorBox>{texts('cut', { count: lines.length })}</ErrorBox>}
      <Sheet
        label={texts('title')}
        columns={fields.map((field) => ({
          title: texts(`fields.${field}`),
          isNumber: numbers.includes(field),
        }))}
      >
        {edge('opening', opening)}
        {lines.map((line) => (
          <tr key={`${line.entryId} ${line.position}`}>
            <td>{dateText(line.businessDate)}</td>
            <td>
              <TextLink to={`/accounting/journal/${line.entryId}`}>
                {events(`values.event.${line.event.replaceAll('.', '_')}`, { defaultValue: line.event })}
              </TextLink>{' '}
              {line.sourceNumber}
            </td>
            <td>{[line.branchName, line.counterName].filter(Boolean).join(' · ')}</td>
            <td>{line.party && (line.party.name || line.party.id)}</td>
            <td>{line.item}</td>
            <td data-number>{number(line.quantity)}</td>
            <td data-number>{number(line.debit)}</td>
            <td data-number>{number(line.credit)}</td>
            <td data-number>{groupDigits(line.balance)}</td>
          </tr>
        ))}
        {edge('closing', closing)}
      </Sheet>
      {lines.length === 0 && <EmptyState text={texts('empty')} />}
    </>
  )
}
