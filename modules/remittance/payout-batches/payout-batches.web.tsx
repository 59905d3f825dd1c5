import { Button, FileButton, Group, Modal } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { ErrorBox, TextLink } from '#kit/web/parts.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { saveFile } from '#kit/web/save-file.web.ts'
import { useTexts, valueText } from '#kit/web/texts.web.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { batchFormats, batchStates, batchWorkflow } from '../batch-items/batch-workflow.domain.ts'
import { providers } from '../providers/providers.contract.ts'
import {
  type BatchItem,
  type BatchResults,
  type PayoutBatch,
  type PayoutBatchDetail,
  PayoutBatchDraft,
  payoutBatches,
} from './payout-batches.contract.ts'

const api = bindContract(payoutBatches)
const branchApi = bindContract(branches)
const providerApi = bindContract(providers)
const place = 'remittance:batches'
const home = '/remittance/batch-management'
const F = fieldsOf(PayoutBatchDraft)

export const { List, Detail } = documentPages<
  PayoutBatch,
  PayoutBatchDetail,
  typeof batchWorkflow,
  BatchItem
>({
  texts: place,
  home,
  api,
  workflow: batchWorkflow,
  tones: {
    open: 'neutral',
    closed: 'waiting',
    approved: 'attention',
    sent: 'waiting',
    acknowledged: 'waiting',
    settled: 'done',
    cancelled: 'ended',
  },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'providerId', width: 190, cell: (_, { provider }) => provider },
    { key: 'count', kind: 'number', width: 100 },
    { key: 'total', kind: 'money', currency: 'currency', width: 190 },
    { key: 'state', kind: 'badge', width: 160 },
    { key: 'valueDay', kind: 'date', width: 140 },
    { key: 'format', kind: 'value', width: 130 },
    { key: 'author', width: 150 },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190 },
  ],
  facts: [
    { key: 'provider' },
    { key: 'count', kind: 'number' },
    { key: 'total', kind: 'money', currency: 'currency' },
    { key: 'valueDay', kind: 'date' },
    { key: 'format', kind: 'value' },
    { key: 'branch' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number'],
  useChoices: () => ({
    state: batchStates,
    providerId: useQuery(providerApi.listSelection.queryOptions()).data ?? [],
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  beside: (row) => <Beside row={row} />,
  lines: {
    of: ({ items }) => items,
    rowKey: ({ orderId }) => orderId,
    columns: (batch) => [
      {
        key: 'reference',
        isHead: true,
        cell: ({ orderId, reference }) => <TextLink to={`/remittance/${orderId}`}>{reference}</TextLink>,
      },
      { key: 'sender', cell: ({ customer }) => customer },
      { key: 'recipientName' },
      { key: 'gets', isNumber: true, cell: ({ gets, currency }) => `${groupDigits(gets)} ${currency}` },
      { key: 'settles', kind: 'number' },
      { key: 'result', cell: ({ result }) => <Result result={result} /> },
      { key: 'reason' },
      batch.state === 'open' && { key: 'takeOut', cell: (item) => <TakeOut batch={batch} item={item} /> },
    ],
  },
})

/** An item goes out of a batch that is open, and is lined up again. */
function TakeOut({ batch: { id, version }, item }: { batch: PayoutBatchDetail; item: BatchItem }) {
  const say = useTexts(place)
  const { canCreate } = usePermissionFlags({ create: api.takeOut })
  const take = useMutation({
    mutationFn: () => api.takeOut.call({ id, version, orderId: item.orderId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.getById.queryKey }),
  })
  if (!canCreate) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={take.isPending}
      aria-label={say('takeOutOf', { reference: item.reference })}
      onClick={() => take.mutate()}
    >
      {say('takeOut')}
    </Button>
  )
}

function Result({ result }: { result: string }) {
  const say = useTexts('remittance:reports')
  return result === '' ? null : valueText(say, 'kind', result)
}

const hasFile = ({ state }: PayoutBatchDetail) =>
  ['approved', 'sent', 'acknowledged', 'settled'].includes(state)

/** The file for the partner once it is let go, and the partner's results once it was sent. */
function Beside({ row }: { row: PayoutBatchDetail }) {
  const say = useTexts(place)
  const take = useMutation({
    mutationFn: async () => saveFile((await api.file.call({ id: row.id })) as File),
  })
  return (
    <>
      {hasFile(row) && (
        <Button variant="default" loading={take.isPending} onClick={() => take.mutate()}>
          {say('file')}
        </Button>
      )}
      <ReadResults row={row} />
    </>
  )
}

/** Reads a partner's file of results, and says what it did, also where nothing is left to be read after it. */
function ReadResults({ row }: { row: PayoutBatchDetail }) {
  const say = useTexts(place)
  const again = useRef<() => void>(null)
  const [found, setFound] = useState<BatchResults>()
  const { canCreate } = usePermissionFlags({ create: api.readResults })
  const read = useMutation({
    mutationFn: (file: File) => api.readResults.call({ providerId: row.providerId, file }),
    onSuccess: setFound,
    onSettled: () => again.current?.(),
  })
  if (!canCreate) return null
  return (
    <>
      {(row.state === 'sent' || row.state === 'acknowledged') && (
        <FileButton resetRef={again} accept=".csv,.xlsx" onChange={(file) => file && read.mutate(file)}>
          {(props) => (
            <Button {...props} loading={read.isPending}>
              {say('readResults')}
            </Button>
          )}
        </FileButton>
      )}
      {found && (
        <Modal
          opened
          centered
          size="lg"
          title={say('results.title')}
          closeButtonProps={{ 'aria-label': say('results.close') }}
          onClose={() => setFound(undefined)}
        >
          <Found found={found} />
          <Group justify="flex-end" mt={16}>
            <Button onClick={() => setFound(undefined)}>{say('results.close')}</Button>
          </Group>
        </Modal>
      )}
    </>
  )
}

function Found({ found }: { found: BatchResults }) {
  const say = useTexts(place)
  if (found.faults.length > 0)
    return (
      <>
        <ErrorBox>{say('results.nothing')}</ErrorBox>
        <Lines
          texts={place}
          label={say('results.faults')}
          rows={found.faults}
          rowKey={({ rowNumber, field }) => `${rowNumber} ${field}`}
          columns={[{ key: 'rowNumber', kind: 'number', isHead: true }, { key: 'field' }, { key: 'message' }]}
        />
      </>
    )
  const { count, applied, passed, conflicts, unknown } = found
  return (
    <ul>
      <li>{say('results.count', { count })}</li>
      <li>{say('results.applied', { count: applied })}</li>
      {passed > 0 && <li>{say('results.passed', { count: passed })}</li>}
      {conflicts > 0 && <li>{say('results.conflicts', { count: conflicts })}</li>}
      {unknown > 0 && <li>{say('results.unknown', { count: unknown })}</li>}
    </ul>
  )
}

/** A batch of all that is lined up for a partner now. */
export const PayoutBatchForm = () => (
  <FormPage
    texts={place}
    draft={PayoutBatchDraft}
    api={{ create: api.create }}
    back={home}
    initial={{ format: 'csv' }}
  >
    <FieldRow>
      <F.Select name="providerId" choices={useQuery(providerApi.listSelection.queryOptions())} />
      <F.Select name="format" choices={batchFormats} />
    </FieldRow>
  </FormPage>
)
