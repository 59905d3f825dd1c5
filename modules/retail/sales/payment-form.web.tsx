import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, bindContract } from '#kit/web/api.web.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { groupDigits } from '#kit/web/format.web.ts'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { type SaleDetail, sales } from './sales.contract.ts'

const api = bindContract(sales)
const modeApi = bindContract(paymentModes)

/** Takes the money for a basket; a price that has changed is accepted by paying once more. */
export function PaymentForm({ row, onClose }: { row: SaleDetail; onClose: () => void }) {
  const texts = useTexts('retail:sales')
  const modes = useQuery(modeApi.listSelection.queryOptions())
  const [modeId, setMode] = useState<string | null>(null)
  const [amount, setAmount] = useState(groupDigits(row.total))
  const chosen = modeId ?? modes.data?.find(({ kind }) => kind === 'cash')?.id ?? null
  const pay = useMutation({
    meta: { handled: true },
    mutationFn: (acceptsPrices: boolean) =>
      api.settle.call({
        id: row.id,
        version: row.version,
        acceptsPrices,
        payments: [{ modeId: chosen ?? '', amount: numberOf(amount) }],
      }),
    onSuccess: ({ state }) => {
      snackbar.success(texts(state === 'waiting' ? 'said.waiting' : 'said.settle'))
      onClose()
    },
  })
  const hasMoved = pay.error instanceof ApiError && pay.error.code === 'PRICE_MOVED'
  return (
    <Modal opened onClose={onClose} title={texts('actions.settle')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          pay.mutate(hasMoved)
        }}
      >
        <Stack gap={12}>
          <Select
            label={texts('fields.modeId')}
            allowDeselect={false}
            data={(modes.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onChange={setMode}
          />
          <TextInput
            label={texts('fields.tendered')}
            data-autofocus
            inputMode="decimal"
            autoComplete="off"
            maxLength={30}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
          {pay.error && <ErrorBox>{messageOf(pay.error)}</ErrorBox>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts('cancel')}
            </Button>
            <ProcessingButton type="submit" busy={pay.isPending} disabled={chosen === null}>
              {texts(hasMoved ? 'actions.accept' : 'actions.settle')}
            </ProcessingButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
