import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { bindContract } from '#kit/web/api.web.ts'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { pageAt } from '#modules/pages.domain.ts'
import { type Entry, type EntryDetail, journal } from './journal.contract.ts'
import { sourcePages } from './sources.domain.ts'

const api = bindContract(journal)
const place = 'ledger:journal'
const home = '/accounting/journal'

/** What happened, in words; an event that has none is said by its name. */
function Event({ name }: { name: string }) {
  const texts = useTexts(place)
  return texts(`values.event.${name.replaceAll('.', '_')}`, { defaultValue: name })
}

/** The way to what was posted. */
function Source({ type, id, number }: { type: string; id: string; number: string | null }) {
  const texts = useTexts(place)
  const { t } = useTranslation('modules')
  const to = sourcePages[type]
  const page = to && pageAt(to)?.page.key
  const kind = texts(`values.source.${type}`, { defaultValue: page ? t(`pages.${page}`) : type })
  const name = number === null ? kind : `${kind} ${number}`
  return to ? <TextLink to={`${to}/${id}`}>{name}</TextLink> : name
}

const link = (id: string | null) => id && <TextLink to={`${home}/${id}`}>{id.slice(-12)}</TextLink>

const facts: readonly Fact<Entry>[] = [
  { key: 'event', cell: (name) => <Event name={name} /> },
  {
    key: 'sourceType',
    cell: (type, { sourceId, sourceNumber }) => <Source type={type} id={sourceId} number={sourceNumber} />,
  },
  { key: 'branchName' },
  { key: 'businessDate', kind: 'date' },
  { key: 'at', kind: 'dateTime', place: 'branchId' },
  { key: 'author' },
  { key: 'value', kind: 'number' },
  { key: 'note' },
  { key: 'reversesId', cell: link },
]
const own: readonly Fact<EntryDetail>[] = [
  { key: 'reversedById', cell: link },
  { key: 'sealNumber', kind: 'number' },
]
const columns: readonly ListColumn<Entry>[] = [
  { key: 'at', kind: 'dateTime', place: 'branchId', width: 190 },
  { key: 'businessDate', kind: 'date', width: 130 },
  { key: 'event', cell: (name) => <Event name={name} />, width: 200 },
  { key: 'sourceNumber', width: 170 },
  { key: 'branchName', width: 180 },
  { key: 'value', kind: 'number', width: 150 },
  { key: 'author', width: 180 },
  { key: 'note', width: 240 },
]

export function Journal() {
  return (
    <ListPage
      texts={place}
      list={api.list}
      columns={columns}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={place} row={row} facts={facts} />}
    />
  )
}

/** One entry: its lines, where it comes from, which seal holds it, and its mirror. */
export function EntryPage() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  return (
    <DetailPage
      texts={place}
      get={api.getById}
      id={id}
      title={() => texts('one')}
      back={home}
      groups={[{ name: 'facts', facts: [...(facts as readonly Fact<EntryDetail>[]), ...own] }]}
    >
      {({ lines, branchName, value }) => (
        <Lines
          texts={place}
          label={texts('lines')}
          rows={lines}
          rowKey={({ accountId }, index) => `${accountId} ${index}`}
          total={[texts('total'), { debit: value, credit: value }]}
          columns={[
            {
              key: 'account',
              isHead: true,
              cell: ({ accountId, accountCode, accountName }) => (
                <TextLink to={`/accounting/detail-ledger-analysis?account=${accountId}`}>
                  {accountCode} {accountName}
                </TextLink>
              ),
            },
            { key: 'place', cell: ({ counterName }) => counterName ?? branchName },
            { key: 'item' },
            { key: 'quantity', kind: 'number' },
            { key: 'debit', kind: 'number' },
            { key: 'credit', kind: 'number' },
          ]}
        />
      )}
    </DetailPage>
  )
}
