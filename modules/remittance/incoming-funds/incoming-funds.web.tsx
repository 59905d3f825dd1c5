import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { today } from '#kit/web/format.web.ts'
import { ErrorBox, ProcessingButton, TextLink } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { bankAccounts } from '#modules/bank/accounts/accounts.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { fundStates, fundWorkflow } from '../funds/incoming-funds.domain.ts'
import { FaultList } from '../order-pages/faults.web.tsx'
import {
  type IncomingFund,
  type IncomingFundDetail,
  IncomingFundDraft,
  incomingFunds,
} from './incoming-funds.contract.ts'

const api = bindContract(incomingFunds)
const branchApi = bindContract(branches)
const accountApi = bindContract(bankAccounts)
const place = 'remittance:incomingFunds'
const home = '/remittance/incoming-fund'
const F = fieldsOf(IncomingFundDraft)

export const { List, Detail } = documentPages<IncomingFund, IncomingFundDetail, typeof fundWorkflow, never>({
  texts: place,
  home,
  api,
  workflow: fundWorkflow,
  tones: { unmatched: 'attention', matched: 'done', returned: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'receivedOn', kind: 'date', width: 140 },
    { key: 'payer', width: 220 },
    { key: 'remark', width: 220 },
    { key: 'amount', kind: 'number', width: 140 },
    { key: 'state', kind: 'badge', width: 150 },
    { key: 'order', width: 190, cell: (_, row) => <ToOrder row={row} /> },
    { key: 'accountId', width: 180, cell: (_, { account }) => account },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190, hidden: true },
  ],
  facts: [
    { key: 'payer' },
    { key: 'amount', kind: 'number' },
    { key: 'kept', kind: 'number' },
    { key: 'receivedOn', kind: 'date' },
    { key: 'remark' },
    { key: 'account' },
    { key: 'order', cell: (_, row) => <ToOrder row={row} /> },
    { key: 'branch' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number', 'payer', 'remark'],
  useChoices: () => ({
    state: fundStates,
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
    accountId: useQuery(accountApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  forms: { match: (props) => <MatchForm {...props} /> },
})

const ToOrder = ({ row: { order, orderId } }: { row: IncomingFund }) =>
  orderId === null ? null : <TextLink to={`/remittance/${orderId}`}>{order}</TextLink>

/** Which order it is for, the likeliest first; another payer than the sender is said why. */
function MatchForm({ row, onClose }: { row: IncomingFundDetail; onClose: () => void }) {
  const texts = useTexts(place)
  const sure = row.candidates.filter(({ isSame }) => isSame)
  const [orderId, setOrder] = useState(sure.length === 1 ? (sure[0]?.orderId ?? '') : '')
  const [payerReason, setReason] = useState('')
  const chosen = row.candidates.find((one) => one.orderId === orderId)
  const match = useMutation({
    meta: { handled: true },
    mutationFn: () => api.match.call({ id: row.id, version: row.version, orderId, payerReason }),
    onSuccess: () => {
      snackbar.success(texts('said.match'))
      onClose()
    },
  })
  return (
    <Modal opened size="lg" withCloseButton={false} onClose={onClose} title={texts('actions.match')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          match.mutate()
        }}
      >
        <Stack gap={12}>
          <Text>{texts('received', { amount: groupDigits(row.amount), payer: row.payer })}</Text>
          {row.candidates.length === 0 && <Text>{texts('noCandidate')}</Text>}
          <Radio.Group label={texts('candidates')} value={orderId} onChange={setOrder}>
            <Stack gap={8} mt={4}>
              {row.candidates.map((one) => (
                <Radio
                  key={one.orderId}
                  value={one.orderId}
                  disabled={!one.isSame}
                  label={`${one.number} · ${one.customer} · ${groupDigits(one.total)}`}
                  description={one.isSame ? undefined : texts('otherAmount')}
                />
              ))}
            </Stack>
          </Radio.Group>
          {chosen?.isOtherPayer && (
            <TextInput
              label={texts('fields.payerReason')}
              description={texts('otherPayer')}
              required
              maxLength={200}
              value={payerReason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          {match.error && (
            <ErrorBox>
              {messageOf(match.error)}
              <FaultList error={match.error} />
            </ErrorBox>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts('cancel')}
            </Button>
            <ProcessingButton type="submit" busy={match.isPending} disabled={orderId === ''}>
              {texts('actions.match')}
            </ProcessingButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Money that came in, as the bank says it. */
export function IncomingFundForm() {
  const accounts = useQuery(accountApi.listSelection.queryOptions())
  const local = accounts.data?.filter(({ isLocal }) => isLocal) ?? []
  return (
    <FormPage
      texts={place}
      draft={IncomingFundDraft}
      api={{ create: api.create }}
      back={home}
      initial={{ receivedOn: today() }}
    >
      <FieldRow>
        <F.Select name="accountId" choices={local} />
        <F.Date name="receivedOn" />
      </FieldRow>
      <FieldRow>
        <F.Number name="amount" />
        <F.Text name="payer" />
      </FieldRow>
      <F.Text name="remark" />
    </FormPage>
  )
}
