import type { ReactNode } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import type { ListColumn } from '#kit/web/list/list-page.web.tsx'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { amountText } from '#kit/web/format.web.ts'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact, Tone } from '#kit/web/values.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { Attachments } from '#modules/documents/public.web.tsx'
import { PlaceName } from '../places/place-name.web.tsx'
import { listUnits } from '../units/units.domain.ts'
import { usePlaces } from '../places/places.web.tsx'
import { ReceiptForm, type TransferApi } from './receipt-form.web.tsx'
import { Signatures } from '../moves/signatures.web.tsx'
import { type Transfer, type TransferDetail, transfers } from '../transfers/transfers.contract.ts'
import { transferStates, transferWorkflow } from '../transfers/transfers.domain.ts'

const texts = 'inventory:transfers'

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

/** Goods lie in stores, and in no vault. */
const ofGoods = <F extends Fact<Transfer>>(one: F): F => {
  const side = one.key === 'fromBranch' ? 'fromCounter' : one.key === 'toBranch' ? 'toCounter' : undefined
  if (side === undefined) return one
  const cell: F['cell'] = (branch: string, row: Transfer) => (
    <PlaceName branch={branch} counter={row[side]} isOfGoods />
  )
  return { ...one, cell }
}
const goodsFacts: typeof facts = facts.map(ofGoods)

type Line = TransferDetail['lines'][number]
const number = (value: string | null, exponent: number) =>
  value === null ? '–' : amountText(value, exponent)

const tones: Record<Transfer['state'], Tone> = {
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
}

const columns: readonly ListColumn<Transfer>[] = [
  { key: 'number', kind: 'code', width: 200 },
  { ...from, width: 210 },
  { ...to, width: 210 },
  { key: 'value', kind: 'number', width: 140 },
  { key: 'state', kind: 'badge', width: 150 },
  { key: 'createdAt', kind: 'dateTime', place: 'fromBranchId', width: 190 },
  { key: 'author', width: 150 },
  { key: 'bag', width: 120, hidden: true },
]
const goodsColumns: typeof columns = columns.map(ofGoods)

/** What the screens of transfers of a kind of stock have of their own. */
interface Pages {
  home: string
  api: TransferApi
  workflow: typeof transferWorkflow
  isOfGoods?: boolean
  /** Below the lines, besides files and signatures. */
  below?: (row: TransferDetail) => ReactNode
}

/** The list and the page of transfers of a kind of stock. */
export const transferPages = ({ home, api, workflow, isOfGoods = false, below }: Pages) =>
  documentPages<Transfer, TransferDetail, typeof transferWorkflow, Line>({
    texts,
    home,
    api,
    workflow,
    tones,
    title: (row) => row.number,
    columns: isOfGoods ? goodsColumns : columns,
    facts: isOfGoods ? goodsFacts : facts,
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
      takeOver: (props) => <ReceiptForm {...props} api={api} act="takeOver" />,
      complete: (props) => <ReceiptForm {...props} api={api} act="complete" />,
      recount: (props) => <ReceiptForm {...props} api={api} act="recount" />,
    },
    beside: () => <PrintNote />,
    lines: {
      of: ({ lines }) => lines,
      rowKey: ({ itemId }) => itemId,
      columns: ({ receivedDate, lines }) => [
        {
          key: isOfGoods ? 'goods' : 'item',
          isHead: true,
          cell: ({ code, flagCode, name }) =>
            name === undefined ? <CurrencyLabel code={code} flagCode={flagCode} /> : `${code} · ${name}`,
        },
        { key: 'quantity', isNumber: true, cell: ({ quantity, exponent }) => number(quantity, exponent) },
        { key: 'value', isNumber: true, cell: ({ value }) => (value === null ? '–' : groupDigits(value)) },
        lines.some(({ tracking }) => tracking) && {
          key: 'tracked',
          cell: ({ units }) => listUnits(units).join(', '),
        },
        !isOfGoods && {
          key: 'pieces',
          cell: ({ pieces }) =>
            pieces.map(({ faceValue, count }) => `${count} × ${groupDigits(faceValue)}`).join(', '),
        },
        receivedDate !== null && {
          key: 'received',
          isNumber: true,
          cell: ({ received, exponent }) => number(received, exponent),
        },
        receivedDate !== null &&
          lines.some(({ tracking }) => tracking) && {
            key: 'receivedUnits',
            cell: ({ receivedUnits }) => listUnits(receivedUnits).join(', '),
          },
      ],
    },
    below: (row) => (
      <>
        {below?.(row)}
        <Attachments api={api} row={row} />
        <Signatures texts={texts} />
      </>
    ),
  })

export const { List: TransferList, Detail: TransferPage } = transferPages({
  home: '/inventory/transfers',
  api: bindContract(transfers),
  workflow: transferWorkflow,
  below: ({ requestId }) => requestId && <RequestLink id={requestId} />,
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
