import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { findFault } from '#kit/web/failures.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type OrderDetail, orders } from '../orders/orders.contract.ts'
import { FormDialog } from './form-dialog.web.tsx'
import { filledOf, RecipientInputs, type TypedRecipient } from './recipient-inputs.web.tsx'

const api = bindContract(orders)

/** Corrects the recipient of an order that is not paid yet. */
export function AmendForm({ row, onClose }: { row: OrderDetail; onClose: () => void }) {
  const texts = useTexts('remittance:orders')
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
    <FormDialog texts="remittance:orders" title={texts('actions.amend')} change={save} onClose={onClose}>
      <RecipientInputs
        corridor={{ country, currency, method }}
        value={typed}
        faultAt={faultAt}
        onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
      />
    </FormDialog>
  )
}
