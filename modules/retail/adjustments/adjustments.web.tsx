import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { PlaceName, usePlaces } from '#modules/inventory/public.web.tsx'
import { describeTracked, isAnyTracked } from '../batches/tracked.web.ts'
import { type Adjustment, type AdjustmentDetail, goodsAdjustments } from './adjustments.contract.ts'
import { adjustmentStates, adjustmentWorkflow, reasons } from './adjustments.domain.ts'

const api = bindContract(goodsAdjustments)
const home = '/pos-retail/adjustments'
const texts = 'retail:adjustments'
type Line = AdjustmentDetail['lines'][number]

const place: Fact<Adjustment> = {
  key: 'branch',
  cell: (branch, { counter }) => <PlaceName branch={branch} counter={counter} isOfGoods />,
}

export const { List, Detail } = documentPages<Adjustment, AdjustmentDetail, typeof adjustmentWorkflow, Line>({
  texts,
  home,
  api,
  workflow: adjustmentWorkflow,
  tones: { pending: 'waiting', posted: 'done', rejected: 'ended', cancelled: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'reason', kind: 'value', width: 170 },
    { ...place, width: 220 },
    { key: 'supplier', width: 180 },
    { key: 'value', kind: 'number', width: 130 },
    { key: 'state', kind: 'badge', width: 150 },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190 },
    { key: 'author', width: 150 },
  ],
  facts: [
    { key: 'reason', kind: 'value' },
    place,
    { key: 'supplier' },
    { key: 'invoice' },
    { key: 'note' },
    { key: 'businessDate', kind: 'date' },
    { key: 'value', kind: 'number' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number', 'supplier'],
  useChoices: () => {
    const places = usePlaces()
    return {
      state: adjustmentStates,
      reason: reasons,
      branchId: places?.branches ?? [],
      counterId: places?.drawers ?? [],
    }
  },
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  beside: () => <PrintSlip />,
  lines: {
    of: ({ lines }) => lines,
    rowKey: ({ itemId }, at) => `${at} ${itemId}`,
    columns: ({ lines }) => [
      { key: 'itemId', isHead: true, cell: ({ sku, name }) => `${sku} · ${name}` },
      isAnyTracked(lines) && { key: 'tracked', cell: (line) => describeTracked(line) },
      { key: 'quantity', isNumber: true, cell: ({ quantity }) => groupDigits(quantity) },
      { key: 'cost', isNumber: true, cell: ({ cost }) => groupDigits(cost) },
    ],
  },
})

function PrintSlip() {
  const say = useTexts(texts)
  return <PrintButton>{say('print')}</PrintButton>
}
