import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { amountText } from '#kit/web/format.web.ts'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { Attachments } from '#modules/documents/public.web.tsx'
import { PlaceName } from '../places/place-name.web.tsx'
import { usePlaces } from '../places/places.web.tsx'
import { type Correction, type CorrectionDetail, corrections } from './corrections.contract.ts'
import { correctionStates, correctionWorkflow, reasons } from './corrections.domain.ts'

const api = bindContract(corrections)
const texts = 'inventory:corrections'
const home = '/inventory/adjustments'

const place: Fact<Correction> = {
  key: 'branchName',
  cell: (branch, { counterName }) => <PlaceName branch={branch} counter={counterName} />,
}
type Line = CorrectionDetail['lines'][number]

export const { List: CorrectionList, Detail: CorrectionPage } = documentPages<
  Correction,
  CorrectionDetail,
  typeof correctionWorkflow,
  Line
>({
  texts,
  home,
  api,
  workflow: correctionWorkflow,
  tones: {
    draft: 'neutral',
    pending: 'waiting',
    processed: 'done',
    rejected: 'stopped',
    cancelled: 'ended',
    reversed: 'ended',
  },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'reason', kind: 'value', width: 190 },
    { ...place, width: 210 },
    { key: 'value', kind: 'number', width: 140 },
    { key: 'state', kind: 'badge', width: 140 },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190 },
    { key: 'author', width: 150 },
  ],
  facts: [
    { key: 'reason', kind: 'value' },
    place,
    { key: 'value', kind: 'number' },
    { key: 'businessDate', kind: 'date' },
    { key: 'note' },
    { key: 'serials' },
    { key: 'broughtBy' },
    { key: 'reference' },
    { key: 'dealNumber' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number'],
  useChoices: () => {
    const places = usePlaces()
    return {
      state: correctionStates,
      reason: reasons,
      branchId: places?.branches ?? [],
      counterId: places?.drawers ?? [],
    }
  },
  place: (row) => row.branchId,
  makes: [
    { text: 'openings', entry: 'list', to: '/inventory/openings' },
    { text: 'create', entry: 'create', to: `${home}/create` },
  ],
  beside: () => <Print />,
  below: (row) => <Attachments api={api} row={row} />,
  lines: {
    of: ({ lines }) => lines,
    rowKey: (_, index) => String(index),
    columns: [
      {
        key: 'item',
        isHead: true,
        cell: (line) => <CurrencyLabel code={line.code} flagCode={line.flagCode} />,
      },
      {
        key: 'quantity',
        isNumber: true,
        cell: ({ way, quantity, exponent }) =>
          `${way === 'out' ? '−' : '+'}${amountText(quantity, exponent)}`,
      },
      { key: 'cost', isNumber: true, cell: ({ cost }) => (cost === null ? '–' : groupDigits(cost)) },
      {
        key: 'pieces',
        cell: ({ pieces }) =>
          pieces.map(({ faceValue, count }) => `${count} × ${groupDigits(faceValue)}`).join(', '),
      },
    ],
  },
})

function Print() {
  const say = useTexts(texts)
  return <PrintButton>{say('print')}</PrintButton>
}
