import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bindContract } from '#kit/web/api.web.ts'
import { findFault, messageOf } from '#kit/web/failures.web.ts'
import { ErrorBox, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type OrderDetail, orders } from '../orders/orders.contract.ts'
import { filledOf, RecipientInputs, type TypedRecipient } from './recipient-inputs.web.tsx'

const api = bindContract(orders)

/** Corrects the recipient of an order that is not paid yet. */
export function AmendForm({ row, onClose }: { row: OrderDetail; onClose: () => void }) {
  const texts = useTexts('remittance:orders')
  const { t } = useTranslation()
  const { country, currency, method } = row
  const [typed, setTyped] = useState<TypedRecipient>({
    recipientName: row.recipientName,
    recipient: row.recipient,
  })
  const save = useMutation({
    meta: { handled: true },
    mutationFn: () =>
      api.amend.call({
        id: row.id,
        version: row.version,
        recipientName: typed.recipientName,
        recipient: filledOf(typed.recipient),
      }),
    onSuccess: () => {
      snackbar.success(texts('said.updated'))
      onClose()
    },
  })
  const faultAt = (field: string) => findFault(save.error, field)
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts('actions.amend')}
      closeButtonProps={{ 'aria-label': t('kit:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Stack gap={12}>
          <RecipientInputs
            corridor={{ country, currency, method }}
            value={typed}
            faultAt={faultAt}
            onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
          />
          {save.error && <ErrorBox>{messageOf(save.error)}</ErrorBox>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts('cancel')}
            </Button>
            <ProcessingButton type="submit" busy={save.isPending}>
              {texts('save')}
            </ProcessingButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
