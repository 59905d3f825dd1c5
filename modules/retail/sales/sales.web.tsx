import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { percent } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { RowCustomer } from '#modules/customers/public.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { OpenMatches } from '#modules/screening/public.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { describeTracked, isAnyTracked } from '../batches/tracked.web.ts'
import { PrintReceipt } from '../printing/print-button.web.tsx'
import { PaymentForm } from './payment-form.web.tsx'
import { type Sale, type SaleDetail, sales } from './sales.contract.ts'
import { saleStates, saleWorkflow } from './sales.domain.ts'

const api = bindContract(sales)
const branchApi = bindContract(branches)
const texts = 'retail:sales'
const home = '/pos-retail/sales'
type Line = SaleDetail['lines'][number]

const number = (key: 'discount' | 'net' | 'price' | 'quantity' | 'tax' | 'total') => ({
  key,
  isNumber: true,
  cell: (line: Line) => groupDigits(line[key]),
})

export const { List, Detail } = documentPages<Sale, SaleDetail, typeof saleWorkflow, Line>({
  texts,
  home,
  api,
  workflow: saleWorkflow,
  tones: { open: 'waiting', waiting: 'waiting', settled: 'done', cancelled: 'ended' },
  title: (row) => row.number || row.name,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'name', width: 150 },
    { key: 'branch', width: 180 },
    { key: 'counter', width: 140 },
    { key: 'total', kind: 'number', width: 120 },
    { key: 'customer', width: 180 },
    { key: 'state', kind: 'badge', width: 130 },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190 },
    { key: 'author', width: 150 },
  ],
  facts: [
    { key: 'branch' },
    { key: 'counter' },
    { key: 'businessDate', kind: 'date' },
    { key: 'discount', kind: 'number' },
    { key: 'net', kind: 'number' },
    { key: 'tax', kind: 'number' },
    { key: 'total', kind: 'number' },
    { key: 'rounding', kind: 'number' },
    { key: 'customer', cell: (_, row) => <RowCustomer row={row} /> },
    { key: 'name' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number', 'customer'],
  useChoices: () => ({
    state: saleStates,
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  forms: { settle: (props) => <PaymentForm {...props} /> },
  lines: {
    of: ({ lines }) => lines,
    rowKey: ({ itemId }, at) => `${at} ${itemId}`,
    columns: ({ lines }) => [
      { key: 'itemId', isHead: true, cell: ({ sku, name }) => `${sku} · ${name}` },
      isAnyTracked(lines) && { key: 'tracked', cell: (line) => describeTracked(line) },
      number('quantity'),
      number('price'),
      number('discount'),
      { key: 'rates', cell: ({ rates }) => rates.map((rate) => percent(rate)).join(' + ') },
      number('tax'),
      number('total'),
    ],
  },
  beside: ({ id, state }) => state === 'settled' && <PrintReceipt of="sale" id={id} />,
  below: (row) => (
    <>
      {row.state === 'waiting' && (
        <Suspense>
          <OpenMatches customerId={row.customerId} documentId={row.id} />
        </Suspense>
      )}
      <Payments {...row} />
    </>
  ),
})

/** What paid a sale: the deal or the return that was set off, and the money; what was paid out is below zero. */
function Payments({ payments, deal, refund }: Pick<SaleDetail, 'deal' | 'payments' | 'refund'>) {
  const say = useTexts(texts)
  const setOff = (key: 'deal' | 'refund', one: SaleDetail['deal']) =>
    one
      ? [{ modeId: one.id, mode: `${say(`fields.${key}`)} ${one.number}`, tendered: '', amount: one.owed }]
      : []
  const rows = [...setOff('deal', deal), ...setOff('refund', refund), ...payments]
  if (rows.length === 0) return null
  return (
    <Lines
      texts={texts}
      label={say('payments')}
      rows={rows}
      rowKey={({ modeId }) => modeId}
      columns={[
        { key: 'paidBy', isHead: true, cell: ({ mode }) => mode },
        { key: 'tendered', isNumber: true, cell: ({ tendered }) => tendered && groupDigits(tendered) },
        { key: 'paid', isNumber: true, cell: ({ amount }) => groupDigits(amount) },
      ]}
    />
  )
}
