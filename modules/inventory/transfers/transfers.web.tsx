import { PrintButton } from '#kit/web/report/report.web.tsx'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { amountText, groupDigits } from '#kit/web/format.web.ts'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { Attachments } from '#modules/documents/public.web.tsx'
import { PlaceName } from '../places/place-name.web.tsx'
import { usePlaces } from '../places/places.web.tsx'
import { ReceiptForm } from './receipt-form.web.tsx'
import { Signatures } from './signatures.web.tsx'
import { type Transfer, type TransferDetail, transfers } from './transfers.contract.ts'
import { transferStates, transferWorkflow } from './transfers.domain.ts'

const api = bindContract(transfers)
const texts = 'inventory:transfers'
const home = '/inventory/transfers'

const from: Fact<Transfer> = {
  key: 'fromBranch',
  cell: (branch, { fromCounter }) => <PlaceName branch={branch} counter={fromCounter} />,
}
const to: Fact<Transfer> = {
  key: 'toBranch',
  cell: (branch, { toCounter }) => <PlaceName branch={branch} counter={toCounter} />,
}
const facts: readonly Fact<Transfer>[] = [
  { key: 'kind', kind: 'value' },
  from,
  to,
  { key: 'value', kind: 'number' },
  { key: 'bag' },
  { key: 'carrier' },
  { key: 'insuredValue', kind: 'number' },
  { key: 'expectedAt', kind: 'dateTime', place: 'toBranchId' },
  { key: 'sentDate', kind: 'date' },
  { key: 'receivedDate', kind: 'date' },
  { key: 'outcome', kind: 'value' },
  { key: 'author' },
  { key: 'createdAt', kind: 'dateTime', place: 'fromBranchId' },
  { key: 'note' },
]

type Line = TransferDetail['lines'][number]
const number = (value: string | null, exponent: number) =>
  value === null ? '–' : amountText(value, exponent)

export const { List: TransferList, Detail: TransferPage } = documentPages<
  Transfer,
  TransferDetail,
  typeof transferWorkflow,
  Line
>({
  texts,
  home,
  api,
  workflow: transferWorkflow,
  tones: {
    created: 'neutral',
    pending: 'waiting',
    approved: 'neutral',
    inTransit: 'waiting',
    differing: 'attention',
    completed: 'done',
    rejected: 'stopped',
    cancelled: 'ended',
    rejectedReceipt: 'attention',
    returned: 'ended',
  },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 170 },
    { ...from, width: 210 },
    { ...to, width: 210 },
    { key: 'value', kind: 'number', width: 140 },
    { key: 'state', kind: 'badge', width: 150 },
    { key: 'createdAt', kind: 'dateTime', place: 'fromBranchId', width: 170 },
    { key: 'author', width: 150 },
    { key: 'bag', width: 120, hidden: true },
  ],
  facts,
  search: ['number'],
  useChoices: () => {
    const places = usePlaces()
    return {
      state: transferStates,
      fromBranchId: places?.branches ?? [],
      toBranchId: places?.branches ?? [],
      fromCounterId: places?.drawers ?? [],
      toCounterId: places?.drawers ?? [],
    }
  },
  place: (row) => row.fromBranchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  forms: {
    takeOver: (props) => <ReceiptForm {...props} act="takeOver" />,
    complete: (props) => <ReceiptForm {...props} act="complete" />,
    recount: (props) => <ReceiptForm {...props} act="recount" />,
  },
  beside: () => <PrintNote />,
  lines: {
    of: ({ lines }) => lines,
    rowKey: ({ itemId }) => itemId,
    columns: ({ receivedDate }) => [
      {
        key: 'item',
        isHead: true,
        cell: (line) => <CurrencyLabel code={line.code} flagCode={line.flagCode} />,
      },
      { key: 'quantity', isNumber: true, cell: ({ quantity, exponent }) => number(quantity, exponent) },
      { key: 'value', isNumber: true, cell: ({ value }) => (value === null ? '–' : groupDigits(value)) },
      {
        key: 'pieces',
        cell: ({ pieces }) =>
          pieces.map(({ faceValue, count }) => `${count} × ${groupDigits(faceValue)}`).join(', '),
      },
      receivedDate !== null && {
        key: 'received',
        isNumber: true,
        cell: ({ received, exponent }) => number(received, exponent),
      },
    ],
  },
  below: (row) => (
    <>
      {row.requestId && <RequestLink id={row.requestId} />}
      <Attachments api={api} row={row} />
      <Signatures texts={texts} />
    </>
  ),
})

function PrintNote() {
  const say = useTexts(texts)
  return <PrintButton>{say('print')}</PrintButton>
}

function RequestLink({ id }: { id: string }) {
  const say = useTexts(texts)
  return (
    <p>
      <TextLink to={`/inventory/inventory-request/${id}`}>{say('ofRequest')}</TextLink>
    </p>
  )
}
