import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { findFault, messageOf, readFaults } from '#kit/web/failures.web.ts'
import { groupDigits, today } from '#kit/web/format.web.ts'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { TypedNumber } from '#kit/web/typed-number.web.tsx'
import { bankTransfers, type TransferDetail } from './transfers.contract.ts'

const api = bindContract(bankTransfers)

interface ArrivalFormProps {
  row: TransferDetail
  onClose: () => void
}

/** How much arrived, of which currency, when, and between two foreign currencies at which rate. */
export function ArrivalForm({ row, onClose }: ArrivalFormProps) {
  const say = useTexts('bank:transfers')
  const isSame = row.currency === row.arrivedCurrency
  const [typed, setTyped] = useState({
    amount: isSame ? groupDigits(row.amount) : '',
    rate: '',
    businessDate: today(),
  })
  const save = useMutation({
    meta: { handled: true },
    mutationFn: () =>
      api.arrive.call({
        id: row.id,
        version: row.version,
        amount: typed.amount ? numberOf(typed.amount) : null,
        rate: typed.rate ? numberOf(typed.rate) : null,
        businessDate: row.toAccountId === null ? null : typed.businessDate || null,
      }),
    onSuccess: () => {
      snackbar.success(say('said.arrive'))
      onClose()
    },
  })
  const faultAt = (field: string) => findFault(save.error, field)
  const text = (key: 'amount' | 'rate', label: string) => (
    <TypedNumber
      label={label}
      rule={{}}
      value={typed[key]}
      error={faultAt(key)}
      onChange={(value) => setTyped({ ...typed, [key]: value })}
    />
  )
  return (
    <Modal opened onClose={onClose} title={say('actions.arrive')}>
      <Stack gap={12}>
        {text('amount', `${say('fields.arrivedAmount')} ${row.arrivedCurrency}`)}
        {row.asksRate && text('rate', say('fields.rate'))}
        {row.toAccountId !== null && (
          <DateBox
            label={say('fields.arrivedDate')}
            value={typed.businessDate}
            error={faultAt('businessDate')}
            onChange={(businessDate) => setTyped({ ...typed, businessDate })}
          />
        )}
        {save.error && readFaults(save.error).length === 0 && <ErrorBox>{messageOf(save.error)}</ErrorBox>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          <ProcessingButton busy={save.isPending} onClick={() => save.mutate()}>
            {say('actions.arrive')}
          </ProcessingButton>
        </Group>
      </Stack>
    </Modal>
  )
}
