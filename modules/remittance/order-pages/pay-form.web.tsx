import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { isUnreadable } from '#kit/domain/numbers.domain.ts'
import { useTranslation } from 'react-i18next'
import { bindContract } from '#kit/web/api.web.ts'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { messageOf } from '#kit/web/failures.web.ts'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { FaultList } from './faults.web.tsx'
import { type OrderDetail, orders } from '../orders/orders.contract.ts'

const api = bindContract(orders)
const modeApi = bindContract(paymentModes)

/** Takes the money for an order; of cash it says the change. */
export function PayForm({ row, onClose }: { row: OrderDetail; onClose: () => void }) {
  const texts = useTexts('remittance:orders')
  const { t } = useTranslation()
  const modes = useQuery(modeApi.listSelection.queryOptions())
  const [modeId, setMode] = useState<string | null>(null)
  const [tendered, setTendered] = useState(groupDigits(row.total))
  const chosen = modeId ?? modes.data?.find(({ kind }) => kind === 'cash')?.id ?? null
  const isCash = modes.data?.find(({ id }) => id === chosen)?.kind === 'cash'
  const pay = useMutation({
    meta: { handled: true },
    mutationFn: () => api.pay.call({ id: row.id, version: row.version, modeId: chosen ?? '' }),
    onSuccess: () => {
      snackbar.success(texts('said.pay'))
      onClose()
    },
  })
  // The dialog opens with what has the focus in it: cash is typed at once.
  if (modes.isPending) return null
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts('actions.pay')}
      closeButtonProps={{ 'aria-label': t('kit:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          pay.mutate()
        }}
      >
        <Stack gap={12}>
          <Text>{texts('due', { total: groupDigits(row.total) })}</Text>
          <Select
            label={texts('paidBy')}
            data={(modes.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onChange={setMode}
          />
          {isCash && (
            <TextInput
              label={texts('cashGiven')}
              data-autofocus
              inputMode="decimal"
              autoComplete="off"
              maxLength={30}
              value={tendered}
              onChange={(event) => setTendered(event.currentTarget.value)}
            />
          )}
          {isCash && <Change total={row.total} tendered={tendered} />}
          {pay.error && (
            <ErrorBox>
              {messageOf(pay.error)}
              <FaultList error={pay.error} customerId={row.customerId} />
            </ErrorBox>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts('cancel')}
            </Button>
            <ProcessingButton type="submit" busy={pay.isPending} disabled={chosen === null}>
              {texts('actions.pay')}
            </ProcessingButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** What goes back over the counter, or is lacking. */
function Change({ total, tendered }: { total: string; tendered: string }) {
  const texts = useTexts('remittance:orders')
  if (tendered.trim() === '' || isUnreadable(tendered)) return null
  const change = new Exact(numberOf(tendered)).minus(total)
  return (
    <Text aria-live="polite" c={change.isNegative() ? 'red' : undefined}>
      {texts(change.isNegative() ? 'lacking' : 'change', { amount: groupDigits(change.abs().toFixed(2)) })}
    </Text>
  )
}
