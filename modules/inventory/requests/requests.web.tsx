import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { bindContract, can } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { amountText } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { MoveForm, movedOf } from '../moves/move-form.web.tsx'
import { PlaceName } from '../places/place-name.web.tsx'
import { usePlaces } from '../places/places.web.tsx'
import { type RequestDetail, type StockRequest, stockRequests } from './requests.contract.ts'
import { requestStates, requestWorkflow } from './requests.domain.ts'

const api = bindContract(stockRequests)
const texts = 'inventory:requests'
const home = '/inventory/inventory-request'

const from: Fact<StockRequest> = {
  key: 'fromBranch',
  cell: (branch, { fromCounter }) => <PlaceName branch={branch} counter={fromCounter} />,
}
const to: Fact<StockRequest> = {
  key: 'toBranch',
  cell: (branch, { toCounter }) => <PlaceName branch={branch} counter={toCounter} />,
}
type Line = RequestDetail['lines'][number]
const quantity = (key: 'onItsWay' | 'open' | 'quantity' | 'received') => ({
  key,
  isNumber: true,
  cell: (line: Line) => amountText(line[key], line.exponent),
})

export const { List: RequestList, Detail: RequestPage } = documentPages<
  StockRequest,
  RequestDetail,
  typeof requestWorkflow,
  Line
>({
  texts,
  home,
  api,
  workflow: requestWorkflow,
  tones: { open: 'waiting', inPart: 'waiting', completed: 'done', refused: 'stopped', cancelled: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { ...to, width: 210 },
    { ...from, width: 210 },
    { key: 'state', kind: 'badge', width: 150 },
    { key: 'createdAt', kind: 'dateTime', place: 'toBranchId', width: 190 },
    { key: 'author', width: 150 },
  ],
  facts: [
    to,
    from,
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'toBranchId' },
    { key: 'note' },
  ],
  search: ['number'],
  useChoices: () => {
    const branches = usePlaces()?.branches ?? []
    return { state: requestStates, fromBranchId: branches, toBranchId: branches }
  },
  place: (row) => row.toBranchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  beside: (row) => <Fill row={row} />,
  lines: {
    of: ({ lines }) => lines,
    rowKey: ({ itemId }) => itemId,
    columns: [
      {
        key: 'item',
        isHead: true,
        cell: (line) => <CurrencyLabel code={line.code} flagCode={line.flagCode} />,
      },
      quantity('quantity'),
      quantity('received'),
      quantity('onItsWay'),
      quantity('open'),
    ],
  },
  below: (row) => <Loads loads={row.loads} />,
})

/** Sends what is left of it, in whole or in part. */
function Fill({ row }: { row: RequestDetail }) {
  const say = useTexts(texts)
  if (!can('manage_transfers') || !['open', 'inPart'].includes(row.state)) return null
  return (
    <Button
      renderRoot={(rest) => <Link to="/inventory/transfers/create" search={{ request: row.id }} {...rest} />}
    >
      {say('fill')}
    </Button>
  )
}

function Loads({ loads }: { loads: RequestDetail['loads'] }) {
  const say = useTexts(texts)
  if (loads.length === 0) return null
  return (
    <Lines
      texts={texts}
      label={say('loads')}
      rows={loads}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'number',
          isHead: true,
          cell: ({ id, number }) => <TextLink to={`/inventory/transfers/${id}`}>{number}</TextLink>,
        },
        { key: 'load', cell: ({ state }) => say(`inventory:transfers.values.state.${state}`) },
      ]}
    />
  )
}

/** What a place asks of another. */
export const RequestForm = () => (
  <MoveForm
    isAsking
    texts={texts}
    home={home}
    submit={(head, lines, items) => api.create.call(movedOf(head, lines, items))}
  />
)
