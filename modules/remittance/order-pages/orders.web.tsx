import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { RowCustomer } from '#modules/customers/public.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts, valueText } from '#kit/web/texts.web.ts'
import { Attachments } from '#modules/documents/public.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { OpenMatches } from '#modules/screening/public.web.tsx'
import { providers } from '../providers/providers.contract.ts'
import { countryName } from '../recipients/country.web.ts'
import { printOrder } from '../receipts/print.web.ts'
import { AmendForm } from './amend-form.web.tsx'
import { type OrderState, orderStates, orderWorkflow } from '../order-rows/order-workflow.domain.ts'
import { type Order, type OrderDetail, orders } from '../orders/orders.contract.ts'
import { waits } from '../order-rows/orders.domain.ts'
import { PayForm } from './pay-form.web.tsx'

const api = bindContract(orders)
const branchApi = bindContract(branches)
const providerApi = bindContract(providers)
const texts = 'remittance:orders'
const home = '/remittance'

const tones: Record<OrderState, 'attention' | 'done' | 'ended' | 'neutral' | 'stopped' | 'waiting'> = {
  draft: 'neutral',
  quoted: 'waiting',
  awaitingFunds: 'waiting',
  funded: 'attention',
  approved: 'waiting',
  queued: 'waiting',
  batched: 'waiting',
  sent: 'waiting',
  unknown: 'attention',
  accepted: 'waiting',
  readyForPickup: 'waiting',
  paid: 'done',
  rejected: 'stopped',
  returned: 'stopped',
  cancelRequested: 'attention',
  refundPending: 'attention',
  refunded: 'ended',
  cancelled: 'ended',
  expired: 'ended',
}

export const { List, Detail } = documentPages<Order, OrderDetail, typeof orderWorkflow, never>({
  texts,
  home,
  api,
  workflow: orderWorkflow,
  tones,
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 190 },
    { key: 'customer', width: 180 },
    { key: 'recipientName', width: 180 },
    { key: 'country', width: 130, cell: countryName },
    { key: 'sends', kind: 'number', width: 120 },
    { key: 'gets', kind: 'money', currency: 'currency', width: 160 },
    { key: 'state', kind: 'badge', width: 170 },
    { key: 'waitsFor', width: 150, cell: (_, row) => <WaitsFor row={row} /> },
    { key: 'isHeld', kind: 'badge', tones: { true: 'attention', false: 'neutral' }, width: 110 },
    { key: 'providerId', width: 150, cell: (_, { provider }) => provider },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190 },
  ],
  facts: [
    { key: 'customer', cell: (_, row) => <RowCustomer row={row} /> },
    { key: 'recipientName' },
    { key: 'country', cell: countryName },
    { key: 'method', kind: 'value' },
    { key: 'provider' },
    { key: 'waitsFor', cell: (_, row) => <WaitsFor row={row} /> },
    { key: 'sends', kind: 'number' },
    { key: 'rate', kind: 'rate' },
    { key: 'gets', kind: 'money', currency: 'currency' },
    { key: 'fee', kind: 'number' },
    { key: 'tax', kind: 'number' },
    { key: 'total', kind: 'number' },
    { key: 'rounding', kind: 'number' },
    { key: 'arrivesOn', kind: 'date' },
    { key: 'quotedUntil', kind: 'dateTime', place: 'branchId' },
    { key: 'businessDate', kind: 'date' },
    { key: 'branch' },
    { key: 'counter' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number', 'customer', 'recipientName'],
  useChoices: () => ({
    state: orderStates,
    waitsFor: waits.filter(Boolean),
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
    providerId: useQuery(providerApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: '/pos-remittance' }],
  forms: {
    pay: (props) => <PayForm {...props} />,
    amend: (props) => <AmendForm {...props} />,
  },
  beside: (row) => <Beside row={row} />,
  below: (row) => (
    <>
      {row.state === 'funded' && (
        <Suspense>
          <OpenMatches customerId={row.customerId} documentId={row.id} />
        </Suspense>
      )}
      <Recipient row={row} />
      <Told row={row} />
      <Attachments api={api} row={row} />
    </>
  ),
})

/** Asks the partner now; what it answers comes by itself. */
function AskPartner({ row }: { row: OrderDetail }) {
  const say = useTexts(texts)
  const isAllowed = useIsAllowed(api.ask)
  const ask = useMutation({
    mutationFn: () => api.ask.call({ id: row.id }),
    onSuccess: () => snackbar.success(say('said.ask')),
  })
  if (!isAllowed) return null
  return (
    <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
      {say('ask')}
    </Button>
  )
}

const WaitsFor = ({ row: { waitsFor } }: { row: Order }) => {
  const say = useTexts(texts)
  return waitsFor === '' ? null : valueText(say, 'waitsFor', waitsFor)
}

/** What the partner has said of an order, as it came; a contradiction is said. */
function Told({ row }: { row: OrderDetail }) {
  const say = useTexts(texts)
  if (row.told.length === 0) return null
  return (
    <Lines
      texts="remittance:reports"
      label={say('groups.told', { reference: row.reference })}
      rows={row.told}
      rowKey={({ id }) => id}
      columns={[
        { key: 'kind', isHead: true, kind: 'value' },
        { key: 'source', kind: 'value' },
        { key: 'amount', kind: 'number' },
        { key: 'reason' },
        { key: 'occurredAt', kind: 'dateTime' },
        { key: 'cameAt', kind: 'dateTime' },
        { key: 'outcome', kind: 'value' },
      ]}
    />
  )
}

/** What is not an act of the workflow: its paper, its tracking page, and the same again. */
function Beside({ row }: { row: OrderDetail }) {
  const say = useTexts(texts)
  const mayMake = useIsAllowed(api.create)
  return (
    <>
      {mayMake && (
        <Button
          variant="default"
          renderRoot={(rest) => <Link to="/pos-remittance" search={{ from: row.id }} {...rest} />}
        >
          {say('repeat')}
        </Button>
      )}
      {row.isAskable && <AskPartner row={row} />}
      <Button
        variant="default"
        renderRoot={(rest) => <Link to="/track/$id" params={{ id: row.trackingCode }} {...rest} />}
      >
        {say('track')}
      </Button>
      <Button variant="default" onClick={() => void printOrder(row.id)}>
        {say('printReceipt')}
      </Button>
    </>
  )
}

/** Whom it is for, as it is sent, and what was said of it at the counter. */
function Recipient({ row }: { row: OrderDetail }) {
  const say = useTexts(texts)
  const fields = Object.entries(row.recipient).map(([key, value]) => ({
    key: say(`recipient.${key}`),
    value: value ?? '',
    doubt: row.doubts.find(({ field }) => field === key)?.code,
  }))
  const told = (['purpose', 'sourceOfFunds', 'relationship'] as const).map((key) => ({
    key: say(`fields.${key}`),
    value: valueText(say, key, row[key]),
    doubt: undefined,
  }))
  const names = [{ key: say('fields.recipientLatin'), value: row.recipientLatin, doubt: undefined }]
  const reasons = [{ key: say('fields.providerReason'), value: row.providerReason, doubt: undefined }]
  return (
    <Lines
      texts={texts}
      label={say('groups.recipient')}
      rows={[...names, ...fields, ...told, ...reasons].filter(({ value }) => value !== '')}
      rowKey={({ key }) => key}
      columns={[
        { key: 'detail', isHead: true, cell: ({ key }) => key },
        { key: 'value', cell: ({ value }) => value },
        { key: 'doubt', cell: ({ doubt }) => doubt && say(`doubts.${doubt}`) },
      ]}
    />
  )
}
