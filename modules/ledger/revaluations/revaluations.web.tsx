import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { type Revaluation, type RevaluationDetail, revaluations } from './revaluations.contract.ts'
import { rateKinds, revaluationStates, revaluationWorkflow } from './revaluations.domain.ts'

const api = bindContract(revaluations)
const branchApi = bindContract(branches)
const texts = 'ledger:revaluations'
const home = '/accounting/fx-revaluation-entry'

type Line = RevaluationDetail['lines'][number]

export const { List: RevaluationList, Detail: RevaluationPage } = documentPages<
  Revaluation,
  RevaluationDetail,
  typeof revaluationWorkflow,
  Line
>({
  texts,
  home,
  api,
  workflow: revaluationWorkflow,
  tones: { draft: 'neutral', posted: 'done', reversed: 'ended', cancelled: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'businessDate', kind: 'date', width: 130 },
    { key: 'branchId', width: 180, cell: (_, row) => <Where row={row} /> },
    { key: 'rateKind', kind: 'value', width: 120 },
    { key: 'net', kind: 'number', width: 140 },
    { key: 'state', kind: 'badge', width: 130 },
    { key: 'author', width: 150 },
  ],
  facts: [
    { key: 'businessDate', kind: 'date' },
    { key: 'branchName', cell: (_, row) => <Where row={row} /> },
    { key: 'rateKind', kind: 'value' },
    { key: 'method', kind: 'value' },
    { key: 'currency' },
    { key: 'gain', kind: 'number' },
    { key: 'loss', kind: 'number' },
    { key: 'net', kind: 'number' },
    { key: 'returnsOn', kind: 'date' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number'],
  useChoices: () => ({
    state: revaluationStates,
    rateKind: rateKinds,
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  beside: (row) => <Beside row={row} />,
  lines: {
    of: ({ lines }) => lines,
    rowKey: (_, index) => String(index),
    columns: [
      { key: 'branch', isHead: true, cell: ({ branchName }) => branchName },
      { key: 'currency' },
      { key: 'kind', cell: ({ kind }) => <Said value={`kind.${kind}`} /> },
      { key: 'account' },
      { key: 'party' },
      { key: 'quantity', isNumber: true, cell: ({ quantity }) => groupDigits(quantity) },
      { key: 'value', isNumber: true, cell: ({ value }) => groupDigits(value) },
      {
        key: 'rate',
        isNumber: true,
        cell: ({ rate, quoteUnit }) => rate && (quoteUnit === 1 ? rate : `${rate} / ${quoteUnit}`),
      },
      { key: 'worth', isNumber: true, cell: ({ worth }) => groupDigits(worth) },
      { key: 'difference', isNumber: true, cell: ({ difference }) => groupDigits(difference) },
      { key: 'residue', cell: ({ residue }) => residue && <Said value={`residue.${residue}`} /> },
    ],
  },
})

function Where({ row: { isWhole, branchName } }: { row: Pick<Revaluation, 'branchName' | 'isWhole'> }) {
  const say = useTexts(texts)
  return isWhole ? say('whole') : branchName
}

function Said({ value }: { value: string }) {
  const say = useTexts(texts)
  return say(`values.${value}`)
}

function Beside({ row }: { row: RevaluationDetail }) {
  const say = useTexts(texts)
  return (
    <>
      <PrintButton>{say('print')}</PrintButton>
      <ExportButton file={() => api.download.call({ id: row.id })}>{say('export')}</ExportButton>
    </>
  )
}
