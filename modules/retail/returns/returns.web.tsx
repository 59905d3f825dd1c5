import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { percent } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { describeTracked, isAnyTracked } from '../batches/tracked.web.ts'
import { ExchangeForm } from './exchange-form.web.tsx'
import { PrintReceipt } from '../printing/print-button.web.tsx'
import { type Refund, type RefundDetail, refunds } from './returns.contract.ts'
import { refundStates, refundWorkflow } from './returns.domain.ts'

const api = bindContract(refunds)
const branchApi = bindContract(branches)
const texts = 'retail:returns'
const home = '/pos-retail/returns'
type Line = RefundDetail['lines'][number]

const number = (key: 'discount' | 'price' | 'quantity' | 'tax' | 'total') => ({
  key,
  isNumber: true,
  cell: (line: Line) => groupDigits(line[key]),
})

export const { List, Detail } = documentPages<Refund, RefundDetail, typeof refundWorkflow, Line>({
  texts,
  home,
  api,
  workflow: refundWorkflow,
  tones: { pending: 'waiting', approved: 'waiting', settled: 'done', rejected: 'ended', cancelled: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'saleNumber', kind: 'code', width: 170 },
    { key: 'branch', width: 180 },
    { key: 'counter', width: 140 },
    { key: 'total', kind: 'number', width: 120 },
    { key: 'state', kind: 'badge', width: 150 },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190 },
    { key: 'author', width: 150 },
  ],
  facts: [
    { key: 'saleNumber' },
    { key: 'branch' },
    { key: 'counter' },
    { key: 'businessDate', kind: 'date' },
    { key: 'reason' },
    { key: 'discount', kind: 'number' },
    { key: 'net', kind: 'number' },
    { key: 'tax', kind: 'number' },
    { key: 'total', kind: 'number' },
    { key: 'rounding', kind: 'number' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number', 'saleNumber'],
  useChoices: () => ({
    state: refundStates,
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  forms: { exchange: (props) => <ExchangeForm {...props} /> },
  lines: {
    of: ({ lines }) => lines,
    rowKey: ({ position }) => String(position),
    columns: ({ lines }) => [
      { key: 'item', isHead: true, cell: ({ sku, name }) => `${sku} · ${name}` },
      isAnyTracked(lines) && { key: 'tracked', cell: (line) => describeTracked(line) },
      number('quantity'),
      number('price'),
      number('discount'),
      { key: 'rates', cell: ({ rates }) => rates.map((rate) => percent(rate)).join(' + ') },
      number('tax'),
      number('total'),
    ],
  },
  beside: ({ id, state }) => state === 'settled' && <PrintReceipt of="refund" id={id} />,
  below: (row) => <Payments payments={row.payments} />,
})

function Payments({ payments }: Pick<RefundDetail, 'payments'>) {
  const say = useTexts(texts)
  if (payments.length === 0) return null
  return (
    <Lines
      texts={texts}
      label={say('payments')}
      rows={payments}
      rowKey={({ modeId }) => modeId}
      columns={[
        {
          key: 'modeId',
          isHead: true,
          cell: ({ mode, isSetOff }) => (isSetOff ? say('setOff') : mode),
        },
        { key: 'paid', isNumber: true, cell: ({ amount }) => groupDigits(amount) },
      ]}
    />
  )
}
