import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { percent } from '#kit/web/format.web.ts'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { useQuery } from '@tanstack/react-query'
import { Attachments } from '#modules/documents/public.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { manualEntries, type ManualEntry, type ManualEntryDetail } from '../entries/entries.contract.ts'
import { entryKinds, entryStates, entryWorkflow } from '../entries/entries.domain.ts'

const api = bindContract(manualEntries)
const branchApi = bindContract(branches)
const texts = 'ledger:entries'
const home = '/accounting/adjusting-entries'

type Line = ManualEntryDetail['lines'][number]

export const { List: EntryList, Detail: EntryDetailPage } = documentPages<
  ManualEntry,
  ManualEntryDetail,
  typeof entryWorkflow,
  Line
>({
  texts,
  home,
  api,
  workflow: entryWorkflow,
  tones: {
    draft: 'neutral',
    submitted: 'waiting',
    posted: 'done',
    reversed: 'ended',
    cancelled: 'ended',
  },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'businessDate', kind: 'date', width: 130 },
    { key: 'branchId', width: 180, cell: (_, { branchName }) => branchName },
    { key: 'kind', kind: 'value', width: 130 },
    { key: 'reason', width: 260 },
    { key: 'value', kind: 'number', width: 140 },
    { key: 'state', kind: 'badge', width: 130 },
    { key: 'author', width: 150 },
  ],
  facts: [
    { key: 'kind', kind: 'value' },
    { key: 'businessDate', kind: 'date' },
    { key: 'branchName' },
    { key: 'reason' },
    { key: 'value', kind: 'number' },
    { key: 'autoReverseOn', kind: 'date' },
    { key: 'reversedOn', kind: 'date' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number'],
  useChoices: () => ({
    state: entryStates,
    kind: entryKinds,
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  beside: (row) => <Beside row={row} />,
  below: (row) => <Attachments api={api} row={row} />,
  lines: {
    of: ({ lines }) => lines,
    rowKey: (_, index) => String(index),
    columns: [
      { key: 'ledger', isHead: true, cell: (line) => `${line.accountCode} ${line.accountName}` },
      { key: 'branch', cell: ({ branchName }) => branchName },
      { key: 'party', cell: ({ partyName }) => partyName },
      { key: 'currency', cell: ({ currency }) => currency },
      { key: 'quantity', isNumber: true, cell: ({ quantity }) => groupDigits(quantity ?? '') },
      { key: 'rate', isNumber: true, cell: ({ rate }) => rate },
      { key: 'debit', isNumber: true, cell: ({ debit }) => groupDigits(debit ?? '') },
      { key: 'credit', isNumber: true, cell: ({ credit }) => groupDigits(credit ?? '') },
      { key: 'taxCodeId', cell: (line) => <TaxOfLine line={line} /> },
      { key: 'tax', isNumber: true, cell: ({ tax }) => groupDigits(tax ?? '') },
    ],
  },
})

/** By which code and rate a line is taxed, and whether its amount contains it. */
function TaxOfLine({ line: { taxCode, taxRate, isTaxIncluded } }: { line: Line }) {
  const say = useTexts(texts)
  if (taxCode === null) return null
  return [
    taxCode,
    percent(taxRate ?? '0'),
    say(`values.taxMode.${isTaxIncluded ? 'included' : 'added'}`),
  ].join(' · ')
}

/** Printed as it stands; a draft is changed, and any is the beginning of another. */
function Beside({ row }: { row: ManualEntryDetail }) {
  const say = useTexts(texts)
  return (
    <>
      <PrintButton>{say('print')}</PrintButton>
      <Button component={Link} variant="default" to={`${home}/create?copy=${row.id}`}>
        {say('copy')}
      </Button>
      {row.can.includes('submit') && (
        <Button component={Link} variant="default" to={`${home}/update/${row.id}`}>
          {say('edit')}
        </Button>
      )}
    </>
  )
}
